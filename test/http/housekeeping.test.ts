import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { projectFolder } from '../../engine/project-folder.ts';
import { AccountsService } from '../../src/features/accounts/accounts-service.ts';
import { AccountsStore } from '../../src/features/accounts/accounts-store.ts';
import { LimitsStore } from '../../src/features/limits/limits-store.ts';
import { EstimatesStore } from '../../src/features/lists/estimates/estimates-store.ts';
import { Housekeeper, startHousekeeping } from '../../src/housekeeping/housekeeper.ts';
import { HousekeepingStore } from '../../src/housekeeping/housekeeping-store.ts';
import { listRetentions } from '../../src/housekeeping/retentions.ts';
import { Metrics } from '../../src/http/metrics.ts';
import { creditParts, newAccount, spend } from '../support/credits.ts';
import { suiteDatabase } from '../support/database.ts';
import { housekeepAt } from '../support/housekeeping.ts';
import { ops } from '../support/operator.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'housekeeping-'));
const dayMs = 24 * 60 * 60 * 1000;
const start = new Date();
const inDays = (days: number) => new Date(start.getTime() + days * dayMs);
const housekeepAfter = (days: number) => housekeepAt(inDays(days), database, folder);

const database = await suiteDatabase();
const accountId = await newAccount(database.knex);
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

