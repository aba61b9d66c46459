import type { ClientBase } from 'pg';
import { takeLock } from '../operator/database-session.ts';
import { OperatorError } from '../operator/operator-error.ts';

const lockName = 'load of company facts';

/** Another load or generate is running; a follower waits for it. */
export class LoadRunningError extends OperatorError {}

/**
 * Takes the right to write facts until the connection ends. Two loads at once would overwrite each other's names and ids.
 * @throws LoadRunningError when another load or generate is running
 */
export async function takeLoadLock(client: ClientBase): Promise<void> {
  if (await takeLock(client, lockName)) return;
  throw new LoadRunningError(
    'Another load or generate is running on this database: wait until it ends, or stop it.',
  );
}

/** SQL that says whether a load or generate is running on this database. */
export const isLoadRunning = `EXISTS (
  SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
  WHERE locktype = 'advisory' AND granted AND datname = current_database() AND objsubid = 1
    AND (classid::bigint << 32) | objid::bigint = hashtextextended('${lockName}', 0))`;
