import { SingleBar } from 'cli-progress';
import { InvalidArgumentError } from 'commander';
import stringWidth from 'string-width';
import { getTokyoDayStart } from '../../src/text/days/calendar.ts';

/** How every command prints its result: as JSON with `--json`, otherwise as lines of text. */
export interface OutputOptions {
  readonly json?: true;
}

const maxResults = 10;
let results: object[] = [];

/** What commands printed since they were forgotten, the last ten. */
export function listPrintedResults(): readonly object[] {
  return results;
}

export function forgetPrintedResults(): void {
  results = [];
}

/** @param lines without those that are false */
export function printResult(
  options: OutputOptions,
  result: object,
  ...lines: readonly (string | false)[]
): void {
  results = [...results, result].slice(-maxResults);
  if (options.json) console.log(JSON.stringify(result));
  else console.log(lines.filter((line) => line !== false).join('\n'));
}

/** Progress is for a person, not for a program that reads the output. */
export function shouldShowProgress(options: OutputOptions): boolean {
  return options.json !== true && process.stderr.isTTY;
}

/**
 * Shows a progress bar to a person while the work runs.
 * @param start the total, and values that the format names
 */
export async function withProgressBar<Result>(
  options: OutputOptions,
  format: string,
  { total, ...values }: { readonly total: number; readonly [name: string]: number },
  work: (update: (done: number, values?: object) => void) => Promise<Result>,
): Promise<Result> {
  if (!shouldShowProgress(options)) return await work(() => undefined);
  const bar = new SingleBar({ format, hideCursor: true });
  bar.start(total, 0, values);
  try {
    return await work((done, values) => bar.update(done, values));
  } finally {
    bar.stop();
  }
}

/** Reads an option that is a whole number of at most `maxDigits` digits. */
export function createWholeNumberParser(maxDigits: number): (text: string) => number {
  return (text) => {
    if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
    if (text.length > maxDigits) throw new InvalidArgumentError(`It must have at most ${maxDigits} digits.`);
    return Number(text);
  };
}

/** Like `wholeNumber`, from 1. */
export function createPositiveNumberParser(maxDigits: number): (text: string) => number {
  return (text) => {
    const number = createWholeNumberParser(maxDigits)(text);
    if (number === 0) throw new InvalidArgumentError('It must be at least 1.');
    return number;
  };
}

/** Cells in columns that are aligned on a terminal, where kanji and kana are two wide; the first row is the header. */
export function formatColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => stringWidth(row[at] ?? '')))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, at) => cell + ' '.repeat(Math.max(0, (widths[at] ?? 0) - stringWidth(cell))))
      .join('  ')
      .trimEnd(),
  );
}

/** A table with a header, or a sentence if it has no rows. */
export function formatTable(
  none: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  if (rows.length === 0) return [none];
  return formatColumns([header, ...rows]);
}

export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** 0.05 is 5.0 %. */
export function formatPercent(ratio: number): string {
  return `${(ratio * 100).toFixed(1)} %`;
}

export function truncateText(text: string, maxLength: number): string {
  if (text.length > maxLength) return `${text.slice(0, maxLength - 1)}…`;
  return text;
}

/** The text as one word of a shell command, whatever is in it. */
export function escapeForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A number as people read it. */
export function formatCount(number: number): string {
  return number.toLocaleString('en');
}

/** Reads an option that is a day in Tokyo or a time. */
export function parseTime(text: string): Date {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const time = isDay ? getTokyoDayStart(text) : new Date(text);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('Give YYYY-MM-DD or an ISO 8601 time.');
  return time;
}
