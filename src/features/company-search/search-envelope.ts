import { boundedWarnings, type Warning } from '../../contract/envelope.ts';
import type { CompanySearchAnswer } from './company-search-service.ts';

/** The parts of an answer that every search over companies has (docs/specification.md#result-entries). */

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
