import type { Knex } from 'knex';

/** The last run of one task. */
export interface RunRecord {
  readonly task: string;
  readonly started_at: Date;
  /** Null while it runs, and if the process died. */
  readonly finished_at: Date | null;
  readonly removed: number;
  readonly removed_in_all: number;
  readonly succeeded_at: Date | null;
  readonly failure: string | null;
}

const columns = [
  'task',
  'started_at',
  'finished_at',
  'removed',
  'removed_in_all',
  'succeeded_at',
  'failure',
] as const;

/** What housekeeping did last, in Postgres. */
export class HousekeepingStore {
  constructor(private readonly knex: Knex) {}

  /** The time of Postgres. */
  async readNow(): Promise<Date> {
    const { rows } = await this.knex.raw<{ rows: [{ now: Date }] }>('SELECT now()');
    return rows[0].now;
  }

  async beginTask(task: string): Promise<void> {
    await this.knex.raw(
      `INSERT INTO housekeeping_runs (task, started_at) VALUES (?, now())
       ON CONFLICT (task) DO UPDATE SET started_at = excluded.started_at, finished_at = NULL, removed = 0, failure = NULL`,
      [task],
    );
  }

  /** Adds what a batch removed, so that it is known even if the process dies. */
  async countRemoved(task: string, removed: number): Promise<void> {
    await this.knex.raw(
      `UPDATE housekeeping_runs SET removed = removed + :removed, removed_in_all = removed_in_all + :removed
       WHERE task = :task`,
      { task, removed },
    );
  }

  /** @param failure null if it succeeded */
  async endTask(task: string, failure: string | null): Promise<void> {
    await this.knex.raw(
      `UPDATE housekeeping_runs SET finished_at = now(), failure = :failure,
         succeeded_at = CASE WHEN cast(:failure AS text) IS NULL THEN now() ELSE succeeded_at END
       WHERE task = :task`,
      { task, failure },
    );
  }

  listRuns(): Promise<RunRecord[]> {
    return this.knex('housekeeping_runs')
      .orderBy('task')
      .select<RunRecord[]>([...columns]);
  }
}
