import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { resultColumns } from '../../src/contract/sources/result-columns.ts';
import { addedNames, detectEarlierExport } from '../../src/features/sources/columns/earlier-export.ts';
import { ExportLines } from '../../src/features/sources/export/export-lines.ts';
import { addColumns } from '../../src/features/sources/export/result-columns.ts';

/** A header, and the cell of the only row. */
type Column = readonly [header: string, cell: string];

const written: Readonly<Record<string, string>> = {
  company_id: 'cn_1180301018771',
  corporate_number: '1180301018771',
  source_row_id: '01a2054e-089a-75af-a200-000193175ea8',
};

interface Options {
  readonly prefix: string | undefined;
  readonly columns: readonly string[];
}

const recognized = (table: readonly Column[]) =>
  detectEarlierExport(
    table.map(([header]) => header),
    (place) => [table[place]?.[1] ?? ''],
  );

/** The table after it was exported. */
function exported(table: readonly Column[], { prefix, columns }: Options): Column[] {
  const headers = table.map(([header]) => header);
  const names = [...new Set([...columns, 'source_row_id'])];
  const added = addColumns(headers, { names, prefix, earlier: recognized(table) });
  const lines = new ExportLines({ headers, reading: null, layout: 'table', added });
  const [header = []] = lines.begin();
  const own = names.map((name) => written[name] ?? 'x');
  const [row = []] = lines.row({ cells: table.map(([, cell]) => cell), file_row: null }, own);
  return header.map((title, at): Column => [title, row[at] ?? '']);
}

const prefix = fc.constantFrom('', 'cd_', 'cd2_', 'CD_', 'x_', '会社_');
const name = fc.constantFrom(...addedNames, 'memo', '名前');
const table: fc.Arbitrary<Column[]> = fc.uniqueArray(
  fc.tuple(
    fc.tuple(prefix, name).map(([start, end]) => start + end),
    fc.constantFrom('', 'C-001', '12', '架空', '01a2054e-089a-45af-a200-000193175ea8'),
  ),
  { minLength: 1, maxLength: 8, selector: ([header]) => header },
);
const options = fc.record({
  prefix: fc.option(prefix, { nil: undefined }),
  columns: fc.subarray([...resultColumns]),
});

describe('columns of the user', () => {
  it('are all there, with their cells, after any number of exports', () => {
    fc.assert(
      fc.property(table, fc.array(options, { minLength: 1, maxLength: 4 }), (given, rounds) => {
        fc.pre(recognized(given) === null);
        let now: readonly Column[] = given;
        for (const each of rounds) {
          now = exported(now, each);
          const headers = now.map(([header]) => header);
          expect(new Set(headers).size).toBe(headers.length);
          expect(now.filter(([header]) => given.some(([own]) => own === header))).toEqual(given);
          expect(now).toHaveLength(given.length + new Set([...each.columns, 'source_row_id']).size);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
