import type { Knex } from 'knex';
import { deleteSome } from '../../database/delete-some.ts';
import type { Lease } from './lease.ts';
import type { AppliedPolicy } from './limit-policies.ts';

/** Requests that a process leased and did not use. */
export interface UnusedLease extends Pick<Lease, 'accountId' | 'policy' | 'window'> {
  readonly unused: number;
}

export interface UsageCounts {
  readonly requests: number;
  readonly searches: number;
  readonly heavy: number;
}

export interface DayUsage extends UsageCounts {
  /** `YYYY-MM-DD` of Asia/Tokyo. */
  readonly day: string;
}

export interface AccountUsage extends DayUsage {
  readonly accountId: string;
}

// Grants all of `need` and a share of the rest, so that leases shrink near the limit; or nothing. "leased" is the total
// of all processes after this.
const leaseSql = `
  INSERT INTO limit_leases AS held (account_id, policy, window_start, window_end, leased)
  SELECT cast(:accountId AS uuid), :policy, cast(:windowStart AS timestamptz), cast(:windowEnd AS timestamptz),
    CASE WHEN need <= quota THEN need + least(extra, (quota - need) / 8) ELSE 0 END
  FROM (SELECT cast(:need AS bigint) AS need, cast(:extra AS bigint) AS extra, cast(:limit AS bigint) AS quota) wanted
  ON CONFLICT (account_id, policy, window_start) DO UPDATE SET leased = CASE
    WHEN held.leased + :need <= :limit
    THEN held.leased + :need + least(:extra, (:limit - held.leased - :need) / 8) ELSE held.leased END
  RETURNING new.leased - coalesce(old.leased, 0) AS granted, new.leased AS leased`;

const returnSql = `
  UPDATE limit_leases held SET leased = held.leased - given.unused
  FROM jsonb_to_recordset(?::jsonb)
    AS given (account_id uuid, policy text, window_start timestamptz, unused bigint)
  WHERE (held.account_id, held.policy, held.window_start) = (given.account_id, given.policy, given.window_start)`;

// Always in the same order, so that processes that count the same accounts cannot deadlock.
const addUsageSql = `
  INSERT INTO usage_days AS counted (account_id, day, requests, searches, heavy)
  SELECT account_id, day, requests, searches, heavy
  FROM jsonb_to_recordset(?::jsonb)
    AS added (account_id uuid, day date, requests bigint, searches bigint, heavy bigint)
  ORDER BY account_id, day
  ON CONFLICT (account_id, day) DO UPDATE SET requests = counted.requests + excluded.requests,
    searches = counted.searches + excluded.searches, heavy = counted.heavy + excluded.heavy`;

/** Counts of limits and usage in Postgres. Each statement commits by itself. */
export class LimitsStore {
  constructor(private readonly knex: Knex) {}

  /**
   * Leases requests of a limit: `need`, and up to `extra` more while the limit is far away.
   * @returns what was granted (0 when less than `need` remains) and the total leased
   */
  async acquireLease(
    accountId: string,
    { name, limit, window }: AppliedPolicy,
    { need, extra }: { need: number; extra: number },
  ): Promise<{ granted: number; leased: number }> {
    const { rows } = await this.knex.raw<{ rows: [{ granted: number; leased: number }] }>(leaseSql, {
      accountId,
      policy: name,
      windowStart: new Date(window.start),
      windowEnd: new Date(window.end),
      need,
      extra,
      limit,
    });
    return rows[0];
  }

  async returnLeases(leases: readonly UnusedLease[]): Promise<void> {
    const rows = leases.map(({ accountId, policy, window, unused }) => ({
      account_id: accountId,
      policy,
      window_start: new Date(window.start),
      unused,
    }));
    await this.knex.raw(returnSql, [JSON.stringify(rows)]);
  }

  async addUsage(counts: readonly AccountUsage[]): Promise<void> {
    const rows = counts.map(({ accountId, ...count }) => ({ account_id: accountId, ...count }));
    await this.knex.raw(addUsageSql, [JSON.stringify(rows)]);
  }

  /** Days with usage from `from` to `to`, both inclusive, in order. */
  async listUsage(accountId: string, from: string, to: string): Promise<DayUsage[]> {
    return this.knex('usage_days')
      .where({ account_id: accountId })
      .whereBetween('day', [from, to])
      .orderBy('day')
      .select<DayUsage[]>('day', 'requests', 'searches', 'heavy');
  }

  /** Removes windows that ended before the moment. @returns how many were removed, at most `limit` */
  removeEnded(moment: Date, limit: number): Promise<number> {
    return deleteSome(this.knex, { table: 'limit_leases', where: 'window_end < :moment', limit }, { moment });
  }
}
