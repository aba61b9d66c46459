import { ServiceError } from '../contract/errors.ts';
import { AcquireTimeout, type KeyedSemaphore } from './keyed-semaphore.ts';

/**
 * Waits for a turn, as a request does.
 * @returns a function that ends the turn
 * @throws ServiceError service_overloaded if it has none in this time
 */
export async function acquireOrRefuse(
  turns: KeyedSemaphore,
  accountId: string,
  timeoutMs: number,
): Promise<() => void> {
  try {
    return await turns.acquire(accountId, timeoutMs);
  } catch (error) {
    if (!(error instanceof AcquireTimeout)) throw error;
    throw new ServiceError('service_overloaded', { retryAfterSeconds: timeoutMs / 1000 });
  }
}
