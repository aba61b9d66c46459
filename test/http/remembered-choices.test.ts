import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readXlsx } from 'hucre/xlsx';
import { corporateNumber, idOf } from '../support/companies.ts';
import { chosen, DecidedSource, shared } from '../support/decided-source.ts';
import { SourceAccount, sourceSuite } from '../support/sources.ts';

const { service, database, account, end } = await sourceSuite();
afterAll(end);

const other = { name: '架空商店の本社' };
const alone = { name: '株式会社孤立電機' };

/** An account that remembers company 3 for the shared name, by a decision about the first row of a source. */
async function remembering(rows: readonly object[] = [shared]) {
  const caller = await account();
  const first = new DecidedSource(caller, await caller.resolved([shared]));
  await first.decided(chosen(1, 3, { remember: 'always' }));
  const later = new DecidedSource(caller, await caller.resolved(rows as never));
  return { caller, first, later, choice: await choiceOf(caller) };
}

async function choiceOf(caller: SourceAccount): Promise<string> {
  const { body } = await caller.get('/remembered-choices?always=true').expect(200);
  return `/remembered-choices/${body.items[0].choice_id}`;
}

async function keyOf(of: SourceAccount, options: Parameters<typeof service.accounts.createKey>[1]) {
  const { api_key: apiKey, key_id: keyId } = await service.accounts.createKey(of.account.accountId, options);
  return new SourceAccount(service, { accountId: of.account.accountId, apiKey, keyId });
}

const statesOf = async (source: DecidedSource) =>
  (await source.rows()).map((row) => [row.resolve_status, row.company_id, row.reason]);
const settledBy3 = ['matched', idOf(3), 'remembered'];
const takenBack = ['multiple_candidates', null, 'taken_back'];

