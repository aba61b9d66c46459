import type { Knex } from 'knex';
import { queuePolicies } from '../../database/queue-policies.ts';

// The row is the claim: the process that sets `scheduled_for` first queues the task in the same transaction. Flags and priority are
// those of `queueTask`.
const claimSql = `
  WITH due AS (
    UPDATE lists SET scheduled_for = :slot
    WHERE schedule = :schedule AND status = 'active' AND deleted_at IS NULL AND published_version IS NOT NULL AND schedule_since < :slot
      AND (scheduled_for IS NULL OR scheduled_for < :slot)
      AND NOT EXISTS (SELECT FROM account_suspensions held
        WHERE held.account_id = lists.account_id AND resumed_at IS NULL)
    RETURNING account_id, list_id
  )
  SELECT graphile_worker.add_job('refresh_list', json_build_object('accountId', account_id, 'listId', list_id,
    'scheduledFor', cast(:slotText AS text)), max_attempts => :maxTries, job_key => 'refresh:' || list_id,
    flags => ARRAY['account:' || account_id], priority => least(place, 10000)::integer)
  FROM (SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY list_id) AS place FROM due) AS placed`;

/** Due schedules of all accounts' Lists in Postgres. */
export class SchedulesStore {
  constructor(private readonly knex: Knex) {}

  /** The time of Postgres. */
  async readNow(): Promise<Date> {
    const { rows } = await this.knex.raw<{ rows: [{ now: Date }] }>('SELECT now()');
    return rows[0].now;
  }

  /**
   * Queues a task for every active published List that has not run for this time yet. Lists of suspended accounts wait,
   * and catch up once when they are resumed. @returns how many were queued
   */
  async claimDue(schedule: 'daily' | 'weekly', slot: Date): Promise<number> {
    const { rows } = await this.knex.raw<{ rows: object[] }>(claimSql, {
      schedule,
      slot,
      slotText: slot.toISOString(),
      maxTries: queuePolicies.refresh_list.maxTries,
    });
    return rows.length;
  }
}
