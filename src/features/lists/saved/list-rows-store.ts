import type { Knex } from 'knex';
import { fetchRows, type PagePlace, requireRow } from '../../../database/rows.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { type ListRowRecord, type ListScope, pickScope, type RowCounts } from './list-record.ts';

export interface SuppressionRecord {
  readonly company_id: string;
  readonly reason: string | null;
  readonly suppressed_at: Date;
}

const isSuppressed = `
  EXISTS (SELECT FROM list_suppressions s WHERE s.list_id = r.list_id AND s.company_id = r.company_id)`;
const isExcluded = `
  EXISTS (SELECT FROM list_exclusions x WHERE x.list_id = r.list_id AND x.company_id = r.company_id)`;

/** SQL: the company of the row `r` of a List is neither suppressed nor excluded. */
export const isEffective = `NOT (${isSuppressed} OR ${isExcluded})`;

// A frozen id may have become an alias since. The row gets the current id of the company.
const insertSql = (members: string) => `
  INSERT INTO list_rows (account_id, list_id, company_id)
  SELECT :account_id, :list_id, company_id FROM (
    SELECT c.company_id, min(position) AS position
    FROM ${members} AS member (id, position)
    LEFT JOIN company_aliases a ON a.alias_id = member.id
    JOIN companies c ON c.company_id = coalesce(a.company_id, member.id)
    GROUP BY c.company_id
  ) members ORDER BY position
  ON CONFLICT (list_id, company_id) DO NOTHING`;
const insertGivenSql = insertSql('unnest(cast(:companyIds AS text[])) WITH ORDINALITY');
const insertMembersSql = insertSql(`(
      SELECT frozen.* FROM list_estimates, unnest(member_ids) WITH ORDINALITY AS frozen
      WHERE account_id = :account_id AND estimate_id = :estimateId)`);

const buildRowsSql = (condition: string) => `
  SELECT row_id, company_id, ${isSuppressed} AS suppressed, ${isExcluded} AS excluded,
    coalesce(found.enrichments, '{}') AS enrichments
  FROM list_rows r
  LEFT JOIN LATERAL (
    SELECT jsonb_object_agg(field, jsonb_build_object('value', value, 'source', source, 'observed_at',
      to_char(observed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) AS enrichments
    FROM list_row_enrichments e WHERE e.row_id = r.row_id
  ) found ON true
  WHERE r.account_id = :account_id AND r.list_id = :list_id
    AND ${condition}
  ORDER BY row_id LIMIT :limit`;

const pageSql = buildRowsSql('(cast(:after AS uuid) IS NULL OR row_id > cast(:after AS uuid))');
const effectivePageSql = buildRowsSql(isEffective);

const countsSql = `
  SELECT count(*) AS total, count(*) FILTER (WHERE suppressed) AS suppressed, count(*) FILTER (WHERE excluded) AS excluded,
    count(*) FILTER (WHERE NOT suppressed AND NOT excluded) AS effective
  FROM (SELECT ${isSuppressed} AS suppressed, ${isExcluded} AS excluded
        FROM list_rows r WHERE account_id = :account_id AND list_id = :list_id) flagged`;

/** The rows of Lists, and the suppressions and exclusions that keep rows out of exports and deliveries. */
export class ListRowsStore {
  constructor(private readonly knex: Knex) {}

  /** Adds the companies that the List lacks, in the given order. */
  async addCompanies(
    scope: ListScope,
    companyIds: readonly string[],
    transaction: Transaction,
  ): Promise<void> {
    await transaction.raw(insertGivenSql, { ...pickScope(scope), companyIds: [...companyIds] });
  }

  /** Adds an estimate's frozen members that the List lacks, in their order. @returns the added companies */
  async addMembers(scope: ListScope, estimateId: string, transaction: Transaction): Promise<string[]> {
    const added = { ...pickScope(scope), estimateId };
    const sql = `${insertMembersSql} RETURNING company_id`;
    const { rows } = await transaction.raw<{ rows: { company_id: string }[] }>(sql, added);
    return rows.map(({ company_id }) => company_id);
  }

  /** A page in the order of the rows, with their enrichments. */
  async listRows(
    scope: ListScope,
    place: PagePlace,
    transaction: Knex = this.knex,
  ): Promise<ListRowRecord[]> {
    const wanted = { ...pickScope(scope), ...place };
    return (await transaction.raw<{ rows: ListRowRecord[] }>(pageSql, wanted)).rows;
  }

  /** The first rows that are neither suppressed nor excluded. */
  async listEffectiveRows(
    scope: ListScope,
    limit: number,
    transaction: Transaction,
  ): Promise<ListRowRecord[]> {
    const wanted = { ...pickScope(scope), limit };
    return (await transaction.raw<{ rows: ListRowRecord[] }>(effectivePageSql, wanted)).rows;
  }

  async countRows(scope: ListScope, transaction: Knex = this.knex): Promise<RowCounts> {
    return (await transaction.raw<{ rows: [RowCounts] }>(countsSql, { ...pickScope(scope) })).rows[0];
  }

  /** Companies of the rows that exports and deliveries show, in order. */
  async listEffectiveCompanyIds(scope: ListScope, transaction: Transaction): Promise<string[]> {
    return transaction('list_rows as r')
      .where(pickScope(scope))
      .whereRaw(isEffective)
      .orderBy('row_id')
      .pluck('company_id');
  }

  /** In the order of company_id. */
  async listSuppressions(scope: ListScope, place: PagePlace): Promise<SuppressionRecord[]> {
    return fetchRows(this.knex('list_suppressions').where(pickScope(scope)), 'company_id', 'asc', place);
  }

  /** A company that is already suppressed gets the new reason. */
  async addSuppressions(
    scope: ListScope,
    entries: readonly Pick<SuppressionRecord, 'company_id' | 'reason'>[],
    transaction: Transaction,
  ): Promise<void> {
    if (entries.length === 0) return;
    await transaction('list_suppressions')
      .insert(entries.map((entry) => ({ ...pickScope(scope), ...entry })))
      .onConflict(['list_id', 'company_id'])
      .merge(['reason']);
  }

  /** @returns how many of them were suppressed before */
  async removeSuppressions(
    scope: ListScope,
    companyIds: readonly string[],
    transaction: Transaction,
  ): Promise<number> {
    return transaction('list_suppressions')
      .where(pickScope(scope))
      .whereIn('company_id', [...companyIds])
      .delete();
  }

  async countSuppressions(scope: ListScope, transaction: Transaction): Promise<number> {
    const counted = transaction('list_suppressions').where(pickScope(scope));
    const { count } = await requireRow(counted.count<{ count: number }[]>('* as count'));
    return Number(count);
  }
}
