import { maxSourceRows, maxWhyLength } from '../../../contract/limits.ts';
import {
  type ChoiceColumn,
  getChoiceHeader,
  getOtherLine,
  otherLines,
} from '../../../contract/sources/columns/choice-columns.ts';
import type { ExportLanguage } from '../../../contract/sources/columns/result-columns.ts';
import type { DecisionAction, Remembering } from '../../../contract/sources/decisions.ts';
import { rowDecisionTexts } from '../../../contract/sources/row-texts.ts';
import { isStorable } from '../../../contract/storable.ts';
import { parseCorporateNumber } from '../../../text/identifiers/corporate-number.ts';
import { parseCompanyId } from '../../../text/identifiers/identifiers.ts';
import { isUuid } from '../../../text/identifiers/uuid.ts';
import { normalizeText } from '../../../text/letters/normalize.ts';
import { tooLarge } from '../parsing/file-failures.ts';
import type { SheetLine } from '../parsing/sheet-lines.ts';
import { findChoiceColumn } from './choice-lines.ts';
import type { AskedDecision, DecisionFault } from './decision-checks.ts';

/** Reads the table in which a person chose companies in a spreadsheet (choice-lines.ts). */

/** What a table says. It can be sent between threads. */
export interface TableChoices {
  readonly choices: readonly LineChoice[];
  /** Rows without a choice. */
  readonly empty: number;
  readonly faults: readonly DecisionFault[];
}

type Cell = (name: ChoiceColumn) => string;

/** What one line says about its row. */
export interface LineChoice {
  /** As a spreadsheet numbers it. */
  readonly line: number;
  readonly rowId: string;
  readonly action: DecisionAction;
  readonly companyId: string | undefined;
  /** The column that names the company. */
  readonly companyIn: ChoiceColumn;
  /** That of the headers. */
  readonly language: ExportLanguage;
  readonly why: string;
}

/** What a table must have. */
const required = ['source_row_id', 'candidate', 'candidate_company_id', 'choice'] as const;

/** Whether the line is the header of the table, wherever it stands. People may have deleted or renamed some columns. */
export function hasChoiceHeader({ cells }: Pick<SheetLine, 'cells'>): boolean {
  const found = cells.map((cell) => findChoiceColumn(cell)?.column);
  return found.filter((column) => required.some((name) => name === column)).length > 1;
}

