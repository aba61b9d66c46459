import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { readXlsx } from 'hucre/xlsx';
import {
  changedParts,
  fill,
  filledWorkbook,
  partsOf,
  readFile,
  type WrittenCells,
} from '../support/own-files.ts';
import { workbook } from '../support/workbooks.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const sheetPart = 'xl/worksheets/sheet1.xml';
const text = (reference: string, value: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
const rowsXml = `<row r="1">${text('A1', '会社名')}${text('B1', '備考')}</row><row r="2">${text('A2', '株式会社甲')}</row>`;
const lines = [
  { row: 1, cells: ['番号', '状態'] },
  { row: 2, cells: ['0123', ''] },
];

/** A workbook with one sheet of this XML. */
const bookOf = (xml: string, parts: Record<string, string> = {}) =>
  workbook([{ name: '表', xml }], { parts });

/** The XML of the sheet after cells were written into it. */
async function filledSheet(file: Uint8Array, cells: WrittenCells = { lines }): Promise<string> {
  return String((await partsOf(await filledWorkbook(file, cells))).get(sheetPart));
}

/** What the sheet has between two marks, without the styles of cells. */
const between = (xml: string, from: string, to: string) =>
  xml.slice(xml.indexOf(from), xml.indexOf(to)).replaceAll(/ s="\d+"/g, '');
const added = (reference: string, value: string) =>
  `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;

describe('the rows of a sheet', () => {
  it('get the cells behind their own, which stay as they are', async () => {
    const xml = await filledSheet(bookOf(`<sheetData>${rowsXml}</sheetData>`));
    expect(between(xml, '<row', '</sheetData>')).toBe(
      `<row r="1">${text('A1', '会社名')}${text('B1', '備考')}${added('C1', '番号')}${added('D1', '状態')}</row><row r="2">${text('A2', '株式会社甲')}${added('C2', '0123')}<c r="D2"/></row>`,
    );
  });

  it.each([
    ['have no numbers', rowsXml.replaceAll(/ r="[A-Z]?\d"/g, ''), '<row>'],
    ['have single quotes and line breaks', rowsXml.replaceAll(/ r="(\w+)"/g, "\n  r = '$1'\n"), '<row'],
    ['say how far they reach', rowsXml.replaceAll('<row', '<row spans="1:2"'), '<row spans="1:4" r="1">'],
    ['have attributes with signs of tags', rowsXml.replace('<row', '<row q="1/>2"'), '<row q="1/>2" r="1">'],
    [
      'have elements of others',
      rowsXml.replace('</row>', '<extLst><ext><c:o/></ext></extLst></row>'),
      '<c:o/>',
    ],
    [
      'have elements with another prefix',
      rowsXml.replace('<row', `<x:row xmlns:x="${main}"`).replace('</row>', '</x:row>'),
      '</x:row>',
    ],
  ])('are found although they %s', async (_, xml, kept) => {
    const filled = await filledWorkbook(bookOf(`<sheetData>${xml}</sheetData>`), { lines });
    const { lines: read } = await readFile(filled);
    expect(read.map(({ cells }) => cells)).toEqual([
      ['会社名', '備考', '番号', '状態'],
      ['株式会社甲', '', '0123'],
    ]);
    expect(String((await partsOf(filled)).get(sheetPart))).toContain(kept);
  });

  it('keep the prefix of their elements', async () => {
    const given = rowsXml.replaceAll(/<(\/?)/g, '<$1x:');
    const sheet = `<x:worksheet xmlns:x="${main}"><x:cols><x:col min="1" max="9" width="5"/></x:cols><x:sheetData>${given}</x:sheetData></x:worksheet>`;
    const xml = await filledSheet(bookOf('', { [sheetPart]: sheet }));
    expect(xml).toContain('<x:c r="C2" s=');
    expect(xml).toContain('<x:is><x:t xml:space="preserve">0123</x:t></x:is></x:c>');
    expect(xml).toContain(
      '<x:col min="1" max="2" width="5"/><x:col min="3" max="4" width="20" customWidth="1"/><x:col min="5" max="9" width="5"/>',
    );
  });

  it('that are not of the table stay as they are', async () => {
    const around = `<row r="3"/><row r="4" ht="20"><c r="A4" s="1"/></row><row r="5" hidden="1">${text('A5', '※ a &gt; b')}</row>`;
    const xml = await filledSheet(bookOf(`<sheetData>${rowsXml}${around}</sheetData><mergeCells/>`));
    expect(xml).toContain(`${around}</sheetData><mergeCells/>`);
  });

  it('lose the cells of an earlier export that are not written again', async () => {
    const row = (number: number) =>
      `<row r="${number}">${['A', 'B', 'C'].map((column) => text(`${column}${number}`, column)).join('')}</row>`;
    const cells = { lines: [1, 2].map((number) => ({ row: number, cells: ['neu'] })), columns: [1, 2] };
    const xml = await filledSheet(bookOf(`<sheetData>${row(1)}${row(2)}</sheetData>`), cells);
    expect(between(xml, '<row r="2"', '</sheetData>')).toBe(
      `<row r="2">${added('A2', 'neu')}<c r="B2"/>${text('C2', 'C')}</row>`,
    );
  });

  it('must all be found', async () => {
    const missing = { lines: [...lines, { row: 7, cells: ['x'] }] };
    await expect(filledWorkbook(bookOf(`<sheetData>${rowsXml}</sheetData>`), missing)).rejects.toThrow(
      'line 7',
    );
    const two = {
      lines: [
        { row: 1, cells: ['a'] },
        { row: 2, cells: ['b'] },
      ],
    };
    const gap = rowsXml.replaceAll('r="2"', 'r="3"').replace('A2', 'A3');
    await expect(filledWorkbook(bookOf(`<sheetData>${gap}</sheetData>`), two)).rejects.toThrow('line 2');
  });
});

describe('the columns of a sheet', () => {
  const widthsOf = async (head: string) =>
    /<cols>(.*)<\/cols>/.exec(await filledSheet(bookOf(`${head}<sheetData>${rowsXml}</sheetData>`)))?.[1];
  const own = '<col min="3" max="4" width="20" customWidth="1"/>';

  it.each([
    ['', own],
    ['<cols/>', own],
    ['<cols><col min="1" max="2" width="9"/></cols>', `<col min="1" max="2" width="9"/>${own}`],
    ['<cols><col min="3" max="16384" hidden="1"/></cols>', `${own}<col min="5" max="16384" hidden="1"/>`],
    [
      '<cols><col min="1" max="3" width="9"></col><col min="6" max="6" width="1"/></cols>',
      `<col min="1" max="2" width="9"></col>${own}<col min="6" max="6" width="1"/>`,
    ],
    ['<cols><col min="9" max="9" width="1"/></cols>', `${own}<col min="9" max="9" width="1"/>`],
  ])('are wide enough and shown where there was %s', async (head, expected) => {
    expect(await widthsOf(head)).toBe(expected);
  });

  it.each([
    ['A1', 'A1:D1'],
    ['A1:B2', 'A1:D2'],
    ['A1:XFD9', 'A1:XFD9'],
  ])('are in the extent of the sheet, %s', async (given, expected) => {
    const xml = await filledSheet(bookOf(`<dimension ref="${given}"/><sheetData>${rowsXml}</sheetData>`));
    expect(xml).toContain(`<dimension ref="${expected}"/>`);
  });
});

describe('the styles of new cells', () => {
  const xf = (attributes: string, inside = '') => `<xf ${attributes}>${inside}</xf>`;
  const styles = `<styleSheet xmlns="${main}"><cellXfs count="3"><xf numFmtId="0" fontId="0"/>${xf('numFmtId="14" fontId="3" quotePrefix="1"', '<alignment wrapText="1"/>')}<xf numFmtId="9"/></cellXfs><dxfs count="0"/></styleSheet>`;

  it('are those of the cells before them, as text, each once', async () => {
    const row = (number: number) => `<row r="${number}"><c r="A${number}" s="1"><v>1</v></c></row>`;
    const file = bookOf(`<sheetData>${row(1)}${row(2)}</sheetData>`, { 'xl/styles.xml': styles });
    const parts = await partsOf(await filledWorkbook(file, { lines }));
    expect(String(parts.get('xl/styles.xml'))).toBe(
      styles
        .replace('count="3"', 'count="4"')
        .replace(
          '</cellXfs>',
          '<xf numFmtId="49" applyNumberFormat="1" fontId="3"><alignment wrapText="1"/></xf></cellXfs>',
        ),
    );
    expect(String(parts.get(sheetPart)).match(/ s="\d+"/g)).toEqual(
      [1, 3, 3, 1, 3, 3].map((style) => ` s="${style}"`),
    );
  });

  it('are those that the sheet has in their places', async () => {
    const xml = `<sheetData>${rowsXml.replace('</row>', '<c r="C1" s="2"/></row>')}</sheetData>`;
    const parts = await partsOf(await filledWorkbook(bookOf(xml, { 'xl/styles.xml': styles }), { lines }));
    expect(String(parts.get('xl/styles.xml'))).toContain('<xf numFmtId="49" applyNumberFormat="1"/>');
  });

  it('are none if the workbook names styles that it does not have', async () => {
    const relations = `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="s" Type="x/styles" Target="gone.xml"/></Relationships>`;
    const file = bookOf(`<sheetData>${rowsXml}</sheetData>`, { 'xl/_rels/workbook.xml.rels': relations });
    expect(await filledSheet(file)).toContain('<c r="C1" t="inlineStr">');
  });

  it('are none if the workbook has none', async () => {
    const file = bookOf(`<sheetData>${rowsXml}</sheetData>`, {
      'xl/styles.xml': `<styleSheet xmlns="${main}"/>`,
    });
    expect(await filledSheet(file)).toContain('<c r="C1" t="inlineStr">');
  });
});

describe('the kinds of new cells', () => {
  const kinds = ['number', 'day', 'text'] as const;
  const cellsOf = (cells: readonly string[]) => ({
    kinds,
    lines: [
      { row: 1, cells: ['資本金', '閉鎖日', '番号'] },
      { row: 2, cells },
    ],
  });
  const bookFrom = (from1904: boolean, parts = {}) =>
    workbook([{ name: '表', xml: `<sheetData>${rowsXml}</sheetData>` }], { from1904, parts });

  it.each([
    ['12345678901', '2024-02-29', '0123', 45_351],
    ['-5', '1904-01-02', '5', 1463],
    ['0', '1900-03-01', '2024-01-01', 61],
  ])('are numbers and days, which read as before: %s, %s', async (number, day, code, serial) => {
    for (const from1904 of [false, true]) {
      if (from1904 && day < '1904') continue;
      const file = await filledWorkbook(bookFrom(from1904), cellsOf([number, day, code]));
      const xml = String((await partsOf(file)).get(sheetPart));
      expect(between(xml, '<c r="C2"', '</row></sheetData>')).toBe(
        `<c r="C2"><v>${number}</v></c><c r="D2"><v>${serial - (from1904 ? 1462 : 0)}</v></c>${added('E2', code)}`,
      );
      const read = await readFile(file);
      expect(read.lines.map(({ cells }) => cells.slice(2))).toEqual([
        ['資本金', '閉鎖日', '番号'],
        [number, day, code],
      ]);
    }
  });

  it.each([
    ['a text', 'a', 'b'],
    ['two values', '1 / 2', '2024-01-01 / 2024-01-02'],
    ['zeros before it', '012', '24-01-01'],
    ['more digits than Excel keeps', '1234567890123456', '1900-02-28'],
  ])('are text for %s', async (_, number, day) => {
    const xml = await filledSheet(bookFrom(false), cellsOf([number, day, '']));
    expect(between(xml, '<c r="C2"', '<c r="E2"')).toBe(added('C2', number) + added('D2', day));
  });

  it('are kept by empty cells; a day that cannot be shown as one is text', async () => {
    const empty = String(
      (await partsOf(await filledWorkbook(bookFrom(false), cellsOf(['', '', ''])))).get(sheetPart),
    );
    const [number, day, code] = [...empty.matchAll(/<c r="[CDE]2" s="(\d+)"\/>/g)].map(([, style]) => style);
    expect(new Set([number, day, code]).size).toBe(3);
    const none = bookFrom(false, { 'xl/styles.xml': `<styleSheet xmlns="${main}"/>` });
    const xml = await filledSheet(none, cellsOf(['1', '2024-01-01', '']));
    expect(xml).toContain(`<c r="C2"><v>1</v></c>${added('D2', '2024-01-01')}`);
  });
});

describe('the workbook', () => {
  const sheet = `<sheetData>${rowsXml}</sheetData>`;

  it('has all its other parts with their bytes and names; folders are no parts', async () => {
    const file = bookOf(sheet, {
      'xl/': '',
      'xl/media/a.png': '\0\u0001',
      'XL/Charts/chart1.xml': '<c/>',
      'customXml/item1.xml': '<a/>',
    });
    const [before, after] = [await partsOf(file), await partsOf(await filledWorkbook(file, { lines }))];
    expect(changedParts(before, after)).toEqual(['xl/', 'xl/styles.xml', sheetPart]);
  });

  it('is found by its relations, whatever the case of names', async () => {
    const relations = `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="/XL/Worksheets/SHEET1.xml"/><Relationship Id="s" Type="x/styles" Target="../xl/./Styles.xml"/></Relationships>`;
    const file = bookOf(sheet, { 'xl/_rels/workbook.xml.rels': relations });
    const [before, after] = [await partsOf(file), await partsOf(await filledWorkbook(file, { lines }))];
    expect(changedParts(before, after)).toEqual(['xl/styles.xml', sheetPart]);
  });

  const origin = `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/><Relationship Id="b" Type="x/digital-signature/origin" Target="s.psdsor"/></Relationships>`;
  const twice =
    '<sheets><sheet name="表" r:id="rId1" xmlns:r="r"/><sheet name="表" r:id="rId1" xmlns:r="r"/></sheets>';
  it.each([
    ['is signed', bookOf(sheet, { '_xmlsignatures/origin.sigs': '' })],
    ['is signed in another place', bookOf(sheet, { '_rels/.rels': origin })],
    ['has a comment in the sheet', bookOf(`${sheet}<!-- x -->`)],
    ['has marked text', bookOf(sheet.replace('備考', '<![CDATA[備考]]>'))],
    [
      'has a comment in the styles',
      bookOf(sheet, { 'xl/styles.xml': `<styleSheet><cellXfs><!-- --><xf/></cellXfs></styleSheet>` }),
    ],
    [
      'has too many styles',
      bookOf(sheet, { 'xl/styles.xml': `<styleSheet>${'<a/>'.repeat(2_200_000)}</styleSheet>` }),
    ],
    ['has two sheets of one name', bookOf(sheet, { 'xl/workbook.xml': `<workbook>${twice}</workbook>` })],
    ['has lines out of order', bookOf(`<sheetData>${rowsXml}<row r="9"/><row r="8"/></sheetData>`)],
    [
      'has its last column filled',
      bookOf(`<sheetData>${rowsXml.replace('</row>', '<c r="XFD1"><f>1</f></c></row>')}</sheetData>`),
    ],
  ])('is not written into if it %s', async (_, file) => {
    expect((await readFile(file)).about.free_column).toBeNull();
  });

  const further = {
    name: '表',
    async *lines() {
      yield [
        ['誰', 'なぜ'],
        ['甲', '一\n二'],
      ];
    },
  };

  const withMacros = workbook([{ name: '表', xml: sheet }], {
    kind: 'sheet.macroEnabled',
    parts: { 'xl/vbaProject.bin': '\u00d0\u00cf\0macros', 'xl/_rels/vbaProject.bin.rels': '<x/>' },
  });

  it('with macros stays one, with their bytes', async () => {
    expect((await readFile(withMacros)).about).toMatchObject({ file_type: 'xlsm', free_column: 3 });
    for (const audit of [undefined, further]) {
      const filled = await filledWorkbook(withMacros, { lines }, audit);
      const changed = changedParts(await partsOf(withMacros), await partsOf(filled));
      expect(changed).not.toContain('xl/vbaProject.bin');
      expect(changed.includes('[Content_Types].xml')).toBe(audit !== undefined);
      expect((await readFile(filled)).about).toMatchObject({ file_type: 'xlsm', sheet: '表' });
    }
  });

  it('that is a template is read, but does not come back', async () => {
    const template = workbook([{ name: '表', xml: sheet }], { kind: 'template' });
    expect((await readFile(template)).about).toMatchObject({ file_type: 'xlsx', free_column: null });
  });

  it('has its new cells beside all cells, formulas without a value included', async () => {
    const formula = rowsXml.replace('</row>', '<c r="F1"><f>1+1</f></c></row>');
    expect((await readFile(bookOf(`<sheetData>${formula}</sheetData>`))).about.free_column).toBe(7);
    const styled = rowsXml.replace('</row>', '<c r="F1" s="1"/></row>');
    expect((await readFile(bookOf(`<sheetData>${styled}</sheetData>`))).about.free_column).toBe(3);
  });

  it('can get a sheet behind the others, under a name of its own', async () => {
    const file = bookOf(sheet);
    const filled = await filledWorkbook(file, { lines }, further);
    expect(changedParts(await partsOf(file), await partsOf(filled))).toEqual([
      '[Content_Types].xml',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      sheetPart,
      'xl/worksheets/sheet2.xml',
    ]);
    const { sheets } = await readXlsx(filled);
    expect(sheets.map(({ name }) => name)).toEqual(['表', '表 (2)']);
    expect(sheets[1]?.rows).toEqual([
      ['誰', 'なぜ'],
      ['甲', '一\n二'],
    ]);
    // Once more: it is a workbook like any other.
    expect((await readXlsx(await filledWorkbook(filled, { lines }, further))).sheets).toHaveLength(3);
  });

  it.each([
    [
      'declares no prefix',
      `<workbook><sheets><sheet name="表" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'declares its prefixes at each sheet',
      `<workbook xmlns="${main}"><sheets><sheet xmlns:r="urn:r" name="表" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
  ])('gets no further sheet if it %s', async (_, xml) => {
    const file = bookOf(sheet, { 'xl/workbook.xml': xml });
    await expect(filledWorkbook(file, { lines }, further)).rejects.toThrow('no sheet can be added');
  });

  it('ends with a failure if the lines end with one', async () => {
    const file = bookOf(sheet);
    const places = {
      headerRow: 1,
      headers: ['番号'],
      earlierHeaders: [],
      columns: [3],
      kinds: [],
      namingColumns: [1],
      freeColumn: 3,
      styledLike: 2,
    };
    const gone = {
      ...places,
      async *lines() {
        yield lines.slice(1);
        throw new Error('the source is gone');
      },
    };
    const stream = await fill(file, '表', gone);
    await expect(stream.resume().toArray()).rejects.toThrow('the source is gone');
  });

  it('is not read further when its reader leaves', async () => {
    let asked = 0;
    const rows = Array.from(
      { length: 20_000 },
      (_, at) => `<row r="${at + 1}">${text(`A${at + 1}`, `株式会社${at}`)}</row>`,
    );
    const filling = {
      headerRow: 1,
      headers: ['根'],
      earlierHeaders: [],
      columns: [2],
      kinds: [],
      namingColumns: [1],
      freeColumn: 2,
      styledLike: 1,
      async *lines() {
        for (let row = 2; row <= rows.length; row += 1) {
          asked = row;
          yield [{ row, cells: [String(Math.sqrt(row))] }];
        }
      },
    };
    const stream = await fill(bookOf(`<sheetData>${rows.join('')}</sheetData>`), '表', filling);
    await once(stream, 'readable');
    stream.destroy();
    await once(stream, 'close');
    const then = asked;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked).toBeLessThan(rows.length);
    expect(asked - then).toBeLessThan(5000);
  });
});
