import { describe, expect, it } from '@jest/globals';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { readDelimited } from '../../src/features/sources/parsing/delimited-text.ts';
import { isBlankLine } from '../../src/features/sources/parsing/sheet-lines.ts';
import { findTable } from '../../src/features/sources/parsing/table/find-table.ts';
import { nameColumns } from '../../src/features/sources/parsing/table/table-headers.ts';
import { decodeText } from '../../src/features/sources/parsing/text-encoding.ts';
import { normalizeText } from '../../src/text/letters/normalize.ts';

const words = [
  '',
  ' ',
  '合計',
  '※',
  '会社名',
  '株式会社A',
  '東京都港区1-1',
  '1,200',
  '以上',
  '千円',
  '2026-04-01',
  'a\nb',
  '"',
];
const cell = fc.oneof(
  fc.constantFrom(...words),
  fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ';', '\t', '社', '1', ' '), maxLength: 6 }),
);
const sheet = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 });

describe('a text file', () => {
  it('has the cells that another program wrote, whatever they contain', () => {
    fc.assert(
      fc.property(sheet, fc.constantFrom('\r\n', '\n'), (lines, lineEnd) => {
        const text = stringify(lines, { quoted: true, record_delimiter: lineEnd });
        const read = readDelimited(text, 1000, 'comma').lines;
        const kept = lines.slice(0, read.length);
        expect(read.map(({ cells }) => cells)).toEqual(kept);
        expect(lines.slice(read.length).every(isBlankLine)).toBe(true);
        expect(read.map(({ row }) => row)).toEqual(kept.map((_, at) => at + 1));
      }),
    );
  });

  it('is decoded to what was encoded', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('会', '社', 'ア', 'あ', ',', 'a', '\n'), minLength: 1 }),
        (text) => {
          expect(decodeText(new Uint8Array(Buffer.from(text))).text).toBe(text);
          expect(decodeText(new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))).text).toBe(text);
        },
      ),
    );
  });
});

describe('a sheet', () => {
  it('loses no line: each with a value is the header, a row, or set aside', () => {
    fc.assert(
      fc.property(sheet, (given) => {
        const lines = given.map((cells, at) => ({ row: at + 1, cells }));
        const filled = lines.filter(({ cells }) => !isBlankLine(cells));
        fc.pre(filled.length > 0);
        const found = findTable(lines);
        const places = [
          ...(found.headerRow === null ? [] : [found.headerRow]),
          ...found.rows.map(({ row }) => row),
          ...found.setAside.filter(({ kind }) => kind !== 'blank').map(({ file_row }) => file_row),
        ];
        expect(places.toSorted((a, b) => a - b)).toEqual(filled.map(({ row }) => row));
        const last = filled.at(-1)?.row ?? 1;
        // A workbook has no cells for blank lines, and an export writes them back all the same.
        const sparse = findTable(filled);
        const all = [
          ...(sparse.headerRow === null ? [] : [sparse.headerRow]),
          ...sparse.rows.map(({ row }) => row),
          ...sparse.setAside.map(({ file_row }) => file_row),
        ];
        expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: last }, (_, at) => at + 1));
        // Without the guesses, every line is a row.
        expect(findTable(lines, { headerRow: 0, lastRow: last, keep: ['total'] }).rows).toEqual(filled);
      }),
    );
  });

  it('has a header of its own for each column', () => {
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 8 }), fc.array(cell, { maxLength: 10 }), (header, cells) => {
        const { headers } = nameColumns({ header, rows: [{ row: 2, cells }] });
        const keys = headers.map(normalizeText);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys).not.toContain('');
      }),
    );
  });
});
