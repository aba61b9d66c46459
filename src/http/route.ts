import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Account } from '../features/accounts/account.ts';
import type { LimitKind } from './limits.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** `key`: an API key is needed. `none`: open to everyone, and must never show account data. */
export type RouteAuth = 'key' | 'none';
/**
 * Which of the account's limits a request counts toward. `search`: rate and quota of company search. `suggest`: the
 * rate of company search alone. `heavy`: the heavy rate.
 */
export type RouteLimit = LimitKind | 'none';

/** What a handler logs with; a subset of pino's logger. */
export interface RequestLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A request that has passed every check before the handler: key, account scope, rate limit, schema. */
export interface RouteContext<Query, Params, Body, Who> {
  readonly account: Who;
  readonly requestId: string;
  readonly method: string;
  /** As requested, without query. */
  readonly path: string;
  readonly query: Query;
  readonly params: Params;
  readonly body: Body;
  /** Header names are lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Aborted when the client goes away before its answer is complete. */
  readonly signal: AbortSignal;
  readonly log: RequestLog;
}

export interface JsonResponse {
  /** 200 unless given. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body: unknown;
}

export interface StreamResponse {
  readonly status?: number;
  /** Must name the content type. */
  readonly headers: Readonly<Record<string, string>> & { readonly 'Content-Type': string };
  readonly stream: Readable;
}

export type RouteResponse = JsonResponse | StreamResponse;

interface RouteShape {
  readonly method: HttpMethod;
  /** Below `/api/service`, parameters as `:name`; with `root: true` from the root. */
  readonly path: string;
  readonly root?: true;
  /** One line for the API document. */
  readonly summary: string;
  readonly limit: RouteLimit;
  /** How many requests one counts as, from its body before any check of it; 1 unless given. */
  readonly limitCost?: (body: unknown) => number;
  /** Bytes a body may have; 1 MiB unless given. */
  readonly bodyLimit?: number;
  /** Turns the bytes of a JSON body into its value; `JSON.parse` on this thread unless given. Throws on malformed JSON. */
  readonly parseBody?: (bytes: Buffer) => Promise<unknown>;
  /** Media types of a success; JSON unless given. Errors are always JSON. */
  readonly produces?: readonly string[];
}

type Schema = z.ZodType | undefined;
type Parsed<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

export interface RouteSpec<Q extends Schema, P extends Schema, B extends Schema, A extends RouteAuth>
  extends RouteShape {
  readonly auth: A;
  /** Faults are `invalid_query`. Without a schema any query parameter is a fault. */
  readonly query?: Q;
  /** Faults are `invalid_query` on GET, else `invalid_request`. */
  readonly params?: P;
  /** Faults are `invalid_request`. Without a schema the body is not read. An absent body is checked as `{}`. */
  readonly body?: B;
  handler(
    context: RouteContext<Parsed<Q>, Parsed<P>, Parsed<B>, A extends 'key' ? Account : undefined>,
  ): Promise<RouteResponse>;
}

/** One endpoint as data: wired by `src/app.ts`, listed by the API document and by the tests of all routes. */
export interface Route extends RouteShape {
  readonly auth: RouteAuth;
  readonly query?: z.ZodType;
  readonly params?: z.ZodType;
  readonly body?: z.ZodType;
  // A method, not a property: a handler of a narrower context is checked by defineRoute, and only runs behind its schemas.
  handler(context: RouteContext<unknown, unknown, unknown, Account | undefined>): Promise<RouteResponse>;
}

/** Checks a handler against the schemas of its own route, and gives the route in the form that lists hold. */
export function defineRoute<
  A extends RouteAuth,
  Q extends Schema = undefined,
  P extends Schema = undefined,
  B extends Schema = undefined,
>(spec: RouteSpec<Q, P, B, A>): Route {
  const { query, params, body, ...rest } = spec;
  return {
    ...rest,
    ...(query === undefined ? {} : { query }),
    ...(params === undefined ? {} : { params }),
    ...(body === undefined ? {} : { body }),
  };
}

/** Where the paths of all routes begin, but for `root` ones. */
export const servicePrefix = '/api/service';

/** The whole path of a route, parameters as `:name`. */
export function fullPath(route: Pick<Route, 'path' | 'root'>): string {
  return route.root ? route.path : `${servicePrefix}${route.path}`;
}
