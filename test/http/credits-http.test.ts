import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import supertest from 'supertest';
import { z } from 'zod';
import { createApp } from '../../src/app.ts';
import { chargingFields } from '../../src/contract/credits/billing.ts';
import { ServiceError } from '../../src/contract/errors.ts';
import { knownFields } from '../../src/contract/fields.ts';
import { chargeCall } from '../../src/features/credits/charge-call.ts';
import { type CreditParts, creditParts, guarded, newAccount } from '../support/credits.ts';
import { type SuiteDatabase, suiteDatabase } from '../support/database.ts';
import { testRoute } from '../support/test-route.ts';

// A charged route as features have them: the guards, replay and headers as a caller meets them.

let database: SuiteDatabase;
let parts: CreditParts;
let server: Server;
let accountId: string;

const things = new Map<string, 'new' | 'spent'>();

beforeAll(async () => {
  database = await suiteDatabase();
  parts = creditParts(database.knex);
  accountId = await newAccount(database.knex);
  await parts.credits.grant(accountId, { creditClass: 'basic', amount: 10 });
  const limits = { searchPerMinute: 1, heavyPerMinute: 1, dailySearchQuota: 1, monthlySearchQuota: 1 };
  const app = createApp({
    routes: [spendRoute()],
    log: pino({ level: 'silent' }),
    trustProxy: false,
    authenticate: async () => ({ accountId, keyId: 'key', planId: 'standard', limits }),
  });
  server = createServer(app).listen(0, '127.0.0.1');
});
afterAll(async () => {
  server.close();
  await database.drop();
});

function spendRoute() {
  return testRoute(
    {
      method: 'POST',
      path: '/things/:thingId/spend',
      summary: 'Spend credits on a thing, once.',
      auth: 'key',
      limit: 'none',
      params: knownFields({ thingId: z.string() }),
      body: knownFields({ colour: z.string(), ...chargingFields }),
    },
    (context) =>
      parts.charging.chargeOnce(guarded, chargeCall(context), {
        async work() {
          const { thingId } = context.params;
          if (things.get(thingId) === 'spent') throw new ServiceError('source_row_not_selectable');
          if (!context.body.dryRun) things.set(thingId, 'spent');
          return {
            cost: 2,
            subject: { type: 'thing', id: thingId },
            answer: (billing) => ({ ok: true, billing }),
          };
        },
      }),
  );
}

function post(thingId: string, body: object, key?: string) {
  const request = supertest(server)
    .post(`/api/service/things/${thingId}/spend`)
    .set('x-api-key', 'any')
    .send(body);
  return key === undefined ? request : request.set('Idempotency-Key', key);
}

const whole = { colour: 'red', execute: true, maxCredits: 5 };

describe('a charged request', () => {
  it('is checked by schema, guards, replay and state in this order', async () => {
    const code = async (request: ReturnType<typeof post>) => (await request).body.error?.code;
    expect(await code(post('a', {}))).toBe('invalid_request');
    expect(await code(post('a', { ...whole, maxCredits: -1 }))).toBe('invalid_request');
    expect(await code(post('a', { ...whole, maxCredits: '5' }, 'k'))).toBe('invalid_request');
    expect(await code(post('a', { colour: 'red' }))).toBe('execute_required');
    expect(await code(post('a', { colour: 'red', execute: true }))).toBe('idempotency_key_required');
    expect(await code(post('a', { colour: 'red', execute: true }, 'k'))).toBe('max_credits_required');
    expect(await code(post('a', whole, 'k'))).toBeUndefined();
    // The state has changed, yet the same key is replayed; another key meets the state.
    expect(await code(post('a', whole, 'k'))).toBeUndefined();
    expect(await code(post('a', whole, 'k2'))).toBe('source_row_not_selectable');
  });

  it('carries what it used and what remains in headers, and says when it is a replay', async () => {
    const before = (await parts.credits.balance(accountId)).balances.basic.available;
    const first = await post('b', whole, 'k').expect(200);
    expect(first.headers).toMatchObject({ 'credits-used': '2', 'credits-remaining': String(before - 2) });
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    const again = await post('b', { ...whole, maxCredits: 3 }, 'k').expect(200);
    expect(again.headers).toMatchObject({
      'credits-used': '0',
      'credits-remaining': String(before - 2),
      'idempotent-replayed': 'true',
    });
    expect(again.body).toEqual({
      ok: true,
      billing: { ...first.body.billing, credits_used: 0, deduplicated: true },
    });
  });

  it('says what is missing when the cost is too high or the balance too low', async () => {
    const tooHigh = await post('c', { ...whole, maxCredits: 1 }, 'k').expect(422);
    expect(tooHigh.body.error).toMatchObject({
      code: 'max_credits_exceeded',
      details: { estimated_credits: 2, max_credits: 1 },
    });
    things.delete('c');
    const poor = await newAccount(database.knex);
    const rich = accountId;
    accountId = poor;
    const tooLow = await post('c', whole, 'k').expect(402);
    accountId = rich;
    expect(tooLow.body.error).toMatchObject({
      code: 'credit_balance_insufficient',
      details: { credit_class: 'basic', required: 2, available: 0 },
    });
  });

  it('in a dry run is checked and answered and leaves nothing', async () => {
    const before = (await parts.credits.balance(accountId)).balances.basic.available;
    const { body, headers } = await post('d', { ...whole, dryRun: true }, 'k').expect(200);
    expect(body.billing).toMatchObject({ credits_used: 2, dry_run: true, balance_after: before - 2 });
    expect(headers).toMatchObject({ 'credits-used': '0', 'credits-remaining': String(before) });
    expect((await parts.credits.balance(accountId)).balances.basic.available).toBe(before);
  });
});
