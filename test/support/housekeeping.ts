import type { Knex } from 'knex';
import { LimitsStore } from '../../src/features/limits/limits-store.ts';
import { EstimatesStore } from '../../src/features/lists/estimates/estimates-store.ts';
import { ExportFilesStore } from '../../src/features/lists/exports/export-files-store.ts';
import { ExportsStore } from '../../src/features/lists/exports/exports-store.ts';
import { type HousekeepingParts, removeOld } from '../../src/housekeeping.ts';
import { creditParts } from './credits.ts';

/** Runs housekeeping as at this time. @returns what could not be removed */
export async function housekeepAt(
  now: Date,
  knex: Knex,
  exportsFolder: string,
  parts: Partial<HousekeepingParts> = {},
): Promise<string[]> {
  const { keys, credits } = creditParts(knex, () => now);
  const failed: string[] = [];
  const kept = {
    keys,
    credits,
    limits: new LimitsStore(knex),
    estimates: new EstimatesStore(knex),
    exports: new ExportsStore(knex),
    files: new ExportFilesStore(exportsFolder),
    ...parts,
  };
  await removeOld(kept, now, (_error, what) => failed.push(what));
  return failed;
}
