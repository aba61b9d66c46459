import { listAnswer, listParams, listRowsQuery } from '../../contract/lists/lists.ts';
import { listPreviewAnswer } from '../../contract/lists/rows.ts';
import {
  listDeleteAnswer,
  listDetailAnswer,
  listRenameBody,
  listScheduleAnswer,
  listScheduleBody,
  listStatusBody,
  listsAnswer,
  listsQuery,
  preferencesAnswer,
  preferencesPatch,
  suppressionsAnswer,
  suppressionsBody,
  suppressionsChangedAnswer,
} from '../../contract/lists/settings.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { ListRemoval } from './list-removal-service.ts';
import type { ListsService } from './lists-service.ts';

/** Finding Lists and setting how they behave (specification, "Saved List operations"). */
export function listSettingRoutes(lists: ListsService, removal: ListRemoval): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/lists',
      operationId: 'listLists',
      tag: 'Lists',
      summary: 'The saved Lists of the account, newest first.',
      answers: { 200: { description: 'A page of Lists.', schema: listsAnswer } },
      errors: ['invalid_cursor'],
      auth: 'key',
      limit: 'none',
      query: listsQuery,
      handler: async ({ account, query }) => ({ body: await lists.page(account.accountId, query) }),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId',
      operationId: 'getList',
      tag: 'Lists',
      summary: 'A List, its definition and the counts of its rows.',
      answers: { 200: { description: 'The List.', schema: listDetailAnswer } },
      errors: ['list_not_found'],
      auth: 'key',
      limit: 'none',
      params: listParams,
      handler: async ({ account, params }) => ({
        body: await lists.detail(account.accountId, params.listId),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/preview',
      operationId: 'previewList',
      tag: 'Lists',
      summary: 'The rows of a List as they stand, before publishing.',
      description: 'Every row, with what publishing and exporting would leave out marked.',
      answers: { 200: { description: 'A page of rows.', schema: listPreviewAnswer } },
      errors: ['list_not_found', 'invalid_cursor'],
      auth: 'key',
      limit: 'none',
      params: listParams,
      query: listRowsQuery,
      handler: async ({ account, params, query }) => ({
        body: await lists.preview(account.accountId, params.listId, query),
      }),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/lists/:listId',
      operationId: 'renameList',
      tag: 'Lists',
      summary: 'Give a List another name.',
      answers: { 200: { description: 'The List.', schema: listAnswer } },
      errors: ['list_not_found', 'list_state_conflict'],
      auth: 'key',
      limit: 'none',
      params: listParams,
      body: listRenameBody,
      handler: async ({ account, params, body }) => ({
        body: await lists.rename(account.accountId, params.listId, body.name),
      }),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/lists/:listId',
      operationId: 'deleteList',
      tag: 'Lists',
      summary: 'Delete a List for good; what was charged stays charged.',
      description: `In any status. The List is gone with the answer: its rows, enrichments, snapshots, diffs, exported files, schedule and
delivery with its secret. Work that holds the List is waited for; a refresh or delivery that comes later does nothing, and a
message that is being sent at this moment may still arrive. Entries of the ledger, answers kept for an \`Idempotency-Key\`
and research stay; research that named the List no longer does.`,
      answers: { 200: { description: 'What was deleted.', schema: listDeleteAnswer } },
      errors: ['list_not_found'],
      auth: 'key',
      limit: 'none',
      params: listParams,
      handler: async ({ account, params }) => ({
        body: await removal.delete(account.accountId, params.listId),
      }),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/lists/:listId/status',
      operationId: 'setListStatus',
      tag: 'Lists',
      summary: 'Set a List active, paused or archived.',
      description:
        'Setting a List active begins its schedule anew: a time that it slept through is not made up for.',
      answers: { 200: { description: 'The List.', schema: listAnswer } },
      errors: ['list_not_found'],
      auth: 'key',
      limit: 'none',
      params: listParams,
      body: listStatusBody,
      handler: async ({ account, params, body }) => ({
        body: await lists.setStatus(account.accountId, params.listId, body.status),
      }),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/lists/:listId/schedule',
      operationId: 'setListSchedule',
      tag: 'Lists',
      summary: 'Refresh a List by hand, daily or weekly.',
      description:
        'Runs for active published Lists, beginning with the first such time from now on; a schedule that does not run yet is kept, with the warning `schedule_not_running`. A scheduled refresh that finds changes delivers them if delivery is enabled.',
      answers: { 200: { description: 'The List.', schema: listScheduleAnswer } },
      errors: ['list_not_found', 'list_state_conflict'],
      auth: 'key',
      limit: 'none',
      params: listParams,
      body: listScheduleBody,
      handler: async ({ account, params, body }) => ({
        body: await lists.setSchedule(account.accountId, params.listId, body.schedule),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/suppressions',
      operationId: 'listSuppressions',
      tag: 'Lists',
      summary: 'Companies that the List leaves out of exports and deliveries.',
      answers: { 200: { description: 'A page of suppressed companies.', schema: suppressionsAnswer } },
      errors: ['list_not_found', 'invalid_cursor'],
      auth: 'key',
      limit: 'none',
      params: listParams,
      query: listRowsQuery,
      handler: async ({ account, params, query }) => ({
        body: await lists.suppressions(account.accountId, params.listId, query),
      }),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/lists/:listId/suppressions',
      operationId: 'changeSuppressions',
      tag: 'Lists',
      summary: 'Add and remove suppressed companies.',
      description:
        'All or nothing; at most 1,000 entries, those of `add` and `remove` together. What is removed is taken away first. Rows stay, and are paid for.',
      answers: { 200: { description: 'What changed.', schema: suppressionsChangedAnswer } },
      errors: ['list_not_found', 'list_state_conflict', 'company_not_found'],
      auth: 'key',
      limit: 'none',
      params: listParams,
      body: suppressionsBody,
      handler: async ({ account, params, body }) => ({
        body: await lists.changeSuppressions(account.accountId, params.listId, body),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/workspace-preferences',
      operationId: 'getWorkspacePreferences',
      tag: 'Lists',
      summary: 'How the workspace shows the List.',
      answers: { 200: { description: 'The preferences.', schema: preferencesAnswer } },
      errors: ['list_not_found'],
      auth: 'key',
      limit: 'none',
      params: listParams,
      handler: async ({ account, params }) => ({
        body: await lists.preferences(account.accountId, params.listId),
      }),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/lists/:listId/workspace-preferences',
      operationId: 'patchWorkspacePreferences',
      tag: 'Lists',
      summary: 'Change the workspace preferences by a merge patch.',
      description:
        'A JSON merge patch (RFC 7396): members that are given replace or change those that are there, null takes them away. What comes of it has at most 16 KiB as compact JSON.',
      answers: { 200: { description: 'The preferences after the patch.', schema: preferencesAnswer } },
      errors: ['list_not_found', 'list_state_conflict'],
      auth: 'key',
      limit: 'none',
      params: listParams,
      body: preferencesPatch,
      handler: async ({ account, params, body }) => ({
        body: await lists.patchPreferences(account.accountId, params.listId, body),
      }),
    }),
  ];
}
