import type { Knex } from 'knex';
import type { IdentifierType } from '../../text/identifiers.ts';

/** Reads who had an identifier when. Nothing here belongs to an account. */
export class CompanyResolveStore {
  constructor(private readonly knex: Knex) {}

  /**
   * Companies that had the code on the day (`YYYY-MM-DD`). A bound that is not known does not exclude.
   * Numbers and ids are assigned once and for all, so only codes and domains are asked here.
   */
  async holdersOn(type: IdentifierType, value: string, day: string): Promise<string[]> {
    const { rows } = await this.knex.raw<{ rows: { company_id: string }[] }>(
      `SELECT company_id FROM company_identifiers
       WHERE identifier_type = :type AND value = :value
         AND (valid_from IS NULL OR valid_from <= :day) AND (valid_to IS NULL OR :day < valid_to)
       UNION
       SELECT company_id FROM listings
       WHERE :type = 'securities_code' AND code = :value
         AND (listed_from IS NULL OR listed_from <= :day) AND (listed_to IS NULL OR :day < listed_to)
       ORDER BY company_id`,
      { type, value, day },
    );
    return rows.map((row) => row.company_id);
  }
}
