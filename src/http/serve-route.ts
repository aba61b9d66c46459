import type { IncomingMessage, ServerResponse } from 'node:http';
import { getFullPath } from '../contract/endpoint.ts';
import { ServiceError } from '../contract/errors.ts';
import { defineKnownFields, queryBoolean } from '../contract/fields.ts';
import {
  checkKeyPermission,
  isAboutOneSource,
  refuseWithoutTrial,
  type Trial,
} from '../contract/key-permission.ts';
import { parseInput } from '../contract/schema-faults.ts';
import type { LimitKind } from '../contract/usage/usage.ts';
import type { Account } from '../features/accounts/account.ts';
import { omitAccountScope } from './account-scope.ts';
import { type Admission, AdmissionPlace, findShare } from './admission.ts';
import { sendAnswer, sendError } from './answers.ts';
import { readApiKey } from './credentials.ts';
import type { LimitDecision, Limits, RequestOutcome } from './limits.ts';
import { type Receiving, receivingInTemporaryFiles } from './receive-body.ts';
import { createBodyReceiver, type ParsedBody, type WholeBody } from './request-body.ts';
import type { Route, RouteAnswer } from './route.ts';

export interface RouteServices {
  /** @param address the client's address. @throws ServiceError invalid_api_key, rate_limit_exceeded */
  authenticate(apiKey: string, address: string): Promise<Account>;
  readonly limits?: Limits;
  readonly admission?: Admission;
  /** Default: files in the system's folder for temporary ones. */
  readonly receiving?: Receiving;
  /** Called for every answer of a route, for the metrics. */
  observe?(route: Route, status: number, seconds: number, request: IncomingMessage): void;
}

/** A request as the router has read it. */
export interface RoutedRequest {
  readonly query: unknown;
  readonly params: Readonly<Record<string, unknown>>;
  /** As requested, without the query. */
  readonly path: string;
  /** The client's address. */
  readonly address: string;
  /** Whether the client takes one of these media types. */
  accepts(types: readonly string[]): boolean;
}

/** Answers a request of one route. */
export type ServeRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  routed: RoutedRequest,
) => void;

const noFields = defineKnownFields({});
const noBody: WholeBody = { read: async () => ({ value: undefined }), release: () => undefined };

/**
 * Runs a route. The order of checks is that of docs/decisions/0007-errors.md: key, suspension, what the key permits,
 * account scope, rate limit, place among the requests in progress, schema, then the handler. The body is received after the rate
 * limit was checked and before there is a place, and read in its place. So its account scope, the searches of a batch and whether it is
 * a trial are checked after that.
 */
export function serveRoute(route: Route, services: RouteServices): ServeRequest {
  // An unexpected body is not ignored: it may name another account, or contain what the caller wants done.
  const bodySchema = route.body ?? (route.method === 'GET' ? undefined : noFields);
  const { receiving = receivingInTemporaryFiles } = services;
  const receive = bodySchema ? createBodyReceiver({ ...route, receiving }) : async () => noBody;
  const produces = route.produces ?? ['application/json'];
  const share = findShare(route);
  const paramsCode = route.method === 'GET' ? 'invalid_query' : 'invalid_request';

  async function runRoute(
    request: IncomingMessage,
    response: ServerResponse,
    routed: RoutedRequest,
    place: AdmissionPlace | undefined,
  ): Promise<void> {
    const account =
      route.auth === 'key'
        ? await services.authenticate(findApiKey(route, request, routed), routed.address)
        : undefined;
    request.record.accountId = account?.accountId;
    if (account?.suspended) throw new ServiceError('account_suspended');
    const permission = account && checkKeyPermission(account.keyScope, route);
    const query = omitOwnAccount(routed.query, account);
    const accountId = account?.accountId ?? '';
    if (account && share) place?.refuseIfFull(share, accountId);
    const limits = createRequestLimiting(response, account, services.limits);
    await limits.takeLimit(route.limit, 1);
    const signal = createGoneSignal(response);
    let isIn = false;
    const answer = await limits.settleAfter(
      async () => {
        const received = await receive(request, response, { accountId, query, signal });
        try {
          // Only now: a client that sends slowly keeps no place.
          if (account && share) await place?.enterShare(share, accountId);
          isIn = true;
          // Nobody waits for the answer any more.
          if (response.destroyed) return null;
          return await handleBody(await received.read());
        } finally {
          received.release();
        }
      },
      () => !isIn,
    );
    if (answer) await sendAnswer(request, response, answer, { place, unsent: receiving.unsent });

    async function handleBody(body: ParsedBody): Promise<RouteAnswer> {
      const bodyValue = omitOwnAccount(body.value, account);
      if (account && permission && permission !== 'any' && !isTrial(permission, route, query, bodyValue))
        refuseWithoutTrial(account.keyScope, route, permission);
      const searches = route.searchesIn?.(bodyValue, query) ?? 0;
      if (searches > 0) await limits.takeLimit('quota', searches);
      const more = route.messagesIn?.(bodyValue) ?? 1;
      if (more > 1) await limits.takeLimit(route.limit, more - 1);
      if (route.heavyIf?.(bodyValue, query)) await limits.takeLimit('heavy', 1);
      if (account && route.heavyQueryIf?.(bodyValue, query)) await place?.enterShare('query', accountId);
      if (!isAnswerAccepted(request, routed, produces)) throw new ServiceError('not_acceptable');
      const queryValue = parseInput(route.query ?? noFields, query, 'invalid_query');
      const params = parseInput(route.params ?? noFields, routed.params, paramsCode);
      const target = limitToSource({ params, path: routed.path }, route, account);
      if (body.failure) throw body.failure;
      return route.handler({
        params: target.params,
        path: target.path,
        query: queryValue,
        body: bodySchema && !route.bodies ? parseInput(bodySchema, bodyValue, 'invalid_request') : bodyValue,
        account,
        requestId: request.record.id,
        method: request.method ?? '',
        headers: request.headers,
        signal,
        get log() {
          return request.record.log;
        },
      });
    }
  }

  return (request, response, routed) => {
    const begun = performance.now();
    request.record.route = route;
    response.once('close', () =>
      services.observe?.(route, response.statusCode, (performance.now() - begun) / 1000, request),
    );
    const place = services.admission && new AdmissionPlace(services.admission);
    runRoute(request, response, routed, place)
      .catch((error: unknown) => sendError(request, response, error))
      .finally(() => place?.exitShare());
  };
}

