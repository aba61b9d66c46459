import { changesQuery } from '../../contract/changes.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { ChangesService } from './changes-service.ts';

/** `GET /changes`. */
export function changesRoutes(changes: ChangesService): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/changes',
      summary: 'Companies added, changed, closed and merged since a cursor, in the order of commit.',
      auth: 'key',
      limit: 'suggest',
      query: changesQuery,
      handler: async ({ query }) => ({ body: await changes.changes(query) }),
    }),
  ];
}
