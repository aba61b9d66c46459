import { setTimeout } from 'node:timers/promises';
import type { Knex } from 'knex';
import { bindToConnection, useConnection } from '../adapters/knex.ts';
import { awaitsAnswer, type Connection, queryTogether, type Statement } from '../adapters/pg.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** A running transaction. Services pass it between stores; only stores run queries on it. */
export type Transaction = Knex.Transaction;

const maxRollbackMs = 5_000;

/** What the work of a transaction returns. */
export interface TransactionEnd<Result> {
  readonly result: Result;
  /** Sent together with the COMMIT. */
  readonly last?: readonly Statement[];
}

export interface TransactionOptions {
  /** Sent together with the BEGIN. They must not change anything. */
  readonly first: readonly Statement[];
  /** Otherwise, the transaction is rolled back at its end. */
  readonly keep: boolean;
}

/**
 * Runs work in a transaction with fewer round trips and less processor time than `knex.transaction`, for transactions of
 * many requests (docs/benchmarks.md#ledger).
 *
 * @param work receives the rows of each first statement
 */
export async function runTransaction<Result>(
  knex: Knex,
  { first, keep }: TransactionOptions,
  work: (transaction: Transaction, rows: readonly unknown[][]) => Promise<TransactionEnd<Result>>,
): Promise<Result> {
  return await useConnection(knex, async (connection) => {
    try {
      const [, ...begun] = await queryTogether(connection, [{ text: 'BEGIN' }, ...first]);
      const { result, last = [] } = await work(
        bindToConnection(knex, connection),
        begun.map(({ rows }) => rows),
      );
      const end = keep ? 'COMMIT' : 'ROLLBACK';
      const ended = await queryTogether(connection, [...last, { text: end }]);
      // If a statement failed and the work went on, Postgres rolls back instead, without an error.
      if (ended.at(-1)?.command !== end) throw new Error('the transaction was rolled back');
      return result;
    } catch (error) {
      await rollBack(connection, error);
      throw error;
    }
  });
}

/**
 * Callers need the original error, not a failed rollback after it. If a statement still runs, its answer is not awaited for
 * long; the pool drops a connection whose transaction is open.
 */
async function rollBack(connection: Connection, reason: unknown): Promise<void> {
  const isBusy = awaitsAnswer(connection);
  // It does not answer: the pool closes it, and the server rolls back.
  if (isBusy && isDatabaseUnavailable(reason)) return;
  if (!isBusy && connection.getTransactionStatus() === 'I') return;
  const rolledBack = connection.query({ text: 'ROLLBACK' }).catch(() => undefined);
  const waits = isBusy ? [setTimeout(maxRollbackMs, undefined, { ref: false })] : [];
  await Promise.race([rolledBack, ...waits]);
}
