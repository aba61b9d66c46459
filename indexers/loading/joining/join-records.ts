import type { ClientBase } from 'pg';
import type { ObservationSource } from '../../../src/contract/observations/vocabulary.ts';
import { factTables } from '../../facts/index.ts';
import { noteChange } from './merge.ts';

/** The number of a company that was created without one, and the source that states it. */
export interface GivenNumber {
  readonly companyId: string;
  readonly corporateNumber: string;
  readonly statedBy: ObservationSource;
  readonly statedOn: string | null;
}

/**
 * Gives companies that were created only from an exchange's list the corporate number that a later source states.
 * `company_id` is assigned once, so it stays; the id made from the number becomes an alias.
 */
export async function giveCorporateNumbers(
  client: ClientBase,
  companies: readonly GivenNumber[],
): Promise<void> {
  if (companies.length === 0) return;
  const values = [companies.map((each) => each.companyId), companies.map((each) => each.corporateNumber)];
  await noteChange(
    client,
    `UPDATE companies c SET corporate_number = given.number, stated_by = given.stated_by, stated_on = given.stated_on
     FROM unnest($1::text[], $2::text[], $3::text[], $4::date[]) AS given (company_id, number, stated_by, stated_on)
     WHERE c.company_id = given.company_id AND c.corporate_number IS NULL
     RETURNING c.company_id, ARRAY['corporate_number'] AS fields`,
    [...values, companies.map((each) => each.statedBy), companies.map((each) => each.statedOn)],
  );
  await noteChange(
    client,
    `INSERT INTO company_aliases (alias_id, company_id, reason)
     SELECT 'cn_' || number, company_id, 'corporate_number' FROM unnest($1::text[], $2::text[]) AS given (company_id, number)
     ON CONFLICT DO NOTHING
     RETURNING company_id, ARRAY['aliases'] AS fields`,
    values,
  );
}

/**
 * Joins two records of one company: `from`, which was created only from an exchange's list, is merged into `into`. All its
 * facts move, except those that `into` already has. Its id becomes an alias. The change feed says `renumbered`.
 */
export async function joinRecords(
  client: ClientBase,
  pairs: readonly { readonly from: string; readonly into: string }[],
): Promise<void> {
  for (const { from, into } of pairs) {
    for (const { name, sameFact } of factTables) {
      if (name === 'companies') continue;
      if (sameFact !== null)
        await client.query(
          `DELETE FROM ${name} t WHERE t.company_id = $1
             AND EXISTS (SELECT FROM ${name} kept WHERE kept.company_id = $2 AND ${sameFact('kept', 't')})`,
          [from, into],
        );
      await client.query(`UPDATE ${name} SET company_id = $2 WHERE company_id = $1`, [from, into]);
    }
    await client.query('DELETE FROM company_source_enrichment WHERE company_id = $1', [from]);
    await client.query(
      `WITH gone AS (DELETE FROM companies WHERE company_id = $1 RETURNING company_id, version)
       INSERT INTO company_changes (company_id, version, change, fields)
       SELECT company_id, version + 1, 'renumbered', '{company_id}' FROM gone`,
      [from],
    );
    await client.query(`INSERT INTO company_aliases VALUES ($1, $2, 'merged_record')`, [from, into]);
    await client.query('SELECT refresh_company_source_enrichment(ARRAY[$1])', [into]);
    await client.query(`INSERT INTO touched VALUES ($1, '{aliases,listings}', false)`, [into]);
  }
}
