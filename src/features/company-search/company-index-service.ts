import type { CompanyCard } from '../../../mappings/companies.ts';
import { type Clause, matchValue } from '../../search/clauses.ts';
import type { SearchTarget } from '../../search/gateway.ts';
import { type BatchLimits, RequestBatcher, type Waiting } from '../../search/request-batcher.ts';
import type { Hit, Question, SearchAnswer } from '../../search/search-answer.ts';
import { identifierTerm } from '../row-matching/rules/match-clauses.ts';
import { canIdentify, type ParsedQuery } from '../row-matching/rules/parsed-query.ts';
import type { CompanySearch } from './company-search.ts';
import { parseRequestedConditions, type RequestedConditions } from './filters/requested-conditions.ts';
import {
  buildIdentityConditions,
  buildIdentityRequest,
  buildNamedRequest,
  buildPageRequest,
  buildTotalRequest,
  countTimeoutMs,
  foundByName,
  type IdentityQuestion,
  type PageRows,
} from './search-requests.ts';
import type { CountOutcome } from './total-kind.ts';

export interface CompanyIndexParts extends SearchTarget {
  /** A search continues without its count. */
  onCountFailure(error: unknown): void;
}

/** Rows of a page for a text that is read together with others. */
const maxShortPage = 51;

type Signal = AbortSignal | undefined;

export interface CountedPage {
  readonly page: SearchAnswer<CompanyCard>;
  readonly count: CountOutcome;
}

/** The only company that a text finds, or that there is none; null if it finds names, or several companies. */
export type IdentityAnswer = SearchAnswer<CompanyCard> | null;

type Search = (request: object) => Promise<SearchAnswer<CompanyCard>>;

type WaitingText = Waiting<IdentityQuestion, IdentityAnswer>;

/** Queries of the company index. @throws ServiceError search_unavailable */
export class CompanyIndex {
  readonly #identities = createIdentityBatcher(
    (request) => this.search(request),
    [matchValue('hidden', false)],
  );

  readonly #pages: RequestBatcher<object, SearchAnswer<CompanyCard>>;

  constructor(private readonly parts: CompanyIndexParts) {
    this.#pages = new RequestBatcher(parts.gateway.searchTogether<CompanyCard>(parts.alias), {
      requestsAtOnce: 3,
      questionsAtOnce: 4,
    });
  }

  search<Card extends { index?: string } = CompanyCard>(
    request: object,
    signal?: AbortSignal,
  ): Promise<SearchAnswer<Card>> {
    return this.parts.gateway.search(this.parts.alias, request, { signal });
  }

  /** Many companies, by cards and without their place in an order. */
  searchCards(request: object, signal: Signal): Promise<SearchAnswer<CompanyCard>> {
    return this.parts.gateway.search(this.parts.alias, request, { signal, cardsOnly: true });
  }

  askQuestions<Meaning>(
    questions: readonly Question<CompanyCard, Meaning>[],
    signal: Signal,
  ): Promise<Meaning[]> {
    return this.parts.gateway.askQuestions(this.parts.alias, questions, { signal });
  }

  /** The first page of a search for a text. */
  async fetchTextPage(
    search: CompanySearch,
    query: ParsedQuery,
    rows: PageRows,
    signal: Signal,
  ): Promise<CountedPage> {
    const identified =
      rows.from === 0 && canIdentify(query) ? await this.#findIdentifiedPage(search, query, signal) : null;
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
    query: ParsedQuery,
    signal: Signal,
  ): Promise<CountedPage | null> {
    const question = { query, words: search.words && !search.broad };
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
    const { gateway, alias, onCountFailure } = this.parts;
    // One request costs less than two.
    const request = {
      ...buildPageRequest(search, { ...rows, countUpTo: true }),
      timeout: `${countTimeoutMs}ms`,
    };
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
    const { gateway, alias, onCountFailure } = this.parts;
    const options = { signal, timeoutMs: countTimeoutMs };
    try {
      const { timedOut, total } = await gateway.search(alias, buildTotalRequest(search, true), options);
      if (timedOut || total === null) return { kind: 'timed_out' };
      return { kind: 'counted', total };
    } catch (error) {
      // The page query decides whether the search fails. Without a count, the total is a lower bound.
      if (!signal?.aborted) onCountFailure(error);
      return { kind: 'timed_out' };
    }
  }

  /** Whether a company has the text as its exact name, identifier or id. */
  async isNamed(query: ParsedQuery, signal: Signal): Promise<boolean> {
    const { total } = await this.search(buildNamedRequest(query), signal);
    return total !== 0;
  }

  /** The conditions that the text seems to ask for; null if the text is a name or an identifier of a company. */
  async findRequestedConditions(
    query: ParsedQuery | null,
    signal: Signal,
  ): Promise<RequestedConditions | null> {
    const requested = query && parseRequestedConditions(query.text);
    if (requested && !(await this.isNamed(query, signal))) return requested;
    return null;
  }
}

/**
 * Asks which company each text identifies; texts that wait at the same time are asked in one query.
 * @param conditions that all questions have
 */
export function createIdentityBatcher(
  search: Search,
  conditions: readonly Clause[],
  limits: Partial<BatchLimits> = {},
): RequestBatcher<IdentityQuestion, IdentityAnswer> {
  const answerTexts = async (texts: readonly WaitingText[]) => {
    const questions = texts.map(({ question }) => question);
    const answers = await askTogether(search, questions, conditions);
    if (answers || texts.length === 1)
      return () => {
        for (const [at, { resolve }] of texts.entries()) resolve(answers?.[at] ?? null);
      };
    // A name of one of them, or a domain of many companies, is in the way: it must not decide how the others are answered.
    return async () => {
      await Promise.all(
        texts.map(async ({ question, resolve }) => {
          const alone = await askTogether(search, [question], conditions);
          resolve(alone?.[0] ?? null);
        }),
      );
    };
  };
  return new RequestBatcher(answerTexts, { requestsAtOnce: 1, questionsAtOnce: 32, ...limits });
}

/** @returns the answer to each question; null if the questions must be asked one by one, or if the only one finds more */
export async function askTogether(
  search: Search,
  questions: readonly IdentityQuestion[],
  conditions: readonly Clause[],
): Promise<IdentityAnswer[] | null> {
  const size = 2 * questions.length;
  const answer = await search(buildIdentityRequest(questions, conditions, size));
  const { hits } = answer;
  if (hits.length >= size || hits.some(({ matchedQueries }) => matchedQueries.includes(foundByName)))
    return null;
  return questions.map(({ query }) => {
    const own = hits.flatMap((hit) => {
      const matchedQueries = listIdentityRules(hit, query);
      if (matchedQueries.length > 0) return [{ ...hit, matchedQueries }];
      return [];
    });
    if (own.length > 1) return null;
    return { ...answer, hits: own, total: own.length };
  });
}

/** The rules by which a text identifies the company, as the clauses of a search are named. */
function listIdentityRules({ identifiers, ids }: Hit<CompanyCard>, query: ParsedQuery): string[] {
  return [
    ...query.identifiers.flatMap((identifier) =>
      identifiers.includes(identifierTerm(identifier)) ? [`identifier:${identifier.type}`] : [],
    ),
    ...(query.companyIds.some((id) => ids.includes(id)) ? ['company_id'] : []),
  ];
}
