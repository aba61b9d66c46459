import { setTimeout as wait } from 'node:timers/promises';
import type { DiagnosticResult } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { companiesIndex } from '../../indexers/indexing/companies-index.ts';
import { listGenerations } from '../../indexers/indexing/generations/generation-store.ts';
import type { IndexDefinition } from '../../indexers/indexing/generations/index-definition.ts';
import {
  buildIndexName,
  indexKinds,
  parseIndexName,
} from '../../indexers/indexing/generations/index-name.ts';
import { computeDefaultShards, waitForCopies } from '../../indexers/indexing/generations/index-size.ts';
import { findServingIndex, switchAlias } from '../../indexers/indexing/generations/search-indices.ts';
import { listIndices, pruneIndices, revertToPreviousIndex } from '../../indexers/indexing/generations.ts';
import { rebuildIndex } from '../../indexers/indexing/reindex.ts';
import { syncOnce } from '../../indexers/indexing/writing/sync.ts';
import { withAliasLock, withSession } from '../../indexers/operator/database-session.ts';
import { companyFacts } from '../support/companies.ts';
import { type SuiteIndexing, suiteIndexing } from '../support/indexing.ts';

const size = { shards: 1, replicas: 0 };
const companies = Array.from({ length: 30 }, (_, number) =>
  companyFacts({ number, name: `株式会社架空${number}` }),
);
const [first, second] = companies.map(({ companies: [row] }) => row?.company_id ?? '');
const firstId = first ?? '';
const secondId = second ?? '';

let suite: SuiteIndexing;
let alias: string;
beforeAll(async () => {
  suite = await suiteIndexing();
  alias = `${suite.context.indexPrefix}companies`;
  await suite.load(...companies);
});
afterAll(() => suite.remove());

const serving = () => findServingIndex(suite.elasticsearch, alias);
const statuses = () =>
  withSession(suite.context.databaseUrl, async (client) =>
    (await listGenerations(client, alias)).map(({ indexName, status }) => [indexName, status]),
  );

/** Transactions of other suites on the same server can hold the change feed back for a moment. */
async function untilSynced(name: string): Promise<void> {
  while ((await suite.find(name)).length === 0) await syncOnce(suite.context, companiesIndex);
}

/** The companies index with some parts replaced. */
const altered = (parts: Partial<IndexDefinition>): IndexDefinition => ({ ...companiesIndex, ...parts });

