import { type CompanyCard, companiesMappingVersion } from '../../../mappings/companies.ts';
import { tokyoDay } from '../../calendar.ts';
import type { CompanyResult } from '../../contract/companies/company-result.ts';
import type { CoverageWarning, Facets, Suggestion, Totals } from '../../contract/company-search/answers.ts';
import type { facetNames, WireFilters } from '../../contract/company-search/requests.ts';
import type { Warning } from '../../contract/envelope.ts';
import { ServiceError } from '../../contract/errors.ts';
import { readCursor, signCursor } from '../../paging/signed-cursor.ts';
import { allOf, type Clause, equals, someOf } from '../../search/clauses.ts';
import type { Hit, SearchGateway } from '../../search/gateway.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import { type AskedConditions, askedConditions } from '../matching/asked-conditions.ts';
import { anyExactName, identityClauses } from '../matching/match-clauses.ts';
import { type QueryReading, readQuery } from '../matching/query-reading.ts';
import type { CompanyFilters, CompanyOrder } from './company-filters.ts';
import type { CompanySearchStore } from './company-search-store.ts';
import {
  coverageWarnings,
  type EnrichmentViewStatus,
  type Signal,
  type SignalCoverage,
  type SignalUse,
  signalsUsed,
} from './coverage-warnings.ts';
import { readFacets } from './facets.ts';
import { KnownTerms } from './known-terms-service.ts';
import { maxNamedCompanies } from './narrowing.ts';
import { readFilters } from './read-filters.ts';
import { renderCompany, stillFits } from './result-page.ts';
import {
  buildCountRequest,
  buildFacetRequest,
  buildPageRequest,
  type CompanyQuery,
  type SortValues,
  type ValueOrder,
} from './search-requests.ts';
import { suggestCompanies } from './suggest.ts';
import { type CountOutcome, totalsOf } from './total-kind.ts';
import { comparedWithNames, conditionsNotApplied, unsupportedConditions } from './unsupported-conditions.ts';
import { explainZeroResults } from './zero-results-service.ts';

/** Free text that says too little reaches this many rows and no more (docs/decisions/0019-broad-text.md). */
export const broadQueryRows = 100;

const coverageCacheMs = 10_000;
/** Companies whose facts are read in one query of a walk. */
const factsAtOnce = 1_000;

/** What a search beside company search asks of companies: their jobs, permits or figures. */
export interface Narrowing {
  /** What is asked, for cursors: none of one question is good for another. */
  readonly binding: object;
  /** Signals that the conditions rest on, for coverage warnings. */
  readonly signals: readonly Signal[];
  /** In place of the request's order. */
  readonly order?: ValueOrder;
  /** @param today day in Asia/Tokyo on which a walk began */
  conditions(today: string): Promise<NarrowingConditions>;
  /** Which companies of a page fit as Postgres has them now; the others are dropped, and the totals say so. */
  confirm(companyIds: readonly string[], today: string): Promise<{ has(companyId: string): boolean }>;
}

export interface NarrowingConditions {
  readonly clauses: readonly Clause[];
  /** The conditions leave out companies, for there were too many to name; totals are then lower bounds. */
  readonly truncated: boolean;
}

export interface CompanySearchRequest {
  readonly query: string | null;
  readonly filters: WireFilters;
  /** Null: by relevance with a query, by name without. */
  readonly order: Exclude<CompanyOrder, 'relevance'> | null;
  readonly limit: number;
  readonly offset: number;
  readonly cursor: string | null;
  readonly facets: readonly (typeof facetNames)[number][];
  /** `POST /search` has a stage for words of names; `GET /companies` has not. */
  readonly words: boolean;
  readonly narrowing?: Narrowing;
}

/** Which companies are meant, without paging. */
export type SearchConditions = Pick<CompanySearchRequest, 'query' | 'filters' | 'order' | 'narrowing'>;

