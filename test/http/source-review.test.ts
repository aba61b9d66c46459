import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { corporateNumber, idOf } from '../support/companies.ts';
import { chosen, DecidedSource, former, shared, unknown } from '../support/decided-source.ts';
import { type Cells, SourceAccount, sourceSuite } from '../support/sources.ts';
import { readWorkbook } from '../support/written-workbook.ts';

const suite = await sourceSuite();
afterAll(suite.end);
const { service, account } = suite;

async function decided(rows: readonly Cells[]): Promise<DecidedSource> {
  const caller = await account();
  return new DecidedSource(caller, await caller.resolved(rows));
}

/** Another key of the account. */
async function colleague({ caller }: DecidedSource, label: string, options: object = {}) {
  const { accountId } = caller.account;
  const { api_key: apiKey, key_id: keyId } = await service.accounts.createKey(accountId, {
    label,
    ...options,
  });
  return new SourceAccount(service, { accountId, keyId, apiKey });
}

const reviewOf = async ({ caller, id }: DecidedSource, query: string, status = 200) =>
  (await caller.get(`/sources/${id}/review?${query}`).expect(status)).body;

const numbersOf = async (source: DecidedSource, query: string): Promise<number[]> =>
  (await reviewOf(source, query)).rows.map(({ row_number }: { row_number: number }) => row_number);

const rowOf = async ({ caller, id }: DecidedSource, row: number | string) =>
  (await caller.get(`/sources/${id}/rows/${row}`).expect(200)).body;

const alone = { name: '株式会社孤立電機' };
const text = encodeURIComponent;

const filtered = await decided([
  { ...shared, url: 'ﾄﾖﾀ系列' },
  { ...shared, prefecture: '京都府' },
  { name: '㈱同名商事' },
  unknown,
  alone,
  former,
  { name: 'Ａｂｃ　ＭＯＴＯＲ', url: '100%_\\(a)' },
]);

describe('the filters of a review', () => {
  const source = filtered;

  it('find rows by text in any cell or in one column, however it is written', async () => {
    const found = (search: string, column = '') =>
      numbersOf(source, `search=${text(search)}${column && `&search_column=${text(column)}`}`);
    expect(await found('トヨタ')).toEqual([1]);
    expect(await found('(株)同名')).toEqual([3]);
    expect(await found('同名')).toEqual([1, 2, 3]);
    expect(await found('abc motor')).toEqual([7]);
    expect(await found('京都府', 'prefecture')).toEqual([2]);
    expect(await found('京都府', 'name')).toEqual([]);
    // Nothing in it is an operator.
    expect(await found('100%_\\(A)')).toEqual([7]);
    expect(await found('.*')).toEqual([]);
    expect(await found('***:x')).toEqual([]);
  });

  it('find rows by reason, payment and likeness, with their exact number', async () => {
    expect(await numbersOf(source, 'reason=several_companies,only_form_at_other_end')).toEqual([2, 3, 6]);
    expect(await numbersOf(source, 'paid=true')).toEqual([5]);
    expect(await numbersOf(source, 'same_name_as=1')).toEqual([1, 2, 3]);
    expect(await numbersOf(source, 'same_as=1')).toEqual([1]);
    expect(await numbersOf(source, 'same_as=1&status=matched')).toEqual([]);
    expect(await reviewOf(source, 'same_name_as=3&limit=1')).toMatchObject({
      matching_rows: 3,
      rows: [{ row_number: 1 }],
      meta: { has_more: true },
    });
    const open = await reviewOf(source, 'decision=none&status=multiple_candidates,not_found');
    expect([open.matching_rows, open.rows.length]).toEqual([4, 4]);
  });

  it('are absent if they are empty or blank', async () => {
    const all = await numbersOf(source, '');
    expect(await numbersOf(source, 'search=&status=&reason=&decision=')).toEqual(all);
    expect(await numbersOf(source, 'search=%20')).toEqual(all);
  });

  it('refuse what the source does not have, naming the field', async () => {
    const faults = async (query: string, status = 400) => {
      const { error } = await reviewOf(source, query, status);
      return [error.code, error.details?.[0]?.field];
    };
    expect(await faults('reason=magic')).toEqual(['invalid_query', 'reason[0]']);
    expect(await faults('search=a&search_column=none')).toEqual(['invalid_query', 'search_column']);
    expect(await faults('search_column=name')).toEqual(['invalid_query', 'search_column']);
    expect(await faults('sort=column')).toEqual(['invalid_query', 'sort_column']);
    expect(await faults('sort=column&sort_column=none')).toEqual(['invalid_query', 'sort_column']);
    expect(await faults('search=%E2%80%8B')).toEqual(['invalid_query', 'search']);
    for (const row of ['99', '0', 'x', randomUUID()])
      expect(await faults(`from_row=${row}`, 404)).toEqual(['source_row_not_found', undefined]);
  });
});

