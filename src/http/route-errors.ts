import type { ErrorCode } from '../contract/errors.ts';
import type { Route, RouteLimit } from './route.ts';

const limitCodes: Readonly<Record<RouteLimit, readonly ErrorCode[]>> = {
  none: [],
  suggest: ['rate_limit_exceeded'],
  heavy: ['rate_limit_exceeded'],
  search: ['rate_limit_exceeded', 'daily_search_quota_exceeded', 'monthly_search_quota_exceeded'],
};

/** Every error code that a request for this route can meet: those of its kind, and its own. */
export function errorCodesOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(['invalid_query', 'not_acceptable', 'internal_error']);
  const add = (...more: readonly ErrorCode[]) => {
    for (const code of more) codes.add(code);
  };
  if (route.auth === 'key') add('invalid_api_key', 'account_scope_conflict', 'database_unavailable');
  if (route.params && route.method !== 'GET') add('invalid_request');
  if (route.body) add('invalid_request', 'unsupported_media_type', 'payload_too_large');
  add(...limitCodes[route.limit]);
  if (route.charge) add(...chargeCodes(route.charge.requires));
  if (route.takesKey) add('idempotency_key_in_use', 'idempotency_key_reused');
  add(...(route.errors ?? []));
  return [...codes];
}

function chargeCodes(requires: NonNullable<Route['charge']>['requires']): ErrorCode[] {
  return [
    ...(requires.execute ? (['execute_required'] as const) : []),
    ...(requires.idempotencyKey ? (['idempotency_key_required'] as const) : []),
    ...(requires.maxCredits ? (['max_credits_required'] as const) : []),
    'max_credits_exceeded',
    'credit_balance_insufficient',
    'idempotency_key_in_use',
    'idempotency_key_reused',
  ];
}
