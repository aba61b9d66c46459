import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorCatalogue } from '../../src/contract/errors.ts';
import { insertFacts } from '../support/companies.ts';
import { creditParts } from '../support/credits.ts';
import { suiteDatabase } from '../support/database.ts';
import { suiteIndexPrefix, testStack } from '../support/environment.ts';
import {
  type Answered,
  type Caller,
  type ChargedCall,
  callerOf,
  errorCodeOf,
  type Kind,
  prepareCharges,
  readingKinds,
  type Store,
  send,
} from '../support/fault-calls.ts';
import { type Fault, type FaultyLink, startFaultyLink } from '../support/faulty-link.ts';
import { observationOf } from '../support/observations.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { seed, size } from '../support/size.ts';
import { sourceWorld } from '../support/sources.ts';

// A service whose ways to both stores can be broken. What it answers is compared with the API document throughout.

/** Waits of the service in this suite, in milliseconds. */
const databaseTimeoutMs = 1_000;
const engineTimeoutMs = 1_000;
/**
 * When a request of this suite has ended at the latest: a wait for a connection, one for a statement and one for its
 * rollback, or a search and the statements around it; then the margin for a busy machine.
 */
const deadlineMs = 3 * databaseTimeoutMs + 3_000;
/** Late or slow answers come within the timeouts, but a request has several of them. */
const slowDeadlineMs = 15_000;
/** When everything is right again after a fault at the latest. */
const recoveryMs = 10_000;
const granted = 1_000_000;

const faults: Readonly<Record<string, Fault>> = {
  latency: { kind: 'latency', ms: 40, jitterMs: 40 },
  cut: { kind: 'cut' },
  refused: { kind: 'refused' },
  'half-open': { kind: 'half-open' },
  'slow close': { kind: 'slow close', afterBytes: 200, ms: 500 },
  bandwidth: { kind: 'bandwidth', bytesPerSecond: 50_000 },
  truncated: { kind: 'truncated', afterBytes: 150 },
};
const passing = new Set(['latency', 'bandwidth']);

const database = await suiteDatabase();
await insertFacts(database.knex, ...sourceWorld, {
  observations: [observationOf(5, 'bridge', { summary: '橋梁の点検' })],
});
const { credits } = creditParts(database.knex);
const links = {
  postgres: await startFaultyLink(database.url, seed),
  elasticsearch: await startFaultyLink(testStack().elasticsearchUrl, seed),
} satisfies Record<Store, FaultyLink>;

let service: TestService;
let account: Caller;
const expected = new Map<string, unknown>();

beforeAll(async () => {
  service = await startTestService(database, {
    DATABASE_URL: links.postgres.through(database.urls.serving),
    DATABASE_READ_URL: links.postgres.through(database.urls.reading),
    DATABASE_TIMEOUT_MS: String(databaseTimeoutMs),
    ELASTICSEARCH_URL: links.elasticsearch.through(testStack().elasticsearchUrl),
    ELASTICSEARCH_TIMEOUT_MS: String(engineTimeoutMs),
    INDEX_PREFIX: suiteIndexPrefix(),
    JOBS: 'true',
  });
  await Promise.all([service.reindexCompanies(), service.reindexObservations()]);
  account = await callerOf(
    service.url,
    await service.createAccount({ plan: 'unlimited', credits: { basic: granted } }),
  );
  // The first searches of a new engine take longer than a request of this suite may wait.
  for (const kind of readingKinds)
    for (let answer = await ask(kind); answer.status !== 200; answer = await ask(kind)) {
      if (answer.status !== 503) throw new Error(`${kind.name}: ${answer.text}`);
      await wait(50);
    }
  for (const kind of readingKinds) {
    const [first, second] = [await ask(kind), await ask(kind)];
    expect([kind.name, first.status, second.status]).toEqual([kind.name, 200, 200]);
    expected.set(kind.name, stable(first.body, second.body));
  }
});
afterAll(async () => {
  await Promise.all(Object.values(links).map((link) => link.set(null)));
  await service.stop();
  await Promise.all(Object.values(links).map((link) => link.stop()));
  await database.drop();
});

function ask(kind: Pick<Kind, 'path' | 'body'> & { readonly key?: string }, maxMs = slowDeadlineMs) {
  return send(service.url, account, kind, maxMs);
}

async function prepared(): Promise<ChargedCall[]> {
  return prepareCharges((path, body) => ask({ path, body }));
}

/** What two answers to one request have in common; request ids and moments are left out. */
function stable(one: unknown, other: unknown): unknown {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other ? one : expect.anything();
  if (Array.isArray(one)) return one.map((each, at) => stable(each, Object(other)[at]));
  return Object.fromEntries(
    Object.entries(one).map(([key, value]) => [key, stable(value, Object(other)[key])]),
  );
}

function isRight(kind: Kind, { status, body }: Answered): boolean {
  if (status !== 200) return false;
  if (kind.varies) return true;
  try {
    expect(body).toEqual(expected.get(kind.name));
    return true;
  } catch {
    return false;
  }
}

