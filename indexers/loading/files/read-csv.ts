import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import type { OperatorError } from '../../operator/operator-error.ts';
import { openBytes } from './archives.ts';
import type { Located } from './read-rows.ts';
import { Decoder } from './read-text.ts';
import { buildDamageError, maxRecordLength, refuseDamage, type SourceFile } from './source-file.ts';

/**
 * Passes text to the parser as long as its records end. The parser's own bound counts only characters of fields, so a line of
 * separators would be unbounded. This one counts all characters, in pieces, so a record may have a few pieces more.
 * @param ended how many records the parser has ended, of whatever kind
 * @throws what `fault` returns, before a record takes much memory
 */
async function* refuseEndless(
  pieces: AsyncIterable<string>,
  ended: () => number,
  fault: () => OperatorError,
): AsyncGenerator<string> {
  let before = 0;
  let length = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += recordPiece) {
      const now = ended();
      if (now !== before) length = 0;
      before = now;
      const part = piece.slice(at, at + recordPiece);
      length += part.length;
      if (length > 2 * maxRecordLength) throw fault();
      yield part;
    }
  }
}

const recordPiece = 1 << 18;

/** All of them at once, because a file that was put together from others can have several. Otherwise the first one counts. */
const endsOfLine = ['\r\n', '\n', '\r'];

/** Faults after which the parser finds no further record. Without an error, rows would be lost silently. */
const endless: ReadonlySet<string | undefined> = new Set(['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE']);

/**
 * The records of a CSV file, in the encoding that its first bytes show. Cells are not trimmed. A record that is not CSV is
 * reported as a fault, without its text, which could have a person's name; reading continues after it.
 * @throws OperatorError when the file ends in the middle of a record, or a record has no end
 */
export async function* readCsv(file: SourceFile): AsyncGenerator<Located<string[]>> {
  const broken: { line: number; fault: string; text: string }[] = [];
  let endlessAt = Number.POSITIVE_INFINITY;
  const parser = parse({
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: maxRecordLength,
    record_delimiter: endsOfLine,
  });
  let skipped = 0;
  parser.on('skip', (error) => {
    skipped += 1;
    const line = error?.lines ?? 0;
    if (endless.has(error?.code)) endlessAt = Math.min(endlessAt, line);
    broken.push({ line, fault: error?.message ?? 'not CSV', text: '' });
  });
  const decoder = new Decoder(file);
  const createTooLongError = () =>
    buildDamageError(
      file,
      `the record of line ${parser.info.lines} has more than ${maxRecordLength >> 20} MiB`,
    );
  const countEnded = () => parser.info.records + parser.info.empty_lines + skipped;
  const feeding = pipeline(
    await openBytes(file),
    decoder,
    (pieces: AsyncIterable<string>) => refuseEndless(pieces, countEnded, createTooLongError),
    parser,
  );
  // A failure also ends the loop below by throwing; without a listener it would end the process.
  feeding.catch(() => undefined);
  const records: AsyncIterable<{ record: string[]; info: { lines: number } }> = parser;
  let columns = 0;
  let last: { line: number; value: string[] } | undefined;
  for await (const { record, info } of refuseDamage(file, records)) {
    // The parser is ahead of this loop: the records before the fault are still valid.
    if (info.lines >= endlessAt) break;
    if (last !== undefined) {
      yield last;
      columns = last.value.length;
    }
    const later = broken.findIndex(({ line }) => line >= info.lines);
    // All of them at once: there can be half a million.
    yield* broken.splice(0, later < 0 ? broken.length : later);
    last = { line: info.lines, value: record };
  }
  if (Number.isFinite(endlessAt))
    throw buildDamageError(file, `the record that begins on line ${(last?.line ?? 0) + 1} has no end`);
  // The last record is yielded only after this check: if a complete list were cut off, the missing rows would be removed.
  if (last !== undefined && last.value.length < columns && !decoder.endsWithLine)
    throw buildDamageError(file, `the last line (${last.line}) is incomplete`);
  if (last !== undefined) yield last;
  yield* broken;
  await feeding;
}
