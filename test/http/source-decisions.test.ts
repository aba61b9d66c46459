import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { corporateNumber, idOf } from '../support/companies.ts';
import { chosen, DecidedSource, former, invalid, shared, unknown } from '../support/decided-source.ts';
import { type Cells, sourceSuite } from '../support/sources.ts';

// Sources of new accounts over `sourceWorld`: companies 3 and 4 share a name, 5 has a name of its own.

const suite = await sourceSuite();
afterAll(suite.end);

const alone = { name: '株式会社孤立電機' };

async function working(rows: readonly Cells[], credits = 100): Promise<DecidedSource> {
  const caller = await suite.account(credits);
  return new DecidedSource(caller, await caller.resolved(rows));
}

describe('decisions about rows', () => {
  it('choose any company for any row that is not matched, for one credit each', async () => {
    const work = await working([shared, shared, unknown, invalid]);
    const answer = await work.decide([chosen(1, 3), chosen(2, 5), chosen(3, 5), chosen(4, 6)]).expect(200);
    expect(answer.body).toMatchObject({
      command: 'source.decide',
      rows_changed: 4,
      billing: { credits_used: 4 },
      review: { statuses: { matched: 4, multiple_candidates: 0, not_found: 0, invalid: 0 } },
    });
    expect(answer.body.decisions[0]).toMatchObject({
      row_number: 1,
      rows_changed: 1,
      same_rows: 0,
      credits: 1,
    });
    expect(await work.states()).toEqual([3, 5, 5, 6].map((n) => ['matched', idOf(n), 'chosen', true]));
    const rows = await work.caller.rows(work.id);
    expect(
      rows.map(({ resolve_candidates }) => resolve_candidates.map(({ company_id }) => company_id)),
    ).toEqual([[idOf(3), idOf(4)], [idOf(3), idOf(4), idOf(5)], [idOf(5)], [idOf(1), idOf(6)]]);
    expect(rows[2]?.resolve_candidates[0]?.matched_by).toEqual([
      expect.objectContaining({ stage: 'chosen_by_hand', rule: 'chosen_by_hand' }),
    ]);
    expect(await work.caller.balance()).toBe(96);
  });

  it('choose for a row that is not resolved yet, and return it there', async () => {
    const caller = await suite.account(10);
    const work = new DecidedSource(caller, await caller.mapped([unknown, shared]));
    await work.decide([chosen(1, 5)]).expect(200);
    await caller.resolve(work.id).expect(200);
    const { body } = await work.decide([{ row: 1, action: 'reopen' }], { maxCredits: 0 }).expect(200);
    expect(body.source).toMatchObject({ status: 'mapped', resolve_summary: { unresolved: 1 } });
    expect((await work.states())[0]).toEqual(['unresolved', null, null, true]);
    await caller.resolve(work.id).expect(200);
    expect((await work.states())[0]).toEqual(['not_found', null, null, true]);
  });

  it('need a mapping', async () => {
    const caller = await suite.account(10);
    const work = new DecidedSource(caller, await caller.imported([unknown]));
    const { body } = await work.decide([chosen(1, 5)]).expect(409);
    expect(body.error.code).toBe('source_mapping_required');
  });

  it('hold for all rows that say the same, except those that the request names', async () => {
    const work = await working([shared, { name: '㈱同名商事' }, shared, shared, unknown]);
    const [first] = await work.caller.rows(work.id);
    expect(first).toMatchObject({ same_rows: 4, same_rows_credits: 4 });
    const decisions = [chosen(1, 3, { applyTo: 'same' }), chosen(3, 4)];
    const dry = await work.decide(decisions, { dryRun: true }).expect(200);
    expect(dry.body).toMatchObject({ rows_changed: 4, billing: { credits_used: 4, dry_run: true } });
    expect((await work.states())[0]).toEqual(['multiple_candidates', null, null, false]);
    const { body } = await work.decide(decisions).expect(200);
    expect(body.decisions.map(({ same_rows }: { same_rows: number }) => same_rows)).toEqual([2, 0]);
    const companies = (await work.states()).map(([, company]) => company);
    expect(companies).toEqual([idOf(3), idOf(3), idOf(4), idOf(3), null]);
  });

  it('hold for rows that say the same in the current mapping, which is known once it is resolved', async () => {
    const places = ['東京都', '', '東京都', '北海道'];
    const work = await working(places.map((prefecture) => ({ name: 'カクウジドウシャ', prefecture })));
    const map = (hints: object) =>
      work.caller
        .post(`/sources/${work.id}/map`, { entity: 'company', columns: { name: 'name' }, ...hints })
        .expect(200);
    await map({});
    const { body } = await work.decide([chosen(1, 1, { applyTo: 'same' })]).expect(400);
    expect(body.error.details).toEqual([
      {
        field: 'decisions[0].applyTo',
        code: 'invalid_request',
        message: expect.stringContaining('resolve the source first'),
      },
    ]);
    const same = async () => (await work.caller.rows(work.id)).map(({ same_rows }) => same_rows);
    expect(await same()).toEqual([0, 0, 0, 0]);
    await work.caller.resolve(work.id).expect(200);
    expect(await same()).toEqual([4, 4, 4, 4]);
    await work.decide([{ row: 4, action: 'not_a_company', applyTo: 'same' }]).expect(200);
    await map({ hints: { prefecture: 'prefecture' } });
    // Undoing needs no other mapping than that of the decision.
    const undone = await work.decide([{ row: 4, action: 'take_back', applyTo: 'same' }]).expect(200);
    expect(undone.body.rows_changed).toBe(4);
    await work.caller.resolve(work.id).expect(200);
    expect(await same()).toEqual([2, 1, 2, 1]);
    const dry = await work.decide([chosen(1, 1, { applyTo: 'same' })], { dryRun: true }).expect(200);
    expect(dry.body).toMatchObject({ rows_changed: 2, billing: { credits_used: 2 } });
  });

  it('do not hold for a row that said the same only in an earlier mapping', async () => {
    const caller = await suite.account(10);
    const work = new DecidedSource(
      caller,
      await caller.imported([unknown, { ...unknown, prefecture: '北海道' }]),
    );
    const map = async (hints: object) => {
      const mapping = { entity: 'company', columns: { name: 'name' }, ...hints };
      await caller.post(`/sources/${work.id}/map`, mapping).expect(200);
      await caller.resolve(work.id).expect(200);
    };
    await map({});
    await work.decide([{ row: 2, action: 'none_of_these' }]).expect(200);
    await map({ hints: { prefecture: 'prefecture' } });
    await work.decide([{ row: 2, action: 'take_back' }]).expect(200);
    expect((await caller.rows(work.id)).map(({ same_rows }) => same_rows)).toEqual([1, 0]);
    const { body } = await work.decide([chosen(1, 5, { applyTo: 'same' })]).expect(200);
    expect(body.rows_changed).toBe(1);
  });

  it('can name the mapping with which the row was shown, and do not hold for another one', async () => {
    const caller = await suite.account(10);
    const work = new DecidedSource(caller, await caller.resolved([{ ...shared, ticker: '' }]));
    const [shown] = await caller.rows(work.id);
    const mapping = { entity: 'company', columns: { name: 'ticker' } };
    await caller.post(`/sources/${work.id}/map`, mapping).expect(200);
    // Until the row is resolved again, it is what was shown; only the name is not known any more.
    const skip = { row: 1, action: 'skip', mappingVersion: shown?.mapping_version };
    await work.decide([skip]).expect(200);
    expect((await work.history()).at(-1).seen).toMatchObject({ name: null, candidates: [{}, {}] });
    await caller.resolve(work.id).expect(200);
    const stale = chosen(1, 3, { mappingVersion: shown?.mapping_version });
    const { body } = await work.decide([stale]).expect(409);
    expect(body.error).toMatchObject({
      code: 'source_row_changed',
      details: [{ field: 'decisions[0].mappingVersion' }],
    });
    const [now] = await caller.rows(work.id);
    await work.decide([chosen(1, 3, { mappingVersion: now?.mapping_version })]).expect(200);
    expect(await caller.balance()).toBe(9);
  });

  it('can name the decision that was shown, and replace none that another person made since', async () => {
    const caller = await suite.account(10);
    const work = new DecidedSource(caller, await caller.resolved([shared, unknown, shared]));
    const shown = { shownDecision: null };
    await work.decide([{ row: 1, action: 'none_of_these', ...shown }]).expect(200);
    const { body } = await work.decide([chosen(1, 1, shown), chosen(3, 1, shown)]).expect(409);
    expect(body.error).toMatchObject({
      code: 'source_row_not_selectable',
      details: [
        {
          field: 'decisions[0].row',
          message: expect.stringContaining('its decision is now none_of_these'),
          decided: { action: 'none_of_these', decision: 'none_of_these' },
        },
      ],
    });
    expect(await caller.balance()).toBe(10);
    for (const action of ['not_a_company', 'skip'])
      await work.decide([{ row: 1, action, ...shown }]).expect(409);
    // What is so already needs no refusal. Who saw the other decision may replace it.
    await work.decide([{ row: 1, action: 'none_of_these', ...shown }]).expect(200);
    await work.decide([chosen(1, 1, { shownDecision: 'none_of_these' })]).expect(200);
    const taken = await work.decide([{ row: 1, action: 'reopen', shownDecision: 'chosen' }]).expect(200);
    expect(taken.body.rows_changed).toBe(1);
    const late = await work
      .decide([{ row: 1, action: 'none_of_these', shownDecision: 'chosen' }])
      .expect(409);
    expect(late.body.error.details[0].message).toContain('its decision was taken back');
    expect(await caller.balance()).toBe(9);
  });

  it('mark rows that resolving then leaves alone, until they are taken back', async () => {
    const work = await working([shared, unknown, invalid]);
    await work
      .decide([
        { row: 1, action: 'none_of_these' },
        { row: 2, action: 'not_a_company' },
        { row: 3, action: 'not_a_company' },
      ])
      .expect(200);
    await work.caller
      .post(`/sources/${work.id}/map`, { entity: 'company', columns: { name: 'name' } })
      .expect(200);
    await work.caller.resolve(work.id).expect(200);
    expect(await work.states()).toEqual([
      ['not_found', null, 'none_of_these', false],
      ['not_found', null, 'not_a_company', false],
      ['not_found', null, 'not_a_company', false],
    ]);
    expect((await work.caller.rows(work.id))[0]).toMatchObject({ candidate_count: 2, same_rows: 0 });
    await work.decide([1, 2, 3].map((row) => ({ row, action: 'take_back' }))).expect(200);
    expect((await work.states()).map(([status]) => status)).toEqual([
      'multiple_candidates',
      'not_found',
      'invalid',
    ]);
    expect(await work.caller.balance()).toBe(100);
  });

  it('that mark rows take them out of the next steps and their price, until they are taken back', async () => {
    const work = await working([unknown, unknown, shared, alone]);
    const marked = [
      { row: 1, action: 'none_of_these' },
      { row: 3, action: 'not_a_company' },
    ];
    const { body } = await work.decide(marked, { maxCredits: 0 }).expect(200);
    expect(body.source.resolve_summary).toMatchObject({ not_found: 3, matched: 1 });
    const stepOf = (answer: typeof body, action: string) =>
      answer.next_steps.find((each: { action: string }) => each.action === action);
    expect(stepOf(body, 'map_further_columns').reason).toBe('No company was found for 1 row');
    expect(stepOf(body, 'map_further_columns').requests[2].body.maxCredits).toBe(1);
    expect(stepOf(body, 'take_back_rows').reason).toBe('2 rows are marked as nobody or as not a company');
    const mapping = { entity: 'company', columns: { name: 'name' } };
    const mapped = await work.caller.post(`/sources/${work.id}/map`, mapping).expect(200);
    expect(stepOf(mapped.body, 'resolve_rows').requests[0].body.maxCredits).toBe(1);
    const numbers = async (query: string) =>
      (await work.caller.rows(work.id, query)).map(({ row_number }) => row_number);
    expect(await numbers('&decision=none')).toEqual([2, 4]);
    expect(await numbers('&status=not_found&decision=none')).toEqual([2]);
    expect(await numbers('&decision=none_of_these,not_a_company')).toEqual([1, 3]);
    const taken = await work
      .decide([
        { row: 1, action: 'not_a_company' },
        { row: 3, action: 'take_back' },
      ])
      .expect(200);
    expect(stepOf(taken.body, 'resolve_rows').requests[0].body.maxCredits).toBe(2);
    const [{ dismissed }] = await suite.database.knex('sources').where({ source_id: work.id });
    expect(dismissed).toBe(1);
  });

  it('reopen matched rows; settling them again is free, and resolving does not repeat the mistake', async () => {
    const work = await working([alone, shared, unknown]);
    await work.decide([chosen(2, 3), chosen(3, 5)]).expect(200);
    const reopened = [1, 2, 3].map((row) => ({ row, action: 'reopen' }));
    const { body } = await work.decide(reopened, { maxCredits: 0 }).expect(200);
    expect(body.billing.credits_used).toBe(0);
    expect(await work.states()).toEqual([
      ['multiple_candidates', null, null, true],
      ['multiple_candidates', null, null, true],
      ['not_found', null, null, true],
    ]);
    const rows = await work.caller.rows(work.id);
    expect(rows[0]).toMatchObject({ candidate_count: 1, reason: { code: 'taken_back' } });
    expect(rows[2]).toMatchObject({ candidate_count: 0 });
    await work.caller
      .post(`/sources/${work.id}/map`, { entity: 'company', columns: { name: 'name' } })
      .expect(200);
    await work.caller.resolve(work.id).expect(200);
    expect((await work.states())[0]).toEqual(['multiple_candidates', null, null, true]);
    await work.decide([chosen(1, 5), chosen(2, 4), chosen(3, 5)], { maxCredits: 0 }).expect(200);
    expect(await work.caller.balance()).toBe(97);
  });

  it('reopen the rows like a matched one that have its company, whoever matched them', async () => {
    const work = await working([alone, alone, shared, shared, shared]);
    await work.decide([chosen(3, 3), chosen(4, 3), chosen(5, 4)]).expect(200);
    const reopened = await work
      .decide(
        [
          { row: 1, action: 'reopen', applyTo: 'same' },
          { row: 3, action: 'reopen', applyTo: 'same_name' },
        ],
        { maxCredits: 0 },
      )
      .expect(200);
    expect(reopened.body.decisions.map(({ same_rows }: { same_rows: number }) => same_rows)).toEqual([1, 1]);
    const open = ['multiple_candidates', null, null, true];
    expect(await work.states()).toEqual([open, open, open, open, ['matched', idOf(4), 'chosen', true]]);
  });

  it('taken back one after the other are all remembered: resolving settles the row on none of them', async () => {
    const work = await working([alone, { ...shared, prefecture: '東京都' }]);
    const again = async (columns: object, hints?: object) => {
      const mapping = { entity: 'company', columns, ...(hints && { hints }) };
      await work.caller.post(`/sources/${work.id}/map`, mapping).expect(200);
      await work.caller.resolve(work.id, { maxCredits: 0 }).expect(200);
      return work.states();
    };
    expect((await work.states()).map(([, company]) => company)).toEqual([idOf(5), idOf(3)]);
    const reopened = [1, 2].map((row) => ({ row, action: 'reopen' }));
    await work.decide(reopened, { maxCredits: 0 }).expect(200);
    await work.decide([chosen(1, 6, { remember: 'no' }), chosen(2, 4, { remember: 'no' })]).expect(200);
    await work.decide(reopened, { maxCredits: 0 }).expect(200);
    const open = ['multiple_candidates', null, null, true];
    expect(await again({ name: 'name' }, { prefecture: 'prefecture' })).toEqual([open, open]);
    // The first one was joined with another company: that one was taken back, too.
    const { knex } = suite.database;
    await knex('source_rows')
      .where({ source_id: work.id, row_number: 1 })
      .update({ rejected_company_ids: ['tse_9999', idOf(6)], decided_at: new Date() });
    await knex('company_aliases').insert({ alias_id: 'tse_9999', company_id: idOf(5), reason: 'listing' });
    expect(await again({ name: 'name' }, { prefecture: 'prefecture' })).toEqual([open, open]);
    // Undoing a call leaves taken back what was so before.
    const call = await work.decided(chosen(1, 5, { remember: 'no' }));
    await work.undo(call).expect(200);
    expect(await again({ name: 'name' }, { prefecture: 'prefecture' })).toEqual([open, open]);
    await knex('company_aliases').where({ alias_id: 'tse_9999' }).delete();
    expect(await work.caller.balance()).toBe(98);
  });

  it('taken back are the last candidates of the next resolve, after all others', async () => {
    const places = ['東京都', '大阪府'];
    const work = await working(places.map((prefecture) => ({ ...shared, prefecture })));
    expect((await work.states()).map(([, company]) => company)).toEqual([idOf(3), idOf(4)]);
    await work.decide([1, 2].map((row) => ({ row, action: 'reopen' }))).expect(200);
    const mapping = {
      entity: 'company',
      columns: { name: 'name', ticker: 'ticker' },
      hints: { prefecture: 'prefecture' },
    };
    await work.caller.post(`/sources/${work.id}/map`, mapping).expect(200);
    await work.caller.resolve(work.id, { maxCredits: 0 }).expect(200);
    const rows = await work.caller.rows(work.id);
    const candidates = rows.map((row) => row.resolve_candidates.map(({ company_id }) => company_id));
    expect(candidates).toEqual([
      [idOf(4), idOf(3)],
      [idOf(3), idOf(4)],
    ]);
    expect(rows).toMatchObject(Array(2).fill({ reason: { code: 'taken_back' }, same_rows: 1 }));
  });

  it('choose the company of an earlier export again free of charge, and another one for a credit', async () => {
    const caller = await suite.account(10);
    const headers = ['name', 'cd_company_id'];
    const rows = [3, 4].map((company) => ({ name: '', cd_company_id: idOf(company) }));
    const { body } = await caller.post('/sources/import', { headers, rows }).expect(200);
    const work = new DecidedSource(caller, body.source.source_id);
    const mapping = { entity: 'company', columns: { name: 'name' } };
    await caller.post(`/sources/${work.id}/map`, mapping).expect(200);
    await caller.resolve(work.id, { maxCredits: 0 }).expect(200);
    for (let times = 0; times < 2; times += 1) {
      const reopened = [1, 2].map((row) => ({ row, action: 'reopen' }));
      await work.decide(reopened, { maxCredits: 0 }).expect(200);
      await work.decide([chosen(1, 3), chosen(2, 4)], { maxCredits: 0 }).expect(200);
    }
    await work.decide([{ row: 1, action: 'reopen' }], { maxCredits: 0 }).expect(200);
    await work.decide([chosen(1, 5)], { maxCredits: 1 }).expect(200);
    expect(await work.states()).toEqual([
      ['matched', idOf(5), 'chosen', true],
      ['matched', idOf(4), 'chosen', false],
    ]);
    expect(await caller.balance()).toBe(9);
  });

  it('change nothing when a row already is as decided', async () => {
    const work = await working([alone, shared]);
    await work.decide([chosen(2, 4), chosen(1, 5)]).expect(200);
    const { body } = await work.decide([chosen(2, 4), chosen(1, 5)], { maxCredits: 0 }).expect(200);
    expect(body).toMatchObject({ rows_changed: 0, billing: { credits_used: 0 } });
    expect(await work.history()).toHaveLength(1);
  });

  it('are all refused when one has a fault, and every fault has its path', async () => {
    const work = await working([alone, shared, unknown]);
    const before = await work.states();
    const { body } = await work
      .decide([
        chosen(1, 3),
        { row: 99, action: 'reopen' },
        { row: 2, action: 'choose', companyId: 'cn_0000000000000' },
        { row: 3, action: 'take_back' },
        { row: 3, action: 'none_of_these' },
      ])
      .expect(400);
    expect(body.error.code).toBe('invalid_request');
    expect(body.error.details.map(({ field, code }: Record<string, string>) => [field, code])).toEqual([
      ['decisions[0].row', 'source_row_not_selectable'],
      ['decisions[1].row', 'source_row_not_found'],
      ['decisions[2].companyId', 'company_not_found'],
      ['decisions[3].row', 'source_row_not_selectable'],
      ['decisions[4].row', 'invalid_request'],
    ]);
    expect(await work.states()).toEqual(before);
    expect(await work.history()).toEqual([]);
    const alike = await work.decide([chosen(1, 3), { row: 2, action: 'reopen' }]).expect(409);
    expect(alike.body.error.code).toBe('source_row_not_selectable');
    expect(alike.body.error.message).toContain('reopen it first');
  });

  it('name schema faults with their path', async () => {
    const work = await working([shared]);
    const { body } = await work
      .decide([
        { row: 1, action: 'choose' },
        { row: 1, action: 'reopen', companyId: 'x', remember: 'always' },
        { row: 0, action: 'dance', why: ' ' },
      ])
      .expect(400);
    expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      'decisions[0].companyId',
      'decisions[1].companyId',
      'decisions[1].remember',
      'decisions[2].row',
      'decisions[2].action',
      'decisions[2].why',
    ]);
    await work.decide(Array.from({ length: 1001 }, (_, at) => chosen(at + 1, 3))).expect(400);
  });

  it('about the same rows in two ways are a fault', async () => {
    const work = await working([shared, shared]);
    const same = { applyTo: 'same' };
    const { body } = await work.decide([chosen(1, 3, same), chosen(2, 4, same)]).expect(400);
    expect(body.error.details).toMatchObject([{ field: 'decisions[1].applyTo' }]);
    const always = { remember: 'always' };
    const other = await work.decide([chosen(1, 3, always), chosen(2, 4, always)]).expect(400);
    expect(other.body.error.details).toMatchObject([{ field: 'decisions[1].remember' }]);
  });

  it('that cost nothing need no maxCredits', async () => {
    const work = await working([shared, shared]);
    const at = `/sources/${work.id}/decisions`;
    const body = { execute: true, decisions: [{ row: 1, action: 'not_a_company' }] };
    const { billing } = (await work.caller.post(at, body, 'free').expect(200)).body;
    expect(billing).toMatchObject({ credits_used: 0, max_credits: null });
    const both = { execute: true, decisions: [{ row: 2, action: 'none_of_these' }, chosen(1, 3)] };
    const refused = await work.caller.post(at, both, 'costs').expect(400);
    expect(refused.body.error.code).toBe('max_credits_required');
    const priced = await work.caller.post(at, { ...both, dryRun: true }, 'costs').expect(200);
    expect(priced.body.billing).toMatchObject({ credits_used: 1, max_credits: null, dry_run: true });
    expect(
      (await work.caller.post(at, { ...both, maxCredits: 1 }, 'costs').expect(200)).body.billing.credits_used,
    ).toBe(1);
    const again = [{ row: 1, action: 'reopen' }];
    await work.caller.post(at, { execute: true, decisions: again }, 'reopened').expect(200);
    const settled = { execute: true, decisions: [chosen(1, 3)] };
    expect((await work.caller.post(at, settled, 'again').expect(200)).body.billing.credits_used).toBe(0);
  });

  it('are guarded, replayed and paid like every charge', async () => {
    const work = await working([shared, shared], 1);
    const at = `/sources/${work.id}/decisions`;
    const body = { execute: true, maxCredits: 5, decisions: [chosen(1, 3)] };
    const refused = [
      [{ ...body, execute: undefined }, 'k', 'execute_required'],
      [body, undefined, 'idempotency_key_required'],
      [{ ...body, maxCredits: undefined }, 'k', 'max_credits_required'],
      [{ ...body, maxCredits: 0 }, 'k', 'max_credits_exceeded'],
      [{ ...body, decisions: [chosen(1, 3), chosen(2, 3)] }, 'k', 'credit_balance_insufficient'],
    ] as const;
    for (const [given, key, code] of refused)
      expect((await work.caller.post(at, given, key)).body.error.code).toBe(code);
    const first = await work.decide([chosen(1, 3)], { key: 'k' }).expect(200);
    const again = await work.decide([chosen(1, 3)], { key: 'k' }).expect(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual({
      ...first.body,
      billing: { ...first.body.billing, credits_used: 0, deduplicated: true },
    });
    expect(await work.caller.balance()).toBe(0);
  });

  it('of ten people about one row let one of them win, and tell the others', async () => {
    const work = await working([shared]);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => work.decide([chosen(1, 3 + (n % 2))])),
    );
    const winner = (await work.caller.rows(work.id))[0]?.company_id;
    for (const [n, { status, body }] of answers.entries()) {
      if (idOf(3 + (n % 2)) === winner) expect(status).toBe(200);
      else expect([status, body.error?.code]).toEqual([409, 'source_row_not_selectable']);
    }
    expect(await work.caller.balance()).toBe(99);
  });

  it('of another account look like those of an unknown source', async () => {
    const work = await working([shared]);
    const stranger = new DecidedSource(await suite.account(), work.id);
    const refused = [
      stranger.decide([chosen(1, 3)]),
      ...['history', 'history/export', 'candidates', 'reasons'].map((part) =>
        stranger.caller.get(`/sources/${work.id}/${part}`),
      ),
    ];
    for (const answer of refused) expect((await answer).body.error?.code).toBe('source_not_found');
  });
});

