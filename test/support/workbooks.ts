import { crc32, deflateRawSync } from 'node:zlib';

/** Small Excel workbooks, written by hand so that the reader is not tested with a writer of the same library. */

/** A cell: text, a number, a number with a style, or a formula with its stored text; null for none. */
export type WorkbookCell =
  | string
  | number
  | null
  | { readonly number: number; readonly style: Style }
  | { readonly formula: string; readonly text: string };

/** Number formats by style. */
const styles = {
  general: 0,
  date: 14,
  dateTime: 22,
  thousands: 3,
  percent: 9,
  scientific: 11,
  text: 49,
  postal: 164,
  japaneseDate: 165,
  weekday: 166,
} as const;
export type Style = keyof typeof styles;

export interface WorkbookSheet {
  readonly name: string;
  readonly hidden?: true;
  /** By line number; lines that are absent have no cells. */
  readonly lines?: Readonly<Record<number, readonly WorkbookCell[]>>;
  /** Ranges such as `A1:D1`. */
  readonly merged?: readonly string[];
  /** XML of the sheet instead of its lines. */
  readonly xml?: string;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

export function workbook(
  sheets: readonly WorkbookSheet[],
  {
    from1904 = false,
    kind = 'sheet',
    strings = [],
    parts = {},
  }: {
    readonly from1904?: boolean;
    /** What the type of the main part says, for example `sheet.macroEnabled`. */
    readonly kind?: string;
    /** XML of the shared strings, `<si>` each. */
    readonly strings?: readonly string[];
    readonly parts?: Readonly<Record<string, string>>;
  } = {},
): Uint8Array<ArrayBuffer> {
  return archive({
    '[Content_Types].xml': contentTypes(sheets.length, kind),
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr date1904="${from1904 ? 1 : 0}"/><sheets>${sheets
      .map(
        ({ name, hidden }, at) =>
          `<sheet name="${escaped(name)}" sheetId="${at + 1}" state="${hidden ? 'hidden' : 'visible'}" r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${[
      ...sheets.map((_, at) => [`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`]),
      ['rIdA', 'sharedStrings', 'sharedStrings.xml'],
      ['rIdB', 'styles', '/xl/styles.xml'],
    ]
      .map(
        ([id, type, target]) => `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="000\\-0000"/><numFmt numFmtId="165" formatCode="[$-411]ggge&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="166" formatCode="aaaa"/></numFmts><cellXfs>${Object.values(
      styles,
    )
      .map((id) => `<xf numFmtId="${id}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings.join('')}</sst>`,
    ...Object.fromEntries(
      sheets.map(({ lines = {}, merged = [], xml }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${main}">${xml ?? `<sheetData>${Object.entries(lines).map(lineXml).join('')}</sheetData>${mergedXml(merged)}`}</worksheet>`,
      ]),
    ),
    ...parts,
  });
}

/** The type of each part. Programs that read workbooks strictly refuse a file in which one is missing. */
function contentTypes(sheets: number, kind: string): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const mainType = kind.endsWith('macroEnabled') ? 'application/vnd.ms-excel' : type;
  const parts = [
    ['styles.xml', 'styles'],
    ['sharedStrings.xml', 'sharedStrings'],
    ...Array.from({ length: sheets }, (_, at) => [`worksheets/sheet${at + 1}.xml`, 'worksheet']),
  ];
  const overrides = parts.map(
    ([name, kind]) => `<Override PartName="/xl/${name}" ContentType="${type}.${kind}+xml"/>`,
  );
  const main = `<Override PartName="/xl/workbook.xml" ContentType="${mainType}.${kind}.main+xml"/>`;
  return `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${main}${overrides.join('')}</Types>`;
}

function mergedXml(ranges: readonly string[]): string {
  const cells = ranges.map((range) => `<mergeCell ref="${range}"/>`).join('');
  return cells === '' ? '' : `<mergeCells>${cells}</mergeCells>`;
}

function lineXml([line, cells]: [string, readonly WorkbookCell[]]): string {
  const written = cells.map((cell, place) => {
    const at = `r="${columnName(place + 1)}${line}"`;
    if (cell === null) return '';
    if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`;
    if (typeof cell === 'object' && 'formula' in cell)
      return `<c ${at} t="str"><f>${escaped(cell.formula)}</f><v>${escaped(cell.text)}</v></c>`;
    if (typeof cell === 'object')
      return `<c ${at} s="${Object.keys(styles).indexOf(cell.style)}"><v>${cell.number}</v></c>`;
    return `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  });
  return `<row r="${line}">${written.join('')}</row>`;
}

function columnName(column: number): string {
  return column > 26
    ? columnName(Math.floor((column - 1) / 26)) + columnName(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** A zip archive (APPNOTE.TXT) of files, of which a text is in UTF-8. */
export function archive(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array<ArrayBuffer> {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, file] of Object.entries(files)) {
    const content =
      typeof file === 'string' ? Buffer.from(file) : Buffer.from(file.buffer, file.byteOffset, file.length);
    const packed = deflateRawSync(content);
    const nameBytes = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    const head = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, nameBytes]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'), fields, tail, nameBytes]));
    local.push(head, packed);
    offset += head.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Uint8Array.from(Buffer.concat([...local, directory, end]));
}
