import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type ExportLanguage,
  exportLanguages,
  getColumnTitle,
  type ResultColumn,
  resultColumns,
} from '../../src/contract/sources/columns/result-columns.ts';
import { detectColumns } from '../../src/features/sources/columns/detect-columns.ts';
import { detectEarlierExport, listAddedTitles } from '../../src/features/sources/columns/earlier-export.ts';
import { ExportLines } from '../../src/features/sources/export/export-lines.ts';
import { addColumns } from '../../src/features/sources/export/result-columns.ts';

/** A header, and the cell of the only row. */
type Column = readonly [header: string, cell: string];

const written: Readonly<Partial<Record<ResultColumn, string>>> = {
  company_id: 'cn_1180301018771',
  corporate_number: '1180301018771',
  source_row_id: '01a2054e-089a-75af-a200-000193175ea8',
};

interface Options {
  readonly prefix: string | undefined;
  readonly language: ExportLanguage;
  readonly columns: readonly ResultColumn[];
}

const recognized = (table: readonly Column[]) =>
  detectEarlierExport(
    table.map(([header]) => header),
    (place) => [table[place]?.[1] ?? ''],
  );

const withRowId = (columns: readonly ResultColumn[]) => [...new Set([...columns, 'source_row_id' as const])];

/** The table after it was exported. */
function exported(table: readonly Column[], { prefix, language, columns }: Options): Column[] {
  const headers = table.map(([header]) => header);
  const names = withRowId(columns);
  const titles = names.map((name) => getColumnTitle(name, language));
  const added = addColumns(headers, { titles, language, prefix, earlier: recognized(table) });
  const lines = new ExportLines({ headers, reading: null, layout: 'table', added });
  const [header = []] = lines.begin();
  const own = names.map((name) => written[name] ?? 'x');
  const [row = []] = lines.row({ cells: table.map(([, cell]) => cell), file_row: null }, own);
  return header.map((title, at): Column => [title, row[at] ?? '']);
}

const prefix = fc.constantFrom('', 'cd_', 'cd2_', 'CD_', 'x_', '会社_', '照合_', '照合2_', 'Match: ');
const title = fc.constantFrom(
  ...exportLanguages.flatMap((language) => [...listAddedTitles(language)]),
  'memo',
  '名前',
);
const table: fc.Arbitrary<Column[]> = fc.uniqueArray(
  fc.tuple(
    fc.tuple(prefix, title).map(([start, end]) => start + end),
    fc.constantFrom('', 'C-001', '12', '架空', '1180301018771', '01a2054e-089a-45af-a200-000193175ea8'),
  ),
  { minLength: 1, maxLength: 8, selector: ([header]) => header },
);
const options: fc.Arbitrary<Options> = fc.record({
  prefix: fc.option(prefix, { nil: undefined }),
  language: fc.constantFrom(...exportLanguages),
  columns: fc.subarray([...resultColumns]),
});

describe('columns of the user', () => {
  it('are all there, with their cells, after any number of exports in any language', () => {
    fc.assert(
      fc.property(table, fc.array(options, { minLength: 1, maxLength: 4 }), (given, rounds) => {
        fc.pre(recognized(given) === null);
        let now: readonly Column[] = given;
        for (const each of rounds) {
          now = exported(now, each);
          const headers = now.map(([header]) => header);
          expect(new Set(headers).size).toBe(headers.length);
          expect(now.filter(([header]) => given.some(([own]) => own === header))).toEqual(given);
          expect(now).toHaveLength(given.length + withRowId(each.columns).length);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('columns of an earlier export', () => {
  it('are recognised in each language, never mapped, and replaced in their place by those of any language', () => {
    const own = ['取引先', 'メモ'].map((header): Column => [header, '架空']);
    fc.assert(
      fc.property(options, options, (one, other) => {
        const once = exported(own, one);
        expect(recognized(once)?.columns?.language).toBe(one.language);
        const rows = [once.map(([, cell]) => cell)];
        const headers = once.map(([header]) => header);
        const detected = detectColumns(headers, rows).map(({ header }) => header);
        expect(detected.filter((header) => header !== '取引先')).toEqual([]);
        // The same export again changes nothing, under whatever prefix it got.
        expect(exported(once, { ...one, prefix: undefined })).toEqual(once);
        const later: Column[] = [...once, ['later', 'y']];
        const again = exported(later, other).map(([header]) => header);
        expect([again.slice(0, 2), again.at(-1)]).toEqual([['取引先', 'メモ'], 'later']);
        expect(again).toHaveLength(3 + withRowId(other.columns).length);
      }),
      { numRuns: 100 },
    );
  });
});
