import type { Knex } from 'knex';
import { deleteSome } from '../../database/delete-some.ts';
import type { Transaction } from '../../database/transaction.ts';

export interface MatchedQuestion {
  readonly question: Buffer;
  readonly companyId: string;
}

/** Questions that keys have paid, in Postgres. */
export class ReconcileStore {
  constructor(private readonly knex: Knex) {}

  runInTransaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.knex.transaction(work);
  }

  /**
   * Makes concurrent requests of the key wait for each other until the transaction ends, so that they do not pay the same
   * question twice. A lock of its own, which is taken before that of the balance.
   */
  async lockQuestions(accountId: string, keyId: string, transaction: Transaction): Promise<void> {
    await transaction.raw(
      `SELECT pg_advisory_xact_lock(
         hashtextextended(concat_ws(' ', 'reconcile', cast(? AS uuid), cast(? AS uuid)), 0))`,
      [accountId, keyId],
    );
  }

  /** Which of the questions the key has paid, in hexadecimal digits. */
  async findPaidQuestions(
    accountId: string,
    keyId: string,
    questions: readonly Buffer[],
    transaction: Transaction,
  ): Promise<ReadonlySet<string>> {
    const { rows } = await transaction.raw<{ rows: { question: Buffer }[] }>(
      `SELECT question FROM reconciled_questions
       WHERE account_id = ? AND key_id = ? AND question = ANY (cast(? AS bytea[]))`,
      [accountId, keyId, [...questions]],
    );
    return new Set(rows.map(({ question }) => question.toString('hex')));
  }

  async insertPaid(
    accountId: string,
    keyId: string,
    { entryId, matched }: { readonly entryId: string; readonly matched: readonly MatchedQuestion[] },
    transaction: Transaction,
  ): Promise<void> {
    await transaction('reconciled_questions').insert(
      matched.map(({ question, companyId }) => ({
        account_id: accountId,
        key_id: keyId,
        question,
        company_id: companyId,
        entry_id: entryId,
      })),
    );
  }

  /** For all accounts. @returns how many were removed, at most `limit` */
  removeOlderThan(moment: Date, limit: number): Promise<number> {
    return deleteSome(
      this.knex,
      { table: 'reconciled_questions', where: 'charged_at < :moment', limit },
      { moment },
    );
  }
}
