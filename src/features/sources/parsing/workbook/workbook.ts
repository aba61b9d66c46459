import type { SourceFileReport } from '../../../../contract/sources/source-file.ts';
import { normalizeText } from '../../../../text/letters/normalize.ts';
import type { ContentParameters, ContentRules, FileContent } from '../file-content.ts';
import { maxTableCharacters, tooMuchText, unfitting, unreadable } from '../file-failures.ts';
import { builtInFormat, type NumberDisplay, numberDisplay } from './cell-display.ts';
import { findFreeColumnAfter } from './free-column.ts';
import { maxBytes, WorkbookArchive } from './workbook-archive.ts';
import { maxCells, readSheet, type SheetContent } from './workbook-sheet.ts';
import { checkCount, readStructure, type Workbook } from './workbook-structure.ts';
import { TextOfItem } from './workbook-text.ts';

/** Excel workbooks (.xlsx, .xlsm, ECMA-376). */

/** Texts that cells share: not more than there can be cells. */
const maxStrings = maxCells;
/** Styles of cells. Excel permits 65,490. */
const maxStyles = 100_000;
/** Formats of numbers. Excel permits some hundred. */
const maxFormats = 4_096;

/** @throws ServiceError source_file_type_unsupported, source_file_unreadable, payload_too_large, invalid_request */
export async function readWorkbook(
  file: Uint8Array,
  parameters: ContentParameters,
  rules: ContentRules,
): Promise<FileContent> {
  const { sheets, toContent } = await openWorkbook(file, parameters, rules.maxLines);
  const { isWanted = () => true } = rules;
  const { name, content } =
    parameters.sheet === undefined
      ? await readFirst(sheets, isWanted)
      : await readNamed(sheets, parameters.sheet);
  const read = toContent(name, content);
  const names = sheets.map((sheet) => sheet.name);
  return { ...read, about: { ...read.about, remarks: [...otherSheets(names, name), ...read.about.remarks] } };
}

/** A sheet of an open workbook. */
interface OpenSheet {
  readonly name: string;
  readonly isVisible: boolean;
  /** Null for sheets that are not tables, such as charts. */
  readonly read: (() => Promise<SheetContent>) | null;
}

/** A sheet that is read when it is asked for, so that only one of many is in memory. */
export interface UnreadSheet {
  readonly name: string;
  readonly isVisible: boolean;
  readonly isChosen: boolean;
  readonly read: (() => Promise<FileContent>) | null;
}

const allSheets = 'all';

/**
 * All sheets, in their order. @param wanted names and numbers, or `all`
 * @throws ServiceError invalid_request for a sheet that is not there, and as `readWorkbook`
 */
export async function openSheets(
  file: Uint8Array,
  wanted: readonly string[],
  parameters: ContentParameters,
  { maxLines }: ContentRules,
): Promise<{ readonly sheets: readonly UnreadSheet[]; readonly isAll: boolean }> {
  const { sheets, toContent } = await openWorkbook(file, parameters, maxLines);
  const asked = wanted.flatMap((given) => splitNames(given, sheets));
  const isAll = asked.includes(allSheets) && !sheets.some(({ name }) => name === allSheets);
  const named = asked.filter((each) => !isAll || each !== allSheets);
  const chosen = new Set(named.map((each) => findSheet(sheets, 'sheets', each)));
  return {
    isAll,
    sheets: sheets.map((sheet) => {
      const { name, isVisible, read } = sheet;
      return {
        name,
        isVisible,
        isChosen: chosen.has(sheet),
        read: read && (async () => toContent(name, await read())),
      };
    }),
  };
}

