import { mergeSegments } from '../../indexers/indexing/generations/search-indices.ts';
import { observationsIndex } from '../../indexers/indexing/observations-index.ts';
import { rebuildIndex } from '../../indexers/indexing/reindex.ts';
import { openElasticsearch } from '../../src/search/elasticsearch.ts';
import type { BenchService } from './bench-service.ts';
import { type LoadRequest, load } from './load.ts';
import { type Comparison, compare, percentile } from './measure.ts';
import { fillObservations } from './observation-corpus.ts';

/** The queries, from those that match millions to those that match a few. */
const searches: readonly (readonly [name: string, body: Readonly<Record<string, unknown>>])[] = [
  ['a word that most contain', { query: '受注' }],
  ['two words', { query: '受注 架空県' }],
  ['a phrase', { query: '再生可能エネルギー' }],
  ['a rare number', { query: '4567000' }],
  ['a word and an industry', { query: '受注', filters: { industries: ['2050'] } }],
  [
    'a word, listed, with a website',
    { query: '品質', filters: { market_segments: ['prime'], has_website: true } },
  ],
  [
    'a type and a source',
    { query: '特許', filters: { observation_types: ['patent'], sources: ['gbizinfo'] } },
  ],
  ['a theme without a query', { filters: { technologies: ['generative_ai'] } }],
  ['a theme and a word', { query: '品質', filters: { technologies: ['llm'] } }],
  ['nothing found', { query: '量子重力通信' }],
];

/** Limit for the 95th percentile (limits: observations), in milliseconds. */
const longest = 80;

type ObservationLatencies = Awaited<ReturnType<typeof observationLatencies>>;

/**
 * Makes this many observations of the service's companies, indexes them and runs one search after another.
 * @returns percentiles over all searches, and the 95th of each, in milliseconds
 */
export async function observationLatencies(
  service: BenchService,
  { observations, seed, seconds }: { observations: number; seed: number; seconds: number },
) {
  await fillObservations(service.databaseUrl, observations, seed);
  const elasticsearch = openElasticsearch({ nodes: [service.elasticsearchUrl], requestTimeoutMs: 600_000 });
  const { databaseUrl, indexPrefix } = service;
  const context = { databaseUrl, elasticsearch, indexPrefix, now: () => new Date() };
  const size = { shards: 1, replicas: 0 };
  const { index } = await rebuildIndex(context, observationsIndex, size);
  await mergeSegments(elasticsearch, index, { ...size, wait: true });
  await elasticsearch.close();
  const all: number[] = [];
  const bySearch = new Map<string, number>();
  for (const [name, body] of searches) {
    const groups = [[request(service, body)]];
    await load(groups, { connections: 1, seconds: Math.min(1, seconds) });
    const { latencies } = await load(groups, { connections: 1, seconds });
    // The same number of each, so that fast searches do not outweigh slow ones.
    all.push(...Array.from({ length: 100 }, (_, rank) => percentile(latencies, rank + 1)));
    bySearch.set(name, percentile(latencies, 95));
  }
  return { observations, p95: percentile(all, 95), p50: percentile(all, 50), bySearch };
}

/** Observation search with the largest scan limit of an API key, against its time limit. */
export function observationRows({ observations, p95, p50, bySearch }: ObservationLatencies): Comparison[] {
  const of = `${observations.toLocaleString('en')} observations`;
  return [
    compare(`${of}, p95 (p50 ${p50.toFixed(1)} ms)`, 'ms', { ours: p95, theirs: longest }, { atMost: 1 }),
    ...[...bySearch].map(([name, slow]) =>
      compare(`${of}, ${name}, p95`, 'ms', { ours: slow, theirs: longest }, { atMost: 1 }),
    ),
  ];
}

export function observationGrowth(small: ObservationLatencies, grown: ObservationLatencies): Comparison {
  const of = `${small.observations.toLocaleString('en')} → ${grown.observations.toLocaleString('en')}`;
  return compare(`observations ${of}, p95`, 'ms', { ours: grown.p95, theirs: small.p95 }, { atMost: 2 });
}

function request({ url, apiKey }: BenchService, body: Readonly<Record<string, unknown>>): LoadRequest {
  return {
    url: `${url}/api/service/observations/search`,
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ ...body, scan_limit: 5000 }),
  };
}
