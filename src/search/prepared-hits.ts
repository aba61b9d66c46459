import { ServiceError } from '../contract/errors.ts';
import type { Hit, PreparedPart, SearchAnswer } from './search-answer.ts';
import { decodeUtf8 } from './utf8.ts';

/**
 * Hits whose cards are not parsed: most answers show a card as it stands in the index, so its text is passed on. Texts are
 * bytes as Latin-1, one character for each byte, which Node copies without decoding or encoding. Pure.
 */

interface RawHit<Card> {
  readonly _score?: number | null;
  readonly _source: { readonly card: Card; readonly ids?: string[]; readonly identifiers?: string[] };
  readonly sort?: readonly (string | number)[];
  readonly matched_queries?: readonly string[];
}

class PreparedHit<Card extends { index?: string }> implements Hit<Card> {
  readonly prepared: PreparedPart;
  readonly #bytes: Buffer;
  #raw: RawHit<Card> | undefined;

  /** @param bytes the hit as JSON */
  constructor(prepared: PreparedPart, bytes: Buffer) {
    this.prepared = prepared;
    this.#bytes = bytes;
  }

  get #parsed(): RawHit<Card> {
    if (!this.#raw) {
      try {
        this.#raw = JSON.parse(decodeUtf8(this.#bytes)) as RawHit<Card>;
        this.#raw._source.card.index = this.prepared.index;
      } catch (cause) {
        // What is no hit does not come from the engine.
        throw new ServiceError('search_unavailable', { cause });
      }
    }
    return this.#raw;
  }

  get card(): Card {
    return this.#parsed._source.card;
  }

  get score(): number | null {
    return this.#parsed._score ?? null;
  }

  get sort(): readonly (string | number)[] {
    return this.#parsed.sort ?? [];
  }

  get matchedQueries(): readonly string[] {
    return this.#parsed.matched_queries ?? [];
  }

  get ids(): readonly string[] {
    return this.#parsed._source.ids ?? [];
  }

  get identifiers(): readonly string[] {
    return this.#parsed._source.identifiers ?? [];
  }
}

interface Head {
  readonly timed_out?: boolean;
  readonly _shards?: { readonly failed: number };
  readonly hits: { readonly total?: { readonly value: number } };
}

// Each begins or ends with a quote that opens a key. Inside of a string, quotes are escaped, so no name can contain one.
const hitsStart = '"hits":[';
const hitStart = '{"_index":"';
const cardStart = '"card":{"company":{"company_id":"';
const companyStart = '"company":{"company_id":"';
const profileEnd = '},"version":';
const answerEnd = ']}}';
const origin = /(\d+)(,"reread":true)?,"jobs":(\[\],"permits":\[\],)?/y;

/**
 * Reads the answer to a search of cards without parsing them.
 * @returns null if the answer has another form than expected, so that it must be parsed; or `_shards.failed` in `failed`
 */
export function readPrepared<Card extends { index?: string }>(
  bytes: Buffer,
): (SearchAnswer<Card> & { readonly failed: number }) | null {
  const text = bytes.toString('latin1');
  const begin = text.indexOf(hitsStart);
  if (begin === -1 || !text.endsWith(answerEnd)) return null;
  const head = JSON.parse(`${text.slice(0, begin)}${hitsStart}${answerEnd}`) as Head;
  const hits: PreparedHit<Card>[] = [];
  const end = text.length - answerEnd.length;
  for (let at = begin + hitsStart.length; at < end; ) {
    if (!text.startsWith(hitStart, at)) return null;
    const next = text.indexOf(hitStart, at + hitStart.length);
    const hitEnd = next === -1 ? end : next - 1;
    const prepared = readPart(text, at, hitEnd);
    if (!prepared) return null;
    hits.push(new PreparedHit(prepared, bytes.subarray(at, hitEnd)));
    at = hitEnd + 1;
  }
  return {
    hits,
    total: head.hits.total?.value ?? null,
    timedOut: head.timed_out ?? false,
    aggregations: {},
    failed: head._shards?.failed ?? 0,
  };
}

function readPart(text: string, at: number, end: number): PreparedPart | null {
  const index = text.slice(at + hitStart.length, text.indexOf('"', at + hitStart.length));
  const card = text.indexOf(cardStart, at);
  if (card === -1 || card > end) return null;
  const shown = card + cardStart.length - companyStart.length;
  const id = card + cardStart.length;
  const close = text.indexOf(profileEnd, id);
  if (close === -1 || close > end) return null;
  origin.lastIndex = close + profileEnd.length;
  const match = origin.exec(text);
  if (!match) return null;
  return {
    text: text.slice(shown, close + 1),
    companyId: text.slice(id, text.indexOf('"', id)),
    version: Number(match[1]),
    index,
    reread: match[2] !== undefined,
    hasSignals: match[3] === undefined,
  };
}
