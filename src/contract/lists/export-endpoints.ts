import { endpoint } from '../endpoint.ts';
import { exportDays } from '../retention.ts';
import { exportParams, listParams } from './lists.ts';
import { listExportAnswer, listExportQuery } from './rows.ts';

export const exportEndpoints = {
  exportList: endpoint({
    method: 'GET',
    path: '/lists/:listId/export',
    tag: 'Lists',
    summary: 'Write the List as CSV; the answer says where it is.',
    description: `Suppressed and excluded rows are left out; \`columns\` names the columns. Cells that a spreadsheet would run as a formula
begin with \`'\`. The path carries the hash of the content: the same rows give the same path, and what is behind a path never
changes. It is good for ${exportDays} days after the content was exported last, and for as long as it is the latest export of the List.`,
    answers: { 200: { description: 'Where the file is, and what it is.', schema: listExportAnswer } },
    errors: ['list_not_found', 'preview_export_not_allowed'],
    auth: 'key',
    limit: 'heavy',
    params: listParams,
    query: listExportQuery,
  }),
  downloadExport: endpoint({
    method: 'GET',
    path: '/lists/:listId/exports/:fileName',
    tag: 'Lists',
    summary: 'An exported CSV file.',
    description: 'UTF-8, lines end in CRLF, the first one names the columns.',
    answers: { 200: { description: 'The file.' } },
    errors: ['list_not_found', 'preview_export_not_allowed', 'not_found'],
    auth: 'key',
    limit: 'none',
    produces: ['text/csv'],
    params: exportParams,
  }),
};
