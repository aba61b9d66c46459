/** A record of a file, or the reason why it could not be read. */
export type Located<T> = { readonly line: number } & (
  | { readonly value: T }
  | { readonly fault: string; readonly text: string }
);

/** Why a record cannot be a row of its register, as a phrase for the operator. */
export class RowFault extends Error {
  override readonly name = 'RowFault';
}

/**
 * Turns records into rows of a register.
 * @param read throws a RowFault if the record is rejected
 * @param renderText returns the text that is kept of a rejected record
 */
export async function* readRows<Written, Row>(
  records: AsyncIterable<Located<Written>>,
  read: (record: Written) => Row | Promise<Row>,
  renderText: (record: Written) => string,
): AsyncGenerator<Located<Row>> {
  for await (const located of records) {
    if ('fault' in located) {
      yield located;
      continue;
    }
    const { line, value } = located;
    let row: Located<Row>;
    try {
      row = { line, value: await read(value) };
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      row = { line, fault: error.message, text: renderText(value) };
    }
    yield row;
  }
}
