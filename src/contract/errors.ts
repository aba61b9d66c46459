import { cutText, limitDetails } from './bounded-details.ts';
import type { Gap } from './envelope.ts';
import { formatLimit, maxSourceRows, presenceSeconds } from './limits.ts';

/** One error that a caller can receive. The API document and docs/errors.md are made from these entries. */
export interface ErrorEntry {
  /** HTTP status. */
  readonly status: number;
  /** What happened, in one sentence; the code that throws may replace it with a more exact one. */
  readonly message: string;
  /** What the caller can do about it. */
  readonly recovery: string;
  /** Refused on purpose, though the request is valid: the envelope has `status: blocked`, and `gaps` has the code. */
  readonly blocked?: true;
}

const chargingGuard = 'Add the missing value and send the request again. Nothing was charged.';
const retryLater = 'Wait for the time in Retry-After, then send the same request again.';

/** Every error code of the service (docs/specification.md#errors, docs/decisions/0007-errors.md). */
export const errorCatalogue = {
  invalid_request: {
    status: 400,
    message: "The request body does not match this endpoint's schema.",
    recovery: 'Correct the fields named in error.details.',
  },
  invalid_query: {
    status: 400,
    message: "The query parameters or the path do not match this endpoint's schema.",
    recovery: 'Correct the fields named in error.details.',
  },
  account_scope_conflict: {
    status: 400,
    message: 'The request names an account that does not belong to the API key.',
    recovery: 'Leave out accountId and account_id: the API key determines the account.',
  },
  invalid_source_headers: {
    status: 400,
    message: "The source's headers are missing, empty or blank.",
    recovery: 'Give every column a name and import again.',
  },
  duplicate_source_headers: {
    status: 400,
    message: 'Two columns of the source have the same header.',
    recovery: 'Give every column a unique name and import again.',
  },
  source_file_unreadable: {
    status: 400,
    message: 'The file cannot be read as a table.',
    recovery: 'Correct what error.message names, or save the sheet as CSV in UTF-8, and send the file again.',
  },
  source_file_encoding_unclear: {
    status: 400,
    message: 'The encoding of the file is unclear.',
    recovery:
      'Send the file again with the parameter encoding: utf-8, cp932, euc-jp, iso-2022-jp, utf-16le or utf-16be.',
  },
  empty_source_mapping: {
    status: 400,
    message: 'The mapping does not name any column.',
    recovery: 'Map at least one of corporate_number, domain, name and ticker.',
  },
  execute_required: {
    status: 400,
    message: 'This operation can spend credits and needs "execute": true.',
    recovery: chargingGuard,
  },
  idempotency_key_required: {
    status: 400,
    message: 'This operation needs an Idempotency-Key header.',
    recovery: chargingGuard,
  },
  max_credits_required: {
    status: 400,
    message: 'This operation can spend credits and needs maxCredits.',
    recovery: chargingGuard,
  },
  invalid_cursor: {
    status: 400,
    message: 'The cursor belongs to a different request, was altered, or is more than 24 hours old.',
    recovery: 'Start again without a cursor, then pass each meta.next_cursor unchanged.',
  },
  invalid_api_key: {
    status: 401,
    message: 'The API key is missing, malformed, unknown or revoked.',
    recovery: 'Send a valid key as "Authorization: Bearer <key>" or as "x-api-key: <key>".',
  },
  credit_balance_insufficient: {
    status: 402,
    message: 'The credit balance is too low for this operation.',
    recovery: 'Add credits or narrow the operation. Nothing was charged.',
  },
  key_spending_limit_exceeded: {
    status: 402,
    message: 'The operation would cost more than the spending limit of this API key permits.',
    recovery:
      'Narrow the operation, or use another key: POST /keys makes one with another limit. Nothing was charged.',
  },
  account_suspended: {
    status: 403,
    message: 'The operator has suspended the account.',
    recovery: 'Ask the operator of the service to resume the account. Its data and credits are kept.',
  },
  key_not_permitted: {
    status: 403,
    message: 'The scope of this API key does not permit this request.',
    recovery: 'Use another key of the account. GET /keys lists them, POST /keys makes one.',
  },
  origin_not_allowed: {
    status: 403,
    message: 'Web pages of this origin may not use this endpoint.',
    recovery: "Send the request without Origin, or from the service's own address.",
  },
  not_found: {
    status: 404,
    message: 'This path does not exist.',
    recovery: 'Look up the path in the API document: /openapi.json, or /docs in a browser.',
  },
  key_not_found: {
    status: 404,
    message: 'The account has no API key with this id.',
    recovery: 'Use a key_id from GET /keys.',
  },
  company_not_found: {
    status: 404,
    message: 'No company has this company_id.',
    recovery: 'Look up the company_id with search or resolve.',
  },
  source_not_found: {
    status: 404,
    message: 'The account has no source with this id.',
    recovery: 'Check the source_id or import the source again.',
  },
  source_row_not_found: {
    status: 404,
    message: 'The source has no row with this id.',
    recovery: "Use a source_row_id from this source's review.",
  },
  source_batch_not_found: {
    status: 404,
    message: 'The source has no decisions with this batch_id.',
    recovery: "Use a batch_id from this source's history.",
  },
  list_not_found: {
    status: 404,
    message: 'The account has no List with this id.',
    recovery: 'Use a list_id from GET /lists.',
  },
  estimate_not_found: {
    status: 404,
    message: 'The account has no estimate with this id.',
    recovery: 'Run the estimate again.',
  },
  run_not_found: {
    status: 404,
    message: 'The List has no enrichment run with this id.',
    recovery: "Use a run_id from this List's enrichments.",
  },
  remembered_choice_not_found: {
    status: 404,
    message: 'The account has no remembered choice with this id.',
    recovery: 'Use a choice_id from GET /remembered-choices.',
  },
  source_run_not_found: {
    status: 404,
    message: 'The source has no run with this id.',
    recovery: "Use a run_id from this source's runs.",
  },
  diff_row_not_found: {
    status: 404,
    message: 'The List has no diff row with this id.',
    recovery: "Use a diff_row_id from this List's latest diff.",
  },
  discovery_not_found: {
    status: 404,
    message: 'The account has no discovery with this id.',
    recovery: 'Check the discovery_id or save the discovery again.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This path does not support this method.',
    recovery: 'Use one of the methods in the Allow header.',
  },
  not_acceptable: {
    status: 406,
    message: 'This endpoint cannot answer in any media type that the Accept header allows.',
    recovery: 'Accept application/json, or the media type that the API document lists for this endpoint.',
  },
  too_many_keys: {
    status: 409,
    message: 'The account has as many API keys in use as it may have.',
    recovery: 'Revoke a key that is no longer needed, then send the request again.',
  },
  source_mapping_required: {
    status: 409,
    message: 'The source has no mapping yet.',
    recovery: 'Map the columns first, then resolve.',
  },
  source_row_not_selectable: {
    status: 409,
    message: 'A company can be selected only for a row in multiple_candidates.',
    recovery:
      "Check the row's state in the review; if another person decided, error.details has who and when.",
  },
  source_rows_changed: {
    status: 409,
    message: 'The number of rows with this reason is no longer the number that you gave.',
    recovery: 'Read the reasons again, look at the samples, and send the new number.',
  },
  source_row_changed: {
    status: 409,
    message: 'The row was resolved with another mapping since it was shown.',
    recovery: 'Read the row again, and decide by what it shows now.',
  },
  source_sessions_exceeded: {
    status: 409,
    message: 'Too many sessions are at the source.',
    recovery: `Let a session leave, or wait until one has not been renewed for ${presenceSeconds} seconds.`,
  },
  source_run_in_progress: {
    status: 409,
    message: 'The source is being resolved in the background.',
    recovery: 'Wait until the run has ended, or cancel it.',
  },
  source_run_state_conflict: {
    status: 409,
    message: "The run's status does not allow this operation.",
    recovery: 'Check the status of the run. Start a new run if it is completed.',
  },
  preview_export_not_allowed: {
    status: 409,
    message: 'A preview cannot be exported.',
    recovery: 'Materialize the estimate, then export the List.',
  },
  idempotency_key_in_use: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running.',
    recovery: 'Wait until it ends, then send the same request again to get its answer.',
  },
  estimate_expired: {
    status: 409,
    message: 'The estimate is more than 24 hours old.',
    recovery: 'Run the estimate again.',
  },
  list_state_conflict: {
    status: 409,
    message: "The List's state does not allow this operation.",
    recovery: "Check the List's status and published version.",
  },
  source_row_limit_exceeded: {
    status: 413,
    message: 'The source has too many rows.',
    recovery: `Split the source into parts of at most ${formatLimit(maxSourceRows)} rows.`,
  },
  payload_too_large: {
    status: 413,
    message: 'The request body is larger than this endpoint accepts.',
    recovery: 'Send less data in one request.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'The request body must be JSON in UTF-8.',
    recovery:
      'Send the Content-Type that the API document lists for this endpoint; usually application/json.',
  },
  source_file_type_unsupported: {
    status: 415,
    message: 'The file is neither CSV nor an Excel workbook (.xlsx, .xlsm).',
    recovery:
      'Open it in the program that made it, save the sheet as .xlsx without a password, or as CSV, and send that file.',
  },
  candidate_not_found: {
    status: 422,
    message: 'The company is not among the candidates of this row.',
    recovery: "Choose a company_id from the row's resolve_candidates.",
  },
  reason_not_acceptable: {
    status: 422,
    message: 'Rows with this reason cannot be accepted at once.',
    recovery: 'Decide about each row, or choose a reason with "acceptable": true.',
  },
  max_credits_exceeded: {
    status: 422,
    message: 'The operation would cost more than maxCredits.',
    recovery: 'Raise maxCredits or narrow the operation. Nothing was charged.',
  },
  max_employees_unsupported_on_this_path: {
    status: 422,
    message: 'This search cannot apply max_employees reliably.',
    recovery:
      'Remove max_employees, or remove q, query and semantic_tag. If none of these is set, try again later.',
    blocked: true,
  },
  list_conditions_not_materializable: {
    status: 422,
    message: 'The definition has conditions that cannot be saved as a List.',
    recovery: 'Remove the conditions named in error.details and estimate again.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was already used with a different request body.',
    recovery: 'Use a new Idempotency-Key for a new request.',
  },
  research_content_rejected: {
    status: 422,
    message: 'The content contains something that must not be stored as research.',
    recovery: 'Remove the content named in error.details and send the request again.',
  },
  delivery_target_rejected: {
    status: 422,
    message: 'The delivery target is not a public https address.',
    recovery: 'Use a public https URL.',
  },
  rate_limit_exceeded: {
    status: 429,
    message: 'Too many requests in the current minute.',
    recovery: retryLater,
  },
  daily_search_quota_exceeded: {
    status: 429,
    message: 'The daily search quota is used up.',
    recovery: 'Narrow the search or wait for the reset. Credits do not raise the search quota.',
  },
  monthly_search_quota_exceeded: {
    status: 429,
    message: 'The monthly search quota is used up.',
    recovery: 'Narrow the search or wait for the reset. Credits do not raise the search quota.',
  },
  observation_query_failed: {
    status: 500,
    message: 'The observation search failed.',
    recovery: 'Try again later.',
  },
  edinet_evidence_query_failed: {
    status: 500,
    message: 'The search in EDINET evidence failed.',
    recovery: 'Leave out the edinet source or shorten the query.',
  },
  internal_error: {
    status: 500,
    message: 'An internal error occurred.',
    recovery: 'Try again later. If the error persists, report the request_id.',
  },
  service_overloaded: {
    status: 503,
    message: 'The service has too many requests in progress. Nothing was done or charged.',
    recovery: retryLater,
  },
  search_unavailable: {
    status: 503,
    message: 'The search engine is not responding.',
    recovery: retryLater,
  },
  database_unavailable: {
    status: 503,
    message: 'The database is not responding.',
    recovery: retryLater,
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** A code's entry, typed as any entry. */
export function getErrorEntry(code: ErrorCode): ErrorEntry {
  return errorCatalogue[code];
}

/** An invalid field of a request: `field` is its path, for example `filters.prefecture[0]`. */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

export interface ServiceErrorOptions {
  /** Replaces the catalogue's message. The caller sees it: no SQL, no index names, no other account's data. */
  readonly message?: string;
  /** JSON for programs; for schema failures, a list of `FieldFault`. Long lists and texts are cut. */
  readonly details?: unknown;
  /** Entries that the throwing code has already left out of `details`. */
  readonly detailsOmitted?: number;
  readonly gaps?: readonly Gap[];
  /** Seconds for `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** Methods for `Allow`. */
  readonly allow?: readonly string[];
  /** The underlying failure: logged, never shown. */
  readonly cause?: unknown;
}

/**
 * A failure, thrown anywhere below a route and rendered in one place. Its size is bounded here, so that no request can
 * cause a large error answer.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  /** How many entries were left out of `details`. */
  readonly detailsOmitted: number;
  readonly gaps: readonly Gap[];
  readonly retryAfterSeconds: number | undefined;
  readonly allow: readonly string[] | undefined;

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    const message = cutText(options.message ?? getErrorEntry(code).message);
    super(message, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    const { details, omitted } = limitDetails(options.details);
    this.details = details;
    this.detailsOmitted = omitted + (options.detailsOmitted ?? 0);
    this.gaps = options.gaps ?? (getErrorEntry(code).blocked ? [{ code, message }] : []);
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.allow = options.allow;
  }
}
