import { describe, expect, it } from '@jest/globals';
import { changedParts, filledWorkbook, partsOf, type WrittenCells } from '../support/own-files.ts';
import { workbook } from '../support/workbooks.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const sheetPart = 'xl/worksheets/sheet1.xml';
const tablePart = 'xl/tables/table1.xml';

/** 会社名 and 備考 with two rows in the first columns, more headers behind them. */
function sheetOf(more: readonly string[], tail = ''): string {
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const headers = ['会社名', '備考', ...more].map((header, at) => cell(`${'ABCDEFGH'[at]}1`, header));
  const row = (number: number) => `<row r="${number}">${cell(`A${number}`, `株式会社${number}`)}</row>`;
  return `<sheetData><row r="1">${headers.join('')}</row>${row(2)}${row(3)}</sheetData>${tail}`;
}

const tableOf = (ref: string, columns: readonly string[], attributes = '') =>
  `<?xml version="1.0"?>\n<table xmlns="${main}" id="1" displayName="表" ref="${ref}"${attributes}><autoFilter ref="${ref}"><filterColumn colId="3"/></autoFilter><sortState ref="A2:${ref.slice(3)}"><sortCondition ref="A2:A3"/></sortState><tableColumns count="${columns.length}">${columns.map((name, at) => `<tableColumn id="${at + 5}" name="${name}"><calculatedColumnFormula>1</calculatedColumnFormula></tableColumn>`).join('')}</tableColumns><tableStyleInfo name="x"/></table>`;

function bookWith(xml: string, table?: string): Uint8Array {
  const parts = table && {
    [tablePart]: table,
    'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships><Relationship Id="a" Type="${relations}/hyperlink" Target="x" TargetMode="External"/><Relationship Id="b" Type="${relations}/table" Target="../tables/table1.xml"/></Relationships>`,
  };
  return workbook([{ name: '表', xml }], parts ? { parts } : {});
}

const two = { lines: [1, 2, 3].map((row) => ({ row, cells: row === 1 ? ['番号', '状態'] : ['1', '2'] })) };
/** The same in the columns that an earlier export wrote. */
const again = (columns: readonly number[], headers: readonly string[]): WrittenCells => ({
  lines: [1, 2, 3].map((row) => ({ row, cells: row === 1 ? headers : headers.map(() => 'x') })),
  columns,
});

async function filled(file: Uint8Array, cells: WrittenCells) {
  const [before, after] = [await partsOf(file), await partsOf(await filledWorkbook(file, cells))];
  return { changed: changedParts(before, after), part: (name: string) => String(after.get(name)) };
}

