/** The parts of an Excel workbook with sheets of text (ECMA-376, Office Open XML). */

/** The most that a cell of Excel can have, in UTF-16 units. Longer cells are cut and end with `…`. */
export const maxWorkbookCell = 32_767;
const maxSheetName = 31;

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const formats = 'http://schemas.openxmlformats.org';
const main = `${formats}/spreadsheetml/2006/main`;
const relations = `${formats}/officeDocument/2006/relationships`;
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** What a cell is. */
export type CellKind = 'text' | 'number' | 'day';

/**
 * Formats that every workbook has: text is `@`, so that Excel keeps leading zeros also when a cell is edited; a number has all its
 * digits; a day is written as the reader's country does.
 */
export const numberFormats: Readonly<Record<CellKind, number>> = { text: 49, number: 1, day: 14 };

const ownStyles: Readonly<Record<CellKind, number>> = { text: 1, number: 3, day: 4 };
/** Text with line breaks, shown as such. */
const wrappedStyle = 2;

const styles = `${xml}<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="${numberFormats.text}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="${numberFormats.text}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment wrapText="1"/></xf><xf numFmtId="${numberFormats.number}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="${numberFormats.day}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** @param sheet number of the sheet, from 1 */
export const getSheetPath = (sheet: number): string => `xl/worksheets/sheet${sheet}.xml`;

/** Every part except the sheets, by name. */
export function buildWorkbookParts(sheetNames: readonly string[]): Readonly<Record<string, string>> {
  const names = makeDistinct(sheetNames.map(toSheetName)).map(toAttributeText);
  const renderEach = (part: (sheet: number, name: string) => string) =>
    names.map((name, at) => part(at + 1, name)).join('');
  const styleId = `rId${names.length + 1}`;
  const overrides = renderEach(
    (sheet) => `<Override PartName="/${getSheetPath(sheet)}" ContentType="${types}.worksheet+xml"/>`,
  );
  const sheets = renderEach((sheet, name) => `<sheet name="${name}" sheetId="${sheet}" r:id="rId${sheet}"/>`);
  const links = renderEach(
    (sheet) =>
      `<Relationship Id="rId${sheet}" Type="${relations}/worksheet" Target="worksheets/sheet${sheet}.xml"/>`,
  );
  return {
    '[Content_Types].xml': `${xml}<Types xmlns="${formats}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${overrides}<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${formats}/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${formats}/package/2006/relationships">${links}<Relationship Id="${styleId}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': styles,
  };
}

export const sheetBegin = `${xml}<worksheet xmlns="${main}"><sheetFormatPr defaultRowHeight="15"/><sheetData>`;
/** Excel marks text that looks like a number as a possible error, unless the sheet says otherwise. */
export const sheetEnd = `</sheetData><ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors></worksheet>`;

/** The number of the style in the workbook for cells of a kind; null in a workbook without styles. */
export type StyleOf = (kind: CellKind, hasLineBreaks: boolean) => number | null;

const findOwnStyle: StyleOf = (kind, hasLineBreaks) =>
  kind === 'text' && hasLineBreaks ? wrappedStyle : ownStyles[kind];

/**
 * @param row number of the row, from 1
 * @param kinds of the cells; those that are not named are text
 */
export function renderSheetRow(
  cells: readonly string[],
  row: number,
  styleOf = findOwnStyle,
  kinds: readonly CellKind[] = [],
): string {
  let text = `<row r="${row}">`;
  for (const [place, cell] of cells.entries()) {
    if (cell === '') continue;
    const reference = `${renderColumnName(place + 1)}${row}`;
    text += renderCell(cell, kinds[place] ?? 'text', { reference, styleOf });
  }
  return `${text}</row>`;
}

interface CellPlace {
  /** `B12` */
  readonly reference: string;
  readonly styleOf: StyleOf;
  /** Of its tags, with a colon. */
  readonly prefix?: string;
  readonly from1904?: boolean;
}

/** A cell of this kind, or one that is empty. What is no number or day is text. */
export function renderCell(
  cell: string,
  kind: CellKind,
  { reference, styleOf, prefix = '', from1904 = false }: CellPlace,
): string {
  const styleOfKind = styleOf(kind, false);
  let number: number | null = null;
  if (kind === 'number') number = parseNumber(cell);
  // Without its format, a day would be any number.
  if (kind === 'day' && styleOfKind !== null) number = parseDay(cell, from1904);
  const isOfKind = number !== null || cell === '';
  const style = isOfKind ? styleOfKind : styleOf('text', cell.includes('\n'));
  const begin = `<${prefix}c r="${reference}"${style === null ? '' : ` s="${style}"`}`;
  if (cell === '') return `${begin}/>`;
  if (number !== null) return `${begin}><${prefix}v>${number}</${prefix}v></${prefix}c>`;
  return `${begin} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${toCellText(cell)}</${prefix}t></${prefix}is></${prefix}c>`;
}

/** Excel keeps 15 digits. */
function parseNumber(cell: string): number | null {
  return /^-?(?:0|[1-9]\d{0,14})$/.test(cell) ? Number(cell) : null;
}

const dayMs = 86_400_000;

/** A day as Excel counts it; null before March 1900, where it counts a day that did not exist. */
function parseDay(cell: string, from1904: boolean): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(cell)) return null;
  const days = (Date.parse(cell) - Date.UTC(1899, 11, 30)) / dayMs;
  const first = from1904 ? 1462 : 0;
  return days >= Math.max(first, 61) ? days - first : null;
}

const columnNames: string[] = [];

/** @param column from 1: A, B, … Z, AA, … */
export function renderColumnName(column: number): string {
  const known = columnNames[column];
  if (known !== undefined) return known;
  const before = column <= 26 ? '' : renderColumnName(Math.floor((column - 1) / 26));
  const name = before + String.fromCharCode(65 + ((column - 1) % 26));
  columnNames[column] = name;
  return name;
}

/** What XML cannot have is written as `_xHHHH_`, and so is the beginning of text that looks like that. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML must not have these
const escaped = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Surrogate}|_(?=x[0-9A-Fa-f]{4}_)/gu;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return entities[character] ?? `_x${code}_`;
}

function toCellText(cell: string): string {
  return truncateText(cell, maxWorkbookCell).replace(escaped, escapeCharacter);
}

export function toAttributeText(text: string): string {
  return text.replace(escaped, escapeCharacter).replaceAll('"', '&quot;');
}

/** @param max UTF-16 units */
function truncateText(text: string, max: number): string {
  if (text.length <= max) return text;
  // Not within a pair of surrogates.
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Excel accepts neither every character nor every name for a sheet. */
function toSheetName(name: string): string {
  const usable = name
    .replace(/[\\/?*[\]:\p{Cc}\ufffe\uffff]|\p{Surrogate}/gu, ' ')
    .trim()
    .replace(/^'+|(?<!')'+$/g, '')
    .trim();
  const short = truncateText(usable, maxSheetName);
  if (short === '' || short.toLowerCase() === 'history') return 'Sheet1';
  return short;
}

/** Excel does not tell sheets apart by case. */
export function makeDistinct(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let at = 2; taken.has(free.toLowerCase()); at += 1)
      free = `${truncateText(name, maxSheetName - 4)} (${at})`;
    taken.add(free.toLowerCase());
    return free;
  });
}
