import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { type RunningQueue, runQueue } from '../../src/database/queue.ts';
import { type Lane, type QueuedTry, queueTask } from '../../src/database/queue-tasks.ts';
import { suiteDatabase } from '../support/database.ts';

const database = await suiteDatabase();
const { knex } = database;
let queue: RunningQueue | undefined;
let letGo: () => void = () => undefined;
let held = new Promise<void>(() => undefined);
afterEach(async () => {
  letGo();
  await queue?.stop();
  await knex.raw('SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs');
});
afterAll(() => database.drop());

/** Runs tasks that wait until the end of the test, and notes which began. */
function start(lanes: Readonly<Record<string, Omit<Lane, 'tasks'>>>) {
  held = new Promise((resolve) => {
    letGo = resolve;
  });
  const begun: string[] = [];
  const tasks = (name: string): Lane['tasks'] => ({
    [name]: async (payload) => {
      const { accountId, number } = Object(payload);
      begun.push(`${name} ${accountId}${number}`);
      if (number !== 0) await held;
    },
  });
  queue = runQueue({
    databaseUrl: database.url,
    knex,
    lanes: Object.entries(lanes).map(([name, lane]) => ({ tasks: tasks(name), ...lane })),
    isSuspended: async () => false,
    log: { debug: () => undefined, warn: () => undefined },
  });
  return begun;
}

async function add(task: string, accountId: string, numbers: readonly number[]): Promise<void> {
  for (const number of numbers)
    await queueTask(knex, { task, accountId, payload: { number }, key: `${task} ${accountId} ${number}` });
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(50);
}

const lane = { atOnce: 3, maxPerAccount: 1, maxMs: 60_000 };

describe('a lane', () => {
  it('gives one account no more than its share, also if all its tasks come at once', async () => {
    const begun = start({ slow: lane });
    await Promise.all(Array.from({ length: 12 }, (_, at) => add('slow', 'a', [at + 1])));
    await until(() => begun.length > 0);
    await add('slow', 'b', [1]);
    await add('slow', 'c', [1]);
    await until(() => begun.length === 3);
    await wait(300);
    expect(begun.map((each) => each.slice(0, 6)).sort()).toEqual(['slow a', 'slow b', 'slow c']);
  });

  it('never waits for another lane', async () => {
    const begun = start({ slow: { ...lane, maxPerAccount: 3 }, quick: lane });
    await add('slow', 'a', [1, 2, 3, 4, 5]);
    await until(() => begun.length === 3);
    await add('quick', 'a', [0]);
    await until(() => begun.includes('quick a0'));
  });

  it('begins with those of accounts that have fewer waiting', async () => {
    await add('slow', 'a', [1, 2, 3, 4]);
    await add('slow', 'b', [1, 2]);
    await add('slow', 'c', [1]);
    const { rows } = await knex.raw('SELECT key FROM graphile_worker.jobs ORDER BY priority, run_at, id');
    const keys = rows.map(({ key }: { key: string }) => key.replace('slow ', ''));
    expect(keys).toEqual(['a 1', 'b 1', 'c 1', 'a 2', 'b 2', 'a 3', 'a 4']);
  });
});

it('a task that never ends leaves its place; in the last attempt, it gets one more', async () => {
  const tries: QueuedTry[] = [];
  let quick = false;
  queue = runQueue({
    databaseUrl: database.url,
    knex,
    lanes: [
      {
        tasks: {
          hangs: async (_, queuedTry) => {
            tries.push(queuedTry);
            if (queuedTry.attempt === 1) await new Promise(() => undefined);
          },
          quick: async () => {
            quick = true;
          },
        },
        ...{ atOnce: 1, maxPerAccount: 1, maxMs: 300 },
      },
    ],
    isSuspended: async () => false,
    log: { debug: () => undefined, warn: () => undefined },
  });
  const hangs = { task: 'hangs', accountId: 'a', payload: {}, key: 'hangs', maxTries: 1 };
  await queueTask(knex, hangs);
  await add('quick', 'a', [1]);
  await until(() => quick);
  expect(tries).toEqual([
    { attempt: 1, last: true },
    { attempt: 2, last: true },
  ]);
});
