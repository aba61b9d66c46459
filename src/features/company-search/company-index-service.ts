import type { CompanyCard } from '../../../mappings/companies.ts';
import { matchValue } from '../../search/clauses.ts';
import type { SearchTarget } from '../../search/gateway.ts';
import { RequestBatcher } from '../../search/request-batcher.ts';
import type { Question, SearchAnswer } from '../../search/search-answer.ts';
import { canIdentify, type QueryReading } from '../row-matching/rules/query-reading.ts';
import type { CompanySearch } from './company-search.ts';
import { parseRequestedConditions, type RequestedConditions } from './filters/requested-conditions.ts';
import { askTogether, IdentityQuestions } from './identity-questions-service.ts';
import {
  buildCountedPageRequest,
  buildCountRequest,
  buildIdentityConditions,
  buildNamedRequest,
  buildPageRequest,
  type PageRows,
} from './search-requests.ts';
import type { CountOutcome } from './total-kind.ts';

export interface CompanyIndexParts extends SearchTarget {
  /** A search continues without its count. */
  onCountFailure(error: unknown): void;
}

/** How long a search waits for the exact count. After that, the total is a lower bound. */
const countTimeoutMs = 1_000;
/** Rows of a page for a text that is read together with others. */
const maxShortPage = 51;

type Signal = AbortSignal | undefined;

export interface CountedPage {
  readonly page: SearchAnswer<CompanyCard>;
  readonly count: CountOutcome;
}

/** Queries of the company index. @throws ServiceError search_unavailable */
export class CompanyIndex {
  readonly #parts: CompanyIndexParts;
  readonly #identities = new IdentityQuestions(
    (request) => this.search(request),
    [matchValue('hidden', false)],
  );

  readonly #pages: RequestBatcher<object, SearchAnswer<CompanyCard>>;

  constructor(parts: CompanyIndexParts) {
    this.#parts = parts;
    this.#pages = new RequestBatcher(parts.gateway.searchTogether<CompanyCard>(parts.alias), {
      requestsAtOnce: 3,
      questionsAtOnce: 4,
    });
  }

  search<Card extends { index?: string } = CompanyCard>(
    request: object,
    signal?: AbortSignal,
  ): Promise<SearchAnswer<Card>> {
    return this.#parts.gateway.search(this.#parts.alias, request, { signal });
  }

  /** Many companies, by cards and without their place in an order. */
  searchCards(request: object, signal: Signal): Promise<SearchAnswer<CompanyCard>> {
    return this.#parts.gateway.search(this.#parts.alias, request, { signal, cardsOnly: true });
  }

  askQuestions<Meaning>(
    questions: readonly Question<CompanyCard, Meaning>[],
    signal: Signal,
  ): Promise<Meaning[]> {
    return this.#parts.gateway.askQuestions(this.#parts.alias, questions, { signal });
  }

  /** The first page of a search for a text. */
  async fetchTextPage(
    search: CompanySearch,
    reading: QueryReading,
    rows: PageRows,
    signal: Signal,
  ): Promise<CountedPage> {
    const identified =
      rows.from === 0 && canIdentify(reading)
        ? await this.#findIdentifiedPage(search, reading, signal)
        : null;
    if (identified) return identified;
    // A request for several pages goes on when the caller of one has left, so these are pages that soon are there.
    const isShort = rows.from + rows.size <= maxShortPage && !search.broad;
    if (!isShort) return this.fetchPage(search, rows, signal);
    const page = await this.#pages.ask(buildPageRequest(search, rows), signal);
    return { page, count: { kind: 'out_of_scope' } };
  }

  /** The only company that the text finds, or that there is none; null if names find more, or several have the identifier. */
  async #findIdentifiedPage(
    search: CompanySearch,
    reading: QueryReading,
    signal: Signal,
  ): Promise<CountedPage | null> {
    const question = { reading, words: search.words && !search.broad };
    const conditions = buildIdentityConditions(search);
    const isPlain = conditions.length === 1 && !search.filters.status;
    const page = isPlain
      ? await this.#identities.ask(question, signal)
      : (await askTogether((request) => this.search(request, signal), [question], conditions))?.[0];
    if (page) return { page, count: { kind: 'out_of_scope' } };
    return null;
  }

  /** One page, and how many companies match if the rows ask for it. */
  async fetchPage(search: CompanySearch, rows: PageRows, signal: Signal): Promise<CountedPage> {
    const page = await this.search(buildPageRequest(search, rows), signal);
    return { page, count: { kind: 'out_of_scope' } };
  }

  /** One page and the exact number of matches. If counting takes too long or fails, the page is requested without it. */
  async fetchCountedPage(search: CompanySearch, rows: PageRows, signal: Signal): Promise<CountedPage> {
    const { gateway, alias, onCountFailure } = this.#parts;
    const request = buildCountedPageRequest(search, rows, countTimeoutMs);
    try {
      const page = await gateway.search<CompanyCard>(alias, request, { signal, timeoutMs: countTimeoutMs });
      const { total } = page;
      if (!page.timedOut && total !== null) return { page, count: { kind: 'counted', total } };
    } catch (error) {
      if (signal?.aborted) throw error;
      onCountFailure(error);
    }
    return { ...(await this.fetchPage(search, rows, signal)), count: { kind: 'timed_out' } };
  }

  /** The exact number of matches, if counting is fast enough. It never fails a search. */
  async countMatches(search: CompanySearch, signal: Signal): Promise<CountOutcome> {
    const { gateway, alias, onCountFailure } = this.#parts;
    const options = { signal, timeoutMs: countTimeoutMs };
    try {
      const { timedOut, total } = await gateway.search(
        alias,
        buildCountRequest(search, countTimeoutMs),
        options,
      );
      if (timedOut || total === null) return { kind: 'timed_out' };
      return { kind: 'counted', total };
    } catch (error) {
      // The page query decides whether the search fails. Without a count, the total is a lower bound.
      if (!signal?.aborted) onCountFailure(error);
      return { kind: 'timed_out' };
    }
  }

  /** Whether a company has the text as its exact name, identifier or id. */
  async isNamed(reading: QueryReading, signal: Signal): Promise<boolean> {
    const { total } = await this.search(buildNamedRequest(reading), signal);
    return total !== 0;
  }

  /** The conditions that the text seems to ask for; null if the text is a name or an identifier of a company. */
  async findRequestedConditions(
    reading: QueryReading | null,
    signal: Signal,
  ): Promise<RequestedConditions | null> {
    const requested = reading && parseRequestedConditions(reading.text);
    if (requested && !(await this.isNamed(reading, signal))) return requested;
    return null;
  }
}
