import { z } from 'zod';
import { defineComponent, field } from '../answer-fields.ts';
import {
  defineKnownFields,
  defineQueryArray,
  defineQueryInteger,
  queryBoolean,
  queryText,
} from '../fields.ts';
import { formatLimit, maxFileRow, maxSheetsInOneCall, maxSourceRows, setAsideShown } from '../limits.ts';
import { isStorable, notStorable } from '../storable.ts';

/** How a file is read into a source (docs/decisions/0027-sources.md). */

export const fileTypes = ['csv', 'xlsx', 'xlsm'] as const;
export const fileEncodings = ['utf-8', 'cp932', 'euc-jp', 'iso-2022-jp', 'utf-16le', 'utf-16be'] as const;
export type FileEncoding = (typeof fileEncodings)[number];
export const fileSeparators = ['comma', 'tab', 'semicolon', 'pipe'] as const;
export type FileSeparator = (typeof fileSeparators)[number];

/** Lines of the file that are not rows of its table. They are not resolved, and an export writes them back. */
export const setAsideKinds = ['title', 'header', 'blank', 'units', 'total', 'note', 'left_out'] as const;
export type SetAsideKind = (typeof setAsideKinds)[number];

const setAsideLine = z.object({
  file_row: z.int().min(1).describe('Line of the file, as a spreadsheet numbers it.'),
  kind: field.oneOf(
    setAsideKinds,
    '`title`: above the header, also where it is repeated. `header`: the upper line of a header in two lines, or the header again. `blank`: an empty line. `units`: the units of the columns. `total`: a sum of rows. `note`: text below the table, page numbers, headings of groups. `left_out`: left out by `leave_out`.',
  ),
  cells: field.listOf(z.string(), 'Cells of the line, as in the file.'),
});
export type SetAsideLine = z.output<typeof setAsideLine>;

const countOfKind = (about: string) => field.count(about);

export const sourceReadingSchema = defineComponent('SourceReading', 'How the file was read.', {
  file_type: field.oneOf(
    fileTypes,
    '`csv`: text with any separator. `xlsx`: an Excel workbook. `xlsm`: one with macros, which are never run.',
  ),
  encoding: field.oneOfOrNull(fileEncodings, 'Encoding of a text file; null for a workbook.'),
  byte_order_mark: field.flag('Whether the text begins with a byte order mark.'),
  separator: field.oneOfOrNull(fileSeparators, 'Separator of a text file; null for a workbook.'),
  sheet: field.textOrNull('Name of the sheet that was read; null for a text file.'),
  sheets: field.listOf(z.string(), 'Names of all sheets of the workbook.'),
  free_column: z
    .int()
    .min(1)
    .nullable()
    .describe(
      'The first column, from 1, beside everything in the table or sheet, from which an export can write its columns into the same file. Null if an export makes a new file instead: the table has no header, a workbook is signed, or is one that this service cannot write into, or a text has an encoding with marks within (ISO-2022-JP).',
    ),
  header_row: z
    .int()
    .min(1)
    .nullable()
    .describe('Line of the header, as a spreadsheet numbers it; null if the table has none.'),
  last_row: z.int().min(0).describe('Last line of the table; 0 if it has no rows.'),
  renamed_headers: field.listOf(
    z.object({
      place: z.int().min(1).describe('Column, from 1.'),
      header: field.text('Its header in the source.'),
      given: field.text('Its header in the file; empty if it has none.'),
    }),
    'Columns whose header was blank, repeated or in two lines, and extra cells, with the header that the source uses.',
  ),
  set_aside_counts: z
    .object({
      title: countOfKind('Lines above the header.'),
      header: countOfKind('Further lines of the header.'),
      blank: countOfKind('Empty lines.'),
      units: countOfKind('Lines of units.'),
      total: countOfKind('Sums.'),
      note: countOfKind('Lines of text below the table.'),
      left_out: countOfKind('Lines left out by `leave_out`.'),
    })
    .describe('Number of lines that are not rows of the table, by kind.'),
  set_aside: field.listOf(
    setAsideLine,
    `Lines that are not rows of the table, in the order of the file. An answer has the first ${setAsideShown} that are not empty.`,
  ),
  remarks: field.listOf(
    z.object({
      code: field.text('Kind of remark; stable, for programs.').meta({
        examples: [
          'encoding_judged',
          'faulty_bytes',
          'other_sheets',
          'no_companies',
          'another_table',
          'table_beside',
          'headers_in_first_column',
          'merged_cells',
          'hidden_rows',
          'hidden_columns',
          'header_assumed',
          'no_header',
          'comes_back_new',
          'drawing_beside',
        ],
      }),
      message: field.text('The remark, in one or two sentences.'),
    }),
    'What a person may want to check.',
  ),
});
export type SourceFileReport = z.output<typeof sourceReadingSchema>;