const names = ['い', 'ｱ', '', 'あ', 'ア', 'Ｂ', 'a', 'い'];
const ordered = await decided(names.map((name, at) => ({ name, url: String(at % 3) })));

describe('the order of a review', () => {
  const source = ordered;
  const pages = async (asked: DecidedSource, query: string) => {
    const all: number[] = [];
    for (let cursor = ''; ; ) {
      const { rows, meta } = await reviewOf(asked, `${query}&limit=3${cursor && `&cursor=${text(cursor)}`}`);
      all.push(...rows.map(({ row_number }: { row_number: number }) => row_number));
      if (!meta.next_cursor) return all;
      cursor = meta.next_cursor;
    }
  };

  it.each([
    ['sort=file', [1, 2, 3, 4, 5, 6, 7, 8]],
    ['direction=descending', [8, 7, 6, 5, 4, 3, 2, 1]],
    ['sort=name', [7, 6, 4, 1, 8, 2, 5, 3]],
    ['sort=name&direction=descending', [5, 2, 8, 1, 4, 6, 7, 3]],
    ['sort=column&sort_column=url', [1, 4, 7, 2, 5, 8, 3, 6]],
  ])('is kept by every page: %s', async (query, expected) => {
    expect(await pages(source, query)).toEqual(expected);
  });

  it.each([
    ['', [9, 5, 2, 3, 4, 1, 6, 8, 7]],
    ['&direction=descending', [6, 1, 4, 3, 2, 5, 9, 8, 7]],
  ])('has numbers by their value before text, as the table has them: %s', async (direction, expected) => {
    const cells = ['11000', '1100', '１,２００', '10,000', '9.5', '12,000', ' ', '要確認', '-3'];
    const amounts = await decided(cells.map((url) => ({ ...unknown, url })));
    expect(await pages(amounts, `sort=column&sort_column=url${direction}`)).toEqual(expected);
    const from = `sort=column&sort_column=url&from_row=4&limit=2${direction}`;
    expect(await numbersOf(amounts, from)).toEqual(expected.slice(expected.indexOf(4)).slice(0, 2));
    const { headers } = (await amounts.caller.get(`/sources/${amounts.id}/inspect`)).body.source;
    const table = `/sources/${amounts.id}/rows?sort=column&sort_column=${headers.indexOf('url') + 1}${direction}`;
    const { rows } = (await amounts.caller.get(table).expect(200)).body;
    expect(rows.map(({ row_number }: { row_number: number }) => row_number)).toEqual(expected);
  });

  it('can begin at a row', async () => {
    expect(await numbersOf(source, 'sort=name&from_row=8&limit=3')).toEqual([8, 2, 5]);
    expect(await numbersOf(source, 'direction=descending&from_row=3')).toEqual([3, 2, 1]);
    // The row does not fit the filter; its place does.
    expect(await numbersOf(source, `from_row=3&search=${text('い')}`)).toEqual([8]);
  });

  it('binds cursors to filters and order', async () => {
    const { meta } = await reviewOf(source, 'sort=name&limit=3');
    const { error } = await reviewOf(source, `sort=file&limit=3&cursor=${text(meta.next_cursor)}`, 400);
    expect(error.code).toBe('invalid_cursor');
  });

  it('has matched rows last by state', async () => {
    const mixed = await decided([alone, shared, { name: '架空', ticker: '92' }, unknown]);
    expect(await numbersOf(mixed, 'sort=state')).toEqual([2, 3, 4, 1]);
  });
});

