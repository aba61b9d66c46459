import { describe, expect, it } from '@jest/globals';
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
