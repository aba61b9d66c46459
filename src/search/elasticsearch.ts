import { Client, errors } from '@elastic/elasticsearch';
import { NodeConnection, NodePool } from './elasticsearch-nodes.ts';
import { type Engine, RequestAborted } from './engine.ts';

export interface ElasticsearchOptions {
  /** Nodes of one cluster, or a load balancer in front of it; `https://user:password@host` works too. */
  readonly nodes: readonly string[];
  readonly apiKey?: string;
  /** PEM text of the authority that signed the nodes' certificates, if the system does not trust it. */
  readonly ca?: string;
  /** Maximum wait for one answer. */
  readonly requestTimeoutMs?: number;
  /** How often the client retries after a lost connection or a 502, 503 or 504, if the other nodes do not answer either. */
  readonly maxRetries?: number;
}

/** Opens a client. Nothing is sent before the first request. The caller closes it with `close()`. */
export function openElasticsearch(options: ElasticsearchOptions): Client {
  const { nodes, apiKey, ca, requestTimeoutMs = 30_000, maxRetries = 3 } = options;
  return new Client({
    nodes: [...nodes],
    ...(nodes.length > 1 && { ConnectionPool: NodePool, Connection: NodeConnection }),
    requestTimeout: requestTimeoutMs,
    maxRetries: Math.max(maxRetries, Math.min(nodes.length - 1, maxOtherNodes)),
    // Answers are read field by field and never merged into other objects, and the check costs more than parsing.
    disablePrototypePoisoningProtection: true,
    ...(apiKey !== undefined && { auth: { apiKey } }),
    ...(ca !== undefined && { tls: { ca, rejectUnauthorized: true } }),
  });
}

/** So that a request whose nodes all hang ends within its deadline. */
const maxOtherNodes = 2;

/** How many other nodes a request is sent to if its own does not answer. */
export function countOtherNodes({ connectionPool }: Pick<Client, 'connectionPool'>): number {
  return Math.min(connectionPool.size - 1, maxOtherNodes);
}

/** Sends searches through the client, for programs that already have one and do not send many. */
export function wrapClient(client: Client): Pick<Engine, 'post'> {
  return {
    async post(path, body, { signal, timeoutMs, lines = false } = {}) {
      try {
        const { body: answer } = await client.transport.request<Buffer>(
          { method: 'POST', path, ...(lines ? { bulkBody: body } : { body }) },
          {
            meta: true,
            ...(!lines && { headers: { 'content-type': 'application/json' } }),
            ...(signal && { signal: AbortSignal.any([signal]) }),
            ...(timeoutMs !== undefined && { requestTimeout: timeoutMs, maxRetries: 0 }),
          },
        );
        return Buffer.from(JSON.stringify(answer));
      } catch (error) {
        throw error instanceof errors.RequestAbortedError ? new RequestAborted() : error;
      }
    },
  };
}
