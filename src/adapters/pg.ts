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

/** A `pg.Client` as the service uses it. */
export interface Connection {
  /** `I`: in no transaction. */
  getTransactionStatus(): 'I' | 'T' | 'E' | null;
  query(statement: Statement): Promise<Answer>;
}

interface PrivateParts {
  /** Whether all statements that were sent are answered. */
  readonly readyForQuery: boolean;
  /** Of the session, as Postgres numbers it. */
  readonly processID: number;
  /** Whether statements are sent before those before them are answered. */
  pipeline: boolean;
  readonly connection: {
    readonly stream: Writable & { readonly bytesRead: number; readonly bytesWritten: number };
    attachListeners(stream: Duplex | EventEmitter): void;
    on(event: 'parameterStatus', listener: (status: ParameterStatus) => void): void;
  };
}

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** The same client. It could have other types, because `pg` does not document these parts. */
const openPrivateParts = (client: object) => client as unknown as PrivateParts;

/**
 * Whether statements that were sent are not answered yet.
 * Why: the next statement would wait with them. Without it: close the connection after each timeout.
 */
export function awaitsAnswer(client: Connection): boolean {
  return !openPrivateParts(client).readyForQuery;
}

/** The number of the session in Postgres. Without it: ask `SELECT pg_backend_pid()` as the connection begins. */
export function getSessionId(client: Connection): number {
  return openPrivateParts(client).processID;
}

/** What went over the connection. Why: to see whether an answer still arrives. Without it: limit the time of each statement. */
export function countBytes(client: Connection) {
  const { bytesRead, bytesWritten } = openPrivateParts(client).connection.stream;
  return { bytesRead, bytesWritten };
}

/**
 * Closes the connection at once, and fails what is asked on it.
 * Why: `end` waits for the server, which may be gone, or be sending rows for hours. Without it: `end`, and wait.
 */
export function destroyStream(client: Connection | pg.ClientBase, reason?: Error): void {
  openPrivateParts(client).connection.stream.destroy(reason);
}

/**
 * Listens to settings that the server reports, as the connection begins and whenever they change.
 * Why: so that a connection notices that its host no longer takes writes. Without it: ask `SHOW transaction_read_only`.
 */
export function onParameterStatus(client: pg.Client, listener: (name: string, value: string) => void): void {
  openPrivateParts(client).connection.on('parameterStatus', ({ parameterName, parameterValue }) =>
    listener(parameterName, parameterValue),
  );
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
  const parts = openPrivateParts(connection);
  const { stream } = parts.connection;
  // Only here: streams, such as COPY, cannot run in a pipeline.
  parts.pipeline = true;
  stream.cork();
  const sent = statements.map((statement) => connection.query(statement));
  stream.uncork();
  const answers = await Promise.allSettled(sent);
  parts.pipeline = false;
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
