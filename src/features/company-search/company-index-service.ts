import type { CompanyCard } from '../../../mappings/companies.ts';
import type { Facets } from '../../contract/company-search/answers.ts';
import type { FacetName } from '../../contract/company-search/requests.ts';
import type { SearchGateway } from '../../search/gateway.ts';
import type { Question, SearchAnswer } from '../../search/search-answer.ts';
import { type AskedConditions, askedConditions } from '../matching/asked-conditions.ts';
import type { QueryReading } from '../matching/query-reading.ts';
import type { CompanySearch } from './company-search.ts';
import { readFacets } from './facets.ts';
import {
  buildCountRequest,
  buildFacetRequest,
  buildIdsRequest,
  buildNamedRequest,
  buildPageRequest,
  buildTotalRequest,
  type PageRows,
} from './search-requests.ts';
import type { CountOutcome } from './total-kind.ts';

export interface CompanyIndexParts {
  readonly gateway: SearchGateway;
  /** Alias of the company index. */
  readonly alias: string;
  /** How long the exact count may take. After that, the total is a lower bound. */
  readonly countTimeoutMs: number;
  /** A search continues without its count. */
  onCountFailure(error: unknown): void;
}

type Signal = AbortSignal | undefined;

/** Queries of the company index. @throws ServiceError search_unavailable */
export class CompanyIndex {
  readonly #parts: CompanyIndexParts;

  constructor(parts: CompanyIndexParts) {
    this.#parts = parts;
  }

  page(search: CompanySearch, rows: PageRows, signal: Signal): Promise<SearchAnswer<CompanyCard>> {
    return this.search(buildPageRequest(search, rows), signal);
  }

  /** The ids of the first companies, at most `max`, and how many companies match. */
  async ids(search: CompanySearch, max: number, signal: Signal) {
    const answer = await this.search<Pick<CompanyCard, 'company_id'>>(buildIdsRequest(search, max), signal);
    const companyIds = answer.hits.map(({ card }) => card.company_id);
    return { companyIds, total: answer.total ?? companyIds.length };
  }

  /** The exact number of matches, if counting is fast enough. It never fails a search. */
  async count(search: CompanySearch, signal: Signal): Promise<CountOutcome> {
    const { gateway, alias, countTimeoutMs, onCountFailure } = this.#parts;
    try {
      const { timedOut, total } = await gateway.search(alias, buildCountRequest(search, countTimeoutMs), {
        signal,
        timeoutMs: countTimeoutMs,
      });
      return timedOut || total === null ? { kind: 'timed_out' } : { kind: 'counted', total };
    } catch (error) {
      // The page query decides whether the search fails. Without a count, the total is a lower bound.
      if (!signal?.aborted) onCountFailure(error);
      return { kind: 'timed_out' };
    }
  }

  /** The number of matches, counted up to `max`. */
  async countUpTo(search: CompanySearch, max: number, signal: Signal): Promise<number> {
    const { total } = await this.search(buildTotalRequest(search, max), signal);
    return total ?? 0;
  }

  async facets(search: CompanySearch, names: readonly FacetName[], signal: Signal): Promise<Facets | null> {
    if (names.length === 0) return null;
    const { aggregations } = await this.search(buildFacetRequest(search, names), signal);
    return readFacets(aggregations, names);
  }

  /** Whether a company has the text as its exact name, identifier or id. */
  async isNamed(reading: QueryReading, signal: Signal): Promise<boolean> {
    const { total } = await this.search(buildNamedRequest(reading), signal);
    return total !== 0;
  }

  /** The conditions that the text seems to ask for; null if the text is a name or an identifier of a company. */
  async conditionsAsked(reading: QueryReading | null, signal: Signal): Promise<AskedConditions | null> {
    const asked = reading && askedConditions(reading.text);
    return asked && !(await this.isNamed(reading, signal)) ? asked : null;
  }

  search<Card>(request: object, signal?: AbortSignal): Promise<SearchAnswer<Card>> {
    return this.#parts.gateway.search(this.#parts.alias, request, { signal });
  }

  ask<Meaning>(questions: readonly Question<CompanyCard, Meaning>[], signal: Signal): Promise<Meaning[]> {
    return this.#parts.gateway.ask(this.#parts.alias, questions, { signal });
  }
}
