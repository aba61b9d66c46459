import { Client } from '@elastic/elasticsearch';
import { NodeConnection, NodePool } from '../adapters/elastic-transport.ts';

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

const maxConnections = 128;
/** The limit for a connection goes with the settings of TLS, also without TLS. */
const connectTimeoutMs = 1_000;

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
    agent: { connections: maxConnections },
    tls: { timeout: connectTimeoutMs, ...(ca !== undefined && { ca }) },
  });
}

/** So that a request whose nodes all hang ends within its deadline. */
const maxOtherNodes = 2;

/** How many other nodes a request is sent to if its own does not answer. */
export function countOtherNodes({ connectionPool }: Pick<Client, 'connectionPool'>): number {
  return Math.min(connectionPool.size - 1, maxOtherNodes);
}