export interface CompanySearchAnswer {
  readonly companies: readonly CompanyResult[];
  readonly totals: Totals;
  readonly query: string | null;
  readonly offset: number;
  readonly nextCursor: string | null;
  readonly resultsTruncated: boolean;
  readonly warnings: readonly Warning[];
  readonly coverageWarnings: readonly CoverageWarning[];
  readonly facets: Facets | null;
}

/** Every company that a search finds, by id, in the order of the search. */
export interface GatheredCompanies {
  readonly companyIds: readonly string[];
  /** How many there are; more than were gathered when there are more than were asked for. */
  readonly total: number;
  readonly totalKind: 'exact' | 'lower_bound';
  readonly order: CompanyOrder;
  readonly warnings: readonly Warning[];
  /** Conditions that the query seems to ask for; none of them was applied. */
  readonly unsupported: readonly Warning[];
  readonly coverageWarnings: readonly CoverageWarning[];
}

export interface CompanySearchParts {
  readonly gateway: SearchGateway;
  readonly store: CompanySearchStore;
  readonly companies: CompaniesService;
  /** Alias of the company index. */
  readonly alias: string;
  /** The first signs cursors, all verify. */
  readonly cursorKeys: readonly string[];
  readonly now: () => Date;
  /** How long the exact count may take; longer is a lower bound. */
  readonly countTimeoutMs: number;
}

/** Deterministic company search: runs exactly the query and filters given. */
export class CompanySearchService {
  private coverage: { readonly at: number; readonly rows: Promise<SignalCoverage[]> } | null = null;

  private readonly terms: KnownTerms;

  constructor(private readonly parts: CompanySearchParts) {
    this.terms = new KnownTerms(parts);
  }

  /** @throws ServiceError invalid_cursor, max_employees_unsupported_on_this_path, search_unavailable */
  async search(
    accountId: string,
    request: CompanySearchRequest,
    signal?: AbortSignal,
  ): Promise<CompanySearchAnswer> {
    const { narrowing } = request;
    const { reading, filters, order, broad, signals, coverage, view, warnings } = await this.understand(
      request,
      request.facets,
    );
    const binding = {
      accountId,
      query: reading?.text ?? null,
      filters,
      order,
      words: request.words,
      mapping: companiesMappingVersion,
      ...(narrowing && { narrowing: narrowing.binding }),
    };
    const from = this.startOf(request, binding);
    const narrowed = await narrowing?.conditions(from.today);
    const query: CompanyQuery = {
      reading,
      filters,
      today: from.today,
      stages: { words: request.words && !broad },
      ...(narrowed && { conditions: narrowed.clauses }),
    };
    const limit = broad
      ? Math.max(0, Math.min(request.limit, broadQueryRows - request.offset))
      : request.limit;

    const [page, matching, count, facets, asked] = await Promise.all([
      this.page(query, narrowing?.order ?? order, from, limit, broad, signal),
      broad ? this.everythingBroad(query, request.words, signal) : null,
      narrowed?.truncated ? ({ kind: 'out_of_scope' } as const) : this.count(query, request, signal),
      this.facets(query, request.facets, signal),
      this.askedConditions(reading, signal),
    ]);
    const shown = page.hits.slice(0, limit);
    const companies = await this.current(shown, query, narrowing);
    const moreFetched = page.hits.length > limit;
    const totals = totalsOf({
      hasText: reading !== null,
      hasCompanyIds: filters.companyIds !== undefined,
      isCursorPage: request.cursor !== null,
      offset: request.offset,
      returned: companies.length,
      dropped: shown.length - companies.length,
      moreFetched,
      seen: page.total ?? (shown.length > 0 ? request.offset + page.hits.length : 0),
      count,
    });
    const last = shown.at(-1);
    const unsupported =
      asked && (asked.certain || companies.length === 0) ? unsupportedConditions(asked) : [];
    const said = [
      ...warnings,
      ...unsupported,
      ...queryWarnings(reading, broad, companies),
      ...(narrowed?.truncated ? [tooManyCompanies] : []),
    ];
    const coverageSaid = [
      ...(await this.coverageOf(companies, { reading, filters, signals, coverage, view })),
      ...(unsupported.length > 0 ? [conditionsNotApplied] : []),
    ];
    const cutOff = broad && (moreFetched || request.offset + limit >= broadQueryRows) && totals.has_more;
    return {
      companies,
      totals: cutOff && request.offset + limit >= broadQueryRows ? { ...totals, has_more: false } : totals,
      query: reading?.text ?? null,
      offset: request.offset,
      nextCursor:
        moreFetched && last && !broad
          ? signCursor(
              { after: last.sort, today: from.today },
              binding,
              this.parts.cursorKeys,
              this.parts.now(),
            )
          : null,
      resultsTruncated:
        matching === null
          ? narrowed?.truncated === true
          : matching > Math.min(page.total ?? 0, broadQueryRows),
      warnings: [
        ...said,
        ...(shown.length > 0 && companies.length === 0 ? [nothingFitsNow] : []),
        ...(shown.length === 0 && request.offset === 0 && request.cursor === null
          ? await explainZeroResults(
              { gateway: this.parts.gateway, alias: this.parts.alias, terms: this.terms },
              query,
              { warnings: said, coverage: coverageSaid.length > 0 },
              signal,
            )
          : []),
      ],
      coverageWarnings: coverageSaid,
      facets,
    };
  }

