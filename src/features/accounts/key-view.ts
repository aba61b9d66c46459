import type { KeyRow } from './accounts-store.ts';

/** A key as the API and the operator's commands show it. */
export type KeyView = ReturnType<typeof keyView>;

export function keyView({ created_at, last_used_at, revoked_at, ...row }: KeyRow) {
  return {
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    revoked_at: revoked_at?.toISOString() ?? null,
  };
}
