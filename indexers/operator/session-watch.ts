import pg from 'pg';
import {
  awaitsAnswer,
  type Connection,
  countBytes,
  destroyStream,
  getSessionId,
} from '../../src/adapters/pg.ts';
import { DatabaseClient } from '../../src/database/database-client.ts';
import { type Recurring, scheduleRecurring } from '../../src/running/recurring.ts';

export interface SessionWatchOptions {
  readonly databaseUrl: string;
  /** How often to look, in milliseconds. A session is given up after the second look that finds it lost. */
  readonly lookEveryMs: number;
}

const answerMs = 10_000;

/**
 * Ends a session whose way to the server is lost without a word. A statement of a command may take hours, so no timeout can
 * tell; but if the server says that it is not working on it, or says nothing at all, its answer will never come.
 */
export function watchSession(
  session: Connection,
  { databaseUrl, lookEveryMs }: SessionWatchOptions,
): Recurring {
  let lostAt: string | null = null;
  const verifySession = async () => {
    const { bytesRead, bytesWritten } = countBytes(session);
    const place = `${bytesRead} ${bytesWritten}`;
    const isLost = awaitsAnswer(session) && !(await isWorking(databaseUrl, getSessionId(session)));
    if (isLost && lostAt === place)
      destroyStream(session, new Error('Connection terminated: the server no longer works on the statement'));
    lostAt = isLost ? place : null;
  };
  return scheduleRecurring(lookEveryMs, verifySession, () => undefined);
}

/** Whether the server works on a statement of this session. If it waits for its client, or does not answer, it does not. */
async function isWorking(databaseUrl: string, processId: number): Promise<boolean> {
  const client = new DatabaseClient({
    connectionString: databaseUrl,
    application_name: 'company-data-service watch',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ works: boolean }>(
      `SELECT state = 'active' AND wait_event_type IS DISTINCT FROM 'Client' AS works
       FROM pg_stat_activity WHERE pid = $1`,
      [processId],
    );
    return rows[0]?.works === true;
  } catch (error) {
    // A server that refuses one more connection still answers, and may be at work.
    return error instanceof pg.DatabaseError;
  } finally {
    await client.end();
  }
}