  /** How many companies a query matches that is too broad, with the stage it is kept from; counted just beyond its reach. */
  private async everythingBroad(
    query: CompanyQuery,
    words: boolean,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    const { gateway, alias } = this.parts;
    const { total } = await gateway.search(
      alias,
      buildPageRequest(
        { ...query, stages: { words } },
        { order: 'relevance', from: 0, size: 0, countUpTo: broadQueryRows + 1 },
      ),
      { ...(signal && { signal }) },
    );
    return total ?? 0;
  }

  /**
   * The ids of the companies that a search finds, at most so many: the same search as `search`, without its pages. Rows
   * are checked against Postgres as those of a page are.
   * @param most at most 10,000
   * @throws ServiceError max_employees_unsupported_on_this_path, search_unavailable
   */
  async gather(request: SearchConditions, most: number, signal?: AbortSignal): Promise<GatheredCompanies> {
    const read = await this.understand(request);
    const { reading, filters, order, broad } = read;
    const { narrowing } = request;
    const today = tokyoDay(this.parts.now());
    const narrowed = await narrowing?.conditions(today);
    const query: CompanyQuery = {
      reading,
      filters,
      today,
      stages: { words: !broad },
      ...(narrowed && { conditions: narrowed.clauses }),
    };
    const reached = broad ? Math.min(most, broadQueryRows) : most;
    const page = buildPageRequest(query, { order: narrowing?.order ?? order, from: 0, size: reached });
    const [{ hits, total }, named] = await Promise.all([
      this.parts.gateway.search<Pick<CompanyCard, 'company_id'>>(
        this.parts.alias,
        { ...page, _source: ['card.company_id'], track_total_hits: true },
        { ...(signal && { signal }) },
      ),
      reading !== null && this.isNamed(reading, signal),
    ]);
    const asked = named || !reading ? null : askedConditions(reading.text);
    const fitting = await this.stillFitting(
      hits.map(({ card }) => card.company_id),
      filters,
    );
    const confirmed = await narrowing?.confirm(fitting, today);
    const companyIds = confirmed ? fitting.filter((id) => confirmed.has(id)) : fitting;
    const found = broad ? hits.length : (total ?? hits.length);
    const all = found <= hits.length && narrowed?.truncated !== true;
    const coverageSaid = coverageWarnings(read.signals, filters, read.coverage, read.view);
    const unsupported =
      asked && (asked.certain || companyIds.length === 0) ? unsupportedConditions(asked) : [];
    const said = [...read.warnings, ...queryWarnings(reading, broad, [])];
    const reasons =
      companyIds.length > 0
        ? []
        : await explainZeroResults(
            { gateway: this.parts.gateway, alias: this.parts.alias, terms: this.terms },
            query,
            { warnings: [...said, ...unsupported], coverage: coverageSaid.length > 0 },
            signal,
          );
    return {
      companyIds,
      total: found - (hits.length - companyIds.length),
      totalKind:
        all || (!reading && !narrowed?.truncated && companyIds.length === hits.length)
          ? 'exact'
          : 'lower_bound',
      order,
      warnings: [
        ...said,
        // That nothing meets filters can be a fact; that a text finds nothing may be due to the text.
        ...reasons.filter(({ code }) => reading !== null || code === 'filter_value_unknown'),
        ...(reading && !named && companyIds.length > 0
          ? [comparedWithNames(reading.text, found - (hits.length - companyIds.length))]
          : []),
      ],
      unsupported,
      coverageWarnings: coverageSaid,
    };
  }

