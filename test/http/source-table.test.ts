import { afterAll, describe, expect, it } from '@jest/globals';
import { corporateNumber, idOf } from '../support/companies.ts';
import { chosen, DecidedSource, shared, unknown } from '../support/decided-source.ts';
import { type Cells, SourceAccount, sourceSuite } from '../support/sources.ts';
import { readWorkbook } from '../support/written-workbook.ts';

const suite = await sourceSuite();
afterAll(suite.end);
const { service, account } = suite;
const { knex } = suite.database;

const text = encodeURIComponent;
const alone = { name: '株式会社孤立電機', number: corporateNumber(5) };

/** Rows 1, 3 and 6 are settled on company 5, row 2 on 7, which merged, and row 5 on 1, which is listed. */
const rows = [
  { ...alone, note: '1,200' },
  { name: '株式会社閉店堂', number: corporateNumber(7), note: '90' },
  { ...alone, name: '㈱孤立電機 ', note: 'Ｂ' },
  shared,
  { name: '架空自動車株式会社', number: corporateNumber(1), note: '-5' },
  { ...alone, place: '東京都', note: '1200.5' },
  unknown,
] as const;

const headers = ['name', 'number', 'note', 'place'];
const caller = await account(5000);

async function resolved(given: readonly Cells[]): Promise<string> {
  const blank = Object.fromEntries(headers.map((header) => [header, '']));
  const table = { headers, rows: given.map((row) => ({ ...blank, ...row })) };
  const { body } = await caller.post('/sources/import', table).expect(200);
  const sourceId: string = body.source.source_id;
  const columns = { name: 'name', corporate_number: 'number' };
  await caller.post(`/sources/${sourceId}/map`, { entity: 'company', columns }).expect(200);
  await caller.resolve(sourceId).expect(200);
  return sourceId;
}

const id = await resolved(rows);

const tableOf = async (query = '', source = id) =>
  (await caller.get(`/sources/${source}/rows?${query}`).expect(200)).body;
const numbersOf = async (query: string): Promise<number[]> =>
  (await tableOf(query)).rows.map(({ row_number }: { row_number: number }) => row_number);
const overviewOf = async (source = id) => (await caller.get(`/sources/${source}/overview`).expect(200)).body;

