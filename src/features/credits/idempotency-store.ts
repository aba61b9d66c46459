import type { Knex } from 'knex';
import { queryPrepared } from '../../database/prepared.ts';
import type { Transaction } from '../../database/transaction.ts';

/** Where a key counts: one account, method and concrete path (docs/decisions/0011-charging.md). */
export interface KeyScope {
  readonly accountId: string;
  readonly method: string;
  /** Without query. */
  readonly path: string;
  readonly key: string;
}

/** What was answered to the first call with a key. */
export interface StoredAnswer {
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly body: object;
}

type ClaimRow = { readonly in_use: boolean } & StoredAnswer;

/** Idempotency keys and their answers in Postgres. */
export class IdempotencyStore {
  constructor(private readonly knex: Knex) {}

  /** Runs work in a transaction; without `keep` nothing of it stays. */
  async transaction<Result>(
    keep: boolean,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    const transaction = await this.knex.transaction();
    try {
      const result = await work(transaction);
      await (keep ? transaction.commit() : transaction.rollback());
      return result;
    } catch (error) {
      // What failed is what the caller must hear of, not that the connection was lost with it.
      if (!transaction.isCompleted()) await transaction.rollback().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Takes the key for this transaction, which either stores an answer under it or leaves it free.
   * @returns `in_use` while another transaction has it, the answer of an earlier one, or null: the key is ours
   */
  async claim(scope: KeyScope, transaction: Transaction): Promise<'in_use' | StoredAnswer | null> {
    const { accountId, method, path, key } = scope;
    const [row] = await queryPrepared<ClaimRow>(
      transaction,
      'claim_idempotency_key',
      'SELECT * FROM claim_idempotency_key($1, $2, $3, $4)',
      [accountId, method, path, key],
    );
    return row?.in_use ? 'in_use' : (row ?? null);
  }

  async findAnswer(
    { accountId, method, path, key }: KeyScope,
    transaction?: Transaction,
  ): Promise<StoredAnswer | null> {
    const row = await (transaction ?? this.knex)('idempotency_keys')
      .where({ account_id: accountId, method, path, key })
      .first<StoredAnswer | undefined>('fingerprint', 'status', 'body');
    return row ?? null;
  }

  async storeAnswer(scope: KeyScope, answer: StoredAnswer, transaction: Transaction): Promise<void> {
    const { accountId, method, path, key } = scope;
    const { fingerprint, status, body } = answer;
    await queryPrepared(
      transaction,
      'store_answer',
      `INSERT INTO idempotency_keys (account_id, method, path, key, fingerprint, status, body)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [accountId, method, path, key, fingerprint, status, JSON.stringify(body)],
    );
  }

  /** @returns how many were removed */
  async removeOlderThan(moment: Date): Promise<number> {
    return this.knex('idempotency_keys').where('created_at', '<', moment).delete();
  }
}
