import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { idOf } from '../support/companies.ts';
import { sourceParts } from '../support/source-parts.ts';
import { type SourceAccount, sourceSuite } from '../support/sources.ts';

// Runs batch by batch. The service runs no jobs: the tests do the queued work themselves, so that they can act between
// two batches.

const suite = await sourceSuite();
const parts = sourceParts(suite.database.knex, `${suite.service.indexPrefix}companies`);
afterAll(async () => {
  await parts.close();
  await suite.end();
});

const firstTry = { attempt: 1, last: false };

/** Four rows: matched, several candidates, matched, not found. */
const rows = [
  { name: '株式会社孤立電機' },
  { name: '株式会社同名商事' },
  { name: '架空自動車株式会社' },
  { name: '誰も知らない株式会社' },
];

class Run {
  readonly #worker = parts.worker(1);

  private constructor(
    readonly caller: SourceAccount,
    readonly sourceId: string,
    readonly runId: string,
  ) {}

  /** A queued run. */
  static async of(caller: SourceAccount, options: { maxCredits?: number; sourceId?: string } = {}) {
    const { maxCredits = 100, sourceId = await caller.mapped(rows) } = options;
    const started = await start(caller, sourceId, { maxCredits }).expect(202);
    return new Run(caller, sourceId, started.body.run.run_id);
  }

  get path() {
    return `/sources/${this.sourceId}/runs/${this.runId}`;
  }

  /** Does the queued work: one batch of one row. */
  async step(queuedTry = firstTry) {
    const { accountId } = this.caller.account;
    await this.#worker.work({ accountId, sourceId: this.sourceId, runId: this.runId }, queuedTry);
  }

  async steps(count: number) {
    for (let done = 0; done < count; done += 1) await this.step();
  }

  async show() {
    return (await this.caller.get(this.path).expect(200)).body;
  }

  cancel() {
    return this.caller.post(`${this.path}/cancel`, {});
  }

  resume(body: object = {}) {
    return this.caller.post(`${this.path}/resume`, { execute: true, ...body }, randomUUID());
  }

  async states() {
    return (await this.caller.rows(this.sourceId)).map(({ resolve_status }) => resolve_status);
  }

  /** What the ledger charged for this run. */
  async charged() {
    const entries = await suite.database.knex('credit_ledger').where({
      account_id: this.caller.account.accountId,
      subject_type: 'source_run',
      subject_id: this.runId,
    });
    return entries.map(({ amount }) => -Number(amount));
  }
}

function start(caller: SourceAccount, sourceId: string, body: object, key: string = randomUUID()) {
  return caller.post(`/sources/${sourceId}/runs`, { execute: true, maxCredits: 100, ...body }, key);
}

const allStates = ['matched', 'multiple_candidates', 'matched', 'not_found'];