describe('the history of a source', () => {
  it('says who decided what, when and why, before and after', async () => {
    const work = await working([shared, unknown]);
    const [row] = await work.caller.rows(work.id);
    await work.caller.select(work.id, row?.source_row_id ?? '', idOf(4)).expect(200);
    await work.decide([{ row: 1, action: 'reopen', why: ' 誤り ' }]).expect(200);
    await work.decide([chosen(2, 5, { why: '名刺' })]).expect(200);
    const items = await work.history();
    expect(
      items.map((each: Record<string, unknown>) => [
        each.row_number,
        each.made_by,
        each.action,
        each.why,
        each.credits,
      ]),
    ).toEqual([
      [1, 'select', 'choose', null, 1],
      [1, 'decisions', 'reopen', '誤り', 0],
      [2, 'decisions', 'choose', '名刺', 1],
    ]);
    expect(items[0]).toMatchObject({ row_name: shared.name, batch_rows: 1, batch_companies: 1 });
    const settled = {
      resolve_status: 'matched',
      decision: 'chosen',
      company_id: idOf(4),
      company_name: shared.name,
    };
    const open = {
      resolve_status: 'multiple_candidates',
      decision: null,
      company_id: null,
      company_name: null,
    };
    expect(items[0]).toMatchObject({ before: open, after: settled });
    expect(items[1]).toMatchObject({ before: settled, after: open });
    const { rows: keys } = await suite.database.knex.raw(
      'SELECT key_id, label FROM api_keys WHERE account_id = ?',
      [work.caller.account.accountId],
    );
    expect(items[2].key).toEqual(keys[0]);
    const newest = await work.caller.get(`/sources/${work.id}/history?limit=2`).expect(200);
    expect(newest.body.items.map(({ decision_id }: { decision_id: string }) => decision_id)).toEqual(
      [items[2], items[1]].map(({ decision_id }) => decision_id),
    );
    const cursor = encodeURIComponent(newest.body.meta.next_cursor);
    const rest = await work.caller.get(`/sources/${work.id}/history?limit=2&cursor=${cursor}`).expect(200);
    expect(rest.body.items).toEqual([items[0]]);
    expect(await work.history(`&row=${row?.source_row_id}`)).toEqual(items.slice(0, 2));
    await work.caller.get(`/sources/${work.id}/history?row=1`).expect(400);
  });

  it('is exported, cannot be changed, and is deleted with its source', async () => {
    const work = await working([shared]);
    await work.decide([chosen(1, 3, { why: '=1+1' })]).expect(200);
    const path = `/sources/${work.id}/history/export`;
    const { text, headers } = await work.caller.get(path).expect(200);
    expect(headers['disarmed-cells']).toBe('1');
    const [header, line] = text.split('\r\n');
    expect(header).toContain('decided_at,row_number,file_row,row_name,action');
    expect(line).toContain(`,choose,decisions,`);
    expect(line).toContain(`'=1+1`);
    const kept = await work.caller.get(`${path}?formulas=keep&newline=lf&bom=true`).expect(200);
    expect(kept.headers).not.toHaveProperty('disarmed-cells');
    expect(kept.text).toMatch(/^\ufeffdecided_at.*\n.*,=1\+1,.*\n$/);
    const book = await work.caller.get(`${path}?format=xlsx`).expect(200);
    expect(book.headers['content-disposition']).toBe(`attachment; filename="history-${work.id}.xlsx"`);
    const own = suite.database.knex('source_decisions').where({ source_id: work.id });
    await expect(own.clone().update({ why: 'other' })).rejects.toThrow(
      'the history of a source does not change',
    );
    await expect(own.clone().delete()).rejects.toThrow('the history of a source does not change');
    await work.caller.delete(`/sources/${work.id}`).expect(200);
    expect(await own).toEqual([]);
    expect((await work.caller.get('/remembered-choices')).body.items).toMatchObject([
      { source_id: null, source_row_id: null },
    ]);
  });
});

