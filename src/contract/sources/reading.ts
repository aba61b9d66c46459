import { z } from 'zod';
import { component, field } from '../answer-fields.ts';

/** How a file was read into a source (docs/decisions/0027-sources.md). */

export const fileTypes = ['csv', 'xlsx'] as const;
export const fileEncodings = ['utf-8', 'cp932', 'euc-jp', 'utf-16le', 'utf-16be'] as const;
export const fileSeparators = ['comma', 'tab', 'semicolon'] as const;

/** Lines of the file that are not rows of its table. They are not resolved, and an export writes them back. */
export const setAsideKinds = ['title', 'blank', 'units', 'total', 'note'] as const;

const setAsideLine = z.object({
  file_row: z.int().min(1).describe('Line of the file, as a spreadsheet numbers it.'),
  kind: field.oneOf(
    setAsideKinds,
    '`title`: above the header. `blank`: an empty line. `units`: the units of the columns. `total`: a sum of rows. `note`: text below the table.',
  ),
  cells: field.listOf(z.string(), 'Cells of the line, as in the file.'),
});
export type SetAsideLine = z.output<typeof setAsideLine>;

export const sourceReadingSchema = component('SourceReading', 'How the file was read.', {
  file_type: field.oneOf(fileTypes, '`csv`: text with any separator. `xlsx`: an Excel workbook.'),
  encoding: field.oneOfOrNull(fileEncodings, 'Encoding of a text file; null for a workbook.'),
  byte_order_mark: field.flag('Whether the text begins with a byte order mark.'),
  separator: field.oneOfOrNull(fileSeparators, 'Separator of a text file; null for a workbook.'),
  sheet: field.textOrNull('Name of the sheet that was read; null for a text file.'),
  sheets: field.listOf(z.string(), 'Names of all sheets of the workbook.'),
  header_row: z.int().min(1).describe('Line of the header, as a spreadsheet numbers it.'),
  last_row: z.int().min(0).describe('Last line of the table; 0 if it has no rows.'),
  renamed_headers: field.listOf(
    z.object({
      place: z.int().min(1).describe('Column, from 1.'),
      header: field.text('Its header in the source.'),
      given: field.text('Its header in the file; empty if it has none.'),
    }),
    'Columns whose header was blank or repeated, and extra cells, with the header that the source uses.',
  ),
  set_aside: field.listOf(setAsideLine, 'Lines that are not rows of the table, in the order of the file.'),
});
export type SourceReading = z.output<typeof sourceReadingSchema>;
