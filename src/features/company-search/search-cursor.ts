import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { SortValues } from './company-query.ts';

/**
 * Cursors are opaque to the caller: the sort values of the last row, signed, and bound to all that decides which rows
 * come next (decisions.md, "Company search").
 */

export const cursorLifetimeSeconds = 24 * 60 * 60;

export interface CursorContent {
  readonly after: SortValues;
  /** The day the walk began, in Asia/Tokyo: every page of a walk asks for the openings and permits of that day. */
  readonly today: string;
}

/** What a cursor is good for: the same request of the same account on the same kind of index. */
export type CursorBinding = Readonly<Record<string, unknown>>;

interface Payload {
  readonly v: 1;
  readonly s: SortValues;
  readonly d: string;
  readonly t: number;
}

/** @param keys the first signs, all verify, so that keys can be rotated */
export function signCursor(
  content: CursorContent,
  binding: CursorBinding,
  keys: readonly string[],
  now: Date,
): string {
  const [key] = keys;
  if (key === undefined) throw new Error('no cursor key is configured');
  const payload: Payload = { v: 1, s: content.after, d: content.today, t: Math.floor(now.getTime() / 1000) };
  const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${body}.${signature(body, binding, key).toString('base64url')}`;
}

/** @returns null for anything that is not a cursor of ours for this binding, or is older than a day */
export function readCursor(
  cursor: string,
  binding: CursorBinding,
  keys: readonly string[],
  now: Date,
): CursorContent | null {
  const [body, signed, ...rest] = cursor.split('.');
  if (!body || !signed || rest.length > 0) return null;
  const given = Buffer.from(signed, 'base64url');
  // Decoding forgives other spellings of the same bytes; a cursor has one spelling.
  if (given.toString('base64url') !== signed) return null;
  const ours = keys.some((key) => {
    const wanted = signature(body, binding, key);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
  if (!ours) return null;
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as Payload;
  const age = now.getTime() / 1000 - payload.t;
  return age > cursorLifetimeSeconds ? null : { after: payload.s, today: payload.d };
}

function signature(body: string, binding: CursorBinding, key: string): Buffer {
  const bound = createHash('sha256').update(JSON.stringify(binding)).digest();
  return createHmac('sha256', key).update(bound).update(body).digest();
}
