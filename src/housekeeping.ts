import { exportDays, idempotencyKeyDays } from './contract/retention.ts';
import type { CreditsService } from './features/credits/credits-service.ts';
import type { LimitsStore } from './features/limits/limits-store.ts';
import type { EstimatesStore } from './features/lists/estimates/estimates-store.ts';
import type { ExportFilesStore } from './features/lists/exports/export-files-store.ts';
import { removeOldExports } from './features/lists/exports/export-retention-service.ts';
import type { ExportsStore } from './features/lists/exports/exports-store.ts';
import type { Logger } from './http/request-log.ts';
import type { IdempotencyStore } from './idempotency/idempotency-store.ts';
import { type Recurring, recurring } from './recurring.ts';

export interface HousekeepingParts {
  readonly keys: Pick<IdempotencyStore, 'removeOlderThan'>;
  readonly limits: Pick<LimitsStore, 'removeEnded'>;
  readonly credits: Pick<CreditsService, 'expireGrants'>;
  readonly estimates: Pick<EstimatesStore, 'removeExpiredBefore'>;
  readonly exports: ExportsStore;
  readonly files: ExportFilesStore;
}

interface Retention {
  readonly what: string;
  readonly days: number;
  remove(before: Date): Promise<unknown>;
}

/**
 * Everything that is removed because of its age. Everything else stays until its account deletes it (docs/retention.md).
 * What is only in memory is bounded in number (`wrong-keys.ts`, `authenticator-service.ts`).
 */
function retentions({
  keys,
  limits,
  credits,
  estimates,
  exports,
  files,
}: HousekeepingParts): readonly Retention[] {
  return [
    {
      what: 'idempotency keys with their answers, after the call',
      days: idempotencyKeyDays,
      remove: (before) => keys.removeOlderThan(before),
    },
    {
      what: 'exported files, after their last export, except the latest of each List',
      days: exportDays,
      remove: (before) => removeOldExports({ exports, files }, before),
    },
    {
      what: 'files of interrupted exports',
      days: 1,
      remove: (before) => files.removeDraftsBefore(before),
    },
    {
      // Until then, callers learn that it expired, not that it does not exist.
      what: 'estimates, after they expired',
      days: 7,
      remove: (before) => estimates.removeExpiredBefore(before),
    },
    {
      what: 'counts of limits, after their window ended',
      days: 1,
      remove: (before) => limits.removeEnded(before),
    },
    {
      what: 'credits, after they expired',
      days: 0,
      remove: () => credits.expireGrants(),
    },
  ];
}

const dayMs = 24 * 60 * 60 * 1_000;
const pauseMs = 60 * 60 * 1_000;

/** Removes what is too old. A failure does not stop the other removals. */
export async function removeOld(
  parts: HousekeepingParts,
  now: Date,
  onFailure: (error: unknown, what: string) => void,
): Promise<void> {
  for (const { what, days, remove } of retentions(parts))
    await remove(new Date(now.getTime() - days * dayMs)).catch((error: unknown) => onFailure(error, what));
}

/** Runs once an hour in processes that run jobs. */
export function housekeeping(parts: HousekeepingParts, log: Pick<Logger, 'error'>): Recurring {
  const onFailure = (err: unknown, what: string) => log.error({ err }, `could not remove: ${what}`);
  return recurring(
    pauseMs,
    () => removeOld(parts, new Date(), onFailure),
    (error) => onFailure(error, 'housekeeping'),
  );
}
