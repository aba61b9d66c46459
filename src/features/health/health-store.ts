import type { Knex } from 'knex';

/** What readiness asks of Postgres. */
export class HealthStore {
  constructor(private readonly knex: Knex) {}

  /** Names of the migrations applied. Throws when the database does not answer or was never migrated. */
  async appliedMigrations(): Promise<string[]> {
    return this.knex('schema_migrations').pluck('name');
  }
}
