import { defineRoute, type Route } from '../../http/route.ts';
import type { UsageService } from './usage-service.ts';

/** `GET /usage`. */
export function usageRoutes(usage: UsageService): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/usage',
      summary: 'Requests and searches of this day and month, and what is left of the search quota.',
      auth: 'key',
      limit: 'none',
      handler: async ({ account }) => ({ body: await usage.usage(account) }),
    }),
  ];
}
