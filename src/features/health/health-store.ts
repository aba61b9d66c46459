import type { Knex } from 'knex';

/** What readiness asks of Postgres. */
export class HealthStore {
  constructor(private readonly knex: Knex) {}

  /** Names of the migrations applied. Throws when the database does not answer. */
  async appliedMigrations(): Promise<string[]> {
    const begun = await this.knex.schema.hasTable('schema_migrations');
    return begun ? this.knex('schema_migrations').pluck('name') : [];
  }
}
