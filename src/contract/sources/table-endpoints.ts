import { defineEndpoints } from '../endpoint.ts';
import { formatLimit, maxJoinedLines } from '../limits.ts';
import { fileTypes } from '../table-files.ts';
import { sourceJoinAnswer, sourceJoinExportQuery, sourceJoinQuery } from './join.ts';
import { sourceParams } from './sources.ts';
import { sourceOverviewAnswer, sourceTableAnswer, sourceTableQuery } from './table.ts';

const aboutJoin = `Each row of this source with the cells of the rows of the other source that are settled on the same company: a line for each pair, and one line for a row without a partner. Open rows have no partner. At most ${formatLimit(maxJoinedLines)} lines. Both sources must be the account's own; keys for one source are refused.`;

export const tableEndpoints = defineEndpoints('Sources', {
  listSourceRows: {
    method: 'GET',
    path: '/sources/:sourceId/rows',
    work: 'table',
    summary: 'The rows of a source as a table with their companies, filtered and sorted by any column.',
    description:
      'For tables on a screen: any window of the rows, without candidates. `GET /sources/{sourceId}/rows/{rowId}` has all of a row, `review` the candidates of many.',
    answers: { 200: { description: 'A window of the rows.', schema: sourceTableAnswer } },
    errors: ['source_not_found'],
    params: sourceParams,
    query: sourceTableQuery,
  },
  getSourceOverview: {
    method: 'GET',
    path: '/sources/:sourceId/overview',
    work: 'table',
    summary: 'What the companies of a source are, counted: by status, place, sector, listing and size.',
    description:
      'Exact, about the companies as they are now. Each value is one that a filter of `GET /sources/{sourceId}/rows` takes.',
    answers: { 200: { description: 'The counts.', schema: sourceOverviewAnswer } },
    errors: ['source_not_found'],
    params: sourceParams,
  },
  countSourceJoin: {
    method: 'GET',
    path: '/sources/:sourceId/join',
    work: 'table',
    summary: 'What joining two sources on the company would give, counted.',
    description: aboutJoin,
    answers: { 200: { description: 'The counts.', schema: sourceJoinAnswer } },
    errors: ['source_not_found'],
    params: sourceParams,
    query: sourceJoinQuery,
  },
  exportSourceJoin: {
    method: 'GET',
    path: '/sources/:sourceId/join/export',
    work: 'table',
    summary: 'Two sources joined on the company, as CSV or Excel workbook.',
    description: `${aboutJoin} The header \`Joined-Lines\` counts the lines below the header. The company stands between the columns of both, as \`cd_company_id\`, \`cd_corporate_number\` and \`cd_legal_name\`; of headers that both have, the other's get a number.`,
    answers: { 200: { description: 'The joined table, as a file.' } },
    errors: ['source_not_found'],
    produces: fileTypes,
    params: sourceParams,
    query: sourceJoinExportQuery,
  },
});
