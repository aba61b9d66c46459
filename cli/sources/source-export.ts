import type { Command } from 'commander';
import {
  type ExportLayout,
  exportLayouts,
  type Language,
  type RowStatus,
  resultColumns,
  rowStatuses,
} from '../../client/index.ts';
import { getAnswer, getAnswerWithHeaders } from '../calls.ts';
import { addExportOptions, buildFileQuery, type ExportOptions, writeFile } from '../download.ts';
import { createLanguageOption, readLanguage } from '../input/language.ts';
import {
  createChoiceOption,
  createListOption,
  createWordListOption,
  omitUndefined,
} from '../input/option-values.ts';
import { checkPlace } from '../output/output-file.ts';
import { escapeShellWord } from '../output/text.ts';
import type { Session } from '../session.ts';
import { requestSource } from './source-view.ts';

/** The table of a source as it was, with the companies beside it. */

export interface SourceExportOptions extends ExportOptions {
  readonly columns?: (typeof resultColumns)[number][];
  readonly lang?: Language;
  readonly layout?: ExportLayout;
  readonly status?: RowStatus[];
  readonly audit?: true;
  readonly utf8?: true;
  /** Sources of other sheets. */
  readonly with?: string[];
}

export function addSourceExportOptions(command: Command): Command {
  return addExportOptions(
    command
      .addOption(
        createWordListOption(
          '--columns <names>',
          'columns to add, by name or group, or all; default those that people read',
          resultColumns,
        ),
      )
      .addOption(createLanguageOption())
      .addOption(
        createChoiceOption(
          '--layout <layout>',
          'file: your file with columns added; table: a new file with only header and rows',
          exportLayouts,
        ),
      )
      .addOption(createWordListOption('--status <status>', 'write only rows in this state', rowStatuses))
      .addOption(
        createListOption(
          '--with <source_ids>',
          'sources of other sheets of the same workbook, into which the columns are written too',
        ),
      )
      .option('--audit', 'a further sheet of the workbook, with everything that people decided')
      .option('--utf8', 'CSV in UTF-8, not in the encoding of your file'),
  );
}

/** @returns the size of the file in bytes */
export async function exportSource(
  session: Session,
  sourceId: string,
  {
    columns,
    lang = readLanguage(session.world.env),
    layout,
    status,
    audit,
    utf8,
    with: sheets,
    ...options
  }: SourceExportOptions,
): Promise<number> {
  const { out } = options;
  if (out !== undefined) checkPlace(out);
  const { bom, newline, ...file } = buildFileQuery(session, options);
  const { source } = await getAnswer(requestSource(session, sourceId));
  const isOwnText = source.reading?.file_type === 'csv' && source.reading.free_column !== null;
  const form = isOwnText && !utf8 && bom && newline === 'crlf' ? {} : { bom, newline };
  const query = {
    ...file,
    ...form,
    ...omitUndefined({ columns, lang, layout, status, audit, with: sheets }),
  };
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
  const { out, format, columns, lang, layout, status, audit, utf8, prefix, bom, newline, keepFormulas } =
    options;
  const flags = omitUndefined({
    out,
    format,
    prefix,
    lang,
    layout,
    columns: columns?.join(','),
    status: status?.join(','),
    with: options.with?.join(','),
  });
  const words = Object.entries(flags).flatMap(([flag, value]) => [
    `--${flag}`,
    escapeShellWord(String(value)),
  ]);
  if (audit) words.push('--audit');
  if (utf8) words.push('--utf8');
  if (!bom) words.push('--no-bom');
  if (newline !== 'crlf') words.push('--newline', newline);
  if (keepFormulas) words.push('--keep-formulas');
  return ['company-data source export', sourceId, ...words].join(' ');
}
