import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type Endpoint, getFullPath } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { findLatestSlot } from '../../src/features/delivery/schedule-slots.ts';
import { SchedulesStore } from '../../src/features/delivery/schedules-store.ts';
import { ListRemovalStore } from '../../src/features/lists/saved/list-removal-store.ts';
import { SourceRunsStore } from '../../src/features/sources/resolving/source-runs-store.ts';
import { idOf } from '../support/companies.ts';
import { listSuite } from '../support/lists.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service.ts';

const ids = [1, 2, 3].map(idOf);
const receiver = await startReceiver();
const suite = await listSuite(ids.map((_, at) => ({ number: at + 1, name: `株式会社停止${at + 1}` })));
const { service, database } = suite;
const { knex } = database;
const twin = await startTestService(database, {
  JOBS: 'true',
  DELIVERY_TEST_RECEIVERS: receiver.origin,
  INDEX_PREFIX: service.indexPrefix,
});
afterAll(async () => {
  await twin.stop({ keepIndices: true });
  await suite.end();
  await receiver.stop();
});

const companies = '/api/service/companies';
const suspend = ({ accountId }: TestAccount, reason = 'unpaid') =>
  service.accounts.suspendAccount(accountId, 'kato', reason);
const resume = ({ accountId }: TestAccount) => service.accounts.resumeAccount(accountId, 'kato');

async function untilStatus(by: TestService, account: TestAccount, status: number): Promise<number> {
  const began = performance.now();
  while ((await by.as(account).get(companies)).status !== status) await wait(2);
  return performance.now() - began;
}

describe('a suspended account', () => {
  it('is refused within a second in every process, with all its keys, and served again as fast', async () => {
    const account = await suite.richAccount();
    const { api_key: apiKey, key_id: keyId } = await service.accounts.createKey(account.accountId);
    const second = { ...account, apiKey, keyId };
    const all = [service, twin].flatMap((process) => [account, second].map((key) => ({ process, key })));
    for (const { process, key } of all) await process.as(key).get(companies).expect(200);
    await suspend(account);
    const refusals = await Promise.all(all.map(({ process, key }) => untilStatus(process, key, 403)));
    await resume(account);
    const returns = await Promise.all(all.map(({ process, key }) => untilStatus(process, key, 200)));
    for (const ms of [...refusals, ...returns]) expect(ms).toBeLessThan(1000);
  });

  it('gets account_suspended from every endpoint, before anything else of the request is looked at', async () => {
    const account = await suite.richAccount();
    const other = await suite.richAccount();
    const limits = { purpose: 'reconciliation', maxCredits: 0 } as const;
    const { api_key: inPath } = await service.accounts.createKey(account.accountId, limits);
    await suspend(account, 'a secret reason');
    await untilStatus(service, account, 403);
    const keyed = Object.values<Endpoint>(endpoints).filter(({ auth }) => auth === 'key');
    for (const endpoint of keyed) {
      const path = getFullPath(endpoint)
        .replace(/:key\b/, inPath)
        .replace(/:\w+/g, 'x');
      const response = await fetch(`${service.url}${path}?account_id=${other.accountId}&nonsense=1`, {
        method: endpoint.method,
        headers: { 'x-api-key': account.apiKey, 'content-type': 'application/json' },
        ...(endpoint.method !== 'GET' && { body: '{' }),
      });
      const text = await response.text();
      expect([path, response.status]).toEqual([path, 403]);
      expect(JSON.parse(text)).toMatchObject({ ok: false, error: { code: 'account_suspended' } });
      expect(text).not.toContain('secret');
      expect(response.headers.get('ratelimit')).toBeNull();
    }
    await suite.as(other).get('/usage');
  });

  it('is charged and counted nothing', async () => {
    const account = await suite.richAccount(100);
    const estimate = await suite.as(account).post('/lists/estimate', { definition: { company_ids: ids } });
    const usage = async () => (await suite.as(account).get('/usage')).day;
    await wait(1100);
    const before = await usage();
    await suspend(account);
    await untilStatus(service, account, 403);
    const body = { estimate_id: estimate.estimate.estimate_id, name: 'saved', execute: true, maxCredits: 10 };
    const key = randomUUID();
    await suite.as(account).post('/lists/materialize', body, { key, status: 403 });
    expect(await knex('idempotency_keys').where({ account_id: account.accountId, key })).toEqual([]);
    await resume(account);
    await untilStatus(service, account, 200);
    expect((await usage()).heavy).toBe(before.heavy);
    expect((await suite.as(account).get('/credits/balance')).balances.basic.available).toBe(100);
    // The same key is free: the refused call has not used it.
    await suite.as(account).post('/lists/materialize', body, { key });
  });

  it('keeps reason, time and who of each suspension; suspending again keeps the first', async () => {
    const account = await service.createAccount();
    expect(await suspend(account, ' unpaid ')).toMatchObject({ changed: true, status: 'suspended' });
    expect(await suspend(account, 'another reason')).toMatchObject({
      changed: false,
      suspension: { reason: 'unpaid', suspended_by: 'kato', resumed_at: null },
    });
    expect(await resume(account)).toMatchObject({ changed: true, status: 'active' });
    expect(await resume(account)).toMatchObject({ changed: false, suspension: null });
    await suspend(account, 'again');
    const { status, suspensions } = await service.accounts.describeAccount(account.accountId);
    expect(status).toBe('suspended');
    expect(suspensions).toMatchObject([
      { reason: 'again', resumed_at: null, resumed_by: null },
      { reason: 'unpaid', resumed_at: expect.any(String), resumed_by: 'kato' },
    ]);
    for (const reason of ['', '  ', 'x'.repeat(1001)])
      await expect(suspend(account, reason)).rejects.toThrow(
        'A reason must have 1 to 1,000 characters, in one line',
      );
  });

  it('is suspended once by many operators at the same time', async () => {
    const account = await service.createAccount();
    const changes = await Promise.all(Array.from({ length: 8 }, (_, at) => suspend(account, `reason ${at}`)));
    expect(changes.filter(({ changed }) => changed)).toHaveLength(1);
    expect(new Set(changes.map(({ suspension }) => suspension?.reason)).size).toBe(1);
  });
});

