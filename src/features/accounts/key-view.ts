import type { KeyPurpose } from '../../contract/key-purpose.ts';

/** A key in the database. */
export interface KeyRow {
  readonly key_id: string;
  readonly key_start: string;
  readonly label: string;
  readonly read_only: boolean;
  readonly source_id: string | null;
  readonly purpose: KeyPurpose | null;
  readonly max_credits: number | null;
  /** By its charges, without those that were reversed. */
  readonly credits_spent: number;
  readonly created_at: Date;
  /** The key that made it; null if the operator did. */
  readonly created_by: string | null;
  /** Written about once a minute. */
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

/** A key as the API and the operator's commands show it. */
export type KeyView = ReturnType<typeof toKeyView>;

export function toKeyView({ created_at, last_used_at, revoked_at, ...row }: KeyRow) {
  return {
    ...row,
    credits_remaining: row.max_credits === null ? null : row.max_credits - row.credits_spent,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    revoked_at: revoked_at?.toISOString() ?? null,
  };
}
