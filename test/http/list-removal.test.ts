import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { ListRemovalStore } from '../../src/features/lists/saved/list-removal-store.ts';
import { idOf } from '../support/companies.ts';
import { type ListAnswer, listSuite } from '../support/lists.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Renaming and deleting Lists, also while something is done with them. */

const ids = [1, 2, 3].map(idOf);

const receiver = await startReceiver();
const suite = await listSuite(
  ids.map((_, at) => ({ number: at + 1, name: `株式会社削除${at + 1}`, employees: 10 + at })),
  { DELIVERY_TEST_RECEIVERS: receiver.origin },
);
const account = await suite.richAccount();
const api = suite.as(account);
afterAll(async () => {
  await suite.end();
  await receiver.stop();
});

const remove = (listId: string, status = 200): Promise<ListAnswer> => api.delete(`/lists/${listId}`, status);

const rename = (listId: string, name: string, status = 200): Promise<ListAnswer> =>
  api.patch(`/lists/${listId}`, { name }, status);

const enrich = (listId: string, key: string): Promise<ListAnswer> =>
  api.post(
    `/lists/${listId}/enrichments/run`,
    { fields: ['employees'], execute: true, maxCredits: 10 },
    { key },
  );

/** A List with something in every table of Lists. */
async function fullList(): Promise<string> {
  const { database } = suite;
  const listId = await suite.saveList(account, ids);
  const post = (below: string, body: object = {}, status = 200) =>
    api.post(`/lists/${listId}/${below}`, body, { status });
  const patch = (below: string, body: object) => api.patch(`/lists/${listId}/${below}`, body);
  await enrich(listId, `enrich-${listId}`);
  await post('publish');
  await database
    .knex('company_names')
    .where({ company_id: idOf(1) })
    .update({ name: `株式会社削除${listId}` });
  const { diff } = await post('refresh');
  await patch(`diff-rows/${diff.rows[0].diff_row_id}/exclusion`, { excluded: true });
  await patch('suppressions', { add: [{ company_id: idOf(3) }] });
  await patch('delivery', { type: 'webhook', url: `${receiver.origin}/`, payload: 'diff' });
  const { delivery_id } = await post('deliver', {}, 202);
  await database.knex('list_delivery_attempts').insert({
    delivery_id,
    attempt: 1,
    account_id: account.accountId,
    attempted_at: new Date(),
    duration_ms: 1,
    outcome: 'unreachable',
    message: 'no answer',
  });
  await patch('schedule', { schedule: 'daily' });
  await api.get(`/lists/${listId}/export`);
  return listId;
}

/** Rows of the List in each table that refers to Lists, without empty tables. */
async function rowsOf(listId: string): Promise<Record<string, number>> {
  const { knex } = suite.database;
  const tables: string[] = await knex('information_schema.columns')
    .where({ table_schema: 'public', column_name: 'list_id' })
    .orderBy('table_name')
    .pluck('table_name');
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const rows = await knex(table).where({ list_id: listId }).count<{ count: number }[]>('* as count');
    if (rows[0]?.count) counts[table] = rows[0].count;
  }
  return counts;
}

const exportFolder = (listId: string) => path.join(suite.stateFolder, 'exports', account.accountId, listId);

/** A service that runs jobs, over the same database and files. */
async function withJobs(work: (service: TestService) => Promise<void>): Promise<void> {
  const service = await startTestService(suite.database, {
    JOBS: 'true',
    STATE_FOLDER: suite.stateFolder,
    DELIVERY_TEST_RECEIVERS: receiver.origin,
    INDEX_PREFIX: suite.service.indexPrefix,
  });
  try {
    await work(service);
  } finally {
    await service.stop({ keepIndices: true });
  }
}

/** Waits until no job remains. @returns the errors of failed jobs */
async function jobsDone(): Promise<string[]> {
  const { knex } = suite.database;
  for (let tries = 0; tries < 200; tries += 1) {
    const { rows } = await knex.raw('SELECT last_error FROM graphile_worker.jobs');
    if (rows.length === 0) return [];
    const errors = rows.flatMap(({ last_error }: { last_error: string | null }) => last_error ?? []);
    if (errors.length > 0) return errors;
    await wait(100);
  }
  throw new Error('the jobs were not done in time');
}

async function forgetJobs(): Promise<void> {
  await suite.database.knex.raw(
    'SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs',
  );
}

