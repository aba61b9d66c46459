import knexFactory from 'knex';
import pg from 'pg';

const { DatabaseError } = pg;

/** SQLSTATE classes and codes that say nothing about the query, only that the server cannot take it now. */
const unavailableStates = /^(08...|53300|57P0[1-5])$/;
const socketErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** pg marks a connection lost under a query by its message alone. */
const lostConnection =
  /^(Connection terminated|Client (has encountered a connection error|was closed) and is not queryable)/;

/** Whether an error thrown by a query means that the database does not answer, not that the query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return unavailableStates.test(error.code ?? '');
  if (error instanceof knexFactory.KnexTimeoutError) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return (typeof code === 'string' && socketErrors.has(code)) || lostConnection.test(error.message);
}
