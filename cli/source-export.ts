import type { Command } from 'commander';
import { answeredWithHeaders } from './calls.ts';
import { addExportOptions, downloadTo, type ExportOptions, fileQuery, noteDisarmed } from './download.ts';
import { choiceOption, given, wordListOption } from './option-values.ts';
import { checkPlace } from './output-file.ts';
import type { Session } from './session.ts';
import { counted } from './text.ts';
import { exportLayouts, type RowStatus, resultColumns, rowStatuses } from './vocabulary.ts';

export interface SourceExportOptions extends ExportOptions {
  readonly columns?: (typeof resultColumns)[number][];
  readonly layout?: 'file' | 'table';
  readonly status?: RowStatus[];
}

/** `source export`. */
export async function exportSource(
  session: Session,
  sourceId: string,
  { columns, layout, status, ...options }: SourceExportOptions,
): Promise<void> {
  const { out } = options;
  if (out !== undefined) checkPlace(out);
  const query = { ...fileQuery(session, options), ...given({ columns, layout, status }) };
  const { data: stream, headers } = await answeredWithHeaders(
    session.api().GET('/api/service/sources/{sourceId}/export', {
      params: { path: { sourceId }, query },
      parseAs: 'stream',
    }),
  );
  const { bytes } = await downloadTo(session, stream, { file: out });
  if (out !== undefined) session.note(`Written to ${out}: ${counted(bytes, 'byte')}.`);
  noteDisarmed(session, Number(headers.get('Disarmed-Cells') ?? 0));
}

/** @param command may already have `--out` */
export function addSourceExportOptions(command: Command): Command {
  command
    .addOption(
      wordListOption('--columns <names>', 'columns to add, by name or group; default all', resultColumns),
    )
    .addOption(
      choiceOption(
        '--layout <layout>',
        'file: with the lines around the table; table: only header and rows',
        exportLayouts,
      ),
    )
    .addOption(wordListOption('--status <status>', 'only rows in this state', rowStatuses));
  return addExportOptions(command);
}
