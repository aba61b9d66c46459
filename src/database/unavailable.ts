import knexFactory from 'knex';
import pg from 'pg';
import { DatabaseTlsError, NoHostError } from './hosts.ts';
import { DatabaseProtocolError } from './protocol-check.ts';

const { DatabaseError } = pg;

/**
 * SQLSTATE classes and codes that mean that the server is unavailable now, not that the query is wrong; among them 25006,
 * because a primary that became a standby refuses writes, and 53100: its disk is full.
 */
const unavailableStates = /^(08...|25006|53[123]00|57P0[1-5]|58030)$/;
const refusedLogIn = /^(28...|3D000)$/;
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
/** pg reports a connection lost during a query, a timeout, and a log-in that fails on its side, only by the message. */
const lostConnection =
  /^(SASL: |Query read timeout|timeout expired$|Connection terminated|Client (has encountered a connection error|was closed) and is not queryable)/;

/** Whether the server refused the log-in: then no request is wrong, but what we say of ourselves, or what arrived of it. */
export function isLogInRefused(error: unknown): boolean {
  return error instanceof DatabaseError && refusedLogIn.test(error.code ?? '');
}

/** Whether an error thrown by a query means that the database does not answer, not that the query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError)
    return isLogInRefused(error) || unavailableStates.test(error.code ?? '');
  if (
    error instanceof knexFactory.KnexTimeoutError ||
    error instanceof NoHostError ||
    error instanceof DatabaseTlsError ||
    error instanceof DatabaseProtocolError
  )
    return true;
  const { code, message } = Object(error);
  return socketErrors.has(code) || (typeof message === 'string' && lostConnection.test(message));
}
