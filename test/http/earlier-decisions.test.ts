import { afterAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { idOf } from '../support/companies.ts';
import { chosen, DecidedSource, shared, unknown } from '../support/decided-source.ts';
import { type Cells, type SourceAccount, sourceSuite } from '../support/sources.ts';

// A table that was exported and comes back: what people decided about its rows.

const suite = await sourceSuite();
afterAll(suite.end);

const alone = { name: '株式会社孤立電機' };
const headers = ['name', 'prefecture'];
const mapping = { entity: 'company', columns: { name: 'name' }, hints: { prefecture: 'prefecture' } };

/** A table whose decisions the names contradict, and what is exported of it. */
async function decidedTable(caller: SourceAccount, more: readonly Cells[] = []) {
  const work = await resolvedTable(caller, [shared, alone, unknown, unknown, alone, ...more]);
  await work.decided(
    chosen(1, 4, { remember: 'no' }),
    { row: 2, action: 'reopen' },
    { row: 3, action: 'none_of_these' },
  );
  await work.decided(chosen(2, 6, { remember: 'no' }));
  return work;
}

async function resolvedTable(
  caller: SourceAccount,
  rows: readonly Cells[],
  { named = headers, mapped = mapping }: { named?: readonly string[]; mapped?: object } = {},
) {
  const blank = Object.fromEntries(named.map((header) => [header, '']));
  const body = { headers: named, rows: rows.map((row) => ({ ...blank, ...row })) };
  const imported = await caller.post('/sources/import', body).expect(200);
  const { source_id: id } = imported.body.source;
  await caller.post(`/sources/${id}/map`, mapped).expect(200);
  await caller.resolve(id).expect(200);
  return new DecidedSource(caller, id);
}

/** The rows as they were exported, as a spreadsheet has them. */
async function exportedRows({ caller, id }: DecidedSource): Promise<Cells[]> {
  const { text } = await caller.get(`/sources/${id}/export?bom=false`).expect(200);
  return parse(text, { columns: true });
}

const returned = (caller: SourceAccount, rows: readonly Cells[]) =>
  resolvedTable(caller, rows, { named: Object.keys(rows[0] ?? {}) });

const shown = async (work: DecidedSource) =>
  (await work.rows()).map(({ resolve_status, company_id, decision, reason }) => [
    resolve_status,
    company_id,
    decision,
    reason,
  ]);

const issuesOf = async ({ caller, id }: DecidedSource) =>
  (await caller.rows(id)).map(({ issues }) => issues.map(({ code }) => code));

const kept = [
  ['matched', idOf(4), 'chosen', 'chosen'],
  ['matched', idOf(6), 'chosen', 'chosen'],
  ['not_found', null, 'none_of_these', 'none_of_these'],
  ['not_found', null, null, 'nobody_found'],
  ['matched', idOf(5), null, 'earlier_export'],
];

describe('decisions about the rows of a table', () => {
  it('hold when its export comes back, free of charge, with a history that names the table', async () => {
    const caller = await suite.account(100);
    const work = await decidedTable(caller);
    const balance = await caller.balance();
    const back = await returned(caller, await exportedRows(work));
    expect(await shown(back)).toEqual(kept);
    expect(await caller.balance()).toBe(balance);
    const history = await back.history();
    expect(history).toHaveLength(3);
    expect(history[1]).toMatchObject({
      row_number: 2,
      made_by: 'earlier_table',
      action: 'choose',
      after: { company_id: idOf(6) },
      credits: 0,
      can_undo: true,
      earlier_row: { source_id: work.id, row_number: 2 },
    });
    // And when the export of that comes back.
    const again = await returned(caller, await exportedRows(back));
    expect(await shown(again)).toEqual(kept);
    expect((await again.history())[1].earlier_row).toMatchObject({ source_id: back.id });
  });

  it('name no other table to a key for one', async () => {
    const caller = await suite.account(100);
    const { id } = await returned(caller, await exportedRows(await decidedTable(caller)));
    const { body: key } = await caller.post('/keys', { source_id: id }).expect(201);
    const seen = suite.service.as({ apiKey: key.api_key }).get(`/api/service/sources/${id}/history`);
    const { body } = await seen.expect(200);
    expect(body.items[0].earlier_row).toMatchObject({ source_name: null });
  });

  it('keep what a person took back open, free of charge', async () => {
    const caller = await suite.account(100);
    const work = await resolvedTable(caller, [alone, alone]);
    await work.decided({ row: 1, action: 'reopen' });
    const rows = await exportedRows(work);
    const balance = await caller.balance();
    const back = await returned(caller, rows);
    expect(await shown(back)).toEqual([
      ['multiple_candidates', null, null, 'taken_back'],
      ['matched', idOf(5), null, 'earlier_export'],
    ]);
    expect(await caller.balance()).toEqual(balance);
  });

  it('can be taken back, and do not come again with another mapping', async () => {
    const caller = await suite.account(100);
    const back = await returned(caller, await exportedRows(await decidedTable(caller)));
    const [{ batch_id }] = await back.history();
    const { body } = await back.undo(batch_id).expect(200);
    expect(body.undone).toMatchObject({ rows: 3 });
    const open = [
      ['multiple_candidates', null],
      ['multiple_candidates', null],
      ['not_found', null],
    ];
    expect((await shown(back)).slice(0, 3).map((row) => row.slice(0, 2))).toEqual(open);
    await caller.post(`/sources/${back.id}/map`, mapping).expect(200);
    await caller.resolve(back.id, { maxCredits: 0 }).expect(200);
    expect((await shown(back)).slice(0, 3).map((row) => row.slice(0, 2))).toEqual(open);
    // As free as when the file came back.
    await back.decide([chosen(2, 6)], { maxCredits: 0 }).expect(200);
  });

  it('are compared as matching compares, and in the columns that are mapped', async () => {
    const caller = await suite.account(100);
    const rows = await exportedRows(await decidedTable(caller));
    const edited = rows.map((row) => ({
      ...row,
      name: (row.name ?? '').replace('株式会社', '（株）'),
      memo: '電話した',
    }));
    expect((await shown(await returned(caller, edited))).slice(0, 2)).toEqual(kept.slice(0, 2));
  });

  it('do not hold for other cells: nothing is settled by a row id that was sorted away, and the row says so', async () => {
    const caller = await suite.account(100);
    const rows = await exportedRows(await decidedTable(caller));
    const names = rows.map(({ name }) => name ?? '').toReversed();
    const back = await returned(
      caller,
      rows.map((row, at) => ({ ...row, name: names[at] ?? '' })),
    );
    expect(await shown(back)).toEqual([
      ['matched', idOf(5), null, 'full_name'],
      ['not_found', null, null, 'nobody_found'],
      ['not_found', null, 'none_of_these', 'none_of_these'],
      ['matched', idOf(5), null, 'full_name'],
      ['multiple_candidates', null, null, 'several_companies'],
    ]);
    const other = ['earlier_export_other_row'];
    expect(await issuesOf(back)).toEqual([other, other, [], [], other]);
  });

  it('give way to a company that a person changed or deleted in the file', async () => {
    const caller = await suite.account(100);
    const rows = await exportedRows(await decidedTable(caller));
    const company = (at: number, id: string): Cells => ({
      ...rows[at],
      cd_company_id: id,
      cd_corporate_number: '',
    });
    const edited = [company(0, idOf(3)), company(1, ''), company(2, idOf(8)), ...rows.slice(3)];
    expect(await shown(await returned(caller, edited))).toEqual([
      ['matched', idOf(3), null, 'earlier_export'],
      // A person had taken that company back.
      ['multiple_candidates', null, null, 'taken_back'],
      ['matched', idOf(8), null, 'earlier_export'],
      ...kept.slice(3),
    ]);
  });

  it('of another account or a deleted table are unknown: the columns count as before', async () => {
    const caller = await suite.account(100);
    const work = await decidedTable(caller);
    const rows = await exportedRows(work);
    const asBefore = [
      ['matched', idOf(4), null, 'earlier_export'],
      ['multiple_candidates', null, null, 'identifier_and_name_differ'],
      ['not_found', null, null, 'nobody_found'],
      ...kept.slice(3),
    ];
    const stranger = await suite.account(100);
    const sorted = rows.map((row, at) => ({ ...row, name: rows[(at + 1) % rows.length]?.name ?? '' }));
    const ofStranger = await returned(stranger, rows);
    expect(await shown(ofStranger)).toEqual(asBefore);
    expect((await issuesOf(await returned(stranger, sorted))).flat()).not.toContain(
      'earlier_export_other_row',
    );
    const back = await returned(caller, rows);
    await caller.delete(`/sources/${work.id}`).expect(200);
    expect((await back.history())[0].earlier_row).toMatchObject({ source_id: work.id, source_name: null });
    expect(await shown(await returned(caller, [...rows, ...rows.slice(4)]))).toEqual([
      ...asBefore,
      ...kept.slice(4),
    ]);
  });

  it('say nothing for columns that the earlier table does not have', async () => {
    const caller = await suite.account(100);
    const rows = await exportedRows(await decidedTable(caller));
    const renamed = rows.map(({ name, ...row }) => ({ 会社名: name ?? '', ...row }));
    const back = await resolvedTable(caller, renamed, {
      named: Object.keys(renamed[0] ?? {}),
      mapped: { entity: 'company', columns: { name: '会社名' } },
    });
    expect((await shown(back))[0]).toEqual(['matched', idOf(4), null, 'earlier_export']);
  });
});
