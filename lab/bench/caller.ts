import { randomBytes } from 'node:crypto';

/** A caller of the service, as the benchmarks prepare and measure it. */
export class Caller {
  readonly #url: string;
  readonly #apiKey: string;

  constructor(url: string, apiKey: string) {
    this.#url = url;
    this.#apiKey = apiKey;
  }

  /**
   * Every call has an Idempotency-Key of its own.
   * @param path below `/api/service`
   * @throws if the answer is not a success
   */
  async send<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.#url}/api/service${path}`, {
      method,
      headers: {
        'x-api-key': this.#apiKey,
        'content-type': 'application/json',
        'idempotency-key': randomBytes(12).toString('hex'),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text.slice(0, 1000)}`);
    return JSON.parse(text);
  }
}

export interface Imported {
  readonly source: { readonly source_id: string };
}