const compared = await decided([alone, shared, { name: '株式会社閉店堂' }, former]);

describe('one row', () => {
  const source = compared;

  it('has the facts of its candidates and its neighbours', async () => {
    const { row, previous, next } = await rowOf(source, 2);
    expect(row).toMatchObject({ row_number: 2, same_name_rows: 1, skipped: null, open_elsewhere: null });
    expect(row.compared).toMatchObject([
      {
        company_id: idOf(3),
        role: 'candidate',
        legal_name: '株式会社同名商事',
        corporate_number: corporateNumber(3),
        prefecture: '東京都',
        status: 'active',
        observation_count: 0,
        names: [{ kind: 'legal', name: '株式会社同名商事' }],
        matched_by: row.resolve_candidates[0].matched_by,
      },
      { company_id: idOf(4), prefecture: '大阪府' },
    ]);
    expect([previous.row_number, next.row_number]).toEqual([1, 3]);
    expect(await rowOf(source, row.source_row_id)).toMatchObject({ row: { row_number: 2 } });
  });

  it('says how a candidate ended, and former names with their time', async () => {
    expect((await rowOf(source, 3)).row.compared).toMatchObject([
      {
        company_id: idOf(7),
        status: 'merged',
        closed_on: '2024-04-01',
        close_cause: 'merger',
        superseded_by: idOf(3),
      },
    ]);
    const { row, next } = await rowOf(source, 4);
    expect(row.compared[0].names).toContainEqual(
      expect.objectContaining({ kind: 'former', name: '旧名堂株式会社', valid_to: '2024-01-01' }),
    );
    expect(next).toBeNull();
  });

  it('comes with others when they are asked for with details', async () => {
    const { rows, meta } = await reviewOf(source, 'details=candidates&limit=500');
    expect(rows[1].compared).toHaveLength(2);
    expect(meta.limit).toBe(50);
    expect((await reviewOf(source, 'limit=1')).rows[0]).not.toHaveProperty('compared');
  });

  it('of another account, or unknown, is not found', async () => {
    const stranger = await account();
    await stranger.get(`/sources/${source.id}/rows/1`).expect(404);
    const { body } = await source.caller.get(`/sources/${source.id}/rows/5`).expect(404);
    expect(body.error.code).toBe('source_row_not_found');
  });
});

