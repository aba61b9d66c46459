import { afterAll, describe, expect, it } from '@jest/globals';
import { ServiceError } from '../../src/contract/errors.ts';
import type { Transaction } from '../../src/database/transaction.ts';
import { type KeyedAnswer, StalePreparation } from '../../src/idempotency/idempotency.ts';
import { creditParts, guarded, newAccount, spend } from '../support/credits.ts';
import { suiteDatabase } from '../support/database.ts';
import { size } from '../support/size.ts';

const database = await suiteDatabase();
const parts = creditParts(database.knex);
afterAll(() => database.drop());

async function accountWith(credits: number): Promise<string> {
  const accountId = await newAccount(database.knex);
  if (credits > 0) await parts.credits.grantCredits(accountId, { creditClass: 'basic', amount: credits });
  return accountId;
}

async function available(accountId: string): Promise<number> {
  return (await parts.credits.getBalance(accountId)).balances.basic.available;
}

async function charges(accountId: string): Promise<number> {
  const rows = await database.knex('credit_ledger').where({ account_id: accountId, kind: 'charge' });
  return rows.length;
}

async function planOf(accountId: string): Promise<string> {
  const row = await database
    .knex('accounts')
    .where({ account_id: accountId })
    .first<{ plan_id: string }>('plan_id');
  return row.plan_id;
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'no error';
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}

describe('a charging call', () => {
  it('charges, answers with billing and headers, and leaves one ledger entry', async () => {
    const accountId = await accountWith(10);
    const answer = await spend(parts.charging, {
      accountId,
      cost: 3,
      key: 'k',
      body: { execute: true, maxCredits: 5 },
    });
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'Credits-Used': '3', 'Credits-Remaining': '7' },
      body: {
        billing: {
          credit_class: 'basic',
          credits_used: 3,
          max_credits: 5,
          deduplicated: false,
          dry_run: false,
          balance_after: 7,
        },
        credit_event: {
          class: 'basic',
          kind: 'charge',
          amount: -3,
          balance_after: 7,
          operation: 'test.spend',
          subject: { type: 'thing', id: '1' },
          idempotency_key: 'k',
          reverses: null,
        },
      },
    });
    expect(await available(accountId)).toBe(7);
  });

  it('that costs nothing makes no entry and still answers with billing', async () => {
    const accountId = await accountWith(0);
    const { body } = await spend(parts.charging, { accountId, cost: 0, key: 'k' });
    expect(body).toMatchObject({ billing: { credits_used: 0, balance_after: 0 }, credit_event: null });
    expect(await charges(accountId)).toBe(0);
  });

  it('is refused by its guards in order, each with its own code', async () => {
    const accountId = await accountWith(10);
    const refused = (body: Record<string, unknown>, key?: string) =>
      codeOf(spend(parts.charging, { accountId, cost: 1, key, body }));
    expect(await refused({})).toBe('execute_required');
    expect(await refused({ execute: false, maxCredits: 1 }, 'k')).toBe('execute_required');
    expect(await refused({ execute: true })).toBe('idempotency_key_required');
    expect(await refused({ execute: true }, '')).toBe('idempotency_key_required');
    expect(await refused({ execute: true }, 'k')).toBe('max_credits_required');
    expect(await refused({ execute: true, maxCredits: 1 }, 'k'.repeat(256))).toBe('invalid_request');
    expect(await refused({ execute: true, maxCredits: 1 }, 'k'.repeat(255))).toBe('no error');
  });

  it('treats key and maxCredits as optional if the operation does', async () => {
    const accountId = await accountWith(10);
    const operation = {
      ...guarded,
      requires: { execute: false, idempotencyKey: false, maxCredits: false },
    };
    const { body } = await spend(parts.charging, { accountId, cost: 2, operation, body: {} });
    expect(body).toMatchObject({
      billing: { credits_used: 2, max_credits: null },
      credit_event: { idempotency_key: null },
    });
    expect(
      await codeOf(spend(parts.charging, { accountId, cost: 2, operation, body: { maxCredits: 1 } })),
    ).toBe('max_credits_exceeded');
    // An empty key is a client's mistake, which would undo the protection it wants.
    expect(await codeOf(spend(parts.charging, { accountId, cost: 2, key: '', operation, body: {} }))).toBe(
      'invalid_request',
    );
  });

  it('above maxCredits is refused before the balance is looked at', async () => {
    const accountId = await accountWith(0);
    const body = { execute: true, maxCredits: 2 };
    expect(await codeOf(spend(parts.charging, { accountId, cost: 3, key: 'k', body }))).toBe(
      'max_credits_exceeded',
    );
    expect(await codeOf(spend(parts.charging, { accountId, cost: 2, key: 'k', body }))).toBe(
      'credit_balance_insufficient',
    );
  });

  it('above the balance changes nothing: no entry, no work, no used key', async () => {
    const accountId = await accountWith(5);
    const call = {
      accountId,
      cost: 6,
      key: 'k',
      work: async (transaction: Transaction) => {
        await transaction('accounts').where({ account_id: accountId }).update({ plan_id: 'demo' });
      },
    };
    expect(await codeOf(spend(parts.charging, call))).toBe('credit_balance_insufficient');
    expect(await available(accountId)).toBe(5);
    expect(await planOf(accountId)).toBe('standard');

    await parts.credits.grantCredits(accountId, { creditClass: 'basic', amount: 1 });
    const answer = await spend(parts.charging, call);
    expect(answer.headers).toEqual({ 'Credits-Used': '6', 'Credits-Remaining': '0' });
  });

  it('whose work fails leaves nothing and can be sent again with the same key', async () => {
    const accountId = await accountWith(5);
    const failing = spend(parts.charging, {
      accountId,
      cost: 1,
      key: 'k',
      work: () => Promise.reject(new ServiceError('company_not_found')),
    });
    expect(await codeOf(failing)).toBe('company_not_found');
    expect(await charges(accountId)).toBe(0);
    const { headers } = await spend(parts.charging, { accountId, cost: 1, key: 'k' });
    expect(headers).not.toHaveProperty('Idempotent-Replayed');
  });

  it('prepares again when its work finds the preparation stale', async () => {
    const accountId = await accountWith(5);
    let prepared = 0;
    const answer = await parts.charging.chargeOnce(
      guarded,
      {
        accountId,
        method: 'POST',
        path: '/x',
        idempotencyKey: 'k',
        keyId: null,
        body: { execute: true, maxCredits: 9 },
      },
      {
        prepare: async () => {
          prepared += 1;
          return prepared;
        },
        async work(_transaction, version) {
          if (version < 3) throw new StalePreparation();
          return { cost: 1, subject: { type: 'thing', id: '1' }, answer: () => ({ version }) };
        },
      },
    );
    expect(answer.body).toEqual({ version: 3 });
    expect(await charges(accountId)).toBe(1);
  });
});

