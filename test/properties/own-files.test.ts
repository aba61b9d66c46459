import * as SheetJs from '@e965/xlsx';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { readXlsx, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import iconv from 'iconv-lite';
import type { FileEncoding, FileSeparator } from '../../src/contract/sources/source-file.ts';
import { canKeepText } from '../../src/features/sources/parsing/text-encoding.ts';
import { changedParts, filledText, filledWorkbook, partsOf, readFile } from '../support/own-files.ts';
import { runs, size } from '../support/size.ts';

/** A cell of a user: a value, or a formula with its result. */
type Value = string | number | boolean | Date | { readonly formula: string; readonly result: number } | null;

const name = fc.constantFrom(
  '株式会社甲',
  'A & B <Inc>',
  '"引用"',
  ' 空白 ',
  '改行\nあり',
  '0123',
  '_x000D_',
  '=1+1',
);
const value: fc.Arbitrary<Value> = fc.oneof(
  { arbitrary: name, weight: 4 },
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc
    .double({ min: -1e6, max: 1e6, noNaN: true, noDefaultInfinity: true })
    .map((number) => Math.round(number * 100) / 100),
  fc.integer({ min: 20_000, max: 60_000 }).map((days) => new Date(Date.UTC(1900, 0, days))),
  fc.integer({ min: 1, max: 99 }).map((factor) => ({ formula: `${factor}*2`, result: factor * 2 })),
);
const table = fc.array(fc.array(value, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 });
const names = fc.subarray(['cd_company_id', 'cd_状態', 'cd_<x>'], { minLength: 1 });
const addedTo = (added: readonly string[], rows: number) =>
  Array.from({ length: rows }, (_, at) => ({
    row: at + 1,
    cells: at === 0 ? added : added.map((column) => `${column} ${at}`),
  }));

/** The header that makes the first line one of texts. */
const headed = (rows: readonly (readonly Value[])[]): Value[][] => [
  ['会社名', '備考'],
  ...rows.map((row) => [...row]),
];

async function madeByHucre(rows: readonly (readonly Value[])[]): Promise<Uint8Array> {
  const cells: NonNullable<WriteSheet['cells']> = new Map();
  const plain = rows.map((row, line) =>
    row.map((cell, column) => {
      if (cell === null || typeof cell !== 'object' || cell instanceof Date) return cell;
      cells.set(`${line},${column}`, {
        type: 'formula',
        formula: cell.formula,
        formulaResult: cell.result,
        style: { numFmt: '#,##0', font: { bold: true } },
      });
      return null;
    }),
  );
  const sheet: WriteSheet = {
    name: '取引先',
    rows: plain,
    cells,
    columns: [{ width: 30 }, { width: 12, hidden: true }],
    merges: [{ startRow: 40, startCol: 0, endRow: 40, endCol: 1 }],
    freezePane: { rows: 1 },
    autoFilter: { range: 'A1:B9' },
    conditionalRules: [
      {
        type: 'cellIs',
        priority: 1,
        operator: 'greaterThan',
        range: 'B2:B9',
        formula: '5',
        style: { font: { bold: true } },
      },
    ],
    dataValidations: [{ type: 'list', range: 'B2:B9', values: ['甲', '乙'] }],
    pageSetup: { orientation: 'landscape' },
    charts: [
      {
        type: 'column',
        title: '売上 > 1',
        series: [{ name: 's', values: '取引先!B2:B4' }],
        anchor: { from: { row: 50, col: 0 } },
      },
    ],
  };
  return writeXlsx({ sheets: [sheet, { name: '別', rows: [['x', 1]] }] });
}

function madeBySheetJs(rows: readonly (readonly Value[])[]): Uint8Array {
  const sheet: SheetJs.WorkSheet = {};
  for (const [line, row] of rows.entries())
    for (const [column, cell] of row.entries()) {
      const at = SheetJs.utils.encode_cell({ r: line, c: column });
      if (cell === null) continue;
      if (cell instanceof Date) sheet[at] = { t: 'd', v: cell, z: 'yyyy-mm-dd' };
      else if (typeof cell === 'object') sheet[at] = { t: 'n', v: cell.result, f: cell.formula };
      else sheet[at] = { t: typeof cell === 'string' ? 's' : typeof cell === 'number' ? 'n' : 'b', v: cell };
    }
  sheet['!ref'] = 'A1:F60';
  sheet['!cols'] = [{ wch: 30 }, { hidden: true }];
  sheet['!merges'] = [{ s: { r: 40, c: 0 }, e: { r: 40, c: 1 } }];
  const book = SheetJs.utils.book_new();
  SheetJs.utils.book_append_sheet(book, sheet, '取引先');
  SheetJs.utils.book_append_sheet(book, SheetJs.utils.aoa_to_sheet([['x', 1]]), '別');
  return SheetJs.write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true });
}

interface ReadCell {
  readonly value: unknown;
  /** Type, formula and format. */
  readonly more: unknown;
}