describe('a decision for all rows with the same name', () => {
  it('leaves out rows that contradict the company, and rows that are decided or named', async () => {
    const source = await decided([
      shared,
      { name: '㈱同名商事', url: 'https://nobody-knows.example.jp' },
      { ...shared, number: corporateNumber(4) },
      { ...shared, prefecture: '大阪府' },
      { ...shared, number: '123' },
      { ...shared, url: 'kakuu-jidosha.co.jp' },
      shared,
      { ...shared, url: 'x' },
      { ...shared, prefecture: '東京都' },
    ]);
    // Rows 3, 4 and 9 are settled by their number or place.
    await source.decided({ row: 4, action: 'reopen' }, { row: 7, action: 'none_of_these' });
    const before = (await rowOf(source, 1)).row;
    expect(before).toMatchObject({ same_rows: 1, same_name_rows: 6, same_name_rows_credits: 5 });
    const choice = chosen(1, 3, { applyTo: 'same_name', remember: 'no' });
    const dry = (await source.decide([choice, chosen(8, 4)], { dryRun: true }).expect(200)).body;
    const { body } = await source.decide([choice, chosen(8, 4)]).expect(200);
    for (const answer of [dry, body])
      expect(answer).toMatchObject({
        decisions: [
          { rows_changed: 2, same_rows: 1, left_out_rows: 3, credits: 2 },
          { rows_changed: 1, left_out_rows: 0, credits: 1 },
        ],
        billing: { credits_used: 3 },
      });
    const companies = (await source.rows()).map(({ company_id }) => company_id);
    const [three, four] = [idOf(3), idOf(4)];
    expect(companies).toEqual([three, three, four, null, null, null, null, four, three]);
    await source.undo(body.batch_id).expect(200);
    expect((await source.rows()).map(({ decision }) => decision).filter((each) => each === 'chosen')).toEqual(
      [],
    );
  });

  it('that nobody is meant, leaves out rows with an identifier', async () => {
    const source = await decided([
      unknown,
      { ...unknown, number: corporateNumber(1) },
      { ...unknown, prefecture: '京都府' },
      { ...unknown, url: 'x' },
    ]);
    const marked = { row: 1, action: 'not_a_company', applyTo: 'same_name' };
    const { body } = await source.decide([marked]).expect(200);
    expect(body.decisions).toMatchObject([{ rows_changed: 2, left_out_rows: 2, credits: 0 }]);
    const back = { row: 3, action: 'take_back', applyTo: 'same_name' };
    expect((await source.decide([back]).expect(200)).body.rows_changed).toBe(2);
  });

  it('is refused without a name, before resolving, and twice for the same rows', async () => {
    const source = await decided([
      shared,
      { ...shared, prefecture: '京都府' },
      { number: corporateNumber(1).slice(1) },
    ]);
    const refusal = async (...decisions: Parameters<DecidedSource['decide']>[0]) =>
      (await source.decide(decisions).expect(400)).body.error.message;
    const like = { applyTo: 'same_name' };
    expect(await refusal(chosen(3, 1, like))).toContain('has no name');
    expect(await refusal(chosen(1, 3, like), chosen(2, 4, like))).toContain('decides for the same rows');
    expect(await refusal(chosen(1, 3, { applyTo: 'same' }), chosen(2, 4, like))).toContain('same rows');
    expect(await refusal(chosen(1, 3, like), chosen(2, 4, { applyTo: 'same' }))).toContain('same rows');
    const { caller } = source;
    const open = new DecidedSource(caller, await caller.mapped([shared]));
    expect((await open.decide([chosen(1, 3, like)]).expect(400)).body.error.message).toContain(
      'not resolved',
    );
  });
});

describe('a skipped row', () => {
  it('comes last for everybody until somebody decides', async () => {
    const source = await decided([shared, unknown, former]);
    const batch = await source.decided({ row: 1, action: 'skip', why: '後で電話' });
    expect(await numbersOf(source, 'sort=work')).toEqual([2, 3, 1]);
    expect(await numbersOf(source, 'sort=work&direction=descending')).toEqual([1, 3, 2]);
    expect(await numbersOf(source, 'sort=work&from_row=3&limit=2')).toEqual([3, 1]);
    expect(await numbersOf(source, 'skipped=true')).toEqual([1]);
    expect(await reviewOf(source, 'skipped=false&decision=none&status=multiple_candidates')).toMatchObject({
      matching_rows: 1,
      rows: [{ row_number: 3, skipped: null }],
    });
    const { row } = await rowOf(source, 1);
    expect(row).toMatchObject({
      resolve_status: 'multiple_candidates',
      decision: null,
      reason: { code: 'several_companies' },
      skipped: { at: expect.any(String), by: { key_id: source.caller.account.keyId } },
    });
    await source.decided({ row: 2, action: 'skip' });
    await source.decided({ row: 1, action: 'skip' });
    expect(await numbersOf(source, 'sort=work')).toEqual([3, 2, 1]);
    await source.decided({ row: 2, action: 'take_back' }, chosen(1, 3));
    expect(await numbersOf(source, 'skipped=true')).toEqual([]);
    const history = await source.history();
    expect(history.map(({ action, credits }: Record<string, unknown>) => [action, credits])).toEqual(
      [
        ['skip', 0],
        ['skip', 0],
        ['skip', 0],
        ['choose', 1],
        ['take_back', 0],
      ].sort(() => 0),
    );
    expect(history[0]).toMatchObject({ batch_id: batch, why: '後で電話' });
  });

  it('is undone by its call, and settled by resolving again', async () => {
    const source = await decided([shared, { ...shared, prefecture: '京都府' }, alone]);
    const batch = await source.decided({ row: 1, action: 'skip', applyTo: 'same_name' });
    expect(await numbersOf(source, 'skipped=true')).toEqual([1, 2]);
    const { body } = await source.undo(batch).expect(200);
    expect(body.undone).toMatchObject({ rows: 2, decided_again: 0 });
    expect(await numbersOf(source, 'skipped=true')).toEqual([]);
    expect(await source.rows()).toMatchObject([{ reason: 'several_companies' }, {}, {}]);
    expect((await source.decide([{ row: 3, action: 'skip' }]).expect(409)).body.error.code).toBe(
      'source_row_not_selectable',
    );
    const wrong = { row: 1, action: 'take_back' };
    expect((await source.decide([wrong]).expect(409)).body.error.message).toContain('not skipped');
  });
});

