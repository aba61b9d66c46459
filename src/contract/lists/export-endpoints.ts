import { endpointsOf } from '../endpoint.ts';
import { exportDays } from '../retention.ts';
import { exportParams, listParams } from './lists.ts';
import { listExportAnswer, listExportQuery } from './rows.ts';

export const exportEndpoints = endpointsOf('Lists', {
  exportList: {
    method: 'GET',
    path: '/lists/:listId/export',
    summary: 'Export the List as a CSV file; the answer has its path.',
    description: `Suppressed and excluded rows are left out; \`columns\` has the column names. A cell that a spreadsheet would run as a formula
begins with \`'\`. The path contains the hash of the content: the same rows give the same path, and the file at a path never changes.
A path is valid for ${exportDays} days after the last export of its content, and for as long as it is the latest export of the List.`,
    answers: { 200: { description: 'The path and the metadata of the file.', schema: listExportAnswer } },
    errors: ['list_not_found', 'preview_export_not_allowed'],
    limit: 'heavy',
    params: listParams,
    query: listExportQuery,
  },
  downloadExport: {
    method: 'GET',
    path: '/lists/:listId/exports/:fileName',
    summary: 'An exported CSV file.',
    description: 'UTF-8 with CRLF line ends; the first line has the column names.',
    answers: { 200: { description: 'The file.' } },
    errors: ['list_not_found', 'preview_export_not_allowed', 'not_found'],
    produces: ['text/csv'],
    params: exportParams,
  },
});
