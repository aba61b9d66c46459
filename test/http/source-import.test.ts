import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { maxSourceRows } from '../../src/contract/limits.ts';
import { allPages, andCursor } from '../support/paging.ts';
import { size } from '../support/size.ts';
import { sourceSuite } from '../support/sources.ts';

const suite = await sourceSuite();
const caller = await suite.account();
afterAll(suite.end);

const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const table = { headers: ['会社名', '法人番号'], rows: [{ 会社名: '架空自動車株式会社', 法人番号: '' }] };
const importing = (body: object, key?: string) => caller.post('/sources/import', body, key);

describe('an import', () => {
  it('answers with the source, its detected columns, and the next steps', async () => {
    const { body } = await importing({
      name: '取引先',
      originalFilename: 'a.csv',
      contentSha256: sha256('a'),
      ...table,
    }).expect(200);
    expect(body).toMatchObject({
      ok: true,
      command: 'source.import',
      status: 'completed',
      deduplicated: false,
    });
    expect(body.source).toMatchObject({
      name: '取引先',
      original_filename: 'a.csv',
      status: 'imported',
      row_count: 1,
      headers: table.headers,
      mapping: null,
      sample_rows: table.rows,
      resolve_summary: { matched: 0, unresolved: 1, total: 1 },
    });
    expect(body.source.detected_identifier_columns[0]).toMatchObject({ field: 'name', header: '会社名' });
    expect(body.next_actions[0]).toContain(`/api/service/sources/${body.source.source_id}/map`);
    const inspected = await caller.get(`/sources/${body.source.source_id}/inspect`).expect(200);
    expect(inspected.body.source).toEqual(body.source);
    expect(inspected.body.command).toBe('source.inspect');
  });

  it('accepts any text as a header and keeps cells unchanged', async () => {
    const headers = ['10', '2', '__proto__', 'constructor', '\u3000名\u3000'];
    const row = JSON.parse(
      '{"10":"ten","2":" two ","__proto__":"=1","constructor":"","\u3000名\u3000":"\\n"}',
    );
    const { body } = await importing({ headers, rows: [row] }).expect(200);
    expect(body.source.headers).toEqual(headers);
    expect(JSON.stringify(body.source.sample_rows[0])).toBe(JSON.stringify(row));
  });

  it.each([
    ['missing', {}, 'invalid_source_headers'],
    ['empty', { headers: [] }, 'invalid_source_headers'],
    ['blank', { headers: ['a', ' \u3000'] }, 'invalid_source_headers'],
    ['no strings', { headers: ['a', 1] }, 'invalid_source_headers'],
    ['not text', { headers: ['a\0'] }, 'invalid_source_headers'],
    ['the same', { headers: ['a', 'b', 'a'] }, 'duplicate_source_headers'],
    ['the same to a reader', { headers: ['会社名A', '会社名Ａ '] }, 'duplicate_source_headers'],
  ])('refuses headers that are %s', async (_, body, code) => {
    const answer = await importing({ rows: [], ...body }).expect(400);
    expect(answer.body.error.code).toBe(code);
  });

  it('names row and header of cells that are not strings, and imports nothing', async () => {
    const headers = ['a', 'b'];
    const rows = [{ a: '1', b: '2' }, { a: 3, b: null }, ['x'], 'y', { a: '\ud800', b: '\0' }];
    const before = (await caller.get('/sources')).body.items.length;
    const { body } = await importing({ headers, rows }).expect(400);
    expect(body.error.code).toBe('invalid_request');
    expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      'rows[1].a',
      'rows[1].b',
      'rows[2]',
      'rows[3]',
      'rows[4].a',
      'rows[4].b',
    ]);
    expect((await caller.get('/sources')).body.items).toHaveLength(before);
  });

  it('accepts rows of another shape, warns about them, and makes them invalid when they are resolved', async () => {
    const headers = ['name', 'number'];
    const rows = [
      { name: '株式会社孤立電機', number: '' },
      { name: '株式会社孤立電機' },
      { name: 'a', number: '', x: 'y' },
    ];
    const { body } = await importing({ headers, rows }).expect(200);
    expect(body.next_actions[0]).toContain('2 rows');
    const id = body.source.source_id;
    await caller.post(`/sources/${id}/map`, { entity: 'company', columns: { name: 'name' } }).expect(200);
    await caller.resolve(id).expect(200);
    const reviewed = await caller.rows(id);
    expect(reviewed.map(({ resolve_status, issues }) => [resolve_status, issues[0]?.code])).toEqual([
      ['matched', undefined],
      ['invalid', 'missing_cell'],
      ['invalid', 'unknown_header'],
    ]);
  });

  it.each([
    [
      'more rows than a source may have',
      { headers: ['a'], rows: Array(maxSourceRows + 1).fill({ a: '' }) },
      'source_row_limit_exceeded',
    ],
    [
      'more than 200 columns',
      { headers: Array.from({ length: 201 }, (_, at) => `h${at}`), rows: [] },
      'payload_too_large',
    ],
    [
      'a cell of more than 10,000 characters',
      { headers: ['a'], rows: [{ a: 'x'.repeat(10_001) }] },
      'payload_too_large',
    ],
    [
      'a header of more than 10,000 characters',
      { headers: ['x'.repeat(10_001)], rows: [] },
      'payload_too_large',
    ],
    [
      'a cell of more than 10,000 characters under a key that is not a header',
      { headers: ['a'], rows: [{ a: '', b: 'x'.repeat(10_001) }] },
      'payload_too_large',
    ],
    [
      'a key of more than 10,000 characters that is not a header',
      { headers: ['a'], rows: [{ a: '', ['x'.repeat(10_001)]: '' }] },
      'payload_too_large',
    ],
    [
      'a row of more than 200 cells',
      {
        headers: ['a'],
        rows: [{ a: '' }, Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`k${at}`, '']))],
      },
      'payload_too_large',
    ],
    [
      'headers of more than 65,536 characters together',
      { headers: Array.from({ length: 7 }, (_, at) => `${at}`.repeat(9_500)), rows: [] },
      'payload_too_large',
    ],
  ])('refuses %s as too large', async (_, body, code) => {
    const answer = await importing(body).expect(413);
    expect(answer.body.error.code).toBe(code);
  });

  it('names a cell under an unknown key that is not a string, without repeating a long key', async () => {
    const long = 'x'.repeat(9_000);
    const rows = [{ a: '', b: { deep: [1] } }, { [long]: 7 }];
    const { body } = await importing({ headers: ['a'], rows }).expect(400);
    expect(body.error).toMatchObject({
      code: 'invalid_request',
      details: [
        { field: 'rows[0].b', message: 'must be a string' },
        { field: `rows[1].${long.slice(0, 200)}`, message: 'must be a string' },
      ],
    });
  });

  it('accepts 200 columns and a cell of 10,000 characters', async () => {
    const headers = Array.from({ length: 200 }, (_, at) => `h${at}`);
    const row = Object.fromEntries(
      headers.map((header) => [header, header === 'h7' ? '語'.repeat(10_000) : '']),
    );
    const { body } = await importing({ headers, rows: [row] }).expect(200);
    expect(body.source.sample_rows).toEqual([row]);
  });

  it('refuses a digest of another form and fields it does not know', async () => {
    const { body } = await importing({ ...table, contentSha256: 'sha256:12', color: 1 }).expect(400);
    expect(body.error.code).toBe('invalid_request');
    expect(body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      'color',
      'contentSha256',
    ]);
    const malformed = await suite.service
      .as(caller.account)
      .post('/api/service/sources/import')
      .type('json')
      .send('{"headers": [')
      .expect(400);
    expect(malformed.body.error.code).toBe('invalid_request');
  });

  it('with very many unknown fields names some and counts the rest, in a short answer', async () => {
    const many = size(10_000, 1_000_000);
    const wrong = Object.fromEntries(Array.from({ length: many }, (_, at) => [`k${at}`, 0]));
    const { body, text } = await importing({ ...table, ...wrong }).expect(400);
    expect(body.error).toMatchObject({ code: 'invalid_request', details_omitted: many - 100 });
    expect(body.error.details).toHaveLength(100);
    expect(text.length).toBeLessThan(10_000);
  });

  const many = size(1_000_000, 9_000_000);

  it.each([
    ['arrays', '[],', 'source_row_limit_exceeded'],
    ['empty rows', '{},', 'source_row_limit_exceeded'],
    ['values in one row', '', 'payload_too_large'],
    ['brackets', '[', 'payload_too_large'],
  ])('of a great many %s is refused without being read into memory', async (_what, repeated, code) => {
    const rows = repeated === '' ? `{${'"a":0,'.repeat(many / 2.5)}"b":0}` : `${repeated.repeat(many)}{}`;
    const answer = await fetch(`${suite.service.url}/api/service/sources/import`, {
      method: 'POST',
      headers: { 'x-api-key': caller.account.apiKey, 'Content-Type': 'application/json' },
      body: `{"headers":["a"],"rows":[${rows}]}`,
    });
    const body = (await answer.json()) as { error: { code: string } };
    expect([answer.status, body.error.code]).toEqual([413, code]);
  });

  it('without rows is accepted, and its next step says what to do', async () => {
    const { body } = await importing({ headers: ['a'], rows: [] }).expect(200);
    expect(body.source.row_count).toBe(0);
    expect(body.next_actions).toEqual(['The source has no rows. Import a file that has some.']);
  });
});

