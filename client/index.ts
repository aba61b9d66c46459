import createFetchClient, { type Client } from 'openapi-fetch';
import { keepRequestUntilRead, type RetryOptions, retryingFetch } from './retrying-fetch.ts';
import type { components, operations, paths } from './schema.ts';

export { answered, answeredWithHeaders, type Call, pages } from './answers.ts';
export { ApiError, type ErrorCode, NoAnswerError } from './errors.ts';
export { idempotencyKey } from './idempotency.ts';
export {
  type Fetch,
  isSafeToRepeat,
  type RetryOptions,
  readRetryAfter,
  retryingFetch,
} from './retrying-fetch.ts';
export type { components, operations, paths } from './schema.ts';
export * from './values.ts';

/** A schema of the API document by its name, for example `Schema<'CompanyResult'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** The JSON body of an operation of the API document. */
export type Body<Name extends keyof operations> = operations[Name] extends {
  requestBody?: { content: { 'application/json': infer Json } };
}
  ? Json
  : never;

/** The query parameters of an operation of the API document. */
export type Query<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;

export interface ClientOptions {
  /** URL of the service, for example `https://companies.example.com`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Sends requests; default the global `fetch`. A `fetch` of your own decides about retries, unless you set `retry`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** How failed requests are retried; false: not at all. */
  readonly retry?: RetryOptions | false;
}

/** A client for all API operations. Its types for paths, parameters, bodies and answers come from the API document. */
export type CompanyDataClient = Client<paths>;

export function createClient({ baseUrl, apiKey, fetch, retry }: ClientOptions): CompanyDataClient {
  const createFrom = (send: (request: Request) => Promise<Response>) =>
    createFetchClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` }, fetch: send });
  const sendOnce = (request: Request) =>
    keepRequestUntilRead(request, () => (fetch ?? globalThis.fetch)(request));
  const retries = retry ?? (!fetch && {});
  if (!retries) return createFrom(sendOnce);
  if (!fetch) return createFrom(retryingFetch(globalThis.fetch, retries));
  return createFrom(retryingFetch((url, init) => sendOnce(new Request(url, init)), retries));
}
