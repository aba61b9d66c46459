import { parseCorporateNumber } from '../../../../text/identifiers/corporate-number.ts';
import { toCoreKey } from '../../../../text/names/names.ts';
import { fits } from '../../columns/column-fit.ts';
import { hasLegalForm, isContact, isDate, isSumWord } from '../../columns/table-words.ts';
import { isBlankCell, type SheetLine } from '../sheet-lines.ts';

/** So large a share of lines that begin with a word for a sum in one column shows that the word is a value there. */
const mostLines = 2 / 3;
/** So many companies that only such lines name are no coincidence. */
const fewCompanies = 2;
/** Behind the name of the company that is summed. */
const behindName = /\s*(?:御中|様|殿|分|の?(?:小|合)?計)$/u;

/**
 * Lines that begin with a word for a sum, whatever stands beside it: 小計 | 株式会社架空, 合計 | 全社. Nothing is a sum by a column
 * that has such words as values, and a line with the number, address or contact of a company that is called so is its row.
 */
export class WordedSums {
  readonly #isOfData = new Map<number, boolean>();

  constructor(private readonly body: readonly SheetLine[]) {}

  isSum(cells: readonly string[]): boolean {
    const place = findLabel(cells);
    if (place < 0 || isCompanyCalledSo(cells, place)) return false;
    let isOfData = this.#isOfData.get(place);
    if (isOfData === undefined) {
      isOfData = this.#hasWordsAsValues(place);
      this.#isOfData.set(place, isOfData);
    }
    return !isOfData;
  }

  /** Whether most lines have such a word in the column, or those with one name companies that no other line names. */
  #hasWordsAsValues(place: number): boolean {
    const labelled = this.body.filter(({ cells }) => findLabel(cells) === place);
    if (labelled.length > mostLines * this.body.length) return true;
    const companies = labelled.flatMap(({ cells }) => listCompanies(cells, place));
    if (companies.length < fewCompanies) return false;
    const wanted = new Set(companies);
    for (const { cells } of this.body)
      if (findLabel(cells) < 0) for (const cell of cells) wanted.delete(toKey(cell));
    const unknown = companies.filter((key) => wanted.has(key)).length;
    return unknown >= fewCompanies && 2 * unknown > labelled.length;
  }
}

/** The place of the first value, behind a date, if that is a word for a sum and others follow; otherwise -1. */
function findLabel(cells: readonly string[]): number {
  const first = cells.findIndex((cell) => !isBlankCell(cell));
  const place =
    first >= 0 && isDate(cells[first] ?? '')
      ? cells.findIndex((cell, at) => at > first && !isBlankCell(cell))
      : first;
  if (place < 0 || !isSumWord(cells[place] ?? '')) return -1;
  return cells.some((cell, at) => at > place && !isBlankCell(cell)) ? place : -1;
}

function isCompanyCalledSo(cells: readonly string[], place: number): boolean {
  const beside = cells.slice(place + 1);
  const companies = beside.filter(hasLegalForm);
  if (companies.length > 0) {
    const name = toCoreKey(cells[place] ?? '');
    return companies.some((company) => toCoreKey(company) === name);
  }
  return beside.some(
    (cell) => parseCorporateNumber(cell).ok || isContact(cell) || (/\d/.test(cell) && fits.address(cell)),
  );
}

function listCompanies(cells: readonly string[], place: number): string[] {
  return cells
    .slice(place + 1)
    .filter(hasLegalForm)
    .slice(0, 1)
    .map(toKey);
}

function toKey(cell: string): string {
  return toCoreKey(cell.slice(0, 200).replace(behindName, ''));
}
