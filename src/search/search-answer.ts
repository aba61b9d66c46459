/** What Elasticsearch answers, as the service reads it. It does not depend on the client, so pure modules can read answers. */

/** What a hit shows, as the index stores it, and what tells whether that is current. */
export interface PreparedPart {
  /** `"company":{…},"profile":{…}`, as Latin-1. */
  readonly text: string;
  readonly companyId: string;
  readonly version: number;
  readonly index: string;
  readonly reread: boolean;
  /** Whether the company has openings or permits, of which answers count those valid today. */
  readonly hasSignals: boolean;
}

/** One hit: what the index stores to be shown, its place in the order, and the named clauses that found it. */
export interface Hit<Card> {
  readonly card: Card;
  /** The card as text, if the search asked for it (`prepared-hits.ts`). Reading the other fields then parses the hit. */
  readonly prepared?: PreparedPart;
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
