import { describe, expect, it } from '@jest/globals';
import { maxReturnedHeaders, maxSourceHeaders } from '../../src/contract/limits.ts';
import {
  exportLanguages,
  getColumnKind,
  getColumnTitle,
  resultColumnGroups,
  resultColumns,
  selectColumns,
} from '../../src/contract/sources/columns/result-columns.ts';
import type { SourceFileReport } from '../../src/contract/sources/source-file.ts';
import { detectEarlierExport, listAddedTitles } from '../../src/features/sources/columns/earlier-export.ts';
import { ExportLines } from '../../src/features/sources/export/export-lines.ts';
import { addColumns } from '../../src/features/sources/export/result-columns.ts';
import { assuranceOf } from '../../src/features/sources/records/row-assurance.ts';
import { readProjectFile } from '../support/compose.ts';

const names = ['company_id', 'legal_name', 'source_row_id'] as const;

/** What an export writes into its columns, and what a table of the user could have there. */
const written = {
  company_id: 'cn_1180301018771',
  corporate_number: '1180301018771',
  source_row_id: '01a2054e-089a-75af-a200-000193175ea8',
};
type Cells = Readonly<Record<string, string>>;
const ofExport: Cells = Object.fromEntries(
  ['', 'cd_', 'cd2_', 'cd7_', 'x_', 'x2_', 'crm ', '会社_'].flatMap((prefix) =>
    Object.entries(written).map(([name, cell]) => [prefix + name, cell] as const),
  ),
);
const recognized = (headers: readonly string[], cells = ofExport) =>
  detectEarlierExport(headers, (place) => ['', cells[headers[place] ?? ''] ?? '', null]);
const added = (headers: readonly string[], prefix?: string, cells?: Cells) =>
  addColumns(headers, { titles: names, prefix, earlier: recognized(headers, cells) });

/** The headers of an export of a table with these headers. */
function exported(headers: readonly string[], prefix?: string, cells?: Cells): readonly string[] {
  const columns = added(headers, prefix, cells);
  return (
    new ExportLines({ headers, reading: null, layout: 'table', added: columns }).begin().next().value ?? []
  );
}

