import type { Knex } from 'knex';
import type { IdentifierType } from '../../text/identifiers.ts';

export interface HolderThen {
  readonly company_id: string;
  /** A source says since when the company has it, or that it had it by that day. */
  readonly since_known: boolean;
}

/** Reads who had an identifier when. Nothing here belongs to an account. */
export class CompanyResolveStore {
  constructor(private readonly knex: Knex) {}

  /**
   * Companies that had the code on the day (`YYYY-MM-DD`). A bound that is not known does not exclude.
   * Numbers and ids are assigned once and for all, so only codes and domains are asked here.
   */
  async holdersOn(type: IdentifierType, value: string, day: string): Promise<HolderThen[]> {
    const { rows } = await this.knex.raw<{ rows: HolderThen[] }>(
      `SELECT company_id, bool_or(since_known) AS since_known FROM (
         SELECT company_id, valid_from IS NOT NULL AS since_known FROM company_identifiers
         WHERE identifier_type = :type AND value = :value
           AND (valid_from IS NULL OR valid_from <= :day) AND (valid_to IS NULL OR :day < valid_to)
         UNION ALL
         SELECT company_id, listed_from IS NOT NULL OR as_of <= :day FROM listings
         WHERE :type = 'securities_code' AND code = :value
           AND (listed_from IS NULL OR listed_from <= :day) AND (listed_to IS NULL OR :day < listed_to)
       ) held
       GROUP BY company_id ORDER BY company_id`,
      { type, value, day },
    );
    return rows;
  }
}
