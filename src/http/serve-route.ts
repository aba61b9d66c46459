import type { Request, RequestHandler, Response } from 'express';
import { ServiceError } from '../contract/errors.ts';
import { knownFields } from '../contract/fields.ts';
import { checked } from '../contract/schema-faults.ts';
import type { Account } from '../features/accounts/account.ts';
import { withoutAccountScope } from './account-scope.ts';
import { sendAnswer, sendError } from './answers.ts';
import { apiKeyOf } from './credentials.ts';
import type { LimitDecision, Limits } from './limits.ts';
import { type BodyReading, bodyReader } from './request-body.ts';
import type { Route } from './route.ts';

export interface RouteServices {
  /** @throws ServiceError invalid_api_key */
  authenticate(apiKey: string): Promise<Account>;
  readonly limits?: Limits;
  /** Told of every answer that a route gave, for measurements. */
  observe?(route: Route, status: number, seconds: number): void;
}

const nothing = knownFields({});
const noBody: BodyReading = { value: undefined };

/**
 * Runs a route. The order of checks is that of decisions.md, "Errors": key, account scope, rate limit, schema; what
 * comes after belongs to the handler.
 */
export function serveRoute(route: Route, services: RouteServices): RequestHandler {
  const readBody = route.body ? bodyReader(route) : async () => noBody;
  const produces = route.produces ?? ['application/json'];
  const paramsCode = route.method === 'GET' ? 'invalid_query' : 'invalid_request';

  async function run(request: Request, response: Response): Promise<void> {
    const account = route.auth === 'key' ? await services.authenticate(apiKeyOf(request.headers)) : undefined;
    request.record.accountId = account?.accountId;
    const query = scoped(request.query, account);
    const body = await readBody(request, response);
    const bodyValue = 'value' in body ? scoped(body.value, account) : undefined;
    const limited = account && (await takeLimit(response, account, route, bodyValue, services.limits));
    const answer = await settling(limited, response, async () => {
      if (!accepts(request, produces)) throw new ServiceError('not_acceptable');
      if ('failure' in body) throw body.failure;
      return route.handler({
        query: checked(route.query ?? nothing, query, 'invalid_query'),
        params: checked(route.params ?? nothing, request.params, paramsCode),
        body: route.body && checked(route.body, bodyValue, 'invalid_request'),
        account,
        requestId: request.record.id,
        method: request.method,
        path: request.path,
        headers: request.headers,
        signal: goneSignal(response),
        get log() {
          return request.record.log;
        },
      });
    });
    await sendAnswer(request, response, answer);
  }

  return (request, response) => {
    const begun = performance.now();
    response.once('close', () =>
      services.observe?.(route, response.statusCode, (performance.now() - begun) / 1000),
    );
    run(request, response).catch((error: unknown) => sendError(request, response, error));
  };
}

function scoped(input: unknown, account: Account | undefined): unknown {
  return account ? withoutAccountScope(input, account.accountId) : input;
}

async function takeLimit(
  response: Response,
  account: Account,
  { limit, limitCost }: Route,
  body: unknown,
  limits: Limits | undefined,
): Promise<LimitDecision | undefined> {
  if (!limits || limit === 'none') return undefined;
  const taken = limits.take(account, limit, limitCost?.(body) ?? 1);
  const decision = taken instanceof Promise ? await taken : taken;
  for (const [name, value] of Object.entries(decision.headers)) response.setHeader(name, value);
  if (decision.refusal) throw decision.refusal;
  return decision;
}

/** Tells the limiter how the request ended. Who hangs up has had the work done; every other failure costs nothing. */
async function settling<Result>(
  limited: LimitDecision | undefined,
  response: Response,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work();
    limited?.settle?.(true);
    return result;
  } catch (error) {
    limited?.settle?.(response.destroyed);
    throw error;
  }
}

function accepts(request: Request, produces: readonly string[]): boolean {
  const { accept } = request.headers;
  return accept === undefined || accept === '*/*' || request.accepts([...produces]) !== false;
}

function goneSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
