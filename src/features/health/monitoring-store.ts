import type { Knex } from 'knex';

/** The index that serves, as its record says. */
export interface ServingIndex {
  readonly kind: string;
  readonly mapping_version: number;
  readonly documents: number | null;
  readonly built_at: Date;
  /** Changes of companies that it lacks, counted up to 100,000. */
  readonly changes: number;
  /** Age of the oldest of them in seconds; 0 if there is none. By the database's clock, which also dates the changes. */
  readonly lag: number;
}

export interface JobCounts {
  readonly waiting: number;
  /** For how many seconds the oldest of them has been due; 0 if none is. By the database's clock. */
  readonly oldest_waiting: number;
  /** Jobs with no attempts left. */
  readonly failed: number;
  /** Processes that run jobs. */
  readonly processes: number;
}

const indicesSql = `
  SELECT g.kind, g.mapping_version, g.document_count AS documents, coalesce(g.activated_at, g.created_at) AS built_at,
    missing.changes, greatest(0, coalesce(extract(epoch FROM now() - missing.oldest_change_at), 0))::float8 AS lag
  FROM index_generations g CROSS JOIN LATERAL (
    SELECT count(*)::integer AS changes, min(changed_at) AS oldest_change_at FROM (
      SELECT changed_at FROM company_changes c
      WHERE (c.xid, c.change_id) > (coalesce(g.synced_xid, '0'::xid8), g.synced_change_id)
      ORDER BY c.xid, c.change_id LIMIT 100000) c) missing
  WHERE g.alias = ANY(?) AND g.status = 'current'`;

// Those of the last 30 seconds: the lanes of processes say that they are there every five (queue.ts).
const jobsSql = `
  SELECT count(*) FILTER (WHERE attempts < max_attempts AND run_at <= now() AND locked_at IS NULL)::integer AS waiting,
    greatest(0, coalesce(extract(epoch FROM now() - min(run_at)
      FILTER (WHERE attempts < max_attempts AND run_at <= now() AND locked_at IS NULL)), 0))::float8 AS oldest_waiting,
    count(*) FILTER (WHERE attempts >= max_attempts AND locked_at IS NULL)::integer AS failed,
    (SELECT count(DISTINCT split_part(pool_id, '.', 1))::integer FROM job_workers
      WHERE seen_at > now() - interval '30 seconds') AS processes
  FROM graphile_worker.jobs`;

const balancesSql = 'SELECT class, sum(balance)::bigint AS credits FROM credit_balances GROUP BY class';

/** What monitoring reads from Postgres. */
export class MonitoringStore {
  /** @param timeoutMs maximum wait for an answer */
  constructor(
    private readonly knex: Knex,
    private readonly timeoutMs: number,
  ) {}

  listServingIndices(aliases: readonly string[]): Promise<ServingIndex[]> {
    return this.#queryRows<ServingIndex>(indicesSql, [[...aliases]]);
  }

  async countJobs(): Promise<JobCounts | null> {
    return (await this.#queryRows<JobCounts>(jobsSql))[0] ?? null;
  }

  /** Of all accounts together. */
  sumBalances(): Promise<{ readonly class: string; readonly credits: number }[]> {
    return this.#queryRows(balancesSql);
  }

  async #queryRows<Row>(sql: string, values: readonly Knex.Value[] = []): Promise<Row[]> {
    const { rows } = await this.knex.raw<{ rows: Row[] }>(sql, values).timeout(this.timeoutMs);
    return rows;
  }
}
