import type { CompanyCard } from '../../../../mappings/companies.ts';
import { companyStatuses } from '../../../contract/companies/company-vocabulary.ts';
import type { SearchSuggestion } from '../../../contract/company-search/answers.ts';
import type { Warning } from '../../../contract/envelope.ts';
import { makeCachedRead } from '../../../running/cached-read.ts';
import { combineAll, matchValue } from '../../../search/clauses.ts';
import type { Question } from '../../../search/search-answer.ts';
import { parseCompanyId, parseDomain } from '../../../text/identifiers/identifiers.ts';
import { describeFund } from '../../row-matching/listed-fund.ts';
import type { RowMatching } from '../../row-matching/row-matching-service.ts';
import type { CompanyFilters, FilterName } from '../filters/company-filters.ts';
import { buildFilterClauses } from '../filters/filter-clauses.ts';
import { indexKnownValues, type KnownValues } from '../filters/nearest-values.ts';
import { buildUnknownValueWarnings } from '../filters/read-filters.ts';
import type { CompanyIndex } from '../requests/company-index-service.ts';
import type { CompanySearch } from '../requests/company-search.ts';
import { buildPageRequest, buildTotalRequest } from '../requests/search-requests.ts';

type IndexQuestions = Question<CompanyCard, Warning[]>;

const maxTermsAgeMs = 10_000;
/** More than the data has municipalities or technologies. */
const maxTerms = 10_000;
const companiesShown = 5;
/** How many ids and domains of one filter are looked up one by one. */
const keysLookedUp = 10;

/** The warnings that the answer already has. */
export interface GivenWarnings {
  readonly warnings: readonly Warning[];
  /** Whether it has coverage warnings. */
  readonly coverage: boolean;
  /** Companies with a similar name. */
  readonly suggestions: readonly SearchSuggestion[];
}

/** Looks for reasons why a search found nothing. */
export class ZeroResults {
  /** The values that companies have in a field of the index, cached for a few seconds for all requests. */
  readonly #known = {
    city: makeCachedRead(maxTermsAgeMs, () => this.#readTerms('city')),
    technologies: makeCachedRead(maxTermsAgeMs, () => this.#readTerms('technologies')),
  };

  constructor(
    private readonly index: CompanyIndex,
    private readonly matching: Pick<RowMatching, 'findCorporations' | 'findFunds'>,
  ) {}

  /** Warnings for an empty page: "zero results must not be read as no such company". */
  async explain(search: CompanySearch, given: GivenWarnings, signal?: AbortSignal): Promise<Warning[]> {
    const questions = [
      buildUnknownKeyQuestions(search),
      ...buildEndedCompanyQuestions(search),
      ...buildUnfilteredQuestions(search),
      ...buildCombinedFilterQuestions(search),
    ];
    const [[keys = [], ...found], funds, ...terms] = await Promise.all([
      this.index.askQuestions(questions, signal),
      this.#findFunds(search),
      this.#findUnknownTerms(search, 'city'),
      this.#findUnknownTerms(search, 'technologies'),
    ]);
    // Similar names are only suggested: results never contain fuzzy matches.
    const similar = addSuggestions(
      {
        code: 'did_you_mean',
        message: 'No company has this name. These companies have a similar one; `suggestions` says why.',
        field: 'query',
      },
      given.suggestions.map(({ company_id, name }) => ({ company_id, name })),
    );
    const reasons = [funds, ...found, similar, ...terms, keys].flat();
    const others = [
      ...(reasons.length > 0 || given.warnings.length > 0 ? ['the other warnings'] : []),
      ...(given.coverage ? ['meta.coverage_warnings'] : []),
    ];
    const explanation = others.length > 0 ? `See ${others.join(' and ')}.` : explainNoMatch(search);
    return [
      {
        code: 'zero_results',
        message: `No company matches. This is not proof that no such company exists. ${explanation}`,
      },
      ...reasons,
    ];
  }

  /** The query is the code of a fund; that of an investment corporation is suggested with its company. */
  async #findFunds({ query }: CompanySearch): Promise<Warning[]> {
    const codes = query?.identifiers.flatMap(({ type, value }) =>
      type === 'securities_code' ? [value] : [],
    );
    const funds = [...(await this.matching.findFunds(codes ?? [])).values()];
    const corporations = await this.matching.findCorporations(funds);
    return funds.map((fund) => {
      const company = corporations.get(fund.code)?.company;
      const known = company && { company_id: company.company_id, legal_name: company.legal_name };
      return {
        code: 'identifier_of_fund',
        message: known
          ? `${describeFund(fund)} Its company is ${known.legal_name} (${known.company_id}).`
          : describeFund(fund),
        field: 'query',
        value: fund.code,
        suggestions: [{ ...fund, ...known }],
      };
    });
  }

  /** Values that no company has, with the most similar known ones. */
  async #findUnknownTerms({ filters }: CompanySearch, field: 'city' | 'technologies'): Promise<Warning[]> {
    const values = filters[field];
    if (!values) return [];
    const known = await this.#known[field]();
    const unknown = values.filter((value) => !known.has(value)).map((value) => ({ value }));
    return buildUnknownValueWarnings(field, unknown, known);
  }

  async #readTerms(field: string): Promise<KnownValues> {
    const { aggregations } = await this.index.search({
      size: 0,
      track_total_hits: false,
      aggs: { terms: { terms: { field, size: maxTerms } } },
    });
    const { buckets = [] } = (aggregations.terms ?? {}) as { buckets?: { key: string }[] };
    return indexKnownValues(buckets.map(({ key }) => key));
  }
}

