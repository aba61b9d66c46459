import type { SourceFileReport } from '../../../../contract/sources/source-file.ts';
import { normalizeText } from '../../../../text/letters/normalize.ts';
import type { ContentParameters, ContentRules, FileContent } from '../file-content.ts';
import {
  maxTableCharacters,
  tooLarge,
  tooMuchText,
  unfitting,
  unreadable,
  unsupported,
} from '../file-failures.ts';
import { builtInFormat, type NumberDisplay, numberDisplay } from './cell-display.ts';
import { WorkbookArchive } from './workbook-archive.ts';
import { maxCells, readSheet, type SheetContent } from './workbook-sheet.ts';
import { TextOfItem } from './workbook-text.ts';

/** Excel workbooks (.xlsx, ECMA-376). */

/** Answers list the sheets. Excel permits 31 characters in a name, other programs more. */
const maxSheets = 1_000;
const maxSheetName = 255;

/** Texts that cells share: not more than there can be cells. */
const maxStrings = maxCells;
/** Styles of cells. Excel permits 65,490. */
const maxStyles = 100_000;
/** Of a list that names parts of the file. */
const maxListed = 10_000;
/** Formats of numbers. Excel permits some hundred. */
const maxFormats = 4_096;

/** @throws ServiceError payload_too_large if a list of the workbook is longer, before it takes memory */
function checkCount(count: number, max: number, what: string): void {
  if (count >= max) throw tooLarge(`The workbook has more than ${max.toLocaleString('en')} ${what}.`);
}

interface Sheet {
  readonly name: string;
  readonly visible: boolean;
  /** Undefined for sheets that are not tables, such as charts. */
  readonly part: string | undefined;
}

interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly from1904: boolean;
  readonly stringsPart: string | undefined;
  readonly stylesPart: string | undefined;
}

/** @throws ServiceError source_file_type_unsupported, source_file_unreadable, payload_too_large, invalid_request */
export async function readWorkbook(
  file: Uint8Array,
  { sheet: wanted, encoding, separator }: ContentParameters,
  { maxLines, isWanted = () => true }: ContentRules,
): Promise<FileContent> {
  if (encoding !== undefined) throw unfitting('encoding', 'is only for text files; this is a workbook');
  if (separator !== undefined) throw unfitting('separator', 'is only for text files; this is a workbook');
  const archive = await WorkbookArchive.open(file);
  const workbook = await readStructure(archive, await workbookPart(archive));
  const strings = await sharedStrings(archive, workbook.stringsPart);
  const displays = await readDisplays(archive, workbook);
  const read = (part: string) => readSheet(archive, part, { strings, displays, maxLines });
  const { name, content } = await readWanted(workbook.sheets, { wanted, isWanted }, read);
  const sheets = workbook.sheets.map((sheet) => sheet.name);
  return {
    about: {
      file_type: 'xlsx',
      encoding: null,
      byte_order_mark: false,
      separator: null,
      sheet: name,
      sheets,
      remarks: [...otherSheets(sheets, name), ...remarksOf(content)],
    },
    lines: content.lines,
  };
}

/** The main part; its type says whether the workbook can be read. */
async function workbookPart(archive: WorkbookArchive): Promise<string> {
  const types = new Map<string, string>();
  await archive.read('[Content_Types].xml', {
    open(name, { PartName, ContentType }) {
      if (name !== 'Override' || !PartName || !ContentType) return;
      checkCount(types.size, maxListed, 'types of parts');
      types.set(PartName.replace(/^\//, ''), ContentType);
    },
  });
  const typeNames = [...types.values()];
  if (typeNames.some((type) => /sheet\.binary/i.test(type)))
    throw unsupported('The file is a binary workbook (.xlsb).');
  if (typeNames.some((type) => /macroEnabled|vbaProject/i.test(type)) || archive.has('xl/vbaProject.bin'))
    throw unsupported('The workbook has macros (.xlsm).');
  const [main] = [...types].find(([, type]) => /(sheet|template)\.main\+xml$/i.test(type)) ?? [];
  if (main !== undefined && archive.has(main)) return main;
  if (archive.has('xl/workbook.xml')) return 'xl/workbook.xml';
  if (archive.has('content.xml')) throw unsupported('The file is an OpenDocument file (.ods).');
  throw unsupported('The file is a zip archive or another Office file, not an Excel workbook.');
}

async function readStructure(archive: WorkbookArchive, main: string): Promise<Workbook> {
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const relations = new Map<string, { readonly type: string; readonly target: string }>();
  await archive.read(`${folder}_rels/${main.slice(folder.length)}.rels`, {
    open(name, { Id, Type = '', Target }) {
      if (name !== 'Relationship' || !Id || !Target) return;
      checkCount(relations.size, maxListed, 'relations');
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target: partName(folder, Target) });
    },
  });
  const sheets: Sheet[] = [];
  let from1904 = false;
  await archive.read(main, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = /^(1|true|on)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      checkCount(sheets.length, maxSheets, 'sheets');
      const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1];
      const relation = relations.get(id ?? '');
      sheets.push({
        name: (attributes.name ?? '').slice(0, maxSheetName),
        visible: (attributes.state ?? 'visible') === 'visible',
        part: relation?.type === 'worksheet' ? existing(relation.target, attributes.name) : undefined,
      });
    },
  });
  function existing(target: string, sheet = ''): string {
    if (archive.has(target)) return target;
    throw unreadable(
      `The workbook is damaged: it does not have the content of its sheet ${sheet.slice(0, 100)}.`,
    );
  }
  const part = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target;
  return { sheets, from1904, stringsPart: part('sharedStrings'), stylesPart: part('styles') };
}

