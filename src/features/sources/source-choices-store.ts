import type { Knex } from 'knex';
import type { Transaction } from '../../database/transaction.ts';

export interface Choice {
  /** SHA-256 of a name's exact key. */
  readonly name_key: Buffer;
  readonly company_id: string;
  /** Whether the choice settles later rows with this name by itself. */
  readonly always: boolean;
}

/** Companies that an account chose for a name. */
export class SourceChoicesStore {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  /** The latest choice first. */
  async choicesFor(accountId: string, nameKeys: readonly Buffer[]): Promise<Choice[]> {
    if (nameKeys.length === 0) return [];
    const { rows } = await this.#knex.raw<{ rows: Choice[] }>(
      `SELECT name_key, company_id, false AS always FROM source_choices
       WHERE account_id = ? AND name_key = ANY (CAST(? AS bytea[])) ORDER BY chosen_at DESC, company_id`,
      [accountId, [...nameKeys]],
    );
    return rows;
  }

  async remember(accountId: string, choice: Omit<Choice, 'always'>, transaction: Transaction): Promise<void> {
    await transaction('source_choices')
      .insert({ account_id: accountId, ...choice, chosen_at: transaction.fn.now() })
      .onConflict(['account_id', 'name_key', 'company_id'])
      .merge(['chosen_at']);
  }
}