describe('a reindex', () => {
  it('builds an index of every company and puts it into service', async () => {
    const report = await rebuildIndex(suite.context, companiesIndex, size);
    expect(report).toMatchObject({ documents: 30, removed: [] });
    expect(await serving()).toBe(report.index);
    expect(await suite.find('株式会社架空7')).toHaveLength(1);
    expect(await statuses()).toEqual([[report.index, 'current']]);
  });

  it('measures the coverage of each signal', async () => {
    const rows = await suite.database.knex('signal_coverage').orderBy('signal');
    expect(rows.map(({ signal }) => signal)).toEqual([
      'construction',
      'employees',
      'financials',
      'insured_persons',
      'jobs',
      'semantic_tags',
      'technologies',
      'web',
    ]);
    expect(new Set(rows.map(({ companies_total }) => companies_total))).toEqual(new Set([30]));
  });

  it('keeps one previous index and removes older ones', async () => {
    const before = await serving();
    const { index: middle } = await rebuildIndex(suite.context, companiesIndex, size);
    const { index: last, removed } = await rebuildIndex(suite.context, companiesIndex, size);
    expect(removed).toEqual([before]);
    expect(await statuses()).toEqual([
      [last, 'current'],
      [middle, 'previous'],
    ]);
  });

  it('never leaves a search without an index or with half of one', async () => {
    let searching = true;
    const totals = new Set<string>();
    const searches = (async () => {
      for (; searching; await wait(1)) {
        const { hits } = await suite.elasticsearch.search({ index: alias, track_total_hits: true, size: 0 });
        totals.add(JSON.stringify(hits.total));
      }
    })();
    await rebuildIndex(suite.context, companiesIndex, size);
    searching = false;
    await searches;
    expect([...totals]).toEqual(['{"value":30,"relation":"eq"}']);
  });

  it('contains what was committed while it ran', async () => {
    const late = altered({
      async *readAll(client, today) {
        for await (const page of companiesIndex.readAll(client, today)) {
          await suite.change(
            firstId,
            `UPDATE company_names SET name = '株式会社改名' WHERE company_id = '${firstId}'`,
          );
          yield page;
        }
      },
    });
    await rebuildIndex(suite.context, late, size);
    await untilSynced('株式会社改名');
    expect(await suite.find('株式会社改名')).toEqual([firstId]);
    expect(await suite.find('株式会社架空0')).toEqual([]);
  });

  it('has by default one shard for 20 million documents, and no replicas on one node', async () => {
    expect([0, 20_000_000, 20_000_001, 5e8, 1e15].map(computeDefaultShards)).toEqual([1, 1, 2, 25, 999]);
    const { index } = await rebuildIndex(suite.context, companiesIndex);
    const settings = await suite.elasticsearch.indices.getSettings({ index, flat_settings: true });
    expect(settings[index]?.settings).toMatchObject({
      'index.number_of_shards': '1',
      'index.number_of_replicas': '0',
    });
  });

  it('refuses replicas for which there are no nodes, before it builds anything', async () => {
    const before = await statuses();
    await expect(rebuildIndex(suite.context, companiesIndex, { shards: 1, replicas: 1 })).rejects.toThrow(
      '--replicas 1 needs 2 nodes with data, and the cluster has 1.',
    );
    expect(await statuses()).toEqual(before);
  });

  it('does not wait for copies that the cluster does not make', async () => {
    const index = `${suite.context.indexPrefix}never-green`;
    await suite.elasticsearch.indices.create({ index, settings: { number_of_replicas: 1 } });
    await expect(waitForCopies(suite.elasticsearch, index, 1)).rejects.toThrow(
      `Elasticsearch does not make the copies of ${index}, so it was not put into service.`,
    );
  });

  it('builds without waiting for the disk, and flushes before it compares and serves', async () => {
    const settingsOf = async (index: string) => {
      const { [index]: found } = await suite.elasticsearch.indices.getSettings({
        index,
        flat_settings: true,
      });
      const settings = (found?.settings ?? {}) as Readonly<Record<string, unknown>>;
      return {
        durability: settings['index.translog.durability'],
        segments: settings['index.merge.policy.segments_per_tier'],
      };
    };
    const whileBuilding: unknown[] = [];
    const observed = altered({
      async *readAll(client, today) {
        const [building] = (await statuses()).find(([, status]) => status === 'building') ?? [];
        whileBuilding.push(await settingsOf(building ?? ''));
        yield* companiesIndex.readAll(client, today);
      },
    });
    const requests: string[] = [];
    const onRequest = (_: unknown, event: DiagnosticResult | null) => {
      requests.push(event?.meta.request.params.path ?? '');
    };
    suite.elasticsearch.diagnostic.on('request', onRequest);
    const { index } = await rebuildIndex(suite.context, observed, size);
    suite.elasticsearch.diagnostic.off('request', onRequest);
    expect(whileBuilding).toEqual([{ durability: 'async', segments: '100' }]);
    expect(await settingsOf(index)).toEqual({ durability: 'request', segments: undefined });
    const steps = [`/${index}/_flush`, `/${index}/_search`, '/_aliases'];
    expect(requests.filter((path) => steps.includes(path))).toEqual(steps);
  });

  it('refuses to run during another one', async () => {
    await withAliasLock(suite.context.databaseUrl, alias, async () => {
      await expect(rebuildIndex(suite.context, companiesIndex, size)).rejects.toThrow(/Another reindex/);
    });
  });
});

describe('a reindex that fails', () => {
  const failures: [string, Partial<IndexDefinition>, RegExp][] = [
    [
      'because the index refuses a document',
      {
        async *readAll() {
          yield [{ id: firstId, version: 1, json: '{"no_such_field":1}' }];
        },
      },
      /refused 1 documents; the first is cn_/,
    ],
    [
      'because the new index lacks a company',
      {
        async *readAll(client, today) {
          for await (const page of companiesIndex.readAll(client, today)) {
            yield [...page].filter(({ id }) => id !== secondId);
          }
        },
      },
      /differs from Postgres in 1 documents/,
    ],
  ];

  it.each(failures)('%s leaves the old index serving and nothing else behind', async (_, parts, message) => {
    const before = await serving();
    await expect(rebuildIndex(suite.context, altered(parts), size)).rejects.toThrow(message);
    expect(await serving()).toBe(before);
    expect(await listIndices(suite.context, companiesIndex)).toContainEqual(
      expect.objectContaining({ status: 'failed', documents: null, serving: false }),
    );
  });

  it('is cleaned up by the next one, also if it was killed', async () => {
    const before = await serving();
    const killed = `${alias}-v1-20260101t000000000z`;
    await suite.elasticsearch.indices.create({ index: killed });
    await suite.database
      .knex('index_generations')
      .insert({ index_name: killed, kind: 'companies', alias, mapping_version: 1, status: 'building' });
    expect(await serving()).toBe(before);
    const { removed } = await rebuildIndex(suite.context, companiesIndex, size);
    expect(removed).toContain(killed);
    expect(await suite.elasticsearch.indices.exists({ index: killed })).toBe(false);
    expect((await statuses()).map(([, status]) => status)).toEqual(['current', 'previous']);
  });

  it('by being killed between the swap and its record keeps the index that serves', async () => {
    const { knex } = suite.database;
    const { index } = await rebuildIndex(suite.context, companiesIndex, size);
    const before = (await statuses()).find(([, status]) => status === 'previous')?.[0] ?? '';
    await knex('index_generations')
      .where({ index_name: index })
      .update({ status: 'building', activated_at: null });
    await knex('index_generations').where({ index_name: before }).update({ status: 'current' });
    await pruneIndices(suite.context, companiesIndex, { keep: 1 });
    expect(await serving()).toBe(index);
    expect(await statuses()).toEqual([
      [index, 'current'],
      [before, 'previous'],
    ]);
  });
});

