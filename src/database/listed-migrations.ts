import type { Knex } from 'knex';
import type { Migration } from './migration.ts';
import { migrations } from './migrations/index.ts';

export const migrationNames: readonly string[] = migrations.map(({ name }) => name);

/** Migrations from code instead of a folder, so that `.ts` sources and the built bundle record the same names. */
export class ListedMigrations implements Knex.MigrationSource<Migration> {
  /** @param done migrations whose work is done, and which are only recorded */
  constructor(
    private readonly names: readonly string[] = migrationNames,
    private readonly done: readonly string[] = [],
  ) {}

  async getMigrations(): Promise<Migration[]> {
    return migrations.filter(({ name }) => this.names.includes(name));
  }

  getMigrationName(migration: Migration): string {
    return migration.name;
  }

  async getMigration(migration: Migration): Promise<Knex.Migration> {
    const isDone = this.done.includes(migration.name);
    if (isDone) return { ...migration, up: async () => undefined };
    return migration;
  }
}

/** Applied migrations that this build does not know: it was gone back to from a newer one. */
export async function listNewerMigrations(knex: Knex): Promise<string[]> {
  return await knex('schema_migrations')
    .whereNotIn('name', migrationNames)
    .orderBy('id')
    .pluck<string[]>('name');
}
