import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeApiKey } from '../../src/features/accounts/api-key.ts';
import { loggedOf } from '../support/logged.ts';
import { serviceSuite, startTestService, type TestAccount, type TestService } from '../support/service.ts';

const refused = { ok: false, status: 'error', error: { code: 'invalid_api_key' } };

const { database, service, end } = await serviceSuite();
afterAll(end);
await service.reindexCompanies();
const own = await service.createAccount();
const other = await service.createAccount();

const companies = '/api/service/companies';
const search = '/api/service/search';

describe('an API key', () => {
  it('is accepted as Bearer, in upper or lower case, and as x-api-key', async () => {
    await service.anonymous.get(companies).set('Authorization', `Bearer ${own.apiKey}`).expect(200);
    await service.anonymous.get(companies).set('Authorization', `bEARER  ${own.apiKey}`).expect(200);
    await service.anonymous.get(companies).set('x-api-key', own.apiKey).expect(200);
  });

  it('may be sent in both ways when both are the same', async () => {
    const request = service.anonymous.get(companies).set('Authorization', `Bearer ${own.apiKey}`);
    await request.set('x-api-key', own.apiKey).expect(200);
  });

  it('is refused when two keys differ, both valid or not', async () => {
    const request = service.anonymous.get(companies).set('Authorization', `Bearer ${own.apiKey}`);
    const { body } = await request.set('x-api-key', other.apiKey).expect(401);
    expect(body).toMatchObject(refused);
  });

  it('is read from x-api-key next to an authorization with another scheme', async () => {
    const request = service.anonymous.get(companies).set('Authorization', 'Basic dXNlcjpwYXNz');
    await request.set('x-api-key', own.apiKey).expect(200);
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['malformed', 'secret'],
    ['mistyped', 'cds_00000000000000000000000000000000_000000'],
    ['unknown', makeApiKey(randomBytes)],
  ])('is refused when %s, and the answer says how to send one', async (_what, key) => {
    const request = service.anonymous.get(companies);
    const { body, headers } = await (key === undefined ? request : request.set('x-api-key', key)).expect(401);
    expect(body).toMatchObject(refused);
    expect(body.error.recovery).toContain('x-api-key');
    expect(headers['www-authenticate']).toBe('Bearer');
  });

  it('is not accepted in the query string', async () => {
    await service.anonymous.get(`${companies}?api_key=${own.apiKey}&x-api-key=${own.apiKey}`).expect(401);
  });

  it('is never logged', async () => {
    const request = service.anonymous.get(companies).set('Authorization', `Bearer ${own.apiKey}`);
    const { headers } = await request.expect(200);
    expect((await loggedOf(service.logLines, String(headers['x-request-id']))).join('')).toContain(
      own.accountId,
    );
    expect(service.logLines.join('')).not.toContain(own.apiKey);
  });
});

/** It takes a moment until each process has received a revocation. */
async function untilRefused(by: TestService, account: TestAccount): Promise<void> {
  while ((await by.as(account).get(companies)).status !== 401) await wait(5);
}

describe('revocation', () => {
  it('takes effect at once, also for a key in use, and only for this key', async () => {
    const account = await service.createAccount();
    const second = await service.accounts.createKey(account.accountId);
    await service.as(account).get(companies).expect(200);
    await service.accounts.revokeKey(account.accountId, account.keyId);
    await untilRefused(service, account);
    await service.as({ apiKey: second.api_key }).get(companies).expect(200);
  });

  it('takes effect in every process', async () => {
    const twin = await startTestService(database, { INDEX_PREFIX: service.indexPrefix });
    try {
      const account = await service.createAccount();
      await service.as(account).get(companies).expect(200);
      await twin.as(account).get(companies).expect(200);
      await service.accounts.revokeKey(account.accountId, account.keyId);
      await untilRefused(service, account);
      await untilRefused(twin, account);
    } finally {
      await twin.stop({ keepIndices: true });
    }
  });

  it('keeps its time when it is repeated', async () => {
    const account = await service.createAccount();
    const first = await service.accounts.revokeKey(account.accountId, account.keyId);
    const second = await service.accounts.revokeKey(account.accountId, account.keyId);
    expect(first.revoked_at).not.toBeNull();
    expect(second.revoked_at).toBe(first.revoked_at);
  });

  it("does not reach another account's keys", async () => {
    await expect(service.accounts.revokeKey(own.accountId, other.keyId)).rejects.toThrow('has no key');
    await service.as(other).get(companies).expect(200);
  });
});

