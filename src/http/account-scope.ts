import { ServiceError } from '../contract/errors.ts';

const scopeKeys = ['accountId', 'account_id'] as const;

/**
 * The input without an account field. The key's own account is accepted and removed; any other account is a conflict
 * (docs/specification.md#authentication). Checks only the top level of a query or body.
 * @throws ServiceError account_scope_conflict
 */
export function omitAccountScope(input: unknown, accountId: string): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const named = scopeKeys.filter((key) => Object.hasOwn(input, key));
  if (named.length === 0) return input;
  const rest: Record<string, unknown> = { ...input };
  for (const key of named) {
    const values = [rest[key]].flat();
    if (!values.every((value) => typeof value === 'string' && value.trim().toLowerCase() === accountId)) {
      throw new ServiceError('account_scope_conflict');
    }
    delete rest[key];
  }
  return rest;
}
