import { ServiceError } from '../contract/errors.ts';
import { AcquireTimeout, type KeyedSemaphore } from './keyed-semaphore.ts';

/**
 * Waits for a place, as a request does.
 * @returns a function that gives the place back
 * @throws ServiceError service_overloaded if there is none in this time
 */
export async function acquireOrRefuse(
  semaphore: KeyedSemaphore,
  accountId: string,
  timeoutMs: number,
): Promise<() => void> {
  try {
    return await semaphore.acquire(accountId, timeoutMs);
  } catch (error) {
    if (!(error instanceof AcquireTimeout)) throw error;
    throw new ServiceError('service_overloaded', { retryAfterSeconds: timeoutMs / 1000 });
  }
}
