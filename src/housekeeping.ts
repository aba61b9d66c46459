import type { Logger } from './http/request-log.ts';
import { type Recurring, recurring } from './recurring.ts';

/**
 * What is removed because of its age. Everything else stays until its account deletes it (docs/retention.md). What is
 * only in memory is bounded in number (`wrong-keys.ts`, `authenticator-service.ts`).
 */
export interface Retention {
  readonly what: string;
  readonly days: number;
  remove(before: Date): Promise<unknown>;
}

const dayMs = 24 * 60 * 60 * 1_000;
const pauseMs = 60 * 60 * 1_000;

/** Removes what is too old. A failure does not stop the other removals. */
export async function removeOld(
  retentions: readonly Retention[],
  now: Date,
  onFailure: (error: unknown, what: string) => void,
): Promise<void> {
  for (const { what, days, remove } of retentions)
    await remove(new Date(now.getTime() - days * dayMs)).catch((error: unknown) => onFailure(error, what));
}

/** Runs once an hour in processes that run jobs. */
export function housekeeping(retentions: readonly Retention[], log: Pick<Logger, 'error'>): Recurring {
  const onFailure = (err: unknown, what: string) => log.error({ err }, `could not remove: ${what}`);
  return recurring(
    pauseMs,
    () => removeOld(retentions, new Date(), onFailure),
    (error) => onFailure(error, 'housekeeping'),
  );
}
