import { z } from 'zod';
import { queryBoolean } from './fields.ts';
import { languages } from './texts.ts';

/** How a table is written into a file, for every export. */

export const exportFormats = ['csv', 'xlsx'] as const;
/** How lines of CSV end, and what happens to cells that a spreadsheet would run as a formula. */
export const newlines = ['crlf', 'lf'] as const;
export const formulaRules = ['disarm', 'keep'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const csvType = 'text/csv; charset=utf-8';
/** An export of a source can also be the user's own workbook with its macros. */
export const sourceExportFormats = [...exportFormats, 'xlsm'] as const;
export type SourceExportFormat = (typeof sourceExportFormats)[number];

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const macroWorkbookType = 'application/vnd.ms-excel.sheet.macroEnabled.12';
export const contentTypes = { csv: csvType, xlsx: workbookType, xlsm: macroWorkbookType } as const;
/** For `produces` of an endpoint. */
export const fileTypes = ['text/csv', workbookType] as const;

function defineFileFields<Flag extends z.ZodType<boolean, unknown>>(bom: Flag) {
  return {
    format: z
      .enum(exportFormats)
      .default('csv')
      .describe(
        '`csv`: UTF-8, RFC 4180. `xlsx`: an Excel workbook with one sheet, in which cells are text, so that numbers and codes keep their zeros; only amounts, counts and days that are added to a source are numbers and dates.',
      ),
    bom: bom.describe('CSV: begin the file with a byte order mark, so that spreadsheets recognize UTF-8.'),
    newline: z.enum(newlines).default('crlf').describe('CSV: how lines end.'),
    formulas: z
      .enum(formulaRules)
      .default('disarm')
      .describe(
        'CSV: `disarm` puts an apostrophe before each cell that a spreadsheet would run as a formula (a function, a reference, another program), and counts them; numbers, telephone numbers and dashes stay as they are. `keep` changes no cell.',
      ),
  };
}

/** As query parameters. */
export const tableFileQuery = defineFileFields(queryBoolean.default(false));
const tableFileOptions = z.object(tableFileQuery);
export type TableFileOptions = z.output<typeof tableFileOptions>;
/** With the language of its readers, for tables that the service makes. */
export const readableFileQuery = {
  ...tableFileQuery,
  lang: z
    .enum(languages)
    .optional()
    .describe(
      'Headers and cells for people, in English or Japanese, with sentences and words instead of codes. Absent: the names and codes of the API, for programs.',
    ),
};
const readableFileOptions = z.object(readableFileQuery);
export type ReadableFileOptions = z.output<typeof readableFileOptions>;
/** In a JSON body. */
export const tableFileBody = defineFileFields(z.boolean().default(false));

/** What the headers of added columns begin with. */
export const addedPrefix = z
  .string()
  .regex(
    /^(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}_. -]{0,29})?$/u,
    'must have at most 30 letters, digits, _, ., - and spaces',
  );
