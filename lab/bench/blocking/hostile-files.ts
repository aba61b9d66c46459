import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** Files that were made to be slow or large to read. `size` is the number of repetitions, so that growth can be measured. */

export interface HostileFile {
  readonly kind: string;
  /** Repetitions of the worst file that is permitted. */
  readonly size: number;
  make(size: number): Buffer | Promise<Buffer>;
  /** The parameters that are sent with it. */
  query?(size: number): Readonly<Record<string, string>>;
}

const text = (
  kind: string,
  size: number,
  make: (size: number) => string,
  query?: HostileFile['query'],
): HostileFile => ({
  kind,
  size,
  make: (repetitions) => Buffer.from(make(repetitions)),
  ...(query && { query }),
});
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

/** Small enough to be read with the small uploads. */
export const smallTexts: readonly HostileFile[] = [
  text('a column of one character', 32_000, (size) => lines(size, () => 'a')),
  text('one header in every line', 12_800, (size) => 'No\n'.repeat(size)),
  text('a header of two columns in every line', 8_000, (size) => 'ID,名\n'.repeat(size)),
  text('titles and headers in turn', 2_000, (size) => `一覧 1\n\n${'ID,名,番号\n取引先一覧\n'.repeat(size)}`),
  text(
    'one title, then headers and pages',
    4_000,
    (size) => `一覧\nID,名\n${'一覧\n1/3\nID,名\n'.repeat(size)}`,
  ),
  text('one line of amounts among names', 8_000, (size) =>
    ['会社名,額', ...Array.from({ length: 2 * size }, () => 'あ'), `,${'1,'.repeat(size)}`].join('\n'),
  ),
  text(
    'lines that are kept one by one',
    1_000,
    (size) => lines(16 * size, () => '計,1'),
    (size) => ({ keep: lines(size, (at) => `${at + 2}`).replaceAll('\n', ',') }),
  ),
  text(
    'one wide header among short lines',
    8_000,
    (size) => `会社名${','.repeat(size)}額\n${'会社名\n'.repeat(size)}`,
  ),
  text('a wide table', 8_000, (size) => lines(60, () => 'あ株,'.repeat(size / 60))),
  text(
    'the same header in every column',
    190,
    (size) => `${'会社名,'.repeat(size)}\n${'あ,'.repeat(size)}\n`,
  ),
  text('marks in a cell of several lines', 20_000, (size) => `"\n"x${'""'.repeat(size)}`),
  text('cells that are almost quoted', 10_000, (size) => '"a"b,'.repeat(size)),
];

/** Texts up to the limit of the body. */
export const largeTexts: readonly HostileFile[] = [
  text('marks in a cell of several lines', 16_000_000, (size) => `"\n"x${'""'.repeat(size)}`),
  text('marks that are never closed', 16_000_000, (size) => `"${'""'.repeat(size)}`),
  text(
    'a large cell, then cells that are almost quoted',
    3_000_000,
    (size) => `"${'x'.repeat(5 * size)}"y\n${'"a"b,\n'.repeat(size / 60)}`,
  ),
  text('separators only', 32_000_000, (size) => ','.repeat(size)),
  text('16,000 separators in each line', 2_000, (size) => `${','.repeat(16_000)}\n`.repeat(size)),
  text('line ends only', 32_000_000, (size) => '\r'.repeat(size)),
  { kind: 'text that is in no encoding', size: 30_000_000, make: (size) => Buffer.alloc(size, 0x81) },
  text('a header in every line', 100_000, (size) => `ID,名,住所\n`.repeat(size)),
];

const types = (more = '') =>
  `<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${more}`;
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;
const cell = (value: string, attributes = '') => `<c ${attributes}><v>${value}</v></c>`;
const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const table = sheetOf(
  '<row><c t="inlineStr"><is><t>会社名</t></is></c></row><row><c t="inlineStr"><is><t>あ株式会社</t></is></c></row>',
);

/** A part: what is before and after a text that is repeated. */
type Repeated = readonly [before: string, repeated: string, after: string];
type Parts = Readonly<Record<string, string | Repeated>>;

