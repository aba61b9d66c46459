import type { publishingEndpoints } from '../../../contract/publishing/endpoints.ts';
import type { Handlers } from '../../../http/route.ts';
import type { PublishingService } from './publishing-service.ts';

export function publishingHandlers(publishing: PublishingService): Handlers<typeof publishingEndpoints> {
  return {
    publishList: async ({ account, params }) => ({
      body: await publishing.publish(account.accountId, params.listId),
    }),
    refreshList: async ({ account, params, query, signal }) => ({
      body: await publishing.refresh(account.accountId, params.listId, query, signal),
    }),
    listSnapshots: async ({ account, params, query }) => ({
      body: await publishing.snapshots(account.accountId, params.listId, query),
    }),
    listDiffs: async ({ account, params, query }) => ({
      body: await publishing.diffs(account.accountId, params.listId, query),
    }),
    getLatestDiff: async ({ account, params, query }) => ({
      body: await publishing.latestDiff(account.accountId, params.listId, query),
    }),
    getDiff: async ({ account, params, query }) => ({
      body: await publishing.diff(account.accountId, params.listId, params.diffId, query),
    }),
    reviewDiffRow: async ({ account, params, body }) => ({
      body: await publishing.review(account.accountId, params.listId, params.diffRowId, body),
    }),
    excludeDiffRow: async ({ account, params, body }) => ({
      body: await publishing.exclude(account.accountId, params.listId, params.diffRowId, body),
    }),
  };
}
