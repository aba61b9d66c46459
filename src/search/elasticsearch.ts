import { Client } from '@elastic/elasticsearch';

export interface ElasticsearchOptions {
  /** One node or a load balancer before several; `https://user:password@host` works too. */
  readonly url: string;
  readonly apiKey?: string;
  /** PEM text of the authority that signed the node's certificate, when the system does not know it. */
  readonly ca?: string;
  /** Longest wait for one answer, in milliseconds. */
  readonly requestTimeoutMs?: number;
  /** How often the client asks again by itself after a lost connection or a 502, 503 or 504. */
  readonly maxRetries?: number;
}

/** Opens a client. Nothing is sent before the first request; the caller ends it with `close()`. */
export function openElasticsearch(options: ElasticsearchOptions): Client {
  const { url, apiKey, ca, requestTimeoutMs = 30_000, maxRetries = 3 } = options;
  return new Client({
    node: url,
    requestTimeout: requestTimeoutMs,
    maxRetries,
    // Answers are read field by field and never merged into other objects; the check costs more than the parsing.
    disablePrototypePoisoningProtection: true,
    ...(apiKey !== undefined && { auth: { apiKey } }),
    ...(ca !== undefined && { tls: { ca, rejectUnauthorized: true } }),
  });
}
