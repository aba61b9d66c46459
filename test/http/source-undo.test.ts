import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { corporateNumber, idOf } from '../support/companies.ts';
import { type Cells, type SourceAccount, sourceSuite } from '../support/sources.ts';

// Whole calls of decisions, undone. Companies 3 and 4 share a name; 8 had the name of `former`.

const suite = await sourceSuite();
afterAll(suite.end);

const shared = { name: '株式会社同名商事' };
const unknown = { name: '誰も知らない株式会社' };
const former = { name: '株式会社旧名堂' };
const invalid = { name: '架空', ticker: '92' };

interface Decision {
  readonly row: string | number;
  readonly action: string;
  readonly [field: string]: unknown;
}

/** The source of one account in a test. */
class Work {
  constructor(
    readonly caller: SourceAccount,
    readonly id: string,
  ) {}

  decide(decisions: readonly Decision[], more: object = {}) {
    const body = { execute: true, maxCredits: 100, decisions, ...more };
    return this.caller.post(`/sources/${this.id}/decisions`, body, randomUUID());
  }

  /** @returns the id of the call */
  async decided(...decisions: readonly Decision[]): Promise<string> {
    const { body } = await this.decide(decisions).expect(200);
    return body.batch_id;
  }

  undo(batchId: string, { key = randomUUID(), ...more }: { key?: string; [field: string]: unknown } = {}) {
    return this.caller.post(`/sources/${this.id}/undo`, { batchId, ...more }, key);
  }

  async rows() {
    const rows = await this.caller.rows(this.id);
    return rows.map(({ resolve_status, company_id, decision, paid, reason, resolve_candidates }) => ({
      resolve_status,
      company_id,
      decision,
      paid,
      reason: reason?.code ?? null,
      candidates: resolve_candidates.map((each) => each.company_id),
    }));
  }

  /** The rows, without what stays paid. */
  async unpaid() {
    return (await this.rows()).map(({ paid: _, ...row }) => row);
  }

  async history(query = '') {
    return (await this.caller.get(`/sources/${this.id}/history?order=oldest${query}`).expect(200)).body.items;
  }

  async balance(): Promise<number> {
    return (await this.caller.get('/credits/balance').expect(200)).body.balances.basic.available;
  }

  async remembered() {
    const { body } = await this.caller.get('/remembered-choices').expect(200);
    return body.items.map(({ name, company_id, always }: Record<string, unknown>) => [
      name,
      company_id,
      always,
    ]);
  }
}

async function working(rows: readonly Cells[]): Promise<Work> {
  const caller = await suite.account(100);
  return new Work(caller, await caller.resolved(rows));
}

const chosen = (row: string | number, company: number, more: object = {}): Decision => ({
  row,
  action: 'choose',
  companyId: idOf(company),
  ...more,
});

