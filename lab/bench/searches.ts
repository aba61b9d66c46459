import { withSession } from '../../indexers/operator/database-session.ts';
import type { WireFilters } from '../../src/contract/company-search/requests.ts';
import {
  type CompanySearch,
  parseSearch,
} from '../../src/features/company-search/requests/company-search.ts';
import {
  buildIdentityConditions,
  buildIdentityRequest,
  buildPageRequest,
  countTimeoutMs,
} from '../../src/features/company-search/requests/search-requests.ts';
import { toTokyoDay } from '../../src/text/days/calendar.ts';
import { prefectures } from '../../src/text/places/prefectures.ts';
import type { BenchService } from './bench-service.ts';
import { frozenCountRequest, frozenFilterPath, frozenPageRequest } from './frozen-requests.ts';
import type { LoadRequest } from './load.ts';

/** The searches of the benchmarks, as requests to the service and to the engine. */

export const searchKinds = ['id', 'name', 'filters'] as const;
export type SearchKind = (typeof searchKinds)[number];

export interface Search {
  readonly query?: string;
  readonly filters?: WireFilters;
  readonly limit?: number;
}

export const usualCompanyKinds = ['kabushiki', 'yugen', 'godo'] as const;

/** @param many different queries, so that no cache answers instead of the engine */
export async function searchesOf(service: BenchService, kind: SearchKind, many: number): Promise<Search[]> {
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
export function filterSearches(): Search[] {
  const names = prefectures.map(({ name }) => name);
  const choices = [1, 2, 3, 4, 5, 6, 7].map((chosen) =>
    usualCompanyKinds.filter((_, at) => chosen & (1 << at)),
  );
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

export function serviceRequest({ url, apiKey }: BenchService, path: string, body: object): LoadRequest {
  return {
    url: `${url}/api/service${path}`,
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify(body),
  };
}

/** The yardstick: page and, if there are only filters, count. */
export function frozenRequests(service: BenchService, search: Search): LoadRequest[] {
  const { query, filters } = read(search);
  const page = frozenPageRequest(query, filters, rowsOf(search));
  const bodies = query ? [page] : [page, frozenCountRequest(filters)];
  return bodies.map((body) => engineRequest(service, `?filter_path=${frozenFilterPath}`, body));
}

/** What the service sends to the engine for this search. */
export function ownRequests(service: BenchService, search: Search): LoadRequest[] {
  const prepared = read(search);
  const size = rowsOf(search);
  return [engineRequest(service, '', ownRequest(prepared, size))];
}

/** The same page without its exact total. */
export function uncountedPages(service: BenchService, search: Search): LoadRequest[] {
  return [engineRequest(service, '', buildPageRequest(read(search), { from: 0, size: rowsOf(search) }))];
}

function ownRequest(search: CompanySearch, size: number): object {
  const { query } = search;
  if (!query) {
    const page = buildPageRequest(search, { from: 0, size, countUpTo: true });
    return { ...page, timeout: `${countTimeoutMs}ms` };
  }
  if (query.identifiers.length > 0)
    return buildIdentityRequest([{ query, words: true }], buildIdentityConditions(search), 2);
  return buildPageRequest(search, { from: 0, size, countUpTo: size });
}

function read({ query, filters }: Search) {
  return parseSearch({ query, filters, words: true }, toTokyoDay(new Date()));
}

/** One more than the page shows. */
function rowsOf({ limit = 20 }: Search): number {
  return limit + 1;
}

function engineRequest({ elasticsearchUrl, alias }: BenchService, query: string, body: object): LoadRequest {
  return {
    url: `${elasticsearchUrl}/${alias}/_search${query}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}
