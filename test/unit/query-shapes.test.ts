import { describe, expect, it } from '@jest/globals';
import { describeSearch, formatStatement } from '../../src/monitoring/query-shapes.ts';
import { SlowQueries } from '../../src/monitoring/slow-queries.ts';

describe('the text of a statement', () => {
  it('is one line with placeholders, without literals and comments', () => {
    const sql = `SELECT name -- of the customer\n  FROM companies\n  WHERE note = 'it''s 株式会社秘密' AND company_id IN ($1, $2, $3, $4) LIMIT $5`;
    expect(formatStatement(sql)).toBe(
      'SELECT name FROM companies WHERE note = ? AND company_id IN ($1, …) LIMIT $5',
    );
  });

  it.each([
    [`SELECT 'a -- b'\n, 'secret' FROM t`, 'SELECT ? , ? FROM t'],
    [`SELECT 1 -- it's\n, 'secret' FROM t`, 'SELECT ? , ? FROM t'],
    [String.raw`SELECT E'a\'secret', 'secret' FROM t`, 'SELECT ?, ? FROM t'],
    ['SELECT $$secret$$, $a$it is $$ secret$a$ FROM t', 'SELECT ?, ? FROM t'],
    [`SELECT "a'b", 'secret' /* secret's */ FROM t`, `SELECT "a'b", ? FROM t`],
    [
      'SELECT t1.a FROM t1 WHERE n = 4012345 AND x < 1.5e10 LIMIT $12',
      'SELECT t1.a FROM t1 WHERE n = ? AND x < ? LIMIT $12',
    ],
    ['SELECT $tag$secret', 'SELECT ?'],
  ])('has no literal, however it is written: %s', (sql, shown) => {
    expect(formatStatement(sql)).toBe(shown);
  });

  it('is bounded, also if a literal never ends', () => {
    expect(formatStatement(`SELECT ${'a, '.repeat(5_000)} b`)).toHaveLength(2_000);
    expect(formatStatement(`SELECT 'secret`)).toBe('SELECT ?');
  });
});

describe('the shape of a search', () => {
  it('keeps names of clauses and fields, and replaces every value by its type', () => {
    const query = {
      size: 20,
      query: {
        bool: {
          filter: [
            { term: { city: '東京都港区' } },
            { term: { city: '大阪市' } },
            { terms: { ids: ['a', 'b', 'c'] } },
            { match: { names: { query: '秘密', boost: 2.5 } } },
          ],
        },
      },
      track_total_hits: true,
      search_after: null,
    };
    expect(JSON.parse(describeSearch(JSON.stringify(query)))).toEqual({
      size: 'number',
      query: {
        bool: {
          filter: [
            { term: { city: 'string' } },
            { terms: { ids: ['string', '×3'] } },
            { match: { names: { query: 'string', boost: 'number' } } },
            '×4',
          ],
        },
      },
      track_total_hits: 'boolean',
      search_after: 'null',
    });
  });

  it('shows the first of several searches, no key that could be a value, and never what it cannot read', () => {
    expect(describeSearch('{}\n{"size":1}\n{}\n{"size":2}\n')).toBe('2 × {"size":"number"}');
    expect(describeSearch('{"aggs":{"株式会社秘密":{"size":1}}}')).toBe(
      '{"aggs":{"(name)":{"size":"number"}}}',
    );
    expect(describeSearch('秘密')).toBe('(no JSON)');
    expect(
      describeSearch(
        JSON.stringify({ a: Array.from({ length: 90 }, (_, at) => ({ [`f${at}`.repeat(20)]: at })) }),
      ).length,
    ).toBe(4_000);
  });
});

describe('the slow-query log', () => {
  it('writes at most 20 lines in ten seconds, counts all, and says how many it left out', () => {
    const lines: object[] = [];
    let now = 0;
    let counted = 0;
    const slow = new SlowQueries({
      thresholdMs: 100,
      log: { warn: (fields) => lines.push(fields) },
      count: () => {
        counted += 1;
      },
      now: () => now,
    });
    const note = () =>
      slow.noteQuery({
        store: 'postgres',
        ms: 120.4,
        failed: false,
        context: undefined,
        shape: () => ({ statement: 'SELECT' }),
      });
    expect([slow.isSlow(99.9), slow.isSlow(100)]).toEqual([false, true]);
    for (let query = 0; query < 50; query += 1) note();
    expect(lines).toHaveLength(20);
    expect(lines[0]).toEqual({ store: 'postgres', ms: 120, statement: 'SELECT' });
    now = 10_000;
    note();
    expect(lines.at(-1)).toEqual({ store: 'postgres', ms: 120, statement: 'SELECT', not_logged_before: 30 });
    expect(counted).toBe(51);
  });
});
