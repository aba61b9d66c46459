import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { HandlerContext, Route, RouteAnswer } from '../../src/http/route.ts';

/** A route that only a test has; it is not in the API document. */
export function testRoute<const E extends Omit<Endpoint, 'tag' | 'answers'>>(
  endpoint: E,
  handler: (context: HandlerContext<E & Endpoint>) => Promise<RouteAnswer>,
): Route {
  return {
    ...endpoint,
    operationId: 'onlyInTests',
    tag: 'Service',
    answers: {},
    // It runs after the schemas of its own endpoint.
    handler: handler as unknown as Route['handler'],
  };
}
