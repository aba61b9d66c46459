import type { ClientBase } from 'pg';
import type { AliasSource } from '../../../src/contract/observations/vocabulary.ts';
import { copyRows, getColumnName } from '../../facts/copy-rows.ts';
import { statedOnSetting } from '../../facts/fact-table.ts';
import { type FactBatch, factTables } from '../../facts/index.ts';
import { checkReferences, copyNewFacts } from './new-facts.ts';

/**
 * Declares that a batch is complete for these companies and tables: facts that the source stated before and that are not
 * in this batch are no longer valid and are removed. A legal name is never removed, only replaced.
 */
export interface CompleteStatement {
  readonly source: AliasSource;
  readonly companyIds: readonly string[];
  /** By table: `all` facts, or those with one of these values in the key column after the company. */
  readonly facts: { readonly [Table in keyof FactBatch]?: 'all' | readonly string[] };
}

export interface MergeOptions {
  readonly complete?: readonly CompleteStatement[];
  /** Day of the file, `YYYY-MM-DD`, by default today. On this day a code leaves the company that had it. */
  readonly statedOn?: string | null;
}

/** Company ids. A new company is not also in `changed`. */
export interface MergeResult {
  readonly added: ReadonlySet<string>;
  readonly changed: ReadonlySet<string>;
}

/**
 * The only way to write facts into the tables. Runs inside the caller's transaction. Rows of new companies are copied
 * directly; all others are staged and written only where they differ. Every company that really changed gets the next
 * version, its row of the company source enrichment view, and one row in the change feed with the changed fields.
 * `noteChange` adds changes by other statements of the same transaction.
 *
 * A batch may contain the same fact twice; the later one counts. A row that violates a rule of its table throws pg's
 * DatabaseError, and the transaction fails.
 */
export async function mergeFacts(
  client: ClientBase,
  batch: FactBatch,
  { complete = [], statedOn = null }: MergeOptions = {},
): Promise<MergeResult> {
  await prepareMerge(client);
  await client.query('SELECT set_config($1, $2, true)', [statedOnSetting, statedOn ?? '']);
  const added = await findNewCompanies(client, batch);
  const shares = factTables.map((table) => splitRows(table, batch, added));
  await copyNewFacts(
    client,
    shares.map(({ table, direct }) => ({ table, rows: direct })),
  );
  await checkReferences(client, true);
  for (const { table, staged } of shares) {
    if (staged.length === 0) continue;
    await copyRows(client, `staged_${table.name}`, table.columns, staged);
    for (const statement of table.merge) await noteChange(client, statement);
  }
  for (const statement of complete) {
    const companyIds = statement.companyIds.filter((id) => !added.has(id));
    if (companyIds.length > 0) await removeUnstated(client, { ...statement, companyIds });
  }
  await client.query('INSERT INTO touched SELECT unnest($1::text[]), NULL, true', [[...added]]);
  return await recordChanges(client);
}

/** Creates the temporary tables of this connection unless they exist. They are empty after each transaction. */
export async function prepareMerge(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ prepared: boolean }>(
    "SELECT to_regclass('pg_temp.touched') IS NOT NULL AS prepared",
  );
  if (rows[0]?.prepared) return;
  const staged = factTables.map(
    ({ name, columns }) =>
      `CREATE TEMP TABLE staged_${name} ON COMMIT DELETE ROWS
       AS SELECT ${columns.map(getColumnName).join(', ')} FROM ${name} WITH NO DATA`,
  );
  await client.query(
    `${staged.join(';')};
     CREATE TEMP TABLE touched (company_id text NOT NULL, fields text[], added boolean NOT NULL) ON COMMIT DELETE ROWS`,
  );
}

/** Runs a statement that returns `company_id` and `fields`, and notes them as changes of this transaction. */
export async function noteChange(
  client: ClientBase,
  statement: string,
  values: unknown[] = [],
): Promise<number> {
  const { rowCount } = await client.query(
    `WITH written AS (${statement})
     INSERT INTO touched SELECT company_id, fields, false FROM written WHERE fields IS NOT NULL`,
    values,
  );
  return rowCount ?? 0;
}