describe('rollback', () => {
  let current: string;
  let previous: string;
  beforeAll(async () => {
    ({ index: previous } = await rebuildIndex(suite.context, companiesIndex, size));
    ({ index: current } = await rebuildIndex(suite.context, companiesIndex, size));
  });

  it('lets the previous index serve, brought up to date, and back again', async () => {
    await suite.change(
      secondId,
      `UPDATE company_names SET name = '株式会社二度目' WHERE company_id = '${secondId}'`,
    );
    expect(await revertToPreviousIndex(suite.context, companiesIndex)).toMatchObject({
      from: current,
      to: previous,
    });
    expect(await serving()).toBe(previous);
    await untilSynced('株式会社二度目');
    expect(await suite.find('株式会社二度目')).toEqual([secondId]);
    expect(await revertToPreviousIndex(suite.context, companiesIndex)).toMatchObject({
      from: previous,
      to: current,
    });
  });

  it('refuses an index of another mapping version', async () => {
    const other = altered({ mappingVersion: companiesIndex.mappingVersion + 1 });
    await expect(revertToPreviousIndex(suite.context, other)).rejects.toThrow(/has mapping version/);
    expect(await serving()).toBe(current);
  });

  it('is refused when there is no previous index', async () => {
    expect(await pruneIndices(suite.context, companiesIndex, { keep: 0 })).toEqual({ removed: [previous] });
    await expect(revertToPreviousIndex(suite.context, companiesIndex)).rejects.toThrow(/no previous index/);
  });
});

describe('the list of indices', () => {
  it('shows an index of the prefix that this database did not make, and prune leaves it alone', async () => {
    const foreign = `${alias}-v1-20250101t000000000z`;
    const neighbour = `${suite.context.indexPrefix}x-companies-v1-20250101t000000000z`;
    await suite.elasticsearch.indices.create({ index: foreign });
    await suite.elasticsearch.indices.create({ index: neighbour });
    await pruneIndices(suite.context, companiesIndex, { keep: 0 });
    const entries = await listIndices(suite.context, companiesIndex);
    expect(entries.map(({ index, status, serving: serves }) => [index, status, serves])).toEqual([
      [await serving(), 'current', true],
      [foreign, 'unknown', false],
    ]);
    expect(entries[0]).toMatchObject({ documents: 30, mappingVersion: companiesIndex.mappingVersion });
  });
});

describe('the alias', () => {
  it('moves in one step even onto an index that serves already', async () => {
    const index = await serving();
    await switchAlias(suite.elasticsearch, alias, index, index ?? '');
    expect(await serving()).toBe(index);
  });
});

describe('index names', () => {
  it('are read back as they were built', () => {
    const names = fc.record({
      prefix: fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,20}$/),
      kind: fc.constantFrom(...indexKinds),
      mappingVersion: fc.integer({ min: 1, max: 1000 }),
      createdAt: fc.date({ min: new Date('2000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
    });
    fc.assert(
      fc.property(names, (name) => {
        expect(parseIndexName(buildIndexName(name), name.prefix)).toEqual(name);
      }),
    );
  });

  it('say kind, mapping version and moment', () => {
    const createdAt = new Date('2026-08-21T03:15:00.123Z');
    const name = buildIndexName({ prefix: 'cds-', kind: 'companies', mappingVersion: 3, createdAt });
    expect(name).toBe('cds-companies-v3-20260821t031500123z');
  });

  it.each([
    'cds-test-companies-v1-20260821t031500123z',
    'cds-companies-v1-20260821t031500123z-old',
    'cds-companies-v1',
    'cds-companies',
    'cds-companies-v1-20261321t031500123z',
    'cds-other-v1-20260821t031500123z',
    'companies-v1-20260821t031500123z',
  ])('of others are not ours: %s', (name) => {
    expect(parseIndexName(name, 'cds-')).toBeNull();
  });
});