describe('accounts', () => {
  it('have one name each, a known plan and bounded limits', async () => {
    const account = await service.accounts.createAccount({ name: 'twice', plan: 'demo' });
    expect(account).toMatchObject({ name: 'twice', plan: 'demo', limit_overrides: {} });
    await expect(service.accounts.createAccount({ name: ' twice ' })).rejects.toThrow(
      'An account named twice',
    );
    await expect(service.accounts.createAccount({ name: ' ' })).rejects.toThrow('1 to 200 characters');
    await expect(service.accounts.createAccount({ name: 'x', plan: 'gold' })).rejects.toThrow(
      'demo, standard, unlimited',
    );
    const overrides = { search_per_minute: 0 };
    await expect(service.accounts.createAccount({ name: 'y', overrides })).rejects.toThrow(
      'Out of bounds: search per minute.',
    );
  });

  it('are found by name and by id', async () => {
    const { account_id } = await service.accounts.createAccount({ name: 'to be found' });
    expect(await service.accounts.findAccount('to be found')).toMatchObject({ account_id });
    expect(await service.accounts.findAccount(account_id)).toMatchObject({ name: 'to be found' });
    expect(await service.accounts.findAccount('nobody')).toBeNull();
  });

  it('list their keys, newest first, without the keys themselves', async () => {
    const { account_id } = await service.accounts.createAccount({ name: 'with keys' });
    const first = await service.accounts.createKey(account_id, { label: 'first' });
    const second = await service.accounts.createKey('with keys', { label: 'second' });
    const keys = await service.accounts.listKeys('with keys');
    expect(keys.map(({ label }) => label)).toEqual(['second', 'first']);
    expect(second.api_key.startsWith(keys[0]?.key_start ?? 'none')).toBe(true);
    expect(JSON.stringify(keys)).not.toContain(first.api_key);
    const stored = await database.knex('api_keys').where({ key_id: first.key_id }).first();
    expect(JSON.stringify(stored)).not.toContain(first.api_key.slice(10));
  });
});

describe('the account scope', () => {
  it("accepts and drops the key's own account, in query and body, in both spellings", async () => {
    const { accountId } = own;
    await service
      .as(own)
      .get(`${companies}?account_id=${accountId}&accountId=${accountId.toUpperCase()}`)
      .expect(200);
    await service.as(own).post(search).send({ query: 'あ', accountId, account_id: accountId }).expect(200);
  });

  it.each([
    ['query, account_id', (id: string) => service.as(own).get(`${companies}?account_id=${id}`)],
    ['query, accountId', (id: string) => service.as(own).get(`${companies}?accountId=${id}`)],
    [
      'query, next to its own',
      (id: string) => service.as(own).get(`${companies}?account_id=${own.accountId}&account_id=${id}`),
    ],
    [
      'query of a POST',
      (id: string) => service.as(own).post(`${search}?account_id=${id}`).send({ query: 'あ' }),
    ],
    ['body, account_id', (id: string) => service.as(own).post(search).send({ query: 'あ', account_id: id })],
    ['body, accountId', (id: string) => service.as(own).post(search).send({ query: 'あ', accountId: id })],
    [
      'body, in a list',
      (id: string) =>
        service
          .as(own)
          .post(search)
          .send({ query: 'あ', accountId: [id] }),
    ],
  ])('refuses another account: %s', async (_where, send) => {
    const { body } = await send(other.accountId).expect(400);
    expect(body.error.code).toBe('account_scope_conflict');
    expect(JSON.stringify(body)).not.toContain(own.accountId);
  });

  it.each([[null], [7], [{}], ['']])('refuses %j as an account', async (accountId) => {
    const { body } = await service.as(own).post(search).send({ query: 'あ', accountId }).expect(400);
    expect(body.error.code).toBe('account_scope_conflict');
  });
});

describe('a lost database connection', () => {
  it('fails at most the running requests, and revocations are received again afterwards', async () => {
    const account = await service.createAccount();
    await service.as(account).get(companies).expect(200);
    await database.knex.raw(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    while ((await service.as(account).get(companies)).status !== 200) await wait(10);
    await service.accounts.revokeKey(account.accountId, account.keyId);
    await untilRefused(service, account);
  });
});
