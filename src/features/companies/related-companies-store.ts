import type { Knex } from 'knex';
import { type RelatedCompany, relations } from '../../contract/companies/related-companies.ts';
import { maxRelatedOfOneKind } from '../../contract/limits.ts';
import { buildLivingParentSql, buildParentSql, buildSubsidiariesSql } from './parent-sql.ts';

export interface RelatedRow extends Omit<RelatedCompany, 'company'> {
  readonly company_id: string;
}

/** SQL of one relation. `from`: the tables, in which `c` is the related company and `self` the given one. */
function buildRelationSql(relation: string, columns: string, from: string): string {
  return `(SELECT '${relation}' AS relation, c.company_id, ${columns} FROM self ${from}
    WHERE c.company_id <> self.company_id AND NOT c.hidden
    ORDER BY (c.status = 'active') DESC, c.company_id LIMIT ${maxRelatedOfOneKind + 1})`;
}

const mergerColumns =
  's.source, NULL AS value, s.effective_on AS stated_on, s.effective_on AS valid_from, NULL::date AS valid_to';
const parentColumns = `p.source, NULL AS value, CAST(p.observed_at AT TIME ZONE 'Asia/Tokyo' AS date) AS stated_on,
  NULL::date AS valid_from, NULL::date AS valid_to`;
const nameColumns =
  'theirs.source, theirs.name AS value, theirs.stated_on, theirs.valid_from, theirs.valid_to';

function buildSharedNameSql(relation: string, own: 'legal' | 'former', theirs: 'legal' | 'former'): string {
  return buildRelationSql(
    relation,
    nameColumns,
    `JOIN company_names own ON own.company_id = self.company_id AND own.kind = '${own}'
     JOIN company_names theirs ON theirs.name = own.name AND theirs.kind = '${theirs}'
     JOIN companies c ON c.company_id = theirs.company_id`,
  );
}

const relatedSql = `
  WITH self AS (SELECT company_id, corporate_number FROM companies WHERE company_id = ?), found AS (
    ${[
      buildRelationSql(
        'merged_into',
        mergerColumns,
        `JOIN company_successors s ON s.company_id = self.company_id
         JOIN companies c ON c.corporate_number = s.successor_corporate_number`,
      ),
      buildRelationSql(
        'took_over',
        mergerColumns,
        `JOIN company_successors s ON s.successor_corporate_number = self.corporate_number
         JOIN companies c ON c.company_id = s.company_id`,
      ),
      buildRelationSql(
        'parent',
        parentColumns,
        `CROSS JOIN LATERAL (${buildParentSql('self.company_id')}) p
         CROSS JOIN LATERAL (${buildLivingParentSql("p.value ->> 'corporate_number'")}) living
         JOIN companies c ON c.company_id = living.company_id`,
      ),
      buildRelationSql(
        'subsidiary',
        parentColumns,
        `CROSS JOIN LATERAL (${buildSubsidiariesSql('self')}) p JOIN companies c ON c.company_id = p.company_id`,
      ),
      buildSharedNameSql('has_former_name', 'former', 'legal'),
      buildSharedNameSql('had_current_name', 'legal', 'former'),
      buildSharedNameSql('had_former_name', 'former', 'former'),
      buildRelationSql(
        'same_domain',
        'theirs.source, theirs.value, theirs.stated_on, theirs.valid_from, theirs.valid_to',
        `JOIN company_identifiers own ON own.company_id = self.company_id AND own.identifier_type = 'domain'
         JOIN company_identifiers theirs ON theirs.value = own.value AND theirs.identifier_type = 'domain'
         JOIN companies c ON c.company_id = theirs.company_id`,
      ),
      // The rest of an address outside Japan is the whole of it, so its prefecture and city are null.
      buildRelationSql(
        'same_address',
        `theirs.source, concat(theirs.prefecture, theirs.city, theirs.street) AS value, theirs.stated_on,
         theirs.valid_from, NULL::date AS valid_to`,
        `JOIN company_addresses own ON own.company_id = self.company_id AND own.kind = 'head_office'
         JOIN company_addresses theirs ON theirs.street = own.street AND theirs.kind = 'head_office'
           AND own.street <> '' AND theirs.prefecture IS NOT DISTINCT FROM own.prefecture
           AND theirs.city IS NOT DISTINCT FROM own.city
         JOIN companies c ON c.company_id = theirs.company_id`,
      ),
    ].join(' UNION ALL ')})
  SELECT relation, company_id, source, value, stated_on, valid_from, valid_to FROM found
  ORDER BY array_position(ARRAY[${relations.map((relation) => `'${relation}'`).join(', ')}], relation)`;

/** Reads companies that have to do with another. Nothing here belongs to an account. */
export class RelatedCompaniesStore {
  constructor(private readonly knex: Knex) {}

  /** One more of each relation than an answer shows, if there are so many. */
  async findRelatedCompanies(companyId: string): Promise<RelatedRow[]> {
    const { rows } = await this.knex.raw<{ rows: RelatedRow[] }>(relatedSql, [companyId]);
    return rows;
  }
}
