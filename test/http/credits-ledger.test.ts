import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreditRefusal } from '../../src/features/credits/credits-service.ts';
import { creditParts, newAccount, SetClock, spend } from '../support/credits.ts';
import { suiteDatabase } from '../support/database.ts';

const day = 24 * 60 * 60 * 1000;

let accountId: string;

const database = await suiteDatabase();
const clock = new SetClock(new Date());
const parts = creditParts(database.knex, clock.now);
afterAll(() => database.drop());

async function granted(amount: number, expiresInDays?: number) {
  return parts.credits.grantCredits(accountId, {
    creditClass: 'basic',
    amount,
    ...(expiresInDays === undefined
      ? {}
      : { expiresAt: new Date(clock.now().getTime() + expiresInDays * day) }),
  });
}

async function charged(cost: number) {
  const { body } = await spend(parts.charging, { accountId, cost, key: `key ${Math.random()}` });
  return (body as { credit_event: { entry_id: string } }).credit_event;
}

async function basic() {
  return (await parts.credits.getBalance(accountId)).balances.basic;
}

describe('the database', () => {
  beforeAll(async () => {
    accountId = await newAccount(database.knex);
    await granted(100);
    await charged(30);
  });

  it.each([
    'UPDATE credit_ledger SET amount = amount + 1',
    'DELETE FROM credit_ledger',
    'TRUNCATE credit_ledger CASCADE',
    'TRUNCATE accounts CASCADE',
    'UPDATE credit_balances SET balance = balance + 1',
    'DELETE FROM credit_balances',
    `INSERT INTO credit_balances SELECT account_id, 'enrichment', 5 FROM accounts LIMIT 1`,
    'UPDATE credit_lots SET remaining = remaining + 1',
    'DELETE FROM credit_lots',
  ])('refuses %s', async (statement) => {
    await expect(database.knex.raw(statement)).rejects.toMatchObject({ code: '23001' });
  });

  it.each([
    ['a charge above the balance', { kind: 'charge', amount: -71 }, 'credit_balances_never_negative'],
    ['a charge that adds', { kind: 'charge', amount: 5 }, 'credit_ledger_amount_has_the_sign_of_its_kind'],
    ['a grant of nothing', { kind: 'grant', amount: 0 }, 'credit_ledger_amount_has_the_sign_of_its_kind'],
    ['a reversal of nothing', { kind: 'reversal', amount: 5 }, 'credit_ledger_reversal_fits'],
    [
      'a charge that expires',
      { kind: 'charge', amount: -1, expires_at: new Date() },
      'credit_ledger_only_grants_expire',
    ],
    ['a class that does not exist', { kind: 'grant', amount: 1, class: 'gold' }, 'credit_class_check'],
  ])('refuses %s', async (_what, entry, constraint) => {
    const whole = {
      account_id: accountId,
      class: 'basic',
      operation: 'x',
      subject_type: 'x',
      subject_id: 'x',
      ...entry,
    };
    await expect(database.knex('credit_ledger').insert(whole)).rejects.toMatchObject({ constraint });
  });

  it('refuses an expiry of a grant that does not expire, or of a part of it', async () => {
    const grant = await granted(10, 5);
    const expiry = {
      account_id: accountId,
      class: 'basic',
      kind: 'expiry',
      operation: 'x',
      subject_type: 'grant',
      subject_id: grant.entry_id,
    };
    await expect(database.knex('credit_ledger').insert({ ...expiry, amount: -9 })).rejects.toMatchObject({
      constraint: 'credit_ledger_expiry_fits',
    });
  });

  it('sets id, time and balance itself, whatever an insert says', async () => {
    const [row] = await database
      .knex('credit_ledger')
      .insert({
        entry_id: '00000000-0000-7000-8000-000000000000',
        account_id: accountId,
        class: 'basic',
        kind: 'grant',
        amount: 1,
        balance_after: 1_000_000,
        operation: 'x',
        subject_type: 'x',
        subject_id: 'x',
        created_at: new Date(0),
      })
      .returning('*');
    expect(row.entry_id).not.toMatch(/^0000/);
    expect(row.balance_after).toBe(81);
    expect(row.created_at.getTime()).toBeGreaterThan(Date.now() - day);
  });

  it('finds no difference', async () => {
    const { balances, faults } = await parts.credits.verifyBalances();
    expect(balances).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });

  it('reports a balance that was changed directly in the database', async () => {
    await database.knex.transaction(async (transaction) => {
      await transaction.raw('ALTER TABLE credit_balances DISABLE TRIGGER by_entry_only');
      await transaction('credit_balances').where({ account_id: accountId }).increment('balance', 5);
      await transaction.raw('ALTER TABLE credit_balances ENABLE TRIGGER by_entry_only');
    });
    const { faults } = await parts.credits.verifyBalances();
    expect(faults).toMatchObject([
      { account_id: accountId, class: 'basic', balance: 86, sum_of_entries: 81 },
    ]);
    await database.knex.transaction(async (transaction) => {
      await transaction.raw('ALTER TABLE credit_balances DISABLE TRIGGER by_entry_only');
      await transaction('credit_balances').where({ account_id: accountId }).decrement('balance', 5);
      await transaction.raw('ALTER TABLE credit_balances ENABLE TRIGGER by_entry_only');
    });
  });
});

