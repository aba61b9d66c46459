import { openDatabase } from '../../src/database/database.ts';
import { Housekeeper, type Outcome } from '../../src/housekeeping/housekeeper.ts';
import { HousekeepingStore } from '../../src/housekeeping/housekeeping-store.ts';
import type { Retention } from '../../src/housekeeping/retention.ts';
import { listRetentions } from '../../src/housekeeping/retentions.ts';
import type { SuiteDatabase } from './database.ts';

/** Runs housekeeping as at this time, with the rights of the service, after other retentions. @returns what each task did */
export async function housekeepAt(
  at: Date,
  { urls }: SuiteDatabase,
  stateFolder: string,
  others: readonly Retention[] = [],
): Promise<readonly Outcome[]> {
  const knex = openDatabase({ url: urls.serving, poolSize: 2 });
  try {
    const all = [...others, ...listRetentions({ knex, stateFolder, now: () => at })];
    const store = new HousekeepingStore(knex);
    const outcomes = await new Housekeeper({ databaseUrl: urls.serving, retentions: all, store }).run(at);
    if (!outcomes) throw new Error('other housekeeping was running');
    return outcomes;
  } finally {
    await knex.destroy();
  }
}