describe('the filter of a sheet', () => {
  const filterOf = async (filter: string, cells: WrittenCells = two, more: readonly string[] = []) => {
    const { part } = await filled(bookWith(sheetOf(more, `${filter}<mergeCells/>`)), cells);
    return part(sheetPart).slice(part(sheetPart).indexOf('</sheetData>') + 12, -'</worksheet>'.length);
  };

  it.each([
    ['A1:B3', 'A1:D3'],
    ['A1:B9', 'A1:D9'],
    ['A1:C3', 'A1:D3'],
    ['A1:F3', 'A1:F3'],
    ['A1:A3', 'A1:A3'],
    ['B1:B3', 'B1:B3'],
    ['A5:B9', 'A5:B9'],
    ['A1', 'A1'],
  ])('over %s is over %s', async (ref, expected) => {
    expect(await filterOf(`<autoFilter ref="${ref}"/>`)).toBe(`<autoFilter ref="${expected}"/><mergeCells/>`);
  });

  it('keeps its conditions and takes the columns into its order', async () => {
    const conditions =
      '<filterColumn colId="1"><customFilters><customFilter val="a"/></customFilters></filterColumn>';
    const sheet = `<sheetProtection sheet="1"/><protectedRanges><protectedRange name="a > b" sqref="A1"/></protectedRanges>`;
    const order = (ref: string) => `<sortState ref="${ref}"><sortCondition ref="B2:B3"/></sortState>`;
    expect(
      await filterOf(`${sheet}<autoFilter ref="A1:B3">${conditions}${order('A2:B3')}</autoFilter>`),
    ).toBe(`${sheet}<autoFilter ref="A1:D3">${conditions}${order('A2:D3')}</autoFilter><mergeCells/>`);
  });

  it('loses emptied columns at its end with their conditions, not those between others', async () => {
    const filter = (ref: string, more = '') =>
      `<autoFilter ref="${ref}"><filterColumn colId="2"/>${more}</autoFilter>`;
    const conditions =
      '<filterColumn colId="3"/><sortState ref="A2:D3"><sortCondition ref="D2:D3"/></sortState>';
    const cells = again([3, 4], ['状態']);
    expect(await filterOf(filter('A1:D3', conditions), cells, ['a', 'b'])).toBe(
      `${filter('A1:C3')}<mergeCells/>`,
    );
    expect(await filterOf(filter('A1:E3'), cells, ['a', 'b', '所有'])).toBe(
      `${filter('A1:E3')}<mergeCells/>`,
    );
  });

  it('of another view, or behind other elements, stays as it is', async () => {
    const views =
      '<customSheetViews><customSheetView><autoFilter ref="A1:B3"/></customSheetView></customSheetViews>';
    expect(await filterOf(views)).toBe(`${views}<mergeCells/>`);
  });

  it('has its range in its hidden name, too', async () => {
    const named = (ref: string) =>
      `<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'表'!${ref}</definedName><definedName name="_xlnm._FilterDatabase" localSheetId="1" hidden="1">別!$A$1:$B$3</definedName><definedName name="x">'表'!$A$1:$B$3</definedName></definedNames>`;
    const given = (ref: string) =>
      `<workbook xmlns="${main}"><sheets><sheet name="表" sheetId="1" xmlns:r="${relations}" r:id="rId1"/></sheets>${named(ref)}</workbook>`;
    const parts = { 'xl/workbook.xml': given('$A$1:$B$3') };
    const book = (filter: string) => workbook([{ name: '表', xml: sheetOf([], filter) }], { parts });
    const { changed, part } = await filled(book('<autoFilter ref="A1:B3"/>'), two);
    expect(changed).toEqual(['xl/styles.xml', 'xl/workbook.xml', sheetPart]);
    expect(part('xl/workbook.xml')).toBe(given('$A$1:$D$3'));
    expect((await filled(book(''), two)).changed).toEqual(['xl/styles.xml', sheetPart]);
  });
});

