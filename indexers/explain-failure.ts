import { errors } from '@elastic/elasticsearch';

/** Errors of the language itself: a fault of this program, for which the stack is needed. */
const faults: ReadonlySet<string> = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
]);

const unreachable: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH']);

/** What an operator is told: one sentence for what can be expected to happen, the stack for what cannot. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof errors.ConnectionError || error instanceof errors.TimeoutError) {
    return `Elasticsearch does not answer: ${error.message}`;
  }
  if (error instanceof errors.ResponseError) return `Elasticsearch refuses: ${error.message}`;
  const code = errorCode(error);
  if (code !== null && unreachable.has(code)) return `PostgreSQL cannot be reached (${code}).`;
  if ('severity' in error) return `PostgreSQL refuses: ${error.message}`;
  if (code !== null) return error.message;
  return faults.has(error.name) ? (error.stack ?? error.message) : error.message;
}

/** Trying several addresses of one host fails with an AggregateError that carries the code of its parts. */
function errorCode(error: Error): string | null {
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}
