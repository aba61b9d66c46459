import type { Request, RequestHandler, Response } from 'express';
import findMyWay from 'find-my-way';
import { isAccepted } from '../adapters/express.ts';
import { getFullPath } from '../contract/endpoint.ts';
import { ServiceError } from '../contract/errors.ts';
import { sendError } from './answers.ts';
import type { Route } from './route.ts';
import { type RoutedRequest, type RouteServices, type ServeRequest, serveRoute } from './serve-route.ts';

type Params = Readonly<Record<string, string>>;

/** Answers all requests to one path. */
type ServePath = (request: Request, response: Response, params: Params) => void;

/**
 * The one way from a request to its endpoint, made from the contract. Requests to other paths go on. A path also answers
 * OPTIONS, and 405 with `Allow` for methods that it does not support.
 */
export function routeRequests(routes: readonly Route[], services: RouteServices): RequestHandler {
  // Methods are told apart below, so that one look at the path is enough.
  const router = findMyWay({ caseSensitive: true, maxParamLength: Number.MAX_SAFE_INTEGER });
  const addPath = (path: string, serve: ServePath) => router.on('GET', path, () => undefined, serve);
  for (const [path, ofPath] of groupByPath(routes)) {
    const serve = servePath(ofPath, services);
    addPath(path, serve);
    // People end the address of a service with a slash, and OpenRefine keeps it. These paths take no Idempotency-Key.
    if (ofPath.every(({ cors }) => cors)) addPath(`${path}/`, serve);
    if (ofPath.some(({ slashRedirects }) => slashRedirects)) addPath(`${path}/`, redirectTo(path));
  }
  return (request, response, next) => {
    // An Idempotency-Key is bound to the path, so a path has only one spelling: the router finds percent signs as they stand.
    const found = router.find('GET', request.path.replaceAll('%', '%25'));
    // The router takes an empty segment for a value.
    if (!found || Object.values(found.params).includes('')) return next();
    const serve: ServePath = found.store;
    serve(request, response, decodeParams(found.params));
  };
}

function groupByPath(routes: readonly Route[]): Map<string, Route[]> {
  const paths = new Map<string, Route[]>();
  for (const route of routes) {
    const path = getFullPath(route);
    const ofPath = paths.get(path) ?? [];
    if (ofPath.some(({ method }) => method === route.method))
      throw new Error(`two routes for ${route.method} ${path}`);
    paths.set(path, [...ofPath, route]);
  }
  return paths;
}

/** @throws URIError for invalid percent-encoding */
function decodeParams(params: Readonly<Record<string, string | undefined>>): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, value = '']) => [name, decodeURIComponent(value)]),
  );
}

function servePath(routes: readonly Route[], services: RouteServices): ServePath {
  const serveMethods = new Map<string, ServeRequest>(
    routes.map((route) => [route.method, serveRoute(route, services)]),
  );
  const serveGet = serveMethods.get('GET');
  if (serveGet) serveMethods.set('HEAD', serveGet);
  const allow = [...routes.map(({ method }) => method), ...(serveGet ? ['HEAD'] : []), 'OPTIONS'];
  const isOpenToPages = routes.some(({ cors }) => cors);
  const isOpenToFrames = routes.some(({ framed }) => framed);
  return (request, response, params) => {
    if (isOpenToPages) openToPages(response, allow);
    // The answer's Content-Security-Policy says who may show it in a frame.
    if (isOpenToFrames) response.removeHeader('X-Frame-Options');
    const serve = serveMethods.get(request.method);
    if (serve) serve(request, response, readRequest(request, params));
    else if (request.method === 'OPTIONS') response.status(204).set('Allow', allow.join(', ')).end();
    else sendError(request, response, new ServiceError('method_not_allowed', { allow }));
  };
}

/** Relative, because a proxy may serve the API below another path. */
function redirectTo(path: string): ServePath {
  const target = `../${path.split('/').at(-1)}`;
  return (request, response) => {
    if (request.method === 'GET' || request.method === 'HEAD') response.redirect(308, target);
    else if (request.method === 'OPTIONS')
      response.set({ Allow: 'GET, HEAD', 'Content-Type': 'text/plain' }).end('GET, HEAD');
    else sendError(request, response, new ServiceError('not_found'));
  };
}

/** Sets the headers of CORS on every answer, errors included. Without `Allow-Credentials`, browsers send no cookies. */
function openToPages(response: Response, allow: readonly string[]): void {
  response.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': allow.join(', '),
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Api-Key, X-Request-Id',
    'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
    'Access-Control-Max-Age': '600',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // A key may be in the address: not even the answer to OPTIONS is kept.
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  });
}

function readRequest(request: Request, params: Params): RoutedRequest {
  const { query, path, ip: address = '' } = request;
  return { query, params, path, address, accepts: (types) => isAnyAccepted(request, types) };
}

/**
 * Parameters are left aside: a scraper names the `version` of its format, a program the `charset` of JSON. Express would
 * take them for another type, and refuse.
 */
function isAnyAccepted(request: Request, types: readonly string[]): boolean {
  const accept = request.headers.accept?.replace(/;\s*(?!\s|q\s*=)[^,;]*/gi, '');
  return isAccepted(request, accept, types);
}
