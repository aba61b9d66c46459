import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type StandIn, startPublishers } from '../../../lab/weeks/publishers.ts';
import { addDays, toTokyoDay } from '../../../src/text/days/calendar.ts';
import { testStack } from '../../support/environment.ts';
import { type SuiteLoading, suiteLoading } from '../../support/loading.ts';
import { registerFile, registerRow } from '../registers/nta/samples.ts';

const today = toTokyoDay(new Date());
const newDays = 3;
const first = addDays(today, -newDays);

let suite: SuiteLoading;
let publishers: StandIn;
let children: ChildProcess[] = [];

beforeAll(async () => {
  suite = await suiteLoading();
});
afterAll(() => suite.remove());
beforeEach(async () => {
  await suite.clear();
  await suite.database.knex.raw('DELETE FROM followed_days; DELETE FROM followed_registers');
  publishers = await startPublishers();
  publishers.published.lastUpdateDate = today;
  for (let index = 0; index < newDays; index += 1) {
    const updated = addDays(first, index);
    const rows = Array.from({ length: 200 }, (_, row) =>
      registerRow({ number: index * 200 + row + 10, name: `架空${index}の${row}株式会社`, updated }, row + 1),
    );
    publishers.published.corporateNumbers.set(updated, rows);
  }
  const updated = addDays(first, -1);
  const file = suite.write(
    `00_zenkoku_all_${updated.replaceAll('-', '')}.csv`,
    registerFile({ number: 1, name: '架空一株式会社', updated }),
  );
  await suite.load('nta', '', { file });
});
afterEach(async () => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
  children = [];
  await publishers.stop();
});

function start(program: string, args: readonly string[], rest: Record<string, string> = {}): ChildProcess {
  const { corporateNumbers } = publishers.publishers;
  const child = spawn(process.execPath, [path.resolve('dist', program), ...args], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: suite.database.url,
      ELASTICSEARCH_URL: testStack().elasticsearchUrl,
      STATE_FOLDER: path.join(suite.folder, 'state'),
      CORPORATE_NUMBERS_URL: corporateNumbers?.url,
      CORPORATE_NUMBERS_KEY: corporateNumbers?.key,
      ...rest,
    },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  children.push(child);
  return child;
}

const days = async () => (await suite.rows<{ day: string }>('SELECT day::text FROM followed_days')).length;
const companies = async () =>
  Number((await suite.rows<{ count: string }>('SELECT count(*) FROM companies'))[0]?.count);

const followerSessions = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE locktype = 'advisory' AND datname = current_database() AND objsubid = 1`;

async function until(condition: () => Promise<boolean>, seconds = 20): Promise<void> {
  for (let attempt = 0; attempt < seconds * 10; attempt += 1) {
    if (await condition()) return;
    await wait(100);
  }
  throw new Error(`it did not happen in ${seconds} s`);
}

it('a follower that is killed again and again skips no day, repeats none, and never asks faster than once a second', async () => {
  for (let kills = 0; (await days()) < newDays + 1; kills += 1) {
    const child = start('ops.js', ['follow', '--once', '--json']);
    // Later each time, so that every step of a day is interrupted at some time.
    await Promise.race([once(child, 'exit'), wait(1_300 + kills * 600)]);
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    expect(kills).toBeLessThan(20);
  }
  expect(await companies()).toBe(newDays * 200 + 1);
  const changes = await suite.rows<{ count: string }>(
    "SELECT count(*) FROM company_changes WHERE change = 'changed'",
  );
  expect(changes).toEqual([{ count: 0 }]);
  const pauses = publishers.asked.slice(1).map(({ at }, index) => at - (publishers.asked[index]?.at ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThan(1_000);
  const loads = await suite.rows<{ register_day: string }>(
    "SELECT register_day::text FROM loads WHERE kind = 'nta-diff' AND status = 'done' ORDER BY 1",
  );
  expect(loads.map(({ register_day }) => register_day)).toEqual(
    Array.from({ length: newDays }, (_, index) => addDays(first, index)),
  );
});

it('the service follows beside its requests, and its follower ends with it, also when it is killed', async () => {
  const service = start('main.js', [], { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'warn' });
  await until(async () => (await days()) >= 1);
  service.kill('SIGKILL');
  await until(async () => (await suite.rows(followerSessions)).length === 0);
});

it('the service ends its follower when it is stopped', async () => {
  const service = start('main.js', [], { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'warn' });
  await until(async () => (await days()) >= 1);
  const began = performance.now();
  service.kill('SIGTERM');
  const [code] = await once(service, 'exit');
  expect(code).toBe(0);
  // It ended by itself: a follower that does not is killed after ten seconds.
  expect(performance.now() - began).toBeLessThan(9_000);
  expect(await suite.rows(followerSessions)).toEqual([]);
});
