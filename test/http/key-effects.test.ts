import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generate } from '../../lab/fictional/writing.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { getReadOnlyUse, isAboutOneSource } from '../../src/contract/key-permission.ts';
import { tableRights } from '../../src/database/rights/table-rights.ts';
import { type Call, type Json, useEveryOperation } from '../support/every-operation.ts';
import { startReceiver } from '../support/receiver.ts';
import { serviceSuite } from '../support/service.ts';
import { recordedDay } from '../support/stable-examples.ts';

/**
 * What calls of limited keys change, for every operation and every kind of key. In a session that uses every operation, each
 * call is first tried with the keys that may not make it as it is, and then made by the most limited key that may. What is in
 * the database before and after is compared: in every table that the service may write, so that also a new one counts.
 */

const receiver = await startReceiver();
const stateFolder = mkdtempSync(path.join(tmpdir(), 'effects-'));
const { database, service, end } = await serviceSuite([], {
  JOBS: 'true',
  DELIVERY_TEST_RECEIVERS: receiver.origin,
  STATE_FOLDER: stateFolder,
});
afterAll(async () => {
  await end();
  await receiver.stop();
  rmSync(stateFolder, { recursive: true });
});
const owner = await service.createAccount({
  plan: 'unlimited',
  credits: { basic: 100_000, enrichment: 100_000 },
});

type Tables = Readonly<Record<string, string>>;
type Sent = { readonly status: number; readonly code: string | undefined; readonly answer: Json };

const operations: Readonly<Record<string, Endpoint>> = endpoints;

/** Counts of requests and of processes, and when a key was used last. */
const bookkeeping = ['usage_days', 'limit_leases', 'job_workers', 'housekeeping_runs'];
const written = Object.entries(tableRights)
  .filter(([table, { serving = '' }]) => /INSERT|UPDATE|DELETE/.test(serving) && !bookkeeping.includes(table))
  .map(([table]) => table);
/** Follow from the ledger. */
const money = ['credit_balances', 'credit_ledger', 'credit_lots', 'api_keys'];
/** What is kept for a source. `source_choices` is not: it holds for all. */
const ofSource = [
  'sources',
  'source_rows',
  'source_decisions',
  'source_runs',
  'source_presence',
  'source_last_rows',
];

/** What calls that change nothing that the account keeps may write nevertheless (docs/decisions/0013-accounts-and-keys.md). */
const permitted: Readonly<Record<string, readonly string[]>> = {
  putSourcePresence: ['source_presence', 'source_last_rows'],
  deleteSourcePresence: ['source_presence'],
  exportList: ['list_exports'],
};

/** The content of each table. @param sourceId a source whose own rows do not count */
async function content(sourceId: string | null = null): Promise<Tables> {
  const parts = [...written, ...money.filter((table) => !written.includes(table))].map((table) => {
    const others = sourceId !== null && ofSource.includes(table) ? `WHERE source_id <> '${sourceId}'` : '';
    return `SELECT '${table}' AS name, md5(coalesce(string_agg(kept, ',' ORDER BY kept), '')) AS content
      FROM (SELECT (to_jsonb(t) - 'last_used_at')::text AS kept FROM ${table} t ${others}) AS kept`;
  });
  const { rows } = await database.knex.raw(parts.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, content }: Json) => [name, content]));
}

function changed(before: Tables, after: Tables, without: readonly string[] = []): string[] {
  return Object.keys(after).filter((name) => before[name] !== after[name] && !without.includes(name));
}

