import type { Knex } from 'knex';
import type pg from 'pg';
import { getPool } from '../../src/adapters/knex.ts';
import { type DatabaseOptions, openDatabase } from '../../src/database/database.ts';
import { DatabaseClient } from '../../src/database/database-client.ts';
import type { Recurring } from '../../src/running/recurring.ts';
import { OperatorError } from './operator-error.ts';
import { watchSession } from './session-watch.ts';

const connectTimeoutMs = 10_000;
/** How often to look whether the server still works on a statement that takes long. */
const lookEveryMs = 60_000;

/** Runs the work on its own connection and closes it afterwards. */
export async function withSession<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
  options: { readonly lookEveryMs?: number } = {},
): Promise<T> {
  const client = new DatabaseClient({
    connectionString: databaseUrl,
    application_name: 'company-data-indexing',
    connectionTimeoutMillis: connectTimeoutMs,
  });
  // A lost connection also fails its running query. Without a listener it would end the process instead.
  client.on('error', () => undefined);
  await client.connect();
  const watching = watchSession(client, { databaseUrl, lookEveryMs, ...options });
  try {
    return await work(client);
  } finally {
    await watching.stop();
    await client.end();
  }
}

/** The same for work that needs a pool, whose connections are watched too. */
export async function withPool<T>(
  options: Pick<DatabaseOptions, 'url' | 'poolSize' | 'name'>,
  work: (knex: Knex) => Promise<T>,
  looks: { readonly lookEveryMs?: number } = {},
): Promise<T> {
  const knex = openDatabase(options);
  const watching = new Map<unknown, Recurring>();
  const pool = getPool(knex);
  pool.on('createSuccess', (_event, client) =>
    watching.set(client, watchSession(client, { databaseUrl: options.url, lookEveryMs, ...looks })),
  );
  pool.on('destroySuccess', (_event, client) => {
    void watching.get(client)?.stop();
    watching.delete(client);
  });
  try {
    return await work(knex);
  } finally {
    await knex.destroy();
  }
}

/** Everything that the work reads is from the same moment. */
export async function runInSnapshot<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    return await work();
  } finally {
    // On a lost connection this fails too, and would hide the cause.
    await client.query('ROLLBACK').catch(() => undefined);
  }
}

export async function runInTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Runs the work while no other process changes what the alias points to. */
export async function withAliasLock<T>(
  databaseUrl: string,
  alias: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return await withSession(databaseUrl, async (client) => {
    if (await takeLock(client, `index alias ${alias}`)) return await work(client);
    throw new OperatorError(
      `Another reindex, rollback or prune of ${alias} is running: wait until it ends, or stop it.`,
    );
  });
}

/** Takes a lock of this database until the connection ends, also if the process is killed. @returns whether it was free */
export async function takeLock(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
    [name],
  );
  return rows[0]?.locked === true;
}