const visited = await decided([shared, unknown, alone, shared]);
const sato = await colleague(visited, '佐藤');
const suzuki = await colleague(visited, '鈴木', { readOnly: true });

describe('several people at one source', () => {
  const source = visited;
  const path = `/sources/${source.id}/presence`;
  const arrive = (caller: SourceAccount, session: string, row: unknown) =>
    service.as(caller.account).put(`/api/service${path}`).send({ session, row });
  const [one, two] = [randomUUID(), randomUUID()];

  it('see each other and where they are', async () => {
    expect((await arrive(sato, one, 2).expect(200)).body).toMatchObject({
      present: [],
      last_row: { row_number: 2 },
    });
    const { body } = await arrive(suzuki, two, null).expect(200);
    expect(body).toMatchObject({
      present: [{ key: { label: '佐藤' }, session: one, row: { row_number: 2 } }],
      last_row: null,
      expires_after_seconds: 30,
    });
    const query = `limit=2&session=${one}`;
    expect((await reviewOf(source, 'limit=2')).rows).toMatchObject([
      { open_elsewhere: null },
      { open_elsewhere: { by: { label: '佐藤' } } },
    ]);
    const own = (await sato.get(`/sources/${source.id}/review?${query}`).expect(200)).body;
    expect(own.rows[1].open_elsewhere).toBeNull();
  });

  it('keep the time at a row, and are gone when they leave or say nothing', async () => {
    const { body: before } = await suzuki.get(path).expect(200);
    await arrive(sato, one, 2).expect(200);
    const { body: after } = await suzuki.get(`${path}?session=${two}`).expect(200);
    expect(after.present).toHaveLength(1);
    expect(after.present[0].since).toBe(before.present[0].since);
    await suite.database
      .knex('source_presence')
      .where({ session: two })
      .update({ seen_at: new Date(Date.now() - 31_000) });
    expect((await sato.get(`${path}?session=${one}`).expect(200)).body.present).toEqual([]);
    const { body: left } = await sato.delete(`${path}?session=${one}`).expect(200);
    expect(left).toMatchObject({ present: [], last_row: { row_number: 2 } });
    expect((await suzuki.get(path).expect(200)).body.present).toEqual([]);
  });

  it('are bounded, and refused at rows and sources that do not exist', async () => {
    expect((await arrive(sato, one, 9).expect(404)).body.error.code).toBe('source_row_not_found');
    expect((await arrive(sato, 'x', 1).expect(400)).body.error.details[0].field).toBe('session');
    const stranger = await account();
    await arrive(stranger, one, 1).expect(404);
    await stranger.get(path).expect(404);
    const { accountId: _, ...own } = sato.account;
    const sessions = Array.from({ length: 100 }, () => ({
      source_id: source.id,
      key_id: own.keyId,
      session: randomUUID(),
      since: new Date(),
      seen_at: new Date(),
    }));
    await suite.database.knex('source_presence').insert(sessions);
    expect((await arrive(sato, two, 1).expect(409)).body.error.code).toBe('source_sessions_exceeded');
    await arrive(sato, sessions[0]?.session ?? '', 1).expect(200);
  });

  it('of one key, however many, keep no other key away', async () => {
    await arrive(suzuki, two, 1).expect(200);
    await arrive(suzuki, two, 2).expect(200);
    expect((await arrive(sato, randomUUID(), 1).expect(409)).body.error.code).toBe(
      'source_sessions_exceeded',
    );
    const { present } = (await suzuki.get(path).expect(200)).body;
    const keys = present.map(({ key }: { key: { key_id: string } }) => key.key_id);
    expect(keys).toHaveLength(100);
    expect(keys.filter((id: string) => id === suzuki.account.keyId)).toHaveLength(1);
  });

  it('learn who came first when both decide about a row', async () => {
    const batch = await source.decided(chosen(1, 3));
    const body = { execute: true, maxCredits: 1, decisions: [chosen(1, 4), chosen(3, 4)] };
    const { body: refused } = await sato
      .post(`/sources/${source.id}/decisions`, body, randomUUID())
      .expect(409);
    const first = { action: 'choose', company_id: idOf(3), decision: 'chosen', batch_id: batch };
    expect(refused.error.details).toMatchObject([
      { field: 'decisions[0].row', decided: { ...first, by: { key_id: source.caller.account.keyId } } },
      { field: 'decisions[1].row', decided: null },
    ]);
    const { source_row_id: row } = (await rowOf(source, 1)).row;
    const { body: selected } = await sato.select(source.id, row, idOf(4)).expect(409);
    expect(selected.error.details).toMatchObject({ resolve_status: 'matched', decided: first });
  });
});

