/**
 * An Idempotency-Key that follows from what a call means: the same call has the same key, also after the program has
 * started again, so it is never charged twice.
 * @param operation for example `source.resolve`
 * @param meaning what the call is about: ids, its body without `maxCredits`, and whatever makes it a new call when it
 *   changes, for example `updated_at` of a source
 */
export async function idempotencyKey(
  operation: string,
  meaning: Readonly<Record<string, unknown>>,
): Promise<string> {
  const bytes = new TextEncoder().encode(toCanonicalJson(meaning));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(digest.subarray(0, 20), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${operation}:${hex}`;
}

/** JSON in which the order of fields and undefined fields make no difference. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    const fields = new Map(Object.entries(inner));
    return Object.fromEntries([...fields.keys()].sort().map((name) => [name, fields.get(name)]));
  });
}
