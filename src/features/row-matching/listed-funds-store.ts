import type { Knex } from 'knex';
import type { ListedFund } from './listed-fund.ts';

/** Reads which codes are of funds. Nothing here belongs to an account. */
export class ListedFundsStore {
  constructor(private readonly knex: Knex) {}

  /** By code. */
  async findFunds(codes: readonly string[]): Promise<ReadonlyMap<string, ListedFund>> {
    if (codes.length === 0) return new Map();
    const { rows } = await this.knex.raw<{ rows: ListedFund[] }>(
      'SELECT code, name, category FROM listed_funds WHERE code = ANY (:codes)',
      { codes: [...new Set(codes)] },
    );
    return new Map(rows.map((fund) => [fund.code, fund]));
  }
}
