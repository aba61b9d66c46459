import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.ts';

export type { components, operations, paths } from './schema.ts';

/** A schema of the API document by its name, for example `Schema<'CompanyResult'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export interface ClientOptions {
  /** URL of the service, for example `https://companies.example.com`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Sends requests; default the global `fetch`. Wrap it to retry or to log. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** A client for all API operations. Its types for paths, parameters, bodies and answers come from the API document. */
export type CompanyDataClient = Client<paths>;

export function createClient({ baseUrl, apiKey, fetch }: ClientOptions): CompanyDataClient {
  return createFetchClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${apiKey}` },
    ...(fetch && { fetch }),
  });
}
