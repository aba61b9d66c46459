import { z } from 'zod';
import { defineAnswer, defineComponent, field, groupFields } from '../answer-fields.ts';
import {
  defineBoundedInteger,
  defineKnownFields,
  defineQueryArray,
  defineQueryCondition,
  defineQueryInteger,
  defineSearchText,
  givenId,
  pageCursor,
  queryBoolean,
  queryText,
  rowsLimit,
} from '../fields.ts';
import {
  maxCellLength,
  maxDetailedRows,
  maxProgressSegments,
  maxReviewSessions,
  maxSearchLength,
  maxSourceRows,
} from '../limits.ts';
import { defineSourceAnswer, sourceSchema } from './answers.ts';
import { keySchema } from './compared-companies.ts';
import { rowReasonCodes } from './row-reasons.ts';
import { reviewRowSchema, sourceRowId } from './source-row.ts';
import { rowDecisions, rowStatuses, sourceParams } from './sources.ts';

/** Going through the rows of a source (docs/sources.md#reviewing-row-by-row). */

/** A malformed id is answered like an unknown one. */
const rowReference = queryText.min(1).max(1000);
const header = queryText.min(1).max(maxCellLength);

export const reviewSorts = ['file', 'work', 'name', 'state', 'column'] as const;
export type ReviewSort = (typeof reviewSorts)[number];

export const sourceReviewQuery = defineKnownFields({
  status: defineQueryArray(z.enum(rowStatuses))
    .optional()
    .describe('Only rows in these states, repeated or comma-separated; default all states.'),
  decision: defineQueryArray(z.enum([...rowDecisions, 'none']))
    .optional()
    .describe(
      'Only rows with these decisions of a person, repeated or comma-separated; `none`: without one. Default all rows.',
    ),
  reason: defineQueryArray(z.enum(rowReasonCodes))
    .optional()
    .describe('Only rows with these reasons, by code, repeated or comma-separated; default all.'),
  search: defineQueryCondition(defineSearchText(maxSearchLength)).describe(
    `Only rows with a cell that contains this text; full and half width, upper and lower case make no difference. At most ${maxSearchLength} characters.`,
  ),
  search_column: header.optional().describe('With `search`: the header of the only column to search.'),
  same_as: rowReference
    .optional()
    .describe(
      'Only rows that say the same as this row in the mapped cells, and the row itself, by id or row number.',
    ),
  same_name_as: rowReference
    .optional()
    .describe('Only rows with the same name as this row, and the row itself, by id or row number.'),
  paid: queryBoolean.optional().describe('Only rows that were charged, or only others.'),
  skipped: queryBoolean.optional().describe('Only rows that a person skipped, or only others.'),
  sort: z
    .enum(reviewSorts)
    .default('file')
    .describe(
      '`file`: as uploaded. `work`: as uploaded, then the skipped rows, the last skipped last. `name`: by the cell of the column that is mapped as `name`. `state`: rows with candidates, invalid, not found, not resolved, matched. `column`: by the cells of `sort_column`. Numbers are compared by their value and come before text. Text is compared by its characters, full and half width, upper and lower case being equal; blank cells come last, equal ones as uploaded.',
    ),
  sort_column: header.optional().describe('With `sort=column`: the header of the column.'),
  direction: z
    .enum(['ascending', 'descending'])
    .default('ascending')
    .describe('`descending`: the other way round; blank cells still come last.'),
  from_row: rowReference
    .optional()
    .describe(
      'The first page begins at the place of this row in the order, by id or row number, also if the row does not fit the filters. Without effect beside `cursor`.',
    ),
  details: z
    .enum(['candidates'])
    .optional()
    .describe(`\`candidates\`: each row has \`compared\`; a page then has at most ${maxDetailedRows} rows.`),
  session: queryText
    .pipe(z.uuid())
    .optional()
    .describe('Your own session of `presence`, which `open_elsewhere` leaves out.'),
  limit: rowsLimit,
  cursor: pageCursor,
}).superRefine(({ search, search_column, sort, sort_column }, context) => {
  const addFault = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (search_column !== undefined && search === undefined)
    addFault('search_column', 'must be absent without search');
  if (sort === 'column' && sort_column === undefined) addFault('sort_column', 'is required with sort=column');
  if (sort !== 'column' && sort_column !== undefined)
    addFault('sort_column', 'must be absent without sort=column');
});
export type SourceReviewQuery = z.output<typeof sourceReviewQuery>;

