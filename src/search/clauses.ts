/** Elasticsearch query clauses as plain objects. All of them match exactly, so no expensive query can be built. */

export type Clause = Readonly<Record<string, unknown>>;

/** Any of the values, without scoring. */
export function matchAnyValue(field: string, values: readonly (string | number)[]): Clause {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return { term: { [field]: only } };
  return { terms: { [field]: values } };
}

/** The same for values of which some, or all, may be missing; without any, there is no clause. */
export function matchAnyOf(field: string, values: readonly (string | null | undefined)[]): Clause[] {
  const known = values.filter((value) => value !== null && value !== undefined);
  if (known.length === 0) return [];
  return [matchAnyValue(field, known)];
}

/** The value, or a range with it, for example of days. */
export function matchValue(field: string, value: string | number | boolean): Clause {
  return { term: { [field]: value } };
}

/** Numbers from `min` to `max`, inclusive; documents without a value never match. */
export function matchRange(field: string, min: number | undefined, max: number | undefined): Clause {
  return {
    range: { [field]: { ...(min !== undefined && { gte: min }), ...(max !== undefined && { lte: max }) } },
  };
}

/** Documents without a value in the field. */
export function matchMissing(field: string): Clause {
  return mustNot({ exists: { field } });
}

export function mustNot(clause: Clause): Clause {
  return { bool: { must_not: [clause] } };
}

export function combineAny(clauses: readonly Clause[]): Clause {
  const [only] = clauses;
  if (clauses.length === 1 && only) return only;
  return { bool: { should: clauses, minimum_should_match: 1 } };
}

/** All of the clauses, without scoring. */
export function combineAll(clauses: readonly Clause[]): Clause {
  return { bool: { filter: clauses } };
}

/** A clause that gives every match the same score, and is named in `matched_queries`. */
export function scoreClause(name: string, score: number, filter: Clause): Clause {
  return { constant_score: { filter, boost: score, _name: name } };
}
