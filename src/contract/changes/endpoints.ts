import { defineEndpoints } from '../endpoint.ts';
import { changesAnswerSchema, changesQuery } from './changes.ts';

export const changesEndpoints = defineEndpoints('Companies', {
  listChanges: {
    method: 'GET',
    path: '/changes',
    summary: 'Companies added, changed, closed or merged after a cursor, in commit order.',
    description:
      'Use it to keep a copy up to date: no change is left out, and none appears twice. Begin with `since=now` before you make the copy, or without `since` to get everything. Then continue with `meta.next_cursor`, which never expires. Counts toward the rate limit of company search, but not toward the quota.',
    answers: { 200: { description: 'The changes after the cursor.', schema: changesAnswerSchema } },
    errors: ['invalid_cursor'],
    limit: 'suggest',
    query: changesQuery,
  },
});
