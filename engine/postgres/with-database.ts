import { openDatabase } from '../../src/database/database.ts';

/** Runs the work with its own connections and closes them afterwards. */
export async function withDatabase<T>(
  url: string,
  work: (knex: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const knex = openDatabase({ url });
  try {
    return await work(knex);
  } finally {
    await knex.destroy();
  }
}