describe('the same content imported again', () => {
  it('is the existing source, whatever its state', async () => {
    const body = { ...table, contentSha256: sha256('again') };
    const first = await importing(body).expect(200);
    const id = first.body.source.source_id;
    await caller.post(`/sources/${id}/map`, { entity: 'company', columns: { name: '会社名' } }).expect(200);
    const second = await importing({ ...body, name: 'another name' }).expect(200);
    expect(second.body).toMatchObject({ deduplicated: true, source: { source_id: id, status: 'mapped' } });
  });

  it.each([
    ['with other rows', { rows: [{ 会社名: 'x', 法人番号: '' }] }],
    ['with other headers', { headers: ['法人番号', '会社名'] }],
    ['with another digest', { contentSha256: sha256('other') }],
    ['without a digest', { contentSha256: undefined }],
  ])('%s is a new source', async (_, change) => {
    const body = { ...table, contentSha256: sha256('changed') };
    const first = await importing(body).expect(200);
    const second = await importing({ ...body, ...change }).expect(200);
    expect(second.body.deduplicated).toBe(false);
    expect(second.body.source.source_id).not.toBe(first.body.source.source_id);
  });

  it('is new after the source was deleted, and for another account', async () => {
    const body = { ...table, contentSha256: sha256('deleted') };
    const first = await importing(body).expect(200);
    const other = await suite.account();
    expect((await other.post('/sources/import', body)).body.deduplicated).toBe(false);
    await caller.delete(`/sources/${first.body.source.source_id}`).expect(200);
    expect((await importing(body)).body.deduplicated).toBe(false);
  });

  it('by ten callers at once makes one source', async () => {
    const body = { ...table, contentSha256: sha256('at once') };
    const answers = await Promise.all(Array.from({ length: 10 }, () => importing(body)));
    expect(new Set(answers.map((answer) => answer.body.source.source_id)).size).toBe(1);
    expect(answers.filter((answer) => answer.body.deduplicated === false)).toHaveLength(1);
  });
});

