import {
  diffExclusionBody,
  diffParams,
  diffReviewBody,
  diffRowParams,
  listPageQuery,
  listParams,
  listRowsQuery,
  noFieldsBody,
} from '../../contract/lists.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { PublishingService } from './publishing-service.ts';

/** Publish, refresh and diffs of saved Lists (specification, "Saved List operations"). */
export function publishingRoutes(publishing: PublishingService): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/lists/:listId/publish',
      summary: 'Keep the rows of the List as a numbered snapshot that never changes.',
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
      summary: 'Evaluate the published definition anew and say what was added, removed and changed.',
      auth: 'key',
      limit: 'heavy',
      params: listParams,
      query: listRowsQuery,
      body: noFieldsBody,
      handler: async ({ account, params, query, signal }) => ({
        body: await publishing.refresh(account.accountId, params.listId, query, signal),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/snapshots',
      summary: 'The numbered states of the List, newest first.',
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
      summary: 'The diffs of the List, newest first, without their rows.',
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
      summary: 'The latest diff with its rows.',
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
      summary: 'One diff with its rows.',
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
      summary: 'Say what came of looking at a diff row.',
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
      summary: 'Leave the company of a diff row out of exports and deliveries, or take that back.',
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
