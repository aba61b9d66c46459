import type { Knex } from 'knex';

/** What the readiness check reads from Postgres. */
export class HealthStore {
  /** @param timeoutMs maximum wait for an answer: a probe must not wait for a database that hangs */
  constructor(
    private readonly knex: Knex,
    private readonly timeoutMs: number,
  ) {}

  /** Names of the migrations applied. Throws when the database does not answer. */
  async listAppliedMigrations(): Promise<string[]> {
    const { rows } = await this.knex
      .raw<{ rows: { begun: boolean }[] }>(`SELECT to_regclass('schema_migrations') IS NOT NULL AS begun`)
      .timeout(this.timeoutMs);
    if (!rows[0]?.begun) return [];
    return this.knex('schema_migrations').timeout(this.timeoutMs).pluck('name');
  }
}