describe('the rows of a source as a table', () => {
  it('have their own columns, the company and the state, in any window', async () => {
    expect(await tableOf('limit=2&offset=1')).toMatchObject({
      headers,
      row_count: 7,
      matching_rows: 7,
      rows: [
        {
          row_number: 2,
          cells: ['株式会社閉店堂', corporateNumber(7), '90', ''],
          resolve_status: 'matched',
          reason: 'number_and_name',
          company_id: idOf(7),
          company: {
            legal_name: '株式会社閉店堂',
            status: 'merged',
            superseded_by: idOf(3),
            prefecture: null,
          },
          same_company: null,
        },
        { row_number: 3 },
      ],
      meta: { limit: 2, offset: 1, returned: 2, has_more: true },
    });
    expect((await tableOf('offset=7')).rows).toEqual([]);
  });

  it('are found by any column, however it is written, and by what the company is', async () => {
    const cells = (...conditions: string[]) => conditions.map((each) => `cell=${text(each)}`).join('&');
    expect(await numbersOf(cells('1:contains:(株)孤立'))).toEqual([3]);
    expect(await numbersOf(cells('1:contains:孤立', '3:equals:b'))).toEqual([3]);
    expect(await numbersOf(cells('3:equals:1'))).toEqual([]);
    expect(await numbersOf(cells('3:contains:.*'))).toEqual([]);
    expect(await numbersOf(cells('1:contains:a,b'))).toEqual([]);
    expect(await numbersOf(`company=${text('孤立')}`)).toEqual([1, 3, 6]);
    expect(await numbersOf(`company_id=${idOf(7)},${idOf(1)}`)).toEqual([2, 5]);
    expect(await numbersOf('status=multiple_candidates,not_found')).toEqual([4, 7]);
    expect(await numbersOf('reason=several_companies')).toEqual([4]);
    expect(await numbersOf(`prefecture=${text('東京都')}`)).toEqual([1, 3, 5, 6]);
    expect(await numbersOf('prefecture=unknown')).toEqual([2]);
    expect(await numbersOf('company_status=merged')).toEqual([2]);
    expect(await numbersOf('listing_status=listed')).toEqual([5]);
    expect(await numbersOf('listing_status=unknown&company_status=active')).toEqual([1, 3, 6]);
    expect(await numbersOf('several_rows=true')).toEqual([1, 3, 6]);
    expect(await numbersOf('several_rows=false')).toEqual([2, 4, 5, 7]);
  });

  it('stand in any order, numbers by their value, what is blank last', async () => {
    expect(await numbersOf('sort=column&sort_column=3')).toEqual([5, 2, 1, 6, 3, 4, 7]);
    expect(await numbersOf('sort=column&sort_column=3&direction=descending')).toEqual([6, 1, 2, 5, 3, 4, 7]);
    expect(await numbersOf('sort=company')).toEqual([5, 1, 3, 6, 2, 4, 7]);
    expect(await numbersOf('sort=state')).toEqual([4, 7, 1, 2, 3, 5, 6]);
    expect(await numbersOf('sort=same_company')).toEqual([1, 3, 6, 2, 4, 5, 7]);
    expect(await numbersOf('sort=file&direction=descending&limit=2')).toEqual([7, 6]);
    expect((await numbersOf('sort=prefecture')).slice(4)).toEqual([2, 4, 7]);
  });

  it('say which of them are one company, and what they write otherwise', async () => {
    const { rows: same } = await tableOf('several_rows=true');
    const first_row = { source_row_id: same[0].source_row_id, row_number: 1 };
    expect(same.map((row: { same_company: object }) => row.same_company)).toEqual([
      { rows: 3, first_row, differing_columns: [] },
      { rows: 3, first_row, differing_columns: [1, 3] },
      { rows: 3, first_row, differing_columns: [3, 4] },
    ]);
  });

  it('say so in the columns of an export, of settled rows only', async () => {
    const { text: csv } = await caller.get(`/sources/${id}/export?columns=same_company`).expect(200);
    const added = csv
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',').slice(-3, -1).join());
    expect(added).toEqual([
      'cd_same_company_rows,cd_same_company_first_row',
      '3,1',
      ',',
      '3,1',
      ',',
      ',',
      '3,1',
      ',',
    ]);
    const usual = await caller.get(`/sources/${id}/export`).expect(200);
    expect(usual.text).not.toContain('same_company');
  });

  it('count companies that became one as one, and show decisions at once', async () => {
    const decided = new DecidedSource(caller, await caller.resolved([shared, shared, shared]));
    expect((await tableOf('several_rows=true', decided.id)).matching_rows).toBe(0);
    await decided.decided(chosen(1, 3), chosen(2, 4));
    expect((await tableOf('status=matched', decided.id)).matching_rows).toBe(2);
    await knex('company_aliases').insert({ alias_id: 'tse_9999', company_id: idOf(4), reason: 'listing' });
    await knex('source_rows')
      .where({ source_id: decided.id, row_number: 2 })
      .update({
        company_id: 'tse_9999',
        candidates: JSON.stringify([{ company_id: 'tse_9999' }]),
        decided_at: new Date(),
      });
    await decided.decided(chosen(3, 4));
    const { rows: same } = await tableOf('several_rows=true', decided.id);
    expect(same).toMatchObject([
      { row_number: 2, company_id: 'tse_9999', company: { company_id: idOf(4) }, same_company: { rows: 2 } },
      { row_number: 3, company_id: idOf(4), same_company: { rows: 2, first_row: { row_number: 2 } } },
    ]);
    expect((await tableOf('company_id=tse_9999', decided.id)).matching_rows).toBe(2);
    expect(await overviewOf(decided.id)).toMatchObject({
      settled: { companies: 2, rows: 3 },
      several_rows: { companies: 1, rows: 2 },
    });
  });

  it('are bounded: cells are cut, and wide windows are shorter', async () => {
    const many = Array.from({ length: 200 }, (_, at) => `c${at}`);
    const wide = Object.fromEntries(many.map((header) => [header, '長'.repeat(300)]));
    const { body } = await caller
      .post('/sources/import', { headers: many, rows: Array.from({ length: 101 }, () => wide) })
      .expect(200);
    const { rows: shown, meta } = await tableOf('limit=500', body.source.source_id);
    expect([shown.length, meta.limit, meta.has_more]).toEqual([100, 100, true]);
    expect(shown[0].cells[199]).toBe(`${'長'.repeat(200)}…`);
  });

  it.each([
    ['cell=name:contains:x', 'cell'],
    ['cell=1:like:x', 'cell'],
    ['cell=1:contains:%20', 'cell'],
    ['cell=5:contains:x', 'cell'],
    [`cell=2:contains:${'長'.repeat(201)}`, 'cell', 'text must have at most 200 characters'],
    ['min_capital=9999999999999999', 'min_capital', 'must be at most 1000000000000000'],
    ['sort=column', 'sort_column'],
    ['sort=column&sort_column=5', 'sort_column'],
    ['sort_column=1', 'sort_column'],
    ['prefecture=Tokyo', 'prefecture'],
    ['min_capital=5&max_capital=4', 'max_capital'],
    ['offset=-1', 'offset'],
    ['limit=501', 'limit'],
  ])('refuse %s', async (query, field, said = '') => {
    const { body } = await caller.get(`/sources/${id}/rows?${encodeURI(decodeURI(query))}`).expect(400);
    expect(body.error.details).toMatchObject([{ message: expect.stringContaining(said) }]);
    expect(body.error.code).toBe('invalid_query');
    expect(body.error.details[0].field).toMatch(new RegExp(`^${field}`));
  });
});

