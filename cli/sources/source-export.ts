import type { Command } from 'commander';
import {
  type ExportLayout,
  exportLayouts,
  type Language,
  type RowStatus,
  resultColumns,
  rowStatuses,
  type Schema,
  type SourceExportFormat,
  sourceExportFormats,
} from '../../client/index.ts';
import { getAnswer, getAnswerWithHeaders } from '../calls.ts';
import { addExportOptions, buildQueryFor, type ExportOptions, writeFile } from '../download.ts';
import { createUsageFailure } from '../failure.ts';
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

export interface SourceExportOptions extends ExportOptions<SourceExportFormat> {
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
    sourceExportFormats,
  );
}

/** The query parameters that say how the file is written. @throws CommandFailure */
export function buildSourceFileQuery(session: Session, options: SourceExportOptions) {
  return buildQueryFor(session, options, sourceExportFormats);
}

/**
 * Excel opens a workbook with macros only under a name that says so, and no other one under such a name.
 * @throws CommandFailure
 */
export function checkMacros(
  session: Session,
  { reading }: Pick<Schema<'SampledSource'>, 'reading'>,
  options: SourceExportOptions,
): void {
  const { format } = buildSourceFileQuery(session, options);
  const { layout = 'file', status } = options;
  const isOwn = layout === 'file' && !status && typeof reading?.free_column === 'number';
  const hasMacros = isOwn && reading.file_type === 'xlsm';
  if (format === 'csv' || hasMacros === (format === 'xlsm')) return;
  throw createUsageFailure(
    hasMacros
      ? 'The workbook has macros, which a file in the format xlsx cannot have.'
      : 'The file in the format xlsm would have no macros.',
    hasMacros
      ? 'Choose a name for --out that ends with .xlsm, or --layout table for a new file without them.'
      : 'Choose a name for --out that ends with .xlsx.',
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
  const { bom, newline, ...file } = buildSourceFileQuery(session, options);
  const { source } = await getAnswer(requestSource(session, sourceId));
  checkMacros(session, source, { ...options, ...omitUndefined({ layout, status }) });
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
    with: options.with?.join(',') || undefined,
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
