import { foldCase, normalizeText } from '../../../text/letters/normalize.ts';
import { addedNames, type EarlierExport, isResultColumn, nameAfter } from '../columns/earlier-export.ts';

/** The columns that an export adds to the user's own. */

/** What the headers of added columns begin with, unless the user's own headers do too. */
const defaultPrefix = 'cd_';

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
 * one, or that of the earlier export. If a header of the user meets an added one, or would be taken for one when the
 * file comes back, it is the next one that is free.
 * @param names of the added columns, without prefix
 */
export function addColumns(
  headers: readonly string[],
  {
    names,
    prefix,
    earlier,
  }: {
    readonly names: readonly string[];
    readonly prefix?: string | undefined;
    readonly earlier: EarlierExport | null;
  },
): AddedColumns {
  const before = earlier?.prefix ?? null;
  const isOwn = (header: string) => {
    const name = before === null ? null : nameAfter(before, header);
    return name !== null && (isResultColumn(name) || names.includes(name));
  };
  const places = [...headers.keys()];
  const first = headers.findIndex(isOwn);
  const kept = places.filter((place) => !isOwn(headers[place] ?? ''));
  const taken = new Set(kept.map((place) => folded(headers[place] ?? '')));
  const isFree = (wanted: string) => {
    // Other columns with the prefix of an earlier export are those of a List.
    const unsafe = wanted === before ? names : addedNames;
    return [...unsafe].every((name) => !taken.has(folded(wanted + name)));
  };
  let free = prefix ?? before ?? defaultPrefix;
  const base = free === '' ? defaultPrefix : free;
  for (let number = free === '' ? 1 : 2; !isFree(free); number += 1) free = numbered(base, number);
  return {
    headers: names.map((name) => free + name),
    before: kept.filter((place) => first < 0 || place < first),
    after: kept.filter((place) => first >= 0 && place > first),
  };
}

/** Many programs do not distinguish headers by case or width. */
function folded(header: string): string {
  return foldCase(normalizeText(header));
}

/** `cd_`, `cd2_`, `cd3_`, … */
function numbered(prefix: string, number: number): string {
  if (number === 1) return prefix;
  if (prefix.endsWith('_')) return `${prefix.slice(0, -1)}${number}_`;
  return `${prefix}${number}_`;
}
