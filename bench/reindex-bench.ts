import { buildCompanyDocument } from '../indexers/documents/company-document.ts';
import { readAllCompanies } from '../indexers/documents/company-reader.ts';
import type { BulkDocument } from '../indexers/indexing/bulk-writer.ts';
import { companiesIndex } from '../indexers/indexing/companies-index.ts';
import { reindex } from '../indexers/indexing/reindex.ts';
import { createIndex, mergeSegments } from '../indexers/indexing/search-indices.ts';
import { inSnapshot, withSession } from '../indexers/operator/database-session.ts';
import { tokyoDay } from '../src/calendar.ts';
import { openElasticsearch } from '../src/search/elasticsearch.ts';
import type { BenchService } from './bench-service.ts';
import { type Comparison, compare, interleaved } from './measure.ts';

const bytesOfRequest = 4 * 1024 * 1024;
const requestsAtOnce = 2;
const size = { shards: 1, replicas: 0 };

type Elasticsearch = ReturnType<typeof openElasticsearch>;

/**
 * Reindex from Postgres, verified and swapped, against (a) raw `_bulk` of the same documents ready in memory into an index
 * with the settings of a reindex, and (b) a plain loop: rows in key order, the client's bulk helper, an index that only does
 * not refresh, no verification and no swap. Documents a second.
 */
export async function benchReindex(
  { databaseUrl, elasticsearchUrl }: BenchService,
  rounds: number,
): Promise<Comparison[]> {
  const elasticsearch = openElasticsearch({ nodes: [elasticsearchUrl], requestTimeoutMs: 600_000 });
  const context = { databaseUrl, elasticsearch, indexPrefix: 'bench-reindex-', now: () => new Date() };
  try {
    const documents = await readyDocuments(databaseUrl);
    const bodies = bulkBodies(documents);
    const scratch = async (
      create: (index: string) => Promise<void>,
      work: (index: string) => Promise<void>,
    ) => {
      const index = `bench-scratch-${Date.now()}`;
      await create(index);
      const begun = performance.now();
      await work(index);
      await elasticsearch.indices.refresh({ index });
      const seconds = (performance.now() - begun) / 1000;
      await elasticsearch.indices.delete({ index });
      return documents.length / seconds;
    };
    const ours = async () => {
      const report = await reindex(context, companiesIndex, size);
      // What goes on in the background would slow the other side down.
      await mergeSegments(elasticsearch, report.index, { ...size, wait: true });
      return report.documents / report.seconds;
    };
    const raw = () =>
      scratch(
        (index) => createIndex(elasticsearch, index, companiesIndex, size, tokyoDay(new Date())),
        (index) => sendRaw(elasticsearchUrl, index, bodies),
      );
    const loop = () =>
      scratch(
        (index) => createPlainIndex(elasticsearch, index),
        (index) => plainLoop(databaseUrl, elasticsearch, index),
      );
    const againstRaw = await interleaved(rounds, ours, raw);
    const againstLoop = await interleaved(rounds, ours, loop);
    return [
      compare('reindex, verified and swapped, against raw bulk', 'documents/s', againstRaw, { atLeast: 0.7 }),
      compare("reindex against a plain loop with the client's helper", 'documents/s', againstLoop, {
        atLeast: 1.3,
      }),
    ];
  } finally {
    await elasticsearch.close();
  }
}

async function readyDocuments(databaseUrl: string): Promise<BulkDocument[]> {
  const documents: BulkDocument[] = [];
  await withSession(databaseUrl, (client) =>
    inSnapshot(client, async () => {
      for await (const page of companiesIndex.readAll(client, tokyoDay(new Date()))) documents.push(...page);
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
  const today = tokyoDay(new Date());
  await withSession(databaseUrl, (client) =>
    inSnapshot(client, async () => {
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
