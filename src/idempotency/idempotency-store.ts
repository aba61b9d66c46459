import type { Knex } from 'knex';
import { deleteSome } from '../database/delete-some.ts';
import { queryPrepared } from '../database/rows.ts';
import { runTransaction, type Transaction } from '../database/transaction.ts';

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

/** The state of a key. */
export interface Claimed {
  /** Another transaction has the lock of the key. */
  readonly inUse: boolean;
  readonly stored: StoredAnswer | null;
}

export interface Worked<Result> {
  readonly result: Result;
  /** The answer to store; null if one is stored. */
  readonly answer: StoredAnswer | null;
}

/** Idempotency keys and their answers in Postgres. */
export class IdempotencyStore {
  constructor(private readonly knex: Knex) {}

  /**
   * Claims the key, runs work and stores its answer in one transaction. The key stays locked until the transaction ends.
   * A call does not wait for the lock: inserting a row instead would make a second call wait for the first
   * (docs/traps.md#duplicate-keys-block). A statement of its own looks for the stored answer after the lock, so that it
   * sees what was committed before.
   *
   * @param scope null without a key
   * @param keep otherwise, the key is not locked, no answer is stored and everything is rolled back
   */
  async claimKey<Result>(
    scope: KeyScope | null,
    keep: boolean,
    work: (claimed: Claimed, transaction: Transaction) => Promise<Worked<Result>>,
  ): Promise<Result> {
    if (!scope)
      return runTransaction(this.knex, { first: [], keep }, (transaction) =>
        work({ inUse: false, stored: null }, transaction),
      );
    const values = toValues(scope);
    const find = { ...findStatement, values };
    const first = keep ? [{ ...lockStatement, values }, find] : [find];
    return runTransaction(this.knex, { first, keep }, async (transaction, rows) => {
      const [stored = null] = rows.at(-1) as StoredAnswer[];
      // Without a lock, the first row is that of the stored answer.
      const [lock] = rows[0] as { locked?: boolean }[];
      const { result, answer } = await work({ inUse: lock?.locked === false, stored }, transaction);
      if (!keep || !answer) return { result };
      const { fingerprint, status, body } = answer;
      const answerValues = [...values, fingerprint, status, JSON.stringify(body)];
      return { result, last: [{ ...storeStatement, values: answerValues }] };
    });
  }

  async findAnswer(scope: KeyScope): Promise<StoredAnswer | null> {
    const { name, text } = findStatement;
    const [row] = await queryPrepared<StoredAnswer>(this.knex, name, text, toValues(scope));
    return row ?? null;
  }

  /** For all accounts. @returns how many were removed, at most `limit` */
  removeOlderThan(moment: Date, limit: number): Promise<number> {
    return deleteSome(
      this.knex,
      { table: 'idempotency_keys', where: 'created_at < :moment', limit },
      { moment },
    );
  }
}

const lockStatement = {
  name: 'lock_idempotency_key',
  text: `SELECT pg_try_advisory_xact_lock(
    hashtextextended(concat_ws(' ', 'idempotency', $1::uuid, $2::text, $3::text, $4::text), 0)) AS locked`,
};

const findStatement = {
  name: 'find_answer',
  text: `SELECT fingerprint, status, body FROM idempotency_keys
    WHERE account_id = $1 AND method = $2 AND path = $3 AND key = $4`,
};

const storeStatement = {
  name: 'store_answer',
  text: `INSERT INTO idempotency_keys (account_id, method, path, key, fingerprint, status, body)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
};

function toValues({ accountId, method, path, key }: KeyScope): string[] {
  return [accountId, method, path, key];
}