describe('the overview of a source', () => {
  it('counts rows and companies by all that a filter takes', async () => {
    await knex('profile_values').insert(
      [
        ['capital_yen', 5, '99999999'],
        ['capital_yen', 1, '100000000'],
        ['industry', 5, '"倉庫・運輸関連"'],
        ['listing_statement', 5, '"非上場"'],
      ].map(([field, company, value]) => ({
        company_id: idOf(Number(company)),
        field,
        value,
        source: 'edinet',
        observed_at: '2026-01-01',
      })),
    );
    const overview = await overviewOf();
    expect(overview).toMatchObject({
      rows: 7,
      settled: { companies: 3, rows: 5 },
      several_rows: { companies: 1, rows: 3 },
      statuses: [
        { value: 'active', companies: 2, rows: 4 },
        { value: 'merged', companies: 1, rows: 1 },
      ],
      prefectures: [
        { value: '東京都', companies: 2, rows: 4 },
        { value: 'unknown', companies: 1, rows: 1 },
      ],
      capital: [
        { min: 10_000_000, max: 99_999_999, companies: 1, rows: 3 },
        { min: 100_000_000, max: 999_999_999, companies: 1, rows: 1 },
      ],
      employees: [],
    });
    expect(overview.states).toContainEqual({
      resolve_status: 'multiple_candidates',
      reason: 'several_companies',
      rows: 1,
    });
    expect(overview.listings).toContainEqual({ value: 'private', companies: 1, rows: 3 });
    expect(overview.industries).toContainEqual({ value: '5200', companies: 1, rows: 3 });
    expect(await numbersOf('industry_33_code=5200')).toEqual([1, 3, 6]);
    expect(await numbersOf('max_capital=99999999')).toEqual([1, 3, 6]);
    expect(await numbersOf('listing_status=private')).toEqual([1, 3, 6]);
    // What is shown of a company and what is counted come from the same rule.
    const { rows: shown } = await tableOf('status=matched');
    for (const { value, rows: count } of overview.listings)
      expect(
        shown.filter(
          ({ company }: { company: { listing_status: string } }) => company.listing_status === value,
        ),
      ).toHaveLength(count);
  });
});

