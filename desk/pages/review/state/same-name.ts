import { foldCase, normalizeText } from '../../../../src/text/letters/normalize.ts';

const foldCell = (cell: string | undefined): string => foldCase(normalizeText(cell ?? ''));

/**
 * Whether two rows seem to have the same name, with nothing that contradicts. The service compares more finely (legal forms, for
 * example): this is only to pass over rows at once that were just decided.
 * @param others headers of the other mapped columns
 */
export function isSameName(
  cells: Readonly<Record<string, string>>,
  of: Readonly<Record<string, string>>,
  nameHeader: string | undefined,
  others: readonly string[],
): boolean {
  if (nameHeader === undefined || foldCell(cells[nameHeader]) === '') return false;
  if (foldCell(cells[nameHeader]) !== foldCell(of[nameHeader])) return false;
  return others.every((header) => {
    const [cell, other] = [foldCell(cells[header]), foldCell(of[header])];
    return cell === '' || other === '' || cell === other;
  });
}
