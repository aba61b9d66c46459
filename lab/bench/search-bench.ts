import { prefectures } from '../../src/text/places/prefectures.ts';
import type { BenchService } from './bench-service.ts';
import { Caller } from './caller.ts';
import { type LoadRequest, load } from './load.ts';
import {
  type Comparison,
  compare,
  compareAdded,
  inTurns,
  interleaved,
  median,
  percentile,
  percentilesOf,
} from './measure.ts';
import { type ProcessorTimes, processorClock } from './processor-time.ts';
import { maxAdded, maxProcessorTime, minRatio } from './search-targets.ts';
import {
  filterSearches,
  frozenRequests,
  ownRequests,
  type Search,
  type SearchKind,
  searchesOf,
  searchKinds,
  serviceRequest,
  uncountedPages,
  usualCompanyKinds,
} from './searches.ts';
import { warmUp } from './warm-up.ts';

export interface SearchBenchSize {
  readonly rounds: number;
  readonly seconds: number;
  /** Different queries of each kind, so that no cache answers instead of the engine. */
  readonly queries: number;
  onProgress(line: string): void;
}

type Sides = Readonly<Record<'ours' | 'frozen' | 'own', LoadRequest[][]>>;

/**
 * `POST /search` with all features, against the yardstick and against the service's own request, both sent directly to the
 * engine.
 */
export async function benchSearch(service: BenchService, size: SearchBenchSize): Promise<Comparison[]> {
  const rows: Comparison[] = [];
  const kinds = await Promise.all(
    searchKinds.map(async (kind) => ({
      kind,
      sides: sidesOf(service, await searchesOf(service, kind, size.queries)),
    })),
  );
  const ours = kinds.map(({ sides }) => sides.ours);
  const raw = kinds.map(({ sides }) => sides.frozen);
  await warmUp({ ours, raw }, { ...size, connections: 16 });
  const clock = processorClock(service, size.onProgress);
  for (const { kind, sides } of kinds) {
    const times: Record<keyof Sides, ProcessorTimes[]> = { ours: [], frozen: [], own: [] };
    const rate = (side: keyof Sides) => async () => {
      await forgetCounts(service);
      const before = clock();
      const { perSecond, latencies } = await load(sides[side], { connections: 16, seconds: size.seconds });
      const after = clock();
      if (before && after)
        times[side].push({
          service: (after.service - before.service) / latencies.length,
          all: (after.all - before.all) / latencies.length,
        });
      return perSecond;
    };
    const rates = await inTurns(size.rounds, {
      ours: rate('ours'),
      frozen: rate('frozen'),
      own: rate('own'),
    });
    const { ours, frozen, own } = rates;
    const target = { atLeast: minRatio(kind, service.companies) };
    const unit = 'requests/s';
    const ownName = `search by ${kind} against its own request, 16 connections`;
    rows.push(
      { ...compare(`search by ${kind}, 16 connections`, unit, { ours, theirs: frozen }, target), kind },
      compare(ownName, unit, { ours, theirs: own }, {}),
      ...processorRows(kind, times),
      ...(await addedLatency(service, kind, sides, size)),
    );
  }
  return rows;
}

/** Medians, against the most that they may be and against the yardstick. */
function processorRows(
  kind: SearchKind,
  times: Readonly<Record<keyof Sides, readonly ProcessorTimes[]>>,
): Comparison[] {
  if (times.ours.length === 0) return [];
  const of = `processor time of searches by ${kind}`;
  const service = median(times.ours.map((time) => time.service));
  const ofAll = (side: keyof Sides) => median(times[side].map(({ all }) => all));
  const ours = ofAll('ours');
  const { service: maxService, all: maxAll } = maxProcessorTime[kind];
  const within = { atMost: 1 };
  return [
    compare(
      `${of}, service alone, against ${maxService} ms`,
      'ms',
      { ours: service, theirs: maxService },
      within,
    ),
    compare(`${of}, all processes, against ${maxAll} ms`, 'ms', { ours, theirs: maxAll }, within),
    compare(`${of}, all processes, against the yardstick`, 'ms', { ours, theirs: ofAll('frozen') }, {}),
  ];
}

function sidesOf(service: BenchService, searches: readonly Search[]): Sides {
  return {
    ours: searches.map((search) => [serviceRequest(service, '/search', search)]),
    frozen: searches.map((search) => frozenRequests(service, search)),
    own: searches.map((search) => ownRequests(service, search)),
  };
}

/** The results of one side must not be in the caches for the other side. */
async function forgetCounts({ elasticsearchUrl, alias }: BenchService): Promise<void> {
  const answer = await fetch(`${elasticsearchUrl}/${alias}/_cache/clear?request=true`, { method: 'POST' });
  if (!answer.ok) throw new Error(`the engine's caches could not be cleared: ${await answer.text()}`);
}

