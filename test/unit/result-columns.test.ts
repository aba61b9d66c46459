import { describe, expect, it } from '@jest/globals';
import type { SourceReading } from '../../src/contract/sources/reading.ts';
import { chosenColumns, resultColumns } from '../../src/contract/sources/result-columns.ts';
import { ExportLines } from '../../src/features/sources/export-lines.ts';
import { addColumns, ownColumns } from '../../src/features/sources/result-columns.ts';
import { assuranceOf } from '../../src/features/sources/row-assurance.ts';

const names = ['company_id', 'legal_name', 'source_row_id'] as const;
const added = (headers: readonly string[], prefix?: string) => addColumns(headers, { names, prefix });

/** The headers of an export of a table with these headers. */
function exported(headers: readonly string[], prefix?: string): readonly string[] {
  const columns = added(headers, prefix);
  return (
    new ExportLines({ headers, reading: null, layout: 'table', added: columns }).begin().next().value ?? []
  );
}

describe('the columns that an export adds', () => {
  it('follow those of the user', () => {
    expect(exported(['a', 'b'])).toEqual(['a', 'b', 'cd_company_id', 'cd_legal_name', 'cd_source_row_id']);
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
      expect([...ownColumns(once).keys()]).toEqual([...names]);
    },
  );

  it('are replaced by others under a new prefix', () => {
    expect(exported(exported(['a']), 'x_')).toEqual(['a', 'x_company_id', 'x_legal_name', 'x_source_row_id']);
  });

  it('leave a column of the user alone that only looks like theirs', () => {
    expect(ownColumns(['cd_address', 'cd_number', 'address', 'company_id'])).toEqual(new Map());
    const once = exported(['cd_number', 'cd_legal_name']);
    expect(once).toEqual([
      'cd_number',
      'cd_legal_name',
      'cd2_company_id',
      'cd2_legal_name',
      'cd2_source_row_id',
    ]);
    expect(exported(once)).toEqual(once);
    expect(ownColumns(once).get('legal_name')).toBe('cd2_legal_name');
  });

  it('are recognised by one of them that says which company or row it is', () => {
    expect([...ownColumns(['a', 'cd_company_id'])]).toEqual([['company_id', 'cd_company_id']]);
    expect([...ownColumns(['cd2_corporate_number'])]).toEqual([['corporate_number', 'cd2_corporate_number']]);
  });

  it('are chosen by names and groups, in the given order, with the id of the row', () => {
    expect(chosenColumns(['legal_name', 'match', 'legal_name'])).toEqual([
      'legal_name',
      'resolve_status',
      'match_rule',
      'reason',
      'assurance',
      'decision',
      'issues',
      'source_row_id',
    ]);
    expect(chosenColumns([])).toBe(resultColumns);
    expect(chosenColumns(Object.keys({ company: 1, match: 1, candidates: 1, row: 1 })).toSorted()).toEqual(
      [...resultColumns].sort(),
    );
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
  } satisfies SourceReading;
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
  const row = { company_id: 'cn_1', decision: null, reason: null } as const;

  it.each([
    ['identifier', { ...row, candidates: [candidate('identifier', 'exact_name')] }],
    ['name_and_place', { ...row, candidates: [candidate('exact_name', 'hint')] }],
    ['name_only', { ...row, candidates: [candidate('exact_name')] }],
    [
      'remembered',
      { ...row, reason: 'remembered', candidates: [candidate('exact_name', 'previous_choice')] },
    ],
    ['by_hand', { ...row, decision: 'chosen' as const, candidates: [candidate('exact_name')] }],
    [null, { ...row, company_id: null, candidates: [candidate('identifier')] }],
  ])('is %s by what settled the row', (expected, given) => {
    expect(assuranceOf(given)).toBe(expected);
  });
});
