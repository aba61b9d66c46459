import { afterAll, describe, expect, it } from '@jest/globals';
import { DiffsStore } from '../../src/features/lists/publishing/diffs-store.ts';
import { SnapshotsStore } from '../../src/features/lists/publishing/snapshots-store.ts';
import { companyFacts, corporateNumber, idOf, insertFacts } from '../support/companies.ts';
import { type ListAnswer, listSuite } from '../support/lists.ts';

const nara = { code: '29', name: '奈良県', city: '奈良市' };

const suite = await listSuite(
  Array.from({ length: 6 }, (_, at) => ({
    number: at + 1,
    name: `株式会社奈良${at + 1}`,
    prefecture: nara,
  })),
);
const account = await suite.richAccount();
const api = suite.as(account);
afterAll(suite.end);

const unknownId = '01890000-0000-7000-8000-000000000000';
let keys = 0;

/** Saves all companies of the prefecture as a List. */
async function saveSearch(): Promise<string> {
  const definition = { filters: { prefecture: ['奈良県'] }, order: 'name' };
  const { estimate } = await api.post('/lists/estimate', { definition });
  keys += 1;
  const { list } = await api.post(
    '/lists/materialize',
    { estimate_id: estimate.estimate_id, name: '奈良', execute: true, maxCredits: 100 },
    { key: `publishing-${keys}` },
  );
  return list.list_id;
}

async function act(listId: string, what: string, status = 200): Promise<ListAnswer> {
  return api.post(`/lists/${listId}/${what}`, {}, { status });
}

async function decide(listId: string, row: string, what: string, body: object, status = 200) {
  return api.patch(`/lists/${listId}/diff-rows/${row}/${what}`, body, status);
}

async function addCompany(number: number, name: string): Promise<void> {
  await insertFacts(suite.database.knex, companyFacts({ number, name, prefecture: nara }));
  await suite.service.reindexCompanies();
}

async function renameCompany(number: number, name: string): Promise<void> {
  await suite.database
    .knex('company_names')
    .where({ company_id: idOf(number), kind: 'legal' })
    .update({ name });
}

describe('a published List', () => {
  it('has numbered snapshots that nothing can change', async () => {
    const listId = await saveSearch();
    expect(await act(listId, 'publish')).toMatchObject({
      list: { published_version: 1 },
      snapshot: { version: 1, kind: 'published', row_count: 6 },
    });
    expect(await act(listId, 'publish')).toMatchObject({ snapshot: { version: 2 } });
    const { items } = await api.get(`/lists/${listId}/snapshots`);
    expect(items.map((item: { version: number }) => item.version)).toEqual([2, 1]);
    const change = suite.database.knex('list_snapshot_rows').where({ list_id: listId }).delete();
    await expect(change).rejects.toThrow(/snapshots are immutable/);
    const update = suite.database.knex('list_snapshots').where({ list_id: listId }).update({ row_count: 0 });
    await expect(update).rejects.toThrow(/snapshots are immutable/);
  });

  it('keeps only rows that are not suppressed', async () => {
    const listId = await saveSearch();
    await api.patch(`/lists/${listId}/suppressions`, { add: [{ company_id: idOf(1) }] });
    expect(await act(listId, 'publish')).toMatchObject({ snapshot: { row_count: 5 } });
    // A company that the List leaves out is not reported as added.
    expect(await act(listId, 'refresh')).toMatchObject({
      diff: { counts: { added: 0, removed: 0, changed: 0 } },
    });
  });
});

