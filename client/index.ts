import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.ts';

export type { components, operations, paths } from './schema.ts';

/** A schema of the API document by its name, for example `Schema<'CompanyResult'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export interface ClientOptions {
  /** Where the service is, for example `https://companies.example.com`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Sends requests; the global `fetch` unless given. Wrap it to retry or to log. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** A client for every operation of the API, typed by the API document: paths, parameters, bodies and answers. */
export type CompanyDataClient = Client<paths>;

export function createClient({ baseUrl, apiKey, fetch }: ClientOptions): CompanyDataClient {
  return createFetchClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${apiKey}` },
    ...(fetch && { fetch }),
  });
}
