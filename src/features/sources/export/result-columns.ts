import { type ExportLanguage, getDefaultPrefix } from '../../../contract/sources/columns/result-columns.ts';
import { foldCase, normalizeText } from '../../../text/letters/normalize.ts';
import {
  type EarlierExport,
  isOwnPrefix,
  isResultHeader,
  listAddedTitles,
} from '../columns/earlier-export.ts';

/** The columns that an export adds to the user's own. */

/** Where columns are added to a table. */
export interface AddedColumns {
  /** Headers of the added columns. */
  readonly headers: readonly string[];
  /** Places, from 0, of the user's own columns before and after them. Columns of an earlier export are in neither. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/**
 * Adds columns to a table: in the place of those of an earlier export, otherwise at the end. Their prefix is the given
 * one, or that of the earlier export, unless it was the usual one of another language. If a header of the user meets an
 * added one, or would be taken for one when the file comes back, it is the next one that is free.
 * @param titles of the added columns, without prefix
 */
export function addColumns(
  headers: readonly string[],
  {
    titles,
    language = null,
    prefix,
    earlier,
  }: {
    readonly titles: readonly string[];
    readonly language?: ExportLanguage;
    readonly prefix?: string | undefined;
    readonly earlier: EarlierExport | null;
  },
): AddedColumns {
  const before = earlier?.columns ?? null;
  const isOwn = (header: string) =>
    before !== null &&
    (isResultHeader(before, header) ||
      (before.language === language && titles.some((title) => before.prefix + title === header)));
  const places = [...headers.keys()];
  const first = headers.findIndex(isOwn);
  const kept = places.filter((place) => !isOwn(headers[place] ?? ''));
  const taken = new Set(kept.map((place) => folded(headers[place] ?? '')));
  const isFree = (wanted: string) => {
    const isSame = wanted === before?.prefix && language === before.language;
    // Other columns with the prefix of an earlier export are those of a List.
    const unsafe = isSame ? titles : listAddedTitles(language);
    return [...unsafe].every((title) => !taken.has(folded(wanted + title)));
  };
  const usual = getDefaultPrefix(language);
  const isKept = before !== null && (before.language === language || !isOwnPrefix(before));
  let free = prefix ?? (isKept ? before.prefix : usual);
  const base = free === '' ? usual : free;
  for (let number = free === '' ? 1 : 2; !isFree(free); number += 1) free = numbered(base, number);
  return {
    headers: titles.map((title) => free + title),
    before: kept.filter((place) => first < 0 || place < first),
    after: kept.filter((place) => first >= 0 && place > first),
  };
}

/** Many programs do not distinguish headers by case or width. */
function folded(header: string): string {
  return foldCase(normalizeText(header));
}

/** `cd_`, `cd2_`, `cd3_`, …; `Match: `, `Match 2: `, … */
function numbered(prefix: string, number: number): string {
  if (number === 1) return prefix;
  if (prefix.endsWith(': ')) return `${prefix.slice(0, -2)} ${number}: `;
  if (prefix.endsWith('_')) return `${prefix.slice(0, -1)}${number}_`;
  return `${prefix}${number}_`;
}
