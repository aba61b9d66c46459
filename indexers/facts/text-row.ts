/** Columns as Postgres sends them: every value is text, so no parser runs but the few that are needed. */
export type TextRow = (string | null)[];

/** A column that is never NULL. */
export function textOf(value: string | null | undefined): string {
  if (value === null || value === undefined) throw new TypeError('a column that is never NULL is NULL');
  return value;
}

/** A moment as ISO 8601 in UTC with milliseconds, whatever the session's time zone and date style are. */
export function isoTime(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
