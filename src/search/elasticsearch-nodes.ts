import {
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

/** How long a node may take before it is asked whether it still answers at all. */
const probeAfterMs = 1_000;
const probeTimeoutMs = 1_000;
/** How soon a node that did not answer is tried again. */
const retryNodeMs = 5_000;

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
    const settled = answer.then(
      () => true,
      () => true,
    );
    while (!(await waitAtMost(probeAfterMs, settled))) {
      if (await this.#probeNode()) continue;
      ending.abort();
      throw new errors.ConnectionError('the node does not answer');
    }
    return await answer;
  }

  async #probeNode(): Promise<boolean> {
    const probe = super.request(
      { method: 'HEAD', path: '/' },
      { requestId: 'probe', name: 'probe', context: null, timeout: probeTimeoutMs },
    );
    return await waitAtMost(
      probeTimeoutMs,
      probe.then(
        () => true,
        () => false,
      ),
    );
  }
}

/** The outcome, or false if there is none in time. */
async function waitAtMost(milliseconds: number, outcome: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}
