import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { projectFolder } from '../../engine/project-folder.ts';
import { companiesIndex } from '../../indexers/indexing/companies-index.ts';
import { observationsIndex } from '../../indexers/indexing/observations-index.ts';
import { rebuildIndex } from '../../indexers/indexing/reindex.ts';
import { verifyServing } from '../../indexers/indexing/verify.ts';
import { AccountsService } from '../../src/features/accounts/accounts-service.ts';
import { AccountsStore } from '../../src/features/accounts/accounts-store.ts';
import { companyFacts, idOf } from '../support/companies.ts';
import { creditParts } from '../support/credits.ts';
import { type ElasticsearchCluster, startElasticsearchCluster } from '../support/elasticsearch-cluster.ts';
import { type SuiteIndexing, suiteIndexing } from '../support/indexing.ts';
import { type ServiceProcess, startSuiteProcess } from '../support/service-process.ts';
import { Load } from './load.ts';

/** Companies that stay as they are, in one prefecture; and companies whose names change all the time, in another. */
const fixed = 120;
const changing = 40;
const rowsOfSource = 10;
const credits = 1_000_000;

const tokyo = { code: '13', name: '東京都', city: '千代田区' };
const osaka = { code: '27', name: '大阪府', city: '大阪市北区' };
const fixedName = (number: number) => `架空第${String(number).padStart(4, '0')}工業株式会社`;
const fixedIds = Array.from({ length: fixed }, (_, at) => idOf(at + 1)).sort();

/** Everything that fails because of a kill fails within this time. */
const failoverMs = 30_000;
/** How long a node stays away, and how long all are there before the next is killed. */
const pauseMs = 8_000;

interface Page {
  readonly companies: readonly { readonly company: { readonly company_id: string } }[];
  readonly meta: {
    readonly next_cursor: string | null;
    readonly total_kind: string;
    readonly matched_companies: number | null;
  };
}

const folder = mkdtempSync(path.join(tmpdir(), 'cluster-'));
let cluster: ElasticsearchCluster;
let nodes: readonly string[];
let suite: SuiteIndexing;
let service: ServiceProcess;

beforeAll(async () => {
  cluster = await startElasticsearchCluster({ folder, heap: '700m', onProgress: () => undefined });
  nodes = cluster.nodes.map(({ url }) => url);
  suite = await suiteIndexing(nodes);
  const places = Array.from({ length: fixed + changing }, (_, at) => (at < fixed ? tokyo : osaka));
  await suite.load(
    ...places.map((prefecture, at) => companyFacts({ number: at + 1, name: fixedName(at + 1), prefecture })),
  );
  for (const definition of [companiesIndex, observationsIndex])
    await rebuildIndex(suite.context, definition, { shards: 3 });
  const where = { database: suite.database, service: suite.context };
  service = await startSuiteProcess(where, { ELASTICSEARCH_URL: nodes.join(',') });
}, 300_000);

afterAll(async () => {
  await service.kill();
  await suite.remove();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}, 300_000);

/** `npm run ops -- sync --follow`, as an operator runs it. */
function startSync(): ChildProcess {
  return spawn(process.execPath, [path.join(projectFolder, 'dist', 'ops.js'), 'sync', '--follow'], {
    env: {
      ...process.env,
      DATABASE_URL: suite.database.url,
      ELASTICSEARCH_URL: nodes.join(','),
      INDEX_PREFIX: suite.context.indexPrefix,
    },
    stdio: 'ignore',
  });
}

async function stopSync(sync: ChildProcess): Promise<void> {
  const ended = once(sync, 'exit');
  sync.kill('SIGTERM');
  await ended;
}

/** Waits until the cluster has all its nodes and copies again. */
async function untilWhole(): Promise<void> {
  const wanted = 'wait_for_nodes=3&wait_for_status=green&timeout=120s';
  const answer = await fetch(`${nodes[0]}/_cluster/health?${wanted}`);
  expect(await answer.json()).toMatchObject({ timed_out: false, status: 'green' });
}

async function newApiKey(): Promise<string> {
  const { knex } = suite.database;
  const accounts = new AccountsService(new AccountsStore(knex));
  const { account_id } = await accounts.createAccount({ name: `account ${randomUUID()}`, plan: 'unlimited' });
  await creditParts(knex).credits.grantCredits(account_id, { creditClass: 'basic', amount: credits });
  return (await accounts.createKey(account_id)).api_key;
}

const idsOf = ({ companies }: Page) => companies.map(({ company }) => company.company_id);

const random = (below: number) => Math.floor(Math.random() * below);

/** Everything that the test later asks for. */
class Work {
  readonly kills: number[] = [];
  /** Sources that were resolved and charged. */
  sources = 0;
  /** The last name of each company whose name changes, by its number. */
  readonly names = new Map<number, string>();

  constructor(readonly load: Load) {}

