import { companiesMappingVersion } from '../../../mappings/companies.ts';
import type { FacetName, WireFilters } from '../../contract/company-search/requests.ts';
import type { Warning } from '../../contract/envelope.ts';
import { ServiceError } from '../../contract/errors.ts';
import { type QueryReading, readQuery } from '../matching/query-reading.ts';
import { isBroad } from './broad-queries.ts';
import type { CompanyFilters, CompanyOrder } from './company-filters.ts';
import { type EnrichmentViewStatus, type Signal, type SignalUse, signalsUsed } from './coverage-warnings.ts';
import type { Narrowing, NarrowingConditions, ValueOrder } from './narrowing.ts';
import { readFilters } from './read-filters.ts';

/** Which companies are meant, without paging. */
export interface SearchConditions<Detail = unknown> {
  readonly query: string | null;
  readonly filters: WireFilters;
  /** Null: by relevance with a query, by name without. */
  readonly order: Exclude<CompanyOrder, 'relevance'> | null;
  readonly narrowing?: Narrowing<Detail>;
}

export interface CompanySearchRequest<Detail = unknown> extends SearchConditions<Detail> {
  readonly limit: number;
  readonly offset: number;
  readonly cursor: string | null;
  readonly facets: readonly FacetName[];
  /** `POST /search` has a stage for words of names; `GET /companies` has not. */
  readonly words: boolean;
}

/**
 * A company search as a value: which companies are meant, in which order. Running, counting, gathering and explaining are
 * functions of it.
 */
export interface CompanySearch {
  /** What the free text was read as; null for a browse by filters alone. */
  readonly reading: QueryReading | null;
  readonly filters: CompanyFilters;
  readonly order: CompanyOrder | ValueOrder;
  /** Whether words of names are a stage. */
  readonly words: boolean;
  /** The text says too little: see `broad-queries.ts`. */
  readonly broad: boolean;
  /** Day in Asia/Tokyo, `YYYY-MM-DD`, on which the walk through the pages began. */
  readonly today: string;
  /** Conditions beside the filters, of a search that narrows this one. */
  readonly narrowed: NarrowingConditions | null;
  /** What the filters, the order and the facets rest on. */
  readonly signals: ReadonlyMap<Signal, SignalUse>;
  /** Values of filters that exist nowhere. */
  readonly warnings: readonly Warning[];
}

/** Reads what was asked; the conditions of a narrowing search are yet to be found. */
export function readSearch(
  request: SearchConditions & Pick<CompanySearchRequest, 'words' | 'facets'>,
  today: string,
): CompanySearch {
  const { words, facets, narrowing } = request;
  const reading = request.query === null ? null : readQuery(request.query);
  const { filters, warnings } = readFilters(request.filters);
  const order = narrowing?.order ?? request.order ?? (reading ? 'relevance' : 'name');
  return {
    reading,
    filters,
    order,
    words,
    broad: isBroad(reading, filters),
    today,
    narrowed: null,
    signals: signalsUsed(filters, order, facets, narrowing?.signals),
    warnings,
  };
}

/** What a cursor is valid for: the same search of the same account, over the same mapping. */
export function cursorBinding(accountId: string, search: CompanySearch, narrowing?: Narrowing) {
  const { reading, filters, order, words } = search;
  return {
    accountId,
    query: reading?.text ?? null,
    filters,
    order,
    words,
    mapping: companiesMappingVersion,
    ...(narrowing && { narrowing: narrowing.binding }),
  };
}

/**
 * docs/specification.md#the-422-of-max_employees: never a fall-back to an index that might not know the headcount.
 * @throws ServiceError max_employees_unsupported_on_this_path
 */
export function checkMaxEmployees({ filters, reading }: CompanySearch, view: EnrichmentViewStatus): void {
  if (filters.maxEmployees === undefined) return;
  if (reading || filters.semanticTag !== undefined) {
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