describe('an Idempotency-Key on an import', () => {
  it('replays the answer, and is refused with other rows', async () => {
    const first = await importing(table, 'import-1').expect(200);
    const again = await importing(table, 'import-1').expect(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    const other = await importing({ ...table, rows: [] }, 'import-1').expect(422);
    expect(other.body.error.code).toBe('idempotency_key_reused');
  });
});

describe('the sources of an account', () => {
  const sourceIds = ({ items }: { items: { source_id: string }[] }) =>
    items.map(({ source_id }) => source_id);

  it('with many long headers end a page early, and none is lost', async () => {
    const many = await suite.account();
    const headers = Array.from({ length: 200 }, (_, at) => `${at}${'髙'.repeat(320)}`);
    const { body: one } = await many.post('/sources/import', { headers, rows: [] }).expect(200);
    // The other sources are copies of its row, because reading so many headers takes long.
    await suite.database.knex.raw(
      `INSERT INTO sources SELECT (jsonb_populate_record(s, jsonb_build_object('source_id', gen_random_uuid()))).*
       FROM sources s, generate_series(1, 23) WHERE source_id = ?`,
      [one.source.source_id],
    );
    const pages = await allPages(async (cursor) => {
      const { body, text } = await many.get(`/sources?limit=100${andCursor(cursor)}`).expect(200);
      expect(text.length).toBeLessThan(5 * 1024 * 1024);
      return body;
    });
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(pages.flatMap(sourceIds)).size).toBe(24);
  });

  it('are listed newest first, page by page, and only its own', async () => {
    const lister = await suite.account();
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) ids.unshift(await lister.imported([{ name: `${at}` }]));
    const pages = await allPages(
      async (cursor) => (await lister.get(`/sources?limit=2${andCursor(cursor)}`).expect(200)).body,
    );
    expect(pages.flatMap(sourceIds)).toEqual(ids);
    const strange = await caller.get('/sources?cursor=abc').expect(400);
    expect(strange.body.error.code).toBe('invalid_cursor');
  });

  it('are deleted with their rows, and their credits stay charged', async () => {
    const owner = await suite.account(10);
    const id = await owner.resolved([{ name: '株式会社孤立電機' }]);
    const { body } = await owner.delete(`/sources/${id}`).expect(200);
    expect(body).toMatchObject({ ok: true, command: 'source.delete', source: { source_id: id } });
    expect((await owner.get(`/sources/${id}/inspect`).expect(404)).body.error.code).toBe('source_not_found');
    expect((await owner.delete(`/sources/${id}`).expect(404)).body.error.code).toBe('source_not_found');
    const rows = await suite.database.knex('source_rows').where({ source_id: id });
    expect(rows).toEqual([]);
    expect(await owner.balance()).toBe(9);
  });
});

