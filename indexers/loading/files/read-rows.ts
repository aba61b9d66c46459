/** A record of a file, or the reason why it could not be read. */
export type Located<T> = { readonly line: number } & (
  | { readonly value: T }
  | { readonly fault: string; readonly text: string }
);

/**
 * Turns records into rows of a register.
 * @param read returns a row, or why the record is rejected
 * @param textOf returns the text that is kept of a rejected record
 */
export async function* readRows<Written, Row>(
  records: AsyncIterable<Located<Written>>,
  read: (record: Written) => Row | string,
  textOf: (record: Written) => string,
): AsyncGenerator<Located<Row>> {
  for await (const located of records) {
    if ('fault' in located) {
      yield located;
      continue;
    }
    const { line, value } = located;
    const row = read(value);
    yield typeof row === 'string' ? { line, fault: row, text: textOf(value) } : { line, value: row };
  }
}