/** The bytes of a workbook whose parts are larger than the memory should be. */
async function workbook(parts: Parts, size: number): Promise<Buffer> {
  const zip = new ZipFile();
  const all: Parts = {
    '[Content_Types].xml': `${types()}</Types>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('r1', 'worksheet', 'worksheets/s.xml')}${relation('r2', 'sharedStrings', 's.xml')}${relation('r3', 'styles', 'f.xml')}</Relationships>`,
    'xl/workbook.xml': '<workbook><sheets><sheet name="s" id="r1"/></sheets></workbook>',
    'xl/worksheets/s.xml': table,
    ...parts,
  };
  for (const [name, part] of Object.entries(all)) {
    if (typeof part === 'string') zip.addBuffer(Buffer.from(part), name);
    else zip.addReadStream(Readable.from(repetitions(part, size)), name);
  }
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function* repetitions([before, repeated, after]: Repeated, size: number): Generator<Buffer> {
  yield Buffer.from(before);
  const atOnce = Math.max(1, Math.min(size, Math.floor((1024 * 1024) / repeated.length)));
  const piece = Buffer.from(repeated.repeat(atOnce));
  for (let made = 0; made + atOnce <= size; made += atOnce) yield piece;
  yield Buffer.from(repeated.repeat(size % atOnce));
  yield Buffer.from(after);
}

const book = (kind: string, size: number, parts: (size: number) => Parts): HostileFile => ({
  kind: `workbook: ${kind}`,
  size,
  make: (repetitions) => workbook(parts(repetitions), repetitions),
});
const sheet = (kind: string, size: number, repeated: Repeated, parts: Parts = {}): HostileFile =>
  book(kind, size, () => ({ 'xl/worksheets/s.xml': repeated, ...parts }));

/** Workbooks whose parts are as large as a reader may unpack. They are much smaller as files. */
export const workbooks: readonly HostileFile[] = [
  book('shared texts', 100_000_000, () => ({ 'xl/s.xml': ['<sst>', '<si/>', '</sst>'] })),
  book('styles of cells', 100_000_000, () => ({ 'xl/f.xml': ['<s><cellXfs>', '<xf/>', '</cellXfs></s>'] })),
  book('types of parts', 1_000_000, (size) => ({
    '[Content_Types].xml': `${types()}${lines(size, (at) => `<Override PartName="${at}" ContentType="y"/>`)}</Types>`,
  })),
  book('formats of numbers', 100_000, (size) => ({
    'xl/f.xml': `<s><numFmts>${lines(size, (at) => `<numFmt numFmtId="${at}" formatCode="0"/>`)}</numFmts></s>`,
  })),
  book('relations', 100_000, (size) => ({
    'xl/_rels/workbook.xml.rels': `<Relationships>${lines(size, (at) => relation(`r${at}`, 'worksheet', 'x'))}</Relationships>`,
  })),
  book('macros', 300_000_000, () => ({
    '[Content_Types].xml': `${types('<Override PartName="/xl/v.bin" ContentType="application/vnd.ms-office.vbaProject"/>').replace('openxmlformats-officedocument.spreadsheetml.sheet', 'ms-excel.sheet.macroEnabled')}</Types>`,
    'xl/v.bin': ['', 'x', ''],
  })),
  sheet('one text', 300_000_000, [
    '<worksheet><sheetData><row><c t="inlineStr"><is><t>',
    'x',
    '</t></is></c></row></sheetData></worksheet>',
  ]),
  sheet('one text in many pieces', 30_000_000, [
    '<worksheet><sheetData><row><c t="inlineStr"><is><t>',
    'xxxx<!---->',
    '</t></is></c></row></sheetData></worksheet>',
  ]),
  sheet('one value in many pieces', 30_000_000, [
    '<worksheet><sheetData><row><c><v>',
    '1111<!---->',
    '</v></c></row></sheetData></worksheet>',
  ]),
  sheet('one attribute', 300_000_000, ['<worksheet a="', 'x', '"/>']),
  sheet('attributes of one element', 30_000_000, ['<worksheet ', 'a="" ', '/>']),
  sheet('one name', 300_000_000, ['<', 'x', '/>']),
  sheet('elements within each other', 100_000_000, ['', '<a>', '']),
  sheet('readings of one text', 20_000_000, [
    '<worksheet><sheetData><row><c t="inlineStr"><is>',
    '<rPh><t>x</t></rPh>',
    '</is></c></row></sheetData></worksheet>',
  ]),
  sheet('cells of one line', 10_000_000, [
    '<worksheet><sheetData><row>',
    cell('1'),
    '</row></sheetData></worksheet>',
  ]),
  sheet('lines with a space in the last column', 1_000_000, [
    '<worksheet><sheetData>',
    '<row><c r="XFD1" t="str"><v> </v></c></row>',
    '</sheetData></worksheet>',
  ]),
  sheet('lines with a value in the last column', 1_000_000, [
    '<worksheet><sheetData>',
    '<row><c r="XFD1"><v>1</v></c></row>',
    '</sheetData></worksheet>',
  ]),
  sheet('merged cells', 10_000_000, ['<worksheet>', '<mergeCell ref="A1:B2"/>', '</worksheet>']),
  sheet(
    'cells that share a long text',
    10_000_000,
    ['<worksheet><sheetData>', `<row>${cell('0', 't="s"')}</row>`, '</sheetData></worksheet>'],
    { 'xl/s.xml': `<sst><si><t>${'あ'.repeat(30_000)}</t></si></sst>` },
  ),
  ...['[', '"', '#,', '[h]', '0.0;', 'yyyy年', '_ ', '?/'].map((code) =>
    book(`numbers of the format ${code}…`, 1_000_000, () => ({
      'xl/f.xml': `<s><numFmts><numFmt numFmtId="200" formatCode="${code.replaceAll('"', '&quot;').repeat(1_000 / code.length)}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></s>`,
      'xl/worksheets/s.xml': [
        '<worksheet><sheetData>',
        `<row>${cell('12345.678', 's="0"')}</row>`,
        '</sheetData></worksheet>',
      ],
    })),
  ),
];
