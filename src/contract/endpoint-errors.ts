import type { Charge, Endpoint, EndpointLimit } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';

const rateCodes: readonly ErrorCode[] = ['rate_limit_exceeded'];
const quotaCodes: readonly ErrorCode[] = ['daily_search_quota_exceeded', 'monthly_search_quota_exceeded'];
const limitCodes: Readonly<Record<EndpointLimit, readonly ErrorCode[]>> = {
  none: [],
  suggest: rateCodes,
  heavy: rateCodes,
  search: [...rateCodes, ...quotaCodes],
};

/** Every error code that a request can receive: those of its kind of endpoint, and the endpoint's own. */
export function listErrorCodes(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    'invalid_query',
    // A request without a Host, or one that is not HTTP.
    'invalid_request',
    'method_not_allowed',
    'not_acceptable',
    // Too large a request head, even without a body.
    'payload_too_large',
    'internal_error',
  ]);
  const addCodes = (...more: readonly ErrorCode[]) => {
    for (const code of more) codes.add(code);
  };
  if (endpoint.auth === 'key')
    addCodes(
      'invalid_api_key',
      'account_suspended',
      // At least for keys that were made for something else.
      'key_not_permitted',
      'account_scope_conflict',
      'database_unavailable',
      'rate_limit_exceeded',
      'service_overloaded',
    );
  if (endpoint.method !== 'GET') addCodes('unsupported_media_type');
  addCodes(...limitCodes[endpoint.limit]);
  if (endpoint.searchesIn) addCodes(...quotaCodes);
  if (endpoint.charge) addCodes(...listChargeCodes(endpoint.charge));
  if (endpoint.spends) addCodes('max_credits_required', ...spendingCodes);
  if (endpoint.takesKey) addCodes('idempotency_key_in_use', 'idempotency_key_reused');
  addCodes(...(endpoint.errors ?? []));
  return [...codes];
}

const spendingCodes: readonly ErrorCode[] = [
  'max_credits_exceeded',
  'key_spending_limit_exceeded',
  'credit_balance_insufficient',
];

function listChargeCodes({ requires, free }: Charge): ErrorCode[] {
  return [
    ...(requires.execute ? (['execute_required'] as const) : []),
    ...(requires.idempotencyKey ? (['idempotency_key_required'] as const) : []),
    ...(requires.maxCredits ? (['max_credits_required'] as const) : []),
    ...(free ? [] : spendingCodes),
    'idempotency_key_in_use',
    'idempotency_key_reused',
  ];
}
