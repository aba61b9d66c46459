import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ElasticsearchNode, startElasticsearch } from '../../engine/elasticsearch/elasticsearch-node.ts';
import { removePostgres } from '../../engine/postgres/postgres-place.ts';
import { startPostgres } from '../../engine/postgres/postgres-server.ts';
import type { StartedPart } from '../../engine/processes/local-part.ts';
import { findFreePort } from '../../engine/processes/ports.ts';
import { companiesIndex } from '../../indexers/indexing/companies-index.ts';
import { observationsIndex } from '../../indexers/indexing/observations-index.ts';
import { rebuildIndex } from '../../indexers/indexing/reindex.ts';
import { verifyServing } from '../../indexers/indexing/verify.ts';
import { startSync, syncOnce } from '../../indexers/indexing/writing/sync.ts';
import { explainFailure } from '../../indexers/operator/explain-failure.ts';
import { loadFile } from '../../indexers/registers/index.ts';
import { AccountsService } from '../../src/features/accounts/accounts-service.ts';
import { AccountsStore } from '../../src/features/accounts/accounts-store.ts';
import { registerRow } from '../indexers/registers/nta/samples.ts';
import { companyFacts, idOf } from '../support/companies.ts';
import { creditParts } from '../support/credits.ts';
import { ownDatabase } from '../support/database.ts';
import { type SuiteIndexing, suiteIndexing } from '../support/indexing.ts';
import { type ServiceProcess, startSuiteProcess } from '../support/service-process.ts';
import { Load } from './load.ts';

// One node of each store, which is killed again and again while the service answers, registers are loaded and indices are
// built.

/** `KILLS=2` shows in minutes whether the test works. */
const kills = Number(process.env.KILLS ?? 50);
/** How long the work goes on between two kills, in milliseconds; at random up to so much. */
const maxPauseMs = 2_500;
const recoveryMs = 60_000;

const fixed = 60;
const changing = 10;
/** Companies that are loaded again and again, each time with other names. */
const loaded = 300;
const firstLoaded = 1_000;
const rowsOfSource = 5;
const credits = 10_000_000;
const shards = { shards: 1, replicas: 0 };
const nameOf = (number: number) => `架空第${String(number).padStart(4, '0')}工業株式会社`;
const quiet = () => undefined;

const folder = mkdtempSync(path.join(tmpdir(), 'killed-stores-'));
const places = { postgres: path.join(folder, 'postgres'), engine: path.join(folder, 'engine') };
let postgres: StartedPart;
let engine: ElasticsearchNode;
let enginePort: number;
let suite: SuiteIndexing;
let service: ServiceProcess;
let apiKey: string;

const startEngine = () =>
  startElasticsearch({
    folder: places.engine,
    port: enginePort,
    heap: '700m',
    shortLived: true,
    onProgress: quiet,
  });

beforeAll(async () => {
  enginePort = await findFreePort('127.0.0.1');
  engine = await startEngine();
  // Commits are on disk before they are acknowledged, as in production.
  postgres = await startPostgres({ folder: places.postgres, durable: true, onProgress: quiet });
  const database = await ownDatabase(postgres.url);
  suite = await suiteIndexing([engine.url], database);
  await suite.load(
    ...Array.from({ length: fixed + changing }, (_, at) =>
      companyFacts({ number: at + 1, name: nameOf(at + 1) }),
    ),
  );
  for (const definition of [companiesIndex, observationsIndex])
    await rebuildIndex(suite.context, definition, shards);
  service = await startSuiteProcess(
    { database: suite.database, service: suite.context },
    { ELASTICSEARCH_URL: engine.url },
  );
  const accounts = new AccountsService(new AccountsStore(database.knex));
  const { account_id } = await accounts.createAccount({ name: 'kills', plan: 'unlimited' });
  await creditParts(database.knex).credits.grantCredits(account_id, {
    creditClass: 'basic',
    amount: credits,
  });
  apiKey = (await accounts.createKey(account_id)).api_key;
}, 300_000);

