import type { components } from './schema.ts';

type KnownError = components['schemas']['Error']['error'];

/** A code of the error catalogue. A newer service may have others. */
export type ErrorCode = KnownError['code'] | (string & {});

/** A failure answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** null if the answer does not come from this service, for example from a proxy. */
  readonly code: ErrorCode | null;
  /** Invalid fields as `[{ field, message }]`, or other data for programs. */
  readonly details: unknown;
  /** Number of entries that `details` leaves out. */
  readonly detailsOmitted: number;
  /** What to do about it. */
  readonly recovery: string | null;
  /** Include it when you report a problem. */
  readonly requestId: string | null;
  /** The header Retry-After as received. */
  readonly retryAfter: string | null;
  /** The whole answer. */
  readonly body: unknown;

  constructor(status: number, body: unknown, headers?: Headers) {
    const { error, request_id: requestId } = asObject(body);
    const { code, message, recovery, details, details_omitted: omitted } = asObject(error);
    const known = typeof message === 'string';
    super(known ? message : `The service answered ${status} without a reason.`);
    this.status = status;
    this.code = asText(known && code);
    this.details = details;
    this.detailsOmitted = typeof omitted === 'number' ? omitted : 0;
    this.recovery = asText(known && recovery);
    this.requestId = asText(requestId) ?? headers?.get('X-Request-Id') ?? null;
    this.retryAfter = headers?.get('Retry-After') ?? null;
    this.body = body;
  }
}

/** No answer: the service cannot be reached, took too long, or its answer was incomplete or not its own. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

function asText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return null;
}

export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  return {};
}
