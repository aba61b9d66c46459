import type { Knex } from 'knex';
import pg from 'pg';

/** The tables of a database that a backup contains. */

export interface StoredTable {
  readonly schema: string;
  readonly name: string;
  /** Without those that Postgres computes. */
  readonly columns: readonly string[];
  /** On disk, without indexes. */
  readonly bytes: number;
}

export interface StoredSequence {
  readonly schema: string;
  readonly name: string;
  readonly last_value: string | null;
}

const schemas = ['public', 'graphile_worker'];

/**
 * What the migrations of the restoring build write themselves, and what depends on the numbers of the old server's
 * transactions: the records of indices, which are not in the backup, and the name of the change feed.
 */
const leftOut = [
  'public.schema_migrations',
  'public.schema_migrations_lock',
  'public.change_feed',
  'public.index_generations',
  'graphile_worker.migrations',
];

const isOfExtension = `EXISTS (SELECT FROM pg_depend
  WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')`;

export async function listTables(knex: Knex): Promise<StoredTable[]> {
  const { rows } = await knex.raw<{ rows: StoredTable[] }>(
    `SELECT n.nspname AS schema, c.relname AS name, pg_table_size(c.oid)::float8 AS bytes,
       (SELECT json_agg(attname ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname = ANY(?) AND n.nspname || '.' || c.relname <> ALL(?) AND NOT ${isOfExtension}
     ORDER BY 1, 2`,
    [schemas, leftOut],
  );
  return rows;
}

/** Their values now, which are not part of a snapshot: never lower than the numbers in it. */
export async function listSequences(knex: Knex): Promise<StoredSequence[]> {
  const { rows } = await knex.raw<{ rows: StoredSequence[] }>(
    `SELECT schemaname AS schema, sequencename AS name, last_value::text AS last_value FROM pg_sequences
     WHERE schemaname = ANY(?) AND NOT starts_with(sequencename, 'schema_migrations') ORDER BY 1, 2`,
    [schemas],
  );
  return rows;
}

/** What is in a database that should be empty. The queue's tables may exist without rows: an interrupted restore left them. */
export async function describeContents(knex: Knex): Promise<{ tables: number; filled: string[] } | null> {
  const { rows } = await knex.raw<{ rows: { schema: string; name: string }[] }>(
    `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname <> 'information_schema' AND NOT starts_with(n.nspname, 'pg_')
       AND n.nspname || '.' || c.relname <> 'graphile_worker.migrations' AND NOT ${isOfExtension}
     ORDER BY 1, 2`,
  );
  const filled: string[] = [];
  for (const table of rows) {
    const content = await knex.raw<{ rows: object[] }>(`SELECT FROM ${quoteTableName(table)} LIMIT 1`);
    if (content.rows.length > 0) filled.push(`${table.schema}.${table.name}`);
  }
  const others = rows.filter(({ schema }) => schema !== 'graphile_worker');
  if (filled.length > 0 || others.length > 0) return { tables: rows.length, filled };
  return null;
}

export function quoteTableName({ schema, name }: { readonly schema: string; readonly name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

export function quoteColumns({ columns }: { readonly columns: readonly string[] }): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ');
}

/** Values are written and read the same way, whatever the server's settings are. */
export const copySettings = `SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL timezone = 'UTC';
  SET LOCAL extra_float_digits = 3; SET LOCAL client_encoding = 'UTF8'; SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;
