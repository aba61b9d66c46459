import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { byteOrderMark, CsvLines, type Newline, newlines } from '../../tables/csv.ts';
import { mayRunAsFormula } from '../../tables/formula-cells.ts';
import { createCsvStream, createWorkbookStream } from '../../tables/table-stream.ts';
import { runs } from '../support/size.ts';
import { readCsv } from '../support/strict-csv.ts';
import { readWorkbook } from '../support/written-workbook.ts';

type Table = readonly (readonly string[])[];

/** Everything that has broken a table once, beside any text. */
const awkward = [
  '',
  ' ',
  '"',
  '""',
  ',',
  '\n',
  '\r',
  '\r\n',
  'a\nb',
  'a\rb',
  '"a\r\n"',
  '\ufeff',
  '\ufeffa',
  '\t',
  "'",
  ';',
  '\u2028',
  '\u0085',
  '\\',
  '\\"',
  '#',
  '0123',
  '-1,000',
  '株式会社',
  '𠮷',
  '_x000D_',
  '&<>]]>',
  '\u0001',
  '\ufffe',
];
/** The service refuses U+0000 and unpaired surrogates when a table is imported. */
const storable = fc
  .string({ unit: 'binary', maxLength: 12 })
  .filter((text) => !/\0|\p{Surrogate}/u.test(text));
const cell = fc.oneof(
  storable,
  fc.constantFrom(...awkward),
  fc.array(fc.constantFrom(...awkward), { maxLength: 4 }).map((parts) => parts.join('')),
);
const tables = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
  );
const keep = { formulas: 'keep' } as const;

const withCsvParse = (text: string, newline: Newline) =>
  parse(text, { record_delimiter: newlines[newline], skip_empty_lines: false, bom: true }) as string[][];

const hasPython = spawnSync('python3', ['-c', 'import csv']).status === 0;
/** Python's reader takes any line break outside of quotes, which shows whether all of them are quoted. */
const python = `
import csv, io, json, sys
csv.field_size_limit(10**9)
for line in sys.stdin:
    print(json.dumps(list(csv.reader(io.StringIO(json.loads(line), newline=''), strict=True))))
`;
const forPython: { readonly text: string; readonly table: Table }[] = [];

describe('a table written as CSV', () => {
  it.each(['crlf', 'lf'] as const)('is read as the same cells, with %s', (newline) => {
    fc.assert(
      fc.property(tables, (table) => {
        const text = new CsvLines({ newline, ...keep }).renderLines(table);
        expect(withCsvParse(text, newline)).toEqual(table);
        expect(readCsv(text)).toEqual(table);
        forPython.push({ text, table });
      }),
      runs(500, 20_000),
    );
  });

  (hasPython ? it : it.skip)("is read as the same cells by Python's reader", () => {
    const input = forPython.map(({ text }) => JSON.stringify(text)).join('\n');
    const { stdout, stderr } = spawnSync('python3', ['-c', python], {
      input,
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    expect(stderr).toBe('');
    const read = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(read).toEqual(forPython.map(({ table }) => table));
  });

  it('keeps a byte order mark in its first cell apart from that of the file', async () => {
    const table = [['\ufeffname', 'x']];
    for (const bom of [false, true]) {
      const style = { bom, newline: 'crlf', ...keep } as const;
      const text = Buffer.concat(await createCsvStream(pieces(table), style).toArray()).toString();
      expect(text.startsWith(byteOrderMark)).toBe(bom);
      expect(withCsvParse(text, 'crlf')).toEqual(table);
    }
  });

  it('changes only cells that would run, and counts them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(cell, fc.constantFrom('=1+1', '-5', '@SUM(1)')), { minLength: 2 }),
        (cells) => {
          const csv = new CsvLines({ newline: 'crlf', formulas: 'disarm' });
          const [read = []] = withCsvParse(csv.renderLines([cells]), 'crlf');
          expect(read).toEqual(cells.map((each) => (mayRunAsFormula(each) ? `'${each}` : each)));
          expect(read.some(mayRunAsFormula)).toBe(false);
          expect(csv.disarmedCells).toBe(cells.filter(mayRunAsFormula).length);
        },
      ),
      runs(500, 20_000),
    );
  });

  it('does not take long for a cell made to be slow', () => {
    const slow = ['|', '-a', '- ', '-(', "-'", '-A1 ', '="', '-\\', '\t', '-!', '-a '].map((part) =>
      `-${part.repeat(10_000)}`.slice(0, 10_000),
    );
    const before = performance.now();
    for (const each of [...slow, `=${'"'.repeat(9_998)}x`]) mayRunAsFormula(each);
    expect(performance.now() - before).toBeLessThan(500);
  });
});

async function* pieces(table: Table) {
  yield table;
}

describe('a table written as a workbook', () => {
  const written = async (table: Table, name = 'sheet') =>
    readWorkbook(
      Buffer.concat(await createWorkbookStream([{ name, lines: () => pieces(table) }]).toArray()),
      table[0]?.length,
    );

  it('has the same cells, all as text', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (table) => {
        expect((await written(table)).lines).toEqual(table);
      }),
      runs(100, 2_000),
    );
  });

  it('cuts what Excel cannot have in a cell, between characters', async () => {
    const { lines } = await written([['a'.repeat(32_767), 'a'.repeat(32_768), `${'a'.repeat(32_765)}𠮷b`]]);
    expect(lines[0]?.map(({ length }) => length)).toEqual([32_767, 32_767, 32_766]);
    expect(lines[0]?.[2]?.endsWith('a…')).toBe(true);
  });

  it.each([
    ['取引先', '取引先'],
    ["'a/b\\c?d*e[f]g:h'", 'a b c d e f g h'],
    ['x'.repeat(40), `${'x'.repeat(30)}…`],
    ['[]', 'Sheet1'],
    ['History', 'Sheet1'],
    ['a & "b" <c>', 'a & "b" <c>'],
  ])('has a sheet name that Excel accepts: %s', async (name, expected) => {
    expect((await written([['x']], name)).sheet).toBe(expected);
  });

  it('has the same bytes each time', async () => {
    const bytes = async () =>
      Buffer.concat(await createWorkbookStream([{ name: 'b', lines: () => pieces([['a']]) }]).toArray());
    const [one, other] = [await bytes(), await bytes()];
    expect(one.equals(other)).toBe(true);
  });

  it('ends with the error of its lines', async () => {
    async function* broken() {
      yield [['a']];
      throw new Error('gone');
    }
    await expect(createWorkbookStream([{ name: 'x', lines: () => broken() }]).toArray()).rejects.toThrow(
      'gone',
    );
    await expect(createCsvStream(broken(), { bom: true, newline: 'lf', ...keep }).toArray()).rejects.toThrow(
      'gone',
    );
  });
});

afterAll(() => {
  forPython.length = 0;
});
