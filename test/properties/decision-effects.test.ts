import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DecisionAction } from '../../src/contract/sources/decisions.ts';
import type { SourceCandidate } from '../../src/contract/sources/source-row.ts';
import type { RowDecision, RowStatus } from '../../src/contract/sources/sources.ts';
import { effectOf, type RowCondition } from '../../src/features/sources/decisions/decision-effects.ts';
import { RowDecisionsStore } from '../../src/features/sources/decisions/row-decisions-store.ts';
import type { CheckedDecision, DecisionBatch } from '../../src/features/sources/records/decision.ts';
import { newAccount } from '../support/credits.ts';
import { type SuiteDatabase, suiteDatabase } from '../support/database.ts';
import { runs } from '../support/size.ts';

// Rows in states that the database permits, with actions that the states permit: rows, history and counts become what
// `effectOf` says. `test/unit/decision-effects.test.ts` says what that is.

const companies = ['tse_1001', 'tse_1002', 'tse_1003', 'tse_1004'] as const;
const former = { id: 'tse_9001', now: companies[0] };

let database: SuiteDatabase;
let accountId: string;
beforeAll(async () => {
  database = await suiteDatabase();
  accountId = await newAccount(database.knex);
  await database.knex('companies').insert(companies.map((company_id) => ({ company_id })));
  await database
    .knex('company_aliases')
    .insert({ alias_id: former.id, company_id: former.now, reason: 'listing' });
});
afterAll(() => database.drop());

interface Candidate {
  readonly company_id: string;
  readonly matched_by: readonly { readonly stage: string }[];
}

interface Row {
  readonly resolve_status: RowStatus;
  readonly company_id: string | null;
  readonly decision: RowDecision | null;
  readonly reason: string | null;
  readonly settled_by: 'resolve' | 'select' | 'person' | null;
  readonly paid: boolean;
  readonly undecided_status: RowStatus | null;
  readonly undecided_reason: string | null;
  readonly candidates: readonly Candidate[];
  readonly rejected_company_ids: readonly string[];
  readonly skipped: boolean;
}

interface Case {
  readonly row: Row;
  readonly action: DecisionAction;
  /** The company to choose. */
  readonly company: string | null;
}

const candidate = (company_id: string, stage = 'name'): Candidate => ({
  company_id,
  matched_by: [{ stage }],
});
const byHand = (company_id: string) => candidate(company_id, 'chosen_by_hand');
const has = (row: Pick<Row, 'candidates'>, company: string) =>
  row.candidates.some(({ company_id }) => company_id === company);

const anyCompany = fc.constantFrom(...companies);
const anyReason = fc.constantFrom(null, 'several', 'no_candidate', 'taken_back');
const ids = { minLength: 0, maxLength: companies.length };

/** Rows that nobody decided and that are not matched. */
const openRow: fc.Arbitrary<Row> = fc
  .record({
    resolve_status: fc.constantFrom('unresolved', 'multiple_candidates', 'not_found', 'invalid'),
    reason: anyReason,
    paid: fc.boolean(),
    skipped: fc.boolean(),
    found: fc.uniqueArray(anyCompany, ids),
    rejected_company_ids: fc.uniqueArray(fc.constantFrom(...companies.slice(1), former.id), ids),
  })
  .filter(({ resolve_status, found }) => resolve_status !== 'multiple_candidates' || found.length > 0)
  .map(({ found, ...row }) => ({
    ...row,
    company_id: null,
    decision: null,
    settled_by: null,
    undecided_status: null,
    undecided_reason: null,
    candidates: ['multiple_candidates', 'invalid'].includes(row.resolve_status)
      ? found.map((id) => candidate(id))
      : [],
  }));

const openCase: fc.Arbitrary<Case> = fc
  .record({
    row: openRow,
    action: fc.constantFrom('choose', 'none_of_these', 'not_a_company', 'skip', 'take_back'),
    company: anyCompany,
  })
  .filter(({ row, action }) => action !== 'take_back' || row.skipped)
  .map((each) => ({ ...each, company: each.action === 'choose' ? each.company : null }));

