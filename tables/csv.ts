import { escapeFormula, mayRunAsFormula } from './formula-cells.ts';

/** Tables as CSV (RFC 4180). Everything that writes CSV writes it here. */

export const newlines = { crlf: '\r\n', lf: '\n' } as const;
export type Newline = keyof typeof newlines;

/** `disarm`: cells that a spreadsheet would run get an apostrophe. `keep`: no cell is changed. */
export const formulaRules = ['disarm', 'keep'] as const;
export type FormulaRule = (typeof formulaRules)[number];

export function applyFormulaRule(cell: string, rule: FormulaRule): string {
  if (rule === 'keep' || !mayRunAsFormula(cell)) return cell;
  return escapeFormula(cell);
}

/** Makes applications that guess the encoding read UTF-8. */
export const byteOrderMark = '\ufeff';

export interface CsvStyle {
  readonly newline: Newline;
  readonly formulas: FormulaRule;
}

/**
 * Quoted: cells with a quote, a comma or a line break of any kind, and cells that begin or end with white space or a byte
 * order mark, which readers may drop.
 */
const needsQuotes = /[",\n\r\v\f\u0085\u2028\u2029]|^[\s\ufeff]|[\s\ufeff]$/;

export interface CellStyle {
  readonly delimiter: string;
  /** Every cell is quoted. */
  readonly quotesAll: boolean;
}

export function renderCsvCell(
  cell: string,
  { delimiter, quotesAll }: CellStyle = { delimiter: ',', quotesAll: false },
): string {
  if (quotesAll || needsQuotes.test(cell) || cell.includes(delimiter))
    return `"${cell.replaceAll('"', '""')}"`;
  return cell;
}

/** Lines of a table as CSV, and how many of its cells were disarmed. */
export class CsvLines {
  disarmedCells = 0;

  constructor(private readonly style: CsvStyle) {}

  renderLines(lines: readonly (readonly string[])[]): string {
    const end = newlines[this.style.newline];
    return lines.map((cells) => this.#renderLine(cells) + end).join('');
  }

  #renderLine(cells: readonly string[]): string {
    // An empty line would be no record at all.
    if (cells.length === 1 && cells[0] === '') return '""';
    return cells.map((cell) => renderCsvCell(this.#makeSafe(cell))).join(',');
  }

  #makeSafe(cell: string): string {
    const safe = applyFormulaRule(cell, this.style.formulas);
    if (safe !== cell) this.disarmedCells += 1;
    return safe;
  }
}