/** Targets are relative to the folder of the workbook, or absolute. */
function partName(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

async function sharedStrings(archive: WorkbookArchive, part: string | undefined): Promise<readonly string[]> {
  const strings: string[] = [];
  if (part === undefined) return strings;
  const text = new TextOfItem();
  let characters = 0;
  await archive.read(part, {
    open(name) {
      if (name === 'si') text.begin();
      else text.open(name);
    },
    text: (piece) => text.add(piece),
    close(name) {
      text.close(name);
      if (name !== 'si') return;
      const value = text.value();
      characters += value.length;
      if (characters > maxTableCharacters) throw tooMuchText();
      checkCount(strings.length, maxStrings, 'shared texts');
      strings.push(value);
    },
  });
  return strings;
}

/** How the numbers of each cell style are displayed. */
async function readDisplays(
  archive: WorkbookArchive,
  { stylesPart, from1904 }: Workbook,
): Promise<readonly NumberDisplay[]> {
  const codes = new Map<number, string>();
  const displays: NumberDisplay[] = [];
  const made = new Map<number, NumberDisplay>();
  let inCells = false;
  if (stylesPart === undefined) return displays;
  await archive.read(stylesPart, {
    open(name, { numFmtId = '0', formatCode }) {
      if (name === 'numFmt' && formatCode !== undefined) {
        checkCount(codes.size, maxFormats, 'formats of numbers');
        codes.set(Number(numFmtId), formatCode.slice(0, 1000));
      }
      if (name === 'cellXfs') inCells = true;
      if (name !== 'xf' || !inCells) return;
      checkCount(displays.length, maxStyles, 'styles of cells');
      const id = Number(numFmtId);
      const display = made.get(id) ?? numberDisplay(codes.get(id) ?? builtInFormat(id), { from1904 });
      made.set(id, display);
      displays.push(display);
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return displays;
}

async function readWanted(
  sheets: readonly Sheet[],
  { wanted, isWanted }: { readonly wanted: string | undefined } & Required<Pick<ContentRules, 'isWanted'>>,
  read: (part: string) => Promise<SheetContent>,
): Promise<{ readonly name: string; readonly content: SheetContent }> {
  if (wanted !== undefined) {
    const sheet =
      sheets.find(({ name }) => normalizeText(name) === normalizeText(wanted)) ??
      (/^\d{1,5}$/.test(wanted) ? sheets[Number(wanted) - 1] : undefined);
    const names = sheets
      .map(({ name }) => name)
      .join(', ')
      .slice(0, 500);
    if (!sheet)
      throw unfitting('sheet', `names a sheet that the workbook does not have; its sheets are: ${names}`);
    if (sheet.part === undefined) throw unfitting('sheet', 'names a sheet that is not a table');
    return { name: sheet.name, content: await read(sheet.part) };
  }
  let first: { readonly name: string; readonly content: SheetContent } | undefined;
  const candidates = sheets.filter(({ visible, part }) => visible && part !== undefined);
  for (const { name, part = '' } of candidates) {
    const content = await read(part);
    if (content.lines.length === 0) continue;
    if (candidates.length === 1 || isWanted(content.lines)) return { name, content };
    first ??= { name, content };
  }
  if (first) return first;
  throw unreadable(
    'The workbook is empty: no visible sheet has a value. The parameter sheet can name a hidden one.',
  );
}

const sheetsNamed = 10;

function otherSheets(sheets: readonly string[], read: string): SourceFileReport['remarks'] {
  const others = sheets.filter((name) => name !== read);
  if (others.length === 0) return [];
  const more = others.length > sheetsNamed ? ` and ${others.length - sheetsNamed} more` : '';
  const message = `Only the sheet ${read} is read. With the parameter sheet, another one can be read: ${others.slice(0, sheetsNamed).join(', ')}${more}.`;
  return [{ code: 'other_sheets', message }];
}

function remarksOf(content: SheetContent): SourceFileReport['remarks'] {
  const { merged, hiddenRows, hiddenColumns, formulasWithoutValue } = content;
  const remarks: SourceFileReport['remarks'] = [];
  const add = (code: string, count: number, message: string) => {
    if (count > 0) remarks.push({ code, message });
  };
  add(
    'merged_cells',
    merged,
    `The sheet has merged cells: ${merged}. Their value is in the first cell; the others are empty.`,
  );
  add('hidden_rows', hiddenRows, `Hidden lines of the sheet: ${hiddenRows}. They are read like the others.`);
  add(
    'hidden_columns',
    hiddenColumns,
    `Hidden columns of the sheet: ${hiddenColumns}. They are read like the others.`,
  );
  add(
    'formulas_without_value',
    formulasWithoutValue,
    `Formulas without a stored value: ${formulasWithoutValue}. Their cells are empty. Open the file in Excel and save it again to store the values.`,
  );
  return remarks;
}
