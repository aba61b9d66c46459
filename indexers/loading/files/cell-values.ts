import { computeCheckDigit, type ParsedIdentifier } from '../../../src/text/identifiers/identifiers.ts';
import { isEmptyCell } from '../../../src/text/letters/normalize.ts';
import { isPlaceholderNumber } from '../../../src/text/letters/placeholders.ts';
import { RowFault } from './read-rows.ts';
import { isUndecoded, undecoded } from './read-text.ts';

/** Values of cells, as all registers read them. */

/** Null if the cell is empty, or says that there is nothing. */
export function readCellText(cell: string | undefined): string | null {
  if (cell === undefined || isEmptyCell(cell)) return null;
  return cell.trim();
}

/** A whole or decimal number. Null for anything else, and for a number that is too large to be exact. */
export function parseDecimal(text: string): number | null {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return null;
  return keepExact(Number(text));
}

export function keepExact(number: number): number | null {
  if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return number;
  return null;
}

/** The identifier in its stored form. @throws RowFault */
export function requireIdentifier(parsed: ParsedIdentifier): string {
  if (parsed.ok) return parsed.value;
  throw new RowFault(parsed.message);
}

/** @param number 13 digits @throws RowFault if they are not a corporate number */
export function requireCorporateNumber(shown: string, number: string): void {
  if (Number(number[0]) !== computeCheckDigit(number.slice(1)))
    throw new RowFault(`${shown} has a wrong check digit`);
  if (isPlaceholderNumber(number)) throw new RowFault(`${shown} is a placeholder, not a number`);
}

/** A wrong name would be worse than none. @throws RowFault if the text had bytes that are not valid in its encoding */
export function requireDecoded(column: string, text: string): void {
  if (isUndecoded(text)) throw new RowFault(`${column} ${undecoded}`);
}
