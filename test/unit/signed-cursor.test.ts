import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { Paging } from '../../src/paging/paging.ts';
import { cursorLifetimeSeconds, readCursor, signCursor } from '../../src/paging/signed-cursor.ts';

const now = new Date('2026-08-21T03:00:00Z');
const keys = ['first-key-of-at-least-32-characters!!', 'older-key-of-at-least-32-characters!!'];
const binding = { accountId: 'a', query: 'アシスト', filters: { hasJobs: true }, order: 'name' };
const content = { after: ['アシスト', 'cn_1180301018771'], today: '2026-08-21' };
const cursor = signCursor(content, binding, keys, now);

describe('a signed cursor', () => {
  it('returns the position it was made from', () => {
    expect(readCursor(cursor, binding, keys, now)).toEqual(content);
  });

  it('is still readable with a key that no longer signs', () => {
    expect(readCursor(cursor, binding, ['new-key-of-at-least-32-characters!!!!', ...keys], now)).toEqual(
      content,
    );
  });

  it('is invalid with another key', () => {
    expect(readCursor(cursor, binding, ['another-key-of-at-least-32-characters'], now)).toBeNull();
  });

  it.each([
    ['another account', { ...binding, accountId: 'b' }],
    ['another query', { ...binding, query: 'x' }],
    ['other filters', { ...binding, filters: {} }],
    ['another order', { ...binding, order: 'jobs' }],
  ])('is invalid for %s', (_, other) => {
    expect(readCursor(cursor, other, keys, now)).toBeNull();
  });

  it('is invalid after a day', () => {
    const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
    expect(readCursor(cursor, binding, keys, later(cursorLifetimeSeconds))).toEqual(content);
    expect(readCursor(cursor, binding, keys, later(cursorLifetimeSeconds + 1))).toBeNull();
  });

  it('is invalid when any single character is changed', () => {
    for (let at = 0; at < cursor.length; at += 1) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      const altered = cursor.slice(0, at) + other + cursor.slice(at + 1);
      expect(readCursor(altered, binding, keys, now)).toBeNull();
    }
  });

  it.each(['', '.', 'a.b', 'a.b.c', '{}', `${cursor}.x`, `${cursor} `, ` ${cursor}`])(
    'is nothing when it is %j',
    (text) => {
      expect(readCursor(text, binding, keys, now)).toBeNull();
    },
  );
});

describe('a page', () => {
  const keys = ['a key for cursors of 32 characters'];
  const now = new Date('2026-08-21T03:00:00Z');
  const paging = new Paging(keys, () => now);
  const binding = { kind: 'things', accountId: 'a' };
  const things = (...ids: string[]) => ids.map((id) => ({ id }));

  it('begins after the position where the previous page ended', () => {
    const first = paging.getPage({ limit: 2 }, binding);
    expect(first.after).toBeNull();
    const { shown, nextCursor } = first.cut(things('1', '2', '3'), ({ id }) => id);
    expect(shown).toEqual(things('1', '2'));
    const second = paging.getPage({ limit: 2, cursor: String(nextCursor) }, binding);
    expect(second.after).toBe('2');
    expect(second.cut(things('3', '4'), ({ id }) => id).nextCursor).toBeNull();
  });

  it.each([
    ['of another kind', signCursor({ after: '1' }, { ...binding, kind: 'others' }, keys, now)],
    ['of a position of another form', signCursor({ after: 1 }, binding, keys, now)],
    ['without a position', signCursor({ id: '1' }, binding, keys, now)],
    ['without a valid signature', 'cursor'],
  ])('is refused for a cursor %s', (_of, cursor) => {
    expect(() => paging.getPage({ limit: 2, cursor }, binding)).toThrow(
      expect.objectContaining({ code: 'invalid_cursor' }),
    );
  });

  it('has positions of any form', () => {
    const { nextCursor } = paging.getPage({ limit: 1 }, binding, z.int()).cut(['a', 'b'], () => 7);
    expect(paging.getPage({ limit: 1, cursor: String(nextCursor) }, binding, z.int()).after).toBe(7);
  });
});
