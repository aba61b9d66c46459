import {
  diffParams,
  diffRowParams,
  listPageQuery,
  listParams,
  listRowsQuery,
  noFieldsBody,
} from '../../contract/lists/lists.ts';
import {
  diffAnswer,
  diffExclusionBody,
  diffReviewBody,
  diffRowAnswer,
  diffsAnswer,
  latestDiffAnswer,
  publishAnswer,
  refreshAnswer,
  refreshQuery,
  snapshotsAnswer,
} from '../../contract/publishing/publishing.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { PublishingService } from './publishing-service.ts';

/** Publish, refresh and diffs of saved Lists (specification, "Saved List operations"). */
export function publishingRoutes(publishing: PublishingService): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/lists/:listId/publish',
      operationId: 'publishList',
      tag: 'Publishing',
      summary: 'Keep the rows of the List as a numbered snapshot that never changes.',
      description:
        'Suppressed and excluded rows are left out. The facts of the companies are kept as they are now; every refresh compares with the latest snapshot. Publishing again makes the next number.',
      answers: { 200: { description: 'The List and its new snapshot.', schema: publishAnswer } },
      errors: ['list_not_found', 'list_state_conflict'],
      auth: 'key',
      limit: 'none',
      params: listParams,
      body: noFieldsBody,
      handler: async ({ account, params }) => ({
        body: await publishing.publish(account.accountId, params.listId),
      }),
    }),
    defineRoute({
      method: 'POST',
      path: '/lists/:listId/refresh',
      operationId: 'refreshList',
      tag: 'Publishing',
      summary: 'Evaluate the published definition anew and say what was added, removed and changed.',
      description: `Compares what the published definition finds now with the latest snapshot. What changed becomes the next snapshot, so that
no diff says it twice; without changes \`to_version\` is \`from_version\`.

The rows of the List stay as they are: \`added\` ones enter it by \`POST /lists/materialize\` with \`list_id\`, \`removed\` ones are
taken out of exports by an exclusion. A refresh that finds nothing by weak conditions, or more than 10,000 rows, is refused
rather than taken for a change. The answer has the first rows of the diff; its further pages are at
\`GET /lists/{listId}/diffs/{diffId}\`, with \`meta.next_cursor\`.`,
      answers: { 200: { description: 'The new diff with its first rows.', schema: refreshAnswer } },
      errors: [
        'list_not_found',
        'list_state_conflict',
        'list_conditions_not_materializable',
        'source_not_found',
        'max_employees_unsupported_on_this_path',
        'search_unavailable',
      ],
      auth: 'key',
      limit: 'heavy',
      params: listParams,
      query: refreshQuery,
      body: noFieldsBody,
      handler: async ({ account, params, query, signal }) => ({
        body: await publishing.refresh(account.accountId, params.listId, query, signal),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/snapshots',
      operationId: 'listSnapshots',
      tag: 'Publishing',
      summary: 'The numbered states of the List, newest first.',
      answers: { 200: { description: 'A page of snapshots.', schema: snapshotsAnswer } },
      errors: ['list_not_found', 'invalid_cursor'],
      auth: 'key',
      limit: 'none',
      params: listParams,
      query: listPageQuery,
      handler: async ({ account, params, query }) => ({
        body: await publishing.snapshots(account.accountId, params.listId, query),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/diffs',
      operationId: 'listDiffs',
      tag: 'Publishing',
      summary: 'The diffs of the List, newest first, without their rows.',
      answers: { 200: { description: 'A page of diffs.', schema: diffsAnswer } },
      errors: ['list_not_found', 'invalid_cursor'],
      auth: 'key',
      limit: 'none',
      params: listParams,
      query: listPageQuery,
      handler: async ({ account, params, query }) => ({
        body: await publishing.diffs(account.accountId, params.listId, query),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/diffs/latest',
      operationId: 'getLatestDiff',
      tag: 'Publishing',
      summary: 'The latest diff with its rows.',
      description:
        'A diff without rows says that nothing had changed; `diff: null` that the List was never refreshed.',
      answers: { 200: { description: 'The newest diff with a page of its rows.', schema: latestDiffAnswer } },
      errors: ['list_not_found', 'invalid_cursor'],
      auth: 'key',
      limit: 'none',
      params: listParams,
      query: listRowsQuery,
      handler: async ({ account, params, query }) => ({
        body: await publishing.latestDiff(account.accountId, params.listId, query),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/diffs/:diffId',
      operationId: 'getDiff',
      tag: 'Publishing',
      summary: 'One diff with its rows.',
      answers: { 200: { description: 'The diff with a page of its rows.', schema: diffAnswer } },
      errors: ['list_not_found', 'not_found', 'invalid_cursor'],
      auth: 'key',
      limit: 'none',
      params: diffParams,
      query: listRowsQuery,
      handler: async ({ account, params, query }) => ({
        body: await publishing.diff(account.accountId, params.listId, params.diffId, query),
      }),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/lists/:listId/diff-rows/:diffRowId/review',
      operationId: 'reviewDiffRow',
      tag: 'Publishing',
      summary: 'Say what came of looking at a diff row.',
      description:
        'A review replaces the one before. It changes neither the List nor its exports; `rejected` keeps the row out of diff deliveries.',
      answers: { 200: { description: 'The row with its review.', schema: diffRowAnswer } },
      errors: ['list_not_found', 'list_state_conflict', 'diff_row_not_found'],
      auth: 'key',
      limit: 'none',
      params: diffRowParams,
      body: diffReviewBody,
      handler: async ({ account, params, body }) => ({
        body: await publishing.review(account.accountId, params.listId, params.diffRowId, body),
      }),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/lists/:listId/diff-rows/:diffRowId/exclusion',
      operationId: 'excludeDiffRow',
      tag: 'Publishing',
      summary: 'Leave the company of a diff row out of exports and deliveries, or take that back.',
      description:
        'Holds for the company in this List, whatever later diffs say of it, until it is taken back with `excluded: false`. Its row stays, and is paid for.',
      answers: { 200: { description: 'The row with its exclusion.', schema: diffRowAnswer } },
      errors: ['list_not_found', 'list_state_conflict', 'diff_row_not_found'],
      auth: 'key',
      limit: 'none',
      params: diffRowParams,
      body: diffExclusionBody,
      handler: async ({ account, params, body }) => ({
        body: await publishing.exclude(account.accountId, params.listId, params.diffRowId, body),
      }),
    }),
  ];
}
