import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { Paging } from '../../src/paging/paging.ts';
import { signCursor } from '../../src/paging/signed-cursor.ts';

const keys = ['a key for cursors of 32 characters'];
const now = new Date('2026-08-21T03:00:00Z');
const paging = new Paging(keys, () => now);
const binding = { kind: 'things', accountId: 'a' };
const things = (...ids: string[]) => ids.map((id) => ({ id }));

describe('a page', () => {
  it('begins after the position where the previous page ended', () => {
    const first = paging.page({ limit: 2 }, binding);
    expect(first.after).toBeNull();
    const { shown, nextCursor } = first.cut(things('1', '2', '3'), ({ id }) => id);
    expect(shown).toEqual(things('1', '2'));
    const second = paging.page({ limit: 2, cursor: String(nextCursor) }, binding);
    expect(second.after).toBe('2');
    expect(second.cut(things('3', '4'), ({ id }) => id).nextCursor).toBeNull();
  });

  it.each([
    ['of another kind', signCursor({ after: '1' }, { ...binding, kind: 'others' }, keys, now)],
    ['of a position of another form', signCursor({ after: 1 }, binding, keys, now)],
    ['without a position', signCursor({ id: '1' }, binding, keys, now)],
    ['of nobody', 'cursor'],
  ])('is refused for a cursor %s', (_of, cursor) => {
    expect(() => paging.page({ limit: 2, cursor }, binding)).toThrow(
      expect.objectContaining({ code: 'invalid_cursor' }),
    );
  });

  it('has positions of any form', () => {
    const { nextCursor } = paging.page({ limit: 1 }, binding, z.int()).cut(['a', 'b'], () => 7);
    expect(paging.page({ limit: 1, cursor: String(nextCursor) }, binding, z.int()).after).toBe(7);
  });
});
