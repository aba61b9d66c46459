import { createHash } from 'node:crypto';

/** SHA-256 of the meaning of a call. The order of fields, spacing and absent values make no difference. */
export function computeFingerprint(meaning: object): Buffer {
  return createHash('sha256').update(toCanonicalJson(meaning)).digest();
}

/** JSON with the keys of every object sorted. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (isPlainObject(inner) ? sortKeys(inner) : inner));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortKeys(object: Record<string, unknown>): Record<string, unknown> {
  // Without a prototype, so that a key named __proto__ is kept.
  const inOrder: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(object).sort()) inOrder[key] = object[key];
  return inOrder;
}
