import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { NewKeyOptions } from '../../src/features/accounts/accounts-service.ts';
import { SourceRunsStore } from '../../src/features/sources/resolving/source-runs-store.ts';
import { creditParts } from '../support/credits.ts';
import { startTestService, type TestAccount } from '../support/service.ts';
import { sourceParts } from '../support/source-parts.ts';
import { sourceSuite } from '../support/sources.ts';

const { service, database, account, end } = await sourceSuite();
const parts = sourceParts(database.knex, `${service.indexPrefix}companies`);
afterAll(async () => {
  await parts.close();
  await end();
});
const own = await account();
const stranger = await account();

const send = (key: Pick<TestAccount, 'apiKey'>) => service.as(key);
const create = (body: object, key: Pick<TestAccount, 'apiKey'> = own.account) =>
  send(key).post('/api/service/keys').send(body);

/** A key as the API makes it. */
async function keyWith(body: object): Promise<TestAccount> {
  const { body: made } = await create(body).expect(201);
  return { accountId: own.account.accountId, keyId: made.key.key_id, apiKey: made.api_key };
}

async function spentBy({ keyId }: TestAccount): Promise<number> {
  const [spent] = await database.knex('api_keys').where({ key_id: keyId }).pluck('credits_spent');
  return spent;
}

let sources = 0;

/** Rows that match. Spaces make each table another one: importing a table again would give the same source. */
function rows(count: number) {
  sources += 1;
  return Array.from({ length: count }, () => ({ name: `株式会社孤立電機${' '.repeat(sources)}` }));
}

const pay = { execute: true, maxCredits: 100 };

