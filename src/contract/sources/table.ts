import { z } from 'zod';
import { prefectures } from '../../text/places/prefectures.ts';
import { defineAnswer, defineComponent, field, groupFields } from '../answer-fields.ts';
import { companyFields, companyStatus, supersededBy } from '../companies/company-fields.ts';
import { companyStatuses, industries, listingStatuses } from '../companies/company-vocabulary.ts';
import { describeFault } from '../fault-words.ts';
import {
  defineKnownFields,
  defineQueryArray,
  defineQueryCondition,
  defineQueryInteger,
  defineSearchText,
  queryBoolean,
  rowsLimit,
} from '../fields.ts';
import {
  formatLimit,
  maxCapitalYen,
  maxHeadCount,
  maxReturnedHeaders,
  maxSearchLength,
  maxSourceRows,
  maxTableCell,
  maxTableCells,
  maxTableConditions,
} from '../limits.ts';
import { rowReasonCodes } from './row-reasons.ts';
import { sourceRowId } from './source-row.ts';
import { rowDecisions, rowStatuses } from './sources.ts';

/** The rows of a source as a table with their companies, and what it counts (docs/sources.md#the-rows-as-a-table). */

export const tableSorts = [
  'file',
  'state',
  'company',
  'prefecture',
  'reason',
  'column',
  'same_company',
] as const;
export type TableSort = (typeof tableSorts)[number];

/** What a filter asks for that no source states. */
export const unknownValue = 'unknown';

/** How a condition compares a cell. */
export const cellComparisons = ['contains', 'equals'] as const;
export type CellComparison = (typeof cellComparisons)[number];

export interface CellCondition {
  /** Of the column, from 1. */
  readonly column: number;
  readonly comparison: CellComparison;
  readonly text: string;
}

const conditionForm = new RegExp(`^(\\d{1,3}):(${cellComparisons.join('|')}):([\\s\\S]*)$`);
/** With the number of the column and the comparison before the text. */
const maxConditionLength = maxSearchLength + 20;
const conditionText = defineSearchText(maxSearchLength).refine(
  (text) => text.trim() !== '',
  'must not be blank',
);

const cellCondition = z
  .string()
  .max(maxConditionLength)
  .transform((given, context): CellCondition => {
    const [, column, comparison, text = ''] = conditionForm.exec(given) ?? [];
    const known = cellComparisons.find((each) => each === comparison);
    if (!known) {
      context.addIssue({ code: 'custom', message: `must be column:${cellComparisons.join('|')}:text` });
      return z.NEVER;
    }
    const checked = conditionText.safeParse(text, { error: describeFault });
    if (!checked.success) {
      for (const { message } of checked.error.issues)
        context.addIssue({ code: 'custom', message: `text ${message}` });
      return z.NEVER;
    }
    return { column: Number(column), comparison: known, text: checked.data };
  });

const amount = defineQueryInteger({ min: 0, max: maxCapitalYen });
const heads = defineQueryInteger({ min: 0, max: maxHeadCount });

