import type { Command } from 'commander';
import { getRoleUrls } from '../../src/config.ts';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { type MadeRole, makeRoles } from '../../src/database/rights/make-roles.ts';
import { groups } from '../../src/database/rights/table-rights.ts';
import { OperatorError } from './operator-error.ts';
import { formatColumns, type OutputOptions, printResult } from './output.ts';
import type { OperatorSession } from './session.ts';

/** Adds `migrate` and `roles`, which connect as the owner of the tables. */
export function addSchemaCommands(program: Command, session: OperatorSession): void {
  program
    .command('migrate')
    .description(
      'Bring the database schema up to date, and with DATABASE_MIGRATE_URL the roles that use it and their rights',
    )
    .option('--json', 'print the result as JSON')
    .action(async (options: OutputOptions) => {
      const { roles, newer } = await updateSchema(session);
      printResult(
        options,
        { migrated: true, newer, roles },
        newer.length === 0 && 'The database schema is up to date.',
        newer.length > 0 &&
          `The database schema is that of a newer build, and stays so: ${newer.join(', ')}.`,
        ...formatRoles(roles),
      );
    });
  program
    .command('roles')
    .description(
      'Make the database roles of all database URLs, set their passwords and rights, and show them',
    )
    .option('--json', 'print the result as JSON')
    .action(async (options: OutputOptions) => {
      const roles = await session.runAsOwner(async (knex, config) => {
        if (config.databaseMigrateUrl === undefined)
          throw new OperatorError('Set DATABASE_MIGRATE_URL to the URL of the owner of the tables.');
        return await makeRoles(knex, getRoleUrls(config));
      });
      printResult(options, { roles }, ...formatRoles(roles));
    });
}

interface SchemaUpdate {
  readonly roles: readonly MadeRole[];
  /** Migrations of a newer build. */
  readonly newer: readonly string[];
}

/** Migrates the database, and makes its users if the owner has a URL of its own. */
export async function updateSchema(session: OperatorSession): Promise<SchemaUpdate> {
  return await session.runAsOwner(async (knex, config) => {
    const newer = await migrateDatabase(knex, { onWait: (line) => console.error(line) });
    if (config.databaseMigrateUrl === undefined) return { newer, roles: [] };
    return { newer, roles: await makeRoles(knex, getRoleUrls(config)) };
  });
}

function formatRoles(roles: readonly MadeRole[]): string[] {
  if (roles.length === 0) return [];
  return formatColumns([['USER', 'MEMBER OF'], ...roles.map(({ group, user }) => [user, groups[group]])]);
}
