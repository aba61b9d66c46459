import type { Knex } from 'knex';
import { type Permit, permitsOfEachCompany } from '../../contract/construction/construction.ts';
import { groupsOf, type PlacedRow, type RowGroup } from '../company-search/grouped-search.ts';
import type { PermitConditions } from './permit-conditions.ts';

/** Construction permits. Nothing here belongs to an account. */
export class ConstructionStore {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  /** Companies with matching permits, those with the newest permits first. */
  async companyIds(conditions: PermitConditions, today: string, limit: number): Promise<string[]> {
    const rows = await this.#matching(conditions, today)
      .select<{ company_id: string }[]>('company_id')
      .groupBy('company_id')
      .orderByRaw('max(valid_from) DESC, company_id')
      .limit(limit);
    return rows.map(({ company_id }) => company_id);
  }

  /** For each company, the matching permits that are valid longest, and how many match. */
  async groups(
    conditions: PermitConditions,
    today: string,
    companyIds: readonly string[],
  ): Promise<Map<string, RowGroup<Permit>>> {
    const order = 'PARTITION BY company_id ORDER BY valid_until DESC, license_number, valid_from';
    const ranked = this.#matching(conditions, today)
      .whereRaw('company_id = ANY (?)', [[...companyIds]])
      .select('company_id', 'license_number', 'license_types', 'valid_from', 'valid_until', 'source')
      .select(this.#knex.raw('count(*) OVER (PARTITION BY company_id) AS count'))
      .select(this.#knex.raw(`row_number() OVER (${order}) AS place`));
    const rows = await this.#knex
      .from(ranked.as('ranked'))
      .where('place', '<=', permitsOfEachCompany)
      .orderBy(['company_id', 'place'])
      .select<PlacedRow<Permit>[]>('*');
    return groupsOf<Permit>(rows, ({ company_id: _, count: __, place: ___, ...permit }) => permit);
  }

  #matching(conditions: PermitConditions, today: string) {
    const { licenseTypes, licenseNumber, validOn = today, expiresBefore } = conditions;
    const query = this.#knex('construction_permits')
      .where('valid_from', '<=', validOn)
      .where('valid_until', '>=', validOn);
    if (licenseTypes.length > 0) query.whereRaw('license_types && ?::text[]', [[...licenseTypes]]);
    if (licenseNumber !== undefined)
      query.whereRaw('lower(normalize(license_number, NFKC)) = ?', [licenseNumber]);
    if (expiresBefore !== undefined) query.where('valid_until', '<', expiresBefore);
    return query;
  }
}
