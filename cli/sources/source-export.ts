import type { Command } from 'commander';
import {
  type ExportLayout,
  exportLayouts,
  type RowStatus,
  resultColumns,
  rowStatuses,
} from '../../client/index.ts';
import { getAnswerWithHeaders } from '../calls.ts';
import { addExportOptions, buildFileQuery, type ExportOptions, writeFile } from '../download.ts';
import { createChoiceOption, createWordListOption, omitUndefined } from '../input/option-values.ts';
import { checkPlace } from '../output/output-file.ts';
import { escapeShellWord } from '../output/text.ts';
import type { Session } from '../session.ts';

/** The table of a source as it was, with the companies beside it. */

export interface SourceExportOptions extends ExportOptions {
  readonly columns?: (typeof resultColumns)[number][];
  readonly layout?: ExportLayout;
  readonly status?: RowStatus[];
  readonly audit?: true;
}

export function addSourceExportOptions(command: Command): Command {
  return addExportOptions(
    command
      .addOption(
        createWordListOption(
          '--columns <names>',
          'columns to add, by name or group; default all',
          resultColumns,
        ),
      )
      .addOption(
        createChoiceOption(
          '--layout <layout>',
          'file: with the lines around the table; table: only header and rows',
          exportLayouts,
        ),
      )
      .addOption(createWordListOption('--status <status>', 'write only rows in this state', rowStatuses))
      .option('--audit', 'in a workbook, a second sheet with everything that people decided'),
  );
}

/** @returns the size of the file in bytes */
export async function exportSource(
  session: Session,
  sourceId: string,
  { columns, layout, status, audit, ...options }: SourceExportOptions,
): Promise<number> {
  const { out } = options;
  if (out !== undefined) checkPlace(out);
  const query = { ...buildFileQuery(session, options), ...omitUndefined({ columns, layout, status, audit }) };
  const answer = await getAnswerWithHeaders(
    session.api.GET('/api/service/sources/{sourceId}/export', {
      params: { path: { sourceId }, query },
      parseAs: 'stream',
    }),
  );
  return writeFile(session, answer, out);
}

/** The command that writes the file in the same way. */
export function buildExportCommand(sourceId: string, options: SourceExportOptions): string {
  const { out, format, columns, layout, status, audit, prefix, bom, newline, keepFormulas } = options;
  const flags = omitUndefined({
    out,
    format,
    prefix,
    layout,
    columns: columns?.join(','),
    status: status?.join(','),
  });
  const words = Object.entries(flags).flatMap(([flag, value]) => [
    `--${flag}`,
    escapeShellWord(String(value)),
  ]);
  if (audit) words.push('--audit');
  if (!bom) words.push('--no-bom');
  if (newline !== 'crlf') words.push('--newline', newline);
  if (keepFormulas) words.push('--keep-formulas');
  return ['company-data source export', sourceId, ...words].join(' ');
}
