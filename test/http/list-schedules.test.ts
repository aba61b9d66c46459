import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { unlockOrphanedTasks } from '../../src/database/queue.ts';
import { findLatestSlot, findNextSlot } from '../../src/features/delivery/schedule-slots.ts';
import { SchedulesService } from '../../src/features/delivery/schedules-service.ts';
import { SchedulesStore } from '../../src/features/delivery/schedules-store.ts';
import { idOf } from '../support/companies.ts';
import { listSuite } from '../support/lists.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTestService } from '../support/service.ts';

const ids = [1, 2, 3].map(idOf);
const allButTheDate = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

const receiver = await startReceiver();
const suite = await listSuite(ids.map((_, at) => ({ number: at + 1, name: `株式会社定期${at + 1}` })));
const account = await suite.richAccount();
const api = suite.as(account);
const store = new SchedulesStore(suite.database.knex);
afterAll(async () => {
  await suite.end();
  await receiver.stop();
});

/** A published List with a schedule that was set at this moment; no other List has one. */
async function scheduledList(schedule: 'daily' | 'weekly', since: string): Promise<string> {
  await suite.database.knex('lists').update({ schedule: 'manual' });
  const listId = await suite.saveList(account, ids);
  await api.post(`/lists/${listId}/publish`, {});
  await api.patch(`/lists/${listId}/schedule`, { schedule });
  await suite.database.knex('lists').where({ list_id: listId }).update({ schedule_since: since });
  return listId;
}

/** How many jobs are made at this moment, by one process. */
async function jobsAt(now: string, schedule: 'daily' | 'weekly' = 'daily'): Promise<number> {
  return store.claimDue(schedule, findLatestSlot(schedule, new Date(now)));
}

async function setStatus(listId: string, status: string): Promise<void> {
  await api.patch(`/lists/${listId}/status`, { status });
}

describe('a daily schedule', () => {
  it('runs at 06:00 in Tokyo, once a day', async () => {
    await scheduledList('daily', '2027-03-01T10:00:00Z');
    expect(await jobsAt('2027-03-01T20:59:59Z')).toBe(0);
    expect(await jobsAt('2027-03-01T21:00:00Z')).toBe(1);
    expect(await jobsAt('2027-03-02T08:00:00Z')).toBe(0);
    expect(await jobsAt('2027-03-02T21:00:01Z')).toBe(1);
  });

  it('goes by the clock of Postgres, although that of the service is days ahead', async () => {
    const listId = await scheduledList('daily', '2026-01-01T00:00:00Z');
    const slot = findLatestSlot('daily', new Date());
    const unused = {} as never;
    jest.useFakeTimers({ now: Date.now() + 3 * 24 * 60 * 60 * 1_000, doNotFake: [...allButTheDate] });
    try {
      await new SchedulesService({ store, publishing: unused, delivery: unused }).claimDue();
    } finally {
      jest.useRealTimers();
    }
    const claimed = await suite.database.knex('lists').where({ list_id: listId }).first('scheduled_for');
    expect(claimed).toEqual({ scheduled_for: slot });
  });

  it('catches up once after a downtime', async () => {
    await scheduledList('daily', '2027-03-01T10:00:00Z');
    expect(await jobsAt('2027-03-09T12:00:00Z')).toBe(1);
    expect(await jobsAt('2027-03-09T12:00:30Z')).toBe(0);
    expect(await jobsAt('2027-03-09T21:00:00Z')).toBe(1);
  });

  it('is claimed by one of many processes', async () => {
    await scheduledList('daily', '2027-03-01T10:00:00Z');
    const claims = await Promise.all(Array.from({ length: 8 }, () => jobsAt('2027-03-02T00:00:00Z')));
    expect(claims.reduce((sum, jobs) => sum + jobs, 0)).toBe(1);
  });

  it('does not run while the List is paused, and does not make up for it', async () => {
    const listId = await scheduledList('daily', '2027-03-01T10:00:00Z');
    await setStatus(listId, 'paused');
    expect(await jobsAt('2027-03-05T00:00:00Z')).toBe(0);
    await setStatus(listId, 'active');
    const { schedule_since } = await suite.database.knex('lists').where({ list_id: listId }).first();
    expect(Date.now() - schedule_since.getTime()).toBeLessThan(60_000);
  });

  it('waits until the List is published, with a warning', async () => {
    await suite.database.knex('lists').update({ schedule: 'manual' });
    const listId = await suite.saveList(account, ids);
    const resting = { schedule: 'daily', next_run_at: null, no_next_run_because: 'not_published' };
    for (const _ of ['first', 'again']) {
      const set = await api.patch(`/lists/${listId}/schedule`, { schedule: 'daily' });
      expect(set).toMatchObject({
        list: resting,
        warnings: [
          { code: 'schedule_not_running', field: 'schedule', message: expect.stringContaining('published') },
        ],
      });
    }
    expect((await api.get(`/lists/${listId}`)).list).toMatchObject(resting);
    const { items } = await api.get('/lists');
    expect(items[0]).toMatchObject({ list_id: listId, ...resting });
    await suite.database
      .knex('lists')
      .where({ list_id: listId })
      .update({ schedule_since: '2027-01-01T00:00:00Z' });
    expect(await jobsAt('2027-03-05T00:00:00Z')).toBe(0);

    // It begins with the publication: earlier times are not made up for.
    const { list } = await api.post(`/lists/${listId}/publish`, {});
    const now = new Date();
    const following = findNextSlot('daily', findLatestSlot('daily', now));
    expect(list).toMatchObject({ next_run_at: following.toISOString(), no_next_run_because: null });
    expect(await jobsAt(now.toISOString())).toBe(0);
    expect(await jobsAt(following.toISOString())).toBe(1);
  });

  it('says why it does not run while the List is not active', async () => {
    const listId = await scheduledList('daily', '2027-03-01T10:00:00Z');
    for (const status of ['paused', 'archived']) {
      await setStatus(listId, status);
      const { list } = await api.get(`/lists/${listId}`);
      expect(list).toMatchObject({ schedule: 'daily', next_run_at: null, no_next_run_because: status });
    }
    await setStatus(listId, 'paused');
    const set = (schedule: string) => api.patch(`/lists/${listId}/schedule`, { schedule });
    expect((await set('weekly')).warnings).toMatchObject([{ code: 'schedule_not_running' }]);
    expect(await set('manual')).toMatchObject({ list: { no_next_run_because: 'manual' }, warnings: [] });
  });
});

