import type { Knex } from 'knex';
import { queryPrepared } from '../database/prepared.ts';
import type { Transaction } from '../database/transaction.ts';

/** The scope of a key: one account, method and concrete path (docs/decisions/0011-charging.md). */
export interface KeyScope {
  readonly accountId: string;
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  readonly key: string;
}

/** The answer to the first call with a key. */
export interface StoredAnswer {
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly body: object;
}

/** Idempotency keys and their answers in Postgres. */
export class IdempotencyStore {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  /** Runs work in a transaction. Without `keep`, it is rolled back. */
  async transaction<Result>(
    keep: boolean,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    const transaction = await this.#knex.transaction();
    try {
      const result = await work(transaction);
      await (keep ? transaction.commit() : transaction.rollback());
      return result;
    } catch (error) {
      // Callers need the original error, not a failed rollback after it.
      if (!transaction.isCompleted()) await transaction.rollback().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Locks the key until the transaction ends, without waiting. Inserting a row instead would make a second call wait
   * for the first (docs/traps.md#duplicate-keys-block). Callers must look for the stored answer after the lock in a
   * separate statement, so that it sees what was committed before.
   * @returns false while another transaction has the lock
   */
  async lockKey(scope: KeyScope, transaction: Transaction): Promise<boolean> {
    const [row] = await queryPrepared<{ locked: boolean }>(
      transaction,
      'lock_idempotency_key',
      `SELECT pg_try_advisory_xact_lock(
         hashtextextended(concat_ws(' ', 'idempotency', $1::uuid, $2::text, $3::text, $4::text), 0)) AS locked`,
      valuesOf(scope),
    );
    return row?.locked === true;
  }

  async findAnswer(scope: KeyScope, transaction: Knex = this.#knex): Promise<StoredAnswer | null> {
    const [row] = await queryPrepared<StoredAnswer>(
      transaction,
      'find_answer',
      `SELECT fingerprint, status, body FROM idempotency_keys
       WHERE account_id = $1 AND method = $2 AND path = $3 AND key = $4`,
      valuesOf(scope),
    );
    return row ?? null;
  }

  async storeAnswer(scope: KeyScope, answer: StoredAnswer, transaction: Transaction): Promise<void> {
    const { fingerprint, status, body } = answer;
    await queryPrepared(
      transaction,
      'store_answer',
      `INSERT INTO idempotency_keys (account_id, method, path, key, fingerprint, status, body)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [...valuesOf(scope), fingerprint, status, JSON.stringify(body)],
    );
  }

  /** For all accounts. @returns how many were removed */
  async removeOlderThan(moment: Date): Promise<number> {
    return this.#knex('idempotency_keys').where('created_at', '<', moment).delete();
  }
}

function valuesOf({ accountId, method, path, key }: KeyScope): string[] {
  return [accountId, method, path, key];
}
