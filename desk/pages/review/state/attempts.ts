import { ApiError, NoAnswerError } from '../../../api.ts';
import type { Attempt } from './outbox.ts';

/** Refusals that say only "not now": the same call is repeated. */
const passing: ReadonlySet<string> = new Set([
  'idempotency_key_in_use',
  'search_unavailable',
  'database_unavailable',
]);

/** @param call sends the same request with the same idempotency key each time */
export async function tryCall<Done>(call: () => Promise<Done>): Promise<Attempt<Done>> {
  try {
    return { kind: 'done', answer: await call() };
  } catch (error) {
    const known = error instanceof ApiError ? error : null;
    // The call has waited already (desk/rate-waits.ts), several times or until a person stopped it.
    if (known?.code === 'rate_limit_exceeded') return { kind: 'held' };
    // A gateway before the service answers without a code of the catalogue.
    const isPassing =
      error instanceof NoAnswerError ||
      (known && (known.code === null ? known.status >= 500 : passing.has(known.code)));
    if (!isPassing) return { kind: 'refused', error };
    return { kind: 'again' };
  }
}
