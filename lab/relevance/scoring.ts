import { type JudgedQuery, type RelevanceClass, relevanceClasses } from './judged-query.ts';

/** The service's answer to a query. */
export interface QueryAnswer {
  readonly query: JudgedQuery;
  /** Ids in the order of the search. */
  readonly found: readonly string[];
  /** Whether the first result says that it was found by an identifier. */
  readonly byIdentifier: boolean;
  /** The company on which `/resolve` settled, or null. */
  readonly settledOn: string | null;
}

/** A wrong answer: the query, and the first ten results. */
export type Miss = Pick<JudgedQuery, 'form' | 'text' | 'expected' | 'first'> &
  Pick<QueryAnswer, 'found' | 'settledOn'>;

/** Shares are 0..1 with four decimal places; null if the class has no queries to measure. */
export interface ClassScores {
  readonly class: RelevanceClass;
  readonly queries: number;
  /** Queries whose first result is right. */
  readonly hit_at_1: number | null;
  /** The share of the expected companies among the first ten results (if more than ten are expected, ten count as all). */
  readonly recall_at_10: number | null;
  /** Mean of 1 / rank of the first right company. */
  readonly mrr: number | null;
  /** If n companies are right, the share of them among the first n results. */
  readonly precision: number | null;
  /** Of the queries with the whole name of exactly one company, the share on which `/resolve` settled. */
  readonly resolved: number | null;
  /** How often `/resolve` settled on a company that is not the only right one. */
  readonly wrongly_resolved: number;
  /** Queries by rule, and how many of them had a wrong first result. */
  readonly forms: readonly { readonly form: string; readonly queries: number; readonly missed: number }[];
  readonly misses: readonly Miss[];
}

/** Scores of every class, including classes without queries. */
export function scoreClasses(answers: readonly QueryAnswer[]): ClassScores[] {
  return relevanceClasses.map((name) =>
    scoreClass(
      name,
      answers.filter(({ query }) => query.class === name),
    ),
  );
}

function scoreClass(name: RelevanceClass, answers: readonly QueryAnswer[]): ClassScores {
  const single = answers.filter(({ query }) => query.settles.length === 1);
  const missed = answers.filter(
    (answer) => !isHit(answer) || recallAt10(answer) < 1 || isWronglyResolved(answer),
  );
  return {
    class: name,
    queries: answers.length,
    hit_at_1: mean(answers.map((answer) => Number(isHit(answer)))),
    recall_at_10: mean(answers.map(recallAt10)),
    mrr: mean(answers.map(reciprocalRank)),
    precision: mean(answers.map(precision)),
    resolved: mean(single.map(({ settledOn }) => Number(settledOn !== null))),
    wrongly_resolved: answers.filter(isWronglyResolved).length,
    forms: formsOf(answers),
    misses: missed.map(({ query: { form, text, expected, first }, found, settledOn }) => ({
      form,
      text,
      expected,
      first,
      found: found.slice(0, 10),
      settledOn,
    })),
  };
}

function isHit({ query, found, byIdentifier }: QueryAnswer): boolean {
  const [best] = found;
  const right = best !== undefined && query.first.includes(best);
  return right && (query.class !== 'identifier_forms' || byIdentifier);
}

function recallAt10({ query: { expected }, found }: QueryAnswer): number {
  const top = found.slice(0, 10);
  return expected.filter((id) => top.includes(id)).length / Math.min(10, expected.length);
}

function reciprocalRank({ query, found }: QueryAnswer): number {
  const place = found.findIndex((id) => query.first.includes(id) || query.expected.includes(id));
  return place < 0 ? 0 : 1 / (place + 1);
}

function precision({ query: { expected, first }, found }: QueryAnswer): number {
  const right = new Set([...expected, ...first]);
  const top = found.slice(0, right.size);
  return top.length === 0 ? 0 : top.filter((id) => right.has(id)).length / top.length;
}

function isWronglyResolved({ query: { settles, first }, settledOn }: QueryAnswer): boolean {
  const right = settles.length > 0 ? settles : first;
  return settledOn !== null && !(right.length === 1 && right[0] === settledOn);
}

function formsOf(answers: readonly QueryAnswer[]): ClassScores['forms'] {
  const forms = [...new Set(answers.map(({ query }) => query.form))];
  return forms.map((form) => {
    const some = answers.filter(({ query }) => query.form === form);
    return { form, queries: some.length, missed: some.filter((answer) => !isHit(answer)).length };
  });
}

function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + value, 0);
  return Math.floor((sum / values.length) * 10_000) / 10_000;
}

type Measure = 'hit_at_1' | 'recall_at_10' | 'mrr' | 'precision' | 'resolved';

/** The minimum for each class. A measure without a floor is shown but not checked. */
export type Floors = Readonly<Partial<Record<RelevanceClass, Readonly<Partial<Record<Measure, number>>>>>>;

export interface BelowFloor {
  readonly class: RelevanceClass;
  readonly measure: Measure | 'wrongly_resolved';
  readonly is: number;
  readonly floor: number;
}

/** Classes below their floors. A class without queries is never below; a wrong resolution always is. */
export function belowFloors(classes: readonly ClassScores[], floors: Floors): BelowFloor[] {
  return classes.flatMap((scores) => {
    const minimums = Object.entries(floors[scores.class] ?? {}) as [Measure, number][];
    const below: BelowFloor[] = minimums.flatMap(([measure, floor]) => {
      const is = scores[measure];
      return is === null || is >= floor ? [] : [{ class: scores.class, measure, is, floor }];
    });
    if (scores.wrongly_resolved > 0)
      below.push({ class: scores.class, measure: 'wrongly_resolved', is: scores.wrongly_resolved, floor: 0 });
    return below;
  });
}
