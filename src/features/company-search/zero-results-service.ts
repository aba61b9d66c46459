import type { CompanyCard } from '../../../mappings/companies.ts';
import { companyStatuses } from '../../contract/companies/company-vocabulary.ts';
import type { Warning } from '../../contract/envelope.ts';
import { allOf, anyOf, equals } from '../../search/clauses.ts';
import type { SearchGateway } from '../../search/gateway.ts';
import { parseCompanyId, parseDomain } from '../../text/identifiers.ts';
import { deletionVariants, looseKey, oneSlipApart } from '../../text/names.ts';
import { type CompanyFilters, type FilterName, wireNames } from './company-filters.ts';
import { filterClauses } from './filter-clauses.ts';
import type { KnownTerms } from './known-terms-service.ts';
import { unknownValues } from './read-filters.ts';
import { buildCountRequest, buildPageRequest, type CompanyQuery } from './search-requests.ts';

interface Index {
  readonly gateway: SearchGateway;
  readonly alias: string;
  readonly terms: KnownTerms;
}

const most = 5;
/** Ids and domains of one filter that are looked up by themselves. */
const keysLookedUp = 10;
const countTimeoutMs = 1_000;

/** What the answer says already. */
interface AlreadySaid {
  readonly warnings: readonly Warning[];
  /** It has coverage warnings. */
  readonly coverage: boolean;
}

/** What might explain an empty page: "zero results must not be read as no such company". */
export async function explainZeroResults(
  index: Index,
  query: CompanyQuery,
  said: AlreadySaid,
  signal?: AbortSignal,
): Promise<Warning[]> {
  const found = await Promise.all([
    endedCompanies(index, query, signal),
    didYouMean(index, query, signal),
    otherFilters(index, query, signal),
    filtersTogether(index, query, signal),
    unknownTerms(index, query),
    unknownKeys(index, query, signal),
  ]);
  const reasons = found.flat();
  const read = [
    ...(reasons.length > 0 || said.warnings.length > 0 ? ['the other warnings'] : []),
    ...(said.coverage ? ['meta.coverage_warnings'] : []),
  ];
  const explanation = read.length > 0 ? `See ${read.join(' and ')}.` : nothingNear(query);
  return [
    {
      code: 'zero_results',
      message: `No company matches; this is not proof that no such company exists. ${explanation}`,
    },
    ...reasons,
  ];
}

function nothingNear({ reading, filters }: CompanyQuery): string {
  if (filters.companyIds?.length === 0) return 'company_ids is empty, and of no company there is nothing.';
  return reading
    ? 'Nothing that is loaded comes near: the company may be missing from the loaded registers, or go by another name.'
    : 'No loaded company meets the conditions: such companies, or these facts about them, may be missing from what is loaded.';
}

/** Companies that would match if closed and merged ones were shown. */
async function endedCompanies(index: Index, query: CompanyQuery, signal?: AbortSignal): Promise<Warning[]> {
  if (query.filters.status) return [];
  const ended: CompanyFilters = { ...query.filters, status: ['closed', 'merged', 'removed'] };
  const cards = await firstCards(index, { ...query, filters: ended, stages: { words: false } }, signal);
  if (cards.length === 0) return [];
  return [
    {
      code: 'ended_companies_match',
      message: 'Companies that are closed or merged match. Ask for them with the filter status.',
      field: 'filters.status',
      suggestions: cards.map(({ company_id, legal_name, status }) => ({ company_id, legal_name, status })),
    },
  ];
}

/** The query finds companies, and the filters leave none of them. */
async function otherFilters(index: Index, query: CompanyQuery, signal?: AbortSignal): Promise<Warning[]> {
  if (!query.reading || appliedFilters(query).length === 0) return [];
  const { status } = query.filters;
  const cards = await firstCards(
    index,
    { ...query, filters: status ? { status: companyStatuses } : {} },
    signal,
  );
  if (cards.length === 0) return [];
  return [
    {
      code: 'filters_exclude_matches',
      message: 'The query alone finds companies; the filters leave none of them.',
      field: 'filters',
      suggestions: cards.map(({ company_id, legal_name, prefecture, status }) => ({
        company_id,
        legal_name,
        prefecture,
        status,
      })),
    },
  ];
}

/** A browse whose conditions leave no company together: which of them, left out, lets some through. */
async function filtersTogether(index: Index, query: CompanyQuery, signal?: AbortSignal): Promise<Warning[]> {
  const applied = appliedFilters(query);
  if (query.reading || applied.length + (query.conditions ? 1 : 0) < 2) return [];
  const requests = applied.map((name) =>
    buildCountRequest({ ...query, filters: withoutFilter(query.filters, name) }, countTimeoutMs),
  );
  const answers = await index.gateway.multiSearch(index.alias, requests, { ...(signal && { signal }) });
  const suggestions = applied
    .map((name, place) => ({
      without: `filters.${wireNames[givenName(query.filters, name)]}`,
      matched_companies: answers[place]?.timedOut ? 0 : (answers[place]?.total ?? 0),
    }))
    .filter(({ matched_companies }) => matched_companies > 0)
    .sort((one, other) => other.matched_companies - one.matched_companies);
  if (suggestions.length === 0) return [];
  return [
    {
      code: 'filters_exclude_matches',
      message: 'No company meets all the conditions; without one of these filters companies do.',
      field: 'filters',
      suggestions,
    },
  ];
}