describe('a remembered choice that was wrong', () => {
  it('lists the rows that it settled, in all sources, page by page, with their text', async () => {
    const { caller, later, choice } = await remembering([shared, other, { ...shared, prefecture: '東京都' }]);
    const again = new DecidedSource(caller, await caller.resolved([shared]));
    const { body } = await caller.get(`${choice}/rows?limit=2`).expect(200);
    expect(body.total_rows).toBe(3);
    expect(body.items[1]).toEqual({
      source_id: later.id,
      source_name: expect.any(String),
      source_row_id: expect.any(String),
      row_number: 3,
      file_row: null,
      cells: expect.objectContaining({ name: shared.name, prefecture: '東京都' }),
      company_id: idOf(3),
      company_name: shared.name,
    });
    const { body: second } = await caller
      .get(`${choice}/rows?limit=2&cursor=${encodeURIComponent(body.meta.next_cursor)}`)
      .expect(200);
    expect(second.items.map(({ source_id }: { source_id: string }) => source_id)).toEqual([again.id]);
    expect(second.meta.has_more).toBe(false);
  });

  it('is forgotten, and its rows are reopened, free, with a history; settling them again is free', async () => {
    const { caller, first, later, choice } = await remembering([shared, shared]);
    const balance = await caller.balance();
    const { body } = await caller.delete(`${choice}?reopen=true`).expect(200);
    expect(body.settled).toMatchObject({ total_rows: 2, reopened_rows: 2 });
    expect(body.settled.rows).toHaveLength(2);
    expect(await statesOf(later)).toEqual([takenBack, takenBack]);
    // A person decided about it.
    expect(await first.states()).toEqual([['matched', idOf(3), 'chosen', true]]);
    expect(await later.history()).toMatchObject([
      {
        action: 'reopen',
        made_by: 'decisions',
        key: { key_id: caller.account.keyId },
        credits: 0,
        before: { company_id: idOf(3) },
      },
      { action: 'reopen' },
    ]);
    const { body: review } = await caller.get(`/sources/${later.id}/review`).expect(200);
    expect(review.review.statuses).toMatchObject({ matched: 0, multiple_candidates: 2 });
    await later.decided(chosen(1, 4), chosen(2, 3));
    expect(await caller.balance()).toBe(balance);
  });

  it('leaves rows that show, once reopened, what resolving them again would', async () => {
    const { caller, later, choice } = await remembering([shared, shared]);
    const candidatesOf = async () => (await later.rows()).map(({ candidates }) => candidates);
    expect(await candidatesOf()).toEqual(Array(2).fill([idOf(3), idOf(4)]));
    await later.decided({ row: 1, action: 'reopen' });
    await caller.delete(`${choice}?reopen=true`).expect(200);
    expect(await statesOf(later)).toEqual([takenBack, takenBack]);
    const reopened = await candidatesOf();
    await caller
      .post(`/sources/${later.id}/map`, { entity: 'company', columns: { name: 'name' } })
      .expect(200);
    await caller.resolve(later.id, { maxCredits: 0 }).expect(200);
    expect(await candidatesOf()).toEqual(reopened);
    expect(reopened).toEqual(Array(2).fill([idOf(4), idOf(3)]));
  });

  it('keeps when and by whom its company was chosen, unless another one is', async () => {
    const { caller, choice } = await remembering();
    const { body: before } = await caller.get('/remembered-choices?always=true').expect(200);
    const { chosen_at, key } = before.items[0];
    const editor = await keyOf(caller, {});
    await editor.patch(choice, { note: '確認済み' }).expect(200);
    const { body: off } = await editor.patch(choice, { enabled: false }).expect(200);
    expect(off.choice).toMatchObject({ note: '確認済み', enabled: false, chosen_at, key });
    const { body: corrected } = await editor.patch(choice, { companyId: idOf(4) }).expect(200);
    expect(corrected.choice.key.key_id).toBe(editor.account.keyId);
    expect(corrected.choice.chosen_at > chosen_at).toBe(true);
  });

  it('is corrected: the rows on the company before are listed, and stay unless they are to be reopened', async () => {
    const { caller, later, choice } = await remembering();
    const { body } = await caller.patch(choice, { companyId: idOf(4) }).expect(200);
    expect(body).toMatchObject({
      choice: { company_id: idOf(4), always: true },
      settled: { total_rows: 1, reopened_rows: 0, rows: [{ company_id: idOf(3), source_id: later.id }] },
    });
    expect(await statesOf(later)).toEqual([settledBy3]);
    const right = new DecidedSource(caller, await caller.resolved([shared]));
    // Also afterwards, and only those that are on the wrong company.
    const { body: reopened } = await caller.patch(choice, { reopen: true }).expect(200);
    expect(reopened.settled).toMatchObject({ total_rows: 1, reopened_rows: 1 });
    expect(await statesOf(later)).toEqual([takenBack]);
    expect(await statesOf(right)).toEqual([['matched', idOf(4), 'remembered']]);
    // A note changes nothing for rows, and neither does what another choice still gives.
    expect((await caller.patch(choice, { note: '確認済み' }).expect(200)).body.settled.total_rows).toBe(0);
  });

  it('stays the choice of its decision if only rows are reopened: undoing the decision forgets it', async () => {
    const { caller, later } = await remembering();
    const second = new DecidedSource(caller, await caller.resolved([shared]));
    await second.decided({ row: 1, action: 'reopen' });
    const batch = await second.decided(chosen(1, 4, { remember: 'always' }));
    const choice = await choiceOf(caller);
    const left = { total_rows: 1, rows: [{ source_id: later.id, company_id: idOf(3) }] };
    const { body: trial } = await caller.patch(choice, { reopen: false }).expect(200);
    expect(trial.settled).toMatchObject({ ...left, reopened_rows: 0 });
    const { body } = await caller.patch(choice, { reopen: true }).expect(200);
    expect(body.settled).toMatchObject({ ...left, reopened_rows: 1 });
    expect(await statesOf(later)).toEqual([takenBack]);
    await second.undo(batch).expect(200);
    const { body: rest } = await caller.get('/remembered-choices').expect(200);
    expect(rest.items).toMatchObject([{ company_id: idOf(3), always: true }]);
  });

  it('leaves rows alone that a person decided about since', async () => {
    const { caller, later, choice } = await remembering([shared, shared]);
    await later.decided({ row: 1, action: 'reopen' });
    await later.decided(chosen(1, 4));
    const { body } = await caller.patch(choice, { always: false, reopen: true }).expect(200);
    expect(body.settled).toMatchObject({ total_rows: 1, reopened_rows: 1, rows: [{ row_number: 2 }] });
    expect(await statesOf(later)).toEqual([['matched', idOf(4), 'chosen'], takenBack]);
  });

  it('touches no row of another account, and is nothing for one', async () => {
    const { choice, later } = await remembering();
    const stranger = await remembering();
    const unknown = `/remembered-choices/${randomUUID()}`;
    for (const call of [
      (path: string) => stranger.caller.get(`${path}/rows`),
      (path: string) => stranger.caller.delete(`${path}?reopen=true`),
      (path: string) => stranger.caller.patch(path, { reopen: true }),
    ]) {
      const answers = await Promise.all(
        [choice, unknown].map(async (path) => (await call(path).expect(404)).body),
      );
      expect(answers[0].error).toEqual(answers[1].error);
    }
    await stranger.caller.delete(`${stranger.choice}?reopen=true`).expect(200);
    expect(await statesOf(later)).toEqual([settledBy3]);
    expect(await statesOf(stranger.later)).toEqual([takenBack]);
  });

  it('is looked at, but not changed, with a read-only key, and neither with a key for one source', async () => {
    const { caller, later, choice } = await remembering();
    const reader = await keyOf(caller, { readOnly: true });
    await reader.get(`${choice}/rows`).expect(200);
    const limited = await keyOf(caller, { sourceId: later.id });
    await limited.get(`${choice}/rows`).expect(403);
    for (const one of [reader, limited]) {
      await one.delete(`${choice}?reopen=true`).expect(403);
      await one.patch(choice, { reopen: true }).expect(403);
    }
    expect(await statesOf(later)).toEqual([settledBy3]);
  });
});