describe('a repeated key', () => {
  it('replays status and body, but billing says that nothing was charged this time', async () => {
    const accountId = await accountWith(10);
    const first = await spend(parts.charging, { accountId, cost: 4, key: 'k' });
    await spend(parts.charging, { accountId, cost: 1, key: 'other' });
    const again = await spend(parts.charging, { accountId, cost: 99, key: 'k' });
    expect(again.status).toBe(first.status);
    expect(again.headers).toEqual({
      'Credits-Used': '0',
      'Credits-Remaining': '5',
      'Idempotent-Replayed': 'true',
    });
    const { billing, ...rest } = first.body as { billing: object };
    expect(again.body).toEqual({ ...rest, billing: { ...billing, credits_used: 0, deduplicated: true } });
    expect(await available(accountId)).toBe(5);
  });

  it('replays without preparing again', async () => {
    const accountId = await accountWith(10);
    let prepared = 0;
    const call = () =>
      parts.charging.chargeOnce(
        guarded,
        {
          accountId,
          method: 'POST',
          path: '/x',
          idempotencyKey: 'k',
          keyId: null,
          body: { execute: true, maxCredits: 9 },
        },
        {
          prepare: async () => {
            prepared += 1;
          },
          work: async () => ({ cost: 1, subject: { type: 'thing', id: '1' }, answer: () => ({ ok: true }) }),
        },
      );
    await call();
    await call();
    expect(prepared).toBe(1);
  });

  it('replays for another maxCredits or order of fields, and refuses a body with another meaning', async () => {
    const accountId = await accountWith(10);
    const call = (body: Record<string, unknown>) =>
      spend(parts.charging, { accountId, cost: 1, key: 'k', body: { execute: true, ...body } });
    await call({ maxCredits: 5, row: 'a', note: { x: 1, y: [1, 2] } });
    const again = await call({ note: { y: [1, 2], x: 1 }, row: 'a', maxCredits: 9 });
    expect(again.headers['Idempotent-Replayed']).toBe('true');
    expect(await codeOf(call({ maxCredits: 5, row: 'b', note: { x: 1, y: [1, 2] } }))).toBe(
      'idempotency_key_reused',
    );
    expect(await codeOf(call({ maxCredits: 5, row: 'a', note: { x: 1, y: [2, 1] } }))).toBe(
      'idempotency_key_reused',
    );
  });

  it('is valid only for its account, method and path', async () => {
    const accountId = await accountWith(10);
    const other = await accountWith(10);
    const calls: KeyedAnswer<number, object>[] = [
      await spend(parts.charging, { accountId, cost: 1, key: 'k' }),
      await spend(parts.charging, { accountId: other, cost: 1, key: 'k' }),
      await spend(parts.charging, { accountId, cost: 1, key: 'k', method: 'PUT' }),
      await spend(parts.charging, { accountId, cost: 1, key: 'k', path: '/api/service/things/2/spend' }),
    ];
    for (const { headers } of calls) expect(headers['Credits-Used']).toBe('1');
    expect(await available(accountId)).toBe(7);
  });

  it('answers idempotency_key_in_use, without waiting, while the first call runs', async () => {
    const accountId = await accountWith(10);
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let started = () => {};
    const running = new Promise<void>((resolve) => {
      started = resolve;
    });
    const first = spend(parts.charging, {
      accountId,
      cost: 1,
      key: 'k',
      async work() {
        started();
        await held;
      },
    });
    await running;
    expect(await codeOf(spend(parts.charging, { accountId, cost: 1, key: 'k' }))).toBe(
      'idempotency_key_in_use',
    );
    finish();
    await first;
    const { headers } = await spend(parts.charging, { accountId, cost: 1, key: 'k' });
    expect(headers['Idempotent-Replayed']).toBe('true');
    expect(await charges(accountId)).toBe(1);
  });
});

