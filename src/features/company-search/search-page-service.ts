import { tokyoDay } from '../../calendar.ts';
import type { CompanyResult } from '../../contract/companies/company-result.ts';
import type { CoverageWarning } from '../../contract/company-search/answers.ts';
import { maxBroadRows } from '../../contract/company-search/requests.ts';
import { ServiceError } from '../../contract/errors.ts';
import { readCursor, signCursor } from '../../paging/signed-cursor.ts';
import { broadPageLimit } from './broad-queries.ts';
import {
  type CompanySearch,
  type CompanySearchRequest,
  cursorBinding,
  readSearch,
} from './company-search.ts';
import type { CoverageService, DataReach } from './coverage-service.ts';
import { coverageWarnings } from './coverage-warnings.ts';
import { truncatedConditionsWarning } from './narrowing.ts';
import { renderCompany } from './result-page.ts';
import type { CompanySearchAnswer } from './search-envelope.ts';
import type { SortValues } from './search-requests.ts';
import { fittingCompanies, prepareSearch, type SearchTools } from './search-steps-service.ts';
import { conditionWarnings, formerNameWarnings, nothingFitsNow, queryWarnings } from './search-warnings.ts';
import { type CountOutcome, totalsOf } from './total-kind.ts';
import { conditionsNotApplied } from './unsupported-conditions.ts';

/** Where the next page begins: after this row. `today` is the day of the first page. */
interface WalkPosition {
  readonly after: SortValues;
  readonly today: string;
}

/** One page of a search, with totals and warnings. @throws ServiceError invalid_cursor */
export async function searchPage<Detail>(
  tools: SearchTools,
  accountId: string,
  request: CompanySearchRequest<Detail>,
  signal: AbortSignal | undefined,
): Promise<CompanySearchAnswer<Detail>> {
  const { index, cursorKeys } = tools;
  const { narrowing, offset } = request;
  const now = tools.now();
  const read = readSearch(request, tokyoDay(now));
  const binding = cursorBinding(accountId, read, narrowing);
  const position =
    request.cursor === null ? null : readCursor<WalkPosition>(request.cursor, binding, cursorKeys, now);
  if (request.cursor !== null && !position) throw new ServiceError('invalid_cursor');
  const today = position?.today ?? read.today;
  const { search, reach } = await prepareSearch(tools, { ...read, today }, narrowing);
  const { reading, filters, broad, narrowed } = search;

  const limit = broad ? broadPageLimit(request.limit, offset) : request.limit;
  const size = limit + 1;
  const seen = broad ? Math.max(offset + size, maxBroadRows + 1) : offset + size;
  const rows = {
    from: offset,
    size,
    ...(position && { after: position.after }),
    ...(reading && !position && { countUpTo: seen }),
  };
  const isCountable = !reading && !position && !narrowed?.truncated;
  const [page, matching, count, facets, asked] = await Promise.all([
    index.page(search, rows, signal),
    // The matches of a broad query if words of names were searched, to tell whether results are cut.
    broad ? index.countUpTo({ ...search, broad: false }, maxBroadRows + 1, signal) : 0,
    isCountable ? index.count(search, signal) : outOfScope,
    index.facets(search, request.facets, signal),
    index.conditionsAsked(reading, signal),
  ]);

  const shown = page.hits.slice(0, limit);
  const last = shown.at(-1);
  const moreFetched = page.hits.length > limit;
  const ids = shown.map(({ card }) => card.company_id);
  const { facts, details } = await fittingCompanies(tools, ids, search, narrowing);
  const companies = shown.flatMap((hit) => {
    const fresh = facts.get(hit.card.company_id);
    return fresh ? [renderCompany({ ...hit, fresh }, reading, today)] : [];
  });
  const totals = totalsOf({
    hasText: reading !== null,
    hasCompanyIds: filters.company_ids !== undefined,
    isCursorPage: position !== null,
    offset,
    returned: companies.length,
    dropped: shown.length - companies.length,
    moreFetched,
    seen: page.total ?? (shown.length > 0 ? offset + page.hits.length : 0),
    count,
  });

  const unsupported = conditionWarnings(asked, companies.length === 0);
  const said = [
    ...search.warnings,
    ...unsupported,
    ...queryWarnings(search),
    ...formerNameWarnings(companies),
    ...(narrowed?.truncated ? [truncatedConditionsWarning] : []),
  ];
  const coverage = [
    ...(await pageCoverage(tools.coverage, search, reach, companies)),
    ...(unsupported.length > 0 ? [conditionsNotApplied] : []),
  ];
  const isFirstAndEmpty = shown.length === 0 && offset === 0 && !position;
  const isAtEndOfBroad = broad && offset + limit >= maxBroadRows;
  return {
    companies,
    details,
    totals: isAtEndOfBroad ? { ...totals, has_more: false } : totals,
    query: reading?.text ?? null,
    offset,
    nextCursor:
      moreFetched && last && !broad
        ? signCursor<WalkPosition>({ after: last.sort, today }, binding, cursorKeys, now)
        : null,
    resultsTruncated: broad
      ? matching > Math.min(page.total ?? 0, maxBroadRows)
      : narrowed?.truncated === true,
    warnings: [
      ...said,
      ...(shown.length > 0 && companies.length === 0 ? [nothingFitsNow] : []),
      ...(isFirstAndEmpty
        ? await tools.zeroResults.explain(search, { warnings: said, coverage: coverage.length > 0 }, signal)
        : []),
    ],
    coverageWarnings: coverage,
    facets,
  };
}

const outOfScope: CountOutcome = { kind: 'out_of_scope' };

/** When a domain finds no company, the answer says how many websites are known at all. */
async function pageCoverage(
  data: CoverageService,
  { reading, filters, signals }: CompanySearch,
  reach: DataReach,
  companies: readonly CompanyResult[],
): Promise<CoverageWarning[]> {
  const isDomain = reading?.identifiers.some(({ type }) => type === 'domain') === true;
  if (companies.length > 0 || !isDomain)
    return coverageWarnings(signals, filters, reach.coverage, reach.view);
  const withWebsites = new Map(signals).set('web', 'needed');
  return coverageWarnings(withWebsites, filters, await data.measured(), reach.view);
}
