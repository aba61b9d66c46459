import { describe, expect, it } from '@jest/globals';
import { buildErrorEnvelope } from '../../src/contract/error-envelope.ts';
import { type ErrorCode, errorCatalogue, getErrorEntry, ServiceError } from '../../src/contract/errors.ts';

/** The table of docs/decisions/0007-errors.md. */
const decided: Record<number, string> = {
  400: `invalid_request, invalid_query, account_scope_conflict, invalid_source_headers, duplicate_source_headers, source_file_unreadable, source_file_encoding_unclear,
    empty_source_mapping, execute_required, idempotency_key_required, max_credits_required, invalid_cursor`,
  401: 'invalid_api_key',
  402: 'credit_balance_insufficient, key_spending_limit_exceeded',
  403: 'account_suspended, key_not_permitted, origin_not_allowed',
  404: `company_not_found, key_not_found, source_not_found, source_row_not_found, source_batch_not_found, list_not_found, estimate_not_found, run_not_found,
    diff_row_not_found, discovery_not_found, remembered_choice_not_found, source_run_not_found, not_found`,
  405: 'method_not_allowed',
  406: 'not_acceptable',
  409: `source_mapping_required, source_row_not_selectable, source_rows_changed, preview_export_not_allowed, idempotency_key_in_use,
    estimate_expired, list_state_conflict, source_run_in_progress, source_run_state_conflict, too_many_keys, source_sessions_exceeded,
    source_row_changed`,
  413: 'source_row_limit_exceeded, payload_too_large',
  415: 'unsupported_media_type, source_file_type_unsupported',
  422: `candidate_not_found, reason_not_acceptable, max_credits_exceeded, max_employees_unsupported_on_this_path,
    list_conditions_not_materializable, idempotency_key_reused, research_content_rejected, delivery_target_rejected`,
  429: 'rate_limit_exceeded, daily_search_quota_exceeded, monthly_search_quota_exceeded',
  500: 'observation_query_failed, edinet_evidence_query_failed, internal_error',
  503: 'service_overloaded, search_unavailable, database_unavailable',
};

describe('the error catalogue', () => {
  it('has every code of the decision with its status, and no other', () => {
    const expected = Object.entries(decided).flatMap(([status, codes]) =>
      codes.split(',').map((code) => [code.trim(), Number(status)] as const),
    );
    const actual = Object.entries(errorCatalogue).map(([code, { status }]) => [code, status] as const);
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected));
    expect(actual).toHaveLength(expected.length);
  });

  it.each(Object.keys(errorCatalogue) as ErrorCode[])('says what happened and what to do for %s', (code) => {
    const { message, recovery } = getErrorEntry(code);
    expect(message).toMatch(/^[A-Z"].*\.$/);
    expect(recovery).toMatch(/^[A-Z"].*\.$/);
  });

  it('reveals nothing more for internal_error than that something failed', () => {
    expect(getErrorEntry('internal_error').message).toBe('An internal error occurred.');
  });
});

describe('an error envelope', () => {
  it('carries code, message, recovery and request id, and no details unless there are some', () => {
    expect(buildErrorEnvelope(new ServiceError('list_not_found'), 'request-1')).toEqual({
      ok: false,
      status: 'error',
      error: {
        code: 'list_not_found',
        message: 'The account has no List with this id.',
        recovery: 'Use a list_id from GET /lists.',
      },
      gaps: [],
      request_id: 'request-1',
    });
  });

  it('carries details, gaps and a message of its own when given', () => {
    const error = new ServiceError('invalid_request', {
      message: 'Only one of both.',
      details: [{ field: 'offset', message: 'is not combined with cursor' }],
      gaps: [{ code: 'cursor_or_offset', message: 'Choose one.', field: 'offset' }],
    });
    expect(buildErrorEnvelope(error, 'request-2')).toMatchObject({
      error: {
        message: 'Only one of both.',
        details: [{ field: 'offset', message: 'is not combined with cursor' }],
      },
      gaps: [{ code: 'cursor_or_offset', message: 'Choose one.', field: 'offset' }],
    });
  });

  it('is blocked, with the code in error and gaps, for max_employees_unsupported_on_this_path', () => {
    const envelope = buildErrorEnvelope(
      new ServiceError('max_employees_unsupported_on_this_path'),
      'request-3',
    );
    expect(envelope.status).toBe('blocked');
    expect(envelope.error.code).toBe('max_employees_unsupported_on_this_path');
    expect(envelope.gaps.map(({ code }) => code)).toEqual(['max_employees_unsupported_on_this_path']);
  });

  it('never carries the cause', () => {
    const error = new ServiceError('internal_error', { cause: new Error('SELECT secret') });
    expect(JSON.stringify(buildErrorEnvelope(error, 'request-4'))).not.toContain('secret');
  });
});