describe('housekeeping', () => {
  it('removes an idempotency key after 30 days and not before', async () => {
    const { charging, credits } = creditParts(database.knex);
    await credits.grantCredits(accountId, { creditClass: 'basic', amount: 10 });
    const again = async () => (await spend(charging, { accountId, cost: 1, key: 'k' })).headers;
    await again();
    await housekeepAfter(29.9);
    expect((await again())['Idempotent-Replayed']).toBe('true');
    await housekeepAfter(30.1);
    expect((await again())['Credits-Used']).toBe('1');
  });

  it('removes counts of limits a day after their window ended', async () => {
    const window = { start: start.getTime() - 60_000, end: start.getTime() };
    const policy = {
      name: 'search-minute',
      limit: 10,
      window,
      cost: 1,
      refusalCode: 'rate_limit_exceeded',
    } as const;
    await new LimitsStore(database.knex).acquireLease(
      accountId,
      { ...policy, quota: false },
      { need: 1, extra: 0 },
    );
    await housekeepAfter(0.9);
    expect(await database.knex('limit_leases')).toHaveLength(1);
    await housekeepAfter(1.1);
    expect(await database.knex('limit_leases')).toHaveLength(0);
  });

  it('removes estimates a week after they expired', async () => {
    await new EstimatesStore(database.knex).insertEstimate(accountId, {
      definition_kind: 'company_ids',
      definition: { company_ids: [] },
      resolved_definition: {},
      row_count: 0,
      total_kind: 'exact',
      unsupported_conditions: [],
      weak_conditions: [],
      member_ids: [],
      created_at: inDays(-1),
      expires_at: start,
    });
    await housekeepAfter(6.9);
    expect(await database.knex('list_estimates')).toHaveLength(1);
    await housekeepAfter(7.1);
    expect(await database.knex('list_estimates')).toHaveLength(0);
  });

  it('continues after a failure and says what could not be removed', async () => {
    const { credits } = creditParts(database.knex);
    await credits.grantCredits(accountId, { creditClass: 'enrichment', amount: 5, expiresAt: inDays(2) });
    const remove = () => Promise.reject(new Error('no'));
    const failing = { task: 'failing', what: 'what fails', days: 1, remove };
    const outcomes = await housekeepAt(inDays(3), database, folder, [failing]);
    expect(outcomes.filter(({ error }) => error !== undefined)).toEqual([
      { task: 'failing', removed: 0, error: new Error('no') },
    ]);
    const { enrichment } = (await credits.getBalance(accountId)).balances;
    expect(enrichment.available).toBe(0);
  });

  it('removes the message of a delivery 30 days after it finished, never of one that is pending', async () => {
    const [{ list_id }] = await database
      .knex('lists')
      .insert({ account_id: accountId, name: 'L', definition_kind: 'company_ids', definition: '{}' })
      .returning('list_id');
    const delivery = { account_id: accountId, list_id, type: 'chat', payload: 'summary', body: '{}' };
    await database.knex('list_deliveries').insert([
      { ...delivery, status: 'delivered', finished_at: start },
      { ...delivery, status: 'pending', created_at: inDays(-90) },
    ]);
    const bodies = () => database.knex('list_deliveries').orderBy('status').pluck('body');
    await housekeepAfter(29.9);
    expect(await bodies()).toEqual(['{}', '{}']);
    await housekeepAfter(30.1);
    expect(await bodies()).toEqual([null, '{}']);
  });

  it('removes where people were a day after they were last seen', async () => {
    const [{ source_id }] = await database
      .knex('sources')
      .insert({
        account_id: accountId,
        name: 'S',
        headers: ['a'],
        table_digest: Buffer.alloc(32),
        detected_identifier_columns: '[]',
        misshapen_rows: 0,
        row_count: 0,
        unresolved: 0,
      })
      .returning('source_id');
    const { key_id } = await newKey();
    const session = '01890000-0000-7000-8000-000000000000';
    await database
      .knex('source_presence')
      .insert({ source_id, key_id, session, since: start, seen_at: start });
    await housekeepAfter(0.9);
    expect(await database.knex('source_presence')).toHaveLength(1);
    await housekeepAfter(1.1);
    expect(await database.knex('source_presence')).toHaveLength(0);
  });

  it('works in batches, and keeps what each task removed, also when it fails later', async () => {
    const limits: number[] = [];
    const removals = [1_000, 1_000, 7];
    const remove = async (_: Date, limit: number) => {
      limits.push(limit);
      return removals.shift() ?? 0;
    };
    const task = { task: 'in_batches', what: 'what is many', days: 1, remove };
    const [outcome] = await housekeepAt(start, database, folder, [task]);
    expect(outcome).toEqual({ task: 'in_batches', removed: 2_007 });
    expect(limits).toEqual([1_000, 1_000, 1_000]);
    removals.push(1_000);
    const failing = {
      ...task,
      remove: async (before: Date, limit: number) => {
        if (removals.length === 0) throw new Error('the rest cannot be removed');
        return remove(before, limit);
      },
    };
    await housekeepAt(start, database, folder, [failing]);
    expect(await database.knex('housekeeping_runs').where({ task: 'in_batches' }).first()).toMatchObject({
      removed: 1_000,
      removed_in_all: 3_007,
      failure: 'the rest cannot be removed',
      finished_at: expect.any(Date),
      succeeded_at: expect.any(Date),
    });
  });

  it('never runs twice at once, and a run that is stopped ends after its batch', async () => {
    const stopping = new AbortController();
    const events = new EventEmitter();
    const remove = async () => {
      events.emit('begun');
      await once(events, 'go on');
      return 1_000;
    };
    const retention = { task: 'slow', what: 'what is slow', days: 1, remove };
    const housekeeper = () =>
      new Housekeeper({
        databaseUrl: database.urls.serving,
        retentions: [retention, { ...retention, task: 'after_slow' }],
        store: new HousekeepingStore(database.knex),
      });
    const begun = once(events, 'begun');
    const running = housekeeper().run(start, stopping.signal);
    await begun;
    expect(await housekeeper().run(start)).toBeNull();
    const { code, err } = await ops(['housekeeping', 'run'], { DATABASE_URL: database.url });
    expect({ code, err }).toEqual({
      code: 1,
      err: 'Another process is removing what is too old. Nothing was done.\n',
    });
    stopping.abort();
    events.emit('go on');
    expect(await running).toEqual([{ task: 'slow', removed: 1_000 }]);
  });

  it('says in log and metrics what it removed, once an hour', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    try {
      const lines: object[] = [];
      const failure = new Error('no');
      const run = async () => [
        { task: 'many', removed: 3 },
        { task: 'failing', removed: 0, error: failure },
      ];
      const metrics = new Metrics();
      const keep = startHousekeeping(
        { run },
        {
          info: (fields, text) => lines.push({ ...fields, text }),
          error: (fields, text) => lines.push({ ...fields, text }),
        },
        (outcome) => metrics.countHousekeeping(outcome),
      );
      await jest.advanceTimersByTimeAsync(60 * 60 * 1_000);
      await keep.stop();
      expect(lines).toEqual([
        { err: failure, task: 'failing', text: 'could not remove what is too old' },
        { removed: { many: 3, failing: 0 }, text: 'removed what is too old' },
      ]);
      const text = await metrics.renderText();
      expect(text).toContain('housekeeping_removed_total{task="many"} 3');
      expect(text).toContain('housekeeping_failures_total{task="failing"} 1');
      expect(text).toMatch(/housekeeping_last_success_timestamp_seconds{task="many"} \d+/);
    } finally {
      jest.useRealTimers();
    }
  });

  it('is shown and run by the operator, who needs no other right', async () => {
    const environment = { DATABASE_URL: database.url, STATE_FOLDER: folder };
    const ran = await ops(['housekeeping', 'run', '--json'], environment);
    expect(ran).toMatchObject({ code: 0, err: '' });
    const { removed } = JSON.parse(ran.out) as { removed: { task: string; failure: null }[] };
    expect(removed.filter(({ failure }) => failure !== null)).toEqual([]);
    const { tasks } = JSON.parse((await ops(['housekeeping', '--json'], environment)).out);
    expect(tasks.map(({ task }: { task: string }) => task)).toEqual(removed.map(({ task }) => task));
    expect((await ops(['housekeeping'], environment)).out).toMatch(
      /^delivery_messages +30 d +\S+Z +\d+ +\d+ +done$/m,
    );
  });

  it('is listed in docs/retention.md, task by task', () => {
    const page = readFileSync(path.join(projectFolder, 'docs/retention.md'), 'utf8');
    const listed = [...page.matchAll(/^\|.*\| `([a-z_]+)` \|$/gm)].map(([, task]) => task);
    const tasks = listRetentions({ knex: database.knex, stateFolder: folder, now: () => start });
    expect(listed.sort()).toEqual(tasks.map(({ task }) => task).sort());
  });
});

async function newKey(): Promise<{ key_id: string }> {
  const accounts = new AccountsService(new AccountsStore(database.knex));
  return accounts.createKey(accountId);
}
