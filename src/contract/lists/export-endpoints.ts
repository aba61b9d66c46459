import { defineEndpoints } from '../endpoint.ts';
import { exportDays } from '../limits.ts';
import { fileTypes } from '../table-files.ts';
import { exportParams, listParams } from './lists.ts';
import { listExportAnswer, listExportQuery } from './rows.ts';

export const exportEndpoints = defineEndpoints('Lists', {
  exportList: {
    method: 'GET',
    path: '/lists/:listId/export',
    summary: 'Export the List as a CSV file or Excel workbook; the answer has its path.',
    description: `Suppressed and excluded rows are left out; \`columns\` has the column names. In CSV, a cell that a spreadsheet would run as a formula
begins with \`'\`, unless \`formulas=keep\`; \`disarmed_cells\` counts them. With \`source_columns\`, the file has the columns of the
source that the List was made from, with the List's columns beside them. If that source was deleted, the answer is
\`list_state_conflict\`. The path contains the hash of the content: the same rows give the same path, and the file at a path never changes.
A path is valid for ${exportDays} days after the last export of its content, and for as long as it is the latest export of the List.`,
    answers: { 200: { description: 'The path and the metadata of the file.', schema: listExportAnswer } },
    errors: ['list_not_found', 'preview_export_not_allowed', 'list_state_conflict'],
    limit: 'heavy',
    params: listParams,
    query: listExportQuery,
  },
  downloadExport: {
    method: 'GET',
    path: '/lists/:listId/exports/:fileName',
    summary: 'An exported file, CSV or Excel workbook.',
    description: 'The first line has the column names.',
    answers: { 200: { description: 'The file.' } },
    errors: ['list_not_found', 'preview_export_not_allowed', 'not_found'],
    produces: fileTypes,
    params: exportParams,
  },
});
