import { formatPrice, prices } from '../credits/prices.ts';
import { defineEndpoints } from '../endpoint.ts';
import { pageQuery } from '../fields.ts';
import {
  formatLimit,
  formatSize,
  maxCellLength,
  maxImportBytes,
  maxListedCandidates,
  maxSourceHeaders,
  maxSourceRows,
} from '../limits.ts';
import { fileTypes, macroWorkbookType } from '../table-files.ts';
import * as answers from './answers.ts';
import * as namesakes from './namesakes.ts';
import { sourceFileQuery } from './source-file.ts';
import * as requests from './sources.ts';

const price = formatPrice(prices.matchedRow);
const exportDescription = `The file that was imported comes back as it was, with columns added; without one, the user's columns come back in their
order, with cells and headers as they were (\`layout\`). The added columns have a prefix that no header of the table meets: current facts about the company, how and how surely the row was matched, and the first
candidates of an open row. In a table that is itself an earlier export, they replace its columns.

\`assurance\` says how sure a match is: \`by_hand\` (a person chose it), \`identifier\` (a number, code or site),
\`earlier_export\` (a column of an earlier export), \`name_and_place\`, \`remembered\` (a choice for the same name), and further words for names alone.

In CSV, a cell of the table that a spreadsheet would run as a formula begins with an apostrophe; the header \`Disarmed-Cells\` counts them.`;