afterAll(async () => {
  await service?.kill();
  await suite?.remove();
  await Promise.all([postgres?.stop(), engine?.stop()]);
  removePostgres(places.postgres);
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

async function killPostgres(): Promise<void> {
  const [pid] = readFileSync(path.join(places.postgres, 'data', 'postmaster.pid'), 'utf8').split('\n');
  const port = Number(new URL(postgres.url).port);
  process.kill(Number(pid), 'SIGKILL');
  await postgres.ended;
  postgres = await startPostgres({ folder: places.postgres, durable: true, port, onProgress: quiet });
}

async function killEngine(): Promise<void> {
  await engine.kill();
  engine = await startEngine();
}

/** Repeats work of an operator, whose failures must be sentences, until it is stopped. */
function repeating(pauseMs: number, work: () => Promise<void>) {
  const failures: string[] = [];
  let stopping = false;
  let done = 0;
  const running = (async () => {
    while (!stopping) {
      try {
        await work();
        done += 1;
      } catch (error) {
        const failure = explainFailure(error);
        failures.push(failure);
        if (/\n\s+at /.test(failure)) throw error;
      }
      await wait(pauseMs);
    }
  })();
  running.catch(quiet);
  return {
    failures,
    get done() {
      return done;
    },
    async stop() {
      stopping = true;
      await running;
    },
  };
}

/** Tries until it succeeds, for checks beside work that is being interrupted. */
async function eventually<Result>(look: () => Promise<Result>): Promise<Result> {
  for (const until = performance.now() + recoveryMs; ; ) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > until) throw error;
      await wait(200);
    }
  }
}

class Names {
  readonly #acknowledged = new Map<number, string>();
  /** Written, but nobody knows whether they were committed. */
  readonly #unsure = new Map<number, Set<string>>();

  /** Gives a company another name. */
  change = async (): Promise<void> => {
    const number = fixed + 1 + Math.floor(Math.random() * changing);
    const name = `改名${randomUUID()}株式会社`;
    const unsure = this.#unsure.get(number) ?? new Set();
    this.#unsure.set(number, unsure.add(name));
    await suite.change(
      idOf(number),
      `UPDATE company_names SET name = '${name}' WHERE company_id = '${idOf(number)}'`,
    );
    this.#acknowledged.set(number, name);
    unsure.clear();
  };

