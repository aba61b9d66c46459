import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { type Command, Option } from 'commander';
import { type ExportFormat, exportFormats, type Language, type Newline, newlines } from '../client/index.ts';
import { CommandFailure, createUsageFailure, exitCodes } from './failure.ts';
import { createLanguageOption, readLanguage } from './input/language.ts';
import { createChoiceOption, omitUndefined, parseHeaderPrefix } from './input/option-values.ts';
import { writeWhole } from './output/output-file.ts';
import { startProgress } from './output/progress.ts';
import { formatQuantity } from './output/text.ts';
import type { Session } from './session.ts';

/** Flags for how CSV is written. */
export interface CsvOptions {
  readonly bom: boolean;
  readonly newline: Newline;
  readonly keepFormulas?: true;
}

/** Flags for which file is written, and how. */
interface FileOptions<Format = ExportFormat> extends CsvOptions {
  readonly out?: string;
  readonly format?: Format;
}

/** Of a table that the service makes. */
export interface ReadableFileOptions extends FileOptions {
  readonly lang?: Language;
}

export interface ExportOptions<Format = ExportFormat> extends FileOptions<Format> {
  readonly prefix?: string;
}

export function addCsvOptions(command: Command): Command {
  return command
    .option('--no-bom', 'CSV without the byte order mark by which spreadsheets recognize UTF-8')
    .addOption(createChoiceOption('--newline <name>', 'how lines of CSV end', newlines).default('crlf'))
    .option('--keep-formulas', 'change no cell, also if a spreadsheet would run it as a formula');
}

/** @param command may already have `--out` */
function addFileOptions(command: Command, formats: readonly string[] = exportFormats): Command {
  if (!command.options.some(({ long }) => long === '--out'))
    command.option('--out <file>', 'output file; default stdout');
  command.addOption(
    createChoiceOption('--format <format>', 'default by the ending of --out, or csv', formats),
  );
  return addCsvOptions(command);
}

export function addReadableFileOptions(command: Command): Command {
  return addFileOptions(command).addOption(createLanguageOption());
}

/** @param command may already have `--out` */
export function addExportOptions(command: Command, formats: readonly string[] = exportFormats): Command {
  return addFileOptions(command, formats).addOption(
    new Option('--prefix <text>', 'what the headers of added columns begin with').argParser(
      parseHeaderPrefix,
    ),
  );
}

/**
 * The query parameters that say how the file is written.
 * @throws CommandFailure for a workbook on a terminal, or one of another kind
 */
export function buildFileQuery(session: Session, options: ExportOptions) {
  return buildQueryFor(session, options, exportFormats);
}

/** The same, for files in these formats, of which the first is the usual one. */
export function buildQueryFor<Format extends string>(
  session: Session,
  { out, format, bom, newline, keepFormulas, prefix }: ExportOptions<Format>,
  formats: readonly [Format, ...Format[]],
) {
  const [, ending = ''] = /\.([^.]+)$/.exec(out?.toLowerCase() ?? '') ?? [];
  const named = format ?? formats.find((each) => each === ending);
  if (named === undefined && /^(xls|xlsm|xlsb|ods|numbers|tsv|tab)$/.test(ending))
    throw createUsageFailure(
      `Tables are written as ${listEndings(formats)}.`,
      `Choose a name that ends with ${listEndings(formats)}.`,
    );
  const chosen = named ?? formats[0];
  if (chosen !== 'csv' && out === undefined && session.world.stdout.isTTY === true)
    throw createUsageFailure(
      'A workbook cannot be shown in a terminal.',
      'Give --out with the name of a file.',
    );
  return {
    format: chosen,
    bom,
    newline,
    formulas: keepFormulas ? ('keep' as const) : ('disarm' as const),
    ...omitUndefined({ prefix }),
  };
}

function listEndings(formats: readonly string[]): string {
  return formats
    .map((each) => `.${each}`)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ');
}

/** The same with the language of the reader. */
export function buildReadableFileQuery(
  session: Session,
  { lang = readLanguage(session.world.env), ...options }: ReadableFileOptions,
) {
  return { ...buildFileQuery(session, options), ...omitUndefined({ lang }) };
}

interface FileAnswer {
  readonly data: unknown;
  readonly headers: Headers;
}

/** Writes a file of the service that is made while it is sent. @returns its size in bytes */
export async function writeFile(
  session: Session,
  { data: stream, headers }: FileAnswer,
  out: string | undefined,
): Promise<number> {
  const { bytes } = await downloadTo(session, stream, { file: out });
  if (out !== undefined) session.note(`Written to ${out}: ${formatQuantity(bytes, 'byte')}.`);
  noteDisarmed(session, Number(headers.get('Disarmed-Cells') ?? 0));
  const missing = Number(headers.get('Missing-Characters') ?? 0);
  if (missing > 0)
    session.note(
      `${formatQuantity(missing, 'character')} of the added cells ${missing === 1 ? 'is' : 'are'} not in the encoding of the file and ${missing === 1 ? 'was' : 'were'} written as 〓; --utf8 writes a file that has all.`,
    );
  return bytes;
}

/** Says how many cells of a file begin with an apostrophe because a spreadsheet would run them. */
export function noteDisarmed(session: Session, cells: number): void {
  if (cells === 0) return;
  const what =
    cells === 1
      ? '1 cell would run as a formula and was'
      : `${formatQuantity(cells, 'cell')} would run as formulas and were`;
  session.note(`${what} disarmed by an apostrophe; --keep-formulas leaves such cells as they are.`);
}

interface Target {
  /** Undefined: stdout. */
  readonly file: string | undefined;
  /** The expected digest; a download that differs is not kept. */
  readonly sha256?: string;
  readonly bytes?: number;
}

/**
 * Writes a download to its file, which appears only when it is complete.
 * @throws CommandFailure if the content does not match the announced size or digest
 */
export async function downloadTo(
  session: Session,
  stream: unknown,
  { file, sha256, bytes: announced }: Target,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const progress = startProgress(session, 'Downloading', announced ?? 0, 'bytes');
  let bytes = 0;
  async function* trackChunks(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      progress.update(bytes);
      yield chunk;
    }
  }
  const source = Readable.fromWeb(stream as ReadableStream<Uint8Array>);
  let broken: Error | undefined;
  source.once('error', (error) => {
    broken = error;
  });
  const receiveFile = async (part: string | null) => {
    if (part === null) await pipeline(source, trackChunks, session.world.stdout, { end: false });
    else await pipeline(source, trackChunks, createWriteStream(part));
    const digest = hash.digest('hex');
    if ((sha256 !== undefined && sha256 !== digest) || (announced !== undefined && announced !== bytes)) {
      throw new CommandFailure(
        exitCodes.unexpected,
        `The download is damaged: received ${formatQuantity(bytes, 'byte')} with SHA-256 ${digest}, but expected ${announced} with ${sha256}.`,
        'Run the command again.',
      );
    }
    return { bytes, sha256: digest };
  };
  try {
    return await (file === undefined ? receiveFile(null) : writeWhole(file, receiveFile));
  } catch (cause) {
    // An error of the file also ends the source, with the same error.
    if (!broken || cause !== broken) throw cause;
    const message = `The download was interrupted after ${formatQuantity(bytes, 'byte')}: ${broken.message}.`;
    throw new CommandFailure(exitCodes.unavailable, message, 'Run the command again.', { cause });
  } finally {
    progress.end();
  }
}