describe('queued work of a suspended account', () => {
  async function publishedList(account: TestAccount): Promise<string> {
    const listId = await suite.saveList(account, ids);
    await suite.as(account).post(`/lists/${listId}/publish`, {});
    await twin
      .as(account)
      .patch(`/api/service/lists/${listId}/delivery`)
      .send({ type: 'webhook', url: `${receiver.origin}/${listId}`, payload: 'summary' })
      .expect(200);
    return listId;
  }
  const waiting = () =>
    knex('graphile_worker.jobs').where('run_at', '>', knex.raw(`now() + interval '20 s'`));
  const runNow = () =>
    knex.raw(
      'SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) FROM graphile_worker.jobs',
    );
  const received = (listId: string) => receiver.messages.filter(({ path }) => path === `/${listId}`);

  it('waits with all its attempts, and is done when the account is resumed; others go on', async () => {
    const account = await suite.richAccount();
    const other = await suite.richAccount();
    const listId = await publishedList(account);
    const otherList = await publishedList(other);
    // Suspended in the transaction that queues the delivery, so that no process can be faster.
    await suspend(account);
    await knex.raw(
      `WITH made AS (
         INSERT INTO list_deliveries (account_id, list_id, type, payload, body)
         VALUES (?, ?, 'webhook', 'summary', '{}') RETURNING account_id, delivery_id)
       SELECT graphile_worker.add_job('deliver_list', json_build_object('accountId', account_id, 'deliveryId',
         delivery_id), max_attempts => 10, job_key => 'deliver:' || delivery_id) FROM made`,
      [account.accountId, listId],
    );
    await suite.as(other).post(`/lists/${otherList}/deliver`, {}, { status: 202 });
    while (received(otherList).length === 0) await wait(20);
    while ((await waiting()).length === 0) await wait(20);
    expect(await waiting()).toMatchObject([
      { task_identifier: 'deliver_list', attempts: 0, max_attempts: 10 },
    ]);
    // Still suspended: it waits again.
    await runNow();
    while ((await waiting()).length === 0) await wait(20);
    expect(received(listId)).toEqual([]);
    expect(await knex('list_deliveries').where({ list_id: listId }).first()).toMatchObject({
      status: 'pending',
    });
    await resume(account);
    await runNow();
    while (received(listId).length === 0) await wait(20);
    while ((await knex('list_deliveries').where({ list_id: listId }).first()).status !== 'delivered')
      await wait(20);
    expect(received(listId)).toHaveLength(1);
  });

  it('is not resolved in the background: a run waits, and is completed when the account is resumed', async () => {
    const account = await suite.richAccount();
    const { source } = await suite.as(account).post('/sources/import', {
      headers: ['name'],
      rows: [{ name: '株式会社停止1' }, { name: '株式会社停止2' }],
    });
    const mapping = { entity: 'company', columns: { name: 'name' } };
    await suite.as(account).post(`/sources/${source.source_id}/map`, mapping);
    await suspend(account);
    const runs = new SourceRunsStore(knex);
    const scope = { accountId: account.accountId, sourceId: source.source_id };
    const queued = { mapping_version: 1, rows_total: 2, max_credits: 10, key_id: null };
    const { run_id: runId } = await knex.transaction((transaction) =>
      runs.insertQueued(scope, queued, transaction),
    );
    while ((await waiting()).length === 0) await wait(20);
    expect(await waiting()).toMatchObject([{ key: `resolve:${runId}`, attempts: 0, max_attempts: 8 }]);
    expect(await runs.find({ ...scope, runId })).toMatchObject({ status: 'queued', rows_done: 0 });
    await resume(account);
    await runNow();
    while ((await runs.find({ ...scope, runId }))?.status !== 'completed') await wait(20);
    expect(await runs.find({ ...scope, runId })).toMatchObject({ matched: 2, credits_used: 2 });
  });

  it('is not scheduled, and a List whose time has passed is refreshed once after that', async () => {
    const account = await suite.richAccount();
    const listId = await publishedList(account);
    await suite.as(account).patch(`/lists/${listId}/schedule`, { schedule: 'daily' });
    await knex('lists').where({ list_id: listId }).update({ schedule_since: '2026-01-01T00:00:00Z' });
    await suspend(account);
    const schedules = new SchedulesStore(knex);
    const slot = findLatestSlot('daily', new Date());
    expect(await schedules.claimDue('daily', slot)).toBe(0);
    await resume(account);
    expect(await schedules.claimDue('daily', slot)).toBe(1);
    expect(await schedules.claimDue('daily', slot)).toBe(0);
  });

  it('does not hold up housekeeping: a deleted List is removed', async () => {
    const account = await suite.richAccount();
    const listId = await suite.saveList(account, ids);
    await suspend(account);
    const scope = { account_id: account.accountId, list_id: listId };
    await knex.transaction((transaction) => new ListRemovalStore(knex).markDeleted(scope, transaction));
    while ((await knex('list_rows').where({ list_id: listId })).length > 0) await wait(20);
  });
});