describe('undoing a call', () => {
  it('returns all of its rows, keeps them paid, and forgets what it remembered', async () => {
    const work = await working([shared, shared, unknown, invalid, unknown, former]);
    const before = await work.unpaid();
    const batch = await work.decided(
      chosen(1, 3, { applyTo: 'same', remember: 'always' }),
      chosen(3, 5),
      chosen(4, 6),
      { row: 5, action: 'none_of_these' },
      { row: 6, action: 'not_a_company' },
    );
    expect(await work.remembered()).toHaveLength(3);
    const balance = await work.balance();
    const { body } = await work.undo(batch, { why: ' 取り違え ' }).expect(200);
    expect(body).toMatchObject({
      ok: true,
      command: 'source.undo',
      status: 'completed',
      undone: { batch_id: batch, rows: 6, decided_again: 0, undone_by_call: 0 },
      billing: { credits_used: 0, dry_run: false, deduplicated: false },
      source: { status: 'resolved', resolve_summary: { matched: 0, multiple_candidates: 3 } },
    });
    expect(await work.unpaid()).toEqual(before);
    expect((await work.rows()).map(({ paid }) => paid)).toEqual([true, true, true, true, false, false]);
    expect(await work.remembered()).toEqual([]);
    expect(await work.balance()).toBe(balance);
    const entries = await work.history(`&batch=${body.batch_id}`);
    expect(entries).toHaveLength(6);
    expect(entries[0]).toMatchObject({ made_by: 'undo', action: 'reopen', why: '取り違え', credits: 0 });
    expect(entries[5]).toMatchObject({ made_by: 'undo', action: 'take_back' });
    // Settling a row again is free, and resolving does not repeat the mistake.
    expect((await work.decide([chosen(1, 4, { applyTo: 'same' })])).body.billing.credits_used).toBe(0);
  });

  it('undoes a selection, a returned table and an accepted reason', async () => {
    const work = await working([shared, former, former, shared]);
    const before = await work.unpaid();
    const [first] = await work.caller.rows(work.id);
    const selected = await work.caller.select(work.id, first?.source_row_id ?? '', idOf(3));
    const accept = { reason: 'only_form_at_other_end', rows: 2, execute: true, maxCredits: 2 };
    const accepted = await work.caller.post(`/sources/${work.id}/accept`, accept, randomUUID());
    const table = await work.caller.get(`/sources/${work.id}/candidates`).expect(200);
    const [headers, line] = table.text.split('\r\n').flatMap((each) => each.split('\n'));
    const returned = await work.caller.upload(
      `/sources/${work.id}/choices?execute=true&maxCredits=1`,
      Buffer.from([headers, line?.replace(',1,,', ',1,x,')].join('\n')),
      'text/csv',
      randomUUID(),
    );
    const calls = [selected, accepted, returned];
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await work.unpaid()).not.toEqual(before);
    const step = accepted.body.next_steps.find(
      ({ action }: { action: string }) => action === 'undo_decisions',
    );
    expect(step.requests).toMatchObject([
      {
        operation: 'undoSourceDecisions',
        path: `/api/service/sources/${work.id}/undo`,
        body: { batchId: accepted.body.batch_id },
        needs_idempotency_key: true,
      },
    ]);
    for (const { body } of calls) await work.undo(body.batch_id).expect(200);
    expect(await work.unpaid()).toEqual(before);
  });

  it('leaves and counts rows that were decided again, also if they look the same again', async () => {
    const work = await working([shared, shared, unknown]);
    const batch = await work.decided(chosen(1, 3), chosen(2, 3), { row: 3, action: 'none_of_these' });
    await work.decided({ row: 2, action: 'reopen' });
    await work.decided(chosen(2, 3));
    await work.decided({ row: 3, action: 'not_a_company' });
    const { body } = await work.undo(batch).expect(200);
    expect(body.undone).toMatchObject({ rows: 1, decided_again: 2 });
    expect(await work.rows()).toMatchObject([
      { resolve_status: 'multiple_candidates' },
      { company_id: idOf(3) },
      { decision: 'not_a_company' },
    ]);
    const again = await work.undo(batch).expect(200);
    expect(again.body).toMatchObject({ undone: { rows: 0, decided_again: 3 }, batch_id: null });
    expect(await work.history()).toHaveLength(7);
  });

  it('makes a source that was decided before it was resolved `mapped` again', async () => {
    const caller = await suite.account(100);
    const work = new Work(caller, await caller.mapped([shared]));
    const before = await work.unpaid();
    const batch = await work.decided(chosen(1, 5));
    expect((await work.undo(batch).expect(200)).body.source.status).toBe('mapped');
    expect(await work.unpaid()).toEqual(before);
  });

  it('changes nothing as a dry run, and is replayed with its key', async () => {
    const work = await working([shared]);
    const batch = await work.decided(chosen(1, 3));
    const before = await work.rows();
    const dry = await work.undo(batch, { dryRun: true, key: 'undo' }).expect(200);
    expect(dry.body).toMatchObject({ undone: { rows: 1 }, batch_id: null, billing: { dry_run: true } });
    expect(await work.rows()).toEqual(before);
    const done = await work.undo(batch, { key: 'undo' }).expect(200);
    const replayed = await work.undo(batch, { key: 'undo' }).expect(200);
    expect(replayed.body).toMatchObject({ batch_id: done.body.batch_id, billing: { deduplicated: true } });
    expect((await work.undo(randomUUID(), { key: 'undo' })).body.error.code).toBe('idempotency_key_reused');
    const keyless = await work.caller.post(`/sources/${work.id}/undo`, { batchId: batch });
    expect(keyless.body.error.code).toBe('idempotency_key_required');
    expect(await work.history()).toHaveLength(2);
  });

  it('by ten callers at once happens once', async () => {
    const work = await working([shared, unknown]);
    const batch = await work.decided(chosen(1, 3), chosen(2, 5));
    const answers = await Promise.all(Array.from({ length: 10 }, () => work.undo(batch)));
    expect(answers.map(({ body }) => body.undone.rows).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
  });

  it('refuses a call that only undid, and one that is unknown, of another source or of another account', async () => {
    const work = await working([shared]);
    const batch = await work.decided(chosen(1, 3));
    const reopened = await work.decided({ row: 1, action: 'reopen' });
    expect((await work.undo(reopened).expect(400)).body.error).toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'batchId', message: expect.stringContaining('only reopened rows') }],
    });
    const other = new Work(work.caller, await work.caller.resolved([unknown]));
    const stranger = new Work(await suite.account(100), work.id);
    const unknownCode = async (call: ReturnType<Work['undo']>) => (await call.expect(404)).body.error.code;
    for (const id of [randomUUID(), 'nonsense', '../x'])
      expect(await unknownCode(work.undo(id))).toBe('source_batch_not_found');
    expect(await unknownCode(other.undo(batch))).toBe('source_batch_not_found');
    expect(await unknownCode(stranger.undo(batch))).toBe('source_not_found');
    for (const body of [{}, { batchId: 7 }, { batchId: batch, why: ' ' }, { batchId: batch, rows: 1 }])
      await work.caller.post(`/sources/${work.id}/undo`, body, randomUUID()).expect(400);
    expect(
      (await work.caller.get(`/sources/${work.id}/history?batch=x`).expect(400)).body.error,
    ).toMatchObject({
      details: [{ field: 'batch', message: 'must be a batch_id' }],
    });
  });

  it('counts rows that the call itself reopened', async () => {
    const work = await working([{ number: corporateNumber(5) }, shared]);
    const batch = await work.decided({ row: 1, action: 'reopen' }, chosen(2, 4));
    const { body } = await work.undo(batch).expect(200);
    expect(body.undone).toMatchObject({ rows: 1, decided_again: 0, undone_by_call: 1 });
    expect(await work.rows()).toMatchObject([{ company_id: null }, { company_id: null }]);
  });
});

