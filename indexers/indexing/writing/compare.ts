import type { Client } from '@elastic/elasticsearch';
import type { ClientBase } from 'pg';
import { compareTexts } from '../../../src/text/letters/compare-texts.ts';
import { buildBucketSql, buildDigestSql } from '../../documents/digest.ts';
import type { IndexDefinition } from '../generations/index-definition.ts';
import type { IndexWork } from '../generations/index-work.ts';

/** A document whose versions in the index and in Postgres differ, or that only one of them has. */
export interface Difference {
  readonly id: string;
  readonly versionInPostgres: number | null;
  readonly versionInIndex: number | null;
}

export interface Comparison {
  /** Documents in the index; tombstones do not count. */
  readonly documents: number;
  readonly differences: readonly Difference[];
}

interface Bucket {
  readonly documents: number;
  readonly sumA: number;
  readonly sumB: number;
}

type Buckets = ReadonlyMap<number, Bucket>;
type Versions = ReadonlyMap<string, number>;

/**
 * Compares an index, as of its last refresh, with the client's transaction: first counts and digests by bucket, then ids
 * and versions in buckets that differ.
 * @param refreshed when the index has been refreshed; Postgres is read meanwhile
 */
export async function compareWithPostgres(
  { elasticsearch, definition, client }: Pick<IndexWork, 'elasticsearch' | 'definition' | 'client'>,
  index: string,
  refreshed: Promise<void> = Promise.resolve(),
): Promise<Comparison> {
  const [expected, indexed] = await Promise.all([
    readBucketsInPostgres(client, definition),
    refreshed.then(() => readBucketsInIndex(elasticsearch, index)),
  ]);
  const documents = [...indexed.values()].reduce((sum, bucket) => sum + bucket.documents, 0);
  const numbers = [...new Set([...expected.keys(), ...indexed.keys()])];
  const differences = new Map<string, Difference>();
  // Two versions of one document are in two buckets, so each bucket can show one half of a difference.
  const noteDifference = (id: string, half: Partial<Difference>) => {
    differences.set(id, {
      id,
      versionInPostgres: null,
      versionInIndex: null,
      ...differences.get(id),
      ...half,
    });
  };
  for (const number of numbers) {
    if (isSameBucket(expected.get(number), indexed.get(number))) continue;
    const inPostgres = await readVersionsInPostgres(client, definition, number);
    const inIndex = await readVersionsInIndex(elasticsearch, definition, index, number);
    for (const [id, version] of inPostgres) {
      if (inIndex.get(id) !== version) noteDifference(id, { versionInPostgres: version });
    }
    for (const [id, version] of inIndex) {
      if (inPostgres.get(id) !== version) noteDifference(id, { versionInIndex: version });
    }
  }
  return {
    documents,
    differences: [...differences.values()].sort((one, other) => compareTexts(one.id, other.id)),
  };
}

async function readBucketsInPostgres(client: ClientBase, { keysSql }: IndexDefinition): Promise<Buckets> {
  const { rows } = await client.query<Bucket & { bucket: number }>(buildDigestSql(keysSql));
  return new Map(rows.map(({ bucket, ...sums }) => [bucket, sums]));
}

interface DigestAggregations {
  readonly buckets: {
    readonly buckets: readonly {
      readonly key: number;
      readonly doc_count: number;
      readonly a: { readonly value: number };
      readonly b: { readonly value: number };
    }[];
  };
}

async function readBucketsInIndex(elasticsearch: Client, index: string): Promise<Buckets> {
  const { aggregations } = await elasticsearch.search<unknown, DigestAggregations>({
    index,
    size: 0,
    aggregations: {
      buckets: {
        terms: { field: 'digest_bucket', size: 256 },
        aggregations: { a: { sum: { field: 'digest_a' } }, b: { sum: { field: 'digest_b' } } },
      },
    },
  });
  return new Map(
    (aggregations?.buckets.buckets ?? []).map(({ key, doc_count, a, b }) => [
      key,
      { documents: doc_count, sumA: a.value, sumB: b.value },
    ]),
  );
}

function isSameBucket(one: Bucket | undefined, other: Bucket | undefined): boolean {
  return one?.documents === other?.documents && one?.sumA === other?.sumA && one?.sumB === other?.sumB;
}

async function readVersionsInPostgres(
  client: ClientBase,
  { keysSql }: IndexDefinition,
  bucket: number,
): Promise<Versions> {
  const { rows } = await client.query<{ id: string; version: string }>(buildBucketSql(keysSql), [bucket]);
  return new Map(rows.map(({ id, version }) => [id, Number(version)]));
}

const pageSize = 10_000;

async function readVersionsInIndex(
  elasticsearch: Client,
  { idField }: IndexDefinition,
  index: string,
  bucket: number,
): Promise<Versions> {
  const versions = new Map<string, number>();
  let after: string | null = null;
  for (;;) {
    const { hits } = await elasticsearch.search({
      index,
      query: { term: { digest_bucket: bucket } },
      size: pageSize,
      _source: false,
      version: true,
      docvalue_fields: [idField],
      sort: [{ [idField]: 'asc' }],
      track_total_hits: false,
      ...(after !== null && { search_after: [after] }),
    });
    for (const hit of hits.hits) versions.set(String(hit._id), Number(hit._version));
    const last: unknown = hits.hits.at(-1)?.sort?.[0];
    if (typeof last !== 'string') return versions;
    after = last;
  }
}