/** The cells of all sheets with value, type, formula and format, as a library reads them that did not write the file. */
function readBySheetJs(file: Uint8Array): Map<string, ReadCell> {
  const book = SheetJs.read(file, { cellNF: true, cellFormula: true, cellText: false });
  const cells = new Map<string, ReadCell>();
  for (const [sheet, content] of Object.entries(book.Sheets))
    for (const [at, cell] of Object.entries(content)) {
      if (at.startsWith('!')) continue;
      const { t, v, f, z } = cell as SheetJs.CellObject;
      if (t !== 'z') cells.set(`${sheet} ${at}`, { value: v, more: { t, f, z } });
    }
  return cells;
}

async function readByHucre(file: Uint8Array): Promise<Map<string, ReadCell>> {
  const { sheets } = await readXlsx(file, { readStyles: true });
  const cells = new Map<string, ReadCell>();
  for (const { name: sheet, rows, cells: details } of sheets)
    for (const [line, row] of rows.entries())
      for (const [column, cell] of row.entries()) {
        const detail = details?.get(`${line},${column}`);
        if (cell === null && !detail?.formula) continue;
        const at = SheetJs.utils.encode_cell({ r: line, c: column });
        const { formula, formulaResult, type, style } = detail ?? {};
        cells.set(`${sheet} ${at}`, { value: cell, more: { formula, formulaResult, type, style } });
      }
  return cells;
}

const audit = {
  name: 'decisions',
  async *lines() {
    yield [['誰'], ['甲']];
  },
};
const ofFurtherSheet =
  /^(xl\/(worksheets\/sheet[13]|styles|workbook)\.xml|xl\/_rels\/workbook\.xml\.rels|\[Content_Types\]\.xml)$/;

const makers = [
  ['hucre', madeByHucre, readBySheetJs],
  ['SheetJS', async (rows: readonly (readonly Value[])[]) => madeBySheetJs(rows), readByHucre],
] as const;

describe.each(makers)('a workbook made by %s', (_, make, read) => {
  it(
    'comes back with all its cells, and with all its parts but the sheet and its styles',
    async () => {
      await fc.assert(
        fc.asyncProperty(table, names, fc.boolean(), async (rows, added, isAudited) => {
          const given = headed(rows);
          const file = await make(given);
          const { about } = await readFile(file);
          // A line without a cell may not be in the sheet.
          const lines = addedTo(added, given.length).filter(({ row }) =>
            given[row - 1]?.some((cell) => cell !== null),
          );
          const filled = await filledWorkbook(file, { lines }, isAudited ? audit : undefined);
          const [before, after] = [await partsOf(file), await partsOf(filled)];
          for (const part of changedParts(before, after))
            expect(part).toMatch(isAudited ? ofFurtherSheet : /^xl\/(worksheets\/sheet1|styles)\.xml$/);
          const [own, all] = [await read(file), await read(filled)];
          for (const [at, cell] of own) expect([at, all.get(at)]).toEqual([at, cell]);
          expect(all.get('decisions A2')?.value).toBe(isAudited ? '甲' : undefined);
          const isNew = (at: string) => !own.has(at) && !at.startsWith('decisions ');
          const written = [...all].filter(([at]) => isNew(at)).map(([at, { value: text }]) => [at, text]);
          const free = about.free_column ?? 0;
          const expected = lines.flatMap(({ row, cells }) =>
            cells.map((text, at) => [
              `取引先 ${SheetJs.utils.encode_cell({ r: row - 1, c: free - 1 + at })}`,
              text,
            ]),
          );
          expect(Object.fromEntries(written)).toEqual(Object.fromEntries(expected));
        }),
        runs(30, 1000),
      );
    },
    size(60_000, 600_000),
  );
});

/** A table of Excel or a filter over the own columns, which may have one behind those that an export adds. */
async function bookWithRange(isTable: boolean, isTotalled: boolean): Promise<Uint8Array> {
  const columns = [{ name: '会社名' }, { name: '備考' }];
  const rows = [
    ['会社名', '備考'],
    ['株式会社甲', 1],
    ['株式会社乙', 2],
    ...(isTotalled ? [['合計', 3]] : []),
  ];
  const range = `A1:B${rows.length}`;
  const ranged: Partial<WriteSheet> = isTable
    ? { tables: [{ name: '表', columns, range, showTotalRow: isTotalled }] }
    : { autoFilter: { range } };
  return writeXlsx({ sheets: [{ name: '取引先', rows, ...ranged }] });
}

