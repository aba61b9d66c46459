import type { Knex } from 'knex';
import type { KeyScope } from '../../contract/key-permission.ts';
import type { KeyPurpose } from '../../contract/key-purpose.ts';
import { fetchRows, type PagePlace, requireRow } from '../../database/rows.ts';
import type { Transaction } from '../../database/transaction.ts';
import { isUuid } from '../../text/identifiers/uuid.ts';
import type { Account } from './account.ts';
import { computeEffectiveLimits, limitOverrides, planLimits } from './account-limits.ts';
import type { KeyRow } from './key-view.ts';

export interface NewKeyRow extends KeyScope {
  readonly hash: Buffer;
  readonly start: string;
  readonly label: string;
  /** The key that makes it; null if the operator does. */
  readonly createdBy: string | null;
}

interface KeyOwnerRow {
  readonly key_hash: Buffer;
  readonly account_id: string;
  readonly key_id: string;
  readonly read_only: boolean;
  readonly source_id: string | null;
  readonly purpose: KeyPurpose | null;
  readonly max_credits: number | null;
  readonly suspended: boolean;
  readonly plan_id: string;
  readonly plan: unknown;
  readonly limit_overrides: unknown;
}

const keyColumns = [
  'key_id',
  'key_start',
  'label',
  'read_only',
  'source_id',
  'purpose',
  'max_credits',
  'credits_spent',
  'created_at',
  'created_by',
  'last_used_at',
  'revoked_at',
] as const;

const keyOwnerSql = `
  SELECT key_hash, account_id, key_id, read_only, source_id, purpose, max_credits, plan_id, limit_overrides,
    to_jsonb(plans) - 'plan_id' AS plan,
    EXISTS (SELECT FROM account_suspensions held
      WHERE held.account_id = accounts.account_id AND resumed_at IS NULL) AS suspended
  FROM api_keys JOIN accounts USING (account_id) JOIN plans USING (plan_id)
  WHERE key_hash = ANY(?) AND revoked_at IS NULL`;

// Locked in one order, so that processes that write the same keys cannot deadlock.
const keyUsesSql = `
  WITH used AS (SELECT key_id, used_at FROM unnest(?::uuid[], ?::timestamptz[]) AS given (key_id, used_at)),
  held AS MATERIALIZED (SELECT key_id FROM api_keys JOIN used USING (key_id) ORDER BY key_id FOR UPDATE OF api_keys)
  UPDATE api_keys SET last_used_at = greatest(last_used_at, used_at)
  FROM used JOIN held USING (key_id) WHERE api_keys.key_id = used.key_id`;

/** API keys in Postgres. */
export class KeysStore {
  constructor(private readonly knex: Knex) {}

  /** @returns null when the account has `maxInUse` keys in use */
  async insertKey(
    accountId: string,
    key: NewKeyRow,
    maxInUse: number,
    transaction: Transaction,
  ): Promise<KeyRow | null> {
    // Concurrent calls must not exceed the maximum together. Locking the row of the account would need the right to change it.
    await transaction.raw(
      `SELECT pg_advisory_xact_lock(hashtextextended('keys of account ' || CAST(? AS uuid), 0))`,
      [accountId],
    );
    const inUse = transaction('api_keys').where({ account_id: accountId }).whereNull('revoked_at');
    const counted = await requireRow(inUse.count<{ keys: number }[]>('* as keys'));
    if (Number(counted.keys) >= maxInUse) return null;
    const row = {
      account_id: accountId,
      key_hash: key.hash,
      key_start: key.start,
      label: key.label,
      read_only: key.readOnly,
      source_id: key.sourceId,
      purpose: key.purpose,
      max_credits: key.maxCredits,
      created_by: key.createdBy,
    };
    const inserted = transaction('api_keys').insert(row);
    return requireRow(inserted.returning<KeyRow[]>([...keyColumns]));
  }

  /** Newest first. */
  pageKeys(accountId: string, place: PagePlace): Promise<KeyRow[]> {
    const found = this.knex('api_keys').where({ account_id: accountId });
    return fetchRows(found.select(...keyColumns), 'key_id', 'desc', place);
  }

  async findKey(accountId: string, keyId: string): Promise<KeyRow | null> {
    const found = this.knex('api_keys').where({ account_id: accountId, key_id: keyId });
    return (await found.first<KeyRow | undefined>(...keyColumns)) ?? null;
  }

  /** Newest first. @param inUse leave out revoked keys */
  async listKeys(accountId: string, { inUse = false, limit = 10_000 } = {}): Promise<KeyRow[]> {
    const found = this.knex('api_keys').where({ account_id: accountId });
    if (inUse) found.whereNull('revoked_at');
    return found
      .orderBy('key_id', 'desc')
      .limit(limit)
      .select<KeyRow[]>(...keyColumns);
  }

  /**
   * Revoking a key again keeps the time of the first revocation.
   * @param byKey the API key that asks for it, for the audit log; null for an operator
   * @returns null when the account has no such key
   */
  async revokeKey(accountId: string, keyId: string, byKey: string | null = null): Promise<KeyRow | null> {
    if (!isUuid(keyId)) return null;
    return this.knex.transaction(async (transaction) => {
      if (byKey !== null)
        await transaction.raw(`SELECT set_config('audit.actor', ?, true)`, [`key ${byKey}`]);
      const [row] = await transaction('api_keys')
        .where({ account_id: accountId, key_id: keyId })
        .update({ revoked_at: transaction.raw('coalesce(revoked_at, now())') })
        .returning<KeyRow[]>([...keyColumns]);
      return row ?? null;
    });
  }

  /** @param uses when each key was last used, by key_id */
  async recordKeyUses(uses: ReadonlyMap<string, Date>): Promise<void> {
    await this.knex.raw(keyUsesSql, [[...uses.keys()], [...uses.values()]]);
  }

  /**
   * The accounts of these keys, by hash in hex. Unknown and revoked keys are left out. This is the only query that
   * finds an account instead of being given one.
   */
  async findKeyOwners(keyHashes: readonly Buffer[]): Promise<Map<string, Account>> {
    const { rows } = await this.knex.raw<{ rows: KeyOwnerRow[] }>(keyOwnerSql, [[...keyHashes]]);
    return new Map(
      rows.map((row) => [
        row.key_hash.toString('hex'),
        {
          accountId: row.account_id,
          keyId: row.key_id,
          keyScope: {
            readOnly: row.read_only,
            sourceId: row.source_id,
            purpose: row.purpose,
            maxCredits: row.max_credits,
          },
          suspended: row.suspended,
          planId: row.plan_id,
          limits: computeEffectiveLimits(
            planLimits.parse(row.plan),
            limitOverrides.parse(row.limit_overrides),
          ),
        },
      ]),
    );
  }
}
