import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A column name; with `as`, values are written as JSON (jsonb) or as an array. */
export type CopyColumn<Name extends string = string> =
  | Name
  | { readonly name: Name; readonly as: 'json' | 'array' };

export function getColumnName(column: CopyColumn): string {
  if (typeof column === 'string') return column;
  return column.name;
}

const special = /[\\\t\n\r]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escapeText(text: string): string {
  if (special.test(text)) return text.replace(/[\\\t\n\r]/g, (letter) => escapes[letter] ?? letter);
  return text;
}

function encodeCell(value: unknown, as?: 'json' | 'array'): string {
  // null is a value in JSON.
  if (value === undefined || (value === null && as !== 'json')) return '\\N';
  if (as === 'json') return escapeText(JSON.stringify(value));
  if (as === 'array') return escapeText(encodeArray(value));
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'boolean') {
    if (value) return 't';
    return 'f';
  }
  return String(value);
}

function encodeArray(value: unknown): string {
  const items = Array.isArray(value) ? value : [];
  return `{${items.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** Rows in the text format of COPY. */
export function encodeRows(rows: readonly object[], columns: readonly CopyColumn[]): string {
  const plan = columns.map((column) =>
    typeof column === 'string' ? { name: column, as: undefined } : column,
  );
  let text = '';
  for (const row of rows) {
    const values = row as Readonly<Record<string, unknown>>;
    let separator = '';
    for (const { name, as } of plan) {
      text += separator + encodeCell(values[name], as);
      separator = '\t';
    }
    text += '\n';
  }
  return text;
}

/** Copies rows directly into a table. A row that violates a rule of the table fails the whole transaction. */
export async function copyRows(
  client: ClientBase,
  table: string,
  columns: readonly CopyColumn[],
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  const stream: Writable = client.query(
    copyFrom(`COPY ${table} (${columns.map(getColumnName).join(', ')}) FROM STDIN`),
  );
  stream.end(encodeRows(rows, columns));
  await finished(stream);
}
