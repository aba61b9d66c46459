/** What Elasticsearch answers, as the service reads it. It does not depend on the client, so pure modules can read answers. */

/** One hit: what the index stores to be shown, its place in the order, and the named clauses that found it. */
export interface Hit<Card> {
  readonly card: Card;
  readonly score: number | null;
  readonly sort: readonly (string | number)[];
  readonly matchedQueries: readonly string[];
  /** The document's ids and identifiers; only if the request has `keys`. */
  readonly ids: readonly string[];
  readonly identifiers: readonly string[];
}

export interface SearchAnswer<Card> {
  readonly hits: readonly Hit<Card>[];
  /** Counted matches; null when the request did not count. */
  readonly total: number | null;
  readonly timedOut: boolean;
  readonly aggregations: Readonly<Record<string, unknown>>;
}

/** Hits as their score and the column `row`. */
export interface ScoredRows {
  readonly rows: readonly { readonly score: number; readonly row: string }[];
  /** Counted matches, as far as the request counted. */
  readonly total: number;
}

/** The values of the columns of one hit, by field. A field without a value is absent. */
export type HitColumns = Readonly<Record<string, readonly string[]>>;

/** Requests to the index that belong together, and what their answers mean. */
export interface Question<Card, Meaning> {
  readonly requests: readonly object[];
  /** @param answers in the order of the requests */
  read(answers: readonly SearchAnswer<Card>[]): Meaning;
}
