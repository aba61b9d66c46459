import type { CompanyResult } from '../../contract/companies/company-result.ts';
import { limitWarnings } from '../../contract/envelope.ts';
import type { Clause } from '../../search/clauses.ts';
import { maxNamedCompanies, type Narrowing } from './filters/narrowing.ts';
import type { CompanySearchAnswer } from './requests/company-search.ts';

/** Searches for rows of one kind (openings, permits) that answer with companies and a few rows of each. */

export interface RowGroup<Row> {
  readonly rows: Row[];
  /** All matching rows, shown or not. */
  readonly count: number;
}

/** Finds rows in the store of a feature. */
export interface RowFinder<Row> {
  /** The companies with matching rows, those with the newest rows first, at most `limit`. */
  listCompanyIds(today: string, limit: number): Promise<string[]>;
  /** The matching rows of these companies. */
  readGroups(companyIds: readonly string[], today: string): Promise<Map<string, RowGroup<Row>>>;
}

/**
 * Narrows a company search to companies with matching rows, which are its details.
 * @param indexClauses clauses if the index can answer by itself; null if the companies must be listed by id
 */
export function createRowNarrowing<Row>(
  kind: 'jobs' | 'construction',
  conditions: object,
  indexClauses: (today: string) => readonly Clause[] | null,
  finder: RowFinder<Row>,
): Narrowing<RowGroup<Row>> {
  return {
    binding: { kind, conditions },
    signals: [kind],
    async findConditions(today) {
      const clauses = indexClauses(today);
      if (clauses) return { clauses, truncated: false };
      const ids = await finder.listCompanyIds(today, maxNamedCompanies + 1);
      return {
        clauses: [{ terms: { company_id: ids.slice(0, maxNamedCompanies) } }],
        truncated: ids.length > maxNamedCompanies,
      };
    },
    confirm: (companyIds, today) => finder.readGroups(companyIds, today),
  };
}

/** The answer. `entry` makes the result of a company and its rows. */
export function buildGroupedAnswer<Name extends string, Row, Entry>(
  object: Name,
  { companies, details, warnings, meta, paging }: CompanySearchAnswer<RowGroup<Row>>,
  entry: (company: CompanyResult['company'], group: RowGroup<Row>) => Entry,
) {
  const { query: _, ...ofCompanies } = meta;
  return {
    ok: true as const,
    object,
    status: 'ready' as const,
    results: companies.map(({ company }) =>
      entry(company, details.get(company.company_id) ?? { rows: [], count: 0 }),
    ),
    warnings: limitWarnings(warnings),
    meta: { ...ofCompanies, ...paging },
  };
}