describe('a run', () => {
  it('stays queued while no process runs jobs, and then resolves batch by batch', async () => {
    const run = await Run.of(await suite.account(10));
    expect((await run.show()).run).toMatchObject({
      status: 'queued',
      progress: { rows_total: 4, rows_done: 0 },
      billing: { credits_used: 0, max_credits: 100 },
      started_at: null,
    });
    await run.step();
    const begun = await run.show();
    expect(begun.run).toMatchObject({
      status: 'running',
      progress: { rows_total: 4, rows_done: 1, matched: 1 },
      billing: { credits_used: 1 },
      finished_at: null,
    });
    expect(begun.source).toMatchObject({ status: 'mapped', resolve_summary: { matched: 1, unresolved: 3 } });
    expect(begun.next_steps[0].action).toBe('follow_run');
    await run.steps(3);
    const done = await run.show();
    expect(done.run).toMatchObject({
      status: 'completed',
      progress: { rows_total: 4, rows_done: 4, matched: 2, multiple_candidates: 1, not_found: 1, invalid: 0 },
      billing: { credits_used: 2 },
    });
    expect(done.source.status).toBe('resolved');
    expect(await run.states()).toEqual(allStates);
    expect(await run.charged()).toEqual([1, 1]);
    expect(await run.caller.balance()).toBe(8);
  });

  it('is the only one of its source, and a resolve is refused meanwhile', async () => {
    const run = await Run.of(await suite.account(10));
    for (const path of ['runs', 'resolve']) {
      const answer = await run.caller
        .post(`/sources/${run.sourceId}/${path}`, { execute: true, maxCredits: 9 }, randomUUID())
        .expect(409);
      expect(answer.body.error).toMatchObject({
        code: 'source_run_in_progress',
        details: { run_id: run.runId, status: 'queued' },
      });
    }
    await run.steps(4);
    await run.caller.resolve(run.sourceId).expect(200);
    const { body } = await run.caller.get(`/sources/${run.sourceId}/runs`).expect(200);
    expect(body.items.map(({ background, status }: Record<string, unknown>) => [background, status])).toEqual(
      [
        [false, 'completed'],
        [true, 'completed'],
      ],
    );
    expect(await run.caller.balance()).toBe(8);
  });

  it.each(['runs', 'resolve'])(
    'is the only one of its source when %s is sent at the same time',
    async (path) => {
      const caller = await suite.account(10);
      const sourceId = await caller.mapped(rows);
      const holding = await suite.database.knex.transaction();
      await holding('sources').where({ source_id: sourceId }).forUpdate().select('source_id');
      const body = { execute: true, maxCredits: 9 };
      const send = (to: string) =>
        caller.post(`/sources/${sourceId}/${to}`, body, randomUUID()).then((sent) => sent);
      // Both wait for the lock of the source, in this order.
      const first = send('runs');
      await expectWaiting(holding, 1);
      const second = send(path);
      await expectWaiting(holding, 2);
      await holding.commit();
      const { run } = (await first).body;
      expect(run).toMatchObject({ status: 'queued' });
      expect(await second).toMatchObject({
        status: 409,
        body: {
          error: { code: 'source_run_in_progress', details: { run_id: run.run_id, status: 'queued' } },
        },
      });
      expect(await caller.balance()).toBe(10);
    },
  );

  it('can be cancelled between two batches, and resumed', async () => {
    const run = await Run.of(await suite.account(10));
    await run.steps(1);
    const cancelled = await run.cancel().expect(200);
    expect(cancelled.body.run).toMatchObject({ status: 'cancelled', progress: { rows_done: 1 } });
    expect((await run.cancel().expect(200)).body).toEqual(cancelled.body);
    await run.steps(3);
    expect((await run.show()).run.progress.rows_done).toBe(1);
    const { next_steps } = (await run.caller.get(`/sources/${run.sourceId}/inspect`).expect(200)).body;
    expect(next_steps[0]).toMatchObject({
      action: 'resume_run',
      requests: [{ operation: 'resumeSourceRun', body: { execute: true, maxCredits: 4 } }],
    });
    expect((await run.resume().expect(202)).body.run).toMatchObject({
      status: 'queued',
      progress: { rows_total: 4, rows_done: 1 },
      billing: { credits_used: 1, max_credits: 100 },
    });
    await run.steps(3);
    expect((await run.show()).run).toMatchObject({ status: 'completed', billing: { credits_used: 2 } });
    expect(await run.states()).toEqual(allStates);
    expect((await run.cancel().expect(409)).body.error.code).toBe('source_run_state_conflict');
    expect((await run.resume().expect(409)).body.error.code).toBe('source_run_state_conflict');
  });

  it('stops before it would cost more than maxCredits, and resumes with more', async () => {
    const run = await Run.of(await suite.account(10), { maxCredits: 1 });
    await run.steps(4);
    expect((await run.show()).run).toMatchObject({
      status: 'stopped',
      stop_reason: { code: 'max_credits_reached' },
      progress: { rows_done: 2 },
      billing: { credits_used: 1, max_credits: 1 },
    });
    const refused = await run.resume({ maxCredits: 0 }).expect(422);
    expect(refused.body.error.code).toBe('max_credits_exceeded');
    await run.resume({ maxCredits: 2 }).expect(202);
    await run.steps(2);
    expect((await run.show()).run).toMatchObject({ status: 'completed', billing: { credits_used: 2 } });
  });

  it('stops when the balance is too low, saves nothing of that batch, and resumes after a grant', async () => {
    const run = await Run.of(await suite.account(1));
    await run.steps(4);
    expect((await run.show()).run).toMatchObject({
      status: 'stopped',
      stop_reason: { code: 'credit_balance_insufficient' },
      progress: { rows_done: 2 },
    });
    expect(await run.states()).toEqual(['matched', 'multiple_candidates', 'unresolved', 'unresolved']);
    await parts.credits.grantCredits(run.caller.account.accountId, { creditClass: 'basic', amount: 1 });
    await run.resume().expect(202);
    await run.steps(2);
    expect((await run.show()).run.status).toBe('completed');
    expect(await run.charged()).toEqual([1, 1]);
    expect(await run.caller.balance()).toBe(0);
  });

  it('stops when the source is mapped again, and resumes with the new mapping', async () => {
    const caller = await suite.account(10);
    const run = await Run.of(caller);
    await run.steps(2);
    const columns = { name: 'name', corporate_number: 'number' };
    await caller.post(`/sources/${run.sourceId}/map`, { entity: 'company', columns }).expect(200);
    expect((await run.show()).run).toMatchObject({
      status: 'stopped',
      stop_reason: { code: 'mapping_changed' },
    });
    await run.steps(2);
    expect((await run.show()).run.progress.rows_done).toBe(2);
    // The row with several candidates is resolved and counted again, the settled one is not.
    expect((await run.resume().expect(202)).body.run.progress).toMatchObject({
      rows_total: 4,
      rows_done: 1,
      matched: 1,
      multiple_candidates: 0,
    });
    await run.steps(3);
    const { run: ended, source } = await run.show();
    expect(ended).toMatchObject({
      status: 'completed',
      progress: { rows_total: 4, rows_done: 4, matched: 2 },
    });
    expect(ended.progress.multiple_candidates).toBe(source.resolve_summary.multiple_candidates);
    expect(await run.states()).toEqual(allStates);
    expect(await caller.balance()).toBe(8);
  });

  it('is resumed as a dry run to see what the rest costs, and changes nothing', async () => {
    const run = await Run.of(await suite.account(10));
    await run.steps(2);
    await run.cancel().expect(200);
    const { body } = await run.resume({ dryRun: true }).expect(202);
    expect(body.run).toMatchObject({
      status: 'completed',
      progress: { rows_total: 4, rows_done: 4, matched: 2, multiple_candidates: 1, not_found: 1 },
      billing: { credits_used: 2 },
    });
    expect(body.billing).toMatchObject({ credits_used: 1, dry_run: true, balance_after: 8 });
    const refused = await run.resume({ dryRun: true, maxCredits: 1 }).expect(422);
    expect(refused.body.error).toMatchObject({
      code: 'max_credits_exceeded',
      message: 'The whole run would cost more than maxCredits.',
      details: { credits_used: 1, estimated_credits: 2, max_credits: 1 },
    });
    expect((await run.show()).run).toMatchObject({ status: 'cancelled', progress: { rows_done: 2 } });
    expect(await run.caller.balance()).toBe(9);
    await run.resume({ maxCredits: 2 }).expect(202);
    const queued = await run.resume({ dryRun: true }).expect(409);
    expect(queued.body.error.code).toBe('source_run_state_conflict');
    await run.steps(2);
    expect((await run.show()).run).toMatchObject({ status: 'completed', billing: { credits_used: 2 } });
  });

  it('counts at its end only the rows that it resolved, not those that people settled meanwhile', async () => {
    const run = await Run.of(await suite.account(10));
    await run.steps(1);
    const last = (await run.caller.rows(run.sourceId)).at(-1);
    const decisions = [{ row: last?.source_row_id, action: 'not_a_company' }];
    const decided = { execute: true, maxCredits: 0, decisions };
    await run.caller.post(`/sources/${run.sourceId}/decisions`, decided, randomUUID()).expect(200);
    await run.steps(3);
    expect((await run.show()).run).toMatchObject({
      status: 'completed',
      progress: { rows_total: 3, rows_done: 3 },
    });
  });

  it('ends with its source', async () => {
    const run = await Run.of(await suite.account(10));
    await run.steps(1);
    await run.caller.delete(`/sources/${run.sourceId}`).expect(200);
    await run.steps(1);
    expect((await run.caller.get(run.path).expect(404)).body.error.code).toBe('source_not_found');
    expect(await run.caller.balance()).toBe(9);
  });

  it('is retried after a failure, and fails after the last attempt', async () => {
    const run = await Run.of(await suite.account(10));
    await run.steps(1);
    parts.engine.failing = true;
    try {
      await expect(run.step()).rejects.toThrow();
      expect((await run.show()).run.status).toBe('running');
      await expect(run.step({ attempt: 8, last: true })).rejects.toThrow();
    } finally {
      parts.engine.failing = false;
    }
    expect((await run.show()).run).toMatchObject({
      status: 'failed',
      stop_reason: { code: 'internal_error' },
      progress: { rows_done: 1 },
    });
    await run.resume().expect(202);
    await run.steps(3);
    expect((await run.show()).run).toMatchObject({ status: 'completed', billing: { credits_used: 2 } });
  });

  it('fails if its process died in the last attempt, and can be resumed', async () => {
    const run = await Run.of(await suite.account(10));
    await run.steps(1);
    await run.step({ attempt: 9, last: true });
    expect((await run.show()).run).toMatchObject({
      status: 'failed',
      stop_reason: { code: 'internal_error' },
      progress: { rows_done: 1 },
    });
    await run.resume().expect(202);
    await run.steps(3);
    expect((await run.show()).run).toMatchObject({ status: 'completed', billing: { credits_used: 2 } });
  });

  it('that several processes work on at once resolves and charges each row once', async () => {
    const run = await Run.of(await suite.account(10));
    for (let turn = 0; turn < 6; turn += 1) await Promise.all([run.step(), run.step(), run.step()]);
    expect((await run.show()).run).toMatchObject({
      status: 'completed',
      progress: { rows_done: 4, matched: 2 },
      billing: { credits_used: 2 },
    });
    expect(await run.charged()).toEqual([1, 1]);
  });

  it('does not overwrite a row that a person settles while it is resolved', async () => {
    const caller = await suite.account(10);
    const sourceId = await caller.resolved([{ name: '株式会社同名商事' }, { name: '誰も知らない株式会社' }]);
    const [row] = await caller.rows(sourceId);
    await caller
      .post(`/sources/${sourceId}/map`, { entity: 'company', columns: { name: 'name', ticker: 'ticker' } })
      .expect(200);
    const run = await Run.of(caller, { sourceId });
    const { knex } = suite.database;
    // The batch is matched, and waits for the lock of its source until the row is settled.
    const settling = await knex.transaction();
    await settling('sources').where({ source_id: sourceId }).forUpdate().select('source_id');
    const step = run.step();
    await expectWaiting(settling);
    await settling('source_rows')
      .where({ source_row_id: row?.source_row_id ?? '' })
      .update({
        resolve_status: 'matched',
        company_id: idOf(4),
        settled_by: 'select',
        decision: 'chosen',
        decided_at: new Date(),
        undecided_status: 'multiple_candidates',
        paid: true,
      });
    await settling('sources').where({ source_id: sourceId }).update({ matched: 1, multiple_candidates: 0 });
    await settling.commit();
    await step;
    expect((await run.show()).run.progress.rows_done).toBe(0);
    await run.steps(1);
    expect((await run.show()).run).toMatchObject({ status: 'completed', progress: { rows_done: 1 } });
    expect((await caller.rows(sourceId))[0]).toMatchObject({ company_id: idOf(4) });
    expect(await run.charged()).toEqual([]);
  });
});