describe('a remembered choice', () => {
  it('is forgotten when the decision that it comes from is undone', async () => {
    const work = await working([unknown, shared, shared]);
    await work
      .decide([chosen(1, 5, { remember: 'always' }), chosen(2, 3), chosen(3, 4, { remember: 'no' })])
      .expect(200);
    expect(await work.remembered()).toEqual(
      expect.arrayContaining([
        [unknown.name, idOf(5), true],
        [shared.name, idOf(3), false],
      ]),
    );
    await work.decide([{ row: 3, action: 'reopen' }]).expect(200);
    expect(await work.remembered()).toHaveLength(2);
    await work.decide([{ row: 1, action: 'reopen' }]).expect(200);
    expect(await work.remembered()).toEqual([[shared.name, idOf(3), false]]);
  });

  it('made before histories were kept is forgotten, too', async () => {
    const work = await working([shared]);
    const [row] = await work.caller.rows(work.id);
    await work.caller.select(work.id, row?.source_row_id ?? '', idOf(4)).expect(200);
    const { knex } = suite.database;
    await knex.raw('ALTER TABLE source_decisions DISABLE TRIGGER source_decisions_kept');
    await knex('source_decisions').where({ source_id: work.id }).delete();
    await knex.raw('ALTER TABLE source_decisions ENABLE TRIGGER source_decisions_kept');
    const own = { account_id: work.caller.account.accountId };
    await knex('source_choices')
      .where(own)
      .update({ batch_id: null, key_id: null, source_id: null, source_row_id: null, name: null });
    expect(await work.remembered()).toEqual([[null, idOf(4), false]]);
    await work.decide([{ row: 1, action: 'reopen' }]).expect(200);
    expect(await work.remembered()).toEqual([]);
  });

  it('that a person edited stays when the decision that it came from is undone', async () => {
    const work = await working([unknown, shared, alone]);
    await work.decide([{ row: 3, action: 'reopen' }]).expect(200);
    await work.decide([chosen(1, 5), chosen(2, 3), chosen(3, 6)]).expect(200);
    const { items } = (await work.caller.get('/remembered-choices').expect(200)).body;
    const choiceOf = (name: string) => items.find((each: { name: string }) => each.name === name).choice_id;
    const edit = (name: string, body: object) =>
      work.caller.patch(`/remembered-choices/${choiceOf(name)}`, body);
    const edited = await edit(unknown.name, { note: '確認済み' }).expect(200);
    expect(edited.body.choice.source_id).toBe(work.id);
    await edit(shared.name, { always: true }).expect(200);
    // As people write it.
    const number = `T${corporateNumber(4).replace(/(\d)(\d{4})(\d{4})(\d{4})/, '$1-$2-$3-$4')}`;
    await edit(alone.name, { companyId: number }).expect(200);
    const wrong = await edit(alone.name, { companyId: '1.18E+12' }).expect(404);
    expect(wrong.body.error.details[0].message).toContain('rounded');
    const before = await work.remembered();
    expect(before).toContainEqual([alone.name, idOf(4), false]);
    await work.decide([1, 2, 3].map((row) => ({ row, action: 'reopen' }))).expect(200);
    expect(await work.remembered()).toEqual(before);
  });

  it('of `always` is one for each name; a later suggestion leaves it', async () => {
    const work = await working([shared, shared, shared]);
    await work.decide([chosen(1, 3, { remember: 'always' })]).expect(200);
    await work.decide([chosen(2, 4), chosen(3, 3)]).expect(200);
    expect(await work.remembered()).toEqual(
      expect.arrayContaining([
        [shared.name, idOf(3), true],
        [shared.name, idOf(4), false],
      ]),
    );
    await work.decide([chosen(2, 4, { remember: 'always' })], { maxCredits: 0 }).expect(200);
    expect(await work.remembered()).toEqual(
      expect.arrayContaining([
        [shared.name, idOf(3), false],
        [shared.name, idOf(4), true],
      ]),
    );
  });

  it('of `always` settles rows of later sources by itself, until it is forgotten', async () => {
    const work = await working([shared]);
    await work.decide([chosen(1, 3, { remember: 'always' })]).expect(200);
    const later = await work.caller.outcome({ name: '㈱同名商事' });
    expect(later).toMatchObject({
      resolve_status: 'matched',
      company_id: idOf(3),
      reason: { code: 'remembered' },
      decision: null,
      paid: true,
    });
    expect(await work.caller.balance()).toBe(98);
    await work.decide([{ row: 1, action: 'reopen' }]).expect(200);
    expect((await work.caller.outcome(shared)).resolve_status).toBe('multiple_candidates');
  });

  it('of `always` stays when a row that it settled is reopened', async () => {
    const work = await working([shared]);
    await work.decide([chosen(1, 3, { remember: 'always' })]).expect(200);
    const later = new DecidedSource(work.caller, await work.caller.resolved([shared]));
    await later.decide([{ row: 1, action: 'reopen' }]).expect(200);
    expect(await work.remembered()).toEqual([[shared.name, idOf(3), true]]);
  });

  it('needs a name to be `always`', async () => {
    const work = await working([{ name: '', url: 'https://unknown-site.example.co.jp' }]);
    const { body } = await work.decide([chosen(1, 5, { remember: 'always' })]).expect(400);
    expect(body.error.details).toMatchObject([{ field: 'decisions[0].remember' }]);
    await work.decide([chosen(1, 5)]).expect(200);
    expect(await work.remembered()).toEqual([]);
  });

  it('is listed, searched, edited, exported and deleted by its account alone', async () => {
    const work = await working([shared, unknown]);
    await work.decide([chosen(1, 3, { remember: 'always' }), chosen(2, 5)]).expect(200);
    const { caller } = work;
    const found = await caller.get(`/remembered-choices?q=${encodeURIComponent('同名')}`).expect(200);
    expect(found.body.items).toMatchObject([
      { company_id: idOf(3), company_name: shared.name, source_id: work.id },
    ]);
    expect((await caller.get('/remembered-choices?always=false')).body.items).toMatchObject([
      { company_id: idOf(5) },
    ]);
    const page = await caller.get('/remembered-choices?limit=1').expect(200);
    const next = await caller.get(
      `/remembered-choices?limit=1&cursor=${encodeURIComponent(page.body.meta.next_cursor)}`,
    );
    expect([...page.body.items, ...next.body.items]).toHaveLength(2);
    const { choice_id } = found.body.items[0];
    const stranger = await suite.account();
    const at = `/remembered-choices/${choice_id}`;
    for (const path of [at, '/remembered-choices/x']) {
      const asked = path === at ? stranger : caller;
      expect((await asked.patch(path, { always: false })).body.error.code).toBe(
        'remembered_choice_not_found',
      );
      expect((await asked.delete(path)).body.error.code).toBe('remembered_choice_not_found');
    }
    expect((await stranger.get('/remembered-choices')).body.items).toEqual([]);
    expect((await caller.patch(at, { companyId: 'cn_1' })).body.error.code).toBe('company_not_found');
    await caller.patch(at, {}).expect(400);
    const edited = await caller.patch(at, { companyId: idOf(4), note: '確認済み' }).expect(200);
    expect(edited.body.choice).toMatchObject({
      company_id: idOf(4),
      always: true,
      note: '確認済み',
      source_id: null,
    });
    const { text } = await caller.get('/remembered-choices/export').expect(200);
    expect(text.split('\r\n')).toHaveLength(4);
    const plain = await caller.get('/remembered-choices/export?newline=lf').expect(200);
    expect(plain.text).toBe(text.replaceAll('\r\n', '\n'));
    expect(plain.headers['disarmed-cells']).toBe('0');
    await caller.get('/remembered-choices/export?format=xlsx').expect(200);
    await caller.delete(at).expect(200);
    expect(await work.remembered()).toEqual([[unknown.name, idOf(5), false]]);
  });
});

