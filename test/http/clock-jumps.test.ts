import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { creditParts } from '../support/credits.ts';
import { type Caller, prepareCharges, send } from '../support/fault-calls.ts';
import { type ServiceProcess, startSuiteProcess } from '../support/service-process.ts';
import { size } from '../support/size.ts';
import { sourceSuite } from '../support/sources.ts';

// The clock of a service is set while it works; those of the stores are not.

const hourMs = 60 * 60 * 1_000;
const api = '/api/service';
const folder = mkdtempSync(path.join(tmpdir(), 'clock-'));
const clockFile = path.join(folder, 'offset');
const clock = pathToFileURL(path.resolve(import.meta.dirname, '../support/moving-clock.mjs'));

const suite = await sourceSuite();
const { credits } = creditParts(suite.database.knex);
let running: ServiceProcess;
let rich: Caller;
let limited: Caller;

beforeAll(async () => {
  running = await startSuiteProcess(suite, { NODE_OPTIONS: `--import=${clock}`, CLOCK_FILE: clockFile });
  const accounts = [
    await suite.service.createAccount({ plan: 'unlimited', credits: { basic: 1_000 } }),
    await suite.service.createAccount({ overrides: { search_per_minute: 3 } }),
  ];
  [rich, limited] = accounts.map((account) => ({ ...account, reconcilingKey: '' })) as [Caller, Caller];
  // Searches of a new engine take long.
  await ask(rich, '/search', { query: '株式会社孤立電機' });
});
afterAll(async () => {
  await running.kill();
  await suite.end();
  rmSync(folder, { recursive: true, force: true });
});

function ask(caller: Caller, below: string, body?: object, key?: string) {
  const request = { path: `${api}${below}`, ...(body && { body }), ...(key !== undefined && { key }) };
  return send(running.url, caller, request, 10_000);
}

/** The day that the service takes for today. */
async function today(): Promise<string> {
  const { body } = await ask(rich, '/usage');
  return Object(body).day.date;
}

function moveClock(offsetMs: number): void {
  writeFileSync(clockFile, String(offsetMs));
  running.signal('SIGUSR2');
}

const jumps = [
  ['two days on', 48],
  ['two days back', 0],
  ['six hours back', -6],
  ['twelve hours on', 6],
] as const;

describe('a service whose clock is set', () => {
  it.each(jumps.slice(0, size(2, 4)))('%s: goes on, charges once, and nobody waits', async (_, hours) => {
    const page = await ask(rich, '/search', { filters: { prefecture: '東京都' }, limit: 1 });
    const { next_cursor: cursor } = Object(page.body).meta;
    expect(typeof cursor).toBe('string');
    const calls = await prepareCharges((below, body) =>
      send(running.url, rich, { path: below, body }, 10_000),
    );
    const [first] = calls;
    if (!first) throw new Error('no call');
    expect((await send(running.url, rich, first, 10_000)).body).toMatchObject({
      billing: { credits_used: first.cost, deduplicated: false },
    });
    const daysBefore = await today();

    moveClock(hours * hourMs);
    await wait(100);
    if (Math.abs(hours) >= 48) expect(await today()).not.toBe(daysBefore);

    // Stored answers stay, and other calls are charged once.
    expect((await send(running.url, rich, first, 10_000)).body).toMatchObject({
      billing: { credits_used: 0, deduplicated: true },
    });
    for (const call of calls.slice(1)) {
      const [one, again] = [
        await send(running.url, rich, call, 10_000),
        await send(running.url, rich, call, 10_000),
      ];
      // An estimate is valid for a day.
      const isExpired = hours === 48 && call.path.endsWith('/materialize');
      expect([one.status, again.status]).toEqual(isExpired ? [409, 409] : [200, 200]);
    }
    // A cursor is valid for a day, and is not refused for coming from the future.
    const next = await ask(rich, '/search', { filters: { prefecture: '東京都' }, limit: 1, cursor });
    if (hours !== 48) expect(next.status).toBe(200);
    else expect([next.status, Object(next.body).error.code]).toEqual([400, 'invalid_cursor']);

    // A limit of a minute never refuses for longer.
    for (let request = 0; request < 4; request += 1) await ask(limited, '/search', { query: '架空' });
    const refused = await ask(limited, '/search', { query: '架空' });
    expect(refused.status).toBe(429);
    const resets = Object(refused.body).error.details.resets_at;
    const now = Date.now() + hours * hourMs;
    expect(Date.parse(resets) - now).toBeLessThanOrEqual(61_000);

    expect((await send(running.url, rich, { path: '/readyz' }, 10_000)).body).toMatchObject({
      checks: { postgres: 'ok', elasticsearch: 'ok' },
    });
    expect(running.hasEnded).toBe(false);
    expect((await credits.verifyBalances()).faults).toEqual([]);
  });

  it('ends a wait for a run when it should, and does the run', async () => {
    moveClock(0);
    await wait(50);
    const source = await suite.account(100);
    const sourceId = await source.mapped(
      Array.from({ length: size(20, 200) }, () => ({ name: '株式会社孤立電機' })),
    );
    const caller = { ...source.account, reconcilingKey: '' };
    const started = await ask(
      caller,
      `/sources/${sourceId}/runs`,
      { execute: true, maxCredits: 100 },
      randomUUID(),
    );
    expect(started.status).toBe(202);
    const { run_id: runId } = Object(started.body).run;
    moveClock(-6 * hourMs);
    const began = performance.now();
    let status = 'queued';
    while (!['completed', 'failed', 'cancelled'].includes(status) && performance.now() - began < 20_000) {
      const asked = performance.now();
      const waiting = ask(caller, `/sources/${sourceId}/runs/${runId}?wait=1`);
      moveClock(-7 * hourMs);
      const answer = await waiting;
      expect(performance.now() - asked).toBeLessThan(4_000);
      status = Object(answer.body).run.status;
      moveClock(-6 * hourMs);
    }
    expect(status).toBe('completed');
    moveClock(0);
  }, 60_000);
});
