import { withSession } from '../indexers/operator/database-session.ts';
import { tokyoDay } from '../src/calendar.ts';
import type { WireFilters } from '../src/contract/company-search/requests.ts';
import { readSearch } from '../src/features/company-search/company-search.ts';
import { buildCountRequest, buildPageRequest } from '../src/features/company-search/search-requests.ts';
import { prefectures } from '../src/text/prefectures.ts';
import type { BenchService } from './bench-service.ts';
import { Caller } from './caller.ts';
import { type LoadRequest, load } from './load.ts';
import { type Comparison, compare, interleaved, percentile } from './measure.ts';

export interface SearchBenchSize {
  readonly rounds: number;
  readonly seconds: number;
  /** Different queries of each kind, so that no cache answers instead of the engine. */
  readonly queries: number;
}

type Kind = 'id' | 'name' | 'filters';

interface Search {
  readonly query?: string;
  readonly filters?: Record<string, unknown>;
  readonly limit?: number;
}

const usualKinds = ['kabushiki', 'yugen', 'godo'];

/** `POST /search` with all features, against the same page (and count) sent directly to the engine. */
export async function benchSearch(service: BenchService, size: SearchBenchSize): Promise<Comparison[]> {
  const targets: Record<Kind, number> = { id: 0.5, name: 0.6, filters: 0.75 };
  const rows: Comparison[] = [];
  const kinds = await Promise.all(
    (['id', 'name', 'filters'] as const).map(async (kind) => {
      const searches = await searchesOf(service, kind, size.queries);
      const ours = searches.map((search) => [ourRequest(service, search)]);
      return { kind, ours, raw: searches.map((search) => rawRequests(service, search, true)) };
    }),
  );
  // Warms up both sides with all kinds, twice. A fresh engine compiles for a minute. Until then, what is measured first is
  // several times too slow, on either side.
  const sides = kinds.flatMap(({ ours, raw }) => [ours, raw]);
  for (const side of [...sides, ...sides]) await load(side, { connections: 16, seconds: size.seconds });
  const rate = (groups: LoadRequest[][], connections: number) => async () => {
    await forgetCounts(service);
    return (await load(groups, { connections, seconds: size.seconds })).perSecond;
  };
  for (const { kind, ours, raw } of kinds) {
    rows.push(
      compare(
        `search by ${kind}, 16 connections`,
        'requests/s',
        await interleaved(size.rounds, rate(ours, 16), rate(raw, 16)),
        { atLeast: targets[kind] },
      ),
    );
    rows.push(...(await addedLatency(service, kind, { ours, raw }, size)));
  }
  return rows;
}

/** The results of one side must not be in the caches for the other side. */
async function forgetCounts({ elasticsearchUrl, alias }: BenchService): Promise<void> {
  const answer = await fetch(`${elasticsearchUrl}/${alias}/_cache/clear?request=true`, { method: 'POST' });
  if (!answer.ok) throw new Error(`the engine's caches could not be cleared: ${await answer.text()}`);
}

/** With one connection: what the service adds to the engine's own time. */
async function addedLatency(
  service: BenchService,
  kind: Kind,
  requests: Readonly<Record<'ours' | 'raw', LoadRequest[][]>>,
  { rounds, seconds }: SearchBenchSize,
): Promise<Comparison[]> {
  const sides = { ours: [] as number[], raw: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const side of ['ours', 'raw'] as const) {
      await forgetCounts(service);
      sides[side].push(...(await load(requests[side], { connections: 1, seconds })).latencies);
    }
  }
  return [
    { rank: 50, maxAdded: 1.0 },
    { rank: 99, maxAdded: 6 },
  ].map(({ rank, maxAdded }) => {
    const a = percentile(sides.ours, rank);
    const b = percentile(sides.raw, rank);
    return {
      name: `search by ${kind}, 1 connection, p${rank} (added ${(a - b).toFixed(2)} ms)`,
      ours: a,
      theirs: b,
      unit: 'ms',
      ratio: a / b,
      target: `added ≤ ${maxAdded} ms`,
      reached: a - b <= maxAdded,
    };
  });
}

/** The cost of the exact count in addition to the page, by one prefecture and one kind. */
export async function benchCount(service: BenchService, size: SearchBenchSize): Promise<Comparison> {
  const searches = prefectures.flatMap(({ name }) =>
    usualKinds.map((kind) => ({ filters: { prefecture: [name], kind: [kind] } })),
  );
  const requests = (withCount: boolean) =>
    searches.map((search) =>
      rawRequests(service, search, withCount).map((request) => ({
        ...request,
        // There are few pairs, so they soon repeat, and a count in the engine's cache would cost nothing.
        url: `${request.url}&request_cache=false`,
      })),
    );
  const both = requests(true);
  const pages = requests(false);
  return compare(
    'page with exact count, p50',
    'ms',
    await interleaved(size.rounds, p50(both, size), p50(pages, size)),
    {
      atMost: 1.15,
    },
  );
}

