import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { LimitsStore } from '../../src/features/limits/limits-store.ts';
import { EstimatesStore } from '../../src/features/lists/estimates/estimates-store.ts';
import { creditParts, newAccount, spend } from '../support/credits.ts';
import { suiteDatabase } from '../support/database.ts';
import { housekeepAt } from '../support/housekeeping.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'housekeeping-'));
const dayMs = 24 * 60 * 60 * 1000;
const start = new Date();
const inDays = (days: number) => new Date(start.getTime() + days * dayMs);
const housekeepAfter = (days: number) => housekeepAt(inDays(days), database.knex, folder);

const database = await suiteDatabase();
const accountId = await newAccount(database.knex);
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

describe('housekeeping', () => {
  it('removes an idempotency key after 30 days and not before', async () => {
    const { charging, credits } = creditParts(database.knex);
    await credits.grant(accountId, { creditClass: 'basic', amount: 10 });
    const again = async () => (await spend(charging, { accountId, cost: 1, key: 'k' })).headers;
    await again();
    await housekeepAfter(29.9);
    expect((await again())['Idempotent-Replayed']).toBe('true');
    await housekeepAfter(30.1);
    expect((await again())['Credits-Used']).toBe('1');
  });

  it('removes counts of limits a day after their window ended', async () => {
    const window = { start: start.getTime() - 60_000, end: start.getTime() };
    const policy = {
      name: 'search-minute',
      limit: 10,
      window,
      cost: 1,
      refusalCode: 'rate_limit_exceeded',
    } as const;
    await new LimitsStore(database.knex).lease(accountId, { ...policy, quota: false }, { need: 1, extra: 0 });
    await housekeepAfter(0.9);
    expect(await database.knex('limit_leases')).toHaveLength(1);
    await housekeepAfter(1.1);
    expect(await database.knex('limit_leases')).toHaveLength(0);
  });

  it('removes estimates a week after they expired', async () => {
    await new EstimatesStore(database.knex).insert(accountId, {
      definition_kind: 'company_ids',
      definition: { company_ids: [] },
      resolved_definition: {},
      row_count: 0,
      total_kind: 'exact',
      unsupported_conditions: [],
      weak_conditions: [],
      member_ids: [],
      created_at: inDays(-1),
      expires_at: start,
    });
    await housekeepAfter(6.9);
    expect(await database.knex('list_estimates')).toHaveLength(1);
    await housekeepAfter(7.1);
    expect(await database.knex('list_estimates')).toHaveLength(0);
  });

  it('continues after a failure and says what could not be removed', async () => {
    const { credits } = creditParts(database.knex);
    await credits.grant(accountId, { creditClass: 'enrichment', amount: 5, expiresAt: inDays(2) });
    const failing = { what: 'what fails', days: 1, remove: () => Promise.reject(new Error('no')) };
    expect(await housekeepAt(inDays(3), database.knex, folder, [failing])).toEqual(['what fails']);
    const { enrichment } = (await credits.balance(accountId)).balances;
    expect(enrichment.available).toBe(0);
  });
});
