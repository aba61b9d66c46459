import type { CompanyResult } from '../../contract/companies/company-result.ts';
import type { CoverageWarning, Facets, Totals } from '../../contract/company-search/answers.ts';
import { boundedWarnings, type Warning } from '../../contract/envelope.ts';

/** The parts that answers of all company searches share (docs/specification.md#result-entries). */

/** A page of a search. */
export interface CompanySearchAnswer<Detail = unknown> {
  readonly companies: CompanyResult[];
  /** What a narrowing search shows of each company, by company_id. */
  readonly details: ReadonlyMap<string, Detail>;
  readonly totals: Totals;
  readonly query: string | null;
  readonly offset: number;
  readonly nextCursor: string | null;
  readonly resultsTruncated: boolean;
  readonly warnings: readonly Warning[];
  readonly coverageWarnings: CoverageWarning[];
  readonly facets: Facets | null;
}

export function searchWarnings(answer: CompanySearchAnswer, extra: readonly Warning[] = []): Warning[] {
  return boundedWarnings([...extra, ...answer.warnings]);
}

/** `meta` of both paths of company search. */
export function searchMeta(answer: CompanySearchAnswer) {
  const { totals } = answer;
  return {
    query: answer.query,
    returned_companies: answer.companies.length,
    matched_companies: totals.matched_companies,
    total_kind: totals.total_kind,
    total_count_source: totals.total_count_source,
    has_more: totals.has_more,
    coverage_warnings: answer.coverageWarnings,
  };
}

/** `meta` of the paths that page by cursor. */
export function pagedMeta(answer: CompanySearchAnswer, limit: number) {
  return {
    ...searchMeta(answer),
    limit,
    next_cursor: answer.nextCursor,
    pagination_supported: true as const,
    more_results_exist: answer.totals.has_more || answer.resultsTruncated,
    results_truncated: answer.resultsTruncated,
  };
}