describe('keys of an account', () => {
  it('are created, shown without the key, used, and revoked at once', async () => {
    const { body: made } = await create({ label: ' 表計算 ', read_only: true }).expect(201);
    expect(made.api_key).toMatch(/^cds_/);
    const { key_start, key_id, label, read_only, created_by, credits_spent, max_credits } = made.key;
    expect(made.api_key.startsWith(key_start)).toBe(true);
    expect({ label, read_only, created_by, credits_spent, max_credits }).toEqual({
      label: '表計算',
      read_only: true,
      created_by: own.account.keyId,
      credits_spent: 0,
      max_credits: null,
    });
    const { body: page } = await send(own.account).get('/api/service/keys?limit=1').expect(200);
    expect(page.items).toEqual([made.key]);
    expect(JSON.stringify(page)).not.toContain(made.api_key);
    await send({ apiKey: made.api_key }).get('/api/service/credits/balance').expect(200);
    const { body: revoked } = await send(own.account).delete(`/api/service/keys/${key_id}`).expect(200);
    expect(revoked.key).toMatchObject({ key_id, revoked_at: expect.any(String) });
    await send({ apiKey: made.api_key }).get('/api/service/credits/balance').expect(401);
    const { body: again } = await send(own.account).delete(`/api/service/keys/${key_id}`).expect(200);
    expect(again.key.revoked_at).toBe(revoked.key.revoked_at);
  });

  it('are shown once, also to a repeated call, and never stored', async () => {
    const key = randomUUID();
    const first = await create({ label: 'once' }).set('Idempotency-Key', key).expect(201);
    const again = await create({ label: 'once' }).set('Idempotency-Key', key).expect(201);
    expect(again.body).toEqual({ ...first.body, api_key: null });
    expect(again.headers['idempotent-replayed']).toBe('true');
    await create({ label: 'other' }).set('Idempotency-Key', key).expect(422);
    const { rows: stored } = await database.knex.raw(
      "SELECT body::text FROM idempotency_keys WHERE path LIKE '%/keys'",
    );
    expect(JSON.stringify(stored)).not.toContain(first.body.api_key);
  });

  it('belong to their account alone', async () => {
    const { keyId } = await keyWith({ label: 'mine' });
    const path = `/api/service/keys/${keyId}`;
    for (const strange of [path, '/api/service/keys/x', `/api/service/keys/${randomUUID()}`]) {
      const { body } = await send(stranger.account).delete(strange).expect(404);
      expect(body.error.code).toBe('key_not_found');
    }
    const { body } = await send(stranger.account).get('/api/service/keys').expect(200);
    expect(body.items.map((each: { key_id: string }) => each.key_id)).not.toContain(keyId);
    const sourceId = await own.imported(rows(1));
    const { body: unknown } = await create({ source_id: sourceId }, stranger.account).expect(404);
    expect(unknown.error.code).toBe('source_not_found');
  });

  it('say which field is wrong', async () => {
    const faults: [object, string][] = [
      [{ label: 'a\nb' }, 'label'],
      [{ purpose: 'reconciliation' }, 'max_credits'],
      [{ purpose: 'reconciliation', max_credits: 1, read_only: true }, 'read_only'],
      [{ purpose: 'everything' }, 'purpose'],
      [{ max_credits: -1 }, 'max_credits'],
      [{ max_credits: 1.5 }, 'max_credits'],
      [{ admin: true }, 'admin'],
    ];
    for (const [body, field] of faults) {
      const { body: refused } = await create(body).expect(400);
      expect(refused.error.details).toEqual([{ field, message: expect.any(String) }]);
    }
  });

  it('are managed only with a key without any limit', async () => {
    const sourceId = await own.imported(rows(1));
    const limits: NewKeyOptions[] = [
      { readOnly: true },
      { sourceId },
      { maxCredits: 1_000_000 },
      { purpose: 'reconciliation', maxCredits: 1 },
    ];
    for (const limit of limits) {
      const { api_key } = await service.accounts.createKey(own.account.accountId, limit);
      const limited = { apiKey: api_key };
      for (const call of [
        send(limited).get('/api/service/keys'),
        create({ read_only: true }, limited),
        send(limited).delete(`/api/service/keys/${own.account.keyId}`),
      ]) {
        const { body } = await call.expect(403);
        expect(body.error.code).toBe('key_not_permitted');
      }
    }
  });

  it('are shown to themselves, with what is left of the limit, except those for reconciliation', async () => {
    const sourceId = await own.imported(rows(1));
    const limited = await keyWith({ label: 'one table', source_id: sourceId, max_credits: 7 });
    await database.knex('api_keys').where({ key_id: limited.keyId }).update({ label: 'now' });
    const { body } = await send(limited).get('/api/service/keys/current').expect(200);
    expect(body.key).toMatchObject({
      key_id: limited.keyId,
      label: 'now',
      read_only: false,
      source_id: sourceId,
      max_credits: 7,
      credits_remaining: 7,
    });
    const { body: page } = await send(own.account).get('/api/service/keys?limit=1').expect(200);
    expect(page.items).toEqual([body.key]);
    const reader = await keyWith({ read_only: true });
    const { body: read } = await send(reader).get('/api/service/keys/current').expect(200);
    expect(read.key).toMatchObject({ key_id: reader.keyId, read_only: true, credits_remaining: null });
    const confined = await keyWith({ purpose: 'reconciliation', max_credits: 1 });
    await send(confined).get('/api/service/keys/current').expect(403);
    await service.anonymous.get('/api/service/keys/current').expect(401);
    await send(own.account).delete(`/api/service/keys/${reader.keyId}`).expect(200);
    await send(reader).get('/api/service/keys/current').expect(401);
  });

  it('are at most 100 in use, also under concurrent calls', async () => {
    const crowded = await service.createAccount();
    for (let made = 1; made < 98; made += 1) await service.accounts.createKey(crowded.accountId);
    const calls = Array.from({ length: 5 }, () => create({}, crowded).then(({ status }) => status));
    expect((await Promise.all(calls)).sort()).toEqual([201, 201, 409, 409, 409]);
    await expect(service.accounts.createKey(crowded.accountId)).rejects.toThrow(
      'already has 100 keys in use',
    );
    await send(crowded).delete(`/api/service/keys/${crowded.keyId}`).expect(200);
    await expect(service.accounts.createKey(crowded.accountId)).resolves.toMatchObject({ created_by: null });
  });

  it('with the purpose reconciliation do nothing else', async () => {
    const key = await keyWith({ purpose: 'reconciliation', max_credits: 5 });
    const { body } = await send(key).get('/api/service/credits/balance').expect(403);
    expect(body.error).toMatchObject({
      code: 'key_not_permitted',
      message: expect.stringContaining('/reconcile'),
      details: { purpose: 'reconciliation', max_credits: 5 },
    });
  });
});

