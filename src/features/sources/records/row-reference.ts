import { maxSourceRows } from '../../../contract/limits.ts';
import { isUuid } from '../../../text/identifiers/uuid.ts';

const rowNumber = new RegExp(`^\\d{1,${String(maxSourceRows).length}}$`);

/** A row as a caller names it: its id in lower case, or its number; null if it is neither. */
export function rowReferenceOf(row: string | number): string | number | null {
  if (typeof row === 'number') return row;
  if (isUuid(row)) return row.toLowerCase();
  const number = rowNumber.test(row) ? Number(row) : 0;
  if (number >= 1 && number <= maxSourceRows) return number;
  return null;
}