describe('grants', () => {
  beforeAll(async () => {
    accountId = await newAccount(database.knex);
  });

  it('under one key are made once, and another grant under it is refused', async () => {
    const grant = { creditClass: 'enrichment', amount: 7, key: 'welcome' } as const;
    const first = await parts.credits.grantCredits(accountId, grant);
    expect(await parts.credits.grantCredits(accountId, grant)).toEqual(first);
    await expect(parts.credits.grantCredits(accountId, { ...grant, amount: 8 })).rejects.toThrow(
      CreditRefusal,
    );
    expect((await parts.credits.getBalance(accountId)).balances.enrichment.available).toBe(7);
  });

  it('made concurrently under one key are made once', async () => {
    const grant = { creditClass: 'enrichment', amount: 7, key: 'at once' } as const;
    await Promise.allSettled(Array.from({ length: 8 }, () => parts.credits.grantCredits(accountId, grant)));
    expect((await parts.credits.getBalance(accountId)).balances.enrichment.available).toBe(14);
  });

  it.each([0, -1, 1.5, Number.NaN, 2e12])('of %p credits are refused', async (amount) => {
    await expect(parts.credits.grantCredits(accountId, { creditClass: 'basic', amount })).rejects.toThrow(
      CreditRefusal,
    );
  });

  it('that would already be expired are refused', async () => {
    await expect(granted(1, -1)).rejects.toThrow('must expire in the future');
  });
});

describe('expiry', () => {
  it('spends first what expires first, and removes exactly what remains of a grant', async () => {
    accountId = await newAccount(database.knex);
    await granted(100);
    await granted(50, 20);
    const first = await granted(30, 10);
    expect(await basic()).toMatchObject({ available: 180, next_expiry: { amount: 30 } });
    await charged(10);
    expect(await basic()).toMatchObject({ available: 170, next_expiry: { amount: 20 } });

    clock.forward(11 * day);
    expect(await basic()).toMatchObject({ available: 150, next_expiry: { amount: 50 } });
    const { items } = await parts.credits.listEntries(accountId, { limit: 1 });
    expect(items).toMatchObject([
      {
        kind: 'expiry',
        amount: -20,
        balance_after: 150,
        operation: 'credits.expire',
        subject: { type: 'grant', id: first.entry_id },
      },
    ]);

    await charged(120);
    clock.forward(10 * day);
    expect(await basic()).toEqual({ available: 30, next_expiry: null });
  });

  it('is made by a charge too: expired credits cannot be spent', async () => {
    accountId = await newAccount(database.knex);
    await granted(30, 1);
    clock.forward(2 * day);
    await expect(charged(1)).rejects.toMatchObject({
      code: 'credit_balance_insufficient',
      details: { available: 0 },
    });
    expect((await basic()).available).toBe(0);
  });

  it('is made by the job for accounts without requests', async () => {
    clock.forward(100 * day);
    await parts.credits.expireGrants(1_000);
    accountId = await newAccount(database.knex);
    await granted(30, 1);
    clock.forward(2 * day);
    expect(await parts.credits.expireGrants(1_000)).toBe(1);
    expect(await parts.ledger.getBalance(accountId, 'basic')).toBe(0);
    expect(await parts.credits.expireGrants(1_000)).toBe(0);
  });
});

describe('reversal', () => {
  it('of a charge returns its credits to the grants they came from', async () => {
    accountId = await newAccount(database.knex);
    await granted(30, 10);
    await granted(100);
    const charge = await charged(50);
    expect(await basic()).toEqual({ available: 80, next_expiry: null });
    expect(await parts.credits.reverseEntry(charge.entry_id)).toMatchObject({
      kind: 'reversal',
      amount: 50,
      balance_after: 130,
      operation: 'credits.reverse',
      subject: { type: 'thing', id: '1' },
      reverses: charge.entry_id,
    });
    expect(await basic()).toMatchObject({ available: 130, next_expiry: { amount: 30 } });
  });

  it('can be made only once', async () => {
    accountId = await newAccount(database.knex);
    await granted(10);
    const charge = await charged(5);
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => parts.credits.reverseEntry(charge.entry_id)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(parts.credits.reverseEntry(charge.entry_id)).rejects.toThrow('already reversed');
    expect((await basic()).available).toBe(10);
  });

  it('of a grant takes its whole amount, from other grants if its own credits are spent', async () => {
    accountId = await newAccount(database.knex);
    const first = await granted(30, 10);
    await granted(100);
    await charged(20);
    expect(await parts.credits.reverseEntry(first.entry_id)).toMatchObject({
      amount: -30,
      balance_after: 80,
    });
    expect(await basic()).toEqual({ available: 80, next_expiry: null });
  });

  it('of a grant that is spent is refused and changes nothing', async () => {
    accountId = await newAccount(database.knex);
    const grant = await granted(30);
    await charged(20);
    await expect(parts.credits.reverseEntry(grant.entry_id)).rejects.toThrow('the balance is 10');
    expect((await basic()).available).toBe(10);
  });

  it('of an expired grant, an expiry or a reversal is refused', async () => {
    accountId = await newAccount(database.knex);
    await granted(100);
    const grant = await granted(30, 1);
    clock.forward(2 * day);
    await expect(parts.credits.reverseEntry(grant.entry_id)).rejects.toThrow('has expired');
    const { items } = await parts.credits.listEntries(accountId, { limit: 1 });
    await expect(parts.credits.reverseEntry(String(items[0]?.entry_id))).rejects.toThrow('kind expiry');
    await expect(parts.credits.reverseEntry('01a1fd75-a1e4-78a6-8523-7a225eda13da')).rejects.toThrow(
      'no ledger entry',
    );
  });

  it('of a charge after its grant expired returns credits that expire at once', async () => {
    accountId = await newAccount(database.knex);
    await granted(30, 1);
    const charge = await charged(20);
    clock.forward(2 * day);
    expect((await basic()).available).toBe(0);
    await parts.credits.reverseEntry(charge.entry_id);
    expect((await basic()).available).toBe(0);
    expect((await parts.credits.verifyBalances()).faults).toEqual([]);
  });
});
