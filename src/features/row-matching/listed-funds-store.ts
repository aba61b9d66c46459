import type { Knex } from 'knex';
import { type ListedFund, toFundKey } from './listed-fund.ts';

/** Reads which codes and names are of funds. Nothing here belongs to an account. */
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

  /** By `toFundKey` of the name; the first code of several funds with one name. */
  async findFundsByName(names: readonly string[]): Promise<ReadonlyMap<string, ListedFund>> {
    if (names.length === 0) return new Map();
    const { rows } = await this.knex.raw<{ rows: ListedFund[] }>(
      `SELECT code, name, category FROM listed_funds
       WHERE lower(regexp_replace(normalize(name, NFKC), '\\s', '', 'g')) = ANY (:keys)
       ORDER BY code DESC`,
      { keys: [...new Set(names.map(toFundKey))] },
    );
    return new Map(rows.map((fund) => [toFundKey(fund.name), fund]));
  }
}
