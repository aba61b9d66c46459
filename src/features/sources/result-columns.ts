/** The columns that an export adds to the user's own, and how an imported file that has them is recognised. */

/** Names without the prefix, in the order of the export. */
export const resultColumns = [
  'source_row_id',
  'resolve_status',
  'company_id',
  'corporate_number',
  'legal_name',
] as const;
export type ResultColumn = (typeof resultColumns)[number];

/** What the headers of an export begin with, unless the user's own headers do too. */
export const defaultPrefix = 'cd_';

/**
 * The headers of an earlier export in a file, by the name of their column.
 * @param headers of the file
 */
export function ownColumns(headers: readonly string[]): ReadonlyMap<ResultColumn, string> {
  const present = new Set(headers);
  return new Map(
    resultColumns.flatMap((name) =>
      present.has(defaultPrefix + name) ? [[name, defaultPrefix + name] as const] : [],
    ),
  );
}
