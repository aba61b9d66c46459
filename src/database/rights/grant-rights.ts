import type { Knex } from 'knex';
import pg from 'pg';
import { listNewerMigrations } from '../listed-migrations.ts';
import {
  functionRights,
  type Group,
  groups,
  ownersFunctions,
  queueRights,
  type TableRights,
  tableRights,
} from './table-rights.ts';

const queueSchema = 'graphile_worker';

/** Everything that changes roles or rights does so one after the other. */
export const rolesLock = `SELECT pg_advisory_xact_lock(hashtext('company-data-service roles'))`;

/**
 * Gives the groups that exist on this server exactly their rights on what the schema has now, after each migration, and nobody
 * else any. It needs the owner of the tables, but not the right to make roles. Tables of other owners are left alone. The rights
 * that a newer build has given stay, because its processes may still be running.
 */
export async function grantRights(transaction: Knex): Promise<void> {
  if ((await listNewerMigrations(transaction)).length > 0) return;
  // Postgres refuses two changes of the rights of one table at once, instead of waiting.
  await transaction.raw(rolesLock);
  const { rows } = await transaction.raw<{ rows: { rolname: string }[] }>(
    'SELECT rolname FROM pg_roles WHERE rolname = ANY (?)',
    [Object.values(groups)],
  );
  const present = new Set(rows.map(({ rolname }) => rolname));
  const given = (Object.keys(groups) as Group[]).filter((group) => present.has(groups[group]));
  const existing = await readExistingTables(transaction);
  const statements = [
    ...ownersFunctions.flatMap((name) => [
      // Otherwise a caller could put a table of its own before ours.
      `ALTER FUNCTION public.${name} SECURITY DEFINER SET search_path = public, pg_temp`,
      `REVOKE ALL ON FUNCTION public.${name} FROM PUBLIC`,
    ]),
    // What somebody gave to everybody would be a right of each group, too. Tables of your own may be for everybody.
    ...buildRevokes(listOwnTables(existing), 'PUBLIC'),
    ...given.flatMap((group) => buildStatements(group, existing)),
    ...Object.keys(queueRights)
      .filter((table) => existing.protected.has(table))
      .flatMap((table) => buildPolicies(table, given, existing)),
  ];
  await transaction.raw(statements.join(';\n'));
}

/** Takes from a user what it has beside its group. */
export async function revokeOwnRights(transaction: Knex, user: string): Promise<void> {
  const existing = await readExistingTables(transaction);
  const name = pg.escapeIdentifier(user);
  const statements = [
    ...buildRevokes(existing.tables, name),
    `REVOKE CREATE ON SCHEMA public FROM ${name}`,
    ...(existing.hasQueue ? [`REVOKE ALL ON SCHEMA ${queueSchema} FROM ${name}`] : []),
  ];
  await transaction.raw(statements.join(';\n'));
}

interface Existing {
  /** Those of the current user, by schema and name, quoted. */
  readonly tables: ReadonlySet<string>;
  readonly hasQueue: boolean;
  /** Tables of the queue with row-level security. */
  readonly protected: ReadonlySet<string>;
  /** Policies of the queue's tables, by table and name. */
  readonly policies: ReadonlySet<string>;
}

async function readExistingTables(transaction: Knex): Promise<Existing> {
  const { rows } = await transaction.raw<{ rows: { schema: string; name: string; secured: boolean }[] }>(
    `SELECT relnamespace::regnamespace::text AS schema, quote_ident(relname) AS name, relrowsecurity AS secured
     FROM pg_class WHERE relkind IN ('r', 'v', 'm', 'p') AND relnamespace::regnamespace::text IN ('public', ?)
       AND pg_has_role(relowner, 'USAGE')
     ORDER BY relname`,
    [queueSchema],
  );
  const ofQueue = rows.filter(({ schema }) => schema === queueSchema);
  const { rows: policies } = await transaction.raw<{ rows: { policy: string }[] }>(
    `SELECT tablename || '.' || policyname AS policy FROM pg_policies WHERE schemaname = ?`,
    [queueSchema],
  );
  return {
    policies: new Set(policies.map(({ policy }) => policy)),
    tables: new Set(rows.map(({ schema, name }) => `${schema}.${name}`)),
    hasQueue: ofQueue.length > 0,
    protected: new Set(ofQueue.filter(({ secured }) => secured).map(({ name }) => name)),
  };
}

/** Of the tables that exist, those that the lists of rights name. */
function listOwnTables({ tables }: Existing): string[] {
  const addSchema = (schema: string, rights: object) =>
    Object.keys(rights).map((table) => `${schema}.${table}`);
  return [...addSchema('public', tableRights), ...addSchema(queueSchema, queueRights)].filter((table) =>
    tables.has(table),
  );
}

function buildRevokes(tables: Iterable<string>, role: string): string[] {
  const all = [...tables].join(', ');
  if (all === '') return [];
  return [`REVOKE ALL ON ${all} FROM ${role}`];
}

function buildStatements(group: Group, existing: Existing): string[] {
  const role = groups[group];
  const buildGrants = (schema: string, rights: Readonly<Record<string, TableRights>>) =>
    Object.entries(rights)
      .filter(
        ([table, { [group]: right }]) => right !== undefined && existing.tables.has(`${schema}.${table}`),
      )
      .map(([table, { [group]: right }]) => `GRANT ${right} ON ${schema}.${table} TO ${role}`);
  const usesQueue = Object.values(queueRights).some((rights) => rights[group] !== undefined);
  return [
    ...buildRevokes(existing.tables, role),
    `GRANT USAGE ON SCHEMA public TO ${role}`,
    ...buildGrants('public', tableRights),
    ...Object.entries(functionRights)
      .filter(([, callers]) => callers.includes(group))
      .map(([name]) => `GRANT EXECUTE ON FUNCTION public.${name} TO ${role}`),
    ...(usesQueue
      ? [
          `GRANT USAGE ON SCHEMA ${queueSchema} TO ${role}`,
          `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${queueSchema} TO ${role}`,
          ...buildGrants(queueSchema, queueRights),
        ]
      : []),
  ];
}

/**
 * The queue switches on row-level security, which hides every row from roles without a policy. A policy that is there stays: making
 * it would lock the table.
 */
function buildPolicies(table: string, given: readonly Group[], existing: Existing): string[] {
  return given
    .filter((group) => queueRights[table]?.[group] !== undefined)
    .filter((group) => !existing.policies.has(`${table}.${groups[group]}`))
    .map(
      (group) =>
        `CREATE POLICY ${groups[group]} ON ${queueSchema}.${table} TO ${groups[group]} USING (true) WITH CHECK (true)`,
    );
}