export const sourceRowParams = sourceParams.extend({
  rowId: z.string().max(1000).describe('`source_row_id` or row number of the row.'),
});

export const sourceRowQuery = defineKnownFields({ session: sourceReviewQuery.shape.session });

const neighbour = z.object({
  source_row_id: sourceRowId,
  row_number: z.int().min(1).describe('Position in the upload, from 1.'),
});

export const sourceRowAnswer = defineSourceAnswer('row', sourceSchema).extend({
  row: reviewRowSchema,
  previous: neighbour.nullable().describe('The row before it in the upload; null for the first.'),
  next: neighbour.nullable().describe('The row after it in the upload; null for the last.'),
});

export const sourceProgressQuery = defineKnownFields({
  segments: defineQueryInteger({ min: 1, max: maxProgressSegments })
    .default(100)
    .describe(
      `Parts of equal size into which the rows are divided, 1 to ${maxProgressSegments}; never more than rows.`,
    ),
});

const progressCounts = {
  rows: field.count('Rows.'),
  matched: field.count('Rows matched to a company.'),
  multiple_candidates: field.count('Rows with candidates that a person must choose from.'),
  not_found: field.count('Rows for which no company was found.'),
  invalid: field.count('Rows with an invalid shape or mapped value.'),
  unresolved: field.count('Rows not resolved yet.'),
  decided: field.count('Rows with a decision of a person in force.'),
  open: field.count('Rows that are neither matched nor decided by a person; skipped rows count.'),
  skipped: field.count('Open rows that a person skipped.'),
};
export const progressCountFields = Object.keys(progressCounts) as (keyof typeof progressCounts)[];

export const sourceProgressAnswer = defineAnswer({
  total: groupFields('The whole source.', progressCounts),
  segments: field.listOf(
    defineComponent('ProgressSegment', 'A part of a source, in the order of the upload.', {
      from_row: z.int().min(1).describe('Number of its first row.'),
      to_row: z.int().min(1).describe('Number of its last row.'),
      ...progressCounts,
    }),
    'The source in the order of the upload, divided into parts of equal size.',
  ),
});

const session = z.uuid();

export const presenceBody = defineKnownFields({
  session: session.describe('Id of the session, made by the client; another one for each window.'),
  row: z
    .union([givenId, defineBoundedInteger({ min: 1, max: maxSourceRows })], {
      error: 'must be a source_row_id, a row_number or null',
    })
    .nullable()
    .describe('The row on the screen, by `source_row_id` or `row_number`; null for none.'),
});
export type PresenceBody = z.output<typeof presenceBody>;

export const presenceQuery = defineKnownFields({
  session: queryText.pipe(session).optional().describe('Your own session, which `present` leaves out.'),
});

export const presenceLeaveQuery = defineKnownFields({
  session: queryText.pipe(session).describe('The session that leaves.'),
});

const atRow = {
  source_row_id: sourceRowId,
  row_number: z.int().min(1).describe('Position in the upload, from 1.'),
};

export const presenceAnswer = defineAnswer({
  present: field.listOf(
    defineComponent('PresentSession', 'A person who works on a source at the moment.', {
      key: keySchema.describe('Who: the API key.'),
      session: field.uuid('Id of the session, made by its client.'),
      row: z.object(atRow).nullable().describe('The row on the screen; null for none.'),
      since: field.time('Since when it is at this row.'),
      seen_at: field.time('When it last said so.'),
    }),
    `All other sessions at the source, the longest at their row first; at most ${maxReviewSessions}.`,
  ),
  last_row: z
    .object({ ...atRow, at: field.time('When it was on the screen.') })
    .nullable()
    .describe('The last row that a session of your API key had on the screen, to come back to it.'),
  expires_after_seconds: field.count('A session that is not renewed is gone after this time.'),
});
