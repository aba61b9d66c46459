import { maxSuppressionChanges } from '../../../client/index.ts';

export interface Suppressions {
  readonly add?: readonly { readonly company_id: string; readonly reason?: string }[];
  readonly remove?: readonly string[];
}

/** A change of any size as bodies of calls. Each can be repeated. */
export function splitSuppressions({ add = [], remove = [] }: Suppressions) {
  const calls = Math.ceil(Math.max(add.length, remove.length) / maxSuppressionChanges);
  return Array.from({ length: calls }, (_, at) => {
    const part = [at * maxSuppressionChanges, (at + 1) * maxSuppressionChanges] as const;
    return { add: add.slice(...part), remove: remove.slice(...part) };
  });
}
