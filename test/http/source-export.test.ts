import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { selectColumns } from '../../src/contract/sources/columns/result-columns.ts';
import { workbookType } from '../../src/contract/table-files.ts';
import { tableAnswer } from '../../src/features/sources/export/table-answer-service.ts';
import { idOf } from '../support/companies.ts';
import { attacks, harmless } from '../support/formula-cells.ts';
import { type SourceAccount, sourceSuite, usualHeaders, usualMapping } from '../support/sources.ts';
import { readWorkbook } from '../support/written-workbook.ts';

const suite = await sourceSuite();
let caller: SourceAccount;
beforeAll(async () => {
  caller = await suite.account();
});
afterAll(suite.end);

interface Exported {
  readonly lines: string[][];
  readonly text: string;
  readonly headers: Record<string, string>;
}

async function exported(sourceId: string, query = ''): Promise<Exported> {
  const { text, headers } = await caller.get(`/sources/${sourceId}/export${query}`).expect(200);
  return { text, headers, lines: readCsv(text) };
}

/** Every line must have the same number of cells. */
function readCsv(text: string): string[][] {
  return parse(text, { bom: true, skip_empty_lines: false });
}

/** Rows as objects by header without the prefix. */
function byHeader({ lines: [headers = [], ...rows] }: Exported) {
  return rows.map((row) =>
    Object.fromEntries(row.map((cell, place) => [headers[place]?.replace(/^cd_/, '') ?? '', cell])),
  );
}

async function downloaded(path: string): Promise<Buffer> {
  const { body } = await caller
    .get(path)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    })
    .expect(200);
  return body as Buffer;
}

async function imported(headers: readonly string[], rows: readonly (readonly string[])[], name?: string) {
  const body = {
    name,
    headers,
    rows: rows.map((row) => Object.fromEntries(headers.map((header, at) => [header, row[at] ?? '']))),
  };
  const { body: answer } = await caller.post('/sources/import', body).expect(200);
  return answer.source.source_id as string;
}

const awkward = [
  ['改行\nあり', 'CR\rだけ', ' 空白 ', '', '0123'],
  ['-1,000', '-12.5%', '-', '+81 3-1234-5678', '@handle'],
  ['a,b', '"c"', '\ufeff', '="0123"', '\r\n'],
];
const awkwardHeaders = ['取引先\n名', 'ref "no"', '\ufeff残高', 'a,b', 'cd_number'];

describe("the user's columns", () => {
  it('come back as they were, before the added ones', async () => {
    const id = await imported(awkwardHeaders, awkward);
    const { lines, headers } = await exported(id);
    expect(lines.map((line) => line.slice(0, 5))).toEqual([awkwardHeaders, ...awkward]);
    expect(lines[0]?.slice(5)).toEqual(selectColumns([]).map((name) => `cd_${name}`));
    expect(headers['disarmed-cells']).toBe('0');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe(`attachment; filename="source-${id}.csv"`);
  });

  it('are text in a workbook, named like the source', async () => {
    const rows = [...awkward, ['=1+1', '0001', "=cmd|'/c calc'!A0", '\u0001', '_x000D_']];
    const id = await imported(awkwardHeaders, rows, '取引先/一覧');
    const bytes = await downloaded(`/sources/${id}/export?format=xlsx`);
    const { sheet, lines } = await readWorkbook(bytes);
    expect(sheet).toBe('取引先 一覧');
    expect(lines.map((line) => line.slice(0, 5))).toEqual([awkwardHeaders, ...rows]);
    const [header = [], ...read] = (await readXlsx(bytes)).sheets[0]?.rows ?? [];
    expect(read.at(-1)?.[1]).toBe('0001');
    // An added count is a number.
    expect(read.at(-1)?.[header.indexOf('cd_candidate_count')]).toBe(0);
    const { headers } = await caller.get(`/sources/${id}/export?format=xlsx`).expect(200);
    expect(headers['content-type']).toBe(workbookType);
    expect(headers['disarmed-cells']).toBeUndefined();
  });

  it('have formulas disarmed and counted, unless they are to be kept', async () => {
    const attack = `=cmd|'/c calc'!A0`;
    const id = await imported(
      ['=SUM(A1)', 'b'],
      [
        [attack, '-1'],
        ['\t@SUM(1)', '-A1'],
        ['＝１＋１', 'fine'],
      ],
    );
    const { lines, headers } = await exported(id);
    expect(lines.slice(0, 4).map((line) => line.slice(0, 2))).toEqual([
      ["'=SUM(A1)", 'b'],
      [`'${attack}`, '-1'],
      ["'\t@SUM(1)", "'-A1"],
      ["'＝１＋１", 'fine'],
    ]);
    expect(headers['disarmed-cells']).toBe('5');
    const kept = await exported(id, '?formulas=keep');
    expect(kept.lines[1]?.[0]).toBe(attack);
    expect(kept.headers['disarmed-cells']).toBeUndefined();
  });

  it('are disarmed and counted for every known attack, and for nothing else', async () => {
    const cells = [...attacks, ...harmless];
    const id = await imported(
      ['no', 'cell'],
      cells.map((cell, at) => [String(at), cell]),
    );
    const { lines, headers } = await exported(id);
    const written = [...attacks.map((cell) => `'${cell}`), ...harmless];
    expect(lines.slice(1).map((line) => line[1])).toEqual(written);
    expect(headers['disarmed-cells']).toBe(String(attacks.length));
  });

  it('begin with a byte order mark and end with LF on request', async () => {
    const id = await imported(['a'], [['1'], ['']]);
    expect((await exported(id, '?columns=row')).text.startsWith('a,cd_source_row_id\r\n1,')).toBe(true);
    const { text } = await exported(id, '?bom=true&newline=lf');
    expect(text.startsWith('\ufeffa,')).toBe(true);
    expect(text).not.toContain('\r');
  });
});

