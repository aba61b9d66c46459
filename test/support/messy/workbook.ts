import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';

/** Workbooks as Excel writes them, made without any code of the service. */

/** A cell: text, or a number with the format that Excel shows it in. */
export type WorkbookCell =
  | string
  | { readonly number: number; readonly format?: 'date' | 'percent' | 'thousands' }
  | { readonly formula: string; readonly value: string };

export interface WorkbookSheet {
  readonly name: string;
  readonly lines: readonly (readonly WorkbookCell[])[];
  /** Ranges such as `A1:D1`. */
  readonly merged?: readonly string[];
}

const formats = { date: 1, percent: 2, thousands: 3 } as const;

const styles = `<?xml version="1.0" encoding="UTF-8"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="9" applyNumberFormat="1"/><xf numFmtId="3" applyNumberFormat="1"/></cellXfs>
</styleSheet>`;

/** The bytes of a workbook. */
export function workbook(sheets: readonly WorkbookSheet[]): Buffer {
  const shared: string[] = [];
  const parts = sheets.map((sheet) => sheetXml(sheet, shared));
  const listed = sheets.map(
    ({ name }, at) => `<sheet name="${xml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const relations = sheets.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const extra = ['styles', 'sharedStrings'].map(
    (kind) =>
      `<Relationship Id="r${kind}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${kind}.xml"/>`,
  );
  return zip({
    '[Content_Types].xml': `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${sheets.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
    '_rels/.rels':
      '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}${extra.join('')}</Relationships>`,
    'xl/styles.xml': styles,
    ...Object.fromEntries(parts.map((part, at) => [`xl/worksheets/sheet${at + 1}.xml`, part])),
    'xl/sharedStrings.xml': `<?xml version="1.0" encoding="UTF-8"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="${shared.length}" uniqueCount="${shared.length}">${shared.map((text) => `<si><t xml:space="preserve">${xml(text)}</t><rPh sb="0" eb="1"><t>フリガナ</t></rPh></si>`).join('')}</sst>`,
  });
}

function sheetXml({ lines, merged = [] }: WorkbookSheet, shared: string[]): string {
  const rows = lines.map((cells, at) => {
    const inside = cells.map((cell, place) => cellXml(cell, `${letters(place)}${at + 1}`, shared)).join('');
    // Excel writes nothing for an empty row.
    return inside === '' ? '' : `<row r="${at + 1}">${inside}</row>`;
  });
  const ranges =
    merged.length > 0
      ? `<mergeCells count="${merged.length}">${merged.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`
      : '';
  return `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.join('')}</sheetData>${ranges}</worksheet>`;
}

function cellXml(cell: WorkbookCell, at: string, shared: string[]): string {
  if (cell === '') return '';
  if (typeof cell === 'string') {
    shared.push(cell);
    return `<c r="${at}" t="s"><v>${shared.length - 1}</v></c>`;
  }
  if ('formula' in cell)
    return `<c r="${at}" t="str"><f>${xml(cell.formula)}</f><v>${xml(cell.value)}</v></c>`;
  const style = cell.format ? ` s="${formats[cell.format]}"` : '';
  return `<c r="${at}"${style}><v>${floatText(cell.number)}</v></c>`;
}

/** As Excel writes large numbers: 1.180301018771E12. */
function floatText(number: number): string {
  return Number.isInteger(number) && number >= 1e11
    ? number.toExponential().replace('e+', 'E')
    : String(number);
}

function letters(place: number): string {
  return place < 26
    ? String.fromCharCode(65 + place)
    : letters(Math.floor(place / 26) - 1) + letters(place % 26);
}

function xml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A zip archive without compression. */
export function zip(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content as string);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), bytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, Buffer.from(name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
