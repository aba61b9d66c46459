import { maxSourceHeaders } from '../../../../contract/limits.ts';
import { normalizeText } from '../../../../text/letters/normalize.ts';
import { isHeaderWord } from '../../columns/header-words.ts';
import { isBlankCell } from '../sheet-lines.ts';
import type { FoundTable } from './find-table.ts';

/** Sheets that are not one table with a company in each line. */

type Table = Pick<FoundTable, 'header' | 'headerLine' | 'rows'>;

/** A longer one is a table, whatever its first column has. */
const linesOfForm = 60;

/** A cover or a form (会社名 beside the company, 担当 beside a person), or a table with a company in each column. */
export function hasHeadersInFirstColumn({ header, rows }: Table): boolean {
  if (rows.length === 0 || rows.length > linesOfForm) return false;
  const labels = [header, ...rows.map(({ cells }) => cells)].flatMap(
    (cells) => cells.find((cell) => !isBlankCell(cell)) ?? [],
  );
  return 3 * labels.filter(isHeaderWord).length >= 2 * labels.length;
}

/** The places, from 0, of a table beside the first one: after an empty column, with headers of the first one again. */
export function tableBeside({
  headerLine,
  rows,
}: Table): { readonly from: number; readonly to: number } | null {
  // Columns behind these are empty; a spreadsheet may have written thousands of them.
  const names = headerLine
    .slice(0, maxSourceHeaders)
    .map((cell) => (isBlankCell(cell) ? '' : normalizeText(cell)));
  const isEmpty = (place: number) =>
    names[place] === '' && rows.every(({ cells }) => isBlankCell(cells[place]));
  for (let place = 1; place < names.length - 1; place += 1) {
    if (!isEmpty(place)) continue;
    const before = new Set(names.slice(0, place));
    let to = place + 1;
    while (to < names.length && !isEmpty(to)) to += 1;
    const here = names.slice(place + 1, to);
    if (here.some((name) => name !== '' && before.has(name))) return { from: place + 1, to: to - 1 };
  }
  return null;
}
