import { usageAnswerSchema } from '../../contract/limits/usage.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { UsageService } from './usage-service.ts';

/** `GET /usage`. */
export function usageRoutes(usage: UsageService): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/usage',
      operationId: 'getUsage',
      tag: 'Credits and usage',
      summary: 'Requests and searches of this day and month, and what is left of the search quota.',
      description: 'Days and months are those of Asia/Tokyo. A request shows within a second.',
      answers: { 200: { description: 'The usage.', schema: usageAnswerSchema } },
      auth: 'key',
      limit: 'none',
      handler: async ({ account }) => ({ body: await usage.usage(account) }),
    }),
  ];
}
