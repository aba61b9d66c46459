import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/** An answer that is not 200. */
interface Failure {
  readonly what: string;
  /** When it was received, in milliseconds since 1970. */
  readonly at: number;
  readonly status: number;
  readonly code: string;
  readonly retryAfter: number;
}

/** Programs of one account that call the service until they are ended. */
export class Load {
  readonly failures: Failure[] = [];
  readonly #requests = new Map<string, number>();
  readonly #loops: Promise<void>[] = [];
  readonly #url: string;
  readonly #apiKey: string;
  #ending = false;

  constructor(url: string, apiKey: string) {
    this.#url = url;
    this.#apiKey = apiKey;
  }

  /** Repeats these calls until the end, or until one of them throws, which `end` then does too. */
  repeat(calls: () => Promise<void>): void {
    const loop = async () => {
      while (!this.#ending) await calls();
    };
    const running = loop();
    // It is awaited by `end`; until then it must not end the process.
    running.catch(() => {
      this.#ending = true;
    });
    this.#loops.push(running);
  }

  get isEnding(): boolean {
    return this.#ending;
  }

  async end(): Promise<void> {
    this.#ending = true;
    await Promise.all(this.#loops);
  }

  get<Answer>(what: string, path: string): Promise<Answer> {
    return this.#untilAnswered(what, path, {});
  }

  /** Sends the same request under the same key until it is answered with 200, as a careful program does. */
  post<Answer>(what: string, path: string, body: object): Promise<Answer> {
    return this.#untilAnswered(what, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    });
  }

  async #untilAnswered<Answer>(what: string, path: string, request: RequestInit): Promise<Answer> {
    for (;;) {
      const headers = { ...request.headers, 'x-api-key': this.#apiKey };
      const response = await fetch(`${this.#url}/api/service${path}`, { ...request, headers });
      const body = (await response.json()) as Answer & { readonly error?: { readonly code: string } };
      this.#requests.set(what, (this.#requests.get(what) ?? 0) + 1);
      if (response.status === 200) return body;
      const retryAfter = Number(response.headers.get('retry-after'));
      const { status } = response;
      this.failures.push({ what, at: Date.now(), status, code: body.error?.code ?? '', retryAfter });
      await wait(100);
    }
  }

  /** What was sent and what failed, for the person who reads the test's output. */
  summary(kills: readonly number[]): string {
    const sent = [...this.#requests].map(([what, count]) => {
      const failed = this.failures.filter((failure) => failure.what === what).length;
      return `  ${what}: ${count} requests, ${failed} failed`;
    });
    const waits = kills.map((kill, at) => {
      const until = kills[at + 1] ?? Number.POSITIVE_INFINITY;
      const after = this.failures.filter((failure) => failure.at >= kill && failure.at < until);
      const last = Math.max(0, ...after.map((failure) => failure.at - kill));
      return `  kill ${at + 1}: ${after.length} failures, the last ${last} ms after it`;
    });
    return [...sent, ...waits].join('\n');
  }
}
