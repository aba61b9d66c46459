import { DatabaseClient } from './database-client.ts';

/**
 * Runs the work unless another process runs work of this name. The lock belongs to a connection of its own, so it ends with
 * the process.
 * @param work stops when the signal says that the lock is lost
 * @returns null if another process runs such work
 */
export async function runExclusively<Result>(
  databaseUrl: string,
  name: string,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<{ readonly result: Result } | null> {
  const client = new DatabaseClient({
    connectionString: databaseUrl,
    application_name: `company-data-service ${name}`,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  const lost = new AbortController();
  // Without a listener, a lost connection would end the process.
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  await client.connect();
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended('company-data-service ' || $1, 0)) AS locked",
      [name],
    );
    if (rows[0]?.locked) return { result: await work(lost.signal) };
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
