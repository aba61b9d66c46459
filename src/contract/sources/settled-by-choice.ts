import { z } from 'zod';
import { defineComponent, field } from '../answer-fields.ts';
import { companyId } from '../companies/company-fields.ts';
import { maxShownRememberedRows } from '../limits.ts';

/** Rows that remembered choices settled, and what becomes of them when a choice was wrong (docs/sources.md#remembered-choices). */

export const rememberedRowSchema = defineComponent(
  'RememberedRow',
  'A row that a remembered choice settled, without a decision of a person about it.',
  {
    source_id: field.uuid('Its source.'),
    source_name: field.textOrNull('Name of the source, or of its file.'),
    source_row_id: field.uuid('Id of the row.'),
    row_number: z.int().min(1).describe('Position in the upload, from 1.'),
    file_row: z.int().min(1).nullable().describe('Line in the file; null for an import of rows.'),
    cells: z.record(z.string(), z.string()).describe('The mapped cells, by header.'),
    company_id: companyId
      .nullable()
      .describe('The company on which it is settled, under its current id; null if it is marked.'),
    company_name: field.textOrNull('Legal name of that company; null if it is gone, or the row is marked.'),
  },
);
export type RememberedRow = z.output<typeof rememberedRowSchema>;

export const totalRows = field.count('All such rows of the account.');

export const settledByChoiceSchema = defineComponent(
  'SettledByChoice',
  'Rows that choices for the name settled, and that no choice gives their company any more because the call changed or forgot one.',
  {
    total_rows: totalRows,
    reopened_rows: field.count('Rows among them that this call reopened; 0 without `reopen`.'),
    rows: z
      .array(rememberedRowSchema)
      .max(maxShownRememberedRows)
      .describe(`The first of them, at most ${maxShownRememberedRows}, as they were before.`),
  },
);
export type SettledByChoice = z.output<typeof settledByChoiceSchema>;

/** What `reopen: true` does, of every call that changes or forgets choices. */
export const reopen =
  'also reopens the rows in `settled`, in all sources: each becomes what it was before, nothing is refunded, and settling it again is free. The history of their sources has it.';
