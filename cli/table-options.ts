import type { Command } from 'commander';
import { choiceOption } from './option-values.ts';
import type { Session } from './session.ts';
import { encodings, separators, type TabularFile } from './tabular-file.ts';
import { counted } from './text.ts';

/** Flags for reading a file, and the settings used, for people to check. */

export function addReadingOptions(command: Command): Command {
  return command
    .addOption(choiceOption('--encoding <name>', 'encoding of the file; detected by default', encodings))
    .addOption(
      choiceOption(
        '--separator <name>',
        'separator of the file; detected by default',
        Object.keys(separators),
      ),
    );
}

export function showReading(session: Session, table: TabularFile): void {
  const { fileName, encoding, byteOrderMark, separator, headers, rows, unevenRows, droppedColumns, sha256 } =
    table;
  const mark = byteOrderMark ? ' with byte order mark' : '';
  session.note(
    `${fileName}: ${encoding}${mark}, separated by ${separator}, ${counted(rows.length, 'row')} of ${counted(headers.length, 'column')}, ${sha256}`,
  );
  if (droppedColumns > 0)
    session.note(`Left out: ${counted(droppedColumns, 'column')} at the end without a header and values.`);
  if (unevenRows.length > 0) {
    const first = unevenRows.slice(0, 5).join(', ');
    const wrongLine = unevenRows.length === rows.length ? ' The first line must contain the headers.' : '';
    session.warn(
      `${counted(unevenRows.length, 'row')} with more or fewer cells than headers, first: ${first}.${wrongLine}`,
    );
  }
}
