import { afterAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { decisionsOf } from '../../src/features/sources/records/row-conditions.ts';
import { corporateNumber, idOf } from '../support/companies.ts';
import { sourceSuite } from '../support/sources.ts';

// What the database refuses, whichever program writes.

const rowIds: Record<string, string> = {};

const suite = await sourceSuite();
const caller = await suite.account();
const sourceId = await caller.resolved([
  { name: '株式会社孤立電機' },
  { name: '株式会社同名商事' },
  { name: '誰も知らない株式会社' },
  { ticker: '1' },
]);
for (const row of await caller.rows(sourceId)) rowIds[row.resolve_status] = row.source_row_id;
afterAll(suite.end);

/** The constraint that an update of a row of this state breaks. */
function broken(status: string, change: object): Promise<string | undefined> {
  return constraintOf(suite.database.knex, status, change);
}

/** The same for an update that is rolled back if the database accepts it. */
async function undone(status: string, change: object): Promise<string | undefined> {
  const transaction = await suite.database.knex.transaction();
  const constraint = await constraintOf(transaction, status, change);
  await transaction.rollback();
  return constraint;
}

async function constraintOf(knex: Knex, status: string, change: object): Promise<string | undefined> {
  try {
    await knex('source_rows').where({ source_id: sourceId, source_row_id: rowIds[status] }).update(change);
    return undefined;
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? String(error);
  }
}

describe('a source row in the database', () => {
  const settled = { resolve_status: 'matched', settled_by: 'select' };

  it('once matched never changes without a decision, even after another mapping', async () => {
    for (const newer of [0, 1]) {
      const open = { resolve_status: 'unresolved', company_id: null, settled_by: null, candidates: '[]' };
      expect(await broken('matched', { ...open, mapping_version: 1 + newer })).toBe('source_row_transition');
      const other = { ...settled, company_id: idOf(3), mapping_version: 1 + newer };
      expect(await broken('matched', other)).toBe('source_row_transition');
    }
  });

  it.each(['multiple_candidates', 'invalid'])(
    'in %s changes only by a decision or after another mapping',
    async (status) => {
      const nobody = { resolve_status: 'not_found', candidates: '[]' };
      expect(await broken(status, nobody)).toBe('source_row_transition');
      expect(await broken(status, { ...settled, company_id: idOf(3) })).toBe('source_row_transition');
      expect(await undone(status, { ...nobody, mapping_version: 2 })).toBeUndefined();
      const decided = { decision: 'not_a_company', undecided_status: status, decided_at: new Date() };
      expect(await undone(status, { ...nobody, ...decided })).toBeUndefined();
    },
  );

  it('stays paid', async () => {
    expect(await broken('matched', { paid: false, decided_at: new Date() })).toBe('source_row_transition');
  });

  it('is matched only to one of its candidates', async () => {
    const chosen = { decision: 'chosen', undecided_status: 'multiple_candidates', decided_at: new Date() };
    expect(await broken('multiple_candidates', { ...settled, ...chosen, company_id: idOf(5) })).toBe(
      'company_is_a_candidate',
    );
  });

  it('has a company exactly when it is matched, candidates when there are some, and issues when it is invalid', async () => {
    const status = 'not_found';
    const candidates = JSON.stringify([{ company_id: idOf(3) }]);
    expect(await broken(status, { company_id: idOf(3) })).toBe('company_is_a_candidate');
    expect(await broken(status, { ...settled, company_id: null, candidates })).toBe(
      'matched_means_a_company',
    );
    expect(await broken(status, { candidates })).toBe('candidates_where_there_are_some');
    expect(await broken(status, { resolve_status: 'multiple_candidates' })).toBe(
      'candidates_where_there_are_some',
    );
    expect(await broken(status, { resolve_status: 'invalid', issues: '[]' })).toBe('invalid_says_why');
  });
});

describe('a source in the database', () => {
  it.each([
    ['has as many rows as its states count', { matched: 3 }, 'every_row_has_one_state'],
    ['is mapped exactly when it has a mapping', { mapping: null }, 'mapped_means_a_mapping'],
    ['is resolved when no row waits', { unresolved: 1, not_found: 0 }, 'resolved_leaves_no_row'],
  ])('%s', async (_, change, constraint) => {
    const update = suite.database.knex('sources').where({ source_id: sourceId }).update(change);
    await expect(update).rejects.toMatchObject({ constraint });
  });

  it('keeps the id of a matched company whose record was joined with another, and shows the other', async () => {
    const caller = await suite.account();
    const { knex } = suite.database;
    await knex('company_aliases').insert({
      alias_id: 'tse_9299',
      company_id: idOf(1),
      reason: 'merged_record',
    });
    const id = await caller.resolved([{ number: corporateNumber(5) }]);
    const [row] = await caller.rows(id);
    await knex.raw('ALTER TABLE source_rows DISABLE TRIGGER source_row_transition');
    await knex('source_rows')
      .where({ source_id: id, source_row_id: row?.source_row_id })
      .update({
        company_id: 'tse_9299',
        candidates: JSON.stringify(
          row?.resolve_candidates.map((candidate) => ({ ...candidate, company_id: 'tse_9299' })),
        ),
      });
    await knex.raw('ALTER TABLE source_rows ENABLE TRIGGER source_row_transition');
    const [joined] = await caller.rows(id);
    expect(joined).toMatchObject({
      resolve_status: 'matched',
      company_id: 'tse_9299',
      superseded_by: idOf(1),
    });
  });
});

describe('decisions in the database', () => {
  it('are found by the row alone, also before statistics know of them', async () => {
    const { rows } = await suite.database.knex.raw<{ rows: Record<string, string>[] }>(
      `EXPLAIN SELECT d.* FROM source_rows r CROSS JOIN LATERAL ${decisionsOf('r.source_row_id')} d
       WHERE r.source_id = ?`,
      [sourceId],
    );
    const plan = rows.flatMap((row) => Object.values(row)).join('\n');
    expect(plan).toContain('source_decisions_by_row');
  });
});
