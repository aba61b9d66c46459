import { afterAll, describe, expect, it } from '@jest/globals';
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
async function broken(status: string, change: object): Promise<string | undefined> {
  try {
    await suite.database
      .knex('source_rows')
      .where({ source_id: sourceId, source_row_id: rowIds[status] })
      .update(change);
    return undefined;
  } catch (error) {
    return (error as { constraint?: string }).constraint;
  }
}

describe('a source row in the database', () => {
  const settled = { resolve_status: 'matched', settled_by: 'select' };

  it('once matched or invalid never changes', async () => {
    for (const status of ['matched', 'invalid']) {
      expect(await broken(status, { resolve_status: 'unresolved', company_id: null })).toBe(
        'source_row_transition',
      );
      expect(await broken(status, { ...settled, company_id: idOf(3) })).toBe('source_row_transition');
    }
  });

  it('with several candidates is matched only by a selection, and to one of them', async () => {
    const status = 'multiple_candidates';
    expect(await broken(status, { resolve_status: 'not_found', candidates: '[]' })).toBe(
      'source_row_transition',
    );
    expect(await broken(status, { ...settled, settled_by: 'resolve', company_id: idOf(3) })).toBe(
      'source_row_transition',
    );
    expect(await broken(status, { ...settled, company_id: idOf(5) })).toBe('company_is_a_candidate');
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
