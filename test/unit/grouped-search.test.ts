import { describe, expect, it } from '@jest/globals';
import { groupedRequest, type RowFinder } from '../../src/features/company-search/grouped-search.ts';
import { maxNamedCompanies } from '../../src/features/company-search/narrowing.ts';

const today = '2026-11-21';
const paging = { limit: 20 };

function finder(companies: number, clauses: readonly object[] | null = null): RowFinder<object> {
  return {
    indexClauses: () => clauses as ReturnType<RowFinder<object>['indexClauses']>,
    companyIds: async (_, most) => Array.from({ length: Math.min(companies, most) }, (__, at) => `id-${at}`),
    groups: async (ids) => new Map(ids.slice(0, 1).map((id) => [id, { rows: [{}], count: 1 }])),
  };
}

async function conditionsOf(found: RowFinder<object>) {
  const { narrowing } = groupedRequest(paging, { binding: {}, signals: [] }, found);
  return narrowing?.conditions(today);
}

describe('a search that is grouped by company', () => {
  it('queries only the index when the index has all fields', async () => {
    const clauses = [{ term: { job_openings: today } }];
    expect(await conditionsOf(finder(5, clauses))).toEqual({ clauses, truncated: false });
  });

  it('names the companies that Postgres finds', async () => {
    expect(await conditionsOf(finder(2))).toEqual({
      clauses: [{ terms: { company_id: ['id-0', 'id-1'] } }],
      truncated: false,
    });
    expect((await conditionsOf(finder(maxNamedCompanies)))?.truncated).toBe(false);
  });

  it('names at most as many companies as the engine accepts, and says so', async () => {
    const found = await conditionsOf(finder(maxNamedCompanies + 1));
    expect(found?.truncated).toBe(true);
    expect(JSON.stringify(found?.clauses).match(/id-/g)).toHaveLength(maxNamedCompanies);
  });

  it('confirms the companies that currently have rows, with these rows', async () => {
    const { narrowing } = groupedRequest(paging, { binding: {}, signals: [] }, finder(2));
    const confirmed = await narrowing?.confirm(['id-0', 'id-1'], today);
    expect([...(confirmed ?? [])]).toEqual([['id-0', { rows: [{}], count: 1 }]]);
  });
});