const resolvedCase: fc.Arbitrary<Case> = fc
  .record({ row: openRow, company: fc.constantFrom(...companies, former.id) })
  .map(({ row, company }) => ({
    row: {
      ...row,
      resolve_status: 'matched',
      company_id: company,
      settled_by: 'resolve',
      candidates: [candidate(company), ...row.candidates.filter((each) => each.company_id !== company)],
      skipped: false,
    },
    action: 'reopen',
    company: null,
  }));

const chosenCase: fc.Arbitrary<Case> = fc
  .record({ row: openRow, company: fc.constantFrom(...companies, former.id) })
  .map(({ row, company }) => ({
    row: {
      ...row,
      resolve_status: 'matched',
      company_id: company,
      decision: 'chosen',
      reason: 'chosen',
      settled_by: has(row, company) ? 'select' : 'person',
      undecided_status: row.resolve_status,
      undecided_reason: row.reason,
      candidates: has(row, company) ? row.candidates : [...row.candidates, byHand(company)],
      skipped: false,
    },
    action: 'reopen',
    company: null,
  }));

const markedCase: fc.Arbitrary<Case> = fc
  .record({
    row: openRow,
    decision: fc.constantFrom('none_of_these', 'not_a_company'),
    action: fc.constantFrom('choose', 'none_of_these', 'not_a_company', 'take_back'),
    company: anyCompany,
  })
  .map(({ row, decision, action, company }) => ({
    row: {
      ...row,
      resolve_status: 'not_found',
      decision,
      reason: decision,
      undecided_status: row.resolve_status,
      undecided_reason: row.reason,
      skipped: false,
    },
    action,
    company: action === 'choose' ? company : null,
  }));

const anyCase = fc.oneof(openCase, resolvedCase, chosenCase, markedCase);

const currentId = (id: string) => (id === former.id ? former.now : id);

/** The row after the action, and what the history and the counts say. */
function expectedOf({ row, action, company }: Case, madeBy: DecisionBatch['madeBy']) {
  const conditions: Record<RowCondition, boolean> = {
    decided: row.decision !== null,
    paid: row.paid,
    by_hand: row.settled_by === 'person',
    candidate: company !== null && has(row, company),
    taken_back: company !== null && row.rejected_company_ids.map(currentId).includes(company),
    call_undone: madeBy === 'undo',
  };
  const holds = Object.entries(conditions).filter(([, each]) => each);
  const effect = effectOf(action, new Set(holds.map(([name]) => name as RowCondition)));
  const statuses: Record<string, RowStatus | null> = {
    now: row.resolve_status,
    undecided: row.undecided_status,
  };
  const reasons: Record<string, string | null> = { now: row.reason, undecided: row.undecided_reason };
  const candidates = {
    now: row.candidates,
    with_chosen: [...row.candidates, byHand(company ?? '')],
    with_own_last: [
      ...row.candidates.filter(({ company_id }) => company_id !== row.company_id),
      ...row.candidates.filter(({ company_id }) => company_id === row.company_id),
    ],
    without_by_hand: row.candidates.filter(({ matched_by }) => matched_by[0]?.stage !== 'chosen_by_hand'),
  };
  const rejected = row.rejected_company_ids.map(currentId);
  const after = {
    resolve_status: statuses[effect.status] ?? effect.status,
    company_id: effect.company === 'chosen' ? company : null,
    decision: effect.decision,
    reason: effect.reason in reasons ? reasons[effect.reason] : effect.reason,
    settled_by: effect.settled_by,
    paid: row.paid || effect.charged,
    undecided_status: effect.returns_to && statuses[effect.returns_to],
    undecided_reason: effect.returns_to && reasons[effect.returns_to],
    candidates: candidates[effect.candidates],
    rejected_company_ids: {
      now: row.rejected_company_ids,
      with_own: [...rejected.filter((id) => id !== row.company_id), row.company_id],
    }[effect.rejected],
    skipped: effect.skipped,
  };
  const isMark = (decision: RowDecision | null) => Number(decision !== null && decision !== 'chosen');
  return {
    row: after,
    history: {
      action,
      before_status: row.resolve_status,
      before_company_id: row.company_id,
      before_decision: row.decision,
      after_status: after.resolve_status,
      after_company_id: after.company_id,
      after_decision: after.decision,
      charged: effect.charged,
    },
    counts: {
      before_status: row.resolve_status,
      after_status: after.resolve_status,
      rows: 1,
      charged: Number(effect.charged),
      dismissed: isMark(after.decision) - isMark(row.decision),
      forgotten: [],
    },
  };
}