describe('the added columns', () => {
  let id = '';
  beforeAll(async () => {
    id = await caller.resolved([
      { number: idOf(5).slice(3) },
      { name: '株式会社同名商事', prefecture: '大阪府' },
      { name: '株式会社孤立電機' },
      { name: '株式会社同名商事' },
      { name: '存在しない株式会社' },
      { number: '123' },
    ]);
  });

  it('say what the user came for', async () => {
    const rows = byHeader(await exported(id, '?columns=all'));
    expect(rows[0]).toMatchObject({
      resolve_status: 'matched',
      company_id: idOf(5),
      corporate_number: idOf(5).slice(3),
      legal_name: '株式会社孤立電機',
      // The user's own column has this name too.
      company_status: 'active',
      match_rule: 'corporate_number:identifier',
      assurance: 'identifier',
      candidate_1_company_id: '',
    });
    expect(rows.map(({ assurance }) => assurance)).toEqual([
      'identifier',
      'name_and_place',
      'name_in_whole_register',
      '',
      '',
      '',
    ]);
    expect(rows[3]).toMatchObject({
      resolve_status: 'multiple_candidates',
      company_id: '',
      legal_name: '',
      candidate_count: '2',
      candidate_1_name: '株式会社同名商事',
      candidate_1_corporate_number: expect.stringMatching(/^\d{13}$/),
      candidate_1_place: expect.stringMatching(/^(東京都千代田区|大阪府大阪市北区)$/),
      candidate_2_company_id: expect.stringMatching(/^cn_/),
      candidate_3_name: '',
    });
    expect(rows[5]?.issues).not.toBe('');
  });

  it('are current facts, and name the successor of a company', async () => {
    const { knex } = suite.database;
    await knex('company_names')
      .where({ company_id: idOf(5), kind: 'legal' })
      .update({ name: '株式会社改名電機' });
    try {
      expect(byHeader(await exported(id))[0]).toMatchObject({ legal_name: '株式会社改名電機' });
    } finally {
      await knex('company_names')
        .where({ company_id: idOf(5), kind: 'legal' })
        .update({ name: '株式会社孤立電機' });
    }
    const merged = await caller.resolved([{ number: idOf(7).slice(3) }]);
    expect(byHeader(await exported(merged))[0]).toMatchObject({
      company_id: idOf(7),
      company_status: 'merged',
      superseded_by: idOf(3),
    });
  });

  it('say that a person chose', async () => {
    const open = await caller.resolved([{ name: '株式会社同名商事' }]);
    const [row] = await caller.rows(open);
    await caller.select(open, row?.source_row_id ?? '', idOf(4)).expect(200);
    expect(byHeader(await exported(open, '?columns=company,match'))[0]).toMatchObject({
      company_id: idOf(4),
      assurance: 'by_hand',
      decision: 'chosen',
    });
  });

  it('show no candidates of a row for which a person said that none is meant', async () => {
    const open = await caller.resolved([{ name: '株式会社同名商事' }]);
    const body = { execute: true, maxCredits: 0, decisions: [{ row: 1, action: 'none_of_these' }] };
    await caller.post(`/sources/${open}/decisions`, body, 'none-of-these').expect(200);
    expect(byHeader(await exported(open, '?columns=all'))[0]).toMatchObject({
      resolve_status: 'not_found',
      decision: 'none_of_these',
      candidate_count: '2',
      candidate_1_company_id: '',
    });
  });

  it('can be chosen, in the query or in a body, and only some rows', async () => {
    const wanted = ['cd_legal_name', 'cd_company_id', 'cd_source_row_id'];
    const { lines } = await exported(id, '?columns=legal_name,company_id&status=not_found,matched');
    expect(lines[0]).toEqual([...usualHeaders, ...wanted]);
    expect(lines).toHaveLength(5);
    const body = { columns: ['legal_name', 'company_id'], status: ['not_found', 'matched'] };
    const { text } = await caller.post(`/sources/${id}/export`, body).expect(200);
    expect(readCsv(text)).toEqual(lines);
    const workbook = await caller.post(`/sources/${id}/export`, { format: 'xlsx' }).expect(200);
    expect(workbook.headers['content-type']).toBe(workbookType);
  });

  it.each([
    ['columns=nothing', 'columns[0]'],
    ['lang=fr', 'lang'],
    ['layout=pdf', 'layout'],
    ['prefix=%3D', 'prefix'],
    ['format=xls', 'format'],
    ['formulas=run', 'formulas'],
    ['newline=cr', 'newline'],
  ])('cannot be asked for with %s', async (query, field) => {
    const { body } = await caller.get(`/sources/${id}/export?${query}`).expect(400);
    expect(body.error).toMatchObject({ code: 'invalid_query', details: [{ field }] });
  });

  it('are the same after an export was imported and exported again', async () => {
    for (const query of ['', '?prefix=crm+', '?columns=company_id', '?format=xlsx']) {
      const lines = query.endsWith('xlsx')
        ? (await readWorkbook(await downloaded(`/sources/${id}/export${query}`))).lines
        : (await exported(id, query)).lines;
      const [headers = [], ...rows] = lines;
      const again = await imported(headers, rows);
      await caller.post(`/sources/${again}/map`, usualMapping).expect(200);
      await caller.resolve(again).expect(200);
      const twice = await exported(again, query.endsWith('xlsx') ? '' : query);
      expect(twice.lines[0]).toEqual(headers);
      const user = (all: string[][]) => all.map((line) => line.slice(0, usualHeaders.length));
      expect(user(twice.lines)).toEqual(user(lines));
      expect(twice.lines).toHaveLength(lines.length);
    }
  });
});