describe('an Excel table', () => {
  const own = ['会社名', '備考'];
  const filledTable = async (table: string, cells: WrittenCells = two, more: readonly string[] = []) => {
    const { changed, part } = await filled(bookWith(sheetOf(more), table), cells);
    const names = [...part(tablePart).matchAll(/<tableColumn id="(\d+)" name="([^"]*)"/g)];
    return {
      isChanged: changed.includes(tablePart),
      xml: part(tablePart),
      refs: [...part(tablePart).matchAll(/ ref="([^"]*)"/g)].map(([, ref]) => ref),
      names: names.map(([, , name]) => name),
      ids: names.map(([, id]) => Number(id)),
      headers: part(sheetPart).match(/<row r="1">.*?<\/row>/)?.[0] ?? '',
    };
  };

  it('takes in the columns, named like their headers', async () => {
    const cells = { lines: [{ row: 1, cells: ['Match: <A> & "B"', '状態'] }] };
    const { xml, refs, ids } = await filledTable(tableOf('A1:B4', own, ' totalsRowCount="1"'), cells);
    expect(refs).toEqual(['A1:D4', 'A1:D4', 'A2:D4', 'A2:A3']);
    expect(ids).toEqual([5, 6, 7, 8]);
    expect(xml).toContain(
      '<tableColumns count="4"><tableColumn id="5" name="会社名"><calculatedColumnFormula>1</calculatedColumnFormula></tableColumn>',
    );
    expect(xml).toContain(
      '<tableColumn id="7" name="Match: &lt;A&gt; &amp; &quot;B&quot;"/><tableColumn id="8" name="状態"/></tableColumns><tableStyleInfo name="x"/></table>',
    );
    expect(xml).toMatch(/^<\?xml version="1.0"\?>\n<table /);
  });

  it('has the new names of columns that are written anew', async () => {
    const { refs, names, xml } = await filledTable(
      tableOf('A1:D3', [...own, 'cd_a', 'cd_b']),
      again([3, 4, 5], ['照合_甲', '照合_乙', '照合_丙']),
      ['cd_a', 'cd_b'],
    );
    expect(refs[0]).toBe('A1:E3');
    expect(names).toEqual([...own, '照合_甲', '照合_乙', '照合_丙']);
    expect(xml).toContain('<filterColumn colId="3"/>');
  });

  it('keeps the columns that are chosen again, in their order, where it cannot grow over a cell of the user', async () => {
    const own = [...'会備甲乙', '', '所有'];
    const lines = [
      { row: 1, cells: ['丙', '乙', '丁', '甲'] },
      { row: 2, cells: ['3', '2', '4', '1'] },
    ];
    const file = bookWith(sheetOf(own.slice(2)), tableOf('A1:D3', own.slice(0, 4)));
    const { changed, part } = await filled(file, { lines, columns: [3, 4, 7, 8] });
    expect(changed).not.toContain(tablePart);
    const cells = [...part(sheetPart).matchAll(/<c r="([C-H][12])"[^>]*>(?:<is><t[^>]*>|<v>)([^<]+)/g)];
    expect(cells.map(([, at, cell]) => `${at} ${cell}`)).toEqual([
      'C1 甲',
      'D1 乙',
      'F1 所有',
      'G1 丙',
      'H1 丁',
      'C2 1',
      'D2 2',
      'G2 3',
      'H2 4',
    ]);
  });

  it('loses emptied columns at its end with their conditions, and names those between others', async () => {
    const wide = [...own, 'cd_a', 'cd_b'];
    const shorter = await filledTable(tableOf('A1:D3', wide), again([3, 4], ['cd_x']), ['cd_a', 'cd_b']);
    expect(shorter.refs).toEqual(['A1:C3', 'A1:C3']);
    expect(shorter.names).toEqual([...own, 'cd_x']);
    expect(shorter.xml).not.toContain('filterColumn');
    const between = await filledTable(tableOf('A1:E3', [...wide, '列4']), again([3, 4], ['cd_x']), [
      'cd_a',
      'cd_b',
      '列4',
    ]);
    expect(between.names).toEqual([...own, 'cd_x', '列4 (2)', '列4']);
    expect(between.headers).toContain('<t xml:space="preserve">列4 (2)</t>');
  });

  it.each([
    ['begins in another line', tableOf('A2:B9', own), two],
    ['has no header', tableOf('A1:B3', own, ' headerRowCount="0"'), two],
    ['has the columns of a query', tableOf('A1:B3', own, ' tableType="queryTable"'), two],
    ['does not reach to the columns', tableOf('A1:A3', ['会社名']), two],
    ['is beside the one with the companies', tableOf('B1:B3', ['備考']), two],
    ['lacks columns', tableOf('A1:B3', ['会社名']), two],
    ['has comments', tableOf('A1:B3', own).replace('<autoFilter', '<!-- <tableColumn/> --><autoFilter'), two],
    ['is damaged', tableOf('A1:B3', own).replace('</tableColumns>', ''), two],
    ['is no table', '<x/>', two],
  ])('stays as it is if it %s', async (_, table, cells) => {
    expect((await filledTable(table, cells)).isChanged).toBe(false);
  });

  it('of a query has the names of columns that are written anew, in its range', async () => {
    const { refs, names } = await filledTable(
      tableOf('A1:D3', [...own, 'cd_a', 'cd_b'], ' tableType="queryTable"'),
      again([3, 4], ['状態']),
      ['cd_a', 'cd_b'],
    );
    expect(refs[0]).toBe('A1:D3');
    expect(names).toEqual([...own, '状態', '列4']);
  });

  it('keeps the prefix of its elements', async () => {
    const table = tableOf('A1:B3', own)
      .replaceAll(/<(\/?)(?=[a-z])/g, '<$1x:')
      .replace('xmlns', 'xmlns:x');
    expect((await filledTable(table)).xml).toContain('<x:tableColumn id="7" name="番号"/>');
  });
});