describe('what a call remembered as `always`', () => {
  const always = { remember: 'always' };

  it('gives its place back to the choice before it', async () => {
    const work = await working([unknown, unknown]);
    await work.decided(chosen(1, 5, always));
    const mistake = await work.decided(chosen(2, 6, always));
    expect(await work.remembered()).toContainEqual([unknown.name, idOf(5), false]);
    await work.undo(mistake).expect(200);
    expect(await work.remembered()).toEqual([[unknown.name, idOf(5), true]]);
  });

  it('gives it back when its row is reopened, too', async () => {
    const work = await working([unknown, unknown]);
    await work.decided(chosen(1, 5, always));
    await work.decided(chosen(2, 6, always));
    await work.decided({ row: 2, action: 'reopen' });
    expect(await work.remembered()).toEqual([[unknown.name, idOf(5), true]]);
  });

  it('does not give it back to one that is forgotten, too, or if a third has it', async () => {
    const work = await working([unknown, unknown, unknown]);
    await work.decided(chosen(1, 5, always));
    const second = await work.decided(chosen(2, 6, always));
    const third = await work.decided(chosen(3, 8, always));
    await work.undo(second).expect(200);
    expect(await work.remembered()).toEqual([
      [unknown.name, idOf(8), true],
      [unknown.name, idOf(5), false],
    ]);
    await work.undo(third).expect(200);
    expect(await work.remembered()).toEqual([[unknown.name, idOf(5), false]]);

    const fourth = await work.decided(chosen(2, 6, always));
    await work.decided({ row: 1, action: 'reopen' });
    await work.undo(fourth).expect(200);
    expect(await work.remembered()).toEqual([]);

    await work.decided(chosen(1, 5, always));
    await work.decided(chosen(2, 6, always));
    await work.decided({ row: 1, action: 'reopen' }, { row: 2, action: 'reopen' });
    expect(await work.remembered()).toEqual([]);
  });
});