describe('renaming a List', () => {
  it('changes its name and nothing else', async () => {
    const listId = await suite.saveList(account, ids, '前の名');
    const before = await api.get(`/lists/${listId}`);
    const { list } = await rename(listId, '　新しい名 ');
    expect(list).toEqual({ ...before.list, name: '新しい名', updated_at: list.updated_at });
    expect((await api.get(`/lists/${listId}`)).list).toEqual(list);
    // Nothing changes when it has the name already.
    expect((await rename(listId, '新しい名')).list).toEqual(list);
  });

  it.each([
    {},
    { name: '' },
    { name: ' ' },
    { name: 'x'.repeat(201) },
    { name: 1 },
    { name: 'x', status: 'paused' },
  ])('is refused without a name: %j', async (body) => {
    const listId = await suite.saveList(account, ids);
    const { error } = await api.patch(`/lists/${listId}`, body, 400);
    expect(error.code).toBe('invalid_request');
  });

  it('is refused for an archived List', async () => {
    const listId = await suite.saveList(account, ids);
    await api.patch(`/lists/${listId}/status`, { status: 'archived' });
    expect((await rename(listId, '新しい名', 409)).error.code).toBe('list_state_conflict');
  });
});

describe('deleting a List', () => {
  it('leaves nothing of it, and keeps the ledger, replays and research', async () => {
    const { knex } = suite.database;
    await forgetJobs();
    const listId = await fullList();
    const other = await fullList();
    const { items: research } = await suite
      .send({
        as: account,
        path: '/research/external/fetch',
        body: { companyId: idOf(1), sourceType: 'manual', contentMarkdown: '本文', listId },
      })
      .then(() => api.get(`/research/external?list_id=${listId}`));
    expect(research).toHaveLength(1);
    const full = await rowsOf(listId);
    expect(Object.keys(full)).toEqual([
      'list_deliveries',
      'list_delivery_targets',
      'list_diff_rows',
      'list_diffs',
      'list_enrichment_runs',
      'list_exclusions',
      'list_exports',
      'list_row_enrichments',
      'list_rows',
      'list_snapshot_rows',
      'list_snapshots',
      'list_suppressions',
      'lists',
      'research_items',
    ]);
    const ledger = await knex('credit_ledger').where({ account_id: account.accountId }).count();
    await forgetJobs();

    expect(await remove(listId)).toEqual({ ok: true, list_id: listId, name: '一覧', row_count: 3 });
    // At once, before any job.
    expect(await knex('list_delivery_targets').where({ list_id: listId })).toEqual([]);
    expect((await api.get(`/lists/${listId}`, 404)).error.code).toBe('list_not_found');
    const { items } = await api.get('/lists');
    expect(items.map((list: { list_id: string }) => list.list_id)).not.toContain(listId);

    await withJobs(async () => {
      expect(await jobsDone()).toEqual([]);
    });
    expect(await rowsOf(listId)).toEqual({});
    expect(await knex('list_delivery_attempts')).toHaveLength(1);
    expect(() => readdirSync(exportFolder(listId))).toThrow('ENOENT');
    expect(await rowsOf(other)).toMatchObject({ list_rows: 3, list_snapshot_rows: expect.any(Number) });
    expect(readdirSync(exportFolder(other))).toHaveLength(1);
    expect(await knex('credit_ledger').where({ account_id: account.accountId }).count()).toEqual(ledger);
    const replay = await enrich(listId, `enrich-${listId}`);
    expect(replay.billing).toMatchObject({ deduplicated: true, credits_used: 0 });
    const kept = await api.get(`/research/external?company_id=${idOf(1)}`);
    expect(kept.items).toMatchObject([{ research_item_id: research[0].research_item_id, list_id: null }]);
  }, 60_000);

  it('is possible in every status, once', async () => {
    for (const status of ['active', 'paused', 'archived']) {
      const listId = await suite.saveList(account, ids);
      await api.patch(`/lists/${listId}/status`, { status });
      await remove(listId);
      const { request_id: _, ...again } = await remove(listId, 404);
      const { request_id: __, ...unknown } = await remove('00000000-0000-7000-8000-000000000000', 404);
      expect(again).toEqual(unknown);
    }
  });

  it('makes every path of the List answer like that of an unknown List, also to another account', async () => {
    const other = await suite.richAccount();
    const listId = await fullList();
    const foreign = suite.service.as(other);
    const path = `/api/service/lists/${listId}`;
    for (const call of [foreign.delete(path), foreign.patch(path).send({ name: 'x' })]) {
      const answer = await call;
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toBe('list_not_found');
    }
    await remove(listId);
    const mine = suite.service.as(account);
    const unknownId = '00000000-0000-7000-8000-000000000000';
    const ofLists = Object.entries<Endpoint>(endpoints).filter(([, { path }]) =>
      path.startsWith('/lists/:listId'),
    );
    for (const [operationId, route] of ofLists) {
      const at = (id: string) => {
        const below = route.path
          .replace(':listId', id)
          .replace(':fileName', `${'0'.repeat(64)}.csv`)
          .replace(/:\w+/, unknownId);
        const agent = {
          GET: mine.get,
          POST: mine.post,
          PATCH: mine.patch,
          DELETE: mine.delete,
          PUT: mine.put,
        };
        return agent[route.method].call(mine, `/api/service${below}`);
      };
      const bodies: Record<string, object> = {
        renameList: { name: 'x' },
        setListStatus: { status: 'active' },
        setListSchedule: { schedule: 'daily' },
        changeSuppressions: { remove: [idOf(1)] },
        reviewDiff: { outcome: 'accepted' },
        reviewDiffRow: { outcome: 'accepted' },
        excludeDiffRow: { excluded: true },
        estimateEnrichment: { fields: ['jobs'] },
        runEnrichment: { fields: ['jobs'], execute: true, maxCredits: 1 },
        configureDelivery: { type: 'webhook', url: `${receiver.origin}/` },
      };
      const send = (id: string) => {
        const call = at(id).set('Idempotency-Key', `${operationId}-${id}`);
        return route.method === 'GET' ? call : call.send(bodies[operationId] ?? {});
      };
      const [gone, unknown] = [await send(listId), await send(unknownId)];
      expect([operationId, gone.status, { ...gone.body, request_id: null }]).toEqual([
        operationId,
        404,
        { ...unknown.body, request_id: null },
      ]);
    }
  }, 60_000);

  it('waits for work that has locked the List, and later work does not find it', async () => {
    const listId = await suite.saveList(account, ids);
    const order: string[] = [];
    const holding = suite.database.knex.transaction(async (transaction) => {
      await transaction('lists').where({ list_id: listId }).forUpdate().first();
      await wait(300);
      order.push('held');
    });
    await wait(100);
    const removing = remove(listId).then(() => order.push('deleted'));
    await wait(100);
    const later = api.post(`/lists/${listId}/publish`, {}, { status: 404 });
    await Promise.all([holding, removing, later]);
    expect(order).toEqual(['held', 'deleted']);
  });

  it('ends a running refresh, enrichment and export cleanly', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 5; round += 1) {
      const listId = await suite.saveList(account, ids);
      await api.post(`/lists/${listId}/publish`, {});
      const mine = suite.service.as(account);
      const base = `/api/service/lists/${listId}`;
      const answers = await Promise.all([
        mine.post(`${base}/refresh`).send({}),
        mine
          .post(`${base}/enrichments/run`)
          .set('Idempotency-Key', `race-${round}`)
          .send({ fields: ['employees'], execute: true, maxCredits: 10 }),
        mine.get(`${base}/export`),
        mine.delete(base),
      ]);
      for (const { status, body } of answers) outcomes.add(`${status} ${body.error?.code ?? 'ok'}`);
    }
    for (const outcome of outcomes) expect(['200 ok', '404 list_not_found']).toContain(outcome);
    await withJobs(async () => {
      expect(await jobsDone()).toEqual([]);
    });
  }, 60_000);

  it('leaves jobs of its schedule and deliveries nothing to do or retry', async () => {
    const listId = await fullList();
    const { rows } = await suite.database.knex.raw(
      `SELECT graphile_worker.add_job('refresh_list', json_build_object('accountId', ?::text, 'listId', ?::text,
         'scheduledFor', '2026-01-01T21:00:00.000Z'))`,
      [account.accountId, listId],
    );
    expect(rows).toHaveLength(1);
    await remove(listId);
    const before = receiver.messages.length;
    await withJobs(async (service) => {
      expect(await jobsDone()).toEqual([]);
      expect(service.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
    });
    expect(receiver.messages).toHaveLength(before);
  }, 60_000);

  it('ends a delivery whose answer comes after the List was deleted', async () => {
    await forgetJobs();
    const listId = await fullList();
    const usual = receiver.answer;
    receiver.answer = async (response) => {
      await remove(listId);
      await new ListRemovalStore(suite.database.knex).removeParts({
        account_id: account.accountId,
        list_id: listId,
      });
      response.writeHead(500).end();
    };
    try {
      await withJobs(async () => {
        expect(await jobsDone()).toEqual([]);
      });
    } finally {
      receiver.answer = usual;
    }
    expect(await rowsOf(listId)).toEqual({});
  }, 60_000);

  it('does not make snapshots of other Lists removable', async () => {
    const listId = await fullList();
    for (const table of ['list_snapshot_rows', 'list_snapshots'])
      await expect(suite.database.knex(table).where({ list_id: listId }).delete()).rejects.toThrow(
        /snapshots are immutable/,
      );
    await new ListRemovalStore(suite.database.knex).removeParts({
      account_id: account.accountId,
      list_id: listId,
    });
    expect(await rowsOf(listId)).toMatchObject({ list_rows: 3 });
  });
});