  /** How many companies match the filters and the conditions; null when counting takes too long. */
  async countMatches(
    wireFilters: WireFilters,
    conditions: readonly Clause[],
    today: string,
    signal?: AbortSignal,
  ): Promise<number | null> {
    const { filters } = readFilters(wireFilters);
    const query: CompanyQuery = { reading: null, filters, today, stages: { words: false }, conditions };
    const outcome = await this.countQuery(query, signal);
    return outcome.kind === 'counted' ? outcome.total : null;
  }

  /** How far the data reaches that these filters rest on, for searches beside company search. */
  async coverageOfFilters(filters: CompanyFilters): Promise<CoverageWarning[]> {
    const signals = signalsUsed(filters, 'name', []);
    if (signals.size === 0) return [];
    return coverageWarnings(
      signals,
      filters,
      await this.measuredCoverage(),
      await this.viewStatus(filters, signals),
    );
  }

  /** Names that go on from what was typed; see `suggest.ts`. */
  suggest(typed: string, limit: number, signal?: AbortSignal): Promise<Suggestion[]> {
    return suggestCompanies(this.parts, typed, limit, signal);
  }

  /** Reads query and filters, and what must be known of the data before they are run. */
  private async understand(request: SearchConditions, facets: CompanySearchRequest['facets'] = []) {
    const reading = request.query === null ? null : readQuery(request.query);
    const { filters, warnings } = readFilters(request.filters);
    const order: CompanyOrder = request.order ?? (reading ? 'relevance' : 'name');
    const signals = signalsUsed(filters, order, facets, request.narrowing?.signals);
    const [view, coverage] = await Promise.all([
      this.viewStatus(filters, signals),
      signals.size > 0 ? this.measuredCoverage() : [],
    ]);
    guardMaxEmployees(filters, reading, view);
    // A semantic tag is not applied, so it narrows nothing.
    const narrowedBy = Object.keys(filters).filter((name) => name !== 'semanticTag');
    const broad = reading?.broad === true && narrowedBy.length === 0;
    return { reading, filters, order, broad, signals, coverage, view, warnings };
  }

  /** What the text seems to ask for beside names; null for a text that is the name or an identifier of a company. */
  private async askedConditions(
    reading: QueryReading | null,
    signal: AbortSignal | undefined,
  ): Promise<AskedConditions | null> {
    const asked = reading && askedConditions(reading.text);
    return asked && !(await this.isNamed(reading, signal)) ? asked : null;
  }

  /** Whether a company has the text as its exact name, identifier or id. */
  private async isNamed(reading: QueryReading, signal: AbortSignal | undefined): Promise<boolean> {
    const named = [...identityClauses(reading), ...(reading.name ? [anyExactName([reading.name])] : [])];
    const { total } = await this.parts.gateway.search(
      this.parts.alias,
      { query: allOf([equals('hidden', false), someOf(named)]), size: 0, track_total_hits: 1 },
      { ...(signal && { signal }) },
    );
    return total !== 0;
  }

