import { type Client, errors } from '@elastic/elasticsearch';
import { ServiceError } from '../contract/errors.ts';

/** One hit: what the index stores to be shown, where it stands in the order, and the named clauses that found it. */
export interface Hit<Card> {
  readonly card: Card;
  readonly score: number | null;
  readonly sort: readonly (string | number)[];
  readonly matchedQueries: readonly string[];
  /** The document's ids and identifiers; only when asked for with `keys`. */
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

export interface SearchOptions {
  readonly signal?: AbortSignal;
  /** Give up after so many milliseconds; the client aborts the request. */
  readonly timeoutMs?: number;
  /** Return the ids and identifiers of each hit too. */
  readonly keys?: boolean;
}

/** Hits as their score and the column `row`. */
export interface ScoredRows {
  readonly rows: readonly { readonly score: number; readonly row: string }[];
  /** Counted matches, as far as the request counted. */
  readonly total: number;
}

interface RawRows {
  readonly timed_out: boolean;
  readonly _shards: { readonly failed: number };
  readonly hits: {
    readonly total?: { readonly value: number };
    readonly hits?: readonly {
      readonly _score?: number;
      readonly fields?: { readonly row?: readonly string[] };
    }[];
  };
}

interface RawAnswer<Card> {
  readonly timed_out?: boolean;
  readonly _shards?: { readonly failed: number };
  readonly error?: { readonly type?: string };
  readonly hits?: {
    readonly total?: { readonly value: number };
    readonly hits?: readonly {
      readonly _score?: number | null;
      readonly _source?: { readonly card: Card; readonly ids?: string[]; readonly identifiers?: string[] };
      readonly sort?: readonly (string | number)[];
      readonly matched_queries?: readonly string[];
    }[];
  };
  readonly aggregations?: Readonly<Record<string, unknown>>;
}

const answerParts = [
  'timed_out',
  '_shards.failed',
  'error',
  'hits.total',
  'hits.hits._score',
  'hits.hits._source.card',
  'hits.hits.sort',
  'hits.hits.matched_queries',
  'aggregations',
];
const keyParts = ['hits.hits._source.ids', 'hits.hits._source.identifiers'];

/** The only way of the service to Elasticsearch. Requests are objects from the query builders; failures are typed. */
export class SearchGateway {
  constructor(private readonly client: Client) {}

  /**
   * @param alias the alias of the index generation in use
   * @throws ServiceError search_unavailable when the engine does not answer or refuses
   */
  async search<Card>(
    alias: string,
    request: object,
    options: SearchOptions = {},
  ): Promise<SearchAnswer<Card>> {
    const raw = await this.send<RawAnswer<Card>>(`/${alias}/_search`, partsFor(options), request, options);
    return readAnswer(raw);
  }

  /**
   * Hits as their column `row` alone, for requests that read thousands of them.
   * @throws ServiceError search_unavailable when the engine does not answer or refuses, also in a part of the index
   */
  async rows(alias: string, request: object, options: SearchOptions = {}): Promise<ScoredRows> {
    const parts = ['timed_out', '_shards.failed', 'hits.total', 'hits.hits._score', 'hits.hits.fields'];
    const raw = await this.send<RawRows>(`/${alias}/_search`, parts, request, options);
    if (raw.timed_out || raw._shards.failed > 0) throw partMissing();
    const { total, hits = [] } = raw.hits;
    return {
      rows: hits.map(({ _score = 0, fields }) => ({ score: _score, row: fields?.row?.[0] ?? '' })),
      total: total?.value ?? 0,
    };
  }

  /** Many requests in one; the answers are in the order of the requests. */
  async multiSearch<Card>(
    alias: string,
    requests: readonly object[],
    options: SearchOptions = {},
  ): Promise<SearchAnswer<Card>[]> {
    if (requests.length === 0) return [];
    const lines = requests.flatMap((request) => [{}, request]);
    const parts = partsFor(options).map((part) => `responses.${part}`);
    const { responses } = await this.send<{ responses: RawAnswer<Card>[] }>(
      `/${alias}/_msearch`,
      parts,
      lines,
      options,
    );
    return responses.map(readAnswer);
  }

  private async send<Raw>(
    path: string,
    parts: readonly string[],
    body: object,
    options: SearchOptions,
  ): Promise<Raw> {
    const payload = Array.isArray(body) ? { bulkBody: body } : { body };
    try {
      return await this.client.transport.request<Raw>(
        { method: 'POST', path, querystring: { filter_path: parts.join(',') }, ...payload },
        sendingOptions(options),
      );
    } catch (cause) {
      if (cause instanceof errors.RequestAbortedError) throw cause;
      throw new ServiceError('search_unavailable', { cause });
    }
  }
}

/**
 * With a limit of its own the client fires `abort` at the signal it was given when the time is up: at the caller's own, that
 * would end whatever else runs for the caller. So it gets one that only follows it.
 */
function sendingOptions({ signal, timeoutMs }: SearchOptions) {
  if (timeoutMs === undefined) return signal ? { signal } : {};
  return {
    ...(signal && { signal: AbortSignal.any([signal]) }),
    requestTimeout: timeoutMs,
    maxRetries: 0,
  };
}

/** Hits and totals of a part of the index are not those of the index. */
function partMissing(): ServiceError {
  return new ServiceError('search_unavailable', { cause: new Error('a part of the index did not answer') });
}

function partsFor({ keys }: SearchOptions): string[] {
  return keys ? [...answerParts, ...keyParts] : answerParts;
}

function readAnswer<Card>(raw: RawAnswer<Card>): SearchAnswer<Card> {
  if (raw.error)
    throw new ServiceError('search_unavailable', {
      cause: new Error(`one of several searches was refused (${raw.error.type})`),
    });
  if (raw._shards && raw._shards.failed > 0) throw partMissing();
  return {
    hits: (raw.hits?.hits ?? []).flatMap((hit) =>
      hit._source
        ? [
            {
              card: hit._source.card,
              score: hit._score ?? null,
              sort: hit.sort ?? [],
              matchedQueries: hit.matched_queries ?? [],
              ids: hit._source.ids ?? [],
              identifiers: hit._source.identifiers ?? [],
            },
          ]
        : [],
    ),
    total: raw.hits?.total?.value ?? null,
    timedOut: raw.timed_out ?? false,
    aggregations: raw.aggregations ?? {},
  };
}
