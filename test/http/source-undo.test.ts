import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { corporateNumber, idOf } from '../support/companies.ts';
import { chosen, DecidedSource, former, invalid, shared, unknown } from '../support/decided-source.ts';
import { type Cells, sourceSuite } from '../support/sources.ts';

// Whole calls of decisions, undone. Companies 3 and 4 share a name; 8 had the name of `former`.

const suite = await sourceSuite();
afterAll(suite.end);

async function working(rows: readonly Cells[]): Promise<DecidedSource> {
  const caller = await suite.account(100);
  return new DecidedSource(caller, await caller.resolved(rows));
}

/** The rows, without what stays paid. */
async function unpaid(work: DecidedSource) {
  return (await work.rows()).map(({ paid: _, ...row }) => row);
}

describe('undoing a call', () => {
  it('returns all of its rows, keeps them paid, and forgets what it remembered', async () => {
    const work = await working([shared, shared, unknown, invalid, unknown, former]);
    const before = await unpaid(work);
    const batch = await work.decided(
      chosen(1, 3, { applyTo: 'same', remember: 'always' }),
      chosen(3, 5),
      chosen(4, 6),
      { row: 5, action: 'none_of_these' },
      { row: 6, action: 'not_a_company' },
    );
    expect(await work.remembered()).toHaveLength(3);
    const balance = await work.caller.balance();
    const { body } = await work.undo(batch, { why: ' 取り違え ' }).expect(200);
    expect(body).toMatchObject({
      ok: true,
      command: 'source.undo',
      status: 'completed',
      undone: { batch_id: batch, rows: 6, undone_before: 0, decided_again: 0, undone_by_call: 0 },
      billing: { credits_used: 0, dry_run: false, deduplicated: false },
      source: { status: 'resolved', resolve_summary: { matched: 0, multiple_candidates: 3 } },
    });
    expect(await unpaid(work)).toEqual(before);
    expect((await work.rows()).map(({ paid }) => paid)).toEqual([true, true, true, true, false, false]);
    expect(await work.remembered()).toEqual([]);
    expect(await work.caller.balance()).toBe(balance);
    const entries = await work.history(`&batch=${body.batch_id}`);
    expect(entries).toHaveLength(6);
    expect(entries[0]).toMatchObject({ made_by: 'undo', action: 'reopen', why: '取り違え', credits: 0 });
    expect(entries[5]).toMatchObject({ made_by: 'undo', action: 'take_back' });
    expect((await work.decide([chosen(1, 4, { applyTo: 'same' })])).body.billing.credits_used).toBe(0);
  });

  it('undoes a selection, a returned table and an accepted reason', async () => {
    const work = await working([shared, former, former, shared]);
    const before = await unpaid(work);
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
    expect(await unpaid(work)).not.toEqual(before);
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
    expect(await unpaid(work)).toEqual(before);
  });

  it('that accepted a reason lets the same rows be accepted again, but not one that a person took back', async () => {
    const work = await working([former, former, former]);
    const reasons = async () =>
      (await work.caller.get(`/sources/${work.id}/reasons`).expect(200)).body.reasons.map(
        ({ samples: _, ...reason }: Record<string, unknown>) => reason,
      );
    const accept = (rows: number) =>
      work.caller.post(
        `/sources/${work.id}/accept`,
        { reason: 'only_form_at_other_end', rows, execute: true, maxCredits: rows },
        randomUUID(),
      );
    const before = await reasons();
    expect(before).toMatchObject([{ single_candidate_rows: 3, credits: 3 }]);
    const first = (await accept(3).expect(200)).body.batch_id;
    await work.undo(first).expect(200);
    expect(await reasons()).toEqual([{ ...before[0], credits: 0 }]);
    expect((await accept(3).expect(200)).body.billing.credits_used).toBe(0);
    await work.decided({ row: 2, action: 'reopen' });
    const { batch_id } = (await work.history('&limit=500')).findLast(
      ({ made_by }: { made_by: string }) => made_by === 'accept',
    );
    await work.undo(batch_id).expect(200);
    expect(await reasons()).toMatchObject([{ rows: 3, single_candidate_rows: 2, left_out_rows: 1 }]);
  });

  it('is offered by the history as long as it would change a row', async () => {
    const work = await working([shared, unknown, unknown]);
    const batch = await work.decided(chosen(1, 3), { row: 2, action: 'skip' });
    const offered = async () => {
      const entries = await work.history();
      return entries.map(({ batch_id, can_undo }: { batch_id: string; can_undo: boolean }) => [
        batch_id === batch,
        can_undo,
      ]);
    };
    expect(await offered()).toEqual([
      [true, true],
      [true, true],
    ]);
    await work.decided({ row: 1, action: 'reopen' });
    expect((await offered()).slice(0, 2)).toEqual([
      [true, true],
      [true, true],
    ]);
    await work.undo(batch).expect(200);
    expect(await offered()).toEqual([
      [true, false],
      [true, false],
      [false, false],
      [false, false],
    ]);
    expect((await work.undo(batch).expect(200)).body.undone).toMatchObject({ rows: 0, undone_before: 2 });
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
    expect(again.body).toMatchObject({
      undone: { rows: 0, undone_before: 1, decided_again: 2 },
      batch_id: null,
    });
    expect(await work.history()).toHaveLength(7);
  });

  it('makes a source that was decided before it was resolved `mapped` again', async () => {
    const caller = await suite.account(100);
    const work = new DecidedSource(caller, await caller.mapped([shared]));
    const before = await unpaid(work);
    const batch = await work.decided(chosen(1, 5));
    expect((await work.undo(batch).expect(200)).body.source.status).toBe('mapped');
    expect(await unpaid(work)).toEqual(before);
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
    const other = new DecidedSource(work.caller, await work.caller.resolved([unknown]));
    const stranger = new DecidedSource(await suite.account(100), work.id);
    const unknownCode = async (call: ReturnType<DecidedSource['undo']>) =>
      (await call.expect(404)).body.error.code;
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

  it('gives it back when the last that took it goes, but not to one that is forgotten, too', async () => {
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
    expect(await work.remembered()).toEqual([[unknown.name, idOf(5), true]]);

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