async function findNewCompanies(client: ClientBase, { companies = [] }: FactBatch): Promise<Set<string>> {
  const ids = new Set(companies.map(({ company_id }) => company_id));
  if (ids.size === 0) return ids;
  const { rows } = await client.query<{ company_id: string }>(
    'SELECT company_id FROM companies WHERE company_id = ANY($1::text[])',
    [[...ids]],
  );
  for (const { company_id } of rows) ids.delete(company_id);
  return ids;
}

/** The rows of a table: `direct` of new companies, `staged` of all others. */
function splitRows(table: (typeof factTables)[number], batch: FactBatch, added: ReadonlySet<string>) {
  const rows = keepLastRows(batch[table.name] ?? [], table.key);
  const isDirect = ({ company_id }: { company_id: string }) => table.ownedByCompany && added.has(company_id);
  return { table, direct: rows.filter(isDirect), staged: rows.filter((row) => !isDirect(row)) };
}

function keepLastRows(
  rows: readonly { company_id: string }[],
  key: readonly string[],
): { company_id: string }[] {
  const byKey = new Map<string, { company_id: string }>();
  for (const row of rows) {
    const values = row as Readonly<Record<string, unknown>>;
    // A company has only one legal name.
    const parts = values.kind === 'legal' ? [row.company_id] : key.map((column) => values[column] ?? '');
    byKey.set(parts.join('\u0001'), row);
  }
  return [...byKey.values()];
}

async function removeUnstated(
  client: ClientBase,
  { source, companyIds, facts }: CompleteStatement,
): Promise<void> {
  for (const { name, key, sameStatement, field } of factTables) {
    const which = facts[name];
    if (which === undefined || sameStatement === null) continue;
    await noteChange(
      client,
      `DELETE FROM ${name} t WHERE t.company_id = ANY($1::text[]) AND t.source = $2
         ${which === 'all' ? '' : `AND t.${key[1]} = ANY($3)`}
         AND NOT EXISTS (SELECT FROM staged_${name} s WHERE s.company_id = t.company_id AND ${sameStatement('s', 't')})
       RETURNING t.company_id, ARRAY[${field('t')}] AS fields`,
      [companyIds, source, which !== 'all' && which].filter((each) => each !== false),
    );
  }
}

/** Versions, change feed and enrichment view of every company that this transaction touched. */
async function recordChanges(client: ClientBase): Promise<MergeResult> {
  const { rows } = await client.query<{ company_id: string; added: boolean }>(`
    WITH changes AS (
      SELECT company_id, bool_or(added) AS added, coalesce(array_agg(DISTINCT field) FILTER (WHERE field <> ''), '{}') AS fields
      FROM touched LEFT JOIN LATERAL unnest(fields) field ON true GROUP BY company_id
    ), raised AS (
      UPDATE companies c SET version = c.version + 1, updated_at = now() FROM changes
      WHERE c.company_id = changes.company_id AND NOT added
      RETURNING c.company_id, c.version, c.status, changes.fields
    ), fed AS (
      INSERT INTO company_changes (company_id, version, change, fields)
      SELECT company_id, version,
        CASE WHEN 'status' = ANY(fields) AND status <> 'active' THEN status ELSE 'changed' END, fields
      FROM raised
      UNION ALL SELECT company_id, 1, 'added', '{}' FROM changes WHERE added
    )
    SELECT company_id, added FROM changes WHERE added OR company_id IN (SELECT company_id FROM raised)`);
  await refreshEnrichment(client);
  await client.query('DELETE FROM touched');
  const collectIds = (isAdded: boolean) =>
    new Set(rows.filter(({ added }) => added === isAdded).map(({ company_id }) => company_id));
  return { added: collectIds(true), changed: collectIds(false) };
}

async function refreshEnrichment(client: ClientBase): Promise<void> {
  // The rows of a new company were copied without noting their fields.
  await client.query(
    `SELECT refresh_company_source_enrichment(ids) FROM (
       SELECT array_agg(DISTINCT company_id) AS ids FROM touched
       WHERE fields && $1 OR added AND EXISTS (SELECT FROM profile_values p
         WHERE p.company_id = touched.company_id AND p.field IN ('employees', 'insured_persons'))
     ) AS signalled WHERE ids IS NOT NULL`,
    [factTables.flatMap(({ enrichment }) => enrichment)],
  );
}