describe('the columns that an export adds', () => {
  it('follow those of the user', () => {
    expect(exported(['a', 'b'])).toEqual(['a', 'b', 'cd_company_id', 'cd_legal_name', 'cd_source_row_id']);
  });

  it.each(exportLanguages)('fit beside as many as a table may have when it comes back (%j)', (language) => {
    expect(maxReturnedHeaders - maxSourceHeaders).toBeGreaterThanOrEqual(listAddedTitles(language).size);
  });

  it('take the next prefix that is free if a header of the user meets theirs', () => {
    expect(added(['cd_legal_name']).headers[0]).toBe('cd2_company_id');
    expect(added(['cd_legal_name', 'ｃｄ2_legal_name']).headers[0]).toBe('cd3_company_id');
    expect(added(['x_legal_name'], 'x_').headers[0]).toBe('x2_company_id');
    expect(added(['legal_name'], '').headers[0]).toBe('cd_company_id');
    expect(added(['legal_name', 'cd_legal_name'], '').headers[0]).toBe('cd2_company_id');
    expect(added(['company'], '').headers[0]).toBe('company_id');
  });

  it.each([undefined, 'crm ', '', '会社_', 'cd7_'])(
    'are replaced in their place when an export is exported again, with prefix %j',
    (prefix) => {
      const once = exported(['a', 'b'], prefix);
      expect(exported(once)).toEqual(once);
      const edited = [...once, 'a later column'];
      expect(exported(edited)).toEqual(edited);
      expect(added(edited)).toMatchObject({ before: [0, 1], after: [5] });
      const begin = prefix ?? 'cd_';
      expect(recognized(once)).toEqual({
        columns: { prefix: begin, language: null },
        naming: { company_id: `${begin}company_id` },
        rowIds: `${begin}source_row_id`,
      });
    },
  );

  it('are replaced by others under a new prefix', () => {
    expect(exported(exported(['a']), 'x_')).toEqual(['a', 'x_company_id', 'x_legal_name', 'x_source_row_id']);
  });

  it('leave a column of the user alone that only looks like theirs', () => {
    expect(recognized(['cd_address', 'cd_number', 'address', 'company'])).toBeNull();
    const once = exported(['cd_number', 'cd_legal_name']);
    expect(once).toEqual([
      'cd_number',
      'cd_legal_name',
      'cd2_company_id',
      'cd2_legal_name',
      'cd2_source_row_id',
    ]);
    expect(exported(once)).toEqual(once);
    expect(recognized(once)?.columns?.prefix).toBe('cd2_');
  });

  it.each([
    [['name', 'cd_company_id'], { cd_company_id: 'C-001' }],
    [['name', 'cd_corporate_number'], { cd_corporate_number: '12345' }],
    [['source_row_id', 'name', 'address', 'website'], { source_row_id: '17' }],
    [['source_row_id', 'website'], { source_row_id: '01a2054e-089a-45af-a200-000193175ea8' }],
    [['crm_source_row_id', 'crm_website'], { crm_source_row_id: 'A-1' }],
    [['CD_Company_ID', 'ｃｄ＿legal_name'], {}],
  ])('leave the columns %j of the user alone, whose cells no export writes', (headers, own: Cells) => {
    const cells = { ...ofExport, ...own };
    const once = exported(headers, undefined, cells);
    expect(once.slice(0, headers.length)).toEqual(headers);
    expect(once).toHaveLength(headers.length + names.length);
    expect(exported(once, undefined, cells)).toEqual(once);
  });

  it.each([
    [['name', 'cd_website'], undefined],
    [['name', 'city', 'status'], ''],
    [['name', 'website'], ''],
    [['name', 'x_employees', 'x_Address'], 'x_'],
  ])(
    'leave the columns %j of the user alone when the export comes back, with prefix %j',
    (headers, prefix) => {
      const once = exported(headers, prefix);
      expect(once.slice(0, headers.length)).toEqual(headers);
      expect(exported(once)).toEqual(once);
    },
  );

  it('leave columns of a List alone that only a List has', () => {
    const ofList = ['name', 'cd_row_id', 'cd_company_id', 'cd_legal_name', 'cd_employees'];
    expect(exported(ofList)).toEqual([
      'name',
      'cd_row_id',
      'cd_company_id',
      'cd_legal_name',
      'cd_source_row_id',
      'cd_employees',
    ]);
  });

  it('are recognised by one of them that says which company or row it is', () => {
    expect(recognized(['a', 'cd_company_id'])).toEqual({
      columns: { prefix: 'cd_', language: null },
      naming: { company_id: 'cd_company_id' },
      rowIds: null,
    });
    expect(recognized(['cd2_corporate_number'])).toEqual({
      columns: { prefix: 'cd2_', language: null },
      naming: { corporate_number: 'cd2_corporate_number' },
      rowIds: null,
    });
    expect(recognized(['cd_company_id'], {})?.columns?.prefix).toBe('cd_');
  });

  it('name companies under any prefix, but are then columns of the user', () => {
    const headers = ['row_id', 'company_id', 'corporate_number', 'city'];
    expect(recognized(headers)).toEqual({
      columns: null,
      naming: { company_id: 'company_id' },
      rowIds: null,
    });
    expect(exported(headers)).toEqual([...headers, 'cd_company_id', 'cd_legal_name', 'cd_source_row_id']);
    expect(recognized(headers, { company_id: 'C-1' })).toBeNull();
    expect(recognized(['x_row_id', 'x_company_id'])?.naming).toEqual({ company_id: 'x_company_id' });
    expect(recognized(['x_company_id'])).toBeNull();
  });

  it('never name a candidate', () => {
    const headers = ['name', 'cd_candidate_1_company_id', 'cd_candidate_company_id', 'cd_source_row_id'];
    const cells = Object.fromEntries(headers.map((header) => [header, written.company_id]));
    expect(recognized(headers, { ...cells, ...ofExport })).toEqual({
      columns: { prefix: 'cd_', language: null },
      naming: {},
      rowIds: 'cd_source_row_id',
    });
  });

  it('are chosen by names and groups, in the given order, with the id of the row', () => {
    expect(selectColumns(['legal_name', 'match', 'legal_name'])).toEqual([
      'legal_name',
      'resolve_status',
      'match_rule',
      'reason',
      'assurance',
      'decision',
      'issues',
      'resolve_set_aside',
      'source_row_id',
    ]);
    expect(selectColumns(['all'])).toEqual(resultColumns);
    expect(selectColumns(Object.keys(resultColumnGroups)).toSorted()).toEqual([...resultColumns].sort());
  });

  it('are numbers and days as docs/sources.md lists them, identifiers never', () => {
    const listed = (kind: string) =>
      resultColumns
        .filter((column) => getColumnKind(column) === kind)
        .map((column) => `\`${column}\``)
        .join(', ');
    const page = readProjectFile('docs/sources.md').replaceAll(/\s+/g, ' ');
    expect(page).toContain(`added up and sorted: ${listed('number')}; ${listed('day')}. All other`);
    for (const column of resultColumns)
      if (/(_id|_number|_code)$/.test(column)) expect(getColumnKind(column)).toBe('text');
  });

  it('are at most 15 without a choice', () => {
    expect(selectColumns([]).length).toBeLessThanOrEqual(15);
    expect(new Set([...resultColumns, ...selectColumns([])]).size).toBe(resultColumns.length);
  });

  it.each(exportLanguages)('have titles of their own in each language: %j', (language) => {
    const titles = resultColumns.map((column) => getColumnTitle(column, language));
    expect(new Set(titles).size).toBe(titles.length);
  });
});

