import type { ClientBase } from 'pg';
import { OperatorError } from '../operator/operator-error.ts';

/**
 * Takes the right to write facts for the rest of the connection: two loads at once would decide over each other's names
 * and ids. A killed process leaves no lock behind.
 * @throws OperatorError when another load or generate is running
 */
export async function takeLoadLock(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(
    "SELECT pg_try_advisory_lock(hashtextextended('load of company facts', 0)) AS locked",
  );
  if (rows[0]?.locked !== true) {
    throw new OperatorError(
      'Another load or generate is running on this database: wait until it has ended, or stop it.',
    );
  }
}
