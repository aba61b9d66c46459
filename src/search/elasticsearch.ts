import { Client } from '@elastic/elasticsearch';

export interface ElasticsearchOptions {
  /** One node, or a load balancer in front of several; `https://user:password@host` works too. */
  readonly url: string;
  readonly apiKey?: string;
  /** PEM text of the authority that signed the node's certificate, if the system does not trust it. */
  readonly ca?: string;
  /** Maximum wait for one answer. */
  readonly requestTimeoutMs?: number;
  /** How often the client retries after a lost connection or a 502, 503 or 504. */
  readonly maxRetries?: number;
}

/** Opens a client. Nothing is sent before the first request. The caller closes it with `close()`. */
export function openElasticsearch(options: ElasticsearchOptions): Client {
  const { url, apiKey, ca, requestTimeoutMs = 30_000, maxRetries = 3 } = options;
  return new Client({
    node: url,
    requestTimeout: requestTimeoutMs,
    maxRetries,
    // Answers are read field by field and never merged into other objects, and the check costs more than parsing.
    disablePrototypePoisoningProtection: true,
    ...(apiKey !== undefined && { auth: { apiKey } }),
    ...(ca !== undefined && { tls: { ca, rejectUnauthorized: true } }),
  });
}
