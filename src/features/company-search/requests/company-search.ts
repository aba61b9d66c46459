import type { z } from 'zod';
import { companiesOrderVersion } from '../../../../mappings/companies.ts';
import type { CompanyResult } from '../../../contract/companies/company-result.ts';
import type { WrittenName } from '../../../contract/company-resolve/written-names.ts';
import type { Facets, pagedMetaSchema, SearchSuggestion } from '../../../contract/company-search/answers.ts';
import type { FacetName, WireFilters } from '../../../contract/company-search/requests.ts';
import type { Warning } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import type { NameResult } from '../../row-matching/lookup/name-result.ts';
import { type ParsedQuery, parseQuery } from '../../row-matching/rules/parsed-query.ts';
import type { CompanyFilters, CompanyOrder } from '../filters/company-filters.ts';
import type { Narrowing, NarrowingConditions, Signal, ValueOrder } from '../filters/narrowing.ts';
import { parseFilters } from '../filters/read-filters.ts';
import { type EnrichmentViewStatus, listUsedSignals, type SignalUse } from '../filters/used-signals.ts';

/** Which companies to find, without paging. */
export interface SearchConditions<Detail = unknown> {
  readonly query?: string | null | undefined;
  readonly filters?: WireFilters | null | undefined;
  /** Default: by relevance with a query, by name without one. */
  readonly order?: Exclude<CompanyOrder, 'relevance'> | null | undefined;
  readonly facets?: readonly FacetName[] | undefined;
  /**
   * Whether words of names are a stage, and a name that finds nobody is read as people write it: `POST /search` does both,
   * `GET /companies` does not.
   */
  readonly words?: boolean;
  readonly narrowing?: Narrowing<Detail>;
}

export interface CompanySearchRequest<Detail = unknown> extends SearchConditions<Detail> {
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly cursor?: string | null | undefined;
}

type Meta = z.output<typeof pagedMetaSchema>;
type PagingMeta = Pick<
  Meta,
  'limit' | 'next_cursor' | 'pagination_supported' | 'more_results_exist' | 'results_truncated'
>;

/** A page of a search: the parts that all answers about companies share (docs/specification.md#result-entries). */
export interface CompanySearchAnswer<Detail = unknown> {
  readonly companies: CompanyResult[];
  /** What a narrowing search shows of each company, by company_id. */
  readonly details: ReadonlyMap<string, Detail>;
  readonly facets: Facets | null;
  /** How the query was read, if a part of it was set aside. */
  readonly written: WrittenName | null;
  /** Companies with a similar name, if nobody was found. */
  readonly suggestions: readonly SearchSuggestion[];
  /** All of them. Answers have the first ones: see `limitWarnings`. */
  readonly warnings: readonly Warning[];
  /** `meta` of every path, and what the paths that page by cursor add. */
  readonly meta: Omit<Meta, keyof PagingMeta>;
  readonly paging: PagingMeta;
}

/**
 * A company search as a value: which companies to find, in which order. Functions run, count, gather and explain it.
 */
export interface CompanySearch {
  /** How the free text was read; null when there are only filters. */
  readonly query: ParsedQuery | null;
  readonly filters: CompanyFilters;
  readonly order: CompanyOrder | ValueOrder;
  /** Whether words of names are a stage. */
  readonly words: boolean;
  /** Whether the text says too little: see `isBroad`. */
  readonly broad: boolean;
  /** The day in Asia/Tokyo, `YYYY-MM-DD`, of the first page. */
  readonly today: string;
  /** Further conditions, of a search that narrows this one. */
  readonly narrowed: NarrowingConditions | null;
  /** The companies that the query finds as people write names; see `findWrittenQuery`. */
  readonly written: NameResult | null;
  /** The signals that filters, order and facets use. */
  readonly signals: ReadonlyMap<Signal, SignalUse>;
  /** About filter values that do not exist. */
  readonly warnings: readonly Warning[];
}

/** Reads a request. `runSearch` adds the conditions of a narrowing search later. */
export function parseSearch(request: SearchConditions, today: string): CompanySearch {
  const { facets = [], words = false, narrowing } = request;
  const query = request.query == null ? null : parseQuery(request.query);
  const { filters, warnings } = parseFilters(request.filters ?? {});
  const order = narrowing?.order ?? request.order ?? (query ? 'relevance' : 'name');
  return {
    query,
    filters,
    order,
    words,
    broad: isBroad(query, filters),
    today,
    narrowed: null,
    written: null,
    signals: listUsedSignals(filters, order, facets, narrowing?.signals),
    warnings,
  };
}

/**
 * Whether the text says too little (docs/decisions/0019-broad-text.md) and no filter narrows the search. Then words of
 * names are not searched, and pages reach only the first `maxBroadRows` rows.
 */
function isBroad(query: ParsedQuery | null, filters: CompanyFilters): boolean {
  // A semantic tag is not applied, so it narrows nothing.
  const narrowing = Object.keys(filters).filter((name) => name !== 'semantic_tag');
  return query?.broad === true && narrowing.length === 0;
}

/** A cursor is valid only for the same search of the same account, in the same order. */
export function buildCursorBinding(accountId: string, search: CompanySearch, narrowing?: Narrowing) {
  const { query, filters, order, words } = search;
  return {
    kind: 'companies',
    accountId,
    query: query?.text ?? null,
    filters,
    order,
    words,
    mapping: companiesOrderVersion,
    ...(narrowing && { narrowing: narrowing.binding }),
  };
}

/**
 * docs/specification.md#the-422-of-max_employees: never fall back to an index that may not have the headcount.
 * @throws ServiceError max_employees_unsupported_on_this_path
 */
export function checkMaxEmployees({ filters, query }: CompanySearch, view: EnrichmentViewStatus): void {
  if (filters.max_employees === undefined) return;
  if (query || filters.semantic_tag !== undefined) {
    throw new ServiceError('max_employees_unsupported_on_this_path', {
      message: 'max_employees cannot be combined with a query or with semantic_tag.',
    });
  }
  if (view !== 'ready') {
    throw new ServiceError('max_employees_unsupported_on_this_path', {
      message: 'Headcounts are temporarily unavailable, so max_employees cannot be applied.',
    });
  }
}
