import { EventEmitter } from 'node:events';
import type { Duplex, Writable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type pg from 'pg';

/**
 * What the service uses of `pg` that `pg` does not document. Each function says why, and what to do without it.
 * `test/unit/adapters.test.ts` names the version with which this was tested.
 */

export interface Statement {
  /** Unique to the text. Each connection prepares a named statement once. */
  readonly name?: string;
  /** With `$1`, `$2` … */
  readonly text: string;
  readonly values?: readonly unknown[];
}

interface Answer {
  readonly command: string;
  readonly rows: unknown[];
}

/** A `pg.Client`, with its private parts. */
export interface Connection {
  /** Whether all statements that were sent are answered. */
  readonly readyForQuery: boolean;
  /** Of the session, as Postgres numbers it. */
  readonly processID: number;
  /** `I`: in no transaction. */
  getTransactionStatus(): 'I' | 'T' | 'E' | null;
  query(statement: Statement): Promise<Answer>;
  /** Whether statements are sent before those before them are answered. */
  pipeline: boolean;
  readonly connection: {
    readonly stream: Writable & { readonly bytesRead: number; readonly bytesWritten: number };
    attachListeners(stream: Duplex | EventEmitter): void;
  };
}

/** The same client. It could have other types, because `pg` does not document these parts. */
export function openPrivateParts(client: pg.Client): Connection {
  return client as unknown as Connection;
}

/**
 * Sends statements in one piece, so that they take one round trip. Each sees what was committed before it ran, as if it
 * were sent alone. In a transaction, those after one that fails fail too.
 *
 * Why: the ledger does 0.43 of what the database alone can do, with one statement after the other 0.27 (docs/benchmarks.md#ledger).
 * Without it: await each query.
 *
 * @param connection with no statement running
 * @throws the first error, after all are answered
 */
export async function queryTogether(
  connection: Connection,
  statements: readonly Statement[],
): Promise<Answer[]> {
  const { stream } = connection.connection;
  // Only here: streams, such as COPY, cannot run in a pipeline.
  connection.pipeline = true;
  stream.cork();
  const sent = statements.map((statement) => connection.query(statement));
  stream.uncork();
  const answers = await Promise.allSettled(sent);
  connection.pipeline = false;
  return answers.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}

/**
 * Lets bytes of the server pass through a filter before `pg` reads them, on connections without TLS, which would notice a changed
 * byte itself. Call it before the client connects.
 *
 * Why: `pg` would end the process, wait forever, or lose rows (docs/traps.md#a-changed-byte-ends-the-process).
 * Without it: leave out the call, and use TLS.
 *
 * @param takeWhole returns the bytes that may be read now, or null; if it throws, the connection ends with that error
 */
export function filterBytes(client: pg.Client, takeWhole: (chunk: Buffer) => Buffer | null): void {
  const { connection } = openPrivateParts(client);
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => {
    if (stream instanceof TLSSocket) {
      attach(stream);
      return;
    }
    const checked = new EventEmitter();
    attach(checked);
    // The only listener of the stream's data: pg-copy-streams takes it off, and calls it with what it has not read.
    stream.on('data', (chunk: Buffer) => {
      try {
        const whole = takeWhole(chunk);
        if (whole) checked.emit('data', whole);
      } catch (error) {
        (stream as Duplex).destroy(error as Error);
      }
    });
    stream.on('end', () => checked.emit('end'));
  };
}