/** Filters that keep companies out, both bounds of a range as one. */
function appliedFilters({ filters, today }: CompanyQuery): FilterName[] {
  return [...filterClauses(filters, today).keys(), ...(filters.status ? (['status'] as const) : [])];
}

const boundsTogether: Partial<Record<FilterName, FilterName>> = {
  minEmployees: 'maxEmployees',
  minInsuredPersons: 'maxInsuredPersons',
};

/** A range stands under its lower bound, which may not be the one that was given. */
function givenName(filters: CompanyFilters, name: FilterName): FilterName {
  return filters[name] === undefined ? (boundsTogether[name] ?? name) : name;
}

function withoutFilter(filters: CompanyFilters, name: FilterName): CompanyFilters {
  // Without a status, active companies are meant.
  if (name === 'status') return { ...filters, status: companyStatuses };
  const left = Object.entries(filters).filter(([other]) => other !== name && other !== boundsTogether[name]);
  return Object.fromEntries(left);
}

/** Names one typing slip away. They are only named: nothing fuzzy ever enters a result. */
async function didYouMean(index: Index, query: CompanyQuery, signal?: AbortSignal): Promise<Warning[]> {
  const wanted = query.reading?.name?.loose;
  if (!wanted) return [];
  const variants = deletionVariants(wanted);
  if (variants.length === 0) return [];
  const near = {
    query: {
      bool: {
        should: [anyOf('name_slips', [wanted, ...variants]), anyOf('name_keys.loose', variants)],
        minimum_should_match: 1,
        filter: [anyOf('status', ['active']), { term: { hidden: false } }],
      },
    },
    // Names that share one of the variants may still differ by two slips: more are fetched than are shown.
    size: 50,
    track_total_hits: false,
  };
  // Companies that the filters or the status leave out may well have the name: then it is no slip.
  const named = {
    query: allOf([equals('name_keys.loose', wanted), equals('hidden', false)]),
    size: 0,
    track_total_hits: 1,
  };
  const [same, around] = await index.gateway.multiSearch<CompanyCard>(index.alias, [named, near], {
    ...(signal && { signal }),
  });
  if (!around || same?.total !== 0) return [];
  const meant = around.hits
    .map(({ card }) => ({ card, name: card.names.find(({ name }) => oneSlipApart(looseKey(name), wanted)) }))
    .flatMap(({ card, name }) => (name ? [{ company_id: card.company_id, name: name.name }] : []))
    .slice(0, most);
  if (meant.length === 0) return [];
  return [
    {
      code: 'did_you_mean',
      message: 'No company has this name; these names differ from it by one character.',
      field: 'query',
      suggestions: meant,
    },
  ];
}

/** Cities and technologies that no company has, with the nearest that some have. */
async function unknownTerms({ terms }: Index, { filters }: CompanyQuery): Promise<Warning[]> {
  const asked = [
    { field: 'city', values: filters.cities ?? [] },
    { field: 'technologies', values: filters.technologies ?? [] },
  ] as const;
  const found = asked.map(async ({ field, values }) => {
    if (values.length === 0) return [];
    const known = await terms.of(field);
    const unknown = values.filter((value) => !known.has(value)).map((value) => ({ value }));
    return unknownValues(field, unknown, known);
  });
  return (await Promise.all(found)).flat();
}

/** Ids and domains that no company has. Nothing is near an id. */
async function unknownKeys(
  index: Index,
  { filters }: CompanyQuery,
  signal?: AbortSignal,
): Promise<Warning[]> {
  const asked = [
    { name: 'company_ids', field: 'ids', values: filters.companyIds ?? [], parse: parseCompanyId },
    {
      name: 'website_domains',
      field: 'website_domains',
      values: filters.websiteDomains ?? [],
      parse: parseDomain,
    },
  ].flatMap(({ name, field, values, parse }) =>
    // What is no id or domain at all has been said.
    values.slice(0, keysLookedUp).flatMap((value) => (parse(value).ok ? [{ name, field, value }] : [])),
  );
  const answers = await index.gateway.multiSearch(
    index.alias,
    asked.map(({ field, value }) => ({
      query: allOf([equals(field, value), equals('hidden', false)]),
      size: 0,
      track_total_hits: 1,
    })),
    { ...(signal && { signal }) },
  );
  return asked.flatMap(({ name, value }, place) =>
    answers[place]?.total === 0 ? unknownValues(name, [{ value }]) : [],
  );
}

async function firstCards(index: Index, query: CompanyQuery, signal?: AbortSignal): Promise<CompanyCard[]> {
  const request = buildPageRequest(query, {
    order: query.reading ? 'relevance' : 'name',
    from: 0,
    size: most,
  });
  const { hits } = await index.gateway.search<CompanyCard>(index.alias, request, {
    ...(signal && { signal }),
  });
  return hits.map(({ card }) => card);
}