describe('a spending limit', () => {
  const resolve = (key: TestAccount, sourceId: string, body: object = pay) =>
    send(key)
      .post(`/api/service/sources/${sourceId}/resolve`)
      .set('Idempotency-Key', randomUUID())
      .send(body);

  it('holds for every charged call of the key, dry runs included, and charges nothing beyond', async () => {
    const key = await keyWith({ max_credits: 3 });
    await resolve(key, await own.mapped(rows(2))).expect(200);
    expect(await spentBy(key)).toBe(2);
    const balance = await own.balance();
    const sourceId = await own.mapped(rows(2));
    for (const body of [pay, { ...pay, dryRun: true }]) {
      const { body: refused } = await resolve(key, sourceId, body).expect(402);
      expect(refused.error).toMatchObject({
        code: 'key_spending_limit_exceeded',
        details: { required: 2, max_credits: 3, credits_spent: 2 },
      });
    }
    expect(await own.balance()).toBe(balance);
    expect((await own.rows(sourceId)).map((row) => row.resolve_status)).toEqual(['unresolved', 'unresolved']);
    await resolve(own.account, sourceId).expect(200);
    await resolve(key, await own.mapped(rows(1))).expect(200);
    expect(await spentBy(key)).toBe(3);
  });

  it('holds under concurrent calls to two processes', async () => {
    const key = await keyWith({ max_credits: 4 });
    const second = await startTestService(database, { INDEX_PREFIX: service.indexPrefix });
    try {
      const mapped = await Promise.all(Array.from({ length: 8 }, () => own.mapped(rows(1))));
      const calls = mapped.map((sourceId, at) =>
        (at % 2 === 0 ? service : second)
          .as(key)
          .post(`/api/service/sources/${sourceId}/resolve`)
          .set('Idempotency-Key', randomUUID())
          .send(pay)
          .then(({ status }) => status),
      );
      expect((await Promise.all(calls)).sort()).toEqual([200, 200, 200, 200, 402, 402, 402, 402]);
      expect(await spentBy(key)).toBe(4);
    } finally {
      await second.stop({ keepIndices: true });
    }
  });

  it('gets back what an operator reverses', async () => {
    const key = await keyWith({ max_credits: 1 });
    await resolve(key, await own.mapped(rows(1))).expect(200);
    const { entry_id } = await database.knex('credit_ledger').where({ key_id: key.keyId }).first('entry_id');
    await creditParts(database.knex).credits.reverseEntry(entry_id);
    expect(await spentBy(key)).toBe(0);
    await resolve(key, await own.mapped(rows(1))).expect(200);
  });

  it('stops a run in the background before the batch that would exceed it, also after a restart', async () => {
    const key = await keyWith({ max_credits: 3 });
    const sourceId = await own.mapped(rows(6));
    const { body: started } = await send(key)
      .post(`/api/service/sources/${sourceId}/runs`)
      .set('Idempotency-Key', randomUUID())
      .send(pay)
      .expect(202);
    const scope = { accountId: own.account.accountId, sourceId, runId: started.run.run_id };
    const runs = new SourceRunsStore(database.knex);
    // Each worker stands for a process: it knows only what is stored.
    const firstTry = { attempt: 1, last: false };
    for (let turn = 0; turn < 3; turn += 1) await parts.worker(2).work(scope, firstTry);
    expect(await runs.find(scope)).toMatchObject({
      status: 'stopped',
      stop_reason: 'key_spending_limit_reached',
      rows_done: 2,
      credits_used: 2,
    });
    expect(await spentBy(key)).toBe(2);
    const { body } = await own.get(`/sources/${sourceId}/runs/${scope.runId}`).expect(200);
    expect(body.run.stop_reason.message).toContain('spending limit');
    // Another key resumes it, and pays.
    await own.post(`/sources/${sourceId}/runs/${scope.runId}/resume`, pay, randomUUID()).expect(202);
    for (let turn = 0; turn < 3; turn += 1) await parts.worker(2).work(scope, firstTry);
    expect(await runs.find(scope)).toMatchObject({ status: 'completed', credits_used: 6 });
    expect(await spentBy(key)).toBe(2);
  });
});
