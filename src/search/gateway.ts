import { ServiceError } from '../contract/errors.ts';
import { yieldToOthers } from '../running/time-slices.ts';
import { type Engine, EngineTimeout, type PostOptions, RequestAborted } from './engine.ts';
import type { EngineWatch } from './engine-watch.ts';
import {
  checkAnswered,
  checkWhole,
  createUnreadableError,
  type Indexed,
  type ManyAnswers,
  type RawAnswer,
  readAnswer,
  readJson,
  requireAll,
  tryRead,
} from './read-answer.ts';
import type { SendBatch } from './request-batcher.ts';
import type { HitColumns, Question, ScoredRows, SearchAnswer } from './search-answer.ts';

/** An index, by its alias. */
export interface SearchTarget {
  readonly gateway: SearchGateway;
  readonly alias: string;
}

export interface SearchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Aborts the request after this time. */
  readonly timeoutMs?: number;
  /**
   * Requests with the same text go to the same copy of the index, if their answer could differ between copies. For
   * `search` and `rows`.
   */
  readonly preference?: string;
  /** Only the cards of the hits, in their order, and their number. For a `search` that counts and finds many. */
  readonly cardsOnly?: boolean;
}

/** With thousands of hits, half of the answer would be their sort values. */
const cardParts = ['timed_out', '_shards.failed', 'hits.total', 'hits.hits._index', 'hits.hits._source'];

/** The service reaches Elasticsearch only through this gateway. Requests are objects from the query builders; failures are typed. */
export class SearchGateway {
  constructor(
    private readonly engine: Pick<Engine, 'post'>,
    private readonly watch?: EngineWatch,
  ) {}

  /**
   * @param alias the alias of the index generation in use
   * @throws ServiceError search_unavailable when the engine does not answer or refuses
   */
  async search<Card extends Indexed>(
    alias: string,
    request: object,
    options: SearchOptions = {},
  ): Promise<SearchAnswer<Card>> {
    const path = `/${alias}/_search`;
    if (!options.cardsOnly)
      return readAnswer(await this.#sendAndParse<RawAnswer<Card>>(path, request, options));
    const raw = await this.#sendAndParse<RawAnswer<Card>>(path, request, options, cardParts);
    // Parsing so many hits was a long turn already.
    await yieldToOthers();
    return readAnswer(raw);
  }

  /**
   * Only the column `row` of each hit, for requests that read thousands of hits.
   * @throws ServiceError search_unavailable if the engine does not answer or refuses, even for only a part of the index
   */
  async searchRows(alias: string, request: object, options: SearchOptions = {}): Promise<ScoredRows> {
    const parts = ['timed_out', '_shards.failed', 'hits.total', 'hits.hits._score', 'hits.hits.fields'];
    const raw = await this.#sendAndParse<RawAnswer<never>>(`/${alias}/_search`, request, options, parts);
    if (raw.timed_out)
      throw new ServiceError('search_unavailable', {
        cause: new EngineTimeout('the engine ended the search'),
      });
    checkWhole(raw);
    return tryRead(() => {
      const { total, hits = [] } = raw.hits ?? {};
      if (!total) throw createUnreadableError('the answer has no total');
      return {
        rows: hits.map(({ _score, fields }) => ({ score: _score ?? 0, row: fields?.row?.[0] ?? '' })),
        total: total.value,
      };
    });
  }

  /** Many searches in one request; the answers are in the order of the searches. */
  async searchMany<Card extends Indexed>(
    alias: string,
    requests: readonly object[],
    options: SearchOptions = {},
  ): Promise<SearchAnswer<Card>[]> {
    const [only, ...others] = requests;
    if (!only) return [];
    if (others.length === 0) return [await this.search<Card>(alias, only, options)];
    const { responses } = await this.#sendAndParse<ManyAnswers<Card>>(
      `/${alias}/_msearch`,
      addHeads(requests),
      options,
    );
    requireAll(responses, requests);
    return responses.map(readAnswer);
  }

