import { escapeFormula, mayRunAsFormula } from '../../../../tables/formula-cells.ts';
import { maxImportedChoices, maxWhyLength } from '../../../contract/limits.ts';
import {
  type RememberedColumn as Column,
  flagTexts,
  getRememberedHeader,
  rememberedColumns,
} from '../../../contract/sources/columns/remembered-columns.ts';
import { exportLanguages } from '../../../contract/sources/columns/result-columns.ts';
import { type RowMark, rowMarks } from '../../../contract/sources/decisions.ts';
import { decisionActionTexts, rowDecisionTexts } from '../../../contract/sources/row-texts.ts';
import { isStorable } from '../../../contract/storable.ts';
import { normalizeText } from '../../../text/letters/normalize.ts';
import { parseNameCell } from '../../row-matching/parse-row.ts';
import { tooLarge } from '../parsing/file-failures.ts';
import type { SheetLine } from '../parsing/sheet-lines.ts';
import type { DecisionFault } from './decision-checks.ts';

/** Reads a file of remembered choices, as their export writes it. */

/** What a line says. */
export interface RememberedLine {
  /** As a spreadsheet numbers it. */
  readonly line: number;
  /** Null: the name of the choice with `choiceId`. */
  readonly name: string | null;
  readonly choiceId: string | null;
  /** What `company_id` and `corporate_number` say, of those that are filled; nothing for a mark. */
  readonly companies: readonly NamedCompany[];
  readonly mark: RowMark | null;
  readonly always: boolean;
  readonly enabled: boolean;
  readonly note: string | null;
}

export interface NamedCompany {
  readonly column: 'company_id' | 'corporate_number';
  readonly text: string;
}

export interface RememberedTable {
  readonly lines: readonly RememberedLine[];
  readonly faults: readonly DecisionFault[];
  readonly titles: ColumnTitles;
}

/** The headers of the columns as they stand in the file. */
export type ColumnTitles = ReadonlyMap<Column, string>;

const needed: readonly (Column | null)[] = ['name', 'company_id', 'corporate_number', 'mark', 'always'];
/** By headers as they are compared, in all languages. */
const columnsByHeader: ReadonlyMap<string, Column> = new Map(
  exportLanguages.flatMap((language) =>
    rememberedColumns.map((column) => [fold(getRememberedHeader(column, language)), column]),
  ),
);
/** Longer than our headers with white space around them. */
const maxHeaderLength = 100;

const findColumn = (cell: string): Column | null =>
  cell.length > maxHeaderLength ? null : (columnsByHeader.get(fold(cell)) ?? null);

/** Whether the line is the header of the table, wherever it stands. */
export function hasRememberedHeader({ cells }: Pick<SheetLine, 'cells'>): boolean {
  const columns = cells.map(findColumn);
  return columns.includes('name') && columns.filter((column) => needed.includes(column)).length > 1;
}

export function readRememberedTable(sheet: readonly SheetLine[]): RememberedTable {
  const at = sheet.findIndex(hasRememberedHeader);
  const header = sheet[at];
  if (!header)
    return {
      lines: [],
      titles: new Map(),
      faults: [
        toFault(
          { line: 1, titles: new Map() },
          'is no header with name and company_id, corporate_number or mark',
        ),
      ],
    };
  const columns = header.cells.map(findColumn);
  const titles: ColumnTitles = new Map(
    columns.flatMap((column, place) => (column ? [[column, header.cells[place]?.trim() ?? column]] : [])),
  );
  const repeated = header.cells.find((_, place) => {
    const column = columns[place] ?? null;
    return column !== null && columns.indexOf(column) !== place;
  });
  if (repeated !== undefined)
    return {
      lines: [],
      titles,
      faults: [
        toFault(
          { line: header.row, titles },
          `has more than one column ${repeated.trim()}; delete the others`,
        ),
      ],
    };
  const filled = sheet.slice(at + 1).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length > maxImportedChoices)
    throw tooLarge(`The file has more than ${maxImportedChoices.toLocaleString('en')} choices.`);
  const lines: RememberedLine[] = [];
  const faults: DecisionFault[] = [];
  for (const { row, cells } of filled) {
    const read = readLine({ line: row, titles }, (column) =>
      undoEscape(cells[columns.indexOf(column)]?.trim() ?? ''),
    );
    if ('message' in read) faults.push(read);
    else lines.push(read);
  }
  return { lines, faults, titles };
}

/** Without the apostrophe that our CSV files write before what a spreadsheet would run. */
function undoEscape(cell: string): string {
  const written = cell.slice(1);
  return mayRunAsFormula(written) && cell === escapeFormula(written) ? written : cell;
}

function readLine(at: Place, cell: (column: Column) => string): RememberedLine | DecisionFault {
  const name = cell('name');
  const choiceId = cell('choice_id');
  if (name === '' && choiceId === '') return toFault(at, 'has no name', 'name');
  if (name !== '' && parseNameCell(name) === null) return toFault(at, 'is no name of a company', 'name');
  const companies = companyColumns.flatMap((column) =>
    cell(column) === '' ? [] : [{ column, text: cell(column) }],
  );
  const written = fold(cell('mark'));
  const mark = rowMarks.find((each) => isOneOf(written, listWords(each))) ?? null;
  if (written !== '' && mark === null) return toFault(at, `must be ${rowMarks.join(' or ')}`, 'mark');
  if (mark !== null && companies.length > 0) return toFault(at, 'stands beside a company', 'mark');
  if (mark === null && companies.length === 0)
    return toFault(at, 'has neither company_id nor corporate_number, nor a mark', 'company_id');
  const always = readFlag(cell('always'), false);
  if (always === null) return toFault(at, inFlag, 'always');
  const enabled = readFlag(cell('enabled'), true);
  if (enabled === null) return toFault(at, inFlag, 'enabled');
  const note = cell('note');
  if (note.length > maxWhyLength) return toFault(at, `has more than ${maxWhyLength} characters`, 'note');
  if (!isStorable(note) || !isStorable(name)) return toFault(at, 'has characters that cannot be stored');
  return {
    line: at.line,
    name: name || null,
    choiceId: choiceId || null,
    companies,
    mark,
    always,
    enabled,
    note: note || null,
  };
}

const companyColumns = ['company_id', 'corporate_number'] as const;

const inFlag = 'must be true or false';

function readFlag(text: string, usual: boolean): boolean | null {
  const word = fold(text);
  if (word === '') return usual;
  if (isOneOf(word, ['true', '1', ...flagTexts.true])) return true;
  return isOneOf(word, ['false', '0', ...flagTexts.false]) ? false : null;
}

function listWords(mark: RowMark): readonly string[] {
  return [mark, ...rowDecisionTexts[mark], ...decisionActionTexts[mark]];
}

function isOneOf(word: string, words: readonly string[]): boolean {
  return words.some((each) => fold(each) === word);
}

function fold(text: string): string {
  return normalizeText(text).toLowerCase();
}

/** A line of a file, with its headers. */
export interface Place {
  readonly line: number;
  readonly titles: ColumnTitles;
}

/** @param column the one that is at fault; without it, the line */
export function toFault({ line, titles }: Place, message: string, column?: Column): DecisionFault {
  const field = column === undefined ? `line ${line}` : `line ${line}, ${titles.get(column) ?? column}`;
  return { field, code: 'invalid_request', message };
}