describe('two sources joined on the company', () => {
  const joined = (query: string, status = 200, as = caller) =>
    as.get(`/sources/${id}/join${query}`).expect(status);

  it('have a line for each pair, and for each row without a partner', async () => {
    const other = await resolved([
      { ...alone, note: 'a' },
      { ...alone, note: '=b' },
      { name: '株式会社髙架屋', number: corporateNumber(6), note: 'c' },
      unknown,
    ]);
    const { body } = await joined(`?other=${other}`);
    expect(body).toEqual({
      ok: true,
      lines: 10,
      rows: 7,
      rows_with_partner: 3,
      rows_with_several_partners: 3,
      companies: 1,
      other_rows: 4,
      other_rows_left_out: 2,
    });
    const { text: csv, headers } = await joined(`/export?other=${other}`);
    const lines = csv.trimEnd().split('\r\n');
    expect([headers['joined-lines'], headers['disarmed-cells'], lines.length]).toEqual(['10', '3', 11]);
    expect(lines[0]).toBe(
      'name,number,note,place,cd_company_id,cd_corporate_number,cd_legal_name,name (2),number (2),note (2),place (2)',
    );
    const five = `${idOf(5)},${corporateNumber(5)},株式会社孤立電機`;
    expect(lines.slice(1, 4)).toEqual([
      `株式会社孤立電機,${corporateNumber(5)},"1,200",,${five},株式会社孤立電機,${corporateNumber(5)},a,`,
      `株式会社孤立電機,${corporateNumber(5)},"1,200",,${five},株式会社孤立電機,${corporateNumber(5)},'=b,`,
      `株式会社閉店堂,${corporateNumber(7)},90,,${idOf(7)},${corporateNumber(7)},株式会社閉店堂,,,,`,
    ]);
    expect(lines.at(-1)).toBe('誰も知らない株式会社,,,,,,,,,,');
    const workbook = await joined(`/export?other=${other}&format=xlsx`)
      .buffer(true)
      .parse((response, done) => {
        const parts: Buffer[] = [];
        response.on('data', (part) => parts.push(Buffer.from(part)));
        response.on('end', () => done(null, Buffer.concat(parts)));
      });
    expect((await readWorkbook(workbook.body)).lines).toHaveLength(11);
  });

  it('are both the own ones, and need a key for both', async () => {
    const stranger = await account();
    const theirs = await stranger.resolved([alone]);
    const own = await caller.resolved([unknown]);
    for (const path of ['', '/export']) {
      expect((await joined(`${path}?other=${theirs}`, 404)).body.error.code).toBe('source_not_found');
      expect((await joined(`${path}?other=nothing`, 404)).body.error.code).toBe('source_not_found');
      expect((await joined(`${path}?other=${own}`, 404, stranger)).body.error.code).toBe('source_not_found');
      expect((await joined(`${path}?other=${id}`, 400)).body.error.details[0].field).toBe('other');
      expect((await joined(path, 400)).body.error.details[0].field).toBe('other');
      const { accountId } = caller.account;
      const key = await service.accounts.createKey(accountId, { label: 'one', sourceId: id });
      const limited = new SourceAccount(service, { accountId, keyId: key.key_id, apiKey: key.api_key });
      expect((await joined(`${path}?other=${own}`, 403, limited)).body.error.code).toBe('key_not_permitted');
    }
  });

  it('are not written if they have too many lines', async () => {
    const many = Array.from({ length: 500 }, () => alone);
    const [one, other] = [await caller.resolved(many), await caller.resolved(many)];
    const at = `/sources/${one}/join`;
    expect((await caller.get(`${at}?other=${other}`).expect(200)).body.lines).toBe(250_000);
    const { body } = await caller.get(`${at}/export?other=${other}`).expect(400);
    expect(body.error.details[0]).toMatchObject({
      field: 'other',
      message: expect.stringContaining('250,000'),
    });
  });
});