  byName = async (): Promise<void> => {
    const number = 1 + random(fixed);
    const page = await this.load.post<Page>('search by name', '/search', { query: fixedName(number) });
    expect(idsOf(page)).toEqual([idOf(number)]);
  };

  exactCount = async (): Promise<void> => {
    const body = { filters: { prefecture: '東京都' }, limit: 1 };
    const { meta } = await this.load.post<Page>('exact count', '/search', body);
    if (meta.total_kind === 'exact') expect(meta.matched_companies).toBe(fixed);
    // A count that is lost with its node is not an error of the search: the answer says that it is a lower bound.
    else expect([meta.total_kind, this.isDuringFailover(Date.now())]).toEqual(['lower_bound', true]);
  };

  walk = async (): Promise<void> => {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const body = { filters: { prefecture: '東京都' }, limit: 25, ...(cursor !== null && { cursor }) };
      const page: Page = await this.load.post<Page>('page by cursor', '/search', body);
      found.push(...idsOf(page));
      cursor = page.meta.next_cursor;
    } while (cursor !== null);
    expect(found.sort()).toEqual(fixedIds);
  };

  resolveSource = async (): Promise<void> => {
    const first = random(fixed - rowsOfSource);
    const rows = Array.from({ length: rowsOfSource }, (_, at) => ({
      id: randomUUID(),
      name: fixedName(first + at + 1),
    }));
    const { source } = await this.load.post<{ source: { source_id: string } }>('import', '/sources/import', {
      headers: ['id', 'name'],
      rows,
    });
    const at = `/sources/${source.source_id}`;
    await this.load.post('map', `${at}/map`, { entity: 'company', columns: { name: 'name' } });
    const charge = { execute: true, maxCredits: rowsOfSource };
    type Resolved = { run: { newly_matched_count: number } };
    const { run } = await this.load.post<Resolved>('resolve with a charge', `${at}/resolve`, charge);
    expect(run.newly_matched_count).toBe(rowsOfSource);
    this.sources += 1;
  };

  changeName = async (): Promise<void> => {
    const number = fixed + 1 + random(changing);
    const name = `改名${randomUUID()}株式会社`;
    await suite.change(
      idOf(number),
      `UPDATE company_names SET name = '${name}' WHERE company_id = '${idOf(number)}'`,
    );
    this.names.set(number, name);
    await wait(20);
  };

  isDuringFailover(at: number): boolean {
    return this.kills.some((kill) => at >= kill && at <= kill + failoverMs);
  }

  async untilFound(number: number, name: string): Promise<void> {
    for (;;) {
      const page = await this.load.post<Page>('search by changed name', '/search', { query: name });
      if (page.companies.length > 0) return expect(idsOf(page)).toEqual([idOf(number)]);
      await wait(500);
    }
  }
}

describe('a reindex on three nodes', () => {
  it('serves with a copy of each shard on another node', async () => {
    const alias = `${suite.context.indexPrefix}companies`;
    const copies = await suite.elasticsearch.cat.shards({ index: alias, format: 'json' });
    expect(copies.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'STARTED'));
    expect(new Set(copies.map(({ shard, node }) => `${shard} ${node}`)).size).toBe(6);
  });
});

describe('three nodes, each of which is killed and comes back', () => {
  it('lose no write, give no wrong answer, and fail for a moment at most', async () => {
    const load = new Load(service.url, await newApiKey());
    const work = new Work(load);
    const sync = startSync();
    try {
      for (const calls of [work.byName, work.exactCount, work.walk, work.resolveSource, work.changeName])
        load.repeat(calls);
      for (const node of cluster.nodes) {
        await wait(pauseMs);
        expect(load.isEnding).toBe(false);
        work.kills.push(Date.now());
        await node.kill();
        await wait(pauseMs);
        await node.start();
        await untilWhole();
      }
      await wait(pauseMs);
      await load.end();
      console.log(load.summary(work.kills));

      for (const failure of load.failures) {
        expect(failure).toMatchObject({ status: 503, code: 'search_unavailable' });
        expect(failure.retryAfter).toBeGreaterThan(0);
        expect(work.isDuringFailover(failure.at)).toBe(true);
      }

      expect(work.names.size).toBe(changing);
      for (const [number, name] of work.names) await work.untilFound(number, name);
      expect((await verifyServing(suite.context, companiesIndex, {})).differences).toEqual([]);

      expect(work.sources).toBeGreaterThan(0);
      type Balances = { balances: { basic: { available: number } } };
      const { balances } = await load.get<Balances>('balance', '/credits/balance');
      expect(balances.basic.available).toBe(credits - work.sources * rowsOfSource);
      expect((await creditParts(suite.database.knex).credits.verifyBalances()).faults).toEqual([]);
    } finally {
      await load.end().catch(() => undefined);
      await stopSync(sync);
    }
  }, 900_000);
});
