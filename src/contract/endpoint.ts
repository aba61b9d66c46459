import type { z } from 'zod';
import type { CreditClass } from './credits/billing.ts';
import type { ErrorCode } from './errors.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** `key`: an API key is required. `none`: open to everyone, so it must never show account data. */
export type EndpointAuth = 'key' | 'none';
/**
 * Which of the account's limits a request counts toward. `search`: rate and quota of company search. `suggest`: the
 * rate of company search alone. `heavy`: the heavy rate.
 */
export type EndpointLimit = 'search' | 'suggest' | 'heavy' | 'none';

/** The sections of the API document, in its order, with what each is for. */
export const endpointTags = {
  'Company search':
    'Find companies by name, identifier or filters, and resolve one identifier to one company.',
  Companies: 'What is known about one company, and what changed about any.',
  Sources: 'From the rows of a table to companies: import, map, resolve, review, select.',
  Lists: 'Saved companies: estimate, preview, materialize, enrich, export.',
  Publishing: 'Snapshots of a List, what changed since, and its delivery.',
  Evidence: 'Observations, openings, permits and financial conditions across companies.',
  Discovery: 'A search that is kept, refined and made a List.',
  Research: 'Research notes about a company, kept apart from what registers say.',
  'Credits and usage': 'Balances, the ledger, and what remains of the limits.',
  Service: 'The state of the service, and this document.',
} as const;
export type EndpointTag = keyof typeof endpointTags;

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** The body of an answer with this schema, as services and handlers give it. */
export type AnswerBody<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;

/** A success. The handler's return type follows from it, and every answer of the HTTP suites is checked against it. */
export interface AnswerShape {
  readonly description: string;
  /** The JSON body. Absent where the endpoint streams something else (`produces`). */
  readonly schema?: z.ZodType;
  /** The handler streams the JSON itself. */
  readonly streamed?: true;
}

/** An operation that spends credits. */
export interface Charge {
  /** Its name in the ledger, for example `source.resolve`. */
  readonly operation: string;
  readonly creditClass: CreditClass;
  /** What a call must carry. What is not required still applies when it is given. */
  readonly requires: {
    readonly execute: boolean;
    readonly idempotencyKey: boolean;
    readonly maxCredits: boolean;
  };
}

/** One operation of the API as data: served by `src/http`, described by `src/openapi`, called by the client. */
export interface Endpoint {
  readonly method: HttpMethod;
  /** Below `/api/service`, parameters as `:name`; from the root with `root: true`. */
  readonly path: string;
  readonly root?: true;
  readonly tag: EndpointTag;
  /** One line for the API document. */
  readonly summary: string;
  /** More for the API document, in Markdown, where one line is not enough. */
  readonly description?: string;
  readonly auth: EndpointAuth;
  readonly limit: EndpointLimit;
  /** Faults are `invalid_query`. Without a schema any query parameter is a fault. */
  readonly query?: z.ZodType;
  /** Faults are `invalid_query` on GET, else `invalid_request`. */
  readonly params?: z.ZodType;
  /**
   * Faults are `invalid_request`. Without a schema only an absent body and `{}` pass, and GET has none. An absent body
   * is checked as `{}`.
   */
  readonly body?: z.ZodType;
  /** By HTTP status. */
  readonly answers: Readonly<Record<number, AnswerShape>>;
  /** What the handler throws besides what every endpoint of its kind can (`errorCodesOf`). */
  readonly errors?: readonly ErrorCode[];
  /** Of operations that spend credits. */
  readonly charge?: Charge;
  /** Takes an `Idempotency-Key` without spending credits. */
  readonly takesKey?: true;
  /** A page that people type the address of: with a slash at the end it redirects here. */
  readonly slashRedirects?: true;
  /** Kept for older callers. */
  readonly deprecated?: true;
  /**
   * How many searches a request with this body holds, before any check of it. They count toward the search quotas.
   */
  readonly searchesIn?: (body: unknown) => number;
  /** Bytes that a body may have; 1 MiB unless given. */
  readonly bodyLimit?: number;
  /** Bodies are large: few are in memory at a time, and they are parsed on threads of their own. */
  readonly largeBodies?: true;
  /** Media types of a success; JSON unless given. Errors are always JSON. */
  readonly produces?: readonly string[];
}

/** Endpoints by operationId: the name of the operation in the API document and in clients made from it. */
export type Endpoints = Readonly<Record<string, Endpoint>>;

/** An endpoint with its exact type, from which its handler's types follow. */
export function endpoint<const E extends Endpoint>(spec: E): E {
  return spec;
}

/** Where the paths of all endpoints begin, except those with `root`. */
export const servicePrefix = '/api/service';

/** The whole path, parameters as `:name`. */
export function fullPath({ path, root }: Pick<Endpoint, 'path' | 'root'>): string {
  return root ? path : `${servicePrefix}${path}`;
}

/** The whole path as OpenAPI writes it, parameters as `{name}`. */
export function documentPath(endpoint: Pick<Endpoint, 'path' | 'root'>): string {
  return fullPath(endpoint).replace(/:(\w+)/g, '{$1}');
}