export const sourceTableQuery = defineKnownFields({
  cell: z
    .union([z.string(), z.array(z.string())])
    .transform((given) => (typeof given === 'string' ? [given] : given))
    .pipe(z.array(cellCondition).max(maxTableConditions))
    .default([])
    .describe(
      `Only rows with this in a cell: number of the column from 1, \`contains\` or \`equals\`, and the text, as \`2:contains:東京\`. Full and half width, upper and lower case make no difference. Repeated for several conditions, at most ${maxTableConditions}, which must all hold; at most ${maxSearchLength} characters each.`,
    ),
  company: defineQueryCondition(conditionText).describe(
    'Only rows whose company has this text in its legal name, compared as in `cell`.',
  ),
  company_id: defineQueryArray(z.string().max(1000))
    .default([])
    .describe(
      'Only rows of these companies, under their current or a former id; repeated or comma-separated.',
    ),
  status: defineQueryArray(z.enum(rowStatuses))
    .default([])
    .describe('Only rows in these states; default all.'),
  reason: defineQueryArray(z.enum(rowReasonCodes))
    .default([])
    .describe('Only rows with these reasons, by code; default all.'),
  decision: defineQueryArray(z.enum([...rowDecisions, 'none']))
    .default([])
    .describe('Only rows with these decisions of a person; `none`: without one. Default all.'),
  prefecture: defineQueryArray(z.enum([...prefectures.map(({ name }) => name), unknownValue]))
    .default([])
    .describe(
      `Only rows whose company has its head office in these prefectures, as \`東京都\`; \`${unknownValue}\`: companies without a known one.`,
    ),
  industry_33_code: defineQueryArray(z.enum([...industries.map(({ value }) => value), unknownValue]))
    .default([])
    .describe(
      `Only rows whose company is in these of the exchange's 33 sectors, by listing or by its own filing; \`${unknownValue}\`: companies without a known one.`,
    ),
  listing_status: defineQueryArray(z.enum(listingStatuses))
    .default([])
    .describe('Only rows whose company has this listing.'),
  company_status: defineQueryArray(z.enum(companyStatuses))
    .default([])
    .describe('Only rows whose company has this status now.'),
  min_capital: amount.optional().describe('Only rows whose company has at least this capital, in yen.'),
  max_capital: amount.optional().describe('Only rows whose company has at most this capital, in yen.'),
  min_employees: heads.optional().describe('Only rows whose company has at least this number of employees.'),
  max_employees: heads.optional().describe('Only rows whose company has at most this number of employees.'),
  several_rows: queryBoolean
    .optional()
    .describe('Only rows whose company several rows of the source are settled on, or only other rows.'),
  sort: z
    .enum(tableSorts)
    .default('file')
    .describe(
      '`file`: as uploaded. `state`: rows with candidates, invalid, not found, not resolved, settled. `company`: by its legal name. `prefecture`: from north to south. `reason`: by its code. `column`: by the cells of `sort_column`, numbers by their value and before text. `same_company`: rows of one company together, where its first row is. Text is compared by its characters; what is blank comes last, what is equal as uploaded.',
    ),
  sort_column: defineQueryInteger({ min: 1, max: maxReturnedHeaders })
    .optional()
    .describe('With `sort=column`: number of the column, from 1.'),
  direction: z
    .enum(['ascending', 'descending'])
    .default('ascending')
    .describe('`descending`: the other way round; what is blank still comes last.'),
  limit: rowsLimit,
  offset: defineQueryInteger({ min: 0, max: maxSourceRows })
    .default(0)
    .describe(
      'Rows to skip, in the order: a window anywhere in the table. Decisions made meanwhile can move rows.',
    ),
}).superRefine(({ sort, sort_column, ...query }, context) => {
  const addFault = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (sort === 'column' && sort_column === undefined) addFault('sort_column', 'is required with sort=column');
  if (sort !== 'column' && sort_column !== undefined)
    addFault('sort_column', 'must be absent without sort=column');
  const bounds = [
    ['max_capital', query.min_capital, query.max_capital],
    ['max_employees', query.min_employees, query.max_employees],
  ] as const;
  for (const [name, min, max] of bounds)
    if (min !== undefined && max !== undefined && min > max)
      addFault(name, 'must not be less than the minimum');
});
export type SourceTableQuery = z.output<typeof sourceTableQuery>;

const rowNumber = z.int().min(1).describe('Position in the upload, from 1.');
const { company_id, legal_name, prefecture, city, listing_status } = companyFields;

const sameCompany = z
  .object({
    rows: z.int().min(2).describe('Rows of the source that are settled on the company of this row.'),
    first_row: z.object({ source_row_id: sourceRowId, row_number: rowNumber }).describe('The first of them.'),
    differing_columns: field.listOf(
      z.int().min(1),
      'Numbers of the columns, from 1, in which this row is written otherwise than that first row; spaces around a cell do not count.',
    ),
  })
  .nullable()
  .describe(
    'Null if no other row of the source is settled on the same company. Rows that are not settled never count, however alike they are.',
  );

