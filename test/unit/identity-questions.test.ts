import { describe, expect, it } from '@jest/globals';
import type { CompanyCard } from '../../mappings/companies.ts';
import { createIdentityBatcher } from '../../src/features/company-search/company-index-service.ts';
import { parseQuery } from '../../src/features/row-matching/rules/parsed-query.ts';
import type { SearchAnswer } from '../../src/search/search-answer.ts';
import { corporateNumber, idOf } from '../support/companies.ts';
import { cardOf } from '../support/company-cards.ts';

/** Companies by their numbers; 8 and 9 share a domain, and a name of 7 begins with the number of 6. */
const companies = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((last) => ({
  card: cardOf(last, `株式会社架空${last}`),
  ids: [idOf(last), ...(last === 5 ? ['tse_1305'] : [])],
  identifiers: [
    `corporate_number:${corporateNumber(last)}`,
    ...(last > 7 ? ['domain:kakuu-group.co.jp'] : []),
  ],
  byName: last === 7 ? corporateNumber(6) : null,
}));

/** An engine that answers when it is told to. */
class Engine {
  readonly requests: object[] = [];
  readonly #answers: (() => void)[] = [];
  fails = false;

  search(request: object): Promise<SearchAnswer<CompanyCard>> {
    this.requests.push(request);
    const text = JSON.stringify(request);
    const { size } = request as { size: number };
    const hits = companies.flatMap(({ card, ids, identifiers, byName }) => {
      const isNamed = byName !== null && text.includes(byName);
      const isAsked = [...ids, ...identifiers].some((key) => text.includes(`"${key}"`));
      const hit = { card, ids, identifiers, score: 1, sort: [], matchedQueries: isNamed ? ['by_name'] : [] };
      return isNamed || isAsked ? [hit] : [];
    });
    const answer = { hits: hits.slice(0, size), total: null, timedOut: false, aggregations: {} };
    return new Promise((resolve, reject) => {
      this.#answers.push(() => (this.fails ? reject(new Error('fails')) : resolve(answer)));
    });
  }

  /** Answers all requests, also those that follow from the answers. */
  async answerAll(): Promise<void> {
    for (let answer = this.#answers.shift(); answer; answer = this.#answers.shift()) {
      answer();
      await new Promise(setImmediate);
    }
  }
}

function asked(engine: Engine, texts: readonly string[]) {
  // Time stands still, so none goes alone because the machine is slow.
  const questions = createIdentityBatcher((request) => engine.search(request), [], { now: () => 0 });
  return texts.map((text) => {
    const query = parseQuery(text);
    if (!query) throw new Error('the text is empty');
    return questions.ask({ query, words: true });
  });
}

const found = (answer: SearchAnswer<CompanyCard> | null) =>
  answer?.hits.map(({ card, matchedQueries }) => [card.company.company_id, ...matchedQueries]) ?? null;

describe('texts that can be identifiers', () => {
  it('are asked together while requests are on their way, and each gets its own answer', async () => {
    const engine = new Engine();
    const answers = asked(engine, [
      ...[1, 2, 3, 4].map(corporateNumber),
      'tse_1305',
      corporateNumber(4),
      corporateNumber(999),
    ]);
    expect(engine.requests).toHaveLength(1);
    await engine.answerAll();
    expect((await Promise.all(answers)).map(found)).toEqual([
      ...[1, 2, 3, 4].map((last) => [[idOf(last), 'identifier:corporate_number']]),
      [[idOf(5), 'company_id']],
      [[idOf(4), 'identifier:corporate_number']],
      [],
    ]);
    expect(engine.requests).toHaveLength(2);
  });

  it('do not answer if they find a name or several companies, and the others still are answered', async () => {
    const engine = new Engine();
    const texts = [1, 2, 6, 3].map(corporateNumber);
    const answers = asked(engine, [...texts, 'kakuu-group.co.jp', corporateNumber(4)]);
    await engine.answerAll();
    expect((await Promise.all(answers)).map(found)).toEqual([
      [[idOf(1), 'identifier:corporate_number']],
      [[idOf(2), 'identifier:corporate_number']],
      null,
      [[idOf(3), 'identifier:corporate_number']],
      null,
      [[idOf(4), 'identifier:corporate_number']],
    ]);
  });

  it('fail together, and the next ones are asked again', async () => {
    const engine = new Engine();
    engine.fails = true;
    const failing = asked(engine, [1, 2, 3].map(corporateNumber));
    const outcomes = Promise.allSettled(failing);
    await engine.answerAll();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    engine.fails = false;
    const [next] = asked(engine, [corporateNumber(1)]);
    await engine.answerAll();
    expect(found((await next) ?? null)).toEqual([[idOf(1), 'identifier:corporate_number']]);
  });
});
