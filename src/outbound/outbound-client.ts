import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import type { RequestOptions } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { ExchangeEnded, runExchange } from './exchange.ts';
import type { OutboundOutcome } from './outbound-outcome.ts';
import { findTargetFault, isPublicAddress } from './public-target.ts';

export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface OutboundOptions {
  /** Origins of test receivers on this machine, in addition to public targets; empty in production (`src/config.ts`). */
  readonly permittedOrigins: readonly string[];
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
  /** Limit for the whole exchange. */
  readonly timeoutMs?: number;
  /** Limit until the receiver has shown its certificate. Every failed exchange takes at least this long. */
  readonly connectMs?: number;
  /** Replaces the connection to the checked address, for tests without the internet. */
  readonly createConnection?: () => Socket;
  /** Called with the reason for a missing answer, for the operator's log. */
  readonly onUnreachable?: (what: { readonly origin: string; readonly cause: string }) => void;
}

const usual: Required<Pick<OutboundOptions, 'resolve' | 'timeoutMs' | 'connectMs'>> = {
  resolve: resolveAddresses,
  timeoutMs: 10_000,
  connectMs: 5_000,
};
const maxResolveMs = 3_000;
/** Only the status of an answer is used. */
const maxAnswerBytes = 64 * 1024;
/** With everything around the body: interim answers, headers, frames of chunks. */
const maxBytes = 4 * maxAnswerBytes;

/** Sends to URLs chosen by callers: only to public addresses, exactly at the checked address, without redirects. */
export class OutboundClient {
  readonly #options: OutboundOptions & typeof usual;

  constructor(options: OutboundOptions) {
    this.#options = { ...usual, ...options };
  }

  /**
   * Why a target is refused; null if it is permitted. A name that does not resolve now is not refused, because it is
   * resolved and checked again at every connection.
   */
  async findRefusal(url: string): Promise<string | null> {
    if (this.#isPermitted(url)) return null;
    const fault = findTargetFault(url);
    if (fault !== null) return fault;
    const addresses = await Promise.race([
      this.#options.resolve(new URL(url).hostname),
      wait(maxResolveMs, [], { ref: false }),
    ]).catch(() => []);
    if (addresses.every(({ address }) => isPublicAddress(address))) return null;
    return notPublic;
  }

  /** One exchange, without following redirects. Never throws. */
  async post(request: OutboundRequest): Promise<OutboundOutcome> {
    if (this.#isPermitted(request.url)) return this.#runExchange(request, {});
    const reason = findTargetFault(request.url);
    if (reason !== null) return { kind: 'rejected', reason };
    // A closed port fails at once and a silent one late: without the wait, the time would reveal which it is.
    const { createConnection, connectMs } = this.#options;
    const begun = performance.now();
    const outcome = await this.#runExchange(request, {
      lookup: this.#publicLookup,
      ...(createConnection && { createConnection }),
    });
    if (outcome.kind === 'unreachable') await wait(Math.max(0, begun + connectMs - performance.now()));
    return outcome;
  }

  #isPermitted(url: string): boolean {
    return URL.canParse(url) && this.#options.permittedOrigins.includes(new URL(url).origin);
  }

  /** For the connection, the name is resolved only here, so that it uses the checked address. */
  readonly #publicLookup: LookupFunction = (host, options, done) => {
    this.#options.resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        const isPublic = addresses.every(({ address }) => isPublicAddress(address));
        if (!first || !isPublic) done(new NotPublic(notPublic), '', 0);
        else if (options.all) done(null, [...addresses]);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    );
  };

  async #runExchange(
    { url, headers, body }: OutboundRequest,
    options: Pick<RequestOptions, 'lookup' | 'createConnection'>,
  ): Promise<OutboundOutcome> {
    const { timeoutMs, connectMs } = this.#options;
    try {
      const sent = {
        ...options,
        method: 'POST',
        headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
        // A new connection: a pooled one could lead to an address that was checked for another name.
        ...(options.createConnection === undefined && { agent: false }),
        ...{ body, timeoutMs, connectMs, maxBytes },
      };
      return { kind: 'answered', status: await runExchange(url, sent, readStatus) };
    } catch (error) {
      if (error instanceof NotPublic) return { kind: 'rejected', reason: error.message };
      const { code, name } = Object(error);
      if (error instanceof ExchangeEnded && code === 'SWITCHED_PROTOCOLS')
        return { kind: 'answered', status: 101 };
      this.#options.onUnreachable?.({ origin: new URL(url).origin, cause: String(code ?? name) });
      return { kind: 'unreachable' };
    }
  }
}

const notPublic = 'The host name resolves to an address that is not public.';

class NotPublic extends Error {
  override readonly name = 'NotPublic';
}

/** Reads an answer to its end, or up to the limit. */
async function readStatus(answer: IncomingMessage): Promise<number> {
  const { statusCode: status = 0 } = answer;
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length;
    // Leaving the loop destroys the stream.
    if (bytes > maxAnswerBytes) break;
  }
  return status;
}

/**
 * The addresses of a name in the DNS. The system's own lookup takes one of the few threads of the process for as long as a name
 * server is silent, which the owner of a name can make it.
 */
async function resolveAddresses(host: string): Promise<readonly LookupAddress[]> {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = [
    ...listAddresses(v4).map((address) => ({ address, family: 4 })),
    ...listAddresses(v6).map((address) => ({ address, family: 6 })),
  ];
  if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
  return addresses;
}

function listAddresses(outcome: PromiseSettledResult<readonly string[]>): readonly string[] {
  if (outcome.status === 'fulfilled') return outcome.value;
  return [];
}