describe('the progress of a source', () => {
  it('divides the rows into equal parts with their counts', async () => {
    const source = await decided([shared, shared, alone, unknown, former, unknown, alone]);
    await source.decided(chosen(1, 3), { row: 2, action: 'skip' }, { row: 4, action: 'not_a_company' });
    const progress = async (query: string) =>
      (await source.caller.get(`/sources/${source.id}/progress${query}`).expect(200)).body;
    const { total, segments } = await progress('?segments=3');
    expect(total).toEqual({
      rows: 7,
      matched: 3,
      multiple_candidates: 2,
      not_found: 2,
      invalid: 0,
      unresolved: 0,
      decided: 2,
      open: 3,
      skipped: 1,
    });
    expect(segments).toMatchObject([
      { from_row: 1, to_row: 3, rows: 3, matched: 2, open: 1, skipped: 1, decided: 1 },
      { from_row: 4, to_row: 5, rows: 2, decided: 1 },
      { from_row: 6, to_row: 7, rows: 2 },
    ]);
    expect((await progress('')).segments).toHaveLength(7);
    await source.caller.get(`/sources/${source.id}/progress?segments=501`).expect(400);
  });
});

describe('what was seen', () => {
  it('is in the history, its file and the second sheet of an export', async () => {
    const source = await decided([{ name: '㈱同名商事' }, alone]);
    await source.decided(chosen(1, 4));
    const [entry] = await source.history();
    expect(entry.seen).toEqual({
      source_row_id: entry.source_row_id,
      name: '㈱同名商事',
      reason: 'several_companies',
      candidates: [
        { company_id: idOf(3), display_name: '株式会社同名商事', rule: expect.any(String) },
        { company_id: idOf(4), display_name: '株式会社同名商事', rule: expect.any(String) },
      ],
      more_candidates: 0,
      suggestions: [],
    });
    const { text: file } = await source.caller.get(`/sources/${source.id}/history/export`).expect(200);
    expect(file).toContain('seen_candidates');
    expect(file).toContain(`${idOf(3)} 株式会社同名商事`);
    const workbook = await source.caller
      .get(`/sources/${source.id}/export?format=xlsx&audit=true`)
      .buffer()
      .parse((response, done) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => done(null, Buffer.concat(pieces)));
      })
      .expect(200);
    const sheets = await Promise.all([1, 2].map((sheet) => readWorkbook(workbook.body, 0, sheet)));
    expect(sheets.map(({ sheet, lines }) => [sheet, lines.length])).toEqual([
      ['source', 3],
      ['decisions', 2],
    ]);
    const { body } = await source.caller.get(`/sources/${source.id}/export?audit=true`).expect(400);
    expect(body.error.details).toMatchObject([
      { field: 'audit', message: expect.stringContaining('history/export') },
    ]);
  });
});
