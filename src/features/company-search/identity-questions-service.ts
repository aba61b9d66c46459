import type { CompanyCard } from '../../../mappings/companies.ts';
import type { Clause } from '../../search/clauses.ts';
import type { Hit, SearchAnswer } from '../../search/search-answer.ts';
import { identifierTerm } from '../matching/match-clauses.ts';
import type { QueryReading } from '../matching/query-reading.ts';
import { buildIdentityRequest, foundByName, type IdentityQuestion } from './search-requests.ts';

/** The only company that a text finds, or that there is none; null if it finds names, or several companies. */
export type IdentityAnswer = SearchAnswer<CompanyCard> | null;

type Search = (request: object) => Promise<SearchAnswer<CompanyCard>>;

interface Waiting extends IdentityQuestion {
  resolve(answer: IdentityAnswer): void;
  reject(error: unknown): void;
}

/** How long a request may keep others from being sent, in milliseconds: usually it is answered in one. */
const patienceMs = 5;
const questionsAtOnce = 32;

/**
 * Asks which company each text identifies. While a request is on its way, further questions wait and are then asked
 * together, because each request wakes two processes, which takes longer than the look-up (docs/benchmarks.md).
 * Questions of different accounts can be together: companies belong to none.
 */
export class IdentityQuestions {
  readonly #search: Search;
  readonly #conditions: readonly Clause[];
  readonly #waiting: Waiting[] = [];
  #requests = 0;
  #sentAt = 0;

  /** @param conditions that all questions have */
  constructor(search: Search, conditions: readonly Clause[]) {
    this.#search = search;
    this.#conditions = conditions;
  }

  ask(question: IdentityQuestion): Promise<IdentityAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...question, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const now = performance.now();
    if (this.#requests > 0 && now - this.#sentAt < patienceMs) return;
    this.#sentAt = now;
    const together = this.#waiting.splice(0, questionsAtOnce);
    this.#requests += 1;
    this.#answer(together)
      .catch((error: unknown) => {
        for (const { reject } of together) reject(error);
      })
      .finally(() => {
        this.#requests -= 1;
        this.#next();
      });
  }

  async #answer(together: readonly Waiting[]): Promise<void> {
    const answers = await askTogether(this.#search, together, this.#conditions);
    if (answers || together.length === 1) {
      for (const [at, { resolve }] of together.entries()) resolve(answers?.[at] ?? null);
      return;
    }
    // A name of one of them, or a domain of many companies, is in the way: it must not decide how the others are answered.
    await Promise.all(
      together.map(async (one) => {
        const alone = await askTogether(this.#search, [one], this.#conditions);
        one.resolve(alone?.[0] ?? null);
      }),
    );
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
  return questions.map(({ reading }) => {
    const own = hits.flatMap((hit) => {
      const matchedQueries = identityRules(hit, reading);
      return matchedQueries.length > 0 ? [{ ...hit, matchedQueries }] : [];
    });
    return own.length > 1 ? null : { ...answer, hits: own, total: own.length };
  });
}

/** The rules by which a text identifies the company, as the clauses of a search are named. */
function identityRules({ identifiers, ids }: Hit<CompanyCard>, reading: QueryReading): string[] {
  return [
    ...reading.identifiers.flatMap((identifier) =>
      identifiers.includes(identifierTerm(identifier)) ? [`identifier:${identifier.type}`] : [],
    ),
    ...(reading.companyIds.some((id) => ids.includes(id)) ? ['company_id'] : []),
  ];
}
