import type { Knex } from 'knex';
import type { EnrichmentField, EnrichmentRun } from '../../../contract/lists/rows.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { enrichmentValueSql } from './enrichment-values.ts';

/** Counts of the rows that are neither suppressed nor excluded, for one field. */
export interface FieldCounts {
  readonly rows: number;
  /** Rows with a value. */
  readonly found: number;
  /** Those of them that would gain a new value. */
  readonly fresh: number;
}

export type RunRecord = Readonly<Omit<EnrichmentRun, 'created_at'>> & { readonly created_at: Date };

export interface EnrichmentOf {
  readonly listId: string;
  readonly field: EnrichmentField;
  /** Day in Asia/Tokyo, `YYYY-MM-DD`. */
  readonly today: string;
}

const foundSql = (field: EnrichmentField) => `
  effective AS (
    SELECT row_id, company_id FROM list_rows r
    WHERE account_id = :accountId AND list_id = :listId
      AND NOT EXISTS (SELECT FROM list_suppressions s WHERE s.list_id = r.list_id AND s.company_id = r.company_id)
      AND NOT EXISTS (SELECT FROM list_exclusions x WHERE x.list_id = r.list_id AND x.company_id = r.company_id)
  ),
  found AS (
    SELECT e.row_id, v.value, v.source, v.observed_at
    FROM effective e JOIN LATERAL (${enrichmentValueSql[field]}) v ON true
  )`;

const countSql = (field: EnrichmentField) => `
  WITH ${foundSql(field)}
  SELECT (SELECT count(*) FROM effective) AS rows, count(found.row_id) AS found,
    count(found.row_id) FILTER (WHERE kept.value IS DISTINCT FROM found.value) AS fresh
  FROM found LEFT JOIN list_row_enrichments kept ON kept.row_id = found.row_id AND kept.field = :field`;

const writeSql = (field: EnrichmentField) => `
  WITH ${foundSql(field)},
  written AS (
    INSERT INTO list_row_enrichments AS kept
      (row_id, field, account_id, list_id, value, source, observed_at, run_id)
    SELECT row_id, :field, :accountId, :listId, value, source, observed_at, :runId FROM found
    ON CONFLICT (row_id, field) DO UPDATE SET value = excluded.value, source = excluded.source,
      observed_at = excluded.observed_at, run_id = excluded.run_id
    WHERE kept.value IS DISTINCT FROM excluded.value
    RETURNING row_id
  )
  SELECT (SELECT count(*) FROM effective) AS rows, (SELECT count(*) FROM found) AS found,
    (SELECT count(*) FROM written) AS fresh`;

const runColumns = [
  'run_id',
  'fields',
  'status',
  'found_count',
  'not_found_count',
  'unchanged_count',
  'per_field',
  'created_at',
] as const;

/** Enrichments of rows and their runs in Postgres. */
export class EnrichmentStore {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  /** What enriching would find. It writes nothing. */
  async count(accountId: string, { listId, field, today }: EnrichmentOf): Promise<FieldCounts> {
    const { rows } = await this.#knex.raw<{ rows: [FieldCounts] }>(countSql(field), {
      accountId,
      listId,
      field,
      today,
    });
    return rows[0];
  }

  /** Writes the values that the rows do not have yet. */
  async write(
    accountId: string,
    { listId, field, today }: EnrichmentOf,
    runId: string,
    transaction: Transaction,
  ): Promise<FieldCounts> {
    const { rows } = await transaction.raw<{ rows: [FieldCounts] }>(writeSql(field), {
      accountId,
      listId,
      field,
      today,
      runId,
    });
    return rows[0];
  }

  async insertRun(
    accountId: string,
    listId: string,
    fields: readonly EnrichmentField[],
    transaction: Transaction,
  ): Promise<string> {
    const [row] = await transaction('list_enrichment_runs')
      .insert({
        account_id: accountId,
        list_id: listId,
        fields: [...fields],
        status: 'completed',
        found_count: 0,
        not_found_count: 0,
        unchanged_count: 0,
        per_field: '[]',
      })
      .returning<{ run_id: string }[]>('run_id');
    if (!row) throw new Error('an inserted run was not returned');
    return row.run_id;
  }

  async finishRun(
    accountId: string,
    runId: string,
    counts: Pick<RunRecord, 'found_count' | 'not_found_count' | 'unchanged_count' | 'per_field'>,
    transaction: Transaction,
  ): Promise<RunRecord> {
    const [row] = await transaction('list_enrichment_runs')
      .where({ account_id: accountId, run_id: runId })
      .update({ ...counts, per_field: JSON.stringify(counts.per_field) })
      .returning<RunRecord[]>([...runColumns]);
    if (!row) throw new Error('a run of this transaction is gone');
    return row;
  }

  async findRun(accountId: string, listId: string, runId: string): Promise<RunRecord | null> {
    const row = await this.#knex('list_enrichment_runs')
      .where({ account_id: accountId, list_id: listId, run_id: runId })
      .first<RunRecord | undefined>(...runColumns);
    return row ?? null;
  }

  /** Newest first. */
  async runs(accountId: string, listId: string, before: string | null, limit: number): Promise<RunRecord[]> {
    const query = this.#knex('list_enrichment_runs')
      .where({ account_id: accountId, list_id: listId })
      .orderBy('run_id', 'desc');
    if (before !== null) query.where('run_id', '<', before);
    return query.limit(limit).select<RunRecord[]>(...runColumns);
  }

  /** Fields that the List was enriched with. */
  async enrichedFields(
    accountId: string,
    listId: string,
    transaction: Transaction,
  ): Promise<EnrichmentField[]> {
    const rows = await transaction('list_enrichment_runs')
      .where({ account_id: accountId, list_id: listId })
      .select<{ fields: EnrichmentField[] }[]>('fields');
    return [...new Set(rows.flatMap(({ fields }) => fields))];
  }
}
