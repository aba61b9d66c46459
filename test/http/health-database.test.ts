import { afterAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../src/database/database.ts';
import { isDatabaseUnavailable } from '../../src/database/unavailable.ts';
import { HealthStore } from '../../src/features/health/health-store.ts';
import { suiteDatabase } from '../support/database.ts';

const database = await suiteDatabase();
afterAll(() => database.drop());

/** Whether the error that the work ends with says that the database is unavailable. */
async function seemsUnavailable(work: Promise<unknown>): Promise<boolean> {
  const error = await work.then(
    () => {
      throw new Error('the work did not fail');
    },
    (thrown: unknown) => thrown,
  );
  return isDatabaseUnavailable(error);
}

describe('the database seems unavailable', () => {
  it('when no server listens at its address', async () => {
    const unreachable = openDatabase({ url: 'postgres://app@127.0.0.1:1/app', onTrouble: () => undefined });
    expect(await seemsUnavailable(unreachable.raw('SELECT 1'))).toBe(true);
    await unreachable.destroy();
  });

  it('when a query is cut off, but no longer once the lost connection is noticed', async () => {
    const sleeping = database.knex.raw('SELECT pg_sleep(10) AS "cut me off"');
    const seen = seemsUnavailable(sleeping);
    const { rows } = await waitFor(() =>
      database.knex.raw(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE query LIKE '%cut me off%' AND state = 'active' AND pid <> pg_backend_pid()
        AND datname = current_database()`),
    );
    expect(rows).toHaveLength(1);
    expect(await seen).toBe(true);
    // The socket closes a moment after the message that it will; a query in between is cut off too.
    const next = await waitFor(() => database.knex.raw('SELECT 1 AS one').catch(() => ({ rows: [] })));
    expect(next.rows).toEqual([{ one: 1 }]);
  });

  it('when the connection breaks during a query without an error', async () => {
    const connection = await database.knex.client.acquireConnection();
    const seen = seemsUnavailable(database.knex.raw('SELECT pg_sleep(10)').connection(connection));
    connection.connection.stream.destroy();
    expect(await seen).toBe(true);
    await database.knex.client.releaseConnection(connection);
  });

  it('when an answer does not come in time', async () => {
    const hasty = openDatabase({ url: database.url, queryTimeoutMs: 50, onTrouble: () => undefined });
    expect(await seemsUnavailable(hasty.raw('SELECT pg_sleep(1)'))).toBe(true);
    expect((await hasty.raw('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await hasty.destroy();
  });

  it('for readiness, which does not wait for a database that hangs', async () => {
    const holding = await database.knex.transaction();
    await holding.raw('LOCK TABLE schema_migrations IN ACCESS EXCLUSIVE MODE');
    expect(await seemsUnavailable(new HealthStore(database.knex, 50).listAppliedMigrations())).toBe(true);
    await holding.rollback();
    expect(await new HealthStore(database.knex, 5_000).listAppliedMigrations()).not.toHaveLength(0);
  });

  it('when it refuses the log-in', async () => {
    const wrongly = (change: (url: URL) => void) => {
      const url = new URL(database.url);
      change(url);
      return openDatabase({ url: url.href, onTrouble: () => undefined });
    };
    for (const refused of [
      wrongly((url) => {
        url.password = 'wrong';
      }),
      wrongly((url) => {
        url.password = '';
      }),
      wrongly((url) => {
        url.pathname = '/nowhere';
      }),
    ]) {
      expect(await seemsUnavailable(refused.raw('SELECT 1'))).toBe(true);
      await refused.destroy();
    }
    // The server would keep one that is left open for a minute.
    const { rows } = await waitFor(() =>
      database.knex.raw(`SELECT WHERE NOT EXISTS (SELECT FROM pg_stat_activity WHERE state = 'starting')`),
    );
    expect(rows).toHaveLength(1);
  });

  it('when no connection comes free in time', async () => {
    const narrow = openDatabase({
      url: database.url,
      poolSize: 1,
      acquireTimeoutMs: 2_000,
      onTrouble: () => undefined,
    });
    const held = await narrow.transaction();
    expect(await seemsUnavailable(narrow.raw('SELECT 1'))).toBe(true);
    await held.rollback();
    await narrow.destroy();
  });
});

describe('the database does not seem unavailable', () => {
  it.each(['SELECT * FROM nowhere', 'SELEC', 'SELECT 1/0', "INSERT INTO plans (plan_id) VALUES ('demo')"])(
    'when %s is refused',
    async (sql) => {
      expect(await seemsUnavailable(database.knex.raw(sql))).toBe(false);
    },
  );

  it.each([new Error('something else'), 'text', null, undefined, { code: 7 }])('for %p', (thrown) => {
    expect(isDatabaseUnavailable(thrown)).toBe(false);
  });
});

async function waitFor<Found extends { rows: unknown[] }>(look: () => PromiseLike<Found>): Promise<Found> {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = await look();
    if (found.rows.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return look();
}