/** A source with these rows. */
async function insertRows(rows: readonly Row[]) {
  const { knex } = database;
  const sourceId = randomUUID();
  const rowIds = rows.map(() => randomUUID());
  await knex('sources').insert({
    source_id: sourceId,
    account_id: accountId,
    name: 'rows',
    table_digest: Buffer.alloc(32),
    headers: ['name'],
    detected_identifier_columns: '[]',
    misshapen_rows: 0,
    status: 'mapped',
    mapping: '{"columns":{"name":"name"}}',
    row_count: rows.length,
    unresolved: rows.length,
  });
  await knex('source_rows').insert(
    rows.map(({ skipped, candidates, rejected_company_ids, ...row }, place) => ({
      ...row,
      source_id: sourceId,
      source_row_id: rowIds[place],
      row_number: place + 1,
      cells: ['name'],
      issues: '[{}]',
      candidates: JSON.stringify(candidates),
      rejected_company_ids: [...rejected_company_ids],
      skipped_at: skipped ? knex.fn.now() : null,
    })),
  );
  return { sourceId, rowIds };
}

it('a decision does to a row what effectOf says, in the row, the history and the counts', async () => {
  const store = new RowDecisionsStore(database.knex);
  const anyCases = fc.array(anyCase, { minLength: 1, maxLength: 60 });
  const anyMaker = fc.constantFrom('decisions', 'undo');
  const property = fc.asyncProperty(anyCases, anyMaker, async (cases, madeBy) => {
    const { sourceId, rowIds } = await insertRows(cases.map(({ row }) => row));
    const scope = { accountId, sourceId };
    const decisions = cases.map(
      ({ action, company }, place): CheckedDecision => ({
        place,
        row_id: rowIds[place] ?? '',
        action,
        company_id: company,
        candidate: company === null ? null : (byHand(company) as SourceCandidate),
        own: true,
        apply_to: 'row',
        why: null,
        name_key: null,
      }),
    );
    const { counts, rows, history } = await database.knex.transaction(async (transaction) => {
      const by = { madeBy, keyId: null };
      const batch: DecisionBatch = await store.begin(scope, by, transaction);
      const others = { named: rowIds, fitting: [] };
      return {
        counts: await store.apply(scope, batch, decisions, others, transaction),
        rows: await transaction('source_rows')
          .where({ source_id: sourceId })
          .orderBy('row_number')
          .select('*', transaction.raw('CAST(rejected_company_ids AS text[]) AS rejected_company_ids')),
        history: await transaction('source_decisions').where({ source_id: sourceId }).select(),
      };
    });
    for (const [place, each] of cases.entries()) {
      const expected = expectedOf(each, madeBy);
      const row = { ...rows[place], skipped: rows[place]?.skipped_at !== null };
      expect({ case: each, row }).toMatchObject({ case: each, row: expected.row });
      expect(history.filter(({ source_row_id }) => source_row_id === rowIds[place])).toMatchObject([
        expected.history,
      ]);
      expect(counts.filter((count) => count.place === place)).toEqual([{ place, ...expected.counts }]);
    }
    expect(history).toHaveLength(cases.length);
  });
  await fc.assert(property, runs(20, 500));
});
