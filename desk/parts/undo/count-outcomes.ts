import type { Schema } from '../../../client/index.ts';

export interface Outcome {
  readonly action: Schema<'SourceDecision'>['action'];
  /** Tells it from the others of the call. */
  readonly key: string;
  /** The company that was chosen, with its number beside a namesake; otherwise null. */
  readonly company: string | null;
  readonly rows: number;
}

/** Companies are counted by their ids: several can have one name. */
export function countOutcomes(
  entries: readonly Pick<Schema<'SourceDecision'>, 'action' | 'after'>[],
): readonly Outcome[] {
  const outcomes = new Map<string, Outcome>();
  for (const { action, after } of entries) {
    const key = after.company_id ?? action;
    const company = after.company_name ?? after.company_id;
    outcomes.set(key, { key, action, company, rows: (outcomes.get(key)?.rows ?? 0) + 1 });
  }
  const all = [...outcomes.values()].toSorted((a, b) => b.rows - a.rows);
  return all.map((one) => {
    const hasNamesake =
      one.company !== null && all.some((each) => each !== one && each.company === one.company);
    return hasNamesake ? { ...one, company: `${one.company} · ${one.key.replace(/^cn_/, '')}` } : one;
  });
}
