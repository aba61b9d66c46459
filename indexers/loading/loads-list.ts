import type { ClientBase } from 'pg';
import { buildIsoTimeSql } from '../facts/text-row.ts';
import { isLoadRunning } from './load-lock.ts';
import type { Progress } from './load-record.ts';

/** One load of a file, or of generated companies. */
export interface ListedLoad extends Progress {
  readonly load_id: string;
  readonly register: string;
  readonly file: string;
  /** The day that the file states, `YYYY-MM-DD`; null if it states none, or the load is older than this column. */
  readonly day: string | null;
  /** `interrupted`: the process ended before the load did; loading the file again resumes it. */
  readonly state: 'running' | 'finished' | 'interrupted' | 'failed';
  /** Where the rejected rows are, on the machine that loaded; null if there are none, or it is not known. */
  readonly rejected_file: string | null;
  /** Times in UTC. */
  readonly started_at: string;
  readonly finished_at: string | null;
  /** How long the load worked, without the time between its runs; null for old loads that have not finished. */
  readonly seconds: number | null;
}

const loadColumns = `load_id, kind, file_name, status, rows_read, added, changed, unchanged, rejected, started_at,
  finished_at, register_day, rejected_file, run_started_at, busy_seconds`;

// Only one load runs at a time: of those that have not ended, the one that began last.
const loadsSql = `
  WITH every_load AS (
    SELECT ${loadColumns} FROM loads UNION ALL SELECT ${loadColumns} FROM earlier_loads
  ), shown AS (SELECT *, coalesce(run_started_at, started_at) AS moment FROM every_load)
  SELECT load_id, kind AS register, file_name AS file, to_char(register_day, 'YYYY-MM-DD') AS day,
    CASE status WHEN 'done' THEN 'finished' WHEN 'failed' THEN 'failed' ELSE
      CASE WHEN moment = (SELECT max(moment) FROM shown WHERE status = 'running') AND ${isLoadRunning}
        THEN 'running' ELSE 'interrupted' END END AS state,
    rows_read::float8, added::float8, changed::float8, unchanged::float8, rejected::float8,
    CASE WHEN rejected > 0 THEN rejected_file END AS rejected_file,
    ${buildIsoTimeSql('started_at')} AS started_at, ${buildIsoTimeSql('finished_at')} AS finished_at,
    round(coalesce(busy_seconds, extract(epoch FROM finished_at - started_at))::numeric, 1)::float8 AS seconds
  FROM shown WHERE $1::text IS NULL OR kind = $1
  ORDER BY moment DESC, load_id DESC LIMIT $2`;

/** Newest first, by the time of the last run. @param register of one register, or null for all */
export async function listLoads(
  client: ClientBase,
  register: string | null,
  limit: number,
): Promise<ListedLoad[]> {
  const { rows } = await client.query<ListedLoad>(loadsSql, [register, limit]);
  return rows;
}
