import { afterAll, describe, expect, it } from '@jest/globals';
import { idOf } from '../support/companies.ts';
import { type ReviewedRow, type SourceAccount, sourceSuite } from '../support/sources.ts';

let caller: SourceAccount;

const suite = await sourceSuite();
afterAll(suite.end);

const shared = { name: '株式会社同名商事' };

/** A source of one row with candidates, of a new account. */
async function ambiguous(credits = 10, rows = [shared]): Promise<{ id: string; row: ReviewedRow }> {
  caller = await suite.account(credits);
  const id = await caller.resolved(rows);
  const [row] = await caller.rows(id);
  if (!row) throw new Error('the row is not in the review');
  return { id, row };
}

async function refusal(answer: PromiseLike<{ status: number; body: { error?: { code: string } } }>) {
  const { status, body } = await answer;
  return [status, body.error?.code];
}

describe('a selection', () => {
  it('settles the row, charges one credit and says how many rows remain', async () => {
    const { id, row } = await ambiguous(10, [shared, shared]);
    const { body, headers } = await caller.select(id, row.source_row_id, idOf(4)).expect(200);
    expect(body).toMatchObject({
      ok: true,
      command: 'source.select',
      source: { resolve_summary: { matched: 1, multiple_candidates: 1 } },
      selected: {
        source_row_id: row.source_row_id,
        company_id: idOf(4),
        candidate: row.resolve_candidates.find(({ company_id }) => company_id === idOf(4)),
      },
      billing: { credits_used: 1, deduplicated: false, balance_after: 9 },
      review: { multiple_candidates_remaining: 1 },
    });
    expect(headers['credits-used']).toBe('1');
    const [settled] = await caller.rows(id);
    expect(settled).toMatchObject({
      resolve_status: 'matched',
      company_id: idOf(4),
      candidate_count: 2,
      needs_human: false,
    });
    const { body: ledger } = await caller.get('/credits?operation=source.select').expect(200);
    expect(ledger.items).toEqual([
      expect.objectContaining({ amount: -1, subject: { type: 'source_row', id: row.source_row_id } }),
    ]);
  });

  it('is refused by its guards, then by missing objects, then by the state, then by its cost', async () => {
    const { id, row } = await ambiguous(1, [shared, { name: '株式会社孤立電機' }]);
    const at = `/sources/${id}/select`;
    const body = { row: row.source_row_id, companyId: idOf(3), maxCredits: 1 };
    const other = await caller.imported([shared]);
    const matched = (await caller.rows(id))[1]?.source_row_id ?? '';
    const { source_row_id: own } = row;
    // A request is sent when it is awaited.
    const refused = [
      [caller.post(at, { ...body, row: undefined }), 400, 'invalid_request'],
      [caller.post(at, { ...body, maxCredits: -1 }), 400, 'invalid_request'],
      [caller.post(at, { ...body, maxCredits: '1' }), 400, 'invalid_request'],
      [caller.post(at, body), 400, 'idempotency_key_required'],
      [caller.post(at, { ...body, maxCredits: undefined }, 'k'), 400, 'max_credits_required'],
      [caller.select(id, '01234567-89ab-7def-8123-456789abcdef', idOf(3)), 404, 'source_row_not_found'],
      [caller.select(id, 'row 1', idOf(3)), 404, 'source_row_not_found'],
      [caller.select(other, own, idOf(3)), 404, 'source_row_not_found'],
      [caller.select(id, matched, idOf(5)), 409, 'source_row_not_selectable'],
      [caller.select(id, own, idOf(5)), 422, 'candidate_not_found'],
      [caller.post(at, { ...body, maxCredits: 0 }, 'k'), 422, 'max_credits_exceeded'],
    ] as const;
    for (const [answer, status, code] of refused) expect(await refusal(answer)).toEqual([status, code]);
    const tooLow = await caller.select(id, own, idOf(3), 'k').expect(402);
    expect(tooLow.body.error).toMatchObject({
      code: 'credit_balance_insufficient',
      details: { credit_class: 'basic', required: 1, available: 0 },
    });
    expect((await caller.rows(id))[0]?.resolve_status).toBe('multiple_candidates');
  });

  it.each(['unresolved', 'not_found', 'invalid'])('does not take a row that is %s', async (state) => {
    caller = await suite.account(10);
    const cells = { not_found: { name: '誰も知らない株式会社' }, invalid: { ticker: '92' } }[state] ?? shared;
    const id = state === 'unresolved' ? await caller.mapped([cells]) : await caller.resolved([cells]);
    const [row] = await caller.rows(id);
    expect(row?.resolve_status).toBe(state);
    expect(await refusal(caller.select(id, row?.source_row_id ?? '', idOf(3)))).toEqual([
      409,
      'source_row_not_selectable',
    ]);
  });

  it('repeated with its key replays without charge; with a new key finds the row settled', async () => {
    const { id, row } = await ambiguous();
    const first = await caller.select(id, row.source_row_id, idOf(3), 'k').expect(200);
    const again = await caller.select(id, row.source_row_id, idOf(3), 'k').expect(200);
    expect(again.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'credits-used': '0',
      'credits-remaining': '9',
    });
    expect(again.body).toEqual({
      ...first.body,
      billing: { ...first.body.billing, credits_used: 0, deduplicated: true },
    });
    expect(await refusal(caller.select(id, row.source_row_id, idOf(4), 'k'))).toEqual([
      422,
      'idempotency_key_reused',
    ]);
    expect(await refusal(caller.select(id, row.source_row_id, idOf(3), 'new'))).toEqual([
      409,
      'source_row_not_selectable',
    ]);
    expect(await caller.balance()).toBe(9);
  });

  it('in a dry run changes nothing', async () => {
    const { id, row } = await ambiguous();
    const body = { row: row.source_row_id, companyId: idOf(3), maxCredits: 1, dryRun: true };
    const answer = await caller.post(`/sources/${id}/select`, body, 'k').expect(200);
    expect(answer.body.billing).toMatchObject({ credits_used: 1, dry_run: true, balance_after: 9 });
    expect(answer.headers).toMatchObject({ 'credits-used': '0', 'credits-remaining': '10' });
    expect((await caller.rows(id))[0]?.resolve_status).toBe('multiple_candidates');
    expect(await caller.balance()).toBe(10);
  });

  it('of one row by ten callers at once, for two companies, settles once and charges once', async () => {
    const { id, row } = await ambiguous();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => caller.select(id, row.source_row_id, idOf(at % 2 === 0 ? 3 : 4))),
    );
    const settled = answers.filter(({ status }) => status === 200);
    expect(settled).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status !== 200) expect(body.error.code).toBe('source_row_not_selectable');
    }
    const [after] = await caller.rows(id);
    expect(after?.company_id).toBe(settled[0]?.body.selected.company_id);
    expect(await caller.balance()).toBe(9);
  });

  it('of many rows at once settles and charges each', async () => {
    const { id } = await ambiguous(100, Array(20).fill(shared));
    const rows = await caller.rows(id);
    const answers = await Promise.all(rows.map((row) => caller.select(id, row.source_row_id, idOf(3))));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const { body } = await caller.get(`/sources/${id}/inspect`);
    expect(body.source.resolve_summary).toMatchObject({ matched: 20, multiple_candidates: 0 });
    expect(await caller.balance()).toBe(80);
  });
});

