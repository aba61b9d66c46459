import { buildCompanyDocument } from '../../indexers/documents/company-document.ts';
import { readAllCompanies } from '../../indexers/documents/company-reader.ts';
import { companiesIndex } from '../../indexers/indexing/companies-index.ts';
import type { BulkDocument } from '../../indexers/indexing/generations/index-definition.ts';
import { createIndex, mergeSegments } from '../../indexers/indexing/generations/search-indices.ts';
import { rebuildIndex } from '../../indexers/indexing/reindex.ts';
import { runInSnapshot, withSession } from '../../indexers/operator/database-session.ts';
import { openElasticsearch } from '../../src/search/elasticsearch.ts';
import { toTokyoDay } from '../../src/text/days/calendar.ts';
import type { BenchService } from './bench-service.ts';
import { type Comparison, compare, inTurns } from './measure.ts';
import { type ProcessorReading, processorClock } from './processor-time.ts';

const bytesOfRequest = 4 * 1024 * 1024;
const requestsAtOnce = 2;
const size = { shards: 1, replicas: 0 };
const scratchPrefix = 'bench-scratch-';

type Elasticsearch = ReturnType<typeof openElasticsearch>;

/** What one side of one round took. */
interface Measured {
  readonly perSecond: number;
  /** Microseconds of all processes for one document, and those of the three that work; null if they cannot be read. */
  readonly processor: Readonly<Record<Part, number>> | null;
  /** The same, with the merge of all segments afterwards. */
  readonly processorMerged: Readonly<Record<Part, number>> | null;
}

const parts = ['all', 'engine', 'load', 'postgres'] as const;
type Part = (typeof parts)[number];

/**
 * Reindex from Postgres, verified and swapped, against (a) raw `_bulk` of the same documents ready in memory into an index
 * with the settings of a reindex, and (b) a plain loop: rows in key order, the client's bulk helper, an index that only does
 * not refresh, no verification and no swap. Documents a second until the index can be searched.
 *
 * Each side runs once before it is measured. What the engine merges afterwards is in no side's rate, because an index serves
 * without it; but it ends before the next side begins, and a row with processor time contains it on both sides.
 */
export async function benchReindex(
  service: BenchService,
  { rounds, onProgress }: { readonly rounds: number; readonly onProgress: (line: string) => void },
): Promise<Comparison[]> {
  const { databaseUrl, elasticsearchUrl } = service;
  const elasticsearch = openElasticsearch({ nodes: [elasticsearchUrl], requestTimeoutMs: 600_000 });
  const context = { databaseUrl, elasticsearch, indexPrefix: 'bench-reindex-', now: () => new Date() };
  const clock = processorClock(service, onProgress);
  try {
    const documents = await readyDocuments(databaseUrl);
    const bodies = bulkBodies(documents);
    /** @param build returns the index */
    const measured = async (build: () => Promise<string>): Promise<Measured> => {
      const before = clock();
      const begun = performance.now();
      const index = await build();
      const seconds = (performance.now() - begun) / 1000;
      const after = clock();
      await mergeSegments(elasticsearch, index, { ...size, wait: true });
      const merged = clock();
      if (index.startsWith(scratchPrefix)) await elasticsearch.indices.delete({ index });
      return {
        perSecond: documents.length / seconds,
        processor: perDocument(before, after, documents.length),
        processorMerged: perDocument(before, merged, documents.length),
      };
    };
    const scratch = async (
      create: (index: string) => Promise<void>,
      work: (index: string) => Promise<void>,
    ) => {
      const index = `${scratchPrefix}${Date.now()}`;
      await create(index);
      await work(index);
      await elasticsearch.indices.refresh({ index });
      return index;
    };
    const sides = {
      ours: async () => (await rebuildIndex(context, companiesIndex, size)).index,
      raw: () =>
        scratch(
          (index) => createIndex(elasticsearch, index, companiesIndex, size, toTokyoDay(new Date())),
          (index) => sendRaw(elasticsearchUrl, index, bodies),
        ),
      loop: () =>
        scratch(
          (index) => createPlainIndex(elasticsearch, index),
          (index) => plainLoop(databaseUrl, elasticsearch, index),
        ),
    };
    const results: Record<keyof typeof sides, Measured[]> = { ours: [], raw: [], loop: [] };
    const turn = (side: keyof typeof sides) => async () => {
      const result = await measured(sides[side]);
      results[side].push(result);
      return result.perSecond;
    };
    for (const build of Object.values(sides)) await measured(build);
    const rates = await inTurns(rounds, { ours: turn('ours'), raw: turn('raw'), loop: turn('loop') });
    for (const [side, each] of Object.entries(results)) onProgress(processorLine(side, each));
    return [
      compare(
        'reindex, verified and swapped, against raw bulk',
        'documents/s',
        { ours: rates.ours, theirs: rates.raw },
        { atLeast: 0.7 },
      ),
      compare(
        "reindex against a plain loop with the client's helper",
        'documents/s',
        { ours: rates.ours, theirs: rates.loop },
        { atLeast: 1.3 },
      ),
      ...processorRows(results.ours, results.loop),
    ];
  } finally {
    await elasticsearch.close();
  }
}