/** With one connection: what the service adds to the engine's own time. */
async function addedLatency(
  service: BenchService,
  kind: SearchKind,
  requests: Sides,
  { rounds, seconds }: SearchBenchSize,
): Promise<Comparison[]> {
  const all = { ours: [] as number[], frozen: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const side of ['ours', 'frozen'] as const) {
      await forgetCounts(service);
      all[side].push(...(await load(requests[side], { connections: 1, seconds })).latencies);
    }
  }
  const percentiles = { ours: percentilesOf(all.ours), theirs: percentilesOf(all.frozen) };
  const name = `search by ${kind}, 1 connection`;
  return [
    { ...compareAdded(name, 50, percentiles, maxAdded[kind][50]), kind, percentiles },
    compareAdded(name, 99, percentiles, maxAdded[kind][99]),
  ];
}

/** A page with its exact count, as the service requests both, against the page alone; by one prefecture and one kind. */
export async function benchCount(service: BenchService, size: SearchBenchSize): Promise<Comparison> {
  const searches = prefectures.flatMap(({ name }) =>
    usualCompanyKinds.map((kind) => ({ filters: { prefecture: [name], kind: [kind] } })),
  );
  // There are few pairs, so they soon repeat, and a count in the engine's cache would cost nothing.
  const withoutCache = (requests: readonly LoadRequest[]) =>
    requests.map((request) => ({
      ...request,
      url: `${request.url}${request.url.includes('?') ? '&' : '?'}request_cache=false`,
    }));
  const both = searches.map((search) => withoutCache(ownRequests(service, search)));
  const pages = searches.map((search) => withoutCache(uncountedPages(service, search)));
  await warmUp({ 'page and count': [both], page: [pages] }, { ...size, connections: 1 });
  const sides = await interleaved(size.rounds, p50(both, size), p50(pages, size));
  return compare('page with exact count, p50', 'ms', sides, { atMost: 1.15 });
}

/** `POST /resolve` of a name, against the yardstick's page for this name, which is a match query. */
export async function benchResolveOne(service: BenchService, size: SearchBenchSize): Promise<Comparison> {
  const searches = await searchesOf(service, 'name', size.queries);
  const ours = searches.map(({ query }) => [
    serviceRequest(service, '/resolve', { identifier_type: 'name', identifier: query }),
  ]);
  const raw = searches.map((search) => frozenRequests(service, search));
  await warmUp({ ours: [ours], raw: [raw] }, { ...size, connections: 1 });
  const sides = await interleaved(size.rounds, p50(ours, size), p50(raw, size));
  return compare('resolve one name, 1 connection, p50', 'ms', sides, { atMost: 2 });
}

function p50(groups: LoadRequest[][], { seconds }: SearchBenchSize) {
  return async () => percentile((await load(groups, { connections: 1, seconds })).latencies, 50);
}

/** Page 500 of browsing by cursor against page 1, through the service. */
export async function benchPaging(service: BenchService, size: SearchBenchSize): Promise<Comparison> {
  const pagesAhead = Math.min(500, Math.floor(service.companies / 2 / 20));
  let cursor: string | null = null;
  for (let page = 1; page < pagesAhead; page += 1) cursor = await nextCursor(service, cursor);
  const first = [[serviceRequest(service, '/search', { limit: 20 })]];
  const late = [[serviceRequest(service, '/search', { limit: 20, cursor })]];
  await warmUp({ first: [first], late: [late] }, { ...size, connections: 1 });
  const sides = await interleaved(size.rounds, p50(late, size), p50(first, size));
  return compare(`page ${pagesAhead} by cursor against page 1, p50`, 'ms', sides, { atMost: 1.5 });
}

/** Percentiles of each kind of request through the service, to compare sizes of the index. */
export async function latencies(
  service: BenchService,
  size: SearchBenchSize,
): Promise<Map<string, readonly number[]>> {
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
  const groups = kinds.map(([kind, searches]) => {
    const requests = searches.map((search) => [serviceRequest(service, '/search', search)]);
    return [kind, requests] as const;
  });
  await warmUp({ ours: groups.map(([, requests]) => requests) }, { ...size, connections: 1 });
  const found = new Map<string, readonly number[]>();
  for (const [kind, requests] of groups)
    found.set(
      kind,
      percentilesOf((await load(requests, { connections: 1, seconds: size.seconds })).latencies),
    );
  return found;
}

async function nextCursor({ url, apiKey }: BenchService, cursor: string | null): Promise<string> {
  const body = { limit: 20, ...(cursor && { cursor }) };
  const caller = new Caller(url, apiKey);
  return (await caller.send<{ meta: { next_cursor: string } }>('POST', '/search', body)).meta.next_cursor;
}
