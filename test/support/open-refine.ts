import { expect } from '@jest/globals';
import { faultsBySchemas } from './reconciliation-schemas.ts';

export interface ReconciledCandidate {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly match: boolean;
  readonly type: readonly { readonly id: string }[];
  readonly features: readonly { readonly id: string; readonly value: unknown }[];
}

export interface ReconciledQuery {
  readonly result: readonly ReconciledCandidate[];
  readonly error?: { readonly details: unknown };
}

/** The answer's candidate that is a match. */
export function matchOf({ result }: Pick<ReconciledQuery, 'result'>): string | null {
  return result.find(({ match }) => match)?.id ?? null;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of any form, which are checked by their schemas
type Json = any;

const faultsOf = faultsBySchemas();

/** What OpenRefine does with a service at an address. Every answer must be as the specification's schemas say. */
export class OpenRefine {
  readonly url: string;

  constructor(serviceUrl: string, apiKey: string) {
    this.url = `${serviceUrl}/reconcile/${apiKey}`;
  }

  async get(pathAndQuery: string, schema: string) {
    const address = pathAndQuery.startsWith('http') ? pathAndQuery : `${this.url}${pathAndQuery}`;
    return this.#checked(await fetch(address), schema);
  }

  /** A form with one field, as JSON. */
  form(name: 'queries' | 'extend', value: unknown) {
    return fetch(this.url, { method: 'POST', body: new URLSearchParams({ [name]: JSON.stringify(value) }) });
  }

  async reconcile(queries: unknown): Promise<Readonly<Record<string, ReconciledQuery>>> {
    return this.#checked(await this.form('queries', queries), 'reconciliation-result-batch');
  }

  /** The result of one query. */
  async ask(query: object) {
    const { q0 } = await this.reconcile({ q0: query });
    if (!q0) throw new Error('a query was not answered');
    return q0;
  }

  /**
   * The results of the queries of a column: equal ones once, a tenth of them at a time, but at least ten and at most what
   * the manifest says.
   */
  async column<Query extends object>(queries: readonly Query[]): Promise<ReconciledQuery[]> {
    const { batchSize } = await this.get('', 'manifest');
    const distinct = [...new Map(queries.map((query) => [JSON.stringify(query), query])).entries()];
    const size = Math.min(Math.max(Math.floor(queries.length / 10), 10), batchSize);
    const results = new Map<string, ReconciledQuery>();
    for (let begin = 0; begin < distinct.length; begin += size) {
      const batch = distinct.slice(begin, begin + size);
      const answers = await this.reconcile(
        Object.fromEntries(batch.map(([, query], at) => [`q${at}`, query])),
      );
      for (const [at, [key]] of batch.entries()) {
        const answer = answers[`q${at}`];
        if (answer) results.set(key, answer);
      }
    }
    return queries.map((query) => results.get(JSON.stringify(query)) ?? { result: [] });
  }

  async extend(query: object) {
    return this.#checked(await this.form('extend', query), 'data-extension-response');
  }

  async #checked(response: Response, schema: string): Promise<Json> {
    const body = (await response.json()) as Json;
    expect([response.status, body]).toEqual([200, expect.anything()]);
    expect(faultsOf(schema, body)).toEqual([]);
    return body;
  }
}