export const sourcesEndpoints = defineEndpoints('Sources', {
  importSource: {
    method: 'POST',
    path: '/sources/import',
    writes: true,
    summary: 'Import the rows of a table, to find the company of each row.',
    description: `At most ${formatLimit(maxSourceRows)} rows, ${maxSourceHeaders} headers, ${formatLimit(maxCellLength)} characters per cell or header, and a body of ${formatSize(maxImportBytes)}. Free of charge.

An \`Idempotency-Key\` is optional. With \`contentSha256\`, importing the same headers and rows again returns the existing source in its current state (\`deduplicated: true\`); without it, every import creates a new source.

Next steps: map the columns (\`next_actions\` has a proposal), resolve, then review.`,
    answers: {
      200: { description: 'The source, with its likely columns.', schema: answers.sourceImportAnswer },
    },
    errors: ['invalid_source_headers', 'duplicate_source_headers', 'source_row_limit_exceeded'],
    takesKey: true,
    limit: 'heavy',
    bodyLimit: maxImportBytes,
    largeBodies: true,
    body: requests.sourceImportBody,
  },
  importSourceFile: {
    method: 'POST',
    path: '/sources/files',
    writes: true,
    summary: 'Import the table in a CSV file or an Excel workbook, as it is.',
    description: `The body is the file with any \`Content-Type\` (\`curl --data-binary @file\`), or a form with the file as \`file\` (\`curl -F file=@file\`), whose other fields may be the parameters. At most ${formatSize(maxImportBytes)}, ${formatLimit(maxSourceRows)} rows, ${maxSourceHeaders} columns besides those that an earlier export added, and ${formatLimit(maxCellLength)} characters per cell. Free of charge.

The service finds the encoding, the separator, the sheet and the header. Lines around the table (titles, units, totals, notes) are set aside: they are not resolved, and an export writes them back. \`reading\` says what was found, and the parameters change it; \`preview=true\` only shows it. \`sheets\` reads several sheets of a workbook in one call, each into a source with its own mapping; an export writes into all of them (\`with\`).

The same file, read in the same way, is the existing source (\`deduplicated: true\`); \`again=new\` makes a new one. An \`Idempotency-Key\` is optional.`,
    answers: {
      200: { description: 'The source, or the preview.', schema: answers.sourceFileAnswer },
    },
    errors: [
      'source_file_unreadable',
      'source_file_encoding_unclear',
      'source_file_type_unsupported',
      'source_row_limit_exceeded',
    ],
    takesKey: true,
    limit: 'heavy',
    bodyLimit: maxImportBytes,
    largeBodies: true,
    takesFile: true,
    previews: true,
    query: sourceFileQuery,
  },
  listSources: {
    method: 'GET',
    path: '/sources',
    summary: "The account's sources, newest first.",
    answers: { 200: { description: 'A page of sources.', schema: answers.sourcesPageSchema } },
    errors: ['invalid_cursor'],
    query: pageQuery,
  },
  inspectSource: {
    method: 'GET',
    path: '/sources/:sourceId/inspect',
    summary: 'A source with its detected columns, its mapping and sample rows.',
    answers: { 200: { description: 'The source.', schema: answers.sourceInspectAnswer } },
    errors: ['source_not_found'],
    params: requests.sourceParams,
  },
  mapSource: {
    method: 'POST',
    path: '/sources/:sourceId/map',
    writes: true,
    summary: 'Map the columns that identify companies.',
    description:
      'Mapping again is always permitted; the source is then `mapped` until it is resolved again. Matched rows stay matched.',
    answers: { 200: { description: 'The source with its mapping.', schema: answers.sourceMapAnswer } },
    errors: ['empty_source_mapping', 'source_not_found'],
    params: requests.sourceParams,
    body: requests.sourceMapBody,
  },
  listRowNamesakes: {
    method: 'GET',
    path: '/sources/:sourceId/rows/:rowId/namesakes',
    summary: 'Every company that has the name of a row, by place.',
    description: `A row lists at most ${maxListedCandidates} candidates. This lists all companies that have its name or a spelling of it, exact spellings first, page by page, with their number in each prefecture. \`decideSourceRows\` with \`action: choose\` accepts any of them.`,
    answers: { 200: { description: 'A page of companies.', schema: namesakes.namesakesAnswer } },
    errors: [
      'source_not_found',
      'source_mapping_required',
      'source_row_not_found',
      'invalid_cursor',
      'search_unavailable',
    ],
    limit: 'search',
    params: namesakes.namesakesParams,
    query: namesakes.namesakesQuery,
  },
  exportSource: {
    method: 'GET',
    path: '/sources/:sourceId/export',
    work: 'table',
    summary: 'The table as it was uploaded, with the companies beside it, as CSV or Excel workbook.',
    description: exportDescription,
    answers: { 200: { description: 'The table, as a file.' } },
    errors: ['source_not_found'],
    produces: [...fileTypes, macroWorkbookType],
    params: requests.sourceParams,
    query: requests.sourceExportQuery,
  },
  exportSourceAs: {
    method: 'POST',
    path: '/sources/:sourceId/export',
    work: 'table',
    writes: false,
    summary: 'The same as `exportSource`, with its parameters in the body.',
    answers: { 200: { description: 'The table, as a file.' } },
    errors: ['source_not_found'],
    produces: [...fileTypes, macroWorkbookType],
    params: requests.sourceParams,
    body: requests.sourceExportBody,
  },
  deleteSource: {
    method: 'DELETE',
    path: '/sources/:sourceId',
    writes: true,
    summary: 'Delete a source with its rows; credits are not refunded.',
    answers: { 200: { description: 'The source as it was.', schema: answers.sourceDeleteAnswer } },
    errors: ['source_not_found'],
    params: requests.sourceParams,
  },
  resolveSource: {
    method: 'POST',
    path: '/sources/:sourceId/resolve',
    writes: true,
    summary: `Find the company of each row, for ${price} per matched row.`,
    description: `Resolves the rows that are \`unresolved\` or \`not_found\`, and charges ${price} for each row that becomes \`matched\`. Rows that are already matched are never charged again. A row is matched only if nothing in it points to a different company.

\`run\` has the counts of the whole source after the run. With \`dryRun: true\`, the answer is the same, but nothing is saved or charged.`,
    answers: {
      200: { description: 'The results and their cost.', schema: answers.sourceResolveAnswer },
    },
    errors: ['source_not_found', 'source_mapping_required', 'source_run_in_progress', 'search_unavailable'],
    charge: {
      operation: 'source.resolve',
      creditClass: prices.matchedRow.creditClass,
      requires: { execute: true, idempotencyKey: true, maxCredits: true },
    },
    limit: 'heavy',
    params: requests.sourceParams,
    body: requests.sourceResolveBody,
  },
  selectSourceRow: {
    method: 'POST',
    path: '/sources/:sourceId/select',
    writes: true,
    summary: `Select one of the candidates of a row, for ${price}.`,
    description:
      'Accepts a row in `multiple_candidates` and one of its `resolve_candidates`. The choice is remembered for the name in the row: it affects the order of candidates in later rows, but never settles a row by itself. Of a key for one source, nothing is remembered.',
    answers: {
      200: { description: 'The settled row and its cost.', schema: answers.sourceSelectAnswer },
    },
    errors: ['source_not_found', 'source_row_not_found', 'source_row_not_selectable', 'candidate_not_found'],
    charge: {
      operation: 'source.select',
      creditClass: prices.matchedRow.creditClass,
      requires: { execute: false, idempotencyKey: true, maxCredits: true },
    },
    params: requests.sourceParams,
    body: requests.sourceSelectBody,
  },
});