  private async stillFitting(companyIds: readonly string[], filters: CompanyFilters): Promise<string[]> {
    const fitting: string[] = [];
    for (let from = 0; from < companyIds.length; from += factsAtOnce) {
      const ids = companyIds.slice(from, from + factsAtOnce);
      const fresh = await this.parts.companies.currentFacts(ids);
      for (const id of ids) {
        const now = fresh.get(id);
        if (now && stillFits(now, filters)) fitting.push(id);
      }
    }
    return fitting;
  }

  private startOf(
    request: CompanySearchRequest,
    binding: object,
  ): { after: SortValues | null; today: string; offset: number } {
    const now = this.parts.now();
    if (request.cursor === null) return { after: null, today: tokyoDay(now), offset: request.offset };
    const content = readCursor<{ after: SortValues; today: string }>(
      request.cursor,
      { ...binding },
      this.parts.cursorKeys,
      now,
    );
    if (!content) throw new ServiceError('invalid_cursor');
    return { ...content, offset: 0 };
  }

  private async page(
    query: CompanyQuery,
    order: CompanyOrder | ValueOrder,
    from: { after: SortValues | null; offset: number },
    limit: number,
    broad: boolean,
    signal: AbortSignal | undefined,
  ) {
    const size = limit + 1;
    const seen = from.offset + size;
    const request = buildPageRequest(query, {
      order,
      from: from.offset,
      size,
      ...(from.after && { after: from.after }),
      ...(query.reading && !from.after && { countUpTo: broad ? Math.max(seen, broadQueryRows + 1) : seen }),
    });
    return this.parts.gateway.search<CompanyCard>(this.parts.alias, request, { ...(signal && { signal }) });
  }

  /** Runs beside the page. Only a browse by filters has a countable total; free text is out of its scope. */
  private async count(
    query: CompanyQuery,
    request: CompanySearchRequest,
    signal: AbortSignal | undefined,
  ): Promise<CountOutcome> {
    if (query.reading || request.cursor !== null) return { kind: 'out_of_scope' };
    return this.countQuery(query, signal);
  }

  private async countQuery(query: CompanyQuery, signal: AbortSignal | undefined): Promise<CountOutcome> {
    const { gateway, alias, countTimeoutMs } = this.parts;
    try {
      const answer = await gateway.search(alias, buildCountRequest(query, countTimeoutMs), {
        ...(signal && { signal }),
        timeoutMs: countTimeoutMs,
      });
      return answer.timedOut || answer.total === null
        ? { kind: 'timed_out' }
        : { kind: 'counted', total: answer.total };
    } catch {
      // The page decides whether the search fails; without a count its total is a lower bound.
      return { kind: 'timed_out' };
    }
  }

  private async facets(
    query: CompanyQuery,
    names: CompanySearchRequest['facets'],
    signal: AbortSignal | undefined,
  ): Promise<Facets | null> {
    if (names.length === 0) return null;
    const { gateway, alias } = this.parts;
    const answer = await gateway.search(alias, buildFacetRequest(query, names), {
      ...(signal && { signal }),
    });
    return readFacets(answer.aggregations, names);
  }

  /** The rows of the page as Postgres has them now; rows that no longer fit are left out. */
  private async current(
    hits: readonly Hit<CompanyCard>[],
    query: CompanyQuery,
    narrowing: Narrowing | undefined,
  ): Promise<CompanyResult[]> {
    const ids = hits.map((hit) => hit.card.company_id);
    const [fresh, confirmed] = await Promise.all([
      this.parts.companies.currentFacts(ids),
      narrowing?.confirm(ids, query.today),
    ]);
    return hits.flatMap((hit) => {
      const id = hit.card.company_id;
      const now = fresh.get(id);
      return now && stillFits(now, query.filters) && (confirmed?.has(id) ?? true)
        ? [renderCompany({ ...hit, fresh: now }, query.reading, query.today)]
        : [];
    });
  }

