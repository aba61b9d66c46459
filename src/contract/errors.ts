import { boundedDetails, cutText } from './bounded-details.ts';
import type { Gap } from './envelope.ts';

/** One error a caller can meet. The API document and docs/errors.md are made from these entries. */
export interface ErrorEntry {
  /** HTTP status. */
  readonly status: number;
  /** What happened, in one sentence; a thrower may say it more exactly. */
  readonly message: string;
  /** What the caller can do about it. */
  readonly recovery: string;
  /** The request is understood and refused on purpose: the envelope's `status` is `blocked`, with the code among the gaps. */
  readonly blocked?: true;
}

const chargingGuard = 'Add what is missing and send the same request again; nothing was charged.';
const retryLater = 'Send the same request again after the time in Retry-After.';

/** Every error code of the service (docs/specification.md#errors, docs/decisions/0007-errors.md). */
export const errorCatalogue = {
  invalid_request: {
    status: 400,
    message: 'The request body does not fit the schema of this endpoint.',
    recovery: 'Correct the fields named in error.details.',
  },
  invalid_query: {
    status: 400,
    message: 'The query parameters or the path do not fit the schema of this endpoint.',
    recovery: 'Correct the fields named in error.details.',
  },
  account_scope_conflict: {
    status: 400,
    message: 'The account named in the request is not the account of the API key.',
    recovery: 'Leave accountId and account_id out: the account is known from the key.',
  },
  invalid_source_headers: {
    status: 400,
    message: 'The headers of the source are missing, empty or blank.',
    recovery: 'Give every column a name and import again.',
  },
  duplicate_source_headers: {
    status: 400,
    message: 'Two columns of the source have the same header.',
    recovery: 'Give every column a name of its own and import again.',
  },
  empty_source_mapping: {
    status: 400,
    message: 'The mapping names no column.',
    recovery: 'Map at least one of corporate_number, domain, name and ticker.',
  },
  execute_required: {
    status: 400,
    message: 'This operation spends credits and needs "execute": true.',
    recovery: chargingGuard,
  },
  idempotency_key_required: {
    status: 400,
    message: 'This operation needs an Idempotency-Key header.',
    recovery: chargingGuard,
  },
  max_credits_required: {
    status: 400,
    message: 'This operation spends credits and needs maxCredits.',
    recovery: chargingGuard,
  },
  invalid_cursor: {
    status: 400,
    message: 'The cursor is not one of this search, was altered, or is older than 24 hours.',
    recovery: 'Start again without a cursor and pass meta.next_cursor unchanged.',
  },
  invalid_api_key: {
    status: 401,
    message: 'The API key is missing, malformed, unknown or revoked.',
    recovery: 'Send a valid key as "Authorization: Bearer <key>" or as "x-api-key: <key>".',
  },
  credit_balance_insufficient: {
    status: 402,
    message: 'The credit balance is too low for this operation.',
    recovery: 'Add credits or narrow the operation; nothing was charged.',
  },
  not_found: {
    status: 404,
    message: 'There is nothing at this path.',
    recovery: 'Look up the path in the API document: /openapi.json, or /docs in a browser.',
  },
  company_not_found: {
    status: 404,
    message: 'No company has this company_id.',
    recovery: 'Find the company_id by search or resolve.',
  },
  source_not_found: {
    status: 404,
    message: 'The account has no source with this id.',
    recovery: 'Check the source_id or import the source again.',
  },
  source_row_not_found: {
    status: 404,
    message: 'The source has no row with this id.',
    recovery: 'Take source_row_id from the review of this source.',
  },
  list_not_found: {
    status: 404,
    message: 'The account has no List with this id.',
    recovery: 'Take list_id from GET /lists.',
  },
  estimate_not_found: {
    status: 404,
    message: 'The account has no estimate with this id.',
    recovery: 'Run the estimate again.',
  },
  run_not_found: {
    status: 404,
    message: 'The List has no enrichment run with this id.',
    recovery: 'Take run_id from the enrichments of this List.',
  },
  diff_row_not_found: {
    status: 404,
    message: 'The List has no diff row with this id.',
    recovery: 'Take diff_row_id from the latest diff of this List.',
  },
  discovery_not_found: {
    status: 404,
    message: 'The account has no discovery with this id.',
    recovery: 'Check the discovery_id or save the discovery again.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This path does not take this method.',
    recovery: 'Use one of the methods in the Allow header.',
  },
  not_acceptable: {
    status: 406,
    message: 'This endpoint cannot answer in a media type that the Accept header allows.',
    recovery: 'Accept application/json, or the media type that the API document names for this endpoint.',
  },
  source_mapping_required: {
    status: 409,
    message: 'The source has no mapping yet.',
    recovery: 'Map the columns first, then resolve.',
  },
  source_row_not_selectable: {
    status: 409,
    message: 'Only a row in multiple_candidates takes a selection.',
    recovery: 'Look at the state of the row in the review.',
  },
  preview_export_not_allowed: {
    status: 409,
    message: 'A preview is not exported.',
    recovery: 'Materialize the estimate first, then export the List.',
  },
  idempotency_key_in_use: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running.',
    recovery: 'Wait for it, then send the same request again to read its answer.',
  },
  estimate_expired: {
    status: 409,
    message: 'The estimate is older than 24 hours.',
    recovery: 'Run the estimate again.',
  },
  list_state_conflict: {
    status: 409,
    message: 'The state of the List does not allow this operation.',
    recovery: 'Look at the status and the published version of the List.',
  },
  source_row_limit_exceeded: {
    status: 413,
    message: 'The source has too many rows.',
    recovery: 'Split the source into parts of at most 50,000 rows.',
  },
  payload_too_large: {
    status: 413,
    message: 'The request body is larger than this endpoint takes.',
    recovery: 'Send less at once.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'The request body must be JSON in UTF-8.',
    recovery: 'Send "Content-Type: application/json".',
  },
  candidate_not_found: {
    status: 422,
    message: 'The company is not among the candidates of this row.',
    recovery: "Choose a company_id from the row's resolve_candidates.",
  },
  max_credits_exceeded: {
    status: 422,
    message: 'The operation would cost more than maxCredits.',
    recovery: 'Raise maxCredits or narrow the operation; nothing was charged.',
  },
  max_employees_unsupported_on_this_path: {
    status: 422,
    message: 'The max_employees condition cannot be answered reliably here.',
    recovery: 'Leave out q, query and semantic_tag, or leave out max_employees; otherwise try again later.',
    blocked: true,
  },
  list_conditions_not_materializable: {
    status: 422,
    message: 'The definition has conditions that cannot be saved as a List.',
    recovery: 'Remove the conditions named in error.details and estimate again.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used with another request body.',
    recovery: 'Use a new Idempotency-Key for a new request.',
  },
  research_content_rejected: {
    status: 422,
    message: 'The content holds something that is not stored as research.',
    recovery: 'Remove what error.details names and send it again.',
  },
  delivery_target_rejected: {
    status: 422,
    message: 'The delivery target is not a public https address.',
    recovery: 'Give a public https URL.',
  },
  rate_limit_exceeded: {
    status: 429,
    message: 'Too many requests in this minute.',
    recovery: retryLater,
  },
  daily_search_quota_exceeded: {
    status: 429,
    message: 'The search quota of this day is used up.',
    recovery: 'Narrow the search or wait for the reset; credits do not raise the search quota.',
  },
  monthly_search_quota_exceeded: {
    status: 429,
    message: 'The search quota of this month is used up.',
    recovery: 'Narrow the search or wait for the reset; credits do not raise the search quota.',
  },
  observation_query_failed: {
    status: 500,
    message: 'The observation search failed.',
    recovery: 'Try again later.',
  },
  edinet_evidence_query_failed: {
    status: 500,
    message: 'The search over EDINET evidence failed.',
    recovery: 'Leave out the edinet source or shorten the query.',
  },
  internal_error: {
    status: 500,
    message: 'Something failed inside the service.',
    recovery: 'Try again later; if it lasts, report the request_id.',
  },
  search_unavailable: {
    status: 503,
    message: 'The search engine does not answer at the moment.',
    recovery: retryLater,
  },
  database_unavailable: {
    status: 503,
    message: 'The database does not answer at the moment.',
    recovery: retryLater,
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The entry of a code, in its general type. */
export function errorEntry(code: ErrorCode): ErrorEntry {
  return errorCatalogue[code];
}

/** A bad field of a request: `field` is its path, for example `filters.prefecture[0]`. */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

export interface ServiceErrorOptions {
  /** Replaces the catalogue's message. Shown to the caller: no SQL, index names or another account's data. */
  readonly message?: string;
  /** JSON that helps a program; for schema failures a list of `FieldFault`. Long lists and texts are cut. */
  readonly details?: unknown;
  /** Entries that the thrower left out of `details` already. */
  readonly detailsOmitted?: number;
  readonly gaps?: readonly Gap[];
  /** Seconds for `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** Methods for `Allow`. */
  readonly allow?: readonly string[];
  /** What failed underneath; logged, never shown. */
  readonly cause?: unknown;
}

/**
 * An answer that is not a success, thrown anywhere below a route and rendered in one place. Its size is bounded here,
 * so that no request can ask for a large one.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  /** Entries that `details` would have beside those it lists. */
  readonly detailsOmitted: number;
  readonly gaps: readonly Gap[];
  readonly retryAfterSeconds: number | undefined;
  readonly allow: readonly string[] | undefined;

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    const message = cutText(options.message ?? errorEntry(code).message);
    super(message, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    const { details, omitted } = boundedDetails(options.details);
    this.details = details;
    this.detailsOmitted = omitted + (options.detailsOmitted ?? 0);
    this.gaps = options.gaps ?? (errorEntry(code).blocked ? [{ code, message }] : []);
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.allow = options.allow;
  }
}
