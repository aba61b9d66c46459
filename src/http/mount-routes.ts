import { type Express, type Request, type RequestHandler, Router } from 'express';
import { fullPath, type HttpMethod } from '../contract/endpoint.ts';
import { ServiceError } from '../contract/errors.ts';
import { sendError } from './answers.ts';
import type { Route } from './route.ts';
import { type RouteServices, type ServeRequest, serveRoute } from './serve-route.ts';

/** Mounts all routes. Each path also answers OPTIONS, and 405 with `Allow` for methods that it does not support. */
export function mountRoutes(app: Express, routes: readonly Route[], services: RouteServices): void {
  // Strict, because an Idempotency-Key is bound to the path, so a resource must have only one path.
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, ofPath] of byPath(routes)) mountPath(router, path, ofPath, services);
  app.use(router);
}

function byPath(routes: readonly Route[]): [string, Route[]][] {
  const paths = new Map<string, Route[]>();
  for (const route of routes) {
    const path = fullPath(route);
    const ofPath = paths.get(path) ?? [];
    if (ofPath.some(({ method }) => method === route.method))
      throw new Error(`two routes for ${route.method} ${path}`);
    paths.set(path, [...ofPath, route]);
  }
  return [...paths].sort(([a], [b]) => literalFirst(a, b));
}

/** `/lists/candidates` before `/lists/:listId`, whatever their order in the list of routes. */
function literalFirst(a: string, b: string): number {
  const sortable = (path: string) => path.replaceAll(':', '\u{10ffff}');
  return sortable(a) < sortable(b) ? -1 : 1;
}

function mountPath(router: Router, path: string, routes: readonly Route[], services: RouteServices): void {
  // People end the address of a service with a slash, and OpenRefine keeps it. These paths take no Idempotency-Key.
  const here = router.route(routes.every(({ cors }) => cors) ? [path, `${path}/`] : path);
  const methods = routes.map(({ method }) => method);
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  if (routes.some(({ cors }) => cors)) here.all(openToPages(allow));
  if (routes.some(({ framed }) => framed)) here.all(openToFrames);
  for (const route of routes)
    here[route.method.toLowerCase() as Lowercase<HttpMethod>](routed(serveRoute(route, services)));
  if (routes.some(({ slashRedirects }) => slashRedirects)) {
    // Relative, because a proxy may serve the API below another path.
    const target = `../${path.split('/').at(-1)}`;
    router.get(`${path}/`, (_request, response) => response.redirect(308, target));
  }
  here.options((_request, response) => {
    response.setHeader('Allow', allow.join(', '));
    response.statusCode = 204;
    response.end();
  });
  here.all((request, response) => {
    sendError(request, response, new ServiceError('method_not_allowed', { allow }));
  });
}

function routed(serve: ServeRequest): RequestHandler {
  return (request, response) => {
    const { query, params, path, ip: address = '' } = request;
    serve(request, response, {
      query,
      params,
      path,
      address,
      accepts: (types) => acceptsAny(request, types),
    });
  };
}

/**
 * Parameters are left aside: a scraper names the `version` of its format, a program the `charset` of JSON. Express would
 * take them for another type, and refuse.
 */
function acceptsAny(request: Request, types: readonly string[]): boolean {
  const accept = request.headers.accept?.replace(/;\s*(?!\s|q\s*=)[^,;]*/gi, '');
  return request.accepts.call({ headers: { accept } }, ...types) !== false;
}

/** Sets the headers of CORS on every answer, errors included. Without `Allow-Credentials`, browsers send no cookies. */
function openToPages(allow: readonly string[]): RequestHandler {
  return (_request, response, next) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Methods', allow.join(', '));
    response.setHeader(
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type, X-Api-Key, X-Request-Id',
    );
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After, X-Request-Id');
    response.setHeader('Access-Control-Max-Age', '600');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    // A key may be in the address: not even the answer to OPTIONS is kept.
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Referrer-Policy', 'no-referrer');
    next();
  };
}

/** The answer's Content-Security-Policy says who may show it in a frame. */
const openToFrames: RequestHandler = (_request, response, next) => {
  response.removeHeader('X-Frame-Options');
  next();
};