describe('the reasons of open rows', () => {
  const reason = 'only_english_name';

  /** Three rows with one candidate and the same reason, and one with two candidates. */
  async function reasoned(): Promise<DecidedSource> {
    const work = await working([former, former, former, shared]);
    await suite.database.knex.raw(
      `UPDATE source_rows SET reason = ?, decided_at = now() WHERE source_id = ?`,
      [reason, work.id],
    );
    return work;
  }

  const accept = (work: DecidedSource, rows: number, more: object = {}) =>
    work.caller.post(
      `/sources/${work.id}/accept`,
      { reason, rows, execute: true, maxCredits: 100, ...more },
      randomUUID(),
    );

  it('have samples and a price, and are accepted at once', async () => {
    const work = await reasoned();
    const { body } = await work.caller.get(`/sources/${work.id}/reasons`).expect(200);
    expect(body.reasons).toMatchObject([
      { code: reason, rows: 4, single_candidate_rows: 3, acceptable: true, credits: 3 },
    ]);
    expect(body.reasons[0].samples[0]).toMatchObject({
      row_number: 1,
      cells: { name: '株式会社旧名堂' },
      company: { company_id: idOf(8), legal_name: '新名堂株式会社' },
    });
    const done = await accept(work, 3, { why: '見本を確認' }).expect(200);
    expect(done.body).toMatchObject({ accepted: { reason, rows: 3 }, billing: { credits_used: 3 } });
    expect((await work.states()).map(([status]) => status)).toEqual([
      'matched',
      'matched',
      'matched',
      'multiple_candidates',
    ]);
    expect(await work.history()).toMatchObject(Array(3).fill({ made_by: 'accept', why: '見本を確認' }));
    expect(await work.remembered()).toEqual([]);
  });

  it('are refused if the number is another one by now, or if the rows cannot be accepted at once', async () => {
    const work = await reasoned();
    await work.decide([{ row: 1, action: 'none_of_these' }]).expect(200);
    const changed = await accept(work, 3).expect(409);
    expect(changed.body.error).toMatchObject({
      code: 'source_rows_changed',
      details: { rows: 2, given_rows: 3 },
    });
    const other = await accept(work, 1, { reason: 'several_companies' }).expect(422);
    expect(other.body.error.code).toBe('reason_not_acceptable');
    const unknown = await accept(work, 1, { reason: 'severl_companies' }).expect(400);
    expect(unknown.body.error.details).toMatchObject([{ field: 'reason' }]);
    await accept(work, 2, { maxCredits: 1 }).expect(422);
    expect(await work.caller.balance()).toBe(100);
  });

  it('cannot be accepted after another mapping until the source is resolved', async () => {
    const caller = await suite.account(10);
    const work = new DecidedSource(caller, await caller.resolved([{ name: '株式会社旧名堂' }]));
    const mapping = { entity: 'company', columns: { name: 'ticker' } };
    const reasons = async () => (await caller.get(`/sources/${work.id}/reasons`).expect(200)).body.reasons;
    expect(await reasons()).toMatchObject([{ code: 'only_form_at_other_end', acceptable: true, credits: 1 }]);
    await caller.post(`/sources/${work.id}/map`, mapping).expect(200);
    expect(await reasons()).toMatchObject([
      { code: 'only_form_at_other_end', rows: 1, single_candidate_rows: 0, acceptable: false, credits: 0 },
    ]);
    const body = { execute: true, maxCredits: 9, reason: 'only_form_at_other_end', rows: 1 };
    const refused = await caller.post(`/sources/${work.id}/accept`, body, randomUUID()).expect(409);
    expect(refused.body.error).toMatchObject({ code: 'source_rows_changed', details: { rows: 0 } });
  });

  it('are all marked instead, free of charge, if no company is meant', async () => {
    const work = await reasoned();
    const marked = { action: 'none_of_these', maxCredits: 0 };
    await accept(work, 3, marked).expect(409);
    const done = await accept(work, 4, marked).expect(200);
    expect(done.body).toMatchObject({
      accepted: { action: 'none_of_these', rows: 4, left_out_rows: 0, remembered_names: 0 },
      billing: { credits_used: 0 },
    });
    expect((await work.rows()).map(({ decision }) => decision)).toEqual(Array(4).fill('none_of_these'));
    const { batch_id: batchId } = done.body;
    await work.caller.post(`/sources/${work.id}/undo`, { batchId }, randomUUID()).expect(200);
    expect((await work.rows()).map(({ decision }) => decision)).toEqual(Array(4).fill(null));
  });

  it('are remembered if that is asked for, by name', async () => {
    const work = await reasoned();
    const done = await accept(work, 3, { remember: 'always' }).expect(200);
    expect(done.body.accepted).toMatchObject({ rows: 3, remembered_names: 1 });
    expect(await work.remembered()).toEqual([[former.name, idOf(8), true]]);
  });

  it('leave out a company that a person took back', async () => {
    const work = await reasoned();
    await work.decide([chosen(1, 8)]).expect(200);
    await work.decide([{ row: 1, action: 'reopen' }]).expect(200);
    const { body } = await work.caller.get(`/sources/${work.id}/reasons`).expect(200);
    expect(body.reasons).toMatchObject([{ code: reason, rows: 4, single_candidate_rows: 2 }]);
    await accept(work, 2).expect(200);
    expect((await work.states())[0]?.[0]).toBe('multiple_candidates');
  });
});
