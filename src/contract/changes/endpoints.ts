import { endpoint } from '../endpoint.ts';
import { changesAnswerSchema, changesQuery } from './changes.ts';

export const changesEndpoints = {
  listChanges: endpoint({
    method: 'GET',
    path: '/changes',
    tag: 'Companies',
    summary: 'Companies added, changed, closed and merged since a cursor, in the order of commit.',
    description:
      'For keeping a copy up to date: nothing is left out and nothing comes twice. Begin with `since=now` before the copy is made, or without `since` for everything; then go on with `meta.next_cursor`, which never expires. Counts toward the rate of company search, not toward the quota.',
    answers: { 200: { description: 'The changes behind the cursor.', schema: changesAnswerSchema } },
    errors: ['invalid_cursor'],
    auth: 'key',
    limit: 'suggest',
    query: changesQuery,
  }),
};
