import type { Knex } from 'knex';
import pino from 'pino';
import { createCredits } from '../../src/features/credits/index.ts';
import { createLimits } from '../../src/features/limits/index.ts';
import { EstimatesStore } from '../../src/features/lists/estimates/estimates-store.ts';
import { ExportFilesStore } from '../../src/features/lists/exports/export-files-store.ts';
import { ExportsStore } from '../../src/features/lists/exports/exports-store.ts';
import { listsRetentions } from '../../src/features/lists/index.ts';
import { type Retention, removeOld } from '../../src/housekeeping.ts';
import { creditParts } from './credits.ts';

/** Runs housekeeping as at this time, after other retentions. @returns what could not be removed */
export async function housekeepAt(
  at: Date,
  knex: Knex,
  exportsFolder: string,
  others: readonly Retention[] = [],
): Promise<string[]> {
  const now = () => at;
  const { paging } = creditParts(knex, now);
  const log = pino({ level: 'silent' });
  const credits = createCredits({ knex, paging, now, log, inSpan: null, onCharged: () => undefined });
  const lists = listsRetentions({
    estimates: new EstimatesStore(knex),
    exports: new ExportsStore(knex),
    files: new ExportFilesStore(exportsFolder),
  });
  const limits = createLimits({ knex, now, log });
  const failed: string[] = [];
  const all = [
    ...others,
    ...credits.idempotency.retentions,
    ...lists,
    ...limits.retentions,
    ...credits.retentions,
  ];
  await removeOld(all, at, (_error, what) => failed.push(what));
  return failed;
}
