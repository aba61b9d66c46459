import type { CompanyResult } from '../../contract/companies/company-result.ts';
import type { WireFilters } from '../../contract/company-search/requests.ts';
import type { Clause } from '../../search/clauses.ts';
import type { CompanySearchRequest } from './company-search.ts';
import { maxNamedCompanies, type Narrowing, type NarrowingConditions } from './narrowing.ts';
import { type CompanySearchAnswer, pagedMeta, searchWarnings } from './search-envelope.ts';

/** Searches for rows of one kind (openings, permits) that answer with companies and a few rows of each. */

export interface RowGroup<Row> {
  readonly rows: Row[];
  /** All matching rows, shown or not. */
  readonly count: number;
}

/** A row as a store reads it: with its company, the number of matching rows there, and its place among them. */
export type PlacedRow<Row> = Row & {
  readonly company_id: string;
  readonly count: number;
  readonly place: number;
};

export function groupsOf<Row extends object>(
  placed: readonly PlacedRow<Row>[],
  shown: (row: PlacedRow<Row>) => Row,
): Map<string, RowGroup<Row>> {
  const groups = new Map<string, { rows: Row[]; count: number }>();
  for (const row of placed) {
    const group = groups.get(row.company_id) ?? { rows: [], count: row.count };
    group.rows.push(shown(row));
    groups.set(row.company_id, group);
  }
  return groups;
}

export interface GroupedRequest {
  readonly company_filters?: WireFilters | null | undefined;
  readonly order?: CompanySearchRequest['order'] | undefined;
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly cursor?: string | null | undefined;
}

/** Finds rows in the store of a feature. */
export interface RowFinder<Row> {
  /** @returns clauses if the index can answer by itself; null if the companies must be listed by id */
  indexClauses(today: string): readonly Clause[] | null;
  /** The companies with matching rows, those with the newest rows first, at most `limit`. */
  companyIds(today: string, limit: number): Promise<string[]>;
  /** The matching rows of these companies. */
  groups(companyIds: readonly string[], today: string): Promise<Map<string, RowGroup<Row>>>;
}

/** The company search that finds the companies, with the matching rows of each as its detail. */
export function groupedRequest<Row>(
  request: GroupedRequest,
  narrowing: Pick<Narrowing, 'binding' | 'signals'>,
  finder: RowFinder<Row>,
): CompanySearchRequest<RowGroup<Row>> {
  return {
    query: null,
    filters: request.company_filters ?? {},
    order: request.order ?? null,
    limit: request.limit,
    offset: request.offset ?? 0,
    cursor: request.cursor ?? null,
    facets: [],
    words: false,
    narrowing: {
      ...narrowing,
      conditions: (today) => conditions(finder, today),
      confirm: (companyIds, today) => finder.groups(companyIds, today),
    },
  };
}

async function conditions<Row>(finder: RowFinder<Row>, today: string): Promise<NarrowingConditions> {
  const clauses = finder.indexClauses(today);
  if (clauses) return { clauses, truncated: false };
  const ids = await finder.companyIds(today, maxNamedCompanies + 1);
  return {
    clauses: [{ terms: { company_id: ids.slice(0, maxNamedCompanies) } }],
    truncated: ids.length > maxNamedCompanies,
  };
}

/** The answer. `entry` makes the result of a company and its rows. */
export function groupedAnswer<Name extends string, Row, Entry>(
  object: Name,
  answer: CompanySearchAnswer<RowGroup<Row>>,
  limit: number,
  entry: (company: CompanyResult['company'], group: RowGroup<Row>) => Entry,
) {
  const { query: _, ...meta } = pagedMeta(answer, limit);
  return {
    ok: true as const,
    object,
    status: 'ready' as const,
    results: answer.companies.map(({ company }) =>
      entry(company, answer.details.get(company.company_id) ?? { rows: [], count: 0 }),
    ),
    warnings: searchWarnings(answer),
    meta,
  };
}