/** Reads the lines of a table one after the other. */
export class ChoiceReader {
  #places: ReadonlyMap<ChoiceColumn, number> | null = null;
  #language: ExportLanguage = null;
  #firstLine = 1;
  readonly #repeated = new Set<string>();
  /** By row and number, the company of a candidate. */
  readonly #candidates = new Map<string, string>();
  readonly #rows = new Set<string>();
  readonly #lines: {
    readonly line: number;
    readonly text: string;
    readonly cell: Cell;
    readonly language: ExportLanguage;
  }[] = [];

  add({ row: line, cells }: SheetLine): void {
    // Tables that were put below each other have a header each.
    if (hasChoiceHeader({ cells })) {
      this.#readHeader(cells, line);
      return;
    }
    const places = this.#places;
    if (!places) return;
    const cell: Cell = (name) => cells[places.get(name) ?? -1]?.trim() ?? '';
    const rowId = cell('source_row_id');
    if (rowId !== '') this.#rows.add(rowId);
    const candidate = withoutZeros(normalizeText(cell('candidate')));
    this.#candidates.set(`${rowId} ${candidate}`, cell('candidate_company_id'));
    const text = withoutZeros(normalizeText(cell('choice')));
    if (text !== '') this.#lines.push({ line, text, cell, language: this.#language });
  }

  #readHeader(cells: readonly string[], line: number): void {
    if (!this.#places) this.#firstLine = line;
    const places = new Map<ChoiceColumn, number>();
    for (const [place, cell] of cells.entries()) {
      const found = findChoiceColumn(cell);
      if (!found) continue;
      if (places.has(found.column)) this.#repeated.add(getChoiceHeader(found.column, found.language));
      places.set(found.column, place);
      this.#language = found.language;
    }
    this.#places = places;
  }

  finish(): TableChoices {
    const missing = required.filter((name) => !this.#places?.has(name));
    if (missing.length > 0) {
      const columns = missing.map((name) => getChoiceHeader(name, this.#language)).join(', ');
      const message = `has no column ${columns}; send the table of GET /sources/{sourceId}/candidates`;
      return { choices: [], empty: 0, faults: [fault({ line: this.#firstLine }, message)] };
    }
    if (this.#repeated.size > 0) {
      const message = `has more than one column ${[...this.#repeated].join(', ')}; delete the others`;
      return { choices: [], empty: 0, faults: [fault({ line: this.#firstLine }, message)] };
    }
    const faults: DecisionFault[] = [];
    const choices = new Map<string, LineChoice>();
    for (const { text, cell, ...place } of this.#lines) {
      // No source has so many, and they are checked by the thread that answers everybody.
      if (choices.size + faults.length > maxSourceRows) throw tooManyChoices();
      const rowId = cell('source_row_id');
      if (!isUuid(rowId)) {
        faults.push(fault(place, 'has a choice, but no id of its row', 'source_row_id'));
        continue;
      }
      const why = cell('why');
      const said = saidBy(text, cell, place.language, (number) => this.#candidates.get(`${rowId} ${number}`));
      const wrongWhy = whyFault(why);
      if ('fault' in said) faults.push(fault(place, said.fault, said.column ?? 'choice'));
      else if (wrongWhy !== null) faults.push(fault(place, wrongWhy, 'why'));
      if ('fault' in said || wrongWhy !== null) continue;
      const earlier = choices.get(rowId);
      if (!earlier)
        choices.set(rowId, { ...place, rowId, why, companyId: undefined, companyIn: 'choice', ...said });
      else if (earlier.action !== said.action || earlier.companyId !== said.companyId)
        faults.push(fault(place, `has another choice for the row than line ${earlier.line}`, 'choice'));
    }
    if (choices.size + faults.length > maxSourceRows) throw tooManyChoices();
    return { choices: [...choices.values()], empty: this.#rows.size - choices.size, faults };
  }
}

function tooManyChoices(): Error {
  return tooLarge(`The table has more than ${maxSourceRows.toLocaleString('en')} choices or faults.`);
}

/** Programs that read a column with blanks as numbers write 2 as 2.0. */
function withoutZeros(text: string): string {
  return text.replace(/^(\d{1,2})\.0+$/, '$1');
}

/** `×` is missing on purpose: to many people it means no. */
const marks = new Set(['x', '1', '○', '◯', '〇', '◎', '✓', '✔', 'レ', 'yes', 'true', 'はい']);
const noneWords = new Set([
  'なし',
  '無し',
  '該当なし',
  '該当無し',
  'none',
  'none_of_these',
  ...rowDecisionTexts.none_of_these,
]);
const notCompanyWords = new Set([
  '対象外',
  '会社以外',
  '個人',
  'not_a_company',
  ...rowDecisionTexts.not_a_company,
]);

type Said =
  | {
      readonly action: DecisionAction;
      readonly companyId?: string | undefined;
      readonly companyIn?: ChoiceColumn;
    }
  | { readonly fault: string; readonly column?: ChoiceColumn };

/** @param text of the choice, normalised and not empty */
function saidBy(
  text: string,
  cell: Cell,
  language: ExportLanguage,
  companyOf: (number: string) => string | undefined,
): Said {
  const word = text.toLowerCase();
  const candidate = withoutZeros(normalizeText(cell('candidate')));
  if (!otherLines.includes(candidate)) {
    if (!marks.has(word) && text !== candidate)
      return { fault: `has the choice ${quoted(text)}; ${inCandidate} ${getOtherLine(language)}` };
    const companyId = cell('candidate_company_id');
    const column = 'candidate_company_id';
    if (companyId === '') return { fault: 'is empty beside a choice', column };
    return { action: 'choose', companyId, companyIn: column };
  }
  if (noneWords.has(word)) return { action: 'none_of_these' };
  if (notCompanyWords.has(word)) return { action: 'not_a_company' };
  if (/^\d{1,2}$/.test(text)) {
    const companyId = companyOf(text);
    if (companyId) return { action: 'choose', companyId };
    return { fault: `has the choice ${text}, and the table has no such candidate of the row` };
  }
  const id = parseCompanyId(text);
  if (id.ok) return { action: 'choose', companyId: id.value };
  // On invoices, a T is written before the number.
  const number = parseCorporateNumber(text.replace(/^T/i, ''));
  if (number.ok) return { action: 'choose', companyId: number.value };
  return { fault: `has the choice ${quoted(text)}; ${inOther}. As a corporate number: ${number.message}` };
}

const inCandidate = 'write x beside one candidate, and anything else in the line';
const inOther = 'write a number of a candidate, a corporate number, なし or 対象外';

const quoted = (text: string): string => `"${text.length <= 50 ? text : `${text.slice(0, 50)}…`}"`;

function whyFault(why: string): string | null {
  if (why.length > maxWhyLength) return `has more than ${maxWhyLength} characters`;
  if (isStorable(why)) return null;
  return 'has characters that cannot be stored';
}

/** A line, and the language of its headers. */
interface Place {
  readonly line: number;
  readonly language?: ExportLanguage;
}

function fault(place: Place, message: string, column?: ChoiceColumn): DecisionFault {
  return { field: cellOf(place, column), code: 'invalid_request', message };
}

function cellOf({ line, language = null }: Place, column: ChoiceColumn | undefined): string {
  if (column === undefined) return `line ${line}`;
  return `line ${line}, ${getChoiceHeader(column, language)}`;
}

/** @param usual what becomes of a chosen company for later rows */
export function askedBy(
  { rowId, action, companyId, companyIn, why, ...place }: LineChoice,
  usual: Remembering,
): AskedDecision {
  return {
    row: rowId,
    action,
    companyId,
    why: why === '' ? undefined : why,
    applyTo: 'row',
    remember: action === 'choose' ? usual : undefined,
    rememberAgain: false,
    path: (field) => cellOf(place, field === 'companyId' ? companyIn : undefined),
  };
}