describe('a weekly schedule', () => {
  it('runs on Mondays in Tokyo', async () => {
    // 2027-03-08 is a Monday in Tokyo.
    await scheduledList('weekly', '2027-03-03T00:00:00Z');
    expect(await jobsAt('2027-03-07T20:59:59Z', 'weekly')).toBe(0);
    expect(await jobsAt('2027-03-07T21:00:00Z', 'weekly')).toBe(1);
    expect(await jobsAt('2027-03-14T20:00:00Z', 'weekly')).toBe(0);
    expect(await jobsAt('2027-03-14T21:00:00Z', 'weekly')).toBe(1);
  });
});

describe('jobs', () => {
  it('refresh a List once for its time and deliver what was found', async () => {
    const listId = await scheduledList('daily', '2026-01-01T00:00:00Z');
    await suite.database.knex.raw(
      'SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs',
    );
    const working = await startTestService(suite.database, {
      JOBS: 'true',
      DELIVERY_TEST_RECEIVERS: receiver.origin,
      INDEX_PREFIX: suite.service.indexPrefix,
    });
    try {
      await working
        .as(account)
        .patch(`/api/service/lists/${listId}/delivery`)
        .send({ type: 'webhook', url: `${receiver.origin}/`, payload: 'diff' })
        .expect(200);
      await suite.database
        .knex('company_names')
        .where({ company_id: idOf(1) })
        .update({ name: '株式会社定期改' });
      const slot = findLatestSlot('daily', new Date());
      expect(await store.claimDue('daily', slot)).toBe(1);
      const message = await receiver.message(1);
      expect(JSON.parse(message.body)).toMatchObject({
        type: 'list.diff',
        data: { rows: [{ kind: 'changed', company_id: idOf(1) }] },
      });
      // The same job again, as after a crash between its work and its end.
      await suite.database.knex.raw(
        `SELECT graphile_worker.add_job('refresh_list', json_build_object('accountId', ?::text, 'listId', ?::text,
           'scheduledFor', ?::text))`,
        [account.accountId, listId, slot.toISOString()],
      );
      for (let tries = 0; tries < 100; tries += 1) {
        const { rows } = await suite.database.knex.raw('SELECT count(*) AS jobs FROM graphile_worker.jobs');
        if (rows[0].jobs === 0) break;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      const { items } = await api.get(`/lists/${listId}/diffs`);
      expect(items).toMatchObject([{ counts: { changed: 1 }, scheduled_for: slot.toISOString() }]);
      expect(receiver.messages).toHaveLength(1);
    } finally {
      await working.stop({ keepIndices: true });
    }
  });

  it('of a dead process are taken over, also after their last attempt; those of a running one are not', async () => {
    const { knex } = suite.database;
    await knex.raw(`SELECT graphile_worker.add_job('nothing_does_this', json_build_object('n', n), max_attempts => 8)
      FROM generate_series(1, 4) AS n`);
    await knex.raw(`
      UPDATE graphile_worker._private_jobs SET locked_at = now() - make_interval(mins => 1),
        attempts = 2 * (payload ->> 'n')::int,
        locked_by = (ARRAY['living', 'silent', 'unknown', 'silent'])[(payload ->> 'n')::int]
      WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'nothing_does_this')`);
    await knex('job_workers').insert([
      { pool_id: 'living', seen_at: new Date() },
      { pool_id: 'silent', seen_at: new Date(Date.now() - 40_000) },
    ]);
    await unlockOrphanedTasks(knex);
    const { rows } = await knex.raw(
      `SELECT locked_by, attempts, max_attempts FROM graphile_worker.jobs
       WHERE task_identifier = 'nothing_does_this' ORDER BY id`,
    );
    expect(rows).toEqual([
      { locked_by: 'living', attempts: 2, max_attempts: 8 },
      { locked_by: null, attempts: 4, max_attempts: 8 },
      { locked_by: null, attempts: 6, max_attempts: 8 },
      { locked_by: null, attempts: 8, max_attempts: 9 },
    ]);
  });
});
