import {
  type Client,
  ClusterConnectionPool,
  type ConnectionPoolOptions,
  type ConnectionRequestOptions,
  type ConnectionRequestOptionsAsStream,
  type ConnectionRequestParams,
  type ConnectionRequestResponse,
  type ConnectionRequestResponseAsStream,
  errors,
  type GetConnectionOptions,
  UndiciConnection,
} from '@elastic/elasticsearch';
import type { Pool } from 'undici';
import { TimeoutError, withTimeout } from '../running/with-timeout.ts';

/**
 * The nodes of Elasticsearch, for the official client and for searches beside it: both use the same connections, and leave the same
 * nodes alone. It reaches into `@elastic/transport`, which the official client is built on.
 * `test/unit/adapters.test.ts` names the version with which this was tested.
 *
 * Why: the client costs a multiple of the time of a search, and does not notice a node that hangs (docs/benchmarks.md).
 * Without it: send searches with `client.transport.request`, and leave the client's own pool and connection.
 */

/** How long a node may take before it is asked whether it still answers at all. */
export const probeAfterMs = 1_000;
const probeTimeoutMs = 1_000;
/** How soon a node that did not answer is tried again. */
const retryNodeMs = 5_000;

/** A node for one request, with its own pool of connections. */
export interface SearchNode {
  readonly url: URL;
  /** With the log-in. */
  readonly headers: Readonly<Record<string, string>>;
  readonly pool: Pool;
  /** Whether it answers anything; absent if there is no other node to turn to. */
  isAnswering?(): Promise<boolean>;
  /** Other requests use it, or leave it alone for a while. */
  report(answered: boolean): void;
}

/** The next node that is not left alone. */
export function takeNode({ connectionPool }: Pick<Client, 'connectionPool'>): SearchNode {
  const now = Date.now();
  const connection = connectionPool.getConnection({
    now,
    requestId: 'search',
    name: 'search',
    context: null,
  });
  if (!(connection instanceof UndiciConnection)) throw new Error('the engine has no nodes');
  return {
    url: connection.url,
    headers: connection.headers as Readonly<Record<string, string>>,
    pool: connection.pool,
    ...(connection instanceof NodeConnection && { isAnswering: () => connection.isAnswering() }),
    report(answered) {
      if (answered) connectionPool.markAlive(connection);
      else connectionPool.markDead(connection);
    },
  };
}

/** The nodes in use. Requests avoid a node that does not answer. It is tried in the background until it does. */
export class NodePool extends ClusterConnectionPool {
  constructor(options: ConnectionPoolOptions) {
    super({ ...options, pingTimeout: probeTimeoutMs });
    this.resurrectTimeout = retryNodeMs;
    // A node that was away for an hour is needed as soon as it is back.
    this.resurrectTimeoutCutoff = 0;
  }

  override resurrect(options: GetConnectionOptions): void {
    const [next] = this.dead;
    const connection = this.connections.find(({ id }) => id === next);
    const due = connection !== undefined && options.now >= connection.resurrectTimeout;
    super.resurrect(options);
    // One try at a time, not one for each request.
    if (due) connection.resurrectTimeout = options.now + retryNodeMs;
  }
}

/**
 * A node that hangs, or whose machine is gone, closes no connection: its requests would wait for their whole deadline. So
 * a node that has not answered a request for a second is probed, and if it does not answer the probe either, the request
 * fails as on a lost connection and is sent to another node. A slow search on a node that answers is never repeated.
 */
export class NodeConnection extends UndiciConnection {
  override request(
    params: ConnectionRequestParams,
    options: ConnectionRequestOptions,
  ): Promise<ConnectionRequestResponse>;
  override request(
    params: ConnectionRequestParams,
    options: ConnectionRequestOptionsAsStream,
  ): Promise<ConnectionRequestResponseAsStream>;
  override async request(
    params: ConnectionRequestParams,
    options: ConnectionRequestOptions,
  ): Promise<ConnectionRequestResponse | ConnectionRequestResponseAsStream> {
    const ending = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, ending.signal]) : ending.signal;
    const answer = super.request(params, { ...options, signal });
    for (;;) {
      try {
        return await withTimeout(answer, probeAfterMs);
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error;
      }
      if (await this.isAnswering()) continue;
      ending.abort();
      throw new errors.ConnectionError('the node does not answer');
    }
  }

  /** Whether the node answers anything. */
  async isAnswering(): Promise<boolean> {
    const probe = super.request(
      { method: 'HEAD', path: '/' },
      { requestId: 'probe', name: 'probe', context: null, timeout: probeTimeoutMs },
    );
    return await withTimeout(probe, probeTimeoutMs).then(
      () => true,
      () => false,
    );
  }
}