describe('a dry run', () => {
  const dry = { execute: true, maxCredits: 5, dryRun: true };

  it('answers as the call would, and leaves nothing: no charge, no work, no key', async () => {
    const accountId = await accountWith(10);
    const work = async (transaction: Transaction) => {
      await transaction('accounts').where({ account_id: accountId }).update({ plan_id: 'demo' });
    };
    const answer = await spend(parts.charging, { accountId, cost: 3, key: 'k', body: dry, work });
    expect(answer).toMatchObject({
      headers: { 'Credits-Used': '0', 'Credits-Remaining': '10' },
      body: { billing: { credits_used: 3, balance_after: 7, dry_run: true, deduplicated: false } },
    });
    expect(await available(accountId)).toBe(10);
    expect(await charges(accountId)).toBe(0);
    expect(await planOf(accountId)).toBe('standard');
    const real = await spend(parts.charging, {
      accountId,
      cost: 3,
      key: 'k',
      body: { ...dry, dryRun: false },
    });
    expect(real.headers['Credits-Used']).toBe('3');
  });

  it('is refused for the same reasons', async () => {
    const accountId = await accountWith(4);
    const refused = (cost: number, body: Record<string, unknown>, key?: string) =>
      codeOf(spend(parts.charging, { accountId, cost, key, body }));
    expect(await refused(1, { dryRun: true }, 'k')).toBe('execute_required');
    expect(await refused(1, dry)).toBe('idempotency_key_required');
    expect(await refused(6, dry, 'k')).toBe('max_credits_exceeded');
    expect(await refused(5, dry, 'k')).toBe('credit_balance_insufficient');
    await spend(parts.charging, {
      accountId,
      cost: 1,
      key: 'k',
      body: { execute: true, maxCredits: 5, row: 'a' },
    });
    expect(await refused(1, { ...dry, row: 'b' }, 'k')).toBe('idempotency_key_reused');
  });

  it('does not block a real call with its key', async () => {
    const accountId = await accountWith(10);
    let real: KeyedAnswer<number, object> | undefined;
    await spend(parts.charging, {
      accountId,
      cost: 1,
      key: 'k',
      body: dry,
      async work() {
        real = await spend(parts.charging, { accountId, cost: 1, key: 'k' });
      },
    });
    expect(real?.headers['Credits-Used']).toBe('1');
    expect(await available(accountId)).toBe(9);
  });
});

describe('many calls at once', () => {
  it('many keys sent 8 times each make one charge each', async () => {
    const accountId = await accountWith(5_000);
    const many = size(200, 1_000);
    const keys = Array.from({ length: many }, (_, index) => `key ${index}`);
    const outcomes = await Promise.all(
      keys.flatMap((key) =>
        Array.from({ length: 8 }, async () => {
          try {
            const { headers } = await spend(parts.charging, { accountId, cost: 1, key });
            return headers['Idempotent-Replayed'] ? 'replayed' : 'charged';
          } catch (error) {
            return error instanceof ServiceError ? error.code : String(error);
          }
        }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'charged')).toHaveLength(many);
    const others = outcomes.filter((outcome) => outcome !== 'charged');
    expect(others.filter((one) => one !== 'replayed' && one !== 'idempotency_key_in_use')).toEqual([]);
    expect(await charges(accountId)).toBe(many);
    expect(await available(accountId)).toBe(5_000 - many);
    const again = await Promise.all(keys.map((key) => spend(parts.charging, { accountId, cost: 1, key })));
    expect(again.every(({ headers }) => headers['Idempotent-Replayed'] === 'true')).toBe(true);
    expect((await parts.credits.verifyBalances()).faults).toEqual([]);
  });

  it('50 charges near zero never overdraw, and exactly those that fit succeed', async () => {
    const accountId = await accountWith(100);
    const codes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        codeOf(spend(parts.charging, { accountId, cost: 7, key: `key ${index}` })),
      ),
    );
    expect(codes.filter((code) => code === 'no error')).toHaveLength(14);
    expect(codes.filter((code) => code === 'credit_balance_insufficient')).toHaveLength(36);
    expect(await available(accountId)).toBe(2);
    const { rows } = await database.knex.raw(
      'SELECT min(balance_after) AS lowest FROM credit_ledger WHERE account_id = ?',
      [accountId],
    );
    expect(rows[0].lowest).toBe(2);
  });
});
