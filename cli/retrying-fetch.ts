import { type Fetch, NoAnswerError, type RetryOptions, retryingFetch as retrying } from '../client/index.ts';
import { userAgent } from './calls.ts';
import { CommandFailure, exitCodes, Interrupted } from './failure.ts';
import type { World } from './world.ts';

export type RetrySettings = Required<Pick<RetryOptions, 'timeoutSeconds' | 'maxWaitSeconds'>> &
  Pick<RetryOptions, 'onWait' | 'onSent'>;

/** A `fetch` with the retries of the client (docs/command-line.md#retries), for one run of a command. */
export function createRetryingFetch(
  world: Pick<World, 'fetch' | 'sleep' | 'signal' | 'now'>,
  tries: RetrySettings,
): (request: Request) => Promise<Response> {
  const { fetch, sleep, signal, now } = world;
  const send: Fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...init.headers, 'user-agent': userAgent } });
  const retried = retrying(send, { ...tries, signal, sleep, now });
  return async (request) => {
    try {
      return await retried(request);
    } catch (cause) {
      if (signal.aborted) throw new Interrupted();
      if (!(cause instanceof NoAnswerError)) throw cause;
      throw new CommandFailure(
        exitCodes.unavailable,
        cause.message,
        'Check that the service is running. COMPANY_DATA_URL or `company-data config set url <url>` sets its address.',
        { cause },
      );
    }
  };
}
