import { formatPrice, prices } from '../credits/prices.ts';
import { defineEndpoints } from '../endpoint.ts';
import { queryBoolean } from '../fields.ts';
import {
  formatLimit,
  formatSize,
  maxChoiceTableBytes,
  maxDecisions,
  maxImportedChoices,
  maxLightDecisions,
} from '../limits.ts';
import { fileTypes } from '../table-files.ts';
import * as decisions from './decisions.ts';
import * as remembered from './remembered-choices.ts';
import { sourceParams } from './sources.ts';

const price = formatPrice(prices.matchedRow);
const guards = { execute: true, idempotencyKey: true, maxCredits: 'unless_free' } as const;

/** Decisions of people about rows, their history, and what an account remembers of them. */
export const decisionEndpoints = defineEndpoints('Sources', {
  decideSourceRows: {
    method: 'POST',
    path: '/sources/:sourceId/decisions',
    writes: true,
    summary: `Decide about many rows at once, or undo decisions; ${price} per newly settled row.`,
    description: `Up to ${formatLimit(maxDecisions)} decisions. \`choose\` accepts any company for any row that is not matched. \`reopen\` and \`take_back\` undo: the row becomes what it was before, nothing is refunded, and settling it again is free. With \`applyTo: same\`, a decision holds for all rows that say the same in the mapped cells.

All decisions are made, or none. \`error.details\` names every fault with its path, for example \`decisions[3].companyId\`, and its own \`code\`. If all faults have the same code, it is the code of the error; otherwise that is \`invalid_request\`. A row that another person settled meanwhile is \`source_row_not_selectable\`. With \`mappingVersion\`, a row that was resolved again with another mapping is \`source_row_changed\`. Choosing the company that a row already has changes nothing and costs nothing. \`maxCredits\` is needed only if the decisions cost something, and not in a dry run, which needs \`execute\`, too.

Up to ten decisions about single rows count toward the rate limit of searches, more toward the heavy one.

With \`dryRun: true\`, the answer says how many rows change and what it costs.`,
    answers: {
      200: { description: 'What each decision did, and its cost.', schema: decisions.sourceDecisionsAnswer },
    },
    errors: [
      'source_not_found',
      'source_mapping_required',
      'source_row_not_found',
      'source_row_not_selectable',
      'source_row_changed',
      'company_not_found',
    ],
    charge: { operation: 'source.decide', creditClass: prices.matchedRow.creditClass, requires: guards },
    limit: 'suggest',
    heavyIf: isAboutManyRows,
    bodyLimit: 4 * 1024 * 1024,
    params: sourceParams,
    body: decisions.sourceDecisionsBody,
  },
  undoSourceDecisions: {
    method: 'POST',
    path: '/sources/:sourceId/undo',
    writes: true,
    summary: 'Undo all that one call decided, for any number of rows, free of charge.',
    description: `Undoes the selection, the decisions, the returned table or the accepted reason with this \`batch_id\`, which its answer and the history name. Every row that was not decided again since becomes what it was before: it has its reason again, and its company can be accepted again, unlike after \`reopen\`. Nothing is refunded, settling it again is free, and what the call remembered is forgotten. Rows that were decided again, or undone before, stay as they are, and are counted. A call that only undid decisions cannot be undone.

With \`dryRun: true\`, the answer says how many rows change.`,
    answers: { 200: { description: 'How many rows were undone.', schema: decisions.sourceUndoAnswer } },
    errors: ['source_not_found', 'source_batch_not_found'],
    charge: {
      operation: 'source.undo',
      creditClass: prices.matchedRow.creditClass,
      free: true,
      requires: { execute: false, idempotencyKey: true, maxCredits: false },
    },
    limit: 'heavy',
    params: sourceParams,
    body: decisions.sourceUndoBody,
  },
  listSourceHistory: {
    method: 'GET',
    path: '/sources/:sourceId/history',
    summary: 'Who decided what about the rows of a source, when and why.',
    description:
      'Selections, decisions, returned tables and accepted reasons, one entry per row. Entries never change; they are deleted with the source.',
    answers: { 200: { description: 'A page of decisions.', schema: decisions.sourceHistoryAnswer } },
    errors: ['source_not_found', 'invalid_cursor'],
    params: sourceParams,
    query: decisions.sourceHistoryQuery,
  },
  exportSourceHistory: {
    method: 'GET',
    path: '/sources/:sourceId/history/export',
    work: 'table',
    summary: 'The whole history of a source as CSV or Excel workbook, oldest first.',
    answers: { 200: { description: 'The decisions, as a file.' } },
    errors: ['source_not_found'],
    produces: fileTypes,
    params: sourceParams,
    query: decisions.fileQuery,
  },
  exportSourceCandidates: {
    method: 'GET',
    path: '/sources/:sourceId/candidates',
    work: 'table',
    summary: 'Open rows with their candidates as CSV or Excel workbook, for choosing in a spreadsheet.',
    description: `One line per candidate, and a last line \`other\` for each row. In \`cd_choice\`, write \`x\`, \`1\` or \`○\` beside the right candidate. In the line \`other\`, write the number of a candidate, a corporate number or a \`company_id\`; \`なし\` if no company is meant that the service knows; \`対象外\` if the row is not a company. Leave rows blank that stay open. Send the table to \`POST /sources/{sourceId}/choices\`.`,
    answers: { 200: { description: 'The candidates, as a file.' } },
    errors: ['source_not_found'],
    produces: fileTypes,
    params: sourceParams,
    query: decisions.sourceCandidatesQuery,
  },
  importSourceChoices: {
    method: 'POST',
    path: '/sources/:sourceId/choices',
    writes: true,
    summary: `Take back the table of candidates with its choices; ${price} per newly settled row.`,
    description: `The body is the file as a spreadsheet saved it, CSV or an Excel workbook, with any \`Content-Type\` (\`curl --data-binary @file\`), or a form with the file as \`file\` (\`curl -F file=@file\`), whose other fields may be the parameters. At most ${formatSize(maxChoiceTableBytes)}. Encoding, separator and sheet are found as in \`POST /sources/files\`.

The table is found by its headers, wherever they stand; the order of columns and lines, and lines that were deleted, make no difference. \`error.details\` names every fault by its line, and then nothing is done. The same table again changes nothing.`,
    answers: {
      200: { description: 'What the table changed, and its cost.', schema: decisions.sourceChoicesAnswer },
    },
    errors: [
      'source_not_found',
      'source_mapping_required',
      'source_row_not_found',
      'source_row_not_selectable',
      'company_not_found',
      'source_file_unreadable',
      'source_file_encoding_unclear',
      'source_file_type_unsupported',
      'search_unavailable',
    ],
    charge: { operation: 'source.choices', creditClass: prices.matchedRow.creditClass, requires: guards },
    limit: 'heavy',
    bodyLimit: maxChoiceTableBytes,
    largeBodies: true,
    takesFile: true,
    params: sourceParams,
    query: decisions.sourceChoicesQuery,
  },
  listSourceReasons: {
    method: 'GET',
    path: '/sources/:sourceId/reasons',
    summary: 'Why rows are open: each reason with its number of rows, price and samples.',
    answers: { 200: { description: 'The reasons.', schema: decisions.sourceReasonsAnswer } },
    errors: ['source_not_found'],
    params: sourceParams,
  },
  acceptSourceReason: {
    method: 'POST',
    path: '/sources/:sourceId/accept',
    writes: true,
    summary: `Decide about all rows with one reason; ${price} per newly settled row.`,
    description:
      'Settles rows on their company, for reasons with `acceptable: true`, or marks all rows of any reason as nobody or not a company. `rows` is the number that you saw, so that nothing is decided that you did not see. Rows whose company is less certain, rows that a person decided, and companies that a person took back are left out.',
    answers: {
      200: {
        description: 'How many rows were settled, and their cost.',
        schema: decisions.sourceAcceptAnswer,
      },
    },
    errors: ['source_not_found', 'reason_not_acceptable', 'source_rows_changed'],
    charge: { operation: 'source.accept', creditClass: prices.matchedRow.creditClass, requires: guards },
    limit: 'heavy',
    params: sourceParams,
    body: decisions.sourceAcceptBody,
  },
  listRememberedChoices: {
    method: 'GET',
    path: '/remembered-choices',
    summary: 'Companies that the account remembers for a name, newest first.',
    answers: { 200: { description: 'A page of choices.', schema: remembered.rememberedChoicesPage } },
    errors: ['invalid_cursor'],
    query: remembered.rememberedChoicesQuery,
  },
  exportRememberedChoices: {
    method: 'GET',
    path: '/remembered-choices/export',
    work: 'table',
    summary: 'All remembered choices as CSV or Excel workbook, newest first.',
    answers: { 200: { description: 'The choices, as a file.' } },
    produces: fileTypes,
    query: decisions.fileQuery,
  },
  importRememberedChoices: {
    method: 'POST',
    path: '/remembered-choices/import',
    writes: true,
    summary: 'Take remembered choices from a file, in the form of their export.',
    description: `The body is a file as a spreadsheet saved it, CSV or an Excel workbook, with any \`Content-Type\`, or a form with the file as \`file\`; at most ${formatSize(maxChoiceTableBytes)} and ${formatLimit(maxImportedChoices)} lines. The table is found by its headers. \`name\` and one of \`company_id\` and \`corporate_number\` are needed; \`always\`, \`enabled\` and \`note\` are taken over, and empty cells mean \`false\`, \`true\` and no note. A line without a name is about the choice with its \`choice_id\`. Other columns are ignored.

All choices are taken, or none: \`error.details\` names every fault by its line. Choices that are not in the file stay; a name has one \`always\`, so another one becomes a suggestion. The same file again changes nothing. \`settled\` has the rows that no choice gives their company any more. Free.`,
    answers: {
      200: { description: 'What the file changed.', schema: remembered.importRememberedAnswer },
    },
    errors: [
      'company_not_found',
      'source_file_unreadable',
      'source_file_encoding_unclear',
      'source_file_type_unsupported',
    ],
    limit: 'heavy',
    bodyLimit: maxChoiceTableBytes,
    largeBodies: true,
    takesFile: true,
    query: remembered.importRememberedQuery,
  },
  listRememberedRows: {
    method: 'GET',
    path: '/remembered-choices/:choiceId/rows',
    work: 'table',
    summary: 'The rows that a remembered choice settled, in all sources.',
    description:
      'To be looked at before the choice is changed or forgotten: these rows would then have a company that no choice gives their name. Both answer the same rows, and reopen them with `reopen`.',
    answers: { 200: { description: 'A page of rows.', schema: remembered.rememberedRowsPage } },
    errors: ['remembered_choice_not_found', 'invalid_cursor'],
    params: remembered.rememberedChoiceParams,
    query: remembered.rememberedRowsQuery,
  },
  updateRememberedChoice: {
    method: 'PATCH',
    path: '/remembered-choices/:choiceId',
    writes: true,
    summary: 'Change the company, the effect or the note of a remembered choice, or switch it off or on.',
    description:
      'Applies to rows that are resolved later. `settled` has the rows that earlier choices for the name settled and that none gives their company any more. They stay as they are, unless `reopen` reopens them; a call with it counts toward the heavy rate limit.',
    heavyIf: (body) => Object(body).reopen === true,
    answers: { 200: { description: 'The choice.', schema: remembered.rememberedChoiceAnswer } },
    errors: ['remembered_choice_not_found', 'company_not_found'],
    params: remembered.rememberedChoiceParams,
    body: remembered.rememberedChoiceBody,
  },
  deleteRememberedChoice: {
    method: 'DELETE',
    path: '/remembered-choices/:choiceId',
    writes: true,
    summary: 'Forget a remembered choice.',
    description:
      'Later rows are resolved without it. `settled` has the rows that it settled. They stay as they are, unless `reopen` reopens them; a call with it counts toward the heavy rate limit.',
    heavyIf: (_, query) => queryBoolean.safeParse(Object(query).reopen).data === true,
    answers: { 200: { description: 'The choice as it was.', schema: remembered.rememberedChoiceAnswer } },
    errors: ['remembered_choice_not_found'],
    params: remembered.rememberedChoiceParams,
    query: remembered.forgetChoiceQuery,
  },
});

/** Whether a request decides about many rows at once. */
function isAboutManyRows(body: unknown): boolean {
  const decisions: unknown = Object(body).decisions;
  if (!Array.isArray(decisions)) return false;
  return (
    decisions.length > maxLightDecisions ||
    decisions.some((decision) => (Object(decision).applyTo ?? 'row') !== 'row')
  );
}
