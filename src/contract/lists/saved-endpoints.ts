import { defineEndpoints } from '../endpoint.ts';
import { formatLimit, formatSize, maxPreferenceBytes, maxSuppressionChanges } from '../limits.ts';
import { listAnswer, listParams, listRowsQuery } from './lists.ts';
import { listPreviewAnswer } from './rows.ts';
import * as settings from './settings.ts';

export const savedEndpoints = defineEndpoints('Lists', {
  listLists: {
    method: 'GET',
    path: '/lists',
    summary: "The account's saved Lists, newest first.",
    answers: { 200: { description: 'A page of Lists.', schema: settings.listsAnswer } },
    errors: ['invalid_cursor'],
    query: settings.listsQuery,
  },
  getList: {
    method: 'GET',
    path: '/lists/:listId',
    summary: 'A List with its definition and row counts.',
    answers: { 200: { description: 'The List.', schema: settings.listDetailAnswer } },
    errors: ['list_not_found'],
    params: listParams,
  },
  previewList: {
    method: 'GET',
    path: '/lists/:listId/preview',
    summary: 'The current rows of a List, before publishing.',
    description: 'All rows; those that publishing and exporting would leave out are marked.',
    answers: { 200: { description: 'A page of rows.', schema: listPreviewAnswer } },
    errors: ['list_not_found', 'invalid_cursor'],
    params: listParams,
    query: listRowsQuery,
  },
  renameList: {
    method: 'PATCH',
    path: '/lists/:listId',
    writes: true,
    summary: 'Rename a List.',
    answers: { 200: { description: 'The List.', schema: listAnswer } },
    errors: ['list_not_found', 'list_state_conflict'],
    params: listParams,
    body: settings.listRenameBody,
  },
  deleteList: {
    method: 'DELETE',
    path: '/lists/:listId',
    writes: true,
    summary: 'Delete a List permanently; credits are not refunded.',
    description: `Works in any status. Deletes the List with its rows, enrichments, snapshots, diffs, exported files, schedule, and delivery
with its secret. The call waits for work on the List that is in progress; a later refresh or delivery does nothing, but a message that is
being sent at this moment may still arrive. Ledger entries, stored answers for an \`Idempotency-Key\`, and research are kept; research
no longer refers to the List.`,
    answers: { 200: { description: 'What was deleted.', schema: settings.listDeleteAnswer } },
    errors: ['list_not_found'],
    params: listParams,
  },
  setListStatus: {
    method: 'PATCH',
    path: '/lists/:listId/status',
    writes: true,
    summary: 'Set a List active, paused or archived.',
    description: 'Setting a List to `active` restarts its schedule: missed runs are not run later.',
    answers: { 200: { description: 'The List.', schema: listAnswer } },
    errors: ['list_not_found'],
    params: listParams,
    body: settings.listStatusBody,
  },
  setListSchedule: {
    method: 'PATCH',
    path: '/lists/:listId/schedule',
    writes: true,
    summary: 'Set when a List is refreshed: manually, daily or weekly.',
    description:
      'A schedule runs for active, published Lists, from the next scheduled time on. A schedule that does not run yet is saved with the warning `schedule_not_running`. If a scheduled refresh finds changes and delivery is enabled, they are delivered.',
    answers: { 200: { description: 'The List.', schema: settings.listScheduleAnswer } },
    errors: ['list_not_found', 'list_state_conflict'],
    params: listParams,
    body: settings.listScheduleBody,
  },
  listSuppressions: {
    method: 'GET',
    path: '/lists/:listId/suppressions',
    summary: 'Companies that the List leaves out of exports and deliveries.',
    answers: { 200: { description: 'A page of suppressed companies.', schema: settings.suppressionsAnswer } },
    errors: ['list_not_found', 'invalid_cursor'],
    params: listParams,
    query: listRowsQuery,
  },
  changeSuppressions: {
    method: 'PATCH',
    path: '/lists/:listId/suppressions',
    writes: true,
    summary: 'Add and remove suppressed companies.',
    description: `All changes are made, or none. \`add\` and \`remove\` have at most ${formatLimit(maxSuppressionChanges)} entries in total; \`remove\` is applied first. Rows stay in the List and are not refunded.`,
    answers: { 200: { description: 'What changed.', schema: settings.suppressionsChangedAnswer } },
    errors: ['list_not_found', 'list_state_conflict', 'company_not_found'],
    params: listParams,
    body: settings.suppressionsBody,
  },
  getWorkspacePreferences: {
    method: 'GET',
    path: '/lists/:listId/workspace-preferences',
    summary: 'How a workspace displays the List.',
    answers: { 200: { description: 'The preferences.', schema: settings.preferencesAnswer } },
    errors: ['list_not_found'],
    params: listParams,
  },
  patchWorkspacePreferences: {
    method: 'PATCH',
    path: '/lists/:listId/workspace-preferences',
    writes: true,
    summary: 'Change the workspace preferences with a merge patch.',
    description: `A JSON merge patch (RFC 7396): given members replace or change existing ones, and null removes them. The result has at most ${formatSize(maxPreferenceBytes)} as compact JSON.`,
    answers: { 200: { description: 'The preferences after the patch.', schema: settings.preferencesAnswer } },
    errors: ['list_not_found', 'list_state_conflict'],
    params: listParams,
    body: settings.preferencesPatch,
  },
});