describe('the lines of an export', () => {
  const line = (file_row: number, kind: 'title' | 'blank' | 'units' | 'total', ...cells: string[]) => ({
    file_row,
    kind,
    cells,
  });
  const reading = {
    file_type: 'csv' as const,
    encoding: 'utf-8' as const,
    byte_order_mark: false,
    separator: 'comma' as const,
    sheet: null,
    sheets: [],
    free_column: null,
    header_row: 3,
    last_row: 6,
    renamed_headers: [{ place: 2, header: '(column 2)', given: '' }],
    set_aside: [
      line(1, 'title', '取引先一覧'),
      line(2, 'blank'),
      line(4, 'units', '', '千円'),
      line(7, 'total', '合計', '3', '', 'beyond'),
    ],
    set_aside_counts: { title: 1, header: 0, blank: 1, units: 1, total: 1, note: 0, left_out: 0 },
    remarks: [],
  } satisfies SourceFileReport;
  const table = { headers: ['name', '(column 2)', 'c'], reading, added: added(['name', '(column 2)', 'c']) };
  const rows = [
    { cells: ['a', '1', null], file_row: 5 },
    { cells: ['b', '2', 'x'], file_row: 6 },
  ];
  const linesOf = (layout: 'file' | 'table') => {
    const lines = new ExportLines({ ...table, layout });
    return [
      ...lines.begin(),
      ...rows.flatMap((row) => [...lines.row(row, ['id', 'N', 'r'])]),
      ...lines.end(),
    ];
  };

  it('are those of the file, in their places, with its own headers, all of one width', () => {
    expect(linesOf('file')).toEqual([
      ['取引先一覧', '', '', '', '', '', ''],
      ['', '', '', '', '', '', ''],
      ['name', '', 'c', 'cd_company_id', 'cd_legal_name', 'cd_source_row_id', ''],
      ['', '千円', '', '', '', '', ''],
      ['a', '1', '', 'id', 'N', 'r', ''],
      ['b', '2', 'x', 'id', 'N', 'r', ''],
      ['合計', '3', '', '', '', '', 'beyond'],
    ]);
  });

  it('have a header below the title if the file has none', () => {
    const noHeader = { ...reading, header_row: null };
    const lines = new ExportLines({ ...table, reading: noHeader, layout: 'file' });
    expect([...lines.begin()].map(([first, second]) => [first, second])).toEqual([
      ['取引先一覧', ''],
      ['', ''],
      ['name', '(column 2)'],
    ]);
  });

  it('are only header and rows on request', () => {
    expect(linesOf('table').map(([first]) => first)).toEqual(['name', 'a', 'b']);
    expect(linesOf('table')[0]?.[1]).toBe('(column 2)');
  });
});

describe('how sure a match is', () => {
  const candidate = (...stages: string[]) =>
    ({ company_id: 'cn_1', matched_by: stages.map((stage) => ({ stage })) }) as never;
  const row = { company_id: 'cn_1', decision: null, reason: null, assurance: null } as const;

  it.each([
    ['identifier', { ...row, candidates: [candidate('identifier', 'exact_name')] }],
    ['name_and_place', { ...row, candidates: [candidate('exact_name', 'hint')] }],
    ['name_in_incomplete_register', { ...row, candidates: [candidate('exact_name')] }],
    [
      'remembered',
      { ...row, reason: 'remembered', candidates: [candidate('exact_name', 'previous_choice')] },
    ],
    [
      'earlier_export',
      { ...row, reason: 'earlier_export', candidates: [candidate('company_id', 'exact_name')] },
    ],
    ['by_hand', { ...row, decision: 'chosen' as const, candidates: [candidate('exact_name')] }],
    ['name_and_place', { ...row, assurance: 'name_and_place', candidates: [candidate('exact_name')] }],
    ['by_hand', { ...row, assurance: 'identifier', decision: 'chosen' as const, candidates: [] }],
    [null, { ...row, company_id: null, candidates: [candidate('identifier')] }],
    [null, { ...row, company_id: null, assurance: 'identifier', candidates: [candidate('identifier')] }],
    [
      'name_in_whole_register',
      {
        ...row,
        company_id: null,
        reason: 'assurance_below',
        assurance: 'name_in_whole_register',
        candidates: [],
      },
    ],
  ])('is %s by what settled the row', (expected, given) => {
    expect(assuranceOf(given)).toBe(expected);
  });
});
