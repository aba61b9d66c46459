import type { Command } from 'commander';
import { fileEncodings, fileSeparators, type Schema } from '../../client/index.ts';
import {
  createChoiceOption,
  createListOption,
  createNumberOption,
  omitUndefined,
} from '../input/option-values.ts';
import { formatQuantity, joinText, toPrintable } from '../output/text.ts';
import type { Session } from '../session.ts';
import type { FileParameters } from './file-upload.ts';

/** Flags for how the service reads a file, and what it found, for people to check. */

export interface FormatOptions {
  readonly encoding?: NonNullable<FileParameters['encoding']>;
  readonly separator?: NonNullable<FileParameters['separator']>;
  readonly sheet?: string;
}

export interface TableOptions extends FormatOptions {
  readonly headerRow?: number;
  readonly lastRow?: number;
  readonly keep?: string[];
  readonly leaveOut?: string[];
}

/** Flags for a table whose lines are known. */
export function addFormatOptions(command: Command): Command {
  return command
    .addOption(
      createChoiceOption('--encoding <name>', 'encoding of a text file; detected by default', fileEncodings),
    )
    .addOption(
      createChoiceOption(
        '--separator <name>',
        'separator of a text file; detected by default',
        fileSeparators,
      ),
    )
    .option('--sheet <name>', 'sheet of a workbook, by name or number; default the first that is not empty');
}

export function addTableOptions(command: Command): Command {
  return addFormatOptions(command)
    .addOption(
      createNumberOption('--header-row <line>', 'line of the header, 0 if there is none; found by default'),
    )
    .addOption(createNumberOption('--last-row <line>', 'last line of the table; found by default'))
    .addOption(
      createListOption(
        '--keep <lines>',
        'lines that are rows although they would be set aside: 12, 30-32 or total',
      ),
    )
    .addOption(createListOption('--leave-out <lines>', 'lines to set aside: 12 or 30-32'));
}

/** The parameters for the service. */
export function toFileParameters(options: TableOptions): FileParameters {
  const { encoding, separator, sheet, headerRow, lastRow, keep, leaveOut } = options;
  return omitUndefined({
    encoding,
    separator,
    sheet,
    header_row: headerRow,
    last_row: lastRow,
    keep,
    leave_out: leaveOut,
  });
}

type ParsedSource = Pick<
  Schema<'SampledSource'>,
  'original_filename' | 'content_sha256' | 'headers' | 'row_count' | 'reading'
>;

function describeForm(reading: NonNullable<ParsedSource['reading']>): string {
  if (reading.file_type !== 'csv') return `sheet ${reading.sheet}`;
  const mark = reading.byte_order_mark && ' with byte order mark';
  return joinText(reading.encoding, mark, `, separated by ${reading.separator}`);
}

export function showParsedTable(session: Session, source: ParsedSource): void {
  const { reading, headers, row_count } = source;
  if (!reading) return;
  const noteLine = (text: string) => session.note(toPrintable(text));
  const form = describeForm(reading);
  const header = reading.header_row === null ? 'no header' : `header in line ${reading.header_row}`;
  noteLine(
    `${source.original_filename}: ${form}, ${formatQuantity(row_count, 'row')} of ${formatQuantity(headers.length, 'column')}, ${header}, ${source.content_sha256}`,
  );
  const { blank: _, ...counts } = reading.set_aside_counts;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total > 0) {
    noteLine(`Set aside, not rows (--keep makes them rows): ${formatQuantity(total, 'line')}`);
    for (const { file_row, kind, cells } of reading.set_aside)
      noteLine(
        `  line ${file_row} (${kind.replace('_', ' ')}): ${cells.filter(Boolean).join(' | ').slice(0, 100)}`,
      );
    if (reading.set_aside.length < total) noteLine(`  and ${total - reading.set_aside.length} more`);
  }
  for (const { place, header: name, given: before } of reading.renamed_headers.slice(0, 20))
    noteLine(`Column ${place} ${before === '' ? 'has no header' : `(${before})`}: it is called ${name}.`);
  for (const { message } of reading.remarks) noteLine(message);
}