describe('a filter or a table of Excel', () => {
  it('has the columns of each export after another, under their headers', async () => {
    const titles = fc.uniqueArray(fc.constantFrom('状態', '番号', '<&">', 'Name', 'name ', '資本金'), {
      minLength: 1,
      selector: (title) => title.trim().toLowerCase(),
    });
    const exports = fc.array(
      fc
        .tuple(fc.constantFrom('cd_', '照合_', 'Match: '), titles)
        .map(([prefix, list]) => list.map((title) => prefix + title)),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(exports, fc.boolean(), fc.boolean(), async (rounds, isTable, isTotalled) => {
        let file = await bookWithRange(isTable, isTotalled);
        const bottom = isTotalled ? 4 : 3;
        let before: readonly string[] = [];
        for (const headers of rounds) {
          const width = Math.max(before.length, headers.length);
          const columns = Array.from({ length: width }, (_, at) => 3 + at);
          const lines = [1, 2, 3].map((row) => ({
            row,
            cells: row === 1 ? headers : headers.map(() => 'x'),
          }));
          file = await filledWorkbook(file, { lines, columns, freeColumn: 3 + before.length });
          // A table keeps the order of those that it has.
          const kept = isTable ? before.filter((header) => headers.includes(header)) : [];
          before = [...new Set([...kept, ...headers])];
          const parts = await partsOf(file);
          const named = [...parts.keys()].find((part) => part.startsWith('xl/tables/'));
          const xml = String(parts.get(isTable ? (named ?? '') : 'xl/worksheets/sheet1.xml'));
          const last = SheetJs.utils.encode_col(1 + headers.length);
          const filter = `A1:${last}${isTable && isTotalled ? bottom - 1 : bottom}`;
          expect(/<autoFilter ref="([^"]*)"/.exec(xml)?.[1]).toBe(filter);
          const { sheets } = await readXlsx(file);
          expect(sheets[0]?.rows[0]?.filter((cell) => cell !== null && cell !== '')).toEqual([
            '会社名',
            '備考',
            ...before,
          ]);
          if (!isTable) continue;
          expect(sheets[0]?.tables?.[0]).toMatchObject({
            range: `A1:${last}${bottom}`,
            columns: ['会社名', '備考', ...before].map((name) => ({ name })),
          });
        }
      }),
      runs(30, 1000),
    );
  });
});

const encodings: readonly FileEncoding[] = ['utf-8', 'cp932', 'euc-jp', 'utf-16le', 'utf-16be'];
const separators: Readonly<Record<FileSeparator, string>> = {
  comma: ',',
  tab: '\t',
  semicolon: ';',
  pipe: '|',
};
const cell = fc.oneof(
  fc.constantFrom(
    '',
    '株式会社表示',
    'ソ能',
    '"',
    'a"b',
    '改\n行',
    '改\r\n行',
    ' 空白 ',
    'A&amp;B',
    '-5',
    '０',
  ),
  fc.string({ unit: fc.constantFrom('あ', 'ア', ',', '\t', ';', '|', '"', 'a', '\n', '表'), maxLength: 5 }),
);
const sheet = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });

describe('a text', () => {
  it('comes back with all its cells, and with the bytes of all lines into which nothing is written', async () => {
    await fc.assert(
      fc.asyncProperty(
        sheet,
        fc.constantFrom(...encodings),
        fc.constantFrom(...(Object.keys(separators) as FileSeparator[])),
        fc.constantFrom('\r\n', '\n', '\r'),
        fc.boolean(),
        fc.boolean(),
        async (rows, encoding, separator, newline, quotesAll, endsLine) => {
          fc.pre(canKeepText(encoding, separator));
          const sign = separators[separator];
          const quoted = (text: string) =>
            quotesAll || /["\n\r]/.test(text) || text.includes(sign)
              ? `"${text.replaceAll('"', '""')}"`
              : text;
          const records = rows.map((row) => row.map(quoted).join(sign));
          const text = records.join(newline) + (endsLine ? newline : '');
          fc.pre(endsLine || records.at(-1) !== '');
          const file = iconv.encode(text, encoding);
          const width = Math.max(...rows.map((row) => row.length));
          // Every second line is one of the table.
          const lines = rows.flatMap((_, at) =>
            at % 2 === 0 ? [{ row: at + 1, cells: [`欄 ${at}`, 'x'] }] : [],
          );
          const written = await filledText(file, width + 1, { lines, encoding, separator, formulas: 'keep' });
          const back = iconv.decode(written, encoding);
          expect(iconv.encode(back, encoding)).toEqual(written);
          const isQuoted = rows[0]?.every((each) => quoted(each) !== each) ?? false;
          const asNew = (each: string) => (isQuoted ? `"${each}"` : each);
          const expected = records.map((record, at) => {
            if (at % 2 === 1) return record;
            const missing = Array.from({ length: width - (rows[at]?.length ?? 0) }, () => '');
            return [record, ...[...missing, `欄 ${at}`, 'x'].map(asNew)].join(sign);
          });
          expect(back).toBe(expected.join(newline) + (endsLine ? newline : ''));
          const options = { delimiter: sign, relax_column_count: true, record_delimiter: newline };
          if (rows.every((row) => row.length > 1 || row[0] !== ''))
            expect(
              parse(back, options).map((row: string[], at: number) => row.slice(0, rows[at]?.length)),
            ).toEqual(rows);
        },
      ),
      runs(300, 10_000),
    );
  });
});
