import { types } from 'node:util';
import { errors } from '@elastic/elasticsearch';
import { DatabaseTlsError } from '../../src/database/hosts.ts';
import { DatabaseProtocolError } from '../../src/database/protocol-check.ts';
import { findTlsFault } from '../../src/database/tls-fault.ts';
import { isDatabaseUnavailable, isLogInRefused } from '../../src/database/unavailable.ts';
import { formatFailure } from '../../src/process/failure-report.ts';
import { blockType, describeReadOnlyIndex } from './read-only-index.ts';

/** Errors of the language itself: a bug in this program, for which the stack is needed. */
const faults = /^(Type|Range|Reference|Syntax)?Error$/;

const diskFull = '53100';

/** SQLSTATEs of a missing table, column, function or schema. */
const missingSchemaObject = ['42P01', '42703', '42883', '3F000'];

/** The text for the operator: one sentence for an expected failure, the stack for any other. */
export function explainFailure(error: unknown): string {
  if (!types.isNativeError(error)) return String(error);
  if (error instanceof errors.ConnectionError || error instanceof errors.TimeoutError) {
    const fault = findTlsFault(error);
    if (fault !== null)
      return `The TLS connection to Elasticsearch was refused. ${fault} Check ELASTICSEARCH_URL and ELASTICSEARCH_CA.`;
    return `Elasticsearch does not answer (${error.message}): is it running, and is ELASTICSEARCH_URL right?`;
  }
  if (error instanceof errors.ResponseError && error.body?.error?.type === blockType)
    return describeReadOnlyIndex('an index');
  if (error instanceof errors.ResponseError)
    return `Elasticsearch refused the request: ${formatFailure(error)}`;
  if (error instanceof DatabaseTlsError)
    return `${error.message} Check the URL of the database and DATABASE_CA.`;
  const code = getErrorCode(error);
  if (code !== null && missingSchemaObject.includes(code)) {
    return 'The database schema lacks migrations of this build: run npm run ops -- migrate, then repeat the command.';
  }
  if (code === diskFull)
    return 'The disk of PostgreSQL is full: make space (docs/runbooks/DatabaseDown.md), then repeat the command.';
  if (error instanceof DatabaseProtocolError)
    return `The connection to PostgreSQL is damaged (${error.message}): repeat the command. If it happens again, look for the fault in the network, and use TLS.`;
  if (isLogInRefused(error))
    return `PostgreSQL refused the log-in: ${formatFailure(error)}. Is the URL of the database right?`;
  if (isDatabaseUnavailable(error)) {
    return `PostgreSQL does not answer (${code ?? error.message}): is it running, and is DATABASE_URL right?`;
  }
  if ('severity' in error) return `PostgreSQL refused the request: ${formatFailure(error)}`;
  if (code !== null) return error.message;
  if (faults.test(error.name)) return error.stack ?? error.message;
  return error.message;
}

/** When all addresses of a host fail, the AggregateError carries the code of its parts. */
function getErrorCode(error: Error): string | null {
  if ('code' in error && typeof error.code === 'string') return error.code;
  return null;
}
