import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import type { Express } from 'express';
import { fullPath } from '../contract/endpoint.ts';
import type { Route } from './route.ts';
import { type RouteServices, type ServeRequest, serveRoute } from './serve-route.ts';

export interface DirectRouting {
  /** Tells the client's address behind proxies. */
  readonly app: Express;
  readonly trustProxy: false | number | string;
  parseQuery(text: string | undefined): ParsedUrlQuery;
}

/** Routes that can be found by their path alone: express does more for the others. */
function isDirect({ path, cors, framed, slashRedirects, produces }: Route): boolean {
  return !path.includes(':') && !cors && !framed && !slashRedirects && !produces;
}

/**
 * The way around express's router, which costs more than the rest of a search (docs/benchmarks.md). It takes only plain
 * requests: a method and path that are written as the route has them, and a client that takes JSON without conditions.
 * What it takes is served by the same `serveRoute`, so its answers are the same.
 * @returns a function that serves the request and returns true, or leaves it alone and returns false
 */
export function directRoutes(
  routes: readonly Route[],
  services: RouteServices,
  { app, trustProxy, parseQuery }: DirectRouting,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const direct = new Map<string, { readonly path: string; readonly serve: ServeRequest }>();
  for (const route of routes.filter(isDirect)) {
    const path = fullPath(route);
    direct.set(`${route.method} ${path}`, { path, serve: serveRoute(route, services) });
  }
  const addressOf = (request: IncomingMessage): string =>
    (trustProxy === false ? request.socket.remoteAddress : behindProxies(app, request)) ?? '';

  return (request, response) => {
    const { url = '', method = '', headers } = request;
    const queryAt = url.indexOf('?');
    const found = direct.get(`${method} ${queryAt === -1 ? url : url.slice(0, queryAt)}`);
    if (!found || unusual.test(url) || !takesJson(headers.accept)) return false;
    found.serve(request, response, {
      query: parseQuery(queryAt === -1 ? undefined : url.slice(queryAt + 1)),
      params: noParams,
      path: found.path,
      address: addressOf(request),
      accepts: () => true,
    });
    return true;
  };
}

const noParams = {};

/** Characters that express's parser of URLs treats in its own way. */
const unusual = /[^!-"$-~]/;

/** Conditions such as `q=0` are left to express. */
function takesJson(accept: string | undefined): boolean {
  return (
    accept === undefined ||
    accept === '*/*' ||
    (!accept.includes(';') && /(?:^|,)\s*(?:application\/json|\*\/\*)\s*(?:,|$)/.test(accept))
  );
}

/** Express's own reading of `X-Forwarded-For`, without making the request one of express's. */
function behindProxies(app: Express, { socket, headers }: IncomingMessage): string | undefined {
  return Object.assign(Object.create(app.request), { socket, headers }).ip;
}