/** Names that commas divide, unless the whole is the name of a sheet. */
function splitNames(given: string, sheets: readonly OpenSheet[]): string[] {
  if (sheets.some(({ name }) => normalizeText(name) === normalizeText(given))) return [given];
  return given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

async function openWorkbook(file: Uint8Array, { encoding, separator }: ContentParameters, maxLines: number) {
  if (encoding !== undefined) throw unfitting('encoding', 'is only for text files; this is a workbook');
  if (separator !== undefined) throw unfitting('separator', 'is only for text files; this is a workbook');
  const archive = await WorkbookArchive.open(file);
  const workbook = await readStructure(archive);
  const strings = await sharedStrings(archive, workbook.stringsPart);
  const { displays, isPlain } = await readDisplays(archive, workbook);
  const sheets = workbook.sheets.map(
    ({ name, visible, part }): OpenSheet => ({
      name,
      isVisible: visible,
      read: part === undefined ? null : () => readSheet(archive, part, { strings, displays, maxLines }),
    }),
  );
  const names = sheets.map(({ name }) => name);
  const toContent = (name: string, content: SheetContent): FileContent => ({
    about: {
      file_type: workbook.kind === 'xlsm' ? 'xlsm' : 'xlsx',
      encoding: null,
      byte_order_mark: false,
      separator: null,
      sheet: name,
      sheets: names,
      free_column:
        isPlain && names.indexOf(name) === names.lastIndexOf(name)
          ? findFreeColumn(archive, workbook, content)
          : null,
      remarks: remarksOf(content),
    },
    lines: content.lines,
    wideMerges: content.wideMerges,
    drawings: content.drawings,
  });
  return { sheets, toContent };
}

/** Of the parts that are changed in memory. */
export const maxChangedBytes = 8 * 1024 * 1024;

/** The first column beside all cells of the sheet, if an export can write its columns into this workbook. */
function findFreeColumn(
  archive: WorkbookArchive,
  { mainPart, kind, stylesPart, isSigned }: Workbook,
  { usedColumns, isPlain }: SheetContent,
): number | null {
  const changed = [mainPart, ...(stylesPart === undefined ? [] : [stylesPart])];
  const canChange = changed.every((part) => archive.sizeOf(part) <= maxChangedBytes);
  // Under the name of a workbook, Excel does not open a template.
  const canCopy = archive.size <= maxBytes && kind !== 'xltx' && !isSigned && canChange;
  return canCopy && isPlain ? findFreeColumnAfter(usedColumns) : null;
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

/** How the numbers of each cell style are displayed, and whether the XML of the styles has only tags and text. */
async function readDisplays(
  archive: WorkbookArchive,
  { stylesPart, from1904 }: Workbook,
): Promise<{ readonly displays: readonly NumberDisplay[]; readonly isPlain: boolean }> {
  const codes = new Map<number, string>();
  const displays: NumberDisplay[] = [];
  const made = new Map<number, NumberDisplay>();
  let inCells = false;
  let isPlain = true;
  if (stylesPart === undefined) return { displays, isPlain };
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
    unusual() {
      isPlain = false;
    },
  });
  return { displays, isPlain };
}

/** @throws ServiceError invalid_request */
function findSheet(sheets: readonly OpenSheet[], parameter: 'sheet' | 'sheets', wanted: string): OpenSheet {
  const sheet =
    sheets.find(({ name }) => normalizeText(name) === normalizeText(wanted)) ??
    (/^\d{1,5}$/.test(wanted) ? sheets[Number(wanted) - 1] : undefined);
  const names = sheets
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 500);
  if (!sheet)
    throw unfitting(
      parameter,
      `names "${wanted.slice(0, 100)}", which the workbook does not have; its sheets are: ${names}`,
    );
  if (sheet.read === null) throw unfitting(parameter, `names "${sheet.name}", which is not a table`);
  return sheet;
}

interface FoundSheet {
  readonly name: string;
  readonly content: SheetContent;
}

async function readNamed(sheets: readonly OpenSheet[], wanted: string): Promise<FoundSheet> {
  const { name, read } = findSheet(sheets, 'sheet', wanted);
  if (read === null) throw new Error('a sheet that is not a table was found');
  return { name, content: await read() };
}

async function readFirst(
  sheets: readonly OpenSheet[],
  isWanted: NonNullable<ContentRules['isWanted']>,
): Promise<FoundSheet> {
  let perhaps: FoundSheet | undefined;
  let first: FoundSheet | undefined;
  const candidates = sheets.filter(({ isVisible }) => isVisible);
  for (const { name, read } of candidates) {
    if (read === null) continue;
    const content = await read();
    if (content.lines.length === 0) continue;
    const judged = candidates.length === 1 || isWanted(content.lines);
    if (judged === true) return { name, content };
    if (judged === 'perhaps') perhaps ??= { name, content };
    first ??= { name, content };
  }
  const found = perhaps ?? first;
  if (found) return found;
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