export const tableRowSchema = defineComponent('SourceTableRow', 'A row of a source in a table of many.', {
  source_row_id: sourceRowId,
  row_number: rowNumber,
  file_row: z
    .int()
    .min(1)
    .nullable()
    .describe('Line in the file, as a spreadsheet numbers it; null for an import of rows.'),
  cells: field.listOf(
    z.string().max(maxTableCell + 1),
    `Cells in the order of \`headers\`, as uploaded; longer ones end after ${maxTableCell} characters with \`…\`.`,
  ),
  resolve_status: field.oneOf(rowStatuses, 'State of the row.'),
  reason: field.textOrNull('Code of the reason for the state; null before the row is resolved.'),
  decision: field.oneOfOrNull(rowDecisions, "A person's decision in force; null without one."),
  company_id: company_id.nullable().describe('The company of a settled row; otherwise null.'),
  company: z
    .object({
      company_id,
      legal_name,
      prefecture,
      city,
      listing_status,
      status: companyStatus,
      superseded_by: supersededBy,
    })
    .nullable()
    .describe('That company as it is now, under its current id; null for an open row, and if it is gone.'),
  same_company: sameCompany,
});

export const sourceTableAnswer = defineAnswer({
  headers: field.listOf(z.string(), 'Headers of the columns, in the order of the upload.'),
  row_count: field.count('Rows of the source.'),
  matching_rows: field.count('Rows that fit the filters, also outside this window.'),
  rows: field.listOf(tableRowSchema, 'Rows of the window, in the requested order.'),
  meta: groupFields('The window.', {
    limit: z
      .int()
      .min(1)
      .describe(
        `Maximum number of rows, as requested; fewer if a window would have more than ${formatLimit(maxTableCells)} cells.`,
      ),
    offset: field.count('Rows that were skipped.'),
    returned: field.count('Number of rows in this window.'),
    has_more: field.flag('Whether rows follow.'),
  }),
});

const counts = {
  companies: field.count('Different companies.'),
  rows: field.count('Rows that are settled on them.'),
};
const defineCounted = <Value extends z.ZodType>(about: string, value: Value) =>
  field.listOf(z.object({ value, ...counts }), `${about} Those with the most rows first.`);
const defineBands = (about: string) =>
  field.listOf(
    z.object({
      min: field.count('Lower bound, included.'),
      max: field.countOrNull('Upper bound, included; null for the highest band.'),
      ...counts,
    }),
    `${about} Companies without a known value are in no band; bands without companies are absent.`,
  );

export const sourceOverviewAnswer = defineAnswer({
  rows: field.count('Rows of the source.'),
  settled: groupFields('Settled rows.', counts),
  several_rows: groupFields('Companies on which several rows are settled.', counts),
  states: field.listOf(
    z.object({
      resolve_status: field.oneOf(rowStatuses, 'State of the rows.'),
      reason: field.textOrNull('Code of their reason; null before they are resolved.'),
      rows: field.count('Rows.'),
    }),
    'All rows by state and reason, those with the most rows first.',
  ),
  statuses: defineCounted('Companies by what has become of them.', companyStatus),
  prefectures: defineCounted(
    `Companies by the prefecture of the head office; \`${unknownValue}\`: not known, as in the filter.`,
    field.text('Its name, as `東京都`.'),
  ),
  industries: defineCounted(
    `Companies by the exchange's 33 sectors; \`${unknownValue}\`: not known, as in the filter.`,
    field.text('Its code, four digits.'),
  ),
  listings: defineCounted('Companies by listing.', listing_status),
  capital: defineBands('Companies by capital in yen, as last filed.'),
  employees: defineBands('Companies by number of employees, as last reported.'),
});