describe('a refresh', () => {
  it('of a List that is not published is refused', async () => {
    const listId = await saveSearch();
    expect((await act(listId, 'refresh', 409)).error).toMatchObject({
      code: 'list_state_conflict',
      details: { published_version: null },
    });
    expect(await api.get(`/lists/${listId}/diffs/latest`)).toMatchObject({
      diff: null,
      meta: { limit: 100, returned: 0, has_more: false, next_cursor: null },
    });
  });

  it('reports what was added, removed and changed, each once', async () => {
    const listId = await saveSearch();
    await act(listId, 'publish');
    await addCompany(20, '株式会社奈良新');
    await renameCompany(3, '株式会社奈良改');
    await suite.database
      .knex('companies')
      .where({ company_id: idOf(4) })
      .update({ status: 'closed', closed_on: '2026-01-01' });
    await suite.service.reindexCompanies();

    const answer = await act(listId, 'refresh');
    expect(answer.diff).toMatchObject({
      from_version: 1,
      to_version: 2,
      counts: { added: 1, removed: 1, changed: 1 },
      rows: [
        {
          kind: 'added',
          company_id: idOf(20),
          display_name: '株式会社奈良新',
          review: null,
          exclusion: null,
        },
        { kind: 'removed', company_id: idOf(4) },
        {
          kind: 'changed',
          company_id: idOf(3),
          changes: [
            { field: 'display_name', before: '株式会社奈良3', after: '株式会社奈良改' },
            { field: 'legal_name', before: '株式会社奈良3', after: '株式会社奈良改' },
          ],
        },
      ],
    });
    // The rows of the List are as they were: only materialize adds rows.
    expect(answer.list.row_count).toBe(6);
    const latest = await api.get(`/lists/${listId}/diffs/latest`);
    expect(latest.diff).toEqual(answer.diff);

    const again = await act(listId, 'refresh');
    expect(again.diff).toMatchObject({
      from_version: 2,
      to_version: 2,
      counts: { added: 0, removed: 0, changed: 0 },
    });
    const { items } = await api.get(`/lists/${listId}/diffs`);
    expect(items.map((item: { diff_id: string }) => item.diff_id)).toEqual([
      again.diff.diff_id,
      answer.diff.diff_id,
    ]);
    const first = await api.get(`/lists/${listId}/diffs/${answer.diff.diff_id}?limit=1`);
    expect(first).toMatchObject({ diff: { rows: [{ kind: 'added' }] }, meta: { has_more: true } });
    const cursor = encodeURIComponent(first.meta.next_cursor);
    const second = await api.get(`/lists/${listId}/diffs/${answer.diff.diff_id}?limit=1&cursor=${cursor}`);
    expect(second.diff.rows).toMatchObject([{ kind: 'removed' }]);
  });

  it('answers the first rows, and its diff the next ones', async () => {
    const listId = await saveSearch();
    await act(listId, 'publish');
    for (const number of [1, 2]) await renameCompany(number, `株式会社奈良続${number}`);
    const refused = await act(listId, 'refresh?cursor=x', 400);
    expect(refused.error).toMatchObject({ code: 'invalid_query', details: [{ field: 'cursor' }] });
    const { diff, meta } = await act(listId, 'refresh?limit=1');
    expect(diff).toMatchObject({ counts: { changed: 2 }, rows: [{ kind: 'changed' }] });
    const cursor = encodeURIComponent(meta.next_cursor);
    const next = await api.get(`/lists/${listId}/diffs/${diff.diff_id}?limit=1&cursor=${cursor}`);
    const shown = [...diff.rows, ...next.diff.rows].map((row: { company_id: string }) => row.company_id);
    expect(shown.sort()).toEqual([1, 2].map(idOf).sort());
    expect(next.meta.next_cursor).toBeNull();
  });

  it('by two callers at once reports each change once', async () => {
    const listId = await saveSearch();
    await act(listId, 'publish');
    await addCompany(21, '株式会社奈良同時');
    const answers = await Promise.all([
      act(listId, 'refresh'),
      act(listId, 'refresh'),
      act(listId, 'refresh'),
    ]);
    expect(answers.map(({ diff }) => diff.counts.added).sort()).toEqual([0, 0, 1]);
  });

  it('of a List of ids compares the facts of its companies', async () => {
    const listId = await suite.saveList(account, [idOf(1), idOf(2)]);
    await act(listId, 'publish');
    await renameCompany(2, '株式会社奈良二');
    expect(await act(listId, 'refresh')).toMatchObject({
      diff: { counts: { added: 0, removed: 0, changed: 1 } },
    });
  });

  it('that would find nothing by weak conditions is refused, not taken for an empty List', async () => {
    const listId = await saveSearch();
    await act(listId, 'publish');
    await suite.database
      .knex('lists')
      .where({ list_id: listId })
      .update({ definition: JSON.stringify({ filters: { has_jobs: true } }) });
    expect((await act(listId, 'refresh', 422)).error.code).toBe('list_conditions_not_materializable');
  });
});

