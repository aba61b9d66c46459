import type { CompanyCard } from '../../../mappings/companies.ts';
import type { Clause } from '../../search/clauses.ts';
import { type BatchLimits, RequestBatcher, type Waiting } from '../../search/request-batcher.ts';
import type { Hit, SearchAnswer } from '../../search/search-answer.ts';
import { identifierTerm } from '../row-matching/rules/match-clauses.ts';
import type { ParsedQuery } from '../row-matching/rules/parsed-query.ts';
import { buildIdentityRequest, foundByName, type IdentityQuestion } from './search-requests.ts';

/** The only company that a text finds, or that there is none; null if it finds names, or several companies. */
export type IdentityAnswer = SearchAnswer<CompanyCard> | null;

type Search = (request: object) => Promise<SearchAnswer<CompanyCard>>;

type WaitingText = Waiting<IdentityQuestion, IdentityAnswer>;

/** Asks which company each text identifies; texts that wait at the same time are asked in one query. */
export class IdentityQuestions {
  readonly #search: Search;
  readonly #conditions: readonly Clause[];
  readonly #together: RequestBatcher<IdentityQuestion, IdentityAnswer>;

  /** @param conditions that all questions have */
  constructor(search: Search, conditions: readonly Clause[], limits: Partial<BatchLimits> = {}) {
    this.#search = search;
    this.#conditions = conditions;
    this.#together = new RequestBatcher((texts) => this.#answerTexts(texts), {
      requestsAtOnce: 1,
      questionsAtOnce: 32,
      ...limits,
    });
  }

  ask(question: IdentityQuestion, signal?: AbortSignal): Promise<IdentityAnswer> {
    return this.#together.ask(question, signal);
  }

  async #answerTexts(texts: readonly WaitingText[]): Promise<() => void | Promise<void>> {
    const questions = texts.map(({ question }) => question);
    const answers = await askTogether(this.#search, questions, this.#conditions);
    if (answers || texts.length === 1)
      return () => {
        for (const [at, { resolve }] of texts.entries()) resolve(answers?.[at] ?? null);
      };
    // A name of one of them, or a domain of many companies, is in the way: it must not decide how the others are answered.
    return async () => {
      await Promise.all(
        texts.map(async ({ question, resolve }) => {
          const alone = await askTogether(this.#search, [question], this.#conditions);
          resolve(alone?.[0] ?? null);
        }),
      );
    };
  }
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
