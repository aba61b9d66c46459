import { describe, expect, it } from '@jest/globals';
import { maxNamedCompanies } from '../../src/features/company-search/filters/narrowing.ts';
import { createRowNarrowing, type RowFinder } from '../../src/features/company-search/grouped-search.ts';
import type { Clause } from '../../src/search/clauses.ts';

const today = '2026-11-21';

function finder(companies: number): RowFinder<object> {
  return {
    listCompanyIds: async (_, limit) =>
      Array.from({ length: Math.min(companies, limit) }, (__, at) => `id-${at}`),
    readGroups: async (ids) => new Map(ids.slice(0, 1).map((id) => [id, { rows: [{}], count: 1 }])),
  };
}

const narrowing = (companies: number, clauses: readonly Clause[] | null = null) =>
  createRowNarrowing('jobs', {}, () => clauses, finder(companies));

describe('a search that is grouped by company', () => {
  it('queries only the index when the index has all fields', async () => {
    const clauses = [{ term: { job_openings: today } }];
    expect(await narrowing(5, clauses).findConditions(today)).toEqual({ clauses, truncated: false });
  });

  it('names the companies that Postgres finds', async () => {
    expect(await narrowing(2).findConditions(today)).toEqual({
      clauses: [{ terms: { company_id: ['id-0', 'id-1'] } }],
      truncated: false,
    });
    expect((await narrowing(maxNamedCompanies).findConditions(today)).truncated).toBe(false);
  });

  it('names at most as many companies as the engine accepts, and says so', async () => {
    const found = await narrowing(maxNamedCompanies + 1).findConditions(today);
    expect(found.truncated).toBe(true);
    expect(JSON.stringify(found.clauses).match(/id-/g)).toHaveLength(maxNamedCompanies);
  });

  it('confirms the companies that currently have rows, with these rows', async () => {
    const confirmed = await narrowing(2).confirm(['id-0', 'id-1'], today);
    expect([...confirmed]).toEqual([['id-0', { rows: [{}], count: 1 }]]);
  });
});