/** A right answer, or an error of the catalogue that says that a store does not answer. */
function expectRightOrUnavailable(kind: Kind, answer: Answered, store: Store): void {
  if (isRight(kind, answer)) return;
  const isReadiness = kind.name === 'readiness';
  const { checks } = Object(answer.body) as { checks?: Readonly<Record<Store, string>> };
  const told = isReadiness ? checks?.[store] : errorCodeOf(answer);
  const wanted = isReadiness
    ? ['unavailable']
    : [`${store === 'postgres' ? 'database' : 'search'}_unavailable`, 'service_overloaded'];
  // The specification has a code of its own for it.
  if (
    kind.name === 'search of observations' &&
    store === 'elasticsearch' &&
    told === 'observation_query_failed'
  )
    return;
  expect({ kind: kind.name, status: answer.status, wanted, told, text: answer.text.slice(0, 300) }).toEqual(
    expect.objectContaining({ status: 503, told: expect.stringMatching(`^(${wanted.join('|')})$`) }),
  );
}

/** Waits until every kind of request is answered right again. @returns milliseconds */
async function untilRecovered(kinds: readonly Kind[]): Promise<number> {
  const began = performance.now();
  let wrong = [...kinds];
  while (wrong.length > 0) {
    const answers = await Promise.all(wrong.map((kind) => ask(kind)));
    wrong = wrong.filter((kind, at) => !isRight(kind, answers[at] as Answered));
    if (wrong.length === 0) break;
    if (performance.now() - began > recoveryMs)
      throw new Error(`not right again: ${wrong.map(({ name }) => name).join(', ')}`);
    await wait(50);
  }
  return performance.now() - began;
}

async function chargedSoFar(): Promise<number> {
  const { rows } = await database.knex.raw<{ rows: [{ charged: number }] }>(
    `SELECT coalesce(-sum(amount), 0)::int AS charged FROM credit_ledger
     WHERE account_id = ? AND kind = 'charge'`,
    [account.accountId],
  );
  return rows[0].charged;
}

/**
 * Sends charged calls again under their keys, as a careful program does, and expects each to be charged once.
 * @param before what was charged before they were sent for the first time
 */
async function expectChargedOnce(calls: readonly ChargedCall[], before: number): Promise<void> {
  for (const call of calls) {
    let answer = await ask(call);
    for (const until = performance.now() + recoveryMs; answer.status !== 200; answer = await ask(call)) {
      if (performance.now() > until) throw new Error(`${answer.status}: ${answer.text}`);
      await wait(50);
    }
  }
  const cost = calls.reduce((sum, call) => sum + call.cost, 0);
  expect((await chargedSoFar()) - before).toBe(cost);
  expect((await credits.verifyBalances()).faults).toEqual([]);
}

interface Seen {
  readonly slowestMs: number;
  readonly recoveredMs: number;
  readonly answers: Readonly<Record<string, number>>;
}

/** Sends these requests and charged calls at once while there is a fault. */
async function suffer(store: Store, name: string, kinds: readonly Kind[]): Promise<Seen> {
  const fault = faults[name];
  if (!fault) throw new Error(name);
  const link = links[store];
  const maxMs = passing.has(name) ? slowDeadlineMs : deadlineMs;
  const calls = await prepared();
  const before = await chargedSoFar();
  await link.set(fault);
  const sent = [...kinds, ...calls].map((each) => ask(each, maxMs));
  const answers = await Promise.all(sent);
  await link.set(null);
  for (const [at, kind] of kinds.entries()) {
    const answer = answers[at] as Answered;
    expectRightOrUnavailable(kind, answer, store);
    // What only takes longer is answered, if the machine is not slow by itself.
    if ((passing.has(name) && size(0, 1)) || (store === 'elasticsearch' && !kind.searches))
      expect([kind.name, answer.status]).toEqual([kind.name, 200]);
  }
  for (const answer of answers.slice(kinds.length))
    if (answer.status !== 200) expect(errorCodeOf(answer)).toMatch(/^(database|search)_unavailable$/);
  const recoveredMs = await untilRecovered(kinds);
  await expectChargedOnce(calls, before);
  const told: Record<string, number> = {};
  for (const answer of answers) {
    const outcome = errorCodeOf(answer) ?? String(answer.status);
    expect(errorCodeOf(answer) === undefined || outcome in errorCatalogue).toBe(true);
    told[outcome] = (told[outcome] ?? 0) + 1;
  }
  return { slowestMs: Math.max(...answers.map(({ ms }) => ms)), recoveredMs, answers: told };
}

const stores: readonly Store[] = ['postgres', 'elasticsearch'];
/** Each store at each fault; in `npm test`, three of them. */
const cases = stores
  .flatMap((store) => Object.keys(faults).map((name) => [name, store] as const))
  .filter((_, at) => size(0, 1) === 1 || at % 4 === 2);

describe('while there is a fault on the way to a store', () => {
  it.each(cases)(
    '%s of %s: requests end in time, cost nothing twice, and all is right again',
    async (name, store) => {
      const seen = [await suffer(store, name, readingKinds)];
      // One kind alone, as others warm caches and use up connections.
      for (const kind of size(0, 1) ? readingKinds : []) seen.push(await suffer(store, name, [kind]));
      report(`${name} of ${store}`, seen);
    },
    300_000,
  );
});

function report(what: string, seen: readonly Seen[]): void {
  const slowest = Math.round(Math.max(...seen.map(({ slowestMs }) => slowestMs)));
  const recovered = Math.round(Math.max(...seen.map(({ recoveredMs }) => recoveredMs)));
  const told: Record<string, number> = {};
  for (const { answers } of seen)
    for (const [code, count] of Object.entries(answers)) told[code] = (told[code] ?? 0) + count;
  if (size(0, 1) || process.env.SHOW_FAULTS)
    console.log(`${what}: slowest ${slowest} ms, right again after ${recovered} ms, ${JSON.stringify(told)}`);
}
