import { setTimeout as wait } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { ServiceProcess } from './service-process.ts';
import { size } from './size.ts';

/** When a service is killed: just before it writes this table, or this many milliseconds after the call. */
type Moment = string | number;

/** The last of these tables, and in `npm run prove` each of them and random moments of a call. */
export function moments(tables: readonly string[], maxMs: number): Moment[] {
  const random = Array.from({ length: size(0, 25) }, () => Math.random() * maxMs);
  return [...tables.slice(-size(1, tables.length)), ...random];
}

/** Kills the service at this moment of a call, and waits until the database has ended the open transactions. */
export async function killDuring(
  call: () => Promise<unknown>,
  { knex, running, moment }: { knex: Knex; running: ServiceProcess; moment: Moment },
): Promise<void> {
  if (typeof moment === 'number') await Promise.all([call(), wait(moment).then(() => running.kill())]);
  else await killBeforeWriting(call, { knex, running, table: moment });
  await settled(knex);
}

/** Sends a call again until Postgres has ended the one that was cut off. */
export async function sendAgain<Answer extends { readonly status: number }>(
  call: () => Promise<Answer | undefined>,
): Promise<Answer> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await call();
    if (answer && answer.status !== 409) return answer;
    await wait(50);
  }
  throw new Error('the key stayed in use');
}

async function killBeforeWriting(
  call: () => Promise<unknown>,
  { knex, running, table }: { knex: Knex; running: ServiceProcess; table: string },
): Promise<void> {
  await knex.transaction(async (transaction) => {
    await transaction.raw(`LOCK TABLE ${table} IN SHARE MODE`);
    const waiting = async () => {
      const { rows } = await transaction.raw<{ rows: object[] }>(
        'SELECT FROM pg_locks WHERE NOT granted AND relation = ?::regclass',
        [table],
      );
      return rows.length > 0;
    };
    let answered = false;
    const called = call().finally(() => {
      answered = true;
    });
    while (!(await waiting())) {
      if (answered) throw new Error(`the call did not write ${table}`);
      await wait(5);
    }
    await running.kill();
    await called;
  });
}

/** Connections of a killed process end when Postgres notices; their transactions are then committed or rolled back. */
async function settled(knex: Knex): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const { rows } = await knex.raw<{ rows: object[] }>(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND state IN ('active', 'idle in transaction') AND pid <> pg_backend_pid()`,
    );
    if (rows.length === 0) return;
    await wait(20);
  }
  throw new Error('the connections of the killed service did not end');
}