describe('a choice for rows whose place is another one', () => {
  it('leaves them as acceptable as they were, and not those that name another company', async () => {
    const caller = await account();
    const elsewhere = { ...alone, prefecture: '大阪府' };
    const accept = async (id: string, reason: string) => {
      const body = { reason, rows: 1, remember: 'always', execute: true, maxCredits: 1 };
      return caller.post(`/sources/${id}/accept`, body, randomUUID()).expect(200);
    };
    const first = await caller.resolved([elsewhere]);
    expect((await accept(first, 'place_contradicts')).body.accepted.remembered_names).toBe(1);
    const later = new DecidedSource(
      caller,
      await caller.resolved([elsewhere, { ...elsewhere, number: corporateNumber(3) }]),
    );
    expect((await statesOf(later)).map(([, , reason]) => reason)).toEqual([
      'remembered_contradicted',
      'remembered_contradicted',
    ]);
    expect((await accept(later.id, 'remembered_contradicted')).body.accepted).toMatchObject({
      rows: 1,
      left_out_rows: 1,
    });
    expect((await statesOf(later))[0]).toEqual(['matched', expect.any(String), 'chosen']);
  });
});

describe('a decision that forgets or replaces a remembered choice', () => {
  it('lists the rows that the choice settled when its call is undone, and reopens them, free', async () => {
    const caller = await account();
    const first = new DecidedSource(caller, await caller.resolved([shared, other]));
    const batch = await first.decided(chosen(1, 3, { remember: 'always' }));
    const later = new DecidedSource(caller, await caller.resolved([shared, shared]));
    const balance = await caller.balance();
    const { body: trial } = await first.undo(batch, { dryRun: true, reopen: true }).expect(200);
    expect(trial.settled).toMatchObject({ total_rows: 2, reopened_rows: 2 });
    expect(await statesOf(later)).toEqual([settledBy3, settledBy3]);
    const key = randomUUID();
    const { body } = await first.undo(batch, { reopen: true, key }).expect(200);
    expect(body.settled).toMatchObject({
      total_rows: 2,
      reopened_rows: 2,
      rows: [{ source_id: later.id, row_number: 1, company_id: idOf(3) }, { row_number: 2 }],
    });
    expect(await statesOf(later)).toEqual([takenBack, takenBack]);
    expect((await first.undo(batch, { reopen: true, key }).expect(200)).body.settled).toEqual(body.settled);
    await later.decided(chosen(1, 4), chosen(2, 3));
    expect(await caller.balance()).toBe(balance);
  });

  it('leaves them settled without `reopen`, and says so', async () => {
    const { first, later } = await remembering();
    const [{ batch_id: batch }] = await first.history();
    const { body } = await first.undo(batch).expect(200);
    expect(body.settled).toMatchObject({ total_rows: 1, reopened_rows: 0 });
    expect(await statesOf(later)).toEqual([settledBy3]);
  });

  it('reopens also rows of its own source, and counts them in its review', async () => {
    const caller = await account();
    const source = new DecidedSource(caller, await caller.resolved([shared]));
    await source.decided(chosen(1, 3, { remember: 'always' }));
    const own = new DecidedSource(caller, await caller.resolved([other, shared, shared]));
    await own.decided({ row: 2, action: 'reopen' });
    const batch = await own.decided(chosen(2, 4, { remember: 'always' }));
    expect(await statesOf(own)).toEqual([expect.anything(), ['matched', idOf(4), 'chosen'], settledBy3]);
    const { body } = await own.decide([{ row: 2, action: 'reopen' }], { reopen: true }).expect(200);
    // The company before is remembered again, and with it what it settled.
    expect(body.settled.total_rows).toBe(0);
    const { body: replaced } = await own
      .decide([chosen(2, 4, { remember: 'always' })], { reopen: true })
      .expect(200);
    expect(replaced.settled).toMatchObject({ total_rows: 1, reopened_rows: 1, rows: [{ row_number: 3 }] });
    expect(replaced.review.statuses).toMatchObject({ matched: 1, multiple_candidates: 1 });
    expect(replaced.review.statuses).toEqual(
      (await caller.get(`/sources/${own.id}/review`).expect(200)).body.review.statuses,
    );
    expect(batch).toEqual(expect.any(String));
  });

  it('lists the rows also if another company took its place meanwhile', async () => {
    for (const forgets of ['undo', 'reopen'] as const) {
      const { caller, first, later } = await remembering();
      const second = new DecidedSource(caller, await caller.resolved([shared]));
      await second.decided({ row: 1, action: 'reopen' });
      await second.decided(chosen(1, 4, { remember: 'always' }));
      const [{ batch_id: batch }] = await first.history();
      const { body } = await (forgets === 'undo'
        ? first.undo(batch, { reopen: true })
        : first.decide([{ row: 1, action: 'reopen' }], { reopen: true })
      ).expect(200);
      expect(body.settled).toMatchObject({
        total_rows: 1,
        reopened_rows: 1,
        rows: [{ source_id: later.id }],
      });
      expect(await statesOf(later)).toEqual([takenBack]);
      expect(await statesOf(second)).toEqual([['matched', idOf(4), 'chosen']]);
    }
  });

  it('lists nothing that another choice still gives its company', async () => {
    const { caller, first, later } = await remembering();
    const second = new DecidedSource(caller, await caller.resolved([shared]));
    await second.decided({ row: 1, action: 'reopen' });
    const batch = await second.decided(chosen(1, 4, { remember: 'always' }));
    const onOther = new DecidedSource(caller, await caller.resolved([shared]));
    // The choice before has its place again.
    const { body } = await second.undo(batch, { reopen: true }).expect(200);
    expect(body.settled).toMatchObject({ total_rows: 1, rows: [{ source_id: onOther.id }] });
    expect(await statesOf(later)).toEqual([settledBy3]);
    expect(await statesOf(first)).toEqual([['matched', idOf(3), 'chosen']]);
  });

  it('reopens the rows also if the decision is about a row that was not resolved, or has another name by now', async () => {
    const { caller, later } = await remembering();
    const open = new DecidedSource(caller, await caller.mapped([{ ...shared, url: other.name }]));
    const { body } = await open.decide([chosen(1, 4, { remember: 'always' })], { reopen: true }).expect(200);
    expect(body.settled).toMatchObject({ total_rows: 1, reopened_rows: 1, rows: [{ source_id: later.id }] });
    expect(await statesOf(later)).toEqual([takenBack]);
    const onOther = new DecidedSource(caller, await caller.resolved([shared, shared]));
    await caller.post(`/sources/${open.id}/map`, { entity: 'company', columns: { name: 'url' } }).expect(200);
    const { body: undone } = await open.undo(body.batch_id, { reopen: true }).expect(200);
    expect(undone.settled).toMatchObject({ total_rows: 2, reopened_rows: 2 });
    expect(await statesOf(onOther)).toEqual([takenBack, takenBack]);
  });

  it('gives the company before its place again, whichever of two later ones is undone first', async () => {
    const { caller, later } = await remembering();
    const rows = new DecidedSource(caller, await caller.mapped([shared, shared]));
    const [second, third] = [
      await rows.decided(chosen(1, 4, { remember: 'always' })),
      await rows.decided(chosen(2, 5, { remember: 'always' })),
    ];
    await rows.undo(second, { reopen: true }).expect(200);
    expect(await rows.remembered()).toEqual([
      [shared.name, idOf(5), true],
      [shared.name, idOf(3), false],
    ]);
    const { body } = await rows.undo(third, { reopen: true }).expect(200);
    expect(body.settled.total_rows).toBe(0);
    expect(await rows.remembered()).toEqual([[shared.name, idOf(3), true]]);
    expect(await statesOf(later)).toEqual([settledBy3]);
  });

  it('settles no row of a resolve that began before it was forgotten', async () => {
    const { caller, choice } = await remembering();
    const source = new DecidedSource(caller, await caller.mapped([shared]));
    const balance = await caller.balance();
    const locked = await database.knex.transaction();
    await locked('sources').where({ source_id: source.id }).forUpdate();
    const resolving = caller.resolve(source.id).then((answer) => answer);
    const waits = () =>
      database.knex('pg_stat_activity').whereRaw("datname = current_database() AND wait_event_type = 'Lock'");
    while ((await waits()).length === 0) await new Promise((again) => setTimeout(again, 20));
    await caller.delete(`${choice}?reopen=true`).expect(200);
    await locked.rollback();
    expect((await resolving).body.resolution).toMatchObject({ matched: 0, multiple_candidates: 1 });
    expect(await caller.balance()).toBe(balance);
  });

  it('reopens rows of two sources that forget at the same time, without waiting for each other for ever', async () => {
    const caller = await account();
    for (let round = 0; round < 3; round += 1) {
      const sources: DecidedSource[] = [];
      const batches: string[] = [];
      for (const cells of [shared, other]) {
        const source = new DecidedSource(caller, await caller.resolved([shared, other]));
        await source.decide([{ row: cells === shared ? 1 : 2, action: 'reopen' }]);
        batches.push(await source.decided(chosen(cells === shared ? 1 : 2, 3, { remember: 'always' })));
        sources.push(source);
      }
      const answers = await Promise.all(
        sources.map((source, at) => source.undo(batches[at] ?? '', { reopen: true })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  it('says nothing of rows to a key for one source, and reopens none in others', async () => {
    const { caller, first, later } = await remembering();
    const [{ batch_id: batch }] = await first.history();
    const own = new DecidedSource(await keyOf(caller, { sourceId: first.id }), first.id);
    const { body } = await own.undo(batch, { reopen: true }).expect(200);
    expect(body.settled).toEqual({ total_rows: 0, reopened_rows: 0, rows: [] });
    expect(await statesOf(later)).toEqual([settledBy3]);
  });
});

describe('a remembered mark', () => {
  const cash = { name: '現金' };
  const marked = ['not_found', 'not_a_company', 'remembered'];
  const decisionsOf = async (source: DecidedSource) =>
    (await source.rows()).map((row) => [row.resolve_status, row.decision, row.reason]);

  it('marks later rows with the name, free of charge, but none with an identifier', async () => {
    const { caller, first } = await remembering([]);
    await first.decided({ row: 1, action: 'reopen' });
    await first.decided({ row: 1, action: 'not_a_company', remember: 'always' });
    const before = await caller.balance();
    const rows = [shared, { name: shared.name, number: corporateNumber(4) }];
    const later = new DecidedSource(caller, await caller.resolved(rows));
    expect(await decisionsOf(later)).toEqual([marked, ['matched', null, 'number_and_name']]);
    expect(await caller.balance()).toBe(before - 1);
    const { body } = await caller.get(`/sources/${later.id}/review`).expect(200);
    expect(body.review.statuses).toMatchObject({ matched: 1, not_found: 1 });
    expect((await caller.get(`/sources/${later.id}/reasons`).expect(200)).body.reasons).toEqual([]);
    // What a person says of the row counts.
    await later.decided({ row: 1, action: 'take_back' });
    expect((await later.rows())[0]).toMatchObject({ resolve_status: 'multiple_candidates', decision: null });
    await later.decided(chosen(1, 3));
  });

  it('takes the place of a row that its name would settle, which has the company as its candidate again', async () => {
    const caller = await account();
    const first = new DecidedSource(caller, await caller.resolved([alone]));
    await first.decided({ row: 1, action: 'reopen' });
    await first.decided({ row: 1, action: 'none_of_these', remember: 'always' });
    const later = new DecidedSource(caller, await caller.resolved([alone]));
    expect(await decisionsOf(later)).toEqual([['not_found', 'none_of_these', 'remembered']]);
    await later.decided({ row: 1, action: 'take_back' });
    expect(await statesOf(later)).toEqual([takenBack]);
  });

  it('is listed, forgotten with its decision, and its rows are reopened', async () => {
    const caller = await account();
    const first = new DecidedSource(caller, await caller.resolved([cash, cash]));
    const body = {
      reason: 'no_company_meant',
      rows: 2,
      action: 'not_a_company',
      remember: 'always',
      execute: true,
      maxCredits: 0,
    };
    const accepted = await caller.post(`/sources/${first.id}/accept`, body, randomUUID()).expect(200);
    expect(accepted.body.accepted).toEqual({
      reason: 'no_company_meant',
      action: 'not_a_company',
      rows: 2,
      left_out_rows: 0,
      remembered_names: 1,
    });
    const later = new DecidedSource(caller, await caller.resolved([cash]));
    expect(await decisionsOf(later)).toEqual([marked]);
    const choices = await caller.get('/remembered-choices?always=true').expect(200);
    expect(choices.body.items).toMatchObject([
      {
        name: '現金',
        mark: 'not_a_company',
        company_id: null,
        company_name: null,
        always: true,
        settled_rows: 1,
      },
    ]);
    const { body: listed } = await caller.get(`${await choiceOf(caller)}/rows`).expect(200);
    expect(listed.items).toMatchObject([{ source_id: later.id, company_id: null, cells: cash }]);
    const undo = { batchId: accepted.body.batch_id, reopen: true };
    const undone = await caller.post(`/sources/${first.id}/undo`, undo, randomUUID()).expect(200);
    expect(undone.body).toMatchObject({ undone: { rows: 2 }, settled: { total_rows: 1, reopened_rows: 1 } });
    expect(await decisionsOf(later)).toEqual([['not_found', null, 'no_company_meant']]);
    expect((await caller.get('/remembered-choices').expect(200)).body.items).toEqual([]);
  });

  it('gives way to a company that is remembered later, and has its place again when that is undone', async () => {
    const { caller, first } = await remembering([]);
    await first.decided({ row: 1, action: 'reopen' });
    await first.decided({ row: 1, action: 'not_a_company', remember: 'always' });
    const second = new DecidedSource(caller, await caller.resolved([shared]));
    const batchId = await second.decided(chosen(1, 4, { remember: 'always' }));
    const third = new DecidedSource(caller, await caller.resolved([shared]));
    expect(await statesOf(third)).toEqual([['matched', idOf(4), 'remembered']]);
    await caller.post(`/sources/${second.id}/undo`, { batchId }, randomUUID()).expect(200);
    expect(await decisionsOf(new DecidedSource(caller, await caller.resolved([shared])))).toEqual([marked]);
  });
});

describe('a key for one source', () => {
  it('remembers nothing: rows of other tables are neither settled nor charged by what it decides', async () => {
    const caller = await account();
    const source = new DecidedSource(caller, await caller.resolved([shared, shared, shared]));
    const limited = await keyOf(caller, { sourceId: source.id, maxCredits: 1 });
    const own = new DecidedSource(limited, source.id);
    for (const remember of ['always', 'suggest']) {
      const { body } = await own.decide([chosen(1, 3, { remember })]).expect(403);
      expect(body.error).toMatchObject({
        code: 'key_not_permitted',
        message: expect.stringContaining('remember'),
      });
    }
    await own.decide([chosen(1, 3, { remember: 'always' })], { dryRun: true }).expect(403);
    await own.decided(chosen(1, 3));
    await own.decided({ row: 1, action: 'reopen' });
    await own.decided(chosen(1, 3, { remember: 'no' }));
    expect(await source.remembered()).toEqual([]);
    const balance = await caller.balance();
    const later = new DecidedSource(caller, await caller.resolved([shared]));
    expect(await later.states()).toEqual([['multiple_candidates', null, null, false]]);
    expect(await caller.balance()).toBe(balance);
  });

  it('remembers nothing by a selection and by a returned table either', async () => {
    const caller = await account();
    const source = new DecidedSource(caller, await caller.resolved([shared, shared]));
    const limited = await keyOf(caller, { sourceId: source.id });
    const [row] = await caller.rows(source.id);
    await limited.select(source.id, row?.source_row_id ?? '', idOf(3)).expect(200);
    const table = (await limited.get(`/sources/${source.id}/candidates`).expect(200)).text;
    const [headers = '', ...lines] = table.split('\r\n').filter((line) => line !== '');
    const place = headers.split(',').indexOf('cd_choice');
    const marked = lines.map((line, at) =>
      line
        .split(',')
        .map((cell, column) => (at === 0 && column === place ? 'x' : cell))
        .join(','),
    );
    const send = (query: string) =>
      fetch(`${service.url}/api/service/sources/${source.id}/choices?execute=true&maxCredits=1${query}`, {
        method: 'POST',
        headers: { 'x-api-key': limited.account.apiKey, 'idempotency-key': randomUUID() },
        body: [headers, ...marked].join('\r\n'),
      });
    expect((await send('&remember=always')).status).toBe(403);
    const answer = await send('');
    expect([answer.status, Object(await answer.json()).choices?.changed]).toEqual([200, 1]);
    expect(await source.remembered()).toEqual([]);
  });

  it('neither replaces nor forgets what the account remembers, also when it undoes a decision of another key', async () => {
    const { caller, first } = await remembering();
    const before = await first.remembered();
    const own = new DecidedSource(await keyOf(caller, { sourceId: first.id }), first.id);
    const [decision] = await first.history();
    await own.undo(decision.batch_id).expect(200);
    expect(await first.remembered()).toEqual(before);
    await own.decided(chosen(1, 4));
    await own.decided({ row: 1, action: 'reopen' });
    await own.decided(chosen(1, 3));
    await own.decided({ row: 1, action: 'reopen' });
    expect(await first.remembered()).toEqual(before);
    // A key that reaches the account still forgets what it takes back.
    const all = new DecidedSource(caller, first.id);
    const batch = await all.decided(chosen(1, 4, { remember: 'always' }));
    expect(await first.remembered()).toContainEqual([shared.name, idOf(4), true]);
    await all.undo(batch).expect(200);
    expect(await first.remembered()).toEqual(before);
  });

  it('that remembered something before this was refused steers only its own source', async () => {
    const { caller, first, later } = await remembering();
    const { keyId } = (await keyOf(caller, { sourceId: later.id })).account;
    await database
      .knex('source_choices')
      .where({ account_id: caller.account.accountId })
      .update({ key_id: keyId });
    expect(await statesOf(new DecidedSource(caller, await caller.resolved([shared])))).toEqual([
      ['multiple_candidates', null, 'several_companies'],
    ]);
    // Until a key of the account chooses the company again.
    await first.decided({ row: 1, action: 'reopen' });
    await first.decided(chosen(1, 3, { remember: 'always' }));
    expect(await statesOf(new DecidedSource(caller, await caller.resolved([shared])))).toEqual([settledBy3]);
  });
});

describe('a remembered choice that is switched off', () => {
  it('settles nothing and is no candidate first; its rows stay, are counted, and settle again when it is on', async () => {
    const { caller, later, choice } = await remembering([shared, shared]);
    const { body: list } = await caller.get('/remembered-choices').expect(200);
    expect(list.items).toMatchObject([{ enabled: true, settled_rows: 2 }]);
    const { body } = await caller.patch(choice, { enabled: false }).expect(200);
    expect(body).toMatchObject({
      choice: { enabled: false, always: true, settled_rows: 2 },
      settled: { total_rows: 2, reopened_rows: 0 },
    });
    expect(await statesOf(later)).toEqual([settledBy3, settledBy3]);
    const [open] = await caller.rows(await caller.resolved([shared]));
    expect(open).toMatchObject({
      resolve_status: 'multiple_candidates',
      reason: { code: 'several_companies' },
    });
    expect(open?.resolve_candidates.map(({ previously_selected }) => previously_selected)).toEqual([
      false,
      false,
    ]);
    await caller.patch(choice, { enabled: true }).expect(200);
    expect(await statesOf(new DecidedSource(caller, await caller.resolved([shared])))).toEqual([settledBy3]);
  });

  it('is on again if its company is chosen as always, and not by a suggestion', async () => {
    const { caller, choice } = await remembering();
    await caller.patch(choice, { enabled: false }).expect(200);
    const enabled = async () => (await caller.get('/remembered-choices').expect(200)).body.items[0].enabled;
    const next = async (remember: string) => {
      const source = new DecidedSource(caller, await caller.resolved([shared]));
      await source.decided(chosen(1, 3, { remember }));
    };
    await next('suggest');
    expect(await enabled()).toBe(false);
    await next('always');
    expect(await enabled()).toBe(true);
  });
});

describe('taking back a row that a remembered choice settled', () => {
  it('offers all other rows that it settled, in all sources, and changes them only if asked', async () => {
    const { caller, later, choice } = await remembering([shared, shared]);
    const again = new DecidedSource(caller, await caller.resolved([shared]));
    const reopen = { row: 1, action: 'reopen' };
    const { body: trial } = await later.decide([reopen], { reopen: true, dryRun: true }).expect(200);
    expect(trial.settled).toMatchObject({ total_rows: 2 });
    expect(trial.settled.rows.map(({ source_id }: { source_id: string }) => source_id)).toEqual([
      later.id,
      again.id,
    ]);
    // Only the row itself.
    const { body: alone } = await later.decide([reopen]).expect(200);
    expect(alone.settled.total_rows).toBe(0);
    expect(await statesOf(again)).toEqual([settledBy3]);
    expect((await caller.get('/remembered-choices')).body.items).toMatchObject([{ enabled: true }]);
    const { body } = await later.decide([{ row: 2, action: 'reopen' }], { reopen: true }).expect(200);
    expect(body.settled).toMatchObject({ total_rows: 1, reopened_rows: 1 });
    expect(await statesOf(later)).toEqual([takenBack, takenBack]);
    expect(await statesOf(again)).toEqual([takenBack]);
    expect((await caller.patch(choice, { reopen: false }).expect(200)).body.choice.enabled).toBe(false);
  });

  it('switches nothing off for a key for one source', async () => {
    const { caller, later } = await remembering();
    const narrow = await keyOf(caller, { label: '一つの表', sourceId: later.id });
    await new DecidedSource(narrow, later.id)
      .decide([{ row: 1, action: 'reopen' }], { reopen: true })
      .expect(200);
    expect((await caller.get('/remembered-choices')).body.items).toMatchObject([{ enabled: true }]);
  });
});

describe('a file of remembered choices', () => {
  const send = (caller: SourceAccount, text: string, query = '') =>
    caller.upload(`/remembered-choices/import${query}`, Buffer.from(text), 'text/csv');
  const exported = async (caller: SourceAccount) =>
    (await caller.get('/remembered-choices/export').expect(200)).text;

  it('is taken as it was written, by another account too, and changes nothing a second time', async () => {
    const { caller } = await remembering();
    await new DecidedSource(caller, await caller.resolved([other])).decided(
      chosen(1, 5, { remember: 'suggest' }),
    );
    const text = await exported(caller);
    const again = await send(caller, text).expect(200);
    expect(again.body.imported).toEqual({ read: 2, added: 0, changed: 0, changed_names: [], unchanged: 2 });
    const another = await account();
    const { body } = await send(another, text).expect(200);
    expect(body.imported).toEqual({ read: 2, added: 2, changed: 0, changed_names: [], unchanged: 0 });
    expect(await statesOf(new DecidedSource(another, await another.resolved([shared])))).toEqual([
      settledBy3,
    ]);
    expect((await send(another, text).expect(200)).body.imported.unchanged).toBe(2);
  });

  it('has what is no company, too, as it was written, and marks rows of another account by it', async () => {
    const caller = await account();
    const first = new DecidedSource(caller, await caller.resolved([{ name: '現金' }]));
    await first.decided({ row: 1, action: 'not_a_company', remember: 'always' });
    const text = await exported(caller);
    expect((await send(caller, text).expect(200)).body.imported).toMatchObject({ read: 1, unchanged: 1 });
    const another = await account();
    expect((await send(another, text).expect(200)).body.imported).toMatchObject({ read: 1, added: 1 });
    const [row] = await another.rows(await another.resolved([{ name: '現金' }]));
    expect(row).toMatchObject({ resolve_status: 'not_found', decision: 'not_a_company' });
    for (const line of [`現金,${idOf(3)},not_a_company,true`, '現金,,whatever,true', '現金,,,true']) {
      const { body } = await send(another, `name,company_id,mark,always\n${line}\n`).expect(400);
      expect(body.error.details).toMatchObject([
        { field: expect.stringMatching(/^line 2, (?:mark|company_id)$/) },
      ]);
    }
  });

  it('is faulted under the headers that stand in the file', async () => {
    const { caller } = await remembering();
    const { body } = await send(caller, '名称,法人番号,メモ\n架空,1234567890123,\n').expect(404);
    expect(body.error.details).toMatchObject([{ field: 'line 2, 法人番号' }]);
  });

  it('is an Excel workbook, too, with lines around the table', async () => {
    const { caller } = await remembering();
    const { body: workbook } = await caller
      .get('/remembered-choices/export?format=xlsx')
      .buffer(true)
      .parse((response, done) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => done(null, Buffer.concat(pieces)));
      })
      .expect(200);
    const answer = await caller
      .upload('/remembered-choices/import', workbook, 'application/octet-stream')
      .expect(200);
    expect(answer.body.imported).toMatchObject({ read: 1, unchanged: 1 });
    const [header = [], first = []] = (await readXlsx(workbook)).sheets[0]?.rows ?? [];
    expect(first[header.indexOf('settled_rows')]).toBe(1);
    const titled = `社内の名寄せ一覧\n\nname,corporate_number,always\n架空の略称,${idOf(5).slice(3)},true\n`;
    expect((await send(caller, titled).expect(200)).body.imported).toMatchObject({ read: 1, added: 1 });
  });

  it('changes, switches off and takes the place of an always, and says which rows it leaves', async () => {
    const { caller, later } = await remembering();
    const text = `name,company_id,always,enabled,note\n${shared.name},${idOf(4)},true,,大阪の会社\n${shared.name},${idOf(3)},false,false,\n`;
    const { body: trial } = await send(caller, text, '?dryRun=true').expect(200);
    expect(trial).toMatchObject({
      imported: { read: 2, added: 1, changed: 1, changed_names: [shared.name], unchanged: 0 },
      settled: { total_rows: 1, reopened_rows: 0 },
    });
    expect((await caller.get('/remembered-choices')).body.items).toHaveLength(1);
    const { body } = await send(caller, text, '?reopen=true').expect(200);
    expect(body.settled).toMatchObject({ total_rows: 1, reopened_rows: 1 });
    expect(await statesOf(later)).toEqual([takenBack]);
    const { body: list } = await caller.get('/remembered-choices').expect(200);
    expect(list.items).toMatchObject([
      { company_id: idOf(4), always: true, enabled: true, note: '大阪の会社' },
      { company_id: idOf(3), always: false, enabled: false, note: null },
    ]);
  });

  it('names every bad line, and then takes nothing', async () => {
    const caller = await account();
    const lines = [
      'name,company_id,corporate_number,always,note,choice_id',
      `良い名称,${idOf(3)},,true,,`,
      `,${idOf(3)},,true,,`,
      `名称だけ,,,true,,`,
      `旗,${idOf(3)},,多分,,`,
      `良い名称,${idOf(3)},,,,`,
      `良い名称,${idOf(4)},,true,,`,
      `知らない会社,cn_9999999999999,,,,`,
      `,${idOf(3)},,true,,${randomUUID()}`,
      `長いメモ,${idOf(3)},,,${'あ'.repeat(501)},`,
    ];
    const { body } = await send(caller, lines.join('\n')).expect(400);
    expect(body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      'line 10, note',
      'line 3, name',
      'line 4, company_id',
      'line 5, always',
      'line 6, name',
      'line 7, always',
      'line 8, company_id',
      'line 9, name',
    ]);
    expect((await caller.get('/remembered-choices')).body.items).toEqual([]);
    await send(caller, 'a,b\n1,2\n').expect(400);
    await send(caller, '').expect(400);
    const many = ['name,company_id', ...Array.from({ length: 10_001 }, (_, at) => `名称${at},${idOf(3)}`)];
    expect((await send(caller, many.join('\n')).expect(413)).body.error.code).toBe('payload_too_large');
  });

  it('says which of two companies a line names, and names the column of a bad number', async () => {
    const caller = await account();
    const text = (number: string) =>
      `name,company_id,corporate_number,always\n架空の略称,${idOf(3)},${number},true\n`;
    const number = (of: number) => idOf(of).slice(3);
    for (const [given, said] of [
      [number(4), /^is of .*delete the wrong one$/],
      ['123', /corporate number/],
    ] as const) {
      const { error } = (await send(caller, text(given)).expect(given === '123' ? 404 : 400)).body;
      expect(error.details).toMatchObject([
        { field: 'line 2, corporate_number', message: expect.stringMatching(said) },
      ]);
      expect(error.message).toMatch(/^Nothing was changed\./);
    }
    const unknown = 'name,company_id\n架空の略称,cn_0000000000000\n';
    expect((await send(caller, unknown).expect(404)).body.error.message).toContain('is no company_id');
    // As a spreadsheet keeps the number of an exported line.
    for (const given of [number(3), `T${number(3)}`, '1.18E+12'])
      expect((await send(caller, text(given)).expect(200)).body.imported.read).toBe(1);
  });

  it('takes names with marks alone, and says which headers it looks for', async () => {
    const caller = await account();
    expect((await send(caller, 'name,mark\n現金,not_a_company\n').expect(200)).body.imported).toMatchObject({
      added: 1,
    });
    expect((await send(caller, '名前,印\n現金,x\n').expect(400)).body.error.message).toContain(
      'company_id, corporate_number or mark',
    );
  });

  it('changes nothing, too, if a spreadsheet would run its names', async () => {
    const caller = await account();
    const note = '=2+2';
    await send(caller, `name,company_id,always,note\n=1+1商事,${idOf(3)},true,${note}\n`).expect(200);
    const text = await exported(caller);
    expect(text).toContain("'=1+1商事");
    expect((await send(caller, text).expect(200)).body.imported).toMatchObject({ read: 1, unchanged: 1 });
  });

  it('reopens the rows that an import before left, although its choices are the same', async () => {
    const { caller, later } = await remembering();
    const text = `name,company_id,always\n${shared.name},${idOf(4)},true\n`;
    expect((await send(caller, text).expect(200)).body.settled).toMatchObject({
      total_rows: 1,
      reopened_rows: 0,
    });
    const { body } = await send(caller, text, '?reopen=true').expect(200);
    expect(body).toMatchObject({ imported: { unchanged: 1 }, settled: { total_rows: 1, reopened_rows: 1 } });
    expect(await statesOf(later)).toEqual([takenBack]);
  });

  it('is about the choices of the account: the choice_id of another one is unknown', async () => {
    const { caller } = await remembering();
    const { body: own } = await caller.get('/remembered-choices').expect(200);
    const stranger = await account();
    const text = `name,company_id,choice_id\n,${idOf(3)},${own.items[0].choice_id}\n`;
    await send(stranger, text).expect(400);
    expect((await send(caller, text).expect(200)).body.imported).toMatchObject({ read: 1, changed: 1 });
  });
});