async function suggestedMapping(sourceId: string) {
  const { body } = await caller.get(`/sources/${sourceId}/inspect`).expect(200);
  const suggested = (all: readonly { suggested: boolean; field: string; header: string }[]) =>
    Object.fromEntries(all.flatMap(({ suggested, field, header }) => (suggested ? [[field, header]] : [])));
  const { detected_identifier_columns, detected_hint_columns } = body.source;
  return { columns: suggested(detected_identifier_columns), hints: suggested(detected_hint_columns) };
}

describe('a workbook', () => {
  it('is refused if it cannot hold what the file has around its table', async () => {
    const id = await imported(['会社名'], [['株式会社孤立電機']]);
    const note = { file_row: 3, kind: 'note', cells: ['長'.repeat(32_768)] };
    await suite.database
      .knex('sources')
      .where({ source_id: id })
      .update({ reading: JSON.stringify({ header_row: 1, renamed_headers: [], set_aside: [note] }) });
    const { body } = await caller.get(`/sources/${id}/export?format=xlsx`).expect(400);
    expect(body.error).toMatchObject({
      code: 'invalid_query',
      details: [{ field: 'format', message: expect.stringContaining('line 3') }],
    });
    await caller.get(`/sources/${id}/export?format=xlsx&layout=table`).expect(200);
    await caller.get(`/sources/${id}/export`).expect(200);
  });

  it('is refused before it is begun if a sheet cannot hold all lines', async () => {
    const table = {
      fileName: 'candidates',
      sheetName: 'candidates',
      lines: () => Readable.from([[['a']]]),
      lineCount: async () => 1_048_577,
    };
    const options = { bom: false, newline: 'lf', formulas: 'keep' } as const;
    await expect(tableAnswer({ ...options, format: 'xlsx' }, table)).rejects.toMatchObject({
      code: 'invalid_query',
      details: [{ field: 'format', message: expect.stringContaining('1,048,577 lines') }],
    });
    await expect(tableAnswer({ ...options, format: 'csv' }, table)).resolves.toBeDefined();
    const whole = { ...table, lineCount: async () => 1_048_576 };
    await expect(tableAnswer({ ...options, format: 'xlsx' }, whole)).resolves.toBeDefined();
  });
});

