import type { ClientBase } from 'pg';
import { OperatorError } from '../operator/operator-error.ts';

const lockKey = "hashtextextended('load of company facts', 0)";

/** Another load or generate is running; a follower waits for it. */
export class LoadRunningError extends OperatorError {}

/**
 * Takes the right to write facts until the connection ends. Two loads at once would overwrite each other's names and ids.
 * The lock also ends when the process is killed.
 * @throws LoadRunningError when another load or generate is running
 */
export async function takeLoadLock(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(${lockKey}) AS locked`,
  );
  if (rows[0]?.locked !== true) {
    throw new LoadRunningError(
      'Another load or generate is running on this database: wait until it ends, or stop it.',
    );
  }
}

/** SQL that says whether a load or generate is running on this database. */
export const isLoadRunning = `EXISTS (
  SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
  WHERE locktype = 'advisory' AND granted AND datname = current_database() AND objsubid = 1
    AND (classid::bigint << 32) | objid::bigint = ${lockKey})`;