  /** A domain that nobody has is explained by how many websites are known at all. */
  private async coverageOf(
    companies: readonly CompanyResult[],
    read: {
      readonly reading: QueryReading | null;
      readonly filters: CompanyFilters;
      readonly signals: ReadonlyMap<Signal, SignalUse>;
      readonly coverage: readonly SignalCoverage[];
      readonly view: EnrichmentViewStatus;
    },
  ): Promise<CoverageWarning[]> {
    const { reading, filters, signals, coverage, view } = read;
    const domain = reading?.identifiers.some(({ type }) => type === 'domain') === true;
    if (companies.length > 0 || !domain) return coverageWarnings(signals, filters, coverage, view);
    return coverageWarnings(
      new Map(signals).set('web', 'needed'),
      filters,
      await this.measuredCoverage(),
      view,
    );
  }

  private async viewStatus(
    filters: CompanyFilters,
    signals: ReadonlyMap<Signal, SignalUse>,
  ): Promise<EnrichmentViewStatus> {
    if (signals.size === 0 && filters.maxEmployees === undefined) return 'ready';
    return this.parts.store.enrichmentViewStatus();
  }

  private async measuredCoverage(): Promise<SignalCoverage[]> {
    const now = this.parts.now().getTime();
    if (!this.coverage || now - this.coverage.at > coverageCacheMs) {
      this.coverage = { at: now, rows: this.parts.store.signalCoverage() };
    }
    return this.coverage.rows;
  }
}

/** docs/specification.md#the-422-of-max_employees: never a fall-back to an index that might not know the headcount. */
function guardMaxEmployees(
  filters: CompanyFilters,
  reading: QueryReading | null,
  view: EnrichmentViewStatus,
): void {
  if (filters.maxEmployees === undefined) return;
  if (reading || filters.semanticTag !== undefined) {
    throw new ServiceError('max_employees_unsupported_on_this_path', {
      message: 'max_employees cannot be combined with a query or with semantic_tag.',
    });
  }
  if (view !== 'ready') {
    throw new ServiceError('max_employees_unsupported_on_this_path', {
      message: 'Headcounts are unavailable for the moment, so max_employees cannot be applied.',
    });
  }
}

const tooManyCompanies: Warning = {
  code: 'conditions_too_broad',
  message: `More companies fit the conditions than one search can go through; the newest ${maxNamedCompanies} of them are searched. Narrow the conditions.`,
  field: 'filters',
};

const nothingFitsNow: Warning = {
  code: 'zero_results',
  message:
    'The companies of this page have changed and no longer match; others may follow on the pages behind it.',
};

function queryWarnings(
  reading: QueryReading | null,
  broad: boolean,
  companies: readonly CompanyResult[],
): Warning[] {
  if (!reading) return [];
  const warnings: Warning[] = reading.faults.map((fault) => ({
    code: fault.reason === 'check_digit' ? 'identifier_check_digit_invalid' : `identifier_${fault.reason}`,
    message: fault.message,
    field: 'query',
    value: reading.text,
  }));
  if (broad) {
    warnings.push({
      code: 'broad_query_restricted',
      message: `The query is too broad: only exact names and beginnings of names are searched, and at most ${broadQueryRows} rows are reached. Add a filter or more of the name.`,
      field: 'query',
    });
  }
  const former = companies.filter((entry) => entry.query_match.matched_by[0]?.field === 'former_name');
  if (former.length > 0) {
    warnings.push({
      code: 'matched_former_name',
      message: 'The query is a former name of these companies.',
      field: 'query',
      suggestions: former.map((entry) => {
        const [match] = entry.query_match.matched_by;
        return {
          company_id: entry.company.company_id,
          legal_name: entry.company.legal_name,
          former_name: match?.value,
          valid_from: match?.valid_from ?? null,
          valid_to: match?.valid_to ?? null,
        };
      }),
    });
  }
  return warnings;
}
