import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Knex } from 'knex';
import pg from 'pg';
import { openDatabase } from '../../src/database/database.ts';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { makeRoles } from '../../src/database/rights/make-roles.ts';
import { type Group, groups } from '../../src/database/rights/table-rights.ts';
import { testStack } from './environment.ts';

const schemaFolders = ['migrations', 'rights'].map((folder) =>
  path.resolve(import.meta.dirname, '../../src/database', folder),
);

export interface SuiteDatabase {
  /** The owner's. */
  readonly url: string;
  /** Those of users with the rights of each group. */
  readonly urls: Readonly<Record<Group, string>>;
  readonly knex: Knex;
  /** Closes the pool and removes the database, even if others are still connected. */
  drop(): Promise<void>;
}

/**
 * A clean, migrated database for one suite, cloned in a fraction of a second. Use it so:
 * `beforeAll(async () => { database = await suiteDatabase(); }); afterAll(() => database.drop());`
 */
export async function suiteDatabase(): Promise<SuiteDatabase> {
  return withAdministrator(async (administrator) => {
    const template = await migratedTemplate(administrator);
    return createDatabase(administrator, template);
  });
}

/** A database without a schema, for tests of the migrations. */
export async function emptyDatabase(): Promise<SuiteDatabase> {
  return withAdministrator(async (administrator) => {
    // Making it also makes the users, which belong to the server.
    await migratedTemplate(administrator);
    return createDatabase(administrator, 'template1');
  });
}

/** The database of a server of a suite's own, migrated. Its `drop` only closes the pool. */
export async function ownDatabase(url: string): Promise<SuiteDatabase> {
  const urls = urlsOf(url);
  const knex = openDatabase({ url });
  await migrateDatabase(knex);
  await makeRoles(knex, urls);
  return { url, urls, knex, drop: () => knex.destroy() };
}

async function createDatabase(administrator: pg.Client, template: string): Promise<SuiteDatabase> {
  // Named after the run, whose guard removes them if it is killed.
  const name = `cds_test_${process.env.TEST_RUN ?? process.pid}_${randomBytes(4).toString('hex')}`;
  // By default, the template is written to the log page by page, which takes ten times as long.
  await administrator.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  await administrator.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
  await administrator.query(`GRANT TEMPORARY ON DATABASE ${name} TO ${groups.operating}`);
  const url = databaseUrl(name);
  const knex = openDatabase({ url });
  return {
    url,
    urls: urlsOf(url),
    knex,
    async drop() {
      await knex.destroy();
      await withAdministrator((again) => again.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

/** Named by the content of the migrations and rights, so that a change makes a new one. First built under another name. */
async function migratedTemplate(administrator: pg.Client): Promise<string> {
  const name = `cds_template_${migrationsHash()}`;
  await administrator.query(`SELECT pg_advisory_lock(hashtext('cds test template'))`);
  try {
    const { rowCount } = await administrator.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) {
      await administrator.query(`DROP DATABASE IF EXISTS ${name}_building WITH (FORCE)`);
      await administrator.query(`CREATE DATABASE ${name}_building`);
      const knex = openDatabase({ url: databaseUrl(`${name}_building`) });
      try {
        await migrateDatabase(knex);
        await makeRoles(knex, urlsOf(databaseUrl(name)));
      } finally {
        await knex.destroy();
      }
      await administrator.query(`ALTER DATABASE ${name}_building RENAME TO ${name}`);
    }
  } finally {
    await administrator.query(`SELECT pg_advisory_unlock(hashtext('cds test template'))`);
  }
  return name;
}

function migrationsHash(): string {
  const hash = createHash('sha256');
  for (const folder of schemaFolders)
    for (const file of readdirSync(folder).sort()) hash.update(readFileSync(path.join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}

async function withAdministrator<Result>(
  work: (administrator: pg.Client) => Promise<Result>,
): Promise<Result> {
  const administrator = new pg.Client(testStack().databaseUrl);
  await administrator.connect();
  try {
    return await work(administrator);
  } finally {
    await administrator.end();
  }
}

function databaseUrl(name: string): string {
  const url = new URL(testStack().databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** The same database as users of the tests' own, with the administrator's password. */
export function urlsOf(url: string): Readonly<Record<Group, string>> {
  const as = (user: string) => {
    const each = new URL(url);
    each.username = user;
    return each.href;
  };
  return {
    serving: as('cds_test_serving'),
    operating: as('cds_test_operating'),
    reading: as('cds_test_reading'),
  };
}