describe('a changed plan', () => {
  it('takes effect in every process at once, and keeps limits that the change does not name', async () => {
    const account = await service.createAccount({ overrides: { heavy_per_minute: 7 } });
    const limitsIn = async (by: TestService) => {
      const { body } = await by.as(account).get('/api/service/usage').expect(200);
      return [body.day.search_quota.limit, body.rates.search.limit, body.rates.heavy.limit];
    };
    for (const process of [service, twin]) expect(await limitsIn(process)).toEqual([10_000, 600, 7]);
    await service.accounts.setPlan(account.accountId, 'unlimited', { search_per_minute: 5 });
    const began = performance.now();
    for (const process of [service, twin])
      while (JSON.stringify(await limitsIn(process)) !== '[null,5,7]') await wait(2);
    expect(performance.now() - began).toBeLessThan(1000);
    await service.accounts.setPlan(account.accountId, 'standard', {
      search_per_minute: null,
      heavy_per_minute: 'plan',
    });
    for (const process of [service, twin])
      while (JSON.stringify(await limitsIn(process)) !== '[10000,null,60]') await wait(2);
  });

  it('also takes what a process still held of the earlier limit', async () => {
    const account = await service.createAccount({ plan: 'standard' });
    for (let sent = 0; sent < 5; sent += 1) await service.as(account).get(companies).expect(200);
    await service.accounts.setPlan(account.accountId, 'standard', { daily_search_quota: 5 });
    await untilStatus(service, account, 429);
    const { body } = await service.as(account).get(companies).expect(429);
    expect(body.error.code).toBe('daily_search_quota_exceeded');
    await service.accounts.setPlan(account.accountId, 'standard', { daily_search_quota: 'plan' });
    await untilStatus(service, account, 200);
  });

  it('is refused when unknown or out of bounds, and changes nothing', async () => {
    const account = await service.createAccount();
    const set = (...args: [string, object?]) => service.accounts.setPlan(account.accountId, ...args);
    await expect(set('gold')).rejects.toThrow(
      'There is no plan gold. The plans are demo, standard, unlimited.',
    );
    await expect(set('demo', { search_per_minute: 0 })).rejects.toThrow('Out of bounds: search per minute.');
    await expect(service.accounts.setPlan('nobody', 'demo')).rejects.toThrow('There is no account nobody.');
    expect(await service.accounts.describeAccount(account.accountId)).toMatchObject({
      plan: 'standard',
      limit_overrides: {},
    });
  });
});