async function send(apiKey: string | null, { method, path: where, body, file, key }: Call): Promise<Sent> {
  const sent = body === undefined ? file : JSON.stringify(body);
  const response = await fetch(`${service.url}${where}`, {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    headers: {
      ...(apiKey !== null && { 'x-api-key': apiKey }),
      ...(sent !== undefined && { 'content-type': file === undefined ? 'application/json' : 'text/csv' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(sent !== undefined && { body: sent }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const answer = isJson ? JSON.parse(text) : text.split('\n').slice(0, 4).join('\n');
  return { status: response.status, code: answer?.error?.code, answer };
}

const keyOf = (options: Parameters<typeof service.accounts.createKey>[1]) =>
  service.accounts.createKey(owner.accountId, options);
const readOnly = await keyOf({ readOnly: true });
const spending = await keyOf({ maxCredits: 90_000 });
const reconciling = await keyOf({ purpose: 'reconciliation', maxCredits: 10 });
/** By source. */
const sourceKeys = new Map<string, { readonly all: string; readonly readOnly: string }>();

async function keysFor(sourceId: string) {
  const known = sourceKeys.get(sourceId);
  if (known) return known;
  const all = await keyOf({ sourceId, maxCredits: 1000 });
  const made = { all: all.api_key, readOnly: (await keyOf({ sourceId, readOnly: true })).api_key };
  sourceKeys.set(sourceId, made);
  return made;
}

/** Operations that were tried, and what went wrong, by what was tried. */
const tried = new Set<string>();
const faults: Record<string, unknown> = {};
/** Operations below a source that its key was refused. */
const refusedToSource: string[] = [];

/** As a read-only key may send it. */
function asTrial(endpoint: Endpoint, request: Call): Call {
  const use = getReadOnlyUse(endpoint);
  if (use !== 'dryRun' && use !== 'preview') return request;
  if (!endpoint.takesFile) return { ...request, body: { ...request.body, [use]: true } };
  if (request.path.includes(`${use}=`)) return request;
  return { ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}${use}=true` };
}

/** Since nothing was changed; null after a call that may have changed something. */
let latest: Tables | null = null;

async function expectNothing(
  what: string,
  operationId: string,
  work: () => Promise<Sent>,
  may: readonly string[] = [],
) {
  let [tables, tries]: [string[], number] = [[], 0];
  do {
    const before = latest ?? (await content());
    const { code } = await work();
    // Refused before anything of the request was looked at (test/http/key-scopes.test.ts).
    latest = code === 'key_not_permitted' ? before : await content();
    tables = changed(before, latest, [...(permitted[operationId] ?? []), ...may]);
    tries += 1;
    // Work in the background may have changed something meanwhile. What a call changes, it changes each time.
  } while (tables.length > 0 && tries < 3);
  if (tables.length > 0) faults[`${what}: ${operationId}`] = tables;
}

async function attempt(operationId: string, endpoint: Endpoint, request: Call): Promise<void> {
  tried.add(operationId);
  const asked = asTrial(endpoint, request);
  await expectNothing('read-only', operationId, () => send(readOnly.api_key, asked));
  const payable = endpoint.spends ? ['reconciled_questions', ...money] : [];
  await expectNothing('reconciliation', operationId, () => send(reconciling.api_key, request), payable);
  const withKey = `${operationId}WithKey`;
  if (operations[withKey]) {
    tried.add(withKey);
    const inPath = request.path.replace('/reconcile', `/reconcile/${reconciling.api_key}`);
    await expectNothing('key in the path', withKey, () => send(null, { ...request, path: inPath }), payable);
  }
  for (const [sourceId, keys] of sourceKeys) {
    const isOwn = request.path.includes(sourceId);
    if (isOwn) await expectNothing('one source, read-only', operationId, () => send(keys.readOnly, asked));
    else await expectNothing('another source', operationId, () => send(keys.all, request));
  }
}

/** Makes a call with the most limited key that may. */
async function call(operationId: string, request: Call): Promise<Json> {
  const endpoint = operations[operationId];
  const { status = 200 } = request;
  latest = null;
  const sourceId = /\/sources\/([0-9a-f-]{36})/.exec(request.path)?.[1];
  if (endpoint && sourceId !== undefined && isAboutOneSource(endpoint)) {
    const keys = await keysFor(sourceId);
    const before = await content(sourceId);
    const sent = await send(keys.all, request);
    const tables = changed(before, await content(sourceId), [...money, 'idempotency_keys']);
    if (tables.length > 0) faults[`one source: ${operationId}`] = { tables, status: sent.status };
    if (sent.status === status) return sent.answer;
    if (sent.code !== 'key_not_permitted') throw new Error(`${operationId}: ${JSON.stringify(sent)}`);
    refusedToSource.push(operationId);
  }
  const apiKey = endpoint?.auth === 'key' && endpoint.managesKeys ? owner.apiKey : spending.api_key;
  const sent = await send(apiKey, request);
  if (sent.status !== status) throw new Error(`${operationId}: ${JSON.stringify(sent)}`);
  return sent.answer;
}

async function example(operationId: string, request: Call): Promise<Json> {
  const endpoint = operations[operationId];
  if (endpoint?.auth === 'key') await attempt(operationId, endpoint, request);
  return call(operationId, request);
}

beforeAll(async () => {
  await generate({ databaseUrl: database.url, companies: 2000, seed: 1, today: recordedDay });
  await Promise.all([service.reindexCompanies(), service.reindexObservations()]);
}, 120_000);

describe('limited keys, in a session that uses every operation', () => {
  it('were tried with every operation', async () => {
    await useEveryOperation({ database, receiver, example, call });
    const all = Object.entries(operations).filter(([, { auth }]) => auth === 'key');
    expect([...tried].sort()).toEqual(all.map(([id]) => id).sort());
  }, 300_000);

  it('changed nothing beyond their scope', () => {
    expect(faults).toEqual({});
  });

  it('for one source were refused what they may not do for all, and nothing else', () => {
    expect(refusedToSource).toEqual(['decideSourceRows', 'countSourceJoin', 'exportSourceJoin']);
  });

  it('paid everything that they started, also what went on in the background, within their limits', async () => {
    const { rows } = await database.knex.raw(
      `SELECT k.label, k.key_id, k.max_credits, k.credits_spent,
         (SELECT -coalesce(sum(l.amount), 0) FROM credit_ledger l WHERE l.key_id = k.key_id) AS charged
       FROM api_keys k WHERE k.account_id = ?`,
      [owner.accountId],
    );
    for (const { key_id, max_credits, credits_spent, charged } of rows) {
      expect([key_id, Number(credits_spent)]).toEqual([key_id, Number(charged)]);
      if (max_credits !== null) expect(Number(credits_spent)).toBeLessThanOrEqual(Number(max_credits));
      if (key_id === owner.keyId) expect(Number(charged)).toBe(0);
    }
    const charges = await database
      .knex('credit_ledger')
      .where({ account_id: owner.accountId, kind: 'charge' });
    expect(charges.length).toBeGreaterThan(5);
    expect(charges.filter(({ key_id }) => key_id === null)).toEqual([]);
  });
});
