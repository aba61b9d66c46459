import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { ServiceError } from '../contract/errors.ts';
import { sendError } from './answers.ts';
import { isFromOneHost } from './one-host.ts';
import { createRequestLog, type Logger } from './request-log.ts';
import type { Route } from './route.ts';
import { routeRequests } from './route-requests.ts';
import { setSecurityHeaders } from './security-headers.ts';
import type { RouteServices } from './serve-route.ts';
import { closeOnUnreadBody } from './unread-body.ts';

export interface AppParts extends RouteServices {
  readonly routes: readonly Route[];
  readonly log: Logger;
  /** See `Config`. */
  readonly trustProxy: false | number | string;
  /** Runs the rest of each request in a context of its own, if something needs one. */
  readonly inContext?: InContext | undefined;
}

export type InContext = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The service over HTTP: request log → security headers → routes → 404 → error renderer. */
export function createApp({ routes, log, trustProxy, inContext, ...services }: AppParts): RequestListener {
  const writeLog = createRequestLog(log);
  const app = createExpress(routes, services, trustProxy);
  const serveRequest: RequestListener = (request, response) => {
    closeOnUnreadBody(request, response);
    setSecurityHeaders(response);
    if (!isFromOneHost(request, response)) return;
    app(request, response);
  };
  return (request, response) => {
    writeLog(request, response);
    if (inContext) inContext(request, response, () => serveRequest(request, response));
    else serveRequest(request, response);
  };
}

function createExpress(
  routes: readonly Route[],
  services: RouteServices,
  trustProxy: AppParts['trustProxy'],
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy);
  app.set('query parser', parseQuery);
  app.use(routeRequests(routes, services));
  app.use((request, response) => sendError(request, response, new ServiceError('not_found')));
  app.use(renderError);
  return app;
}

/** No limit on the number of parameters: the parser would silently drop the rest. The header size limits it anyway. */
function parseQuery(text: string | undefined) {
  return parse(text ?? '', '&', '=', { maxKeys: 0 });
}

// Express recognizes an error handler by its four parameters.
const renderError: ErrorRequestHandler = (error, request, response, _next) =>
  sendError(request, response, error);
