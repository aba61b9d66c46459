import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Cursors are opaque to callers. They contain where the last page ended, and are signed and bound to everything that
 * determines which rows come next (docs/decisions/0018-cursors.md).
 */

export const cursorLifetimeSeconds = 24 * 60 * 60;

/** What a cursor is valid for: the same request of the same account. Each kind of collection adds its own name. */
export type CursorBinding = Readonly<Record<string, unknown>>;

interface Payload<Content> {
  readonly v: 1;
  readonly c: Content;
  readonly t: number;
}

/** @param keys the first key signs and all keys verify, so that keys can be rotated */
export function signCursor<Content>(
  content: Content,
  binding: CursorBinding,
  keys: readonly string[],
  now: Date,
): string {
  const [key] = keys;
  if (key === undefined) throw new Error('no cursor key is configured');
  const payload: Payload<Content> = { v: 1, c: content, t: Math.floor(now.getTime() / 1000) };
  const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${body}.${computeSignature(body, binding, key).toString('base64url')}`;
}

/**
 * The content of a cursor for this binding. The signature covers the binding, so the type is known.
 * @returns null for anything that is not a valid cursor for this binding, or is older than a day
 */
export function readCursor<Content>(
  cursor: string,
  binding: CursorBinding,
  keys: readonly string[],
  now: Date,
): Content | null {
  const [body, signed, ...rest] = cursor.split('.');
  if (!body || !signed || rest.length > 0) return null;
  const signature = Buffer.from(signed, 'base64url');
  // Decoding accepts several spellings of the same bytes. Only the one that we write is valid.
  if (signature.toString('base64url') !== signed) return null;
  const isOurs = keys.some((key) => {
    const expected = computeSignature(body, binding, key);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
  if (!isOurs) return null;
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as Payload<Content>;
  const age = now.getTime() / 1000 - payload.t;
  if (age > cursorLifetimeSeconds) return null;
  return payload.c;
}

function computeSignature(body: string, binding: CursorBinding, key: string): Buffer {
  const bound = createHash('sha256').update(JSON.stringify(binding)).digest();
  return createHmac('sha256', key).update(bound).update(body).digest();
}
