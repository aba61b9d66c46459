import { Field } from '../../parts/form.tsx';

/** What resolving may cost at most. */
export function CeilingField(props: {
  readonly label: string;
  readonly min: number;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly hint?: string;
}) {
  return <Field {...props} labelClass="resolve-ceiling" type="number" max={1_000_000} />;
}

export function parseCeiling(typed: string): number {
  return Math.max(0, Math.floor(Number(typed) || 0));
}
