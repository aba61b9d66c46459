import { isUtf8 } from 'node:buffer';
import { ServiceError } from '../contract/errors.ts';
import type { SearchAnswer } from './search-answer.ts';

/** Reads what Elasticsearch answers. What has another form does not come from it. */

/** Cards say which index they come from. */
export interface Indexed {
  index?: string;
}

export interface RawAnswer<Card> {
  readonly timed_out?: boolean;
  readonly _shards?: { readonly failed: number };
  readonly error?: { readonly type?: string };
  readonly hits?: {
    readonly total?: { readonly value: number };
    readonly hits?: readonly {
      readonly _index: string;
      readonly _score?: number | null;
      readonly _source?: { readonly card: Card; readonly ids?: string[]; readonly identifiers?: string[] };
      readonly sort?: readonly (string | number)[];
      readonly matched_queries?: readonly string[];
      readonly fields?: Readonly<Record<string, readonly string[]>>;
    }[];
  };
  readonly aggregations?: Readonly<Record<string, unknown>>;
}

export interface ManyAnswers<Card> {
  readonly responses: readonly RawAnswer<Card>[];
}

/** @throws ServiceError search_unavailable, because what is not JSON does not come from the engine */
export function readJson<Raw>(bytes: Buffer): Raw {
  requireText(bytes);
  return tryRead(() => JSON.parse(bytes.toString()) as Raw);
}

/** Bytes were changed on the way. Decoding would replace them without a word. */
function requireText(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw createUnreadableError('the answer is not UTF-8');
}

/** Whatever the code of the reading trips over: an answer of another form does not come from the engine. */
export function tryRead<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new ServiceError('search_unavailable', { cause });
  }
}

export function createUnreadableError(what: string): ServiceError {
  return new ServiceError('search_unavailable', { cause: new Error(what) });
}

export function requireAll(responses: readonly unknown[] | undefined, requests: readonly unknown[]): void {
  if (responses?.length !== requests.length)
    throw createUnreadableError('the answer is not about all searches');
}

function createPartMissingError(): ServiceError {
  return createUnreadableError('a part of the index did not answer');
}

/** Hits and totals from only a part of the index would be wrong. */
export function checkWhole({ _shards }: RawAnswer<unknown>): void {
  if (_shards && _shards.failed > 0) throw createPartMissingError();
}

/** One of several searches can fail alone. */
export function checkAnswered(raw: RawAnswer<unknown>): void {
  if (raw.error) throw createUnreadableError(`one of several searches was refused (${raw.error.type})`);
  checkWhole(raw);
}

export function readAnswer<Card extends Indexed>(raw: RawAnswer<Card> = {}): SearchAnswer<Card> {
  checkAnswered(raw);
  const { hits } = raw;
  // Else something that is not the engine's answer would be read as finding nobody.
  if (!hits) throw createUnreadableError('the answer has no hits');
  return tryRead(() => ({
    hits: (hits.hits ?? []).map(({ _index, _source, _score = null, sort = [], matched_queries = [] }) => {
      if (!_source?.card) throw createUnreadableError('a hit has no card');
      const { card, ids = [], identifiers = [] } = _source;
      card.index = _index;
      return { card, score: _score, sort, matchedQueries: matched_queries, ids, identifiers };
    }),
    total: hits.total?.value ?? null,
    timedOut: raw.timed_out ?? false,
    aggregations: raw.aggregations ?? {},
  }));
}
