import { defineEndpoints } from '../endpoint.ts';
import { presenceSeconds } from '../limits.ts';
import { sourceReviewAnswer } from './answers.ts';
import * as review from './review.ts';
import { sourceParams } from './sources.ts';

/** Going through the rows of a source, alone or with others (docs/sources.md#reviewing-row-by-row). */

const aboutPresence = `A session says where it is by \`PUT\`, at least every ${presenceSeconds} seconds, and learns from the answer who else is there. \`review\` and \`GET …/rows/{rowId}\` have the same in \`open_elsewhere\`. Nobody is kept from deciding: the second decision about a row is refused and says who made the first. Read-only keys may do this.`;

export const reviewEndpoints = defineEndpoints('Sources', {
  reviewSource: {
    method: 'GET',
    path: '/sources/:sourceId/review',
    summary: 'The rows of a source with their states and candidates, filtered and in any order.',
    description:
      '`review` counts the whole source, `matching_rows` the rows that fit the filters. To settle rows in `multiple_candidates`, use `select` or `decisions`; for rows in `not_found`, map further columns and resolve again; for `invalid` rows, correct them and import again.',
    answers: { 200: { description: 'A page of rows.', schema: sourceReviewAnswer } },
    errors: ['source_not_found', 'source_row_not_found', 'source_mapping_required', 'invalid_cursor'],
    params: sourceParams,
    query: review.sourceReviewQuery,
  },
  getSourceRow: {
    method: 'GET',
    path: '/sources/:sourceId/rows/:rowId',
    summary: 'One row of a source, with facts to compare its candidates, and its neighbours.',
    description:
      'The row is as in `review` with `details=candidates`. To fetch rows ahead, ask `review` for several with `from_row` and `details=candidates`.',
    answers: { 200: { description: 'The row.', schema: review.sourceRowAnswer } },
    errors: ['source_not_found', 'source_row_not_found'],
    params: review.sourceRowParams,
    query: review.sourceRowQuery,
  },
  getSourceProgress: {
    method: 'GET',
    path: '/sources/:sourceId/progress',
    summary: 'A map of the progress: the source in parts of equal size, each with its counts.',
    answers: { 200: { description: 'The parts.', schema: review.sourceProgressAnswer } },
    errors: ['source_not_found'],
    params: sourceParams,
    query: review.sourceProgressQuery,
  },
  putSourcePresence: {
    method: 'PUT',
    path: '/sources/:sourceId/presence',
    writes: false,
    summary: 'Say which row you look at, and learn who else works on the source.',
    description: aboutPresence,
    answers: { 200: { description: 'The other sessions.', schema: review.presenceAnswer } },
    errors: ['source_not_found', 'source_row_not_found', 'source_sessions_exceeded'],
    params: sourceParams,
    body: review.presenceBody,
  },
  getSourcePresence: {
    method: 'GET',
    path: '/sources/:sourceId/presence',
    summary: 'Who works on the source, and your last row.',
    answers: { 200: { description: 'The sessions.', schema: review.presenceAnswer } },
    errors: ['source_not_found'],
    params: sourceParams,
    query: review.presenceQuery,
  },
  deleteSourcePresence: {
    method: 'DELETE',
    path: '/sources/:sourceId/presence',
    writes: false,
    summary: 'Leave: your session is at the source no longer.',
    answers: { 200: { description: 'The other sessions.', schema: review.presenceAnswer } },
    errors: ['source_not_found'],
    params: sourceParams,
    query: review.presenceLeaveQuery,
  },
});
