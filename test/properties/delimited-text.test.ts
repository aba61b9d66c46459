import { describe, expect, it } from '@jest/globals';
import { CsvError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { ServiceError } from '../../src/contract/errors.ts';
import { readDelimited } from '../../src/features/sources/parsing/delimited-text.ts';
import { runs } from '../support/size.ts';

const piece = fc.constantFrom('"', '""', ',', '\n', '\r', '\r\n', 'a', 'あ', ' ', '=', '\t', ';');
const text = fc.array(piece, { minLength: 1, maxLength: 30 }).map((pieces) => pieces.join(''));

/** The lines that the parser of the package reads; null if a quotation mark is not closed. */
function parsed(given: string): string[][] | null {
  try {
    return parse(given, {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
    });
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

describe('a text with separators', () => {
  it('has the cells that csv-parse reads in it, however its quotation marks are', () => {
    fc.assert(
      fc.property(text, (given) => {
        const lines = parsed(given);
        let read: readonly (readonly string[])[];
        try {
          read = readDelimited(given, 1_000, 'comma').lines.map(({ cells }) => cells);
        } catch (error) {
          // A quoted cell that has swallowed lines is refused, too.
          const isUnbalanced = lines?.flat().some((cell) => cell.startsWith('"') && /[\n\r]/.test(cell));
          expect(error).toBeInstanceOf(ServiceError);
          expect(lines === null || isUnbalanced).toBe(true);
          return;
        }
        const end = (lines ?? []).findLastIndex((cells) => !isBlank(cells)) + 1;
        expect(read).toEqual(lines?.slice(0, end));
      }),
      runs(1_000, 100_000),
    );
  });
});