async function expectWaiting(transaction: typeof suite.database.knex, count = 1): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const { rows: waiting } = await transaction.raw<{ rows: object[] }>(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (waiting.length >= count) return;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error('nothing waited for the lock');
}

describe('starting a run', () => {
  it('needs execute, a key and maxCredits, in this order', async () => {
    const caller = await suite.account(10);
    const path = `/sources/${await caller.mapped(rows)}/runs`;
    const codeOf = async (body: object, key?: string) => {
      const answer = await caller.post(path, body, key).expect(400);
      return answer.body.error.code;
    };
    expect(await codeOf({})).toBe('execute_required');
    expect(await codeOf({ execute: true })).toBe('idempotency_key_required');
    expect(await codeOf({ execute: true }, 'k')).toBe('max_credits_required');
    expect(await codeOf({ execute: true, maxCredits: -1 }, 'k')).toBe('invalid_request');
  });

  it('needs a mapping', async () => {
    const caller = await suite.account(10);
    const answer = await start(caller, await caller.imported(rows), {}).expect(409);
    expect(answer.body.error.code).toBe('source_mapping_required');
  });

  it('again under its key answers with the same run', async () => {
    const caller = await suite.account(10);
    const sourceId = await caller.mapped(rows);
    const first = await start(caller, sourceId, {}, 'same').expect(202);
    const again = await start(caller, sourceId, {}, 'same').expect(202);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body.run).toEqual(first.body.run);
    const { body } = await caller.get(`/sources/${sourceId}/runs`).expect(200);
    expect(body.items).toHaveLength(1);
  });

  it('as a dry run shows the expected result, and saves and charges nothing', async () => {
    const caller = await suite.account(10);
    const sourceId = await caller.mapped(rows);
    const { body } = await start(caller, sourceId, { dryRun: true }).expect(202);
    expect(body.run).toMatchObject({
      status: 'completed',
      progress: { rows_total: 4, rows_done: 4, matched: 2, multiple_candidates: 1, not_found: 1 },
      billing: { credits_used: 2 },
    });
    expect(body.billing).toMatchObject({ credits_used: 2, dry_run: true, balance_after: 8 });
    const refused = await start(caller, sourceId, { dryRun: true, maxCredits: 1 }).expect(422);
    expect(refused.body.error).toMatchObject({
      code: 'max_credits_exceeded',
      details: { estimated_credits: 2, max_credits: 1 },
    });
    expect((await caller.get(`/sources/${sourceId}/runs`).expect(200)).body.items).toEqual([]);
    expect(await caller.balance()).toBe(10);
    await caller.resolve(sourceId).expect(200);
  });

  it('is not possible for the source of another account, nor are its runs shown', async () => {
    const run = await Run.of(await suite.account(10));
    const other = await suite.account(10);
    const own = await other.mapped(rows);
    const codes = await Promise.all(
      [
        start(other, run.sourceId, {}),
        other.get(`/sources/${run.sourceId}/runs`),
        other.get(run.path),
        other.post(`${run.path}/cancel`, {}),
        other.post(`${run.path}/resume`, { execute: true }, 'k'),
        other.get(`/sources/${own}/runs/${run.runId}`),
        other.post(`/sources/${own}/runs/${run.runId}/cancel`, {}),
        other.get(`/sources/${own}/runs/x`),
      ].map(async (answer) => {
        const { status, body } = await answer;
        return [status, body.error.code];
      }),
    );
    expect(codes).toEqual([
      ...Array(5).fill([404, 'source_not_found']),
      ...Array(3).fill([404, 'source_run_not_found']),
    ]);
    expect((await run.show()).run.status).toBe('queued');
  });

  it('for a source without rows completes at once', async () => {
    const caller = await suite.account(1);
    const sourceId = await caller.imported([]);
    await caller
      .post(`/sources/${sourceId}/map`, { entity: 'company', columns: { name: 'name' } })
      .expect(200);
    const run = await Run.of(caller, { sourceId });
    await run.step();
    expect((await run.show()).run).toMatchObject({ status: 'completed', progress: { rows_total: 0 } });
  });
});

