import { parse as parseQuery } from 'node:querystring';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { ServiceError } from './contract/errors.ts';
import { sendError } from './http/answers.ts';
import { mountRoutes } from './http/mount-routes.ts';
import { type Logger, requestLog } from './http/request-log.ts';
import type { Route } from './http/route.ts';
import type { RouteServices } from './http/serve-route.ts';
import { closeOnUnreadBody } from './http/unread-body.ts';

export interface AppParts extends RouteServices {
  readonly routes: readonly Route[];
  readonly log: Logger;
  /** See `Config`. */
  readonly trustProxy: false | number | string;
}

/** The service over HTTP: request log → security headers → routes → 404 → error renderer. */
export function createApp({ routes, log, trustProxy, ...services }: AppParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy);
  // No limit on the number of parameters: the parser would silently drop the rest. The header size limits it anyway.
  app.set('query parser', (text: string | undefined) => parseQuery(text ?? '', '&', '=', { maxKeys: 0 }));
  app.use(requestLog(log));
  app.use(closeOnUnreadBody);
  // The service may be reached over plain http, where telling browsers to upgrade would break its pages.
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  app.use(requireHost);
  mountRoutes(app, routes, services);
  app.use((request, response) => sendError(request, response, new ServiceError('not_found')));
  app.use(renderError);
  return app;
}

/** HTTP/1.1 requires exactly one Host (RFC 9112, section 3.2). Node's own refusal would have no body. */
const requireHost: RequestHandler = (request, response, next) => {
  const { rawHeaders, httpVersion } = request;
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) {
    next();
    return;
  }
  const fault = hosts === 0 ? 'is required' : 'must be given once';
  const message = `The Host header ${fault}.`;
  const details = [{ field: 'Host', message: fault }];
  sendError(request, response, new ServiceError('invalid_request', { message, details }));
};

// Express recognizes an error handler by its four parameters.
const renderError: ErrorRequestHandler = (error, request, response, _next) =>
  sendError(request, response, error);
