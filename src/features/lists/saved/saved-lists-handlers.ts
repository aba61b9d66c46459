import type { savedEndpoints } from '../../../contract/lists/saved-endpoints.ts';
import type { Handlers } from '../../../http/route.ts';
import type { ListRemoval } from './list-removal-service.ts';
import type { ListsService } from './lists-service.ts';

export function savedListsHandlers(
  lists: ListsService,
  removal: ListRemoval,
): Handlers<typeof savedEndpoints> {
  return {
    listLists: async ({ account, query }) => ({ body: await lists.page(account.accountId, query) }),
    getList: async ({ account, params }) => ({ body: await lists.detail(account.accountId, params.listId) }),
    previewList: async ({ account, params, query }) => ({
      body: await lists.preview(account.accountId, params.listId, query),
    }),
    renameList: async ({ account, params, body }) => ({
      body: await lists.rename(account.accountId, params.listId, body.name),
    }),
    deleteList: async ({ account, params }) => ({
      body: await removal.delete(account.accountId, params.listId),
    }),
    setListStatus: async ({ account, params, body }) => ({
      body: await lists.setStatus(account.accountId, params.listId, body.status),
    }),
    setListSchedule: async ({ account, params, body }) => ({
      body: await lists.setSchedule(account.accountId, params.listId, body.schedule),
    }),
    listSuppressions: async ({ account, params, query }) => ({
      body: await lists.suppressions(account.accountId, params.listId, query),
    }),
    changeSuppressions: async ({ account, params, body }) => ({
      body: await lists.changeSuppressions(account.accountId, params.listId, body),
    }),
    getWorkspacePreferences: async ({ account, params }) => ({
      body: await lists.preferences(account.accountId, params.listId),
    }),
    patchWorkspacePreferences: async ({ account, params, body }) => ({
      body: await lists.patchPreferences(account.accountId, params.listId, body),
    }),
  };
}