describe('large tables at the same time', () => {
  const rowsOf = (mark: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ 会社名: `${mark}${at} ${'あ'.repeat(80)}`, 法人番号: '' }));

  it('are stored one after another for each account, and small ones do not wait for them', async () => {
    const other = await suite.account();
    const { knex } = suite.database;
    const lock = await knex.transaction();
    await lock.raw('LOCK TABLE source_rows IN ACCESS EXCLUSIVE MODE');
    const storing = async () => {
      const { rows } = await knex.raw(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'COPY source_rows%'`,
      );
      return rows[0].count;
    };
    const send = (of: typeof caller, mark: string, count: number) =>
      of
        .post('/sources/import', { headers: table.headers, rows: rowsOf(mark, count) })
        .then(({ status, body }) => ({
          status,
          rows: body.source?.row_count,
        }));
    const answers = [
      ...['a', 'b', 'c'].flatMap((mark) => [send(caller, mark, 1_500), send(other, mark, 1_500)]),
      send(caller, 'small', 1),
    ];
    try {
      while ((await storing()) < 3) await wait(20);
      // Long enough for the others to begin if nothing held them back.
      await wait(500);
      expect(await storing()).toBe(3);
    } finally {
      await lock.rollback();
    }
    expect(await Promise.all(answers)).toEqual([
      ...Array.from({ length: 6 }, () => ({ status: 200, rows: 1_500 })),
      { status: 200, rows: 1 },
    ]);
  });

  it('do not keep an answer waiting that is stored already', async () => {
    const key = 'large-table-once';
    const body = { headers: table.headers, rows: rowsOf('stored', 1_500) };
    const first = await caller.post('/sources/import', body, key).expect(200);
    const lock = await suite.database.knex.transaction();
    await lock.raw('LOCK TABLE source_rows IN ACCESS EXCLUSIVE MODE');
    const waiting = caller
      .post('/sources/import', { headers: table.headers, rows: rowsOf('other', 1_500) })
      .then(({ status }) => status);
    try {
      // Only the other table is waiting to be stored, with the account's only turn.
      await wait(300);
      const again = await caller.post('/sources/import', body, key).timeout(5_000).expect(200);
      expect(again.body).toEqual(first.body);
    } finally {
      await lock.rollback();
    }
    expect(await waiting).toBe(200);
  });
});
