import type { Knex } from 'knex';
import type { Transaction } from '../../../database/transaction.ts';
import type { ListRowRecord, RowCounts } from './list-record.ts';

export interface SuppressionRecord {
  readonly company_id: string;
  readonly reason: string | null;
  readonly suppressed_at: Date;
}

const rowFlags = `
  EXISTS (SELECT FROM list_suppressions s WHERE s.list_id = r.list_id AND s.company_id = r.company_id) AS suppressed,
  EXISTS (SELECT FROM list_exclusions x WHERE x.list_id = r.list_id AND x.company_id = r.company_id) AS excluded`;

// A frozen id may have become an alias since. The row gets the current id of the company.
const insertSql = (members: string) => `
  INSERT INTO list_rows (account_id, list_id, company_id)
  SELECT :accountId, :listId, company_id FROM (
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
      WHERE account_id = :accountId AND estimate_id = :estimateId)`);

const leftOut = `
  (EXISTS (SELECT FROM list_suppressions s WHERE s.list_id = r.list_id AND s.company_id = r.company_id)
    OR EXISTS (SELECT FROM list_exclusions x WHERE x.list_id = r.list_id AND x.company_id = r.company_id))`;

const rowsSql = (condition: string) => `
  SELECT row_id, company_id, ${rowFlags}, coalesce(found.enrichments, '{}') AS enrichments
  FROM list_rows r
  LEFT JOIN LATERAL (
    SELECT jsonb_object_agg(field, jsonb_build_object('value', value, 'source', source, 'observed_at',
      to_char(observed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) AS enrichments
    FROM list_row_enrichments e WHERE e.row_id = r.row_id
  ) found ON true
  WHERE r.account_id = :accountId AND r.list_id = :listId
    AND ${condition}
  ORDER BY row_id LIMIT :limit`;

const pageSql = rowsSql('(cast(:after AS uuid) IS NULL OR row_id > cast(:after AS uuid))');
const effectivePageSql = rowsSql(`NOT ${leftOut}`);

const countsSql = `
  SELECT count(*) AS total, count(*) FILTER (WHERE suppressed) AS suppressed, count(*) FILTER (WHERE excluded) AS excluded,
    count(*) FILTER (WHERE NOT suppressed AND NOT excluded) AS effective
  FROM (SELECT ${rowFlags} FROM list_rows r WHERE account_id = :accountId AND list_id = :listId) flagged`;

const effectiveSql = `
  SELECT company_id FROM list_rows r WHERE account_id = :accountId AND list_id = :listId AND NOT ${leftOut}
  ORDER BY row_id`;

/** The rows of Lists, and the suppressions and exclusions that keep rows out of exports and deliveries. */
export class ListRowsStore {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  /** Adds the companies that the List lacks, in the given order. @returns how many were added */
  async add(
    accountId: string,
    listId: string,
    companyIds: readonly string[],
    transaction: Transaction,
  ): Promise<number> {
    const { rowCount } = await transaction.raw<{ rowCount: number }>(insertGivenSql, {
      accountId,
      listId,
      companyIds: [...companyIds],
    });
    return rowCount;
  }

  /** Adds an estimate's frozen members that the List lacks, in their order. @returns how many were added */
  async addMembersOf(
    accountId: string,
    { listId, estimateId }: { readonly listId: string; readonly estimateId: string },
    transaction: Transaction,
  ): Promise<number> {
    const { rowCount } = await transaction.raw<{ rowCount: number }>(insertMembersSql, {
      accountId,
      listId,
      estimateId,
    });
    return rowCount;
  }

  /** A page in the order of the rows, with their enrichments. */
  async page(
    accountId: string,
    listId: string,
    after: string | null,
    limit: number,
    transaction?: Transaction,
  ): Promise<ListRowRecord[]> {
    const { rows } = await (transaction ?? this.#knex).raw<{ rows: ListRowRecord[] }>(pageSql, {
      accountId,
      listId,
      after,
      limit,
    });
    return rows;
  }

  /** The first rows that are neither suppressed nor excluded. */
  async effectivePage(
    accountId: string,
    listId: string,
    limit: number,
    transaction: Transaction,
  ): Promise<ListRowRecord[]> {
    const { rows } = await transaction.raw<{ rows: ListRowRecord[] }>(effectivePageSql, {
      accountId,
      listId,
      limit,
    });
    return rows;
  }

  async counts(accountId: string, listId: string, transaction?: Transaction): Promise<RowCounts> {
    const { rows } = await (transaction ?? this.#knex).raw<{ rows: [RowCounts] }>(countsSql, {
      accountId,
      listId,
    });
    return rows[0];
  }

  /** Companies of the rows that exports and deliveries show, in order. */
  async effectiveCompanyIds(accountId: string, listId: string, transaction: Transaction): Promise<string[]> {
    const { rows } = await transaction.raw<{ rows: { company_id: string }[] }>(effectiveSql, {
      accountId,
      listId,
    });
    return rows.map(({ company_id }) => company_id);
  }

  /** In the order of company_id. */
  async suppressions(
    accountId: string,
    listId: string,
    after: string | null,
    limit: number,
  ): Promise<SuppressionRecord[]> {
    const query = this.#knex('list_suppressions')
      .where({ account_id: accountId, list_id: listId })
      .orderBy('company_id');
    if (after !== null) query.where('company_id', '>', after);
    return query.limit(limit).select<SuppressionRecord[]>('company_id', 'reason', 'suppressed_at');
  }

  /** A company that is already suppressed gets the new reason. */
  async suppress(
    accountId: string,
    listId: string,
    entries: readonly { readonly companyId: string; readonly reason: string | null }[],
    transaction: Transaction,
  ): Promise<void> {
    if (entries.length === 0) return;
    await transaction('list_suppressions')
      .insert(
        entries.map(({ companyId, reason }) => ({
          account_id: accountId,
          list_id: listId,
          company_id: companyId,
          reason,
        })),
      )
      .onConflict(['list_id', 'company_id'])
      .merge(['reason']);
  }

  /** @returns how many of them were suppressed before */
  async unsuppress(
    accountId: string,
    listId: string,
    companyIds: readonly string[],
    transaction: Transaction,
  ): Promise<number> {
    return transaction('list_suppressions')
      .where({ account_id: accountId, list_id: listId })
      .whereIn('company_id', [...companyIds])
      .delete();
  }

  async countSuppressions(accountId: string, listId: string, transaction: Transaction): Promise<number> {
    const [row] = await transaction('list_suppressions')
      .where({ account_id: accountId, list_id: listId })
      .count<{ count: number }[]>('* as count');
    return Number(row?.count ?? 0);
  }
}
