import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { ErrorCode } from '../contract/errors.ts';
import type { Account } from '../features/accounts/account.ts';
import type { LimitKind } from './limits.ts';
import type { LargeBodies } from './request-body.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** `key`: an API key is needed. `none`: open to everyone, and must never show account data. */
export type RouteAuth = 'key' | 'none';
/**
 * Which of the account's limits a request counts toward. `search`: rate and quota of company search. `suggest`: the
 * rate of company search alone. `heavy`: the heavy rate.
 */
export type RouteLimit = Exclude<LimitKind, 'quota'> | 'none';

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

/** The parts of the API document, in its order, with what each is for. */
export const routeTags = {
  'Company search':
    'Find companies by name, identifier or filters, and resolve one identifier to one company.',
  Companies: 'What is known about one company, and what changed about any.',
  Sources: 'From the rows of a table to companies: import, map, resolve, review, select.',
  Lists: 'Saved companies: estimate, preview, materialize, enrich, export.',
  Publishing: 'Snapshots of a List, what changed since, and its delivery.',
  Evidence: 'Observations, openings, permits and financial conditions across companies.',
  Discovery: 'A search that is kept, refined and made a List.',
  Research: 'Research notes about a company, kept apart from what registers say.',
  'Credits and usage': 'Balances, the ledger, and what of the limits is left.',
  Service: 'The state of the service, and this document.',
} as const;
export type RouteTag = keyof typeof routeTags;

/** What a success looks like. Every answer of the HTTP suites is checked against it. */
export interface AnswerShape {
  readonly description: string;
  /** The JSON body; absent where the route streams something else (`produces`). */
  readonly schema?: z.ZodType;
}

/** What a charging call must carry; a `ChargedOperation` has it. */
export interface ChargeTerms {
  readonly requires: {
    readonly execute: boolean;
    readonly idempotencyKey: boolean;
    readonly maxCredits: boolean;
  };
}

interface RouteShape {
  readonly method: HttpMethod;
  /** Below `/api/service`, parameters as `:name`; with `root: true` from the root. */
  readonly path: string;
  readonly root?: true;
  /** The operation's name in the API document and in clients made from it. */
  readonly operationId: string;
  readonly tag: RouteTag;
  /** One line for the API document. */
  readonly summary: string;
  /** More for the API document, in Markdown, where one line is not enough. */
  readonly description?: string;
  /** By HTTP status. */
  readonly answers: Readonly<Record<number, AnswerShape>>;
  /** What the handler throws beside what every route of its kind can (`errorCodesOf`). */
  readonly errors?: readonly ErrorCode[];
  /** Of operations that spend credits. */
  readonly charge?: ChargeTerms;
  /** Takes an `Idempotency-Key` without spending credits. */
  readonly takesKey?: true;
  /** Of pages that people type the address of: with a slash at the end it leads here. */
  readonly slashRedirects?: true;
  /** Of operations that are kept for older callers. */
  readonly deprecated?: true;
  readonly limit: RouteLimit;
  /** Of a request that holds several searches: how many, from its body before any check of it. They count toward the search quotas. */
  readonly searchesIn?: (body: unknown) => number;
  /** Bytes a body may have; 1 MiB unless given. */
  readonly bodyLimit?: number;
  /** Reads bodies; on this thread, as they come, unless given. */
  readonly largeBodies?: LargeBodies;
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
  /** Faults are `invalid_request`. Without a schema only an absent body and `{}` pass, and GET has none. An absent body is checked as `{}`. */
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

/** The path of a route in the API document, parameters as `{name}`. */
export function documentPath(route: Pick<Route, 'path' | 'root'>): string {
  return fullPath(route).replace(/:(\w+)/g, '{$1}');
}

/** The whole path of a route, parameters as `:name`. */
export function fullPath(route: Pick<Route, 'path' | 'root'>): string {
  return route.root ? route.path : `${servicePrefix}${route.path}`;
}
