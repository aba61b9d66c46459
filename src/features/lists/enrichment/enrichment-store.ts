import type { Knex } from 'knex';
import type { EnrichmentField } from '../../../contract/lists/enrichment-fields.ts';
import type { EnrichmentRun } from '../../../contract/lists/rows.ts';
import { fetchRows, type PagePlace, requireRow } from '../../../database/rows.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { isUuid } from '../../../text/identifiers/uuid.ts';
import { type ListScope, pickScope } from '../saved/list-record.ts';
import { isEffective } from '../saved/list-rows-store.ts';
import { enrichmentValueSql } from './enrichment-values.ts';

/** Counts of the rows that are neither suppressed nor excluded, for one field. */
export interface FieldCounts {
  readonly field: EnrichmentField;
  readonly rows: number;
  /** Rows with a value. */
  readonly found: number;
  /** Rows with a value that is new to them. */
  readonly fresh: number;
}

export interface RunRecord extends ListScope, Readonly<Omit<EnrichmentRun, 'created_at'>> {
  readonly created_at: Date;
}
type RunResult = Pick<RunRecord, 'found_count' | 'not_found_count' | 'unchanged_count' | 'per_field'>;

const buildFoundSql = (field: EnrichmentField) => `
  effective AS (
    SELECT row_id, company_id FROM list_rows r
    WHERE account_id = :account_id AND list_id = :list_id AND ${isEffective}
  ),
  found AS (
    SELECT e.row_id, v.value, v.source, v.observed_at
    FROM effective e JOIN LATERAL (${enrichmentValueSql[field]}) v ON true
  )`;

const buildCountSql = (field: EnrichmentField) => `
  WITH ${buildFoundSql(field)}
  SELECT :field AS field, (SELECT count(*) FROM effective) AS rows, count(found.row_id) AS found,
    count(found.row_id) FILTER (WHERE kept.value IS DISTINCT FROM found.value) AS fresh
  FROM found LEFT JOIN list_row_enrichments kept ON kept.row_id = found.row_id AND kept.field = :field`;

const buildWriteSql = (field: EnrichmentField) => `
  WITH ${buildFoundSql(field)},
  written AS (
    INSERT INTO list_row_enrichments AS kept
      (row_id, field, account_id, list_id, value, source, observed_at, run_id)
    SELECT row_id, :field, :account_id, :list_id, value, source, observed_at, :runId FROM found
    ON CONFLICT (row_id, field) DO UPDATE SET value = excluded.value, source = excluded.source,
      observed_at = excluded.observed_at, run_id = excluded.run_id
    WHERE kept.value IS DISTINCT FROM excluded.value
    RETURNING row_id
  )
  SELECT :field AS field, (SELECT count(*) FROM effective) AS rows, (SELECT count(*) FROM found) AS found,
    (SELECT count(*) FROM written) AS fresh`;

/** Enrichments of rows and their runs in Postgres. */
export class EnrichmentStore {
  constructor(private readonly knex: Knex) {}

  /** Counts what a run would find, and writes nothing. @param today a day in Asia/Tokyo, `YYYY-MM-DD` */
  async countValues(scope: ListScope, field: EnrichmentField, today: string): Promise<FieldCounts> {
    const wanted = { ...pickScope(scope), field, today };
    return (await this.knex.raw<{ rows: [FieldCounts] }>(buildCountSql(field), wanted)).rows[0];
  }

  /** Writes the values that the rows do not have yet. @param today as for `countValues` */
  async writeValues(
    scope: ListScope,
    field: EnrichmentField,
    today: string,
    runId: string,
    transaction: Transaction,
  ): Promise<FieldCounts> {
    const wanted = { ...pickScope(scope), field, today, runId };
    return (await transaction.raw<{ rows: [FieldCounts] }>(buildWriteSql(field), wanted)).rows[0];
  }

  /** Inserts a run without its result, because its values refer to it. @returns its id */
  async insertRun(
    scope: ListScope,
    fields: readonly EnrichmentField[],
    transaction: Transaction,
  ): Promise<string> {
    const counts = { found_count: 0, not_found_count: 0, unchanged_count: 0, per_field: '[]' };
    const run = { ...pickScope(scope), fields, status: 'completed', ...counts };
    const inserted = transaction('list_enrichment_runs').insert(run);
    return (await requireRow(inserted.returning<RunRecord[]>('run_id'))).run_id;
  }

  async finishRun(
    scope: ListScope,
    run_id: string,
    result: RunResult,
    transaction: Transaction,
  ): Promise<RunRecord> {
    const finished = transaction('list_enrichment_runs')
      .where({ ...pickScope(scope), run_id })
      .update({ ...result, per_field: JSON.stringify(result.per_field) });
    return requireRow(finished.returning<RunRecord[]>('*'));
  }

  /** A malformed id is treated as unknown. */
  async findRun(scope: ListScope, run_id: string): Promise<RunRecord | null> {
    if (!isUuid(run_id)) return null;
    const found = this.knex('list_enrichment_runs').where({ ...pickScope(scope), run_id });
    return (await found.first<RunRecord | undefined>('*')) ?? null;
  }

  /** Newest first. */
  async listRuns(scope: ListScope, place: PagePlace): Promise<RunRecord[]> {
    return fetchRows(this.knex('list_enrichment_runs').where(pickScope(scope)), 'run_id', 'desc', place);
  }

  /** Fields that the List was enriched with. */
  async listEnrichedFields(scope: ListScope, transaction: Transaction): Promise<EnrichmentField[]> {
    const rows = await transaction('list_enrichment_runs')
      .where(pickScope(scope))
      .select<{ fields: EnrichmentField[] }[]>('fields');
    return [...new Set(rows.flatMap(({ fields }) => fields))];
  }
}
