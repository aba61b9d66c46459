export interface Suppressions {
  readonly add?: readonly { readonly company_id: string; readonly reason?: string }[];
  readonly remove?: readonly string[];
}

/** The most companies that one call adds, and removes. */
const maxInOneCall = 1000;

/** A change of any size as bodies of calls. Each can be repeated. */
export function splitSuppressions({ add = [], remove = [] }: Suppressions) {
  const calls = Math.ceil(Math.max(add.length, remove.length) / maxInOneCall);
  return Array.from({ length: calls }, (_, at) => {
    const part = [at * maxInOneCall, (at + 1) * maxInOneCall] as const;
    return { add: add.slice(...part), remove: remove.slice(...part) };
  });
}
