import { once } from 'node:events';
import { afterAll, it } from '@jest/globals';
import { openDatabase } from '../../src/database/database.ts';
import { runQueue } from '../../src/database/queue.ts';
import type { Lane } from '../../src/database/queue-tasks.ts';
import { suiteDatabase } from '../support/database.ts';
import { startFaultyLink } from '../support/faulty-link.ts';
import { seed, size } from '../support/size.ts';

// An error that nobody looks at would end the process of the service. Here, it fails the test.

const database = await suiteDatabase();
const link = await startFaultyLink(database.url, seed);
const knex = openDatabase({ url: link.through(database.url), queryTimeoutMs: 500, acquireTimeoutMs: 500 });
afterAll(async () => {
  await knex.destroy();
  await link.stop();
  await database.drop();
});

function startQueue(tasks: Lane['tasks'], warn: (given: object, message: string) => void = () => undefined) {
  return runQueue({
    databaseUrl: link.through(database.url),
    knex,
    answerMs: 500,
    lanes: [{ tasks, atOnce: 2, maxPerAccount: 2, maxMs: 60_000 }],
    isSuspended: async () => false,
    log: { debug: () => undefined, warn },
  });
}

const add = (task: string) => database.knex.raw(`SELECT graphile_worker.add_job(?, '{}'::json)`, [task]);

it('a session that could not ask for its first task is followed by one that can', async () => {
  const events = new EventTarget();
  const queue = startQueue({ first: async () => void events.dispatchEvent(new Event('first')) });
  try {
    const first = once(events, 'first');
    await link.at('_private_tasks', { kind: 'cut' });
    await link.set(null);
    await add('first');
    await first;
  } finally {
    await queue.stop();
  }
});

const cases = [
  ['done', 'cut'],
  ['failed', 'half-open'],
  ['failed', 'cut'],
  ['done', 'half-open'],
] as const;
it.each(cases.slice(0, size(2, 4)))(
  'two tasks that are %s while the way to the database is %s end no process, and others follow',
  async (outcome, kind) => {
    const events = new EventTarget();
    const queue = startQueue(
      {
        async breaks() {
          begun += 1;
          if (begun === 2) events.dispatchEvent(new Event('both'));
          else await once(events, 'both');
          await link.set({ kind });
          if (outcome === 'failed') throw new Error('the task has failed');
        },
        async next() {
          events.dispatchEvent(new Event('next'));
        },
      },
      (_, message) => {
        if (message.startsWith('Failed to')) events.dispatchEvent(new Event('unnoted'));
      },
    );
    let begun = 0;
    try {
      const unnoted = once(events, 'unnoted');
      await add('breaks');
      await add('breaks');
      await unnoted;
      await link.set(null);
      const next = once(events, 'next');
      await add('next');
      await next;
    } finally {
      await link.set(null);
      await queue.stop();
    }
  },
);
