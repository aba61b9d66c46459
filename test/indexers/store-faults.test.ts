import type { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { companiesIndex } from '../../indexers/indexing/companies-index.ts';
import type { IndexingContext } from '../../indexers/indexing/generations/index-definition.ts';
import { listIndices, revertToPreviousIndex } from '../../indexers/indexing/generations.ts';
import { observationsIndex } from '../../indexers/indexing/observations-index.ts';
import { rebuildIndex } from '../../indexers/indexing/reindex.ts';
import { verifyServing } from '../../indexers/indexing/verify.ts';
import { startSync, syncOnce } from '../../indexers/indexing/writing/sync.ts';
import { withPool, withSession } from '../../indexers/operator/database-session.ts';
import { explainFailure } from '../../indexers/operator/explain-failure.ts';
import { loadFile } from '../../indexers/registers/index.ts';
import { openElasticsearch } from '../../src/search/elasticsearch.ts';
import { companyFacts, idOf } from '../support/companies.ts';
import { testStack } from '../support/environment.ts';
import type { Store } from '../support/fault-calls.ts';
import { type Fault, type FaultyLink, startFaultyLink } from '../support/faulty-link.ts';
import { type SuiteIndexing, suiteIndexing } from '../support/indexing.ts';
import { type SuiteLoading, suiteLoading } from '../support/loading.ts';
import { observationOf } from '../support/observations.ts';
import { seed, size } from '../support/size.ts';
import { registerRow } from './registers/nta/samples.ts';

// The operator's commands, whose ways to both stores break at each of their requests.

const numberOfShards = { shards: 1, replicas: 0 };
const engineTimeoutMs = 10_000;

/** A request of a command, by its first bytes, and in the undisturbed run it must come. */
type Step = readonly [name: string, bytes: RegExp];

const engineSteps: readonly Step[] = [
  ['the look at what serves', /^GET \/_alias\/\S*companies /],
  ['making the index', /^PUT \/\S*companies-v\S+ HTTP/],
  ['writing documents', /^POST \/\S*companies-v\S+\/_bulk/],
  ['making it durable', /^PUT \/\S*companies-v\S+\/_settings/],
  ['the flush', /^POST \/\S*companies-v\S+\/_flush/],
  ['the refresh', /^POST \/\S*companies-v\S+\/_refresh/],
  ['the comparison', /^POST \/\S*companies-v\S+\/_search/],
  ['the wait for copies', /^GET \/_cluster\/health\/\S+/],
  ['the swap', /^POST \/_aliases/],
  ['removing the old index', /^DELETE \/\S*companies-v/],
];
const databaseSteps: readonly Step[] = [
  ['noting the new index', /INSERT INTO index_generations/],
  ['the snapshot', /BEGIN ISOLATION LEVEL REPEATABLE READ/],
  ['noting how many documents there are', /document_count/],
  ['the changes meanwhile', /company_changes/],
  ['noting the swap', /'current'|'previous'/],
  ['the coverage', /signal_coverage/],
];

/** Nothing of the request arrives; or all of it does, and nothing of the answer; or other things happen to the answer. */
const breaks: Readonly<Record<string, Fault>> = {
  'cut before': { kind: 'cut' },
  'answer lost': { kind: 'truncated', afterBytes: 0 },
  'answer cut off': { kind: 'truncated', afterBytes: 40 },
  'answer changed': { kind: 'corrupted', part: 'answers', everyBytes: 60 },
  'half-open': { kind: 'half-open' },
};
/** In `npm test`, the worst one: what was asked for is done, and the command does not know. */
const chosenBreaks = size(0, 1) ? Object.values(breaks) : [breaks['answer lost'] as Fault];

let suite: SuiteIndexing;
let links: Record<Store, FaultyLink>;
/** Over the ways that break. */
let broken: IndexingContext;
let elasticsearch: Client;
let documents: unknown;

beforeAll(async () => {
  suite = await suiteIndexing();
  links = {
    postgres: await startFaultyLink(suite.database.url, seed),
    elasticsearch: await startFaultyLink(testStack().elasticsearchUrl, seed),
  };
  elasticsearch = openElasticsearch({
    nodes: [links.elasticsearch.through(testStack().elasticsearchUrl)],
    requestTimeoutMs: engineTimeoutMs,
    maxRetries: 1,
  });
  broken = { ...suite.context, elasticsearch, databaseUrl: links.postgres.through(suite.database.url) };
  await suite.load(
    ...Array.from({ length: 30 }, (_, at) => companyFacts({ number: at + 1, name: `株式会社断線${at + 1}` })),
    { observations: [observationOf(1, 'one')] },
  );
  await rebuildIndex(broken, companiesIndex, numberOfShards);
  await rebuildIndex(broken, observationsIndex, numberOfShards);
  documents = await allDocuments();
});
afterAll(async () => {
  await elasticsearch.close();
  await Promise.all(Object.values(links).map((link) => link.stop()));
  await suite.remove();
});

const alias = () => `${suite.context.indexPrefix}companies`;

async function allDocuments(): Promise<unknown> {
  await suite.elasticsearch.indices.refresh({ index: alias() });
  const { hits } = await suite.elasticsearch.search({ index: alias(), size: 1_000 });
  return Object.fromEntries(hits.hits.map(({ _id, _source }) => [_id, _source]));
}

/** Exactly one index is behind the alias, and it has all documents as an undisturbed run writes them. */
async function expectOneCompleteIndex(): Promise<void> {
  const behind = await suite.elasticsearch.indices.getAlias({ name: alias() });
  expect(Object.keys(behind)).toHaveLength(1);
  const { documents: count, differences } = await verifyServing(suite.context, companiesIndex, {});
  expect({ count, differences }).toEqual({ count: 30, differences: [] });
  expect(await allDocuments()).toEqual(documents);
}

/** Nothing is left of interrupted attempts: the index that serves, and at most one before it. */
async function expectNothingLeft(): Promise<void> {
  const indices = await listIndices(suite.context, companiesIndex);
  expect(indices.filter(({ serving }) => serving)).toHaveLength(1);
  expect(
    indices.map(({ status }) => status).filter((status) => !['current', 'previous'].includes(status)),
  ).toEqual([]);
  expect(indices.length).toBeLessThanOrEqual(2);
}

/** Runs the command with this fault at this request. @returns its failure; null if it went on by itself */
async function breakAt(
  store: Store,
  [name, bytes]: Step,
  fault: Fault,
  command: () => Promise<unknown>,
): Promise<unknown> {
  const link = links[store];
  let sprung = false;
  const reached = link.at(bytes, fault).then(() => {
    sprung = true;
  });
  const outcome = await command().then(
    () => null,
    (error: unknown) => error,
  );
  if (!sprung) throw new Error(`the command did not come to ${name}: ${String(outcome)}`);
  await reached;
  await link.set(null);
  return outcome;
}

/** What a command says must be a sentence, not a stack. */
function expectExplained(failure: unknown): void {
  if (failure === null) return;
  expect(explainFailure(failure)).not.toMatch(/\n\s+at /);
}

describe('a reindex whose way to a store breaks', () => {
  const chosen = <Each>(all: readonly Each[], few: readonly number[]) =>
    size(0, 1) ? all : all.filter((_, at) => few.includes(at));
  const cases = [
    ...chosen(engineSteps, [8]).map((step) => ['elasticsearch', step] as const),
    ...chosen(databaseSteps, [4]).map((step) => ['postgres', step] as const),
  ];
  it.each(cases.map(([store, step]) => [step[0], store, step] as const))(
    'at %s (%s) leaves one complete index, and the next one is as an undisturbed one',
    async (_, store, step) => {
      for (const fault of chosenBreaks) {
        // A write of documents may wait for minutes, and so may a statement, whose session a test of its own breaks.
        const waitsLong = store === 'postgres' || step[0] === 'writing documents';
        if (fault.kind === 'half-open' && waitsLong) continue;
        const failure = await breakAt(store, step, fault, () =>
          rebuildIndex(broken, companiesIndex, numberOfShards),
        );
        expectExplained(failure);
        await expectOneCompleteIndex();
        await rebuildIndex(broken, companiesIndex, numberOfShards);
        await expectOneCompleteIndex();
        await expectNothingLeft();
      }
    },
    120_000,
  );

  it('goes on by itself if only the answer to the swap was lost', async () => {
    const swap = engineSteps.find(([name]) => name === 'the swap') as Step;
    const { elasticsearch: link } = links;
    const sprung = link.at(swap[1], { kind: 'truncated', afterBytes: 0 }).then(() => link.set(null));
    const { index } = await rebuildIndex(broken, companiesIndex, numberOfShards);
    await sprung;
    expect(Object.keys(await suite.elasticsearch.indices.getAlias({ name: alias() }))).toEqual([index]);
    await expectOneCompleteIndex();
  });

  it('at the swap of a rollback leaves one complete index', async () => {
    const swap = engineSteps.find(([name]) => name === 'the swap') as Step;
    for (const fault of chosenBreaks) {
      await rebuildIndex(broken, companiesIndex, numberOfShards);
      expectExplained(
        await breakAt('elasticsearch', swap, fault, () => revertToPreviousIndex(broken, companiesIndex)),
      );
      await expectOneCompleteIndex();
      await revertToPreviousIndex(broken, companiesIndex);
      await expectOneCompleteIndex();
    }
  });
});

describe('sync', () => {
  it('goes on by itself after each fault of each store', async () => {
    const failures: string[] = [];
    const following = startSync(broken, companiesIndex, {
      intervalMs: 50,
      onFailure: (error) => failures.push(explainFailure(error)),
    });
    try {
      const kinds: readonly Fault[] = [
        { kind: 'cut' },
        { kind: 'refused' },
        { kind: 'truncated', afterBytes: 50 },
      ];
      for (const store of ['postgres', 'elasticsearch'] as const)
        for (const [at, fault] of kinds.entries()) {
          const name = `株式会社${store === 'postgres' ? '甲' : '乙'}${at}`;
          await links[store].set(fault);
          await suite.change(
            idOf(2),
            `UPDATE company_names SET name = '${name}' WHERE company_id = '${idOf(2)}'`,
          );
          await new Promise((resolve) => setTimeout(resolve, 150));
          await links[store].set(null);
          while ((await suite.find(name)).length === 0)
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
      expect(failures.length).toBeGreaterThan(0);
      for (const failure of failures) expect(failure).not.toMatch(/\n\s+at /);
    } finally {
      await following.stop();
      await suite.change(
        idOf(2),
        `UPDATE company_names SET name = '株式会社断線2' WHERE company_id = '${idOf(2)}'`,
      );
      await syncOnce(suite.context, companiesIndex);
      documents = await allDocuments();
    }
  }, 120_000);
});

describe('an index that takes no writes', () => {
  const blocks = ['read_only_allow_delete', 'write'] as const;

  async function block(name: (typeof blocks)[number], value: true | null): Promise<void> {
    await suite.elasticsearch.indices.putSettings({
      index: `${suite.context.indexPrefix}*`,
      settings: { index: { blocks: { [name]: value } } },
    });
  }

  /** Each time that Elasticsearch looks at its disks, it releases blocks for full disks that are not full. */
  async function watchDisks(isWatching: boolean): Promise<void> {
    const transient = { 'cluster.info.update.interval': isWatching ? null : '1h' };
    await suite.elasticsearch.cluster.putSettings({ transient });
  }

  it.each(blocks.slice(0, size(1, 2)))(
    '(%s) is searched; sync says what to do, and writes all of it when it is released',
    async (name) => {
      const renamed = `株式会社満杯${name}`;
      await watchDisks(false);
      await block(name, true);
      try {
        await suite.change(
          idOf(3),
          `UPDATE company_names SET name = '${renamed}' WHERE company_id = '${idOf(3)}'`,
        );
        expect((await suite.elasticsearch.search({ index: alias(), size: 0 })).hits.total).toMatchObject({
          value: 30,
        });
        const failure = await syncOnce(suite.context, companiesIndex).catch((error: unknown) => error);
        expect(explainFailure(failure)).toMatch(
          /^Elasticsearch lets nothing be written to \S+: .*docs\/runbooks\/EngineReadOnly\.md/,
        );
      } finally {
        await block(name, null);
        await watchDisks(true);
      }
      await syncOnce(suite.context, companiesIndex);
      expect(await suite.find(renamed)).toEqual([idOf(3)]);
      documents = await allDocuments();
      await expectOneCompleteIndex();
    },
  );
});

describe('a load whose way to the database breaks', () => {
  const rows = size(200, 11_000);
  let loading: SuiteLoading;
  let link: FaultyLink;
  let undisturbed: unknown;
  const content = Array.from(
    { length: rows },
    (_, at) => `${registerRow({ number: at + 1, name: `株式会社積込${at + 1}` })}\r\n`,
  ).join('');
  beforeAll(async () => {
    loading = await suiteLoading();
    link = await startFaultyLink(loading.database.url, seed);
    await loading.load('nta', content);
    undisturbed = await facts();
  });
  beforeEach(() => loading.clear());
  afterAll(async () => {
    await link.stop();
    await loading.remove();
  });

  const facts = async () => ({
    companies: await loading.rows('SELECT company_id, version FROM companies ORDER BY 1'),
    names: await loading.rows('SELECT company_id, kind, name FROM company_names ORDER BY 1, 2, 3'),
    addresses: await loading.rows(
      'SELECT company_id, kind, prefecture_code FROM company_addresses ORDER BY 1, 2',
    ),
    changes: await loading.rows('SELECT company_id, version, change FROM company_changes ORDER BY 1, 2'),
    loads: await loading.rows('SELECT kind, status, rows_read, added, changed, rejected FROM loads'),
  });

  const load = (databaseUrl: string) =>
    loadFile('nta', {
      databaseUrl,
      stateFolder: `${loading.folder}/state`,
      file: loading.write('nta.txt', content),
    });

  const steps: readonly Step[] = [
    ['the lock', /pg_try_advisory_lock/],
    ['noting the load', /INSERT INTO loads/],
    ['the rows', /COPY /],
    ['noting the progress', /UPDATE loads/],
    ['the commit', /COMMIT/],
  ];
  it.each(steps.slice(size(-1, 0)).map((step) => [step[0], step] as const))(
    'at %s has loaded all of it once after it is repeated',
    async (_, [name, bytes]) => {
      for (const fault of chosenBreaks.filter(({ kind }) => !['corrupted', 'half-open'].includes(kind))) {
        await loading.clear();
        let sprung = false;
        const reached = link.at(bytes, fault).then(() => {
          sprung = true;
        });
        const failure = await load(link.through(loading.database.url)).catch((error: unknown) => error);
        if (!sprung) throw new Error(`the load did not come to ${name}`);
        await reached;
        await link.set(null);
        expect(explainFailure(failure)).toMatch(/^PostgreSQL does not answer/);
        await loadUntilFree(() => load(link.through(loading.database.url)));
        expect(await facts()).toEqual(undisturbed);
      }
    },
    120_000,
  );
});

/** The server notices a moment later that the first one has lost its connection, and then releases its lock. */
async function loadUntilFree(load: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const failure = await load().then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null) return;
    if (tries > 100 || !String(failure).includes('is running')) throw failure;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('a session of a command', () => {
  it('ends when its statement will never be answered', async () => {
    const link = await startFaultyLink(suite.database.url, seed);
    try {
      const began = performance.now();
      const asked = withSession(
        link.through(suite.database.url),
        async (client) => {
          await link.set({ kind: 'half-open' });
          const answer = client.query('SELECT 1');
          // The way is free again, but not for this connection.
          setTimeout(() => void link.set(null), 20);
          return answer;
        },
        { lookEveryMs: 300 },
      );
      await expect(asked).rejects.toThrow('the server no longer works on the statement');
      expect(performance.now() - began).toBeLessThan(5_000);
    } finally {
      await link.stop();
    }
  });

  it('ends likewise if it belongs to a pool', async () => {
    const link = await startFaultyLink(suite.database.url, seed);
    try {
      const asked = withPool(
        { url: link.through(suite.database.url), poolSize: 1 },
        async (knex) => {
          await knex.raw('SELECT 1');
          await link.set({ kind: 'half-open' });
          const answer = knex.raw('SELECT 1').then();
          setTimeout(() => void link.set(null), 20);
          return answer;
        },
        { lookEveryMs: 300 },
      );
      await expect(asked).rejects.toThrow('the server no longer works on the statement');
    } finally {
      await link.stop();
    }
  });

  it('goes on while the server works, however long', async () => {
    const rows = await withSession(
      suite.database.url,
      async (client) => (await client.query('SELECT pg_sleep(1) IS NOT NULL AS slept')).rows,
      { lookEveryMs: 50 },
    );
    expect(rows).toEqual([{ slept: true }]);
  });
});