describe('an export that is imported again', () => {
  it('is mapped by the columns of the user, so that no open row is settled on a candidate', async () => {
    const headers = ['会社名', '備考'];
    const first = await imported(headers, [
      ['株式会社同名商事', 'a'],
      ['株式会社孤立電機', 'b'],
    ]);
    const columns = { name: '会社名' };
    await caller.post(`/sources/${first}/map`, { entity: 'company', columns }).expect(200);
    await caller.resolve(first).expect(200);
    for (const query of [
      '',
      '?columns=candidates',
      '?columns=candidates&prefix=x_',
      '?columns=company,candidates',
    ]) {
      const [given = [], ...rows] = (await exported(first, query)).lines;
      const edited = given.map((header) =>
        query.includes('x_') && header === 'x_source_row_id' ? 'id' : header,
      );
      const again = await imported(edited, rows);
      expect(await suggestedMapping(again)).toEqual({ columns, hints: {} });
      await caller.post(`/sources/${again}/map`, { entity: 'company', columns }).expect(200);
      await caller.resolve(again).expect(200);
      const states = (await caller.rows(again)).map(({ resolve_status }) => resolve_status);
      expect(states).toEqual(['multiple_candidates', 'matched']);
    }
  });

  it('suggests facts about companies if it has no other column', async () => {
    const [headers = [], ...rows] = (await exported(await caller.resolved([{ number: idOf(5).slice(3) }])))
      .lines;
    const kept = [...headers.keys()].filter((place) => headers[place]?.startsWith('cd_'));
    const only = (line: readonly string[]) => kept.map((place) => line[place] ?? '');
    const again = await imported(only(headers), rows.map(only));
    expect((await suggestedMapping(again)).columns).toMatchObject({
      corporate_number: 'cd_corporate_number',
    });
  });

  it('leaves columns of the user alone that only look like those of an export', async () => {
    const headers = ['name', 'cd_company_id', 'source_row_id', 'website'];
    const rows = [
      ['a', 'C-001', '1', 'x'],
      ['b', 'C-002', '2', 'y'],
    ];
    let lines = [headers, ...rows];
    for (const _ of [1, 2, 3]) {
      const [given = [], ...cells] = lines;
      const id = await imported(given, cells);
      lines = (await exported(id, '?columns=company')).lines;
      expect(lines.map((line) => line.slice(0, 4))).toEqual([headers, ...rows]);
      expect(lines[0]).toHaveLength(4 + selectColumns(['company']).length);
    }
  });

  it("settles the rows of a List's export free, without a prefix too", async () => {
    const again = await imported(
      ['row_id', 'company_id', 'corporate_number', 'city'],
      [['01a2054e-089a-75af-a200-000193175ea8', idOf(5), idOf(5).slice(3), '架空市']],
    );
    const columns = { corporate_number: 'corporate_number' };
    await caller.post(`/sources/${again}/map`, { entity: 'company', columns }).expect(200);
    const { body } = await caller.resolve(again).expect(200);
    expect(body.billing.credits_used).toBe(0);
    const { lines } = await exported(again, '?columns=company_id');
    expect(lines[0]).toEqual([
      'row_id',
      'company_id',
      'corporate_number',
      'city',
      'cd_company_id',
      'cd_source_row_id',
    ]);
  });
});