describe('the runs of a source', () => {
  it('are listed newest first, page by page', async () => {
    const caller = await suite.account(10);
    const sourceId = await caller.mapped(rows);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const run = await Run.of(caller, { sourceId });
      await run.cancel().expect(200);
      ids.unshift(run.runId);
    }
    const first = await caller.get(`/sources/${sourceId}/runs?limit=2`).expect(200);
    const { next_cursor } = first.body.meta;
    const second = await caller.get(`/sources/${sourceId}/runs?limit=2&cursor=${next_cursor}`).expect(200);
    const shown = [...first.body.items, ...second.body.items];
    expect(shown.map(({ run_id }) => run_id)).toEqual(ids);
    expect(second.body.meta.has_more).toBe(false);
    const refused = await caller.get(`/sources/${sourceId}/runs?cursor=x`).expect(400);
    expect(refused.body.error.code).toBe('invalid_cursor');
  });

  it('can be waited for, at most 30 seconds', async () => {
    const run = await Run.of(await suite.account(10));
    const begun = Date.now();
    expect((await run.caller.get(`${run.path}?wait=1`).expect(200)).body.run.status).toBe('queued');
    expect(Date.now() - begun).toBeGreaterThanOrEqual(1000);
    await run.cancel().expect(200);
    const ended = Date.now();
    await run.caller.get(`${run.path}?wait=30`).expect(200);
    expect(Date.now() - ended).toBeLessThan(5_000);
    await run.caller.get(`${run.path}?wait=31`).expect(400);
  });
});
