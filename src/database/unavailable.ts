import knexFactory from 'knex';
import pg from 'pg';

const { DatabaseError } = pg;

/** SQLSTATE classes and codes that say nothing about the query, only that the server cannot take it now. */
const unavailableStates = /^(08...|53300|57P0[1-5])$/;
const socketErrors: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** pg marks a connection lost under a query, and an answer that does not come, by the message alone. */
const lostConnection =
  /^(Query read timeout|Connection terminated|Client (has encountered a connection error|was closed) and is not queryable)/;

/** Whether an error thrown by a query means that the database does not answer, not that the query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return unavailableStates.test(error.code ?? '');
  if (error instanceof knexFactory.KnexTimeoutError) return true;
  const { code, message } = Object(error);
  return socketErrors.has(code) || (typeof message === 'string' && lostConnection.test(message));
}