function perDocument(
  before: ProcessorReading | null,
  after: ProcessorReading | null,
  documents: number,
): Measured['processor'] {
  if (!before || !after) return null;
  const of = (part: Part) => ((after[part] - before[part]) * 1000) / documents;
  return { all: of('all'), engine: of('engine'), load: of('load'), postgres: of('postgres') };
}

/** The least of several runs, because other work of the machine only adds time. */
function leastOf(results: readonly Measured[], kind: 'processor' | 'processorMerged', part: Part): number {
  return Math.min(...results.map((result) => result[kind]?.[part] ?? Number.NaN));
}

function processorRows(ours: readonly Measured[], loop: readonly Measured[]): Comparison[] {
  const row = (name: string, kind: 'processor' | 'processorMerged') =>
    compare(
      `processor time of a document, ${name}, against the plain loop`,
      'µs',
      { ours: leastOf(ours, kind, 'all'), theirs: leastOf(loop, kind, 'all') },
      {},
    );
  const rows = [row('reindex', 'processor'), row('reindex and merge', 'processorMerged')];
  // Without /proc there is no processor time of other processes.
  return rows.filter(({ ratio }) => Number.isFinite(ratio));
}

function processorLine(side: string, results: readonly Measured[]): string {
  const of = (kind: 'processor' | 'processorMerged') =>
    parts.map((part) => `${part} ${leastOf(results, kind, part).toFixed(1)}`).join(', ');
  return `Processor time of a document, ${side}, in µs: ${of('processor')}; with the merge: ${of('processorMerged')}`;
}

async function readyDocuments(databaseUrl: string): Promise<BulkDocument[]> {
  const documents: BulkDocument[] = [];
  await withSession(databaseUrl, (client) =>
    runInSnapshot(client, async () => {
      for await (const page of companiesIndex.readAll(client, toTokyoDay(new Date())))
        documents.push(...page);
    }),
  );
  return documents;
}

function bulkBodies(documents: readonly BulkDocument[]): string[] {
  const bodies: string[] = [];
  let body = '';
  for (const { id, version, json } of documents) {
    body += `{"index":{"_id":"${id}","version":${version},"version_type":"external_gte"}}\n${json}\n`;
    if (body.length > bytesOfRequest / 2) {
      bodies.push(body);
      body = '';
    }
  }
  return body === '' ? bodies : [...bodies, body];
}

async function sendRaw(elasticsearchUrl: string, index: string, bodies: readonly string[]): Promise<void> {
  let next = 0;
  const sender = async () => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const answer = await fetch(`${elasticsearchUrl}/${index}/_bulk?filter_path=errors`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body,
      });
      const { errors } = (await answer.json()) as { errors: boolean };
      if (errors) throw new Error('raw bulk failed for some documents');
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, sender));
}

async function createPlainIndex(elasticsearch: Elasticsearch, index: string): Promise<void> {
  const settings = { ...companiesIndex.settings(size), refresh_interval: '-1' };
  await elasticsearch.indices.create({
    index,
    settings: { index: settings },
    mappings: { ...companiesIndex.mapping },
  });
}

async function plainLoop(databaseUrl: string, elasticsearch: Elasticsearch, index: string): Promise<void> {
  const today = toTokyoDay(new Date());
  await withSession(databaseUrl, (client) =>
    runInSnapshot(client, async () => {
      const rows = async function* () {
        for await (const page of readAllCompanies(client))
          for (const company of page) yield buildCompanyDocument(company, { today });
      };
      await elasticsearch.helpers.bulk({
        datasource: rows(),
        onDocument: (document) => {
          const { company_id: _id, version } = document;
          return [{ index: { _index: index, _id, version, version_type: 'external_gte' } }, document];
        },
        onDrop: ({ error }) => {
          throw new Error(`the plain loop dropped a document: ${error?.reason}`);
        },
      });
    }),
  );
}
