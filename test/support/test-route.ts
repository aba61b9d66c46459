import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { AccountLimits } from '../../src/features/accounts/account.ts';
import type { HandlerContext, Route, RouteAnswer } from '../../src/http/route.ts';

/** The limits of an account that has none. */
export const unlimited: AccountLimits = {
  searchPerMinute: null,
  heavyPerMinute: null,
  dailySearchQuota: null,
  monthlySearchQuota: null,
};

/** A key that may do everything, of an account that is not suspended. */
export const fullAccess = {
  keyScope: { readOnly: false, sourceId: null, purpose: null, maxCredits: null },
  suspended: false,
} as const;

type Given = Partial<Omit<Endpoint, 'tag' | 'answers' | 'summary' | 'method' | 'path'>>;
type Whole<E extends Given> = E & Endpoint & (E extends { auth: 'none' } ? unknown : { auth: 'key' });

/** A route that only a test has; it is not in the API document. It needs a key and has no limit unless specified. */
export function testRoute<const E extends Given>(
  at: `${Endpoint['method']} /${string}`,
  endpoint: E,
  handler: (context: HandlerContext<Whole<E>>) => Promise<RouteAnswer>,
): Route {
  const [method, path = ''] = at.split(' ');
  return {
    auth: 'key',
    limit: 'none',
    ...endpoint,
    method: method as Endpoint['method'],
    path,
    summary: 'A test.',
    operationId: 'onlyInTests',
    tag: 'Service',
    answers: {},
    // It runs after the schemas of its own endpoint.
    handler: handler as unknown as Route['handler'],
  };
}