function p50(groups: LoadRequest[][], { seconds }: SearchBenchSize) {
  return async () => percentile((await load(groups, { connections: 1, seconds })).latencies, 50);
}

/** Page 500 of browsing by cursor against page 1, through the service. */
export async function benchPaging(service: BenchService, size: SearchBenchSize): Promise<Comparison> {
  const pagesAhead = Math.min(500, Math.floor(service.companies / 2 / 20));
  let cursor: string | null = null;
  for (let page = 1; page < pagesAhead; page += 1) cursor = await nextCursor(service, cursor);
  const first = ourRequest(service, { limit: 20 });
  const late = ourRequest(service, { limit: 20, cursor });
  return compare(
    `page ${pagesAhead} by cursor against page 1, p50`,
    'ms',
    await interleaved(size.rounds, p50([[late]], size), p50([[first]], size)),
    { atMost: 1.5 },
  );
}

/** p50 and p99 of each kind of request through the service, to compare sizes of the index. */
export async function latencies(
  service: BenchService,
  size: SearchBenchSize,
): Promise<Map<string, { p50: number; p99: number }>> {
  const found = new Map<string, { p50: number; p99: number }>();
  const names = await searchesOf(service, 'name', size.queries);
  const beginnings = names.map(({ query = '' }) => ({
    query: query.replace(/^(株式会社|有限会社|合同会社)/, '').slice(0, 3),
  }));
  const cursor = await nextCursor(service, null);
  const kinds: [string, object[]][] = [
    ['id', await searchesOf(service, 'id', size.queries)],
    ['name', names],
    ['prefix', beginnings],
    ['filters', filterSearches()],
    ['cursor', [{ limit: 20, cursor }]],
  ];
  for (const [kind, searches] of kinds) {
    const groups = searches.map((search) => [ourRequest(service, search)]);
    await load(groups, { connections: 1, seconds: size.seconds / 2 });
    const { latencies: all } = await load(groups, { connections: 1, seconds: size.seconds });
    found.set(kind, { p50: percentile(all, 50), p99: percentile(all, 99) });
  }
  return found;
}

async function nextCursor({ url, apiKey }: BenchService, cursor: string | null): Promise<string> {
  const body = { limit: 20, ...(cursor && { cursor }) };
  const caller = new Caller(url, apiKey);
  return (await caller.send<{ meta: { next_cursor: string } }>('POST', '/search', body)).meta.next_cursor;
}

export async function searchesOf(service: BenchService, kind: Kind, many: number): Promise<Search[]> {
  if (kind === 'filters') return filterSearches();
  const column = kind === 'id' ? 'c.corporate_number' : 'n.name';
  const { rows } = await withSession(service.databaseUrl, (client) =>
    client.query<{ query: string }>(
      `SELECT ${column} AS query FROM companies c JOIN company_names n USING (company_id)
       WHERE n.kind = 'legal' AND c.status = 'active' AND c.corporate_number IS NOT NULL
       ORDER BY md5(company_id) LIMIT $1`,
      [many],
    ),
  );
  return rows;
}

/**
 * Two filters with an exact total, as in the measured limit: each two prefectures with each choice of the usual kinds.
 * There are more than a round can run, because the engine caches counts and a repeated one would cost nothing.
 */
function filterSearches(): Search[] {
  const names = prefectures.map(({ name }) => name);
  const choices = [1, 2, 3, 4, 5, 6, 7].map((chosen) => usualKinds.filter((_, at) => chosen & (1 << at)));
  const searches = choices.flatMap((kind) =>
    names.flatMap((first, at) =>
      names.slice(at + 1).map((second, place) => ({
        filters: { prefecture: [first, second], kind },
        limit: 20 + (place % 7),
      })),
    ),
  );
  // Every round has small and large prefectures, one kind and several, in turn.
  const step = 1009;
  return searches.map((_, at) => searches[(at * step) % searches.length] as Search);
}

export function ourRequest({ url, apiKey }: BenchService, search: object): LoadRequest {
  return {
    url: `${url}/api/service/search`,
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify(search),
  };
}

/** The requests that the service sends to the engine for this search. */
function rawRequests(service: BenchService, search: Search, withCount: boolean): LoadRequest[] {
  const query = search.query ?? null;
  const filters = (search.filters ?? {}) as WireFilters;
  const prepared = readSearch({ query, filters, order: null, words: true, facets: [] }, tokyoDay(new Date()));
  const size = (search.limit ?? 20) + 1;
  const page = buildPageRequest(prepared, { from: 0, size, ...(prepared.reading && { countUpTo: size }) });
  const bodies: object[] = [page];
  if (!prepared.reading && withCount) bodies.push(buildCountRequest(prepared, 1000));
  return bodies.map((body) => ({
    url: `${service.elasticsearchUrl}/${service.alias}/_search?filter_path=hits.total,hits.hits._source.card,hits.hits.sort,hits.hits.matched_queries`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }));
}
