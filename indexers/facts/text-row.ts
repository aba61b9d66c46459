/** Columns as Postgres sends them: every value is text, so that only the few parsers that are needed run. */
export type TextRow = (string | null)[];

/** A column that is never NULL. */
export function renderText(value: string | null | undefined): string {
  if (value === null || value === undefined) throw new TypeError('a column that is never NULL is NULL');
  return value;
}

/** A time as ISO 8601 in UTC with milliseconds, independent of the session's time zone and date style. */
export function buildIsoTimeSql(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