describe('a file with lines around its table', () => {
  it('comes back with them in their places', async () => {
    const id = await imported(
      ['会社名', '(column 2)'],
      [
        ['株式会社孤立電機', '5'],
        ['株式会社髙架屋', '6'],
      ],
    );
    const { knex } = suite.database;
    await knex('sources')
      .where({ source_id: id })
      .update({
        reading: JSON.stringify({
          header_row: 3,
          renamed_headers: [{ place: 2, header: '(column 2)', given: '' }],
          set_aside: [
            { file_row: 1, kind: 'title', cells: ['得意先台帳', '=1+1'] },
            { file_row: 2, kind: 'blank', cells: [] },
            { file_row: 5, kind: 'blank', cells: [''] },
            { file_row: 7, kind: 'total', cells: ['合計', '11'] },
          ],
        }),
      });
    await knex('source_rows')
      .where({ source_id: id })
      .update({ file_row: knex.raw('2 + 2 * row_number') });
    const { lines, headers } = await exported(id, '?columns=row');
    expect(lines.map((line) => line.slice(0, 2))).toEqual([
      ['得意先台帳', "'=1+1"],
      ['', ''],
      ['会社名', ''],
      ['株式会社孤立電機', '5'],
      ['', ''],
      ['株式会社髙架屋', '6'],
      ['合計', '11'],
    ]);
    expect(headers['disarmed-cells']).toBe('1');
    const table = await exported(id, '?layout=table&columns=row');
    expect(table.lines.map(([first]) => first)).toEqual(['会社名', '株式会社孤立電機', '株式会社髙架屋']);
    expect((await exported(id, '?status=unresolved')).lines).toHaveLength(3);
  });
});

describe("a List's export", () => {
  const listOf = async (sourceId: string | undefined) => {
    const { body } = await caller.post('/lists', { name: '一覧', source_id: sourceId }).expect(200);
    return `/lists/${body.list.list_id}/export`;
  };
  const lines = async (path: string) => {
    const { body } = await caller.get(path).expect(200);
    const bytes = await downloaded(body.path.replace('/api/service', ''));
    return {
      answer: body,
      lines: path.includes('xlsx') ? (await readWorkbook(bytes)).lines : readCsv(bytes.toString()),
    };
  };

  it('can begin with the columns of its source, a line for each row of a company', async () => {
    const id = await caller.resolved([
      { name: '株式会社孤立電機', prefecture: '=1+1' },
      { name: '株式会社髙架屋' },
      { name: '株式会社孤立電機', ticker: '' },
      { name: '存在しない株式会社' },
    ]);
    const path = await listOf(id);
    const all = await lines(`${path}?source_columns=true`);
    expect(all.answer.columns.slice(0, 7)).toEqual([...usualHeaders, 'cd_row_id', 'cd_company_id']);
    expect(all.answer).toMatchObject({ row_count: 3, disarmed_cells: 1 });
    const [, ...rows] = all.lines;
    // In the order of the List: both rows of the first company.
    expect(rows.map((row) => [row[0], row[4], row[6]])).toEqual([
      ['株式会社孤立電機', "'=1+1", idOf(5)],
      ['株式会社孤立電機', '', idOf(5)],
      ['株式会社髙架屋', '', idOf(6)],
    ]);
    expect((await lines(`${path}?source_columns=true&formulas=keep`)).lines[1]?.[4]).toBe('=1+1');
    const some = await lines(`${path}?source_columns=name&source_columns=prefecture&prefix=x_&format=xlsx`);
    expect(some.lines[0]?.slice(0, 4)).toEqual(['name', 'prefecture', 'x_row_id', 'x_company_id']);
    expect(some.answer.path).toMatch(/\.xlsx$/);
    expect((await lines(path)).answer.columns[0]).toBe('row_id');

    const { body: unknown } = await caller.get(`${path}?source_columns=nope`).expect(400);
    expect(unknown.error.details[0]).toMatchObject({ field: 'source_columns' });
    await caller.delete(`/sources/${id}`).expect(200);
    const { body: gone } = await caller.get(`${path}?source_columns=true`).expect(409);
    expect(gone.error).toMatchObject({
      code: 'list_state_conflict',
      message: expect.stringContaining('deleted'),
    });
    await lines(path);
  });

  it('has no such columns if it was not made from a source', async () => {
    const { body } = await caller.get(`${await listOf(undefined)}?source_columns=true`).expect(400);
    expect(body.error.details).toEqual([
      { field: 'source_columns', message: 'needs a List that was made from a source' },
    ]);
  });
});