describe('a company chosen for a name', () => {
  it('comes first for the same name of the same account, marked, and is not chosen by itself', async () => {
    const { id, row } = await ambiguous();
    expect(row.resolve_candidates.map(({ previously_selected }) => previously_selected)).toEqual([
      false,
      false,
    ]);
    await caller.select(id, row.source_row_id, idOf(4)).expect(200);
    const again = await caller.outcome({ name: '㈱同名商事' });
    expect(again.resolve_status).toBe('multiple_candidates');
    expect(
      again.resolve_candidates.map(({ company_id, previously_selected }) => [
        company_id,
        previously_selected,
      ]),
    ).toEqual([
      [idOf(4), true],
      [idOf(3), false],
    ]);
    expect(again.resolve_candidates[0]?.matched_by.map(({ rule }) => rule)).toContain('previously_selected');
    const stranger = await suite.account();
    const [first] = (await stranger.outcome(shared)).resolve_candidates;
    expect(first).toMatchObject({ previously_selected: false });
  });

  it('prevents the same name from settling on another company without a hint', async () => {
    caller = await suite.account(10);
    const id = await caller.resolved([{ name: '株式会社孤立電機', ticker: '9203' }]);
    const [row] = await caller.rows(id);
    await caller.select(id, row?.source_row_id ?? '', idOf(1)).expect(200);
    const again = await caller.outcome({ name: '株式会社孤立電機' });
    expect(again.resolve_status).toBe('multiple_candidates');
    expect(again.resolve_candidates.map(({ company_id }) => company_id)).toEqual([idOf(1), idOf(5)]);
    const hinted = await caller.outcome({ name: '株式会社孤立電機', prefecture: '東京都' });
    expect(hinted).toMatchObject({ resolve_status: 'matched', company_id: idOf(5) });
  });
});