  /** Every company has the name that was acknowledged last, or one that was sent after it. */
  async check(): Promise<void> {
    for (const [number, name] of this.#acknowledged) {
      const [now] = await suite.database
        .knex('company_names')
        .where({ company_id: idOf(number) })
        .pluck('name');
      expect([name, ...(this.#unsure.get(number) ?? [])]).toContain(now);
      expect(await suite.find(String(now))).toEqual([idOf(number)]);
    }
  }

  get count(): number {
    return this.#acknowledged.size;
  }
}

const stores = [
  ['PostgreSQL', killPostgres],
  ['Elasticsearch', killEngine],
] as const;

describe(`one node of each store, killed ${kills} times under load`, () => {
  it.each(stores)(
    '%s: keeps what it acknowledged, and all goes on by itself',
    async (store, kill) => {
      const { knex } = suite.database;
      const alias = `${suite.context.indexPrefix}companies`;
      const load = new Load(service.url, apiKey);
      const before = await balance(load);
      const names = new Names();
      let sources = 0;
      let attempt = 0;
      let lastLoad = 0;
      const changes = repeating(500, names.change);
      const reindexing = repeating(1_000, async () => {
        await rebuildIndex(suite.context, companiesIndex, shards);
      });
      const loading = repeating(5_000, async () => {
        attempt += 1;
        const mine = attempt;
        await loadFile('nta', {
          databaseUrl: suite.database.url,
          stateFolder: path.join(folder, 'state'),
          file: fileOf(mine),
        });
        lastLoad = mine;
      });
      const sync = startSync(suite.context, companiesIndex, { intervalMs: 200 });
      load.repeat(async () => {
        const number = 1 + Math.floor(Math.random() * fixed);
        type Page = { readonly companies: readonly { readonly company: { readonly company_id: string } }[] };
        const { companies } = await load.post<Page>('search', '/search', { query: nameOf(number) });
        expect(companies.map(({ company }) => company.company_id)).toEqual([idOf(number)]);
      });
      load.repeat(async () => {
        const first = Math.floor(Math.random() * (fixed - rowsOfSource));
        const rows = Array.from({ length: rowsOfSource }, (_, at) => ({
          id: `${at}`,
          name: nameOf(first + at + 1),
        }));
        type Imported = { readonly source: { readonly source_id: string } };
        const { source } = await load.post<Imported>('import', '/sources/import', {
          headers: ['id', 'name'],
          rows,
        });
        const at = `/sources/${source.source_id}`;
        await load.post('map', `${at}/map`, { entity: 'company', columns: { name: 'name' } });
        await load.post('resolve', `${at}/resolve`, { execute: true, maxCredits: rowsOfSource });
        sources += 1;
      });
      const recoveries: number[] = [];
      try {
        for (let turn = 0; turn < kills; turn += 1) {
          await wait(Math.random() * maxPauseMs);
          expect(load.isEnding).toBe(false);
          await kill();
          const began = performance.now();
          const own = new Load(service.url, apiKey);
          await own.post('search', '/search', { query: nameOf(1) });
          await balance(own);
          recoveries.push(performance.now() - began);
          expect(recoveries.at(-1)).toBeLessThan(recoveryMs);
          const behind = await eventually(() => suite.elasticsearch.indices.getAlias({ name: alias }));
          expect(Object.keys(behind)).toHaveLength(1);
          const { differences } = await eventually(() => verifyServing(suite.context, companiesIndex, {}));
          expect(differences).toEqual([]);
          expect((await eventually(() => creditParts(knex).credits.verifyBalances())).faults).toEqual([]);
        }
      } finally {
        await load.end();
        await Promise.all([changes.stop(), reindexing.stop(), loading.stop(), sync.stop()]);
      }
      for (const { status, code } of load.failures) {
        expect(status).toBe(503);
        expect(['database_unavailable', 'search_unavailable', 'service_overloaded']).toContain(code);
      }
      await rebuildIndex(suite.context, companiesIndex, shards);
      await syncOnce(suite.context, companiesIndex);
      const { differences } = await verifyServing(suite.context, companiesIndex, {});
      expect(differences).toEqual([]);
      await names.check();
      expect(before - (await balance(load))).toBe(sources * rowsOfSource);
      const [loadedName] = await knex('company_names')
        .where({ company_id: idOf(firstLoaded), kind: 'legal' })
        .pluck('name');
      const number = Number(/第(\d+)版/.exec(String(loadedName))?.[1]);
      expect(number).toBeGreaterThanOrEqual(lastLoad);
      recoveries.sort((one, other) => one - other);
      console.log(
        [
          `${store}: ${kills} kills; right again after ${Math.round(recoveries[Math.floor(recoveries.length / 2)] ?? 0)} ms (median), ${Math.round(recoveries.at(-1) ?? 0)} ms at most`,
          `  ${sources} sources resolved and charged; ${names.count} of ${changing} names changed, ${changes.done} times`,
          `  ${reindexing.done} reindexes ended and ${reindexing.failures.length} failed; ${loading.done} loads ended and ${loading.failures.length} failed`,
          load.summary([]),
        ].join('\n'),
      );
    },
    7_200_000,
  );
});

/** A register of the companies that are loaded, with names of this version. */
function fileOf(version: number): string {
  const file = path.join(folder, 'register.csv');
  const rows = Array.from(
    { length: loaded },
    (_, at) => `${registerRow({ number: firstLoaded + at, name: `架空第${version}版${at}株式会社` })}\r\n`,
  );
  writeFileSync(file, rows.join(''));
  return file;
}

async function balance(load: Load): Promise<number> {
  type Balances = { readonly balances: { readonly basic: { readonly available: number } } };
  return (await load.get<Balances>('balance', '/credits/balance')).balances.basic.available;
}