/** Why `sheets` leaves a sheet of a workbook out, in one sentence each. */
export const sheetReasons = {
  not_chosen: 'It was not asked for.',
  not_a_table: 'It is a chart or a dialog, not a table.',
  hidden: 'It is hidden.',
  empty: 'It has no value.',
  form: 'It is a cover or a form: its headers are beside the values, not above them.',
  no_companies: 'No column of it looks like names, numbers or codes of companies.',
  other_parties:
    'It has only shops, offices of one company, agencies or persons with where they belong, and another sheet has companies.',
} as const;
export type SheetReason = keyof typeof sheetReasons;

const defineText = (maxLength: number) =>
  queryText.pipe(
    z
      .string()
      .max(maxLength)
      .refine((given) => given.trim() !== '', 'must not be blank')
      .refine(isStorable, notStorable),
  );

const lineNumbers = z
  .string()
  .regex(/^\d{1,7}(-\d{1,7})?$/, 'must be a line or a range of lines, for example 12 or 30-32');

/** Parameters of a file, in the query or as fields of a form. */
export const sourceFileParameters = {
  name: defineText(500).optional().describe('Name of the source; default the name of the file.'),
  filename: defineText(1000).optional().describe('Name of the file; default the one in the form.'),
  encoding: z.enum(fileEncodings).optional().describe('Encoding of a text file; detected by default.'),
  separator: z.enum(fileSeparators).optional().describe('Separator of a text file; detected by default.'),
  sheet: defineText(100)
    .optional()
    .describe(
      'Sheet of a workbook, by name, or by number from 1 if no sheet has that name; default the first visible one with companies, or else with a value.',
    ),
  sheets: z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat().map((part) => part.trim()))
    .pipe(
      z
        .array(z.string().max(10_000).refine(isStorable, notStorable))
        .max(maxSheetsInOneCall)
        .refine((given) => given.every((part) => /[^\s,]/.test(part)), 'must not be blank'),
    )
    .optional()
    .describe(
      `Sheets of a workbook that are read in one call, each into a source of its own, all or none: \`all\` for every visible one with companies, or sheets by name, or by number from 1, repeated or comma-separated (a name with a comma: as a parameter of its own); at most ${maxSheetsInOneCall}, with ${formatLimit(maxSourceRows)} rows together. Not with \`sheet\`, nor with the parameters about lines.`,
    ),
  header_row: defineQueryInteger({ min: 0, max: maxFileRow })
    .optional()
    .describe('Line of the header, as a spreadsheet numbers it; 0 if there is none. Found by default.'),
  last_row: defineQueryInteger({ min: 1, max: maxFileRow })
    .optional()
    .describe('Last line of the table, as a spreadsheet numbers it. Found by default.'),
  keep: defineQueryArray(z.union([lineNumbers, z.enum(setAsideKinds)]))
    .optional()
    .describe(
      'Lines that are rows although they would be set aside: numbers, ranges or kinds, repeated or comma-separated, for example `12,30-32` or `total`.',
    ),
  leave_out: defineQueryArray(lineNumbers)
    .optional()
    .describe('Lines to set aside: numbers or ranges, repeated or comma-separated.'),
  preview: queryBoolean.default(false).describe('Only show how the file is read; nothing is stored.'),
  again: z
    .enum(['existing', 'new'])
    .default('existing')
    .describe(
      'If the account has imported the same file before, read in the same way: `existing` answers with that source, `new` makes a new one.',
    ),
};

export const sourceFileQuery = defineKnownFields(sourceFileParameters);
export type SourceFileQuery = z.output<typeof sourceFileQuery>;
