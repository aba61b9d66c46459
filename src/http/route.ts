import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { AnswerBody, Endpoint, Endpoints } from '../contract/endpoint.ts';
import type { Account } from '../features/accounts/account.ts';
import type { LargeBodies } from './request-body.ts';

/** A handler's log: a subset of pino's logger. */
export interface RequestLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A request that has passed all checks before the handler: key, account scope, rate limit, schema. */
export interface RouteContext<Query, Params, Body, Who> {
  readonly account: Who;
  readonly requestId: string;
  readonly method: string;
  /** As requested, without the query. */
  readonly path: string;
  readonly query: Query;
  readonly params: Params;
  readonly body: Body;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Aborted if the client closes the connection before the answer is complete. */
  readonly signal: AbortSignal;
  readonly log: RequestLog;
}

/** Sent as JSON. */
interface JsonAnswer<Status, Body> {
  readonly status: Status;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Body;
}

type OkAnswer<Body> = Omit<JsonAnswer<200, Body>, 'status'> & { readonly status?: 200 };

export interface StreamAnswer {
  readonly status?: number;
  /** Must include the content type. */
  readonly headers: Readonly<Record<string, string>> & { readonly 'Content-Type': string };
  readonly stream: Readable;
}

/** Without a body. */
export interface EmptyAnswer {
  readonly status: number;
  readonly empty: true;
}

type Parsed<E extends Endpoint, Part extends 'query' | 'params' | 'body'> = E extends {
  readonly [P in Part]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

type AnswerOf<Status, Shape> = Shape extends { readonly empty: true }
  ? EmptyAnswer
  : Shape extends { readonly streamed: true }
    ? StreamAnswer
    : Shape extends { readonly schema: infer Schema extends z.ZodType }
      ? Status extends 200
        ? OkAnswer<AnswerBody<Schema>>
        : JsonAnswer<Status, AnswerBody<Schema>>
      : StreamAnswer;

/** One of the endpoint's answers, which its handler may return. */
export type HandlerAnswer<E extends Endpoint> = {
  [Status in keyof E['answers']]: AnswerOf<Status, E['answers'][Status]>;
}[keyof E['answers']];

export type HandlerContext<E extends Endpoint, Body = Parsed<E, 'body'>> = RouteContext<
  Parsed<E, 'query'>,
  Parsed<E, 'params'>,
  Body,
  E['auth'] extends 'key' ? Account : undefined
>;

/** The handler of an endpoint with `largeBodies`, which takes the reader's value. */
export interface LargeBodyHandler<E extends Endpoint, Body = unknown> {
  readonly bodies: LargeBodies<Body>;
  // A method, not a property, so that the types permit any pair of reader and handler.
  handler(context: HandlerContext<E, Body>): Promise<HandlerAnswer<E>>;
}

export type Handler<E extends Endpoint> = E extends { readonly largeBodies: true }
  ? LargeBodyHandler<E>
  : (context: HandlerContext<E>) => Promise<HandlerAnswer<E>>;

/** A handler for each endpoint, by operationId. */
export type Handlers<Es extends Endpoints> = { readonly [Id in keyof Es]: Handler<Es[Id]> };

/** An answer of any endpoint. */
export type RouteAnswer = JsonAnswer<number, unknown> | OkAnswer<unknown> | StreamAnswer | EmptyAnswer;

/** An endpoint with its handler, as `serveRoute` runs it. */
export interface Route extends Endpoint {
  readonly operationId: string;
  /** Reads and checks bodies instead of the schema, which then only describes them. */
  readonly bodies?: LargeBodies<unknown>;
  handler(context: RouteContext<unknown, unknown, unknown, Account | undefined>): Promise<RouteAnswer>;
}

/** The endpoints with their handlers, in the order of the endpoints. */
export function bindRoutes<Es extends Endpoints>(endpoints: Es, handlers: Handlers<Es>): Route[] {
  return Object.entries(endpoints).map(([operationId, endpoint]) => {
    // `serveRoute` makes the context from this endpoint's schemas, so the types match.
    const handler = handlers[operationId as keyof Es] as unknown as
      | Route['handler']
      | Pick<Route, 'handler' | 'bodies'>;
    return { ...endpoint, operationId, ...(typeof handler === 'function' ? { handler } : handler) };
  });
}

/** A handler that answers 200 with what the work gives. */
export function respond<Call, Body>(
  work: (call: Call) => Promise<Body>,
): (call: Call) => Promise<{ readonly body: Body }> {
  return async (call) => ({ body: await work(call) });
}
