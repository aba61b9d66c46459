import { ServiceError } from '../contract/errors.ts';
import { TurnMissed, type Turns } from './turns.ts';

/**
 * Waits for a turn, as a request does.
 * @returns a function that ends the turn
 * @throws ServiceError service_overloaded if it has none in this time
 */
export async function turnInTime(turns: Turns, accountId: string, patienceMs: number): Promise<() => void> {
  try {
    return await turns.take(accountId, patienceMs);
  } catch (error) {
    if (!(error instanceof TurnMissed)) throw error;
    throw new ServiceError('service_overloaded', { retryAfterSeconds: patienceMs / 1000 });
  }
}
