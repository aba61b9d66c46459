import { enrichmentFields } from '../../contract/lists/rows.ts';
import { type ResultColumn, resultColumns } from '../../contract/sources/result-columns.ts';
import { normalizeText } from '../../text/normalize.ts';
import { exportColumns } from '../lists/exports/export-columns.ts';

/** The columns that an export adds to the user's own, and how an imported file that has them is recognised. */

/** What the headers of added columns begin with, unless the user's own headers do too. */
const defaultPrefix = 'cd_';

/** Prefixes that exports take by themselves. */
const ownPrefixForm = /^cd\d*_$/;
/** With the usual prefix, one of these columns is enough to recognise an export whose other columns were deleted. */
const telling = ['source_row_id', 'company_id', 'corporate_number'] as const;

const isResultColumn: ReadonlySet<string> = new Set(resultColumns);
/** Exports of Lists have columns of their own beside those of a source. */
const everAdded: ReadonlySet<string> = new Set([
  ...resultColumns,
  ...exportColumns(enrichmentFields).map(({ name }) => name),
]);

/**
 * The headers of an earlier export in a file, by the name of their column.
 * @param headers of the file
 */
export function ownColumns(headers: readonly string[]): ReadonlyMap<ResultColumn, string> {
  const prefix = ownPrefix(headers);
  if (prefix === null) return new Map();
  return new Map(
    headers.flatMap((header) => {
      const name = nameAfter(prefix, header);
      return name !== null && isResultColumn.has(name) ? [[name as ResultColumn, header] as const] : [];
    }),
  );
}

function nameAfter(prefix: string, header: string): string | null {
  return header.startsWith(prefix) ? header.slice(prefix.length) : null;
}

/**
 * The prefix of an earlier export in a file; null if there is none. Of several exports, the one with the most columns.
 * A prefix that the user gave is recognised by `source_row_id` together with another column.
 */
function ownPrefix(headers: readonly string[]): string | null {
  const found = new Set(
    headers.flatMap((header) =>
      telling.flatMap((name) => {
        if (!header.endsWith(name)) return [];
        const prefix = header.slice(0, -name.length);
        return ownPrefixForm.test(prefix) || name === 'source_row_id' ? [prefix] : [];
      }),
    ),
  );
  const counted = [...found]
    .map((prefix) => ({
      prefix,
      columns: headers.filter((header) => isResultColumn.has(nameAfter(prefix, header) ?? '')).length,
    }))
    .filter(({ prefix, columns }) => columns > 1 || ownPrefixForm.test(prefix));
  return counted.sort((one, other) => other.columns - one.columns)[0]?.prefix ?? null;
}

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
 * one, or that of the earlier export; if a header of the user meets it, the next one that is free.
 * @param names of the added columns, without prefix
 */
export function addColumns(
  headers: readonly string[],
  { names, prefix }: { readonly names: readonly string[]; readonly prefix?: string | undefined },
): AddedColumns {
  const earlier = ownPrefix(headers);
  const isOwn = (header: string) => earlier !== null && everAdded.has(nameAfter(earlier, header) ?? '');
  const places = [...headers.keys()];
  const first = headers.findIndex(isOwn);
  const kept = places.filter((place) => !isOwn(headers[place] ?? ''));
  const taken = new Set(kept.map((place) => normalizeText(headers[place] ?? '')));
  const isFree = (wanted: string) => names.every((name) => !taken.has(normalizeText(wanted + name)));
  let free = prefix ?? earlier ?? defaultPrefix;
  const base = free === '' ? defaultPrefix : free;
  for (let number = free === '' ? 1 : 2; !isFree(free); number += 1) free = numbered(base, number);
  return {
    headers: names.map((name) => free + name),
    before: kept.filter((place) => first < 0 || place < first),
    after: kept.filter((place) => first >= 0 && place > first),
  };
}

/** `cd_`, `cd2_`, `cd3_`, … */
function numbered(prefix: string, number: number): string {
  if (number === 1) return prefix;
  return prefix.endsWith('_') ? `${prefix.slice(0, -1)}${number}_` : `${prefix}${number}_`;
}
