import { afterAll, describe, expect, it } from '@jest/globals';
import { creditParts, spend } from '../support/credits.ts';
import { serviceSuite, type TestAccount } from '../support/service.ts';

const balance = '/api/service/credits/balance';
const ledger = '/api/service/credits';

const { database, service, end } = await serviceSuite();
afterAll(end);
const parts = creditParts(database.knex);
const account = await service.createAccount();
const other = await service.createAccount();
const { accountId } = account;
await parts.credits.grantCredits(accountId, { creditClass: 'basic', amount: 100 });
await parts.credits.grantCredits(accountId, {
  creditClass: 'enrichment',
  amount: 40,
  expiresAt: new Date('2099-01-01T00:00:00Z'),
});
for (const [index, cost] of [5, 6, 7].entries())
  await spend(parts.charging, { accountId, cost, key: `key ${index}` });
await spend(parts.charging, { accountId, cost: 2, key: 'e', creditClass: 'enrichment' });

describe('GET /credits/balance', () => {
  it('shows both classes and what expires next', async () => {
    const { body } = await service.as(account).get(balance).expect(200);
    expect(body).toEqual({
      ok: true,
      balances: {
        basic: { available: 82, next_expiry: null },
        enrichment: { available: 38, next_expiry: { amount: 38, expires_at: '2099-01-01T00:00:00.000Z' } },
      },
    });
  });

  it('shows zeros to an account that never had credits', async () => {
    const { body } = await service.as(other).get(balance).expect(200);
    const none = { available: 0, next_expiry: null };
    expect(body.balances).toEqual({ basic: none, enrichment: none });
  });

  it('needs a key and knows no parameters', async () => {
    await service.anonymous.get(balance).expect(401);
    await service.as(account).get(`${balance}?class=basic`).expect(400);
  });
});

describe('GET /credits', () => {
  it('shows entries newest first, in the shape of the ledger', async () => {
    const { body } = await service.as(account).get(ledger).expect(200);
    expect(body.items.map(({ amount }: { amount: number }) => amount)).toEqual([-2, -7, -6, -5, 40, 100]);
    expect(body.meta).toEqual({ limit: 20, returned: 6, has_more: false, next_cursor: null });
    expect(body.items[1]).toEqual({
      entry_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      class: 'basic',
      kind: 'charge',
      amount: -7,
      balance_after: 82,
      operation: 'test.spend',
      subject: { type: 'thing', id: '1' },
      idempotency_key: 'key 2',
      reverses: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  it('filters by class, operation and time', async () => {
    const amounts = async (query: string) => {
      const { body } = await service.as(account).get(`${ledger}?${query}`).expect(200);
      return body.items.map(({ amount }: { amount: number }) => amount);
    };
    expect(await amounts('class=enrichment')).toEqual([-2, 40]);
    expect(await amounts('operation=credits.grant')).toEqual([40, 100]);
    expect(await amounts('class=basic&operation=credits.grant')).toEqual([100]);
    expect(await amounts('operation=nothing')).toEqual([]);
    const { body } = await service.as(account).get(ledger);
    // Times are stored finer than they are shown, so the next millisecond is the bound that surely holds.
    const grantedAt = new Date(new Date(body.items[5].created_at).getTime() + 1).toISOString();
    expect(await amounts(`to=${grantedAt}`)).toEqual([100]);
    expect(await amounts('to=2020-01-01')).toEqual([]);
    expect(await amounts('from=2020-01-01&to=2999-12-31')).toHaveLength(6);
    expect(await amounts('from=2999-01-01')).toEqual([]);
  });

  it('pages by cursor, each entry once, also while entries are added', async () => {
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await service.as(account).get(`${ledger}?class=basic&limit=2${query}`).expect(200);
      seen.push(...body.items.map(({ amount }: { amount: number }) => amount));
      cursor = body.meta.next_cursor;
      await spend(parts.charging, { accountId: account.accountId, cost: 1, key: `more ${seen.length}` });
    }
    expect(seen).toEqual([-7, -6, -5, 100]);
  });

  it('refuses a cursor of another filter or account, and an invalid one', async () => {
    const { body } = await service.as(account).get(`${ledger}?class=basic&limit=2`);
    const cursor = body.meta.next_cursor;
    const refused = async (as: TestAccount, query: string) => {
      const answer = await service.as(as).get(`${ledger}?${query}`).expect(400);
      return answer.body.error.code;
    };
    expect(await refused(account, `limit=2&cursor=${cursor}`)).toBe('invalid_cursor');
    expect(await refused(other, `class=basic&limit=2&cursor=${cursor}`)).toBe('invalid_cursor');
    expect(await refused(account, 'cursor=abc')).toBe('invalid_cursor');
    await service.as(account).get(`${ledger}?class=basic&limit=50&cursor=${cursor}`).expect(200);
  });

  it.each([
    'class=gold',
    'limit=0',
    'limit=101',
    'from=yesterday',
    'from=2025-04-02&to=2025-04-01',
    'operation=%00',
    'colour=red',
    'class=basic&class=basic',
  ])('answers invalid_query to %s', async (query) => {
    const { body } = await service.as(account).get(`${ledger}?${query}`).expect(400);
    expect(body.error).toMatchObject({ code: 'invalid_query', details: [{ field: expect.any(String) }] });
  });

  it('never shows entries of another account', async () => {
    const { body } = await service.as(other).get(ledger).expect(200);
    expect(body.items).toEqual([]);
  });
});
