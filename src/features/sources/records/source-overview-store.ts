import type { Knex } from 'knex';
import type { CompanyStatus, ListingStatus } from '../../../contract/companies/company-vocabulary.ts';
import type { RowStatus } from '../../../contract/sources/sources.ts';
import { ownSource } from './row-conditions.ts';
import { companiesOfRows, industryBindings } from './source-companies-sql.ts';
import type { SourceScope } from './source-record.ts';

export interface StateAndReason {
  readonly resolve_status: RowStatus;
  readonly reason: string | null;
  readonly rows: number;
}

/** What companies are counted by; `several`: whether they have several rows. A band is its number from 1; 0 is below all. */
export const countedBy = [
  'status',
  'prefecture',
  'industry',
  'listing',
  'several',
  'capital',
  'employees',
] as const;
export type CountedBy = (typeof countedBy)[number];

interface CountedValues {
  readonly status: CompanyStatus | null;
  readonly prefecture: string | null;
  readonly industry: string | null;
  readonly listing: ListingStatus;
  readonly several: boolean;
  readonly capital: number | null;
  readonly employees: number | null;
}

/** Companies with a value and their rows. */
export interface CompanyCount extends CountedValues {
  readonly by: CountedBy | 'all';
  readonly companies: number;
  readonly rows: number;
}

interface LowerBounds {
  readonly capital: readonly number[];
  readonly employees: readonly number[];
}

const sets = countedBy.map((name) => `(${name})`).join(', ');
const by = `CASE ${countedBy.map((name) => `WHEN GROUPING(${name}) = 0 THEN '${name}'`).join(' ')} ELSE 'all' END`;

/** Counts what a source says as a whole. Each function accesses only rows of the account's own sources. */
export class SourceOverviewStore {
  constructor(private readonly knex: Knex) {}

  async countStates({ accountId, sourceId }: SourceScope): Promise<StateAndReason[]> {
    const { rows } = await this.knex.raw<{ rows: StateAndReason[] }>(
      `SELECT r.resolve_status, r.reason, count(*)::int AS rows FROM source_rows r WHERE r.source_id = ${ownSource}
       GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`,
      { accountId, sourceId },
    );
    return rows;
  }

  /** The companies of settled rows, counted once by each of `countedBy` and once as a whole; those with most rows first. */
  async countCompanies(
    { accountId, sourceId }: SourceScope,
    { capital, employees }: LowerBounds,
  ): Promise<CompanyCount[]> {
    const { rows } = await this.knex.raw<{ rows: CompanyCount[] }>(
      `WITH ${companiesOfRows}
       SELECT ${by} AS by, status, prefecture, industry, listing, several, capital, employees,
         count(*)::int AS companies, coalesce(sum(rows), 0)::int AS rows
       FROM (SELECT status, prefecture, industry, listing, rows, rows > 1 AS several,
           width_bucket(capital, CAST(:capital AS numeric[])) AS capital,
           width_bucket(employees, CAST(:employees AS integer[])) AS employees
         FROM companies_of_rows) f
       GROUP BY GROUPING SETS ((), ${sets}) ORDER BY rows DESC, companies DESC, status, prefecture, industry, listing`,
      { accountId, sourceId, capital: [...capital], employees: [...employees], ...industryBindings },
    );
    return rows;
  }
}