  /** Searches that have nothing to do with each other, in one request: each is answered or fails alone. */
  searchTogether<Card extends Indexed>(alias: string): SendBatch<object, SearchAnswer<Card>> {
    return async (searches) => {
      const [only, ...others] = searches;
      if (only && others.length === 0) {
        const answer = await this.#sendText(`/${alias}/_search`, JSON.stringify(only.question), {});
        return () => only.resolve(readAnswer(readJson(answer)));
      }
      const requests = searches.map(({ question }) => question);
      const answer = await this.#sendText(`/${alias}/_msearch`, toLines(addHeads(requests)), { lines: true });
      return () => {
        const { responses = [] } = readJson<Partial<ManyAnswers<Card>>>(answer);
        for (const [at, { resolve, reject }] of searches.entries()) {
          try {
            resolve(readAnswer(responses[at]));
          } catch (error) {
            reject(error);
          }
        }
      };
    };
  }

  /**
   * Many searches in one request, of which only the hits' columns (`docvalue_fields`) are read: faster than cards, which
   * are stored compressed.
   * @returns the columns of the hits of each search, in the order of the searches
   */
  async searchColumns(
    alias: string,
    requests: readonly object[],
    options: SearchOptions = {},
  ): Promise<(readonly HitColumns[])[]> {
    if (requests.length === 0) return [];
    const parts = ['timed_out', '_shards.failed', 'error', 'hits.hits.fields'].map(
      (part) => `responses.${part}`,
    );
    const columns = requests.map((request) => ({ ...request, _source: false, stored_fields: '_none_' }));
    const lines = addHeads(columns);
    const { responses } = await this.#sendAndParse<ManyAnswers<never>>(
      `/${alias}/_msearch`,
      lines,
      options,
      parts,
    );
    requireAll(responses, requests);
    return responses.map((raw) => {
      checkAnswered(raw);
      // Without hits, there is only this.
      if (raw.timed_out === undefined) throw createUnreadableError('the answer has no hits');
      return tryRead(() => (raw.hits?.hits ?? []).map(({ fields = {} }) => fields));
    });
  }

  /** Many questions in one request. @returns what each means, in their order */
  async askQuestions<Card extends Indexed, Meaning>(
    alias: string,
    questions: readonly Question<Card, Meaning>[],
    options: SearchOptions = {},
  ): Promise<Meaning[]> {
    const requests = questions.flatMap((question) => question.requests);
    const answers = (await this.searchMany<Card>(alias, requests, options)).values();
    return questions.map((question) =>
      question.read(question.requests.flatMap(() => answers.next().value ?? [])),
    );
  }

  /**
   * @param parts the parts of the answer to return; all by default, because the engine would read and write each card
   * again to leave out a few (docs/benchmarks.md)
   */
  async #sendAndParse<Raw>(
    path: string,
    body: object | readonly object[],
    options: SearchOptions,
    parts: readonly string[] = [],
  ): Promise<Raw> {
    const lines = Array.isArray(body);
    const text = lines ? toLines(body) : JSON.stringify(body);
    const answer = await this.#sendText(path + buildParameters(parts, options), text, { lines, ...options });
    return readJson<Raw>(answer);
  }

  async #sendText(path: string, text: string, options: PostOptions): Promise<Buffer> {
    const call = this.watch?.beginRequest(path, text);
    try {
      const { headers } = call ?? {};
      const answer = await this.engine.post(call?.path ?? path, text, {
        ...options,
        ...(headers && { headers }),
      });
      call?.endRequest(answer, null);
      return answer;
    } catch (cause) {
      call?.endRequest(null, cause);
      if (cause instanceof RequestAborted) throw cause;
      throw new ServiceError('search_unavailable', { cause });
    }
  }
}

/** The parameters of a search in its address; empty if there are none. */
function buildParameters(parts: readonly string[], { preference }: SearchOptions): string {
  const parameters: string[] = [];
  if (parts.length > 0) parameters.push(`filter_path=${parts.join(',')}`);
  if (preference !== undefined) parameters.push(`preference=${encodeURIComponent(preference)}`);
  if (parameters.length === 0) return '';
  return `?${parameters.join('&')}`;
}

/** `_msearch` takes a line with options before each search. */
function addHeads(requests: readonly object[]): object[] {
  return requests.flatMap((request) => [{}, request]);
}

function toLines(values: readonly object[]): string {
  return `${values.map((value) => JSON.stringify(value)).join('\n')}\n`;
}
