import { defineEndpoints } from '../endpoint.ts';
import { pageQuery } from '../fields.ts';
import { formatLimit, maxMaterializedRows } from '../limits.ts';
import * as lists from '../lists/lists.ts';
import * as publishing from './publishing.ts';

export const publishingEndpoints = defineEndpoints('Publishing', {
  publishList: {
    method: 'POST',
    path: '/lists/:listId/publish',
    work: 'table',
    writes: true,
    summary: 'Save the rows of the List as a numbered snapshot that never changes.',
    description:
      'Suppressed and excluded rows are left out. The snapshot has the current company data; every refresh compares with the latest snapshot. Publishing again creates a snapshot with the next number.',
    answers: { 200: { description: 'The List and its new snapshot.', schema: publishing.publishAnswer } },
    errors: ['list_not_found', 'list_state_conflict'],
    params: lists.listParams,
    body: lists.noFieldsBody,
  },
  refreshList: {
    method: 'POST',
    path: '/lists/:listId/refresh',
    writes: true,
    summary: 'Evaluate the published definition again and report added, removed and changed companies.',
    description: `Compares the current results of the published definition with the latest snapshot. If something changed, the new state becomes
the next snapshot, so that no change is reported twice; otherwise \`to_version\` equals \`from_version\`.

The rows of the List do not change: to add \`added\` rows, use \`POST /lists/materialize\` with \`list_id\`; to keep \`removed\` rows out
of exports, exclude them. A refresh is refused if weak conditions find nothing, or if it finds more than ${formatLimit(maxMaterializedRows)} rows. The answer has
the first rows of the diff; get further pages from \`GET /lists/{listId}/diffs/{diffId}\` with \`meta.next_cursor\`.`,
    answers: { 200: { description: 'The new diff with its first rows.', schema: publishing.refreshAnswer } },
    errors: [
      'list_not_found',
      'list_state_conflict',
      'list_conditions_not_materializable',
      'source_not_found',
      'max_employees_unsupported_on_this_path',
      'search_unavailable',
    ],
    limit: 'heavy',
    params: lists.listParams,
    query: publishing.refreshQuery,
    body: lists.noFieldsBody,
  },
  listSnapshots: {
    method: 'GET',
    path: '/lists/:listId/snapshots',
    summary: "The List's snapshots, newest first.",
    answers: { 200: { description: 'A page of snapshots.', schema: publishing.snapshotsAnswer } },
    errors: ['list_not_found', 'invalid_cursor'],
    params: lists.listParams,
    query: pageQuery,
  },
  listDiffs: {
    method: 'GET',
    path: '/lists/:listId/diffs',
    summary: "The List's diffs, newest first, without their rows.",
    answers: { 200: { description: 'A page of diffs.', schema: publishing.diffsAnswer } },
    errors: ['list_not_found', 'invalid_cursor'],
    params: lists.listParams,
    query: pageQuery,
  },
  getLatestDiff: {
    method: 'GET',
    path: '/lists/:listId/diffs/latest',
    summary: 'The latest diff with its rows.',
    description:
      'A diff without rows means that nothing changed; `diff: null` means that the List was never refreshed.',
    answers: {
      200: { description: 'The newest diff with a page of its rows.', schema: publishing.latestDiffAnswer },
    },
    errors: ['list_not_found', 'invalid_cursor'],
    params: lists.listParams,
    query: lists.listRowsQuery,
  },
  getDiff: {
    method: 'GET',
    path: '/lists/:listId/diffs/:diffId',
    summary: 'One diff with its rows.',
    answers: { 200: { description: 'The diff with a page of its rows.', schema: publishing.diffAnswer } },
    errors: ['list_not_found', 'not_found', 'invalid_cursor'],
    params: lists.diffParams,
    query: lists.listRowsQuery,
  },
  reviewDiff: {
    method: 'PATCH',
    path: '/lists/:listId/diffs/:diffId/review',
    writes: true,
    summary: 'Record one review for all rows of a diff, or for all of one kind.',
    description:
      'Rows that have another outcome, or none, get this review; what it means is the same as for one row. Rows that already have the outcome keep their review.',
    answers: {
      200: { description: 'How many rows got the review.', schema: publishing.diffRowsReviewAnswer },
    },
    errors: ['list_not_found', 'list_state_conflict', 'not_found'],
    params: lists.diffParams,
    body: publishing.diffRowsReviewBody,
  },
  reviewDiffRow: {
    method: 'PATCH',
    path: '/lists/:listId/diff-rows/:diffRowId/review',
    writes: true,
    summary: 'Record the review of a diff row.',
    description:
      'A review replaces the previous one. It does not change the List or its exports; `rejected` keeps the row out of diff deliveries.',
    answers: { 200: { description: 'The row with its review.', schema: publishing.diffRowAnswer } },
    errors: ['list_not_found', 'list_state_conflict', 'diff_row_not_found'],
    params: lists.diffRowParams,
    body: publishing.diffReviewBody,
  },
  excludeDiffRow: {
    method: 'PATCH',
    path: '/lists/:listId/diff-rows/:diffRowId/exclusion',
    writes: true,
    summary: 'Exclude the company of a diff row from exports and deliveries, or include it again.',
    description:
      'Applies to the company in this List, regardless of later diffs, until it is reverted with `excluded: false`. The row stays in the List and is not refunded.',
    answers: { 200: { description: 'The row with its exclusion.', schema: publishing.diffRowAnswer } },
    errors: ['list_not_found', 'list_state_conflict', 'diff_row_not_found'],
    params: lists.diffRowParams,
    body: publishing.diffExclusionBody,
  },
});