describe('a diff row', () => {
  it('takes a review and an exclusion, and an excluded company leaves the exports', async () => {
    const listId = await saveSearch();
    await act(listId, 'publish');
    await renameCompany(5, `株式会社奈良${listId}`);
    const { diff } = await act(listId, 'refresh');
    const [row] = diff.rows;
    expect(
      await decide(listId, row.diff_row_id, 'review', { outcome: 'needs_review', note: '要確認' }),
    ).toMatchObject({
      diff_row: { diff_row_id: row.diff_row_id, review: { outcome: 'needs_review', note: '要確認' } },
    });
    const exported = async () => (await api.get(`/lists/${listId}/export`)).row_count;
    const before = await exported();
    const excluded = await decide(listId, row.diff_row_id, 'exclusion', { excluded: true, reason: '対象外' });
    expect(excluded).toMatchObject({ diff_row: { exclusion: { excluded: true, reason: '対象外' } } });
    expect(await exported()).toBe(before - 1);
    const { rows } = await api.get(`/lists/${listId}/preview`);
    const flagged = rows.filter((entry: { excluded: boolean }) => entry.excluded);
    expect(flagged).toMatchObject([{ company_id: row.company_id }]);
    const latest = await api.get(`/lists/${listId}/diffs/latest`);
    expect(latest.diff.rows[0]).toEqual(excluded.diff_row);
    await decide(listId, row.diff_row_id, 'exclusion', { excluded: false });
    expect(await exported()).toBe(before);
  });

  it('is reviewed together with all others of its kind, except those that have the outcome', async () => {
    const listId = await saveSearch();
    await act(listId, 'publish');
    await renameCompany(5, `株式会社大和${listId}`);
    await renameCompany(6, `株式会社大和路${listId}`);
    const { diff } = await act(listId, 'refresh');
    const [first, second] = diff.rows;
    const path = `/lists/${listId}/diffs/${diff.diff_id}/review`;
    await decide(listId, first.diff_row_id, 'review', { outcome: 'accepted', note: '電話で確認' });
    expect(await api.patch(path, { kind: 'added', outcome: 'rejected' })).toMatchObject({ rows_changed: 0 });
    const answer = await api.patch(path, { kind: 'changed', outcome: 'accepted', note: '一括' });
    expect(answer).toMatchObject({ rows_changed: 1, review: { outcome: 'accepted', note: '一括' } });
    const { rows } = (await api.get(`/lists/${listId}/diffs/${diff.diff_id}`)).diff;
    expect(rows).toMatchObject([
      { diff_row_id: first.diff_row_id, review: { outcome: 'accepted', note: '電話で確認' } },
      { diff_row_id: second.diff_row_id, review: answer.review },
    ]);
    expect(await api.patch(path, { outcome: 'rejected' })).toMatchObject({ rows_changed: 2 });
    const other = await saveSearch();
    const missing = await api.patch(
      `/lists/${other}/diffs/${diff.diff_id}/review`,
      { outcome: 'accepted' },
      404,
    );
    expect(missing.error.code).toBe('not_found');
  });

  it('that does not exist, or is of another List, is not found', async () => {
    const listId = await saveSearch();
    const other = await saveSearch();
    await act(listId, 'publish');
    await renameCompany(6, `株式会社奈良${listId}`);
    const { diff } = await act(listId, 'refresh');
    for (const [list, row] of [
      [listId, unknownId],
      [listId, 'x'],
      [other, diff.rows[0].diff_row_id],
    ]) {
      const review = await decide(String(list), row, 'review', { outcome: 'accepted' }, 404);
      expect(review.error.code).toBe('diff_row_not_found');
      const exclusion = await decide(String(list), row, 'exclusion', { excluded: true }, 404);
      expect(exclusion.error.code).toBe('diff_row_not_found');
    }
    const { error } = await decide(listId, unknownId, 'review', { outcome: 'maybe' }, 400);
    expect(error).toMatchObject({ code: 'invalid_request', details: [{ field: 'outcome' }] });
    const missing = await api.get(`/lists/${other}/diffs/${diff.diff_id}`, 404);
    expect(missing.error.code).toBe('not_found');
  });
});

describe('rows that a refresh found', () => {
  it('enter the List by materialize, and are part of what is published next', async () => {
    const listId = await saveSearch();
    await act(listId, 'publish');
    await addCompany(30, '株式会社奈良追加');
    const { diff } = await act(listId, 'refresh');
    const added = diff.rows.map((row: { company_id: string }) => row.company_id);
    expect(added).toEqual([idOf(30)]);
    const { estimate } = await api.post('/lists/estimate', { definition: { company_ids: added } });
    const saved = await api.post(
      '/lists/materialize',
      { estimate_id: estimate.estimate_id, list_id: listId, execute: true, maxCredits: 1 },
      { key: `added-${listId}` },
    );
    expect(saved).toMatchObject({ saved_rows: 1, billing: { credits_used: 1 } });
    const { snapshot } = await act(listId, 'publish');
    expect(snapshot).toMatchObject({ version: 3, row_count: saved.list.row_count });
  });
});

describe('a snapshot and a diff of very many companies', () => {
  it('are written piece by piece, so that no statement takes long to make', async () => {
    const listId = await saveSearch();
    const { knex } = suite.database;
    const companies = Array.from({ length: 5_000 }, (_, at) => `cn_${corporateNumber(at + 1)}`);
    const members = new Map(companies.map((id) => [id, { display_name: `株式会社${id}` }]));
    const added = { kind: 'added', displayName: '株式会社', changes: [] } as const;
    const entries = companies.map((companyId) => ({ ...added, companyId }));
    let [longest, all] = [0, 0];
    const measure = ({ bindings = [] }: { bindings?: unknown[] }) => {
      for (const { length } of bindings.filter((binding) => typeof binding === 'string')) {
        longest = Math.max(longest, length);
        all += length;
      }
    };
    const undone = new Error('undone');
    const written = knex.transaction(async (transaction) => {
      transaction.on('query', measure);
      const given = { kind: 'published', definition: null, members } as const;
      const list = { account_id: account.accountId, list_id: listId };
      const { version } = await new SnapshotsStore(knex).insertSnapshot(list, given, transaction);
      const diff = { from_version: version, to_version: version, scheduled_for: null, entries };
      await new DiffsStore(knex).insertDiff(list, diff, transaction);
      const rows = await transaction('list_diff_rows').where({ list_id: listId }).orderBy('diff_row_id');
      expect(rows.map(({ company_id }) => company_id)).toEqual(companies);
      expect(await transaction('list_snapshot_rows').where({ list_id: listId, version })).toHaveLength(5_000);
      throw undone;
    });
    await expect(written).rejects.toBe(undone);
    expect(longest).toBeLessThan(all / 5);
  });
});
