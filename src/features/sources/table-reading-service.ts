import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { ServiceError } from '../../contract/errors.ts';
import type { TableLine } from './choice-table.ts';

/** Pieces small enough that parsing one does not block other requests. */
const pieceLength = 64 * 1024;

/**
 * The lines of a CSV file as a spreadsheet saved it: UTF-8, UTF-16 or CP932; commas, semicolons or tabs.
 * @throws ServiceError invalid_request for a file that is no such text
 */
export async function readTable(bytes: Uint8Array): Promise<TableLine[]> {
  const text = decoded(bytes);
  const lines: TableLine[] = [];
  const parser = Readable.from(pieces(text)).pipe(
    parse({ delimiter: delimiterOf(text), relax_column_count: true, skip_empty_lines: false }),
  );
  try {
    let line = 0;
    for await (const cells of parser as AsyncIterable<string[]>) {
      line += 1;
      lines.push({ line, cells });
    }
  } catch (cause) {
    if (cause instanceof CsvError) throw unreadable(`line ${lines.length + 1}`, 'is not valid CSV', cause);
    throw cause;
  }
  return lines;
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b)
    throw unreadable('(root)', 'is a workbook; save it as CSV and send that file');
  const encodings =
    first === 0xff && second === 0xfe
      ? ['utf-16le']
      : first === 0xfe && second === 0xff
        ? ['utf-16be']
        : ['utf-8', 'shift_jis'];
  for (const encoding of encodings) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next encoding may fit.
    }
  }
  throw unreadable('(root)', 'must be text in UTF-8, UTF-16 or CP932');
}

/** The character beside a column that every such table has. */
function delimiterOf(text: string): string {
  const header = /cd_source_row_id"?([,;\t])|([,;\t])"?cd_source_row_id/i.exec(text);
  return header?.[1] ?? header?.[2] ?? ',';
}

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength);
}

function unreadable(field: string, message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_request', {
    message: `The table cannot be read: ${field === '(root)' ? 'the body' : field} ${message}.`,
    details: [{ field, message }],
    cause,
  });
}
