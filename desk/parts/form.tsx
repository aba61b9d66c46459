import type { ComponentChildren, JSX } from 'preact';
import type { Action } from '../loading.ts';

/** What every form is made of. What is not listed here is an attribute of the element. */

type Attributes<Tag extends keyof JSX.IntrinsicElements, Own extends string> = Omit<
  JSX.IntrinsicElements[Tag],
  Own | 'children' | 'role'
>;

/** Stays on the page when it is sent. */
export function Form({
  onSubmit,
  ...given
}: Omit<JSX.IntrinsicElements['form'], 'onSubmit'> & { readonly onSubmit: () => unknown }) {
  return (
    <form
      {...given}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}

/** @param props.action what a click starts; the button rests until it has ended */
export function Button({
  label,
  action,
  ...given
}: Attributes<'button', 'label'> & {
  readonly label: ComponentChildren;
  readonly action?: Action<[]>;
}) {
  const started = action && { disabled: action.running, onClick: () => void action.run() };
  return (
    <button type="button" {...started} {...given}>
      {label}
    </button>
  );
}

/** A field for one line. @param props.onText what is typed, with each key */
export function Field({
  label,
  hint,
  onText,
  ...given
}: Attributes<'input', 'label'> & {
  readonly label: ComponentChildren;
  readonly hint?: string;
  readonly onText: (text: string) => void;
}) {
  return (
    <label>
      {label}
      <input {...(given as object)} onInput={(event) => onText(event.currentTarget.value)} />
      {hint && <small>{hint}</small>}
    </label>
  );
}

/** @param props.options each value with its text */
export function Select<Value extends string>({
  label,
  hint,
  options,
  onChange,
  labelClass,
  ...given
}: Attributes<'select', 'label' | 'onChange' | 'value'> & {
  readonly label: ComponentChildren;
  readonly labelClass?: string;
  readonly hint?: string;
  readonly value: Value;
  readonly options: readonly Option<NoInfer<Value>>[];
  readonly onChange: (value: Value) => void;
}) {
  return (
    <label class={labelClass}>
      {label}
      <select {...given} onChange={(event) => onChange(event.currentTarget.value as Value)}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {hint && <small>{hint}</small>}
    </label>
  );
}

/** A box to tick, or one of several choices with `type="radio"`. */
export function Check({
  label,
  labelClass = 'check',
  ...given
}: Attributes<'input', 'label'> & { readonly label: ComponentChildren; readonly labelClass?: string }) {
  return (
    <label class={labelClass}>
      <input type="checkbox" {...(given as object)} />
      {label}
    </label>
  );
}

export type Option<Value> = readonly [value: Value, text: ComponentChildren];

interface GroupProps<Value> extends Attributes<'fieldset', 'onChange'> {
  readonly legend: ComponentChildren;
  readonly options: readonly Option<Value>[];
  /** Below the options. */
  readonly children?: ComponentChildren;
}

/** One of several values. @param props.name of the group, for the browser */
export function ChoiceGroup<Value extends string>(
  props: GroupProps<NoInfer<Value>> & {
    readonly name: string;
    readonly value: Value;
    readonly onChange: (value: Value) => void;
  },
) {
  const { legend, options, children, name, value, onChange, ...given } = props;
  return (
    <fieldset {...given}>
      <legend>{legend}</legend>
      {options.map(([one, text]) => (
        <Check
          key={one}
          label={text}
          type="radio"
          name={name}
          checked={value === one}
          onChange={() => onChange(one)}
        />
      ))}
      {children}
    </fieldset>
  );
}

/** Any of several values, in the order of the options. */
export function BoxGroup<Value extends string>(
  props: GroupProps<Value> & {
    readonly values: readonly Value[];
    readonly disabledValues?: readonly Value[];
    readonly onChange: (values: readonly Value[]) => void;
  },
) {
  const { legend, options, children, values, disabledValues, onChange, ...given } = props;
  const toggleValue = (toggled: Value) =>
    onChange(options.map(([one]) => one).filter((one) => values.includes(one) !== (one === toggled)));
  return (
    <fieldset {...given}>
      <legend>{legend}</legend>
      {children}
      {options.map(([one, text]) => (
        <Check
          key={one}
          label={text}
          checked={values.includes(one)}
          disabled={disabledValues?.includes(one)}
          onChange={() => toggleValue(one)}
        />
      ))}
    </fieldset>
  );
}

/** @param texts of the values: a table or a function */
export function listOptions<const Value extends string>(
  values: readonly Value[],
  texts: Readonly<Record<Value, string>> | ((value: Value) => ComponentChildren),
): readonly Option<Value>[] {
  return values.map((value) => [value, typeof texts === 'function' ? texts(value) : texts[value]]);
}