/** @throws ServiceError invalid_api_key */
function findApiKey({ keyInPath }: Route, { headers }: IncomingMessage, { params }: RoutedRequest): string {
  if (keyInPath) return String(params.key);
  return readApiKey(headers);
}

function omitOwnAccount(input: unknown, account: Account | undefined): unknown {
  if (account) return omitAccountScope(input, account.accountId);
  return input;
}

/** Whether a request is a trial: as its body says, or beside a file also the query. */
function isTrial(trial: Trial, { takesFile }: Route, query: unknown, body: unknown): boolean {
  const given = Object(body)[trial];
  if (!takesFile) return given === true;
  // The value that was read from a form. The words of a form that could not be read are as they were sent.
  const isGiven = typeof given === 'string' ? isTrue(given) : Boolean(given);
  return isGiven || isTrue(Object(query)[trial]);
}

function isTrue(word: unknown): boolean {
  return queryBoolean.safeParse(word).data === true;
}

/** No source has this id. */
const noSource = '00000000-0000-0000-0000-000000000000';

/**
 * What a request under a key for one source is about. If it names any other source, that becomes one that does not exist,
 * so that the answer is the one for unknown sources. The path changes too: a stored answer of an Idempotency-Key belongs to
 * a path.
 */
function limitToSource<Target extends { readonly params: unknown; readonly path: string }>(
  target: Target,
  route: Route,
  account: Account | undefined,
): Target {
  const own = account?.keyScope.sourceId ?? null;
  if (own === null || !isAboutOneSource(route)) return target;
  const params = Object(target.params);
  if (String(params.sourceId).toLowerCase() === own) return target;
  return {
    ...target,
    params: { ...params, sourceId: noSource },
    path: getFullPath(route).replace(':sourceId', noSource),
  };
}

/** What one request uses of its account's limits. */
function createRequestLimiting(
  response: ServerResponse,
  account: Account | undefined,
  limits: Limits | undefined,
) {
  const taken: LimitDecision[] = [];
  const settleLimits = (outcome: RequestOutcome) => {
    for (const decision of taken) decision.settle?.(outcome);
  };
  return {
    /** @throws ServiceError if the request exceeds a limit */
    async takeLimit(kind: LimitKind | 'none', cost: number): Promise<void> {
      if (!account || !limits || kind === 'none') return;
      const taking = limits.take(account, kind, cost);
      const decision = taking instanceof Promise ? await taking : taking;
      for (const [name, value] of Object.entries(decision.headers)) addPolicies(response, name, value);
      if (decision.refusal) throw decision.refusal;
      taken.push(decision);
    },
    /**
     * Reports to the limiter how the request ended. If the client closed the connection, the work was still done and
     * counts; every other failure gives the quota back. What was refused before its work was begun counts toward nothing.
     */
    async settleAfter<Result>(work: () => Promise<Result>, isRefused: () => boolean): Promise<Result> {
      try {
        const result = await work();
        settleLimits(result === null ? 'failed' : 'served');
        return result;
      } catch (error) {
        if (isRefused()) settleLimits('refused');
        else settleLimits(response.destroyed ? 'served' : 'failed');
        throw error;
      }
    },
  };
}

/** Adds the state of limits to a header. A limit that is already there is replaced. */
function addPolicies(response: ServerResponse, name: string, value: string): void {
  const before = String(response.getHeader(name) ?? '');
  const getName = (item: string) => item.slice(0, item.indexOf(';'));
  const added = value.split(', ');
  const names = new Set(added.map(getName));
  const kept = before.split(', ').filter((item) => item !== '' && !names.has(getName(item)));
  response.setHeader(name, [...kept, ...added].join(', '));
}

function isAnswerAccepted(
  request: IncomingMessage,
  routed: RoutedRequest,
  produces: readonly string[],
): boolean {
  const { accept } = request.headers;
  return accept === undefined || accept === '*/*' || routed.accepts(produces);
}

function createGoneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