function explainNoMatch({ query, filters }: CompanySearch): string {
  if (filters.company_ids?.length === 0) return 'company_ids is empty, and an empty list matches nothing.';
  if (query)
    return 'Nothing similar is loaded. The company may be missing from the loaded registers, or it may have another name.';
  return 'No loaded company meets the conditions. Such companies, or these facts about them, may be missing from the loaded data.';
}

/** Companies that would match if closed and merged ones were shown. */
function buildEndedCompanyQuestions(search: CompanySearch): IndexQuestions[] {
  if (search.filters.status) return [];
  const filters: CompanyFilters = { ...search.filters, status: ['closed', 'merged', 'removed'] };
  return buildFirstCompanyQuestions(
    { ...search, filters, words: false },
    {
      code: 'ended_companies_match',
      message: 'Closed or merged companies match. Use filters.status to include them.',
      field: 'filters.status',
    },
    ({ company: { company_id, legal_name, status } }) => ({ company_id, legal_name, status }),
  );
}

/** The query alone finds companies, but the filters exclude all of them. */
function buildUnfilteredQuestions(search: CompanySearch): IndexQuestions[] {
  if (!search.query || listAppliedFilters(search).length === 0) return [];
  const filters: CompanyFilters = search.filters.status ? { status: [...companyStatuses] } : {};
  return buildFirstCompanyQuestions(
    { ...search, filters },
    {
      code: 'filters_exclude_matches',
      message: 'The query alone finds companies, but the filters exclude all of them.',
      field: 'filters',
    },
    ({ company: { company_id, legal_name, prefecture, status } }) => ({
      company_id,
      legal_name,
      prefecture,
      status,
    }),
  );
}

/** For a browse whose conditions together match nothing: the filters without which some companies match. */
function buildCombinedFilterQuestions(search: CompanySearch): IndexQuestions[] {
  const applied = listAppliedFilters(search);
  if (search.query || applied.length + (search.narrowed ? 1 : 0) < 2) return [];
  const requests = applied.map((name) =>
    buildTotalRequest({ ...search, filters: removeFilter(search.filters, name) }, true),
  );
  const readCounts: IndexQuestions['read'] = (answers) => {
    const suggestions = applied
      .map((name, place) => ({
        // A range has the name of its lower bound, but the caller may have given only the upper one.
        without: `filters.${search.filters[name] === undefined ? (boundsTogether[name] ?? name) : name}`,
        matched_companies: answers[place]?.timedOut ? 0 : (answers[place]?.total ?? 0),
      }))
      .filter(({ matched_companies }) => matched_companies > 0)
      .sort((one, other) => other.matched_companies - one.matched_companies);
    return addSuggestions(
      {
        code: 'filters_exclude_matches',
        message: 'No company meets all the conditions. Leave out one of these filters to find companies.',
        field: 'filters',
      },
      suggestions,
    );
  };
  return [{ requests, read: readCounts }];
}

/** Filters that can exclude companies. Both bounds of a range count as one. */
function listAppliedFilters({ filters, today }: CompanySearch): FilterName[] {
  return [...buildFilterClauses(filters, today).keys(), ...(filters.status ? (['status'] as const) : [])];
}

const boundsTogether: Partial<Record<FilterName, FilterName>> = {
  min_employees: 'max_employees',
  min_insured_persons: 'max_insured_persons',
  min_capital_yen: 'max_capital_yen',
};

function removeFilter(filters: CompanyFilters, name: FilterName): CompanyFilters {
  // Without this filter, a search finds only active companies.
  if (name === 'status') return { ...filters, status: [...companyStatuses] };
  const remaining = Object.entries(filters).filter(
    ([other]) => other !== name && other !== boundsTogether[name],
  );
  return Object.fromEntries(remaining);
}

/** Ids and domains that no company has. They get no suggestions. */
function buildUnknownKeyQuestions({ filters }: CompanySearch): IndexQuestions {
  const { company_ids = [], website_domains = [] } = filters;
  const lookups = [
    { name: 'company_ids', field: 'ids', values: company_ids, parse: parseCompanyId },
    { name: 'website_domains', field: 'website_domains', values: website_domains, parse: parseDomain },
  ].flatMap(({ name, field, values, parse }) =>
    // `parseFilters` has already warned about malformed values.
    values.slice(0, keysLookedUp).flatMap((value) => (parse(value).ok ? [{ name, field, value }] : [])),
  );
  return {
    requests: lookups.map(({ field, value }) => ({
      query: combineAll([matchValue(field, value), matchValue('hidden', false)]),
      size: 0,
      track_total_hits: 1,
    })),
    read: (answers) =>
      lookups.flatMap(({ name, value }, place) =>
        answers[place]?.total === 0 ? buildUnknownValueWarnings(name, [{ value }]) : [],
      ),
  };
}

/** A warning about the first companies of another search, if it finds any. */
function buildFirstCompanyQuestions(
  search: CompanySearch,
  warning: Warning,
  suggestion: (card: CompanyCard) => object,
): IndexQuestions[] {
  const order = search.query ? 'relevance' : 'name';
  const requests = [buildPageRequest({ ...search, order }, { from: 0, size: companiesShown })];
  const readCompanies: IndexQuestions['read'] = ([answer]) =>
    addSuggestions(warning, answer?.hits.map(({ card }) => suggestion(card)) ?? []);
  return [{ requests, read: readCompanies }];
}

/** The warning; none without anything to suggest. */
function addSuggestions(warning: Warning, suggestions: object[]): Warning[] {
  if (suggestions.length > 0) return [{ ...warning, suggestions }];
  return [];
}
