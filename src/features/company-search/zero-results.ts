import type { CompanyCard } from '../../../mappings/companies.ts';
import type { Warning } from '../../contract/envelope.ts';
import { anyOf } from '../../search/clauses.ts';
import type { SearchGateway } from '../../search/gateway.ts';
import { deletionVariants, looseKey, oneSlipApart } from '../../text/names.ts';
import type { CompanyFilters } from './company-filters.ts';
import { buildPageRequest, type CompanyQuery } from './company-query.ts';
import { nearestValues } from './nearest-values.ts';

interface Index {
  readonly gateway: SearchGateway;
  readonly alias: string;
}

const most = 5;

/** What might explain an empty page: "zero results must not be read as no such company". */
export async function explainZeroResults(
  index: Index,
  query: CompanyQuery,
  signal?: AbortSignal,
): Promise<Warning[]> {
  const found = await Promise.all([
    endedCompanies(index, query, signal),
    didYouMean(index, query, signal),
    otherFilters(index, query, signal),
    unknownTerms(index, query, signal),
  ]);
  const reasons = found.flat();
  return [
    {
      code: 'zero_results',
      message: `No company matches; this is not proof that no such company exists. ${
        reasons.length > 0
          ? 'See the other warnings.'
          : 'Nothing that is loaded comes near: the company may be missing from the loaded registers, or go by another name.'
      }`,
    },
    ...reasons,
  ];
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
  const applied = Object.keys(query.filters).filter((name) => name !== 'status' && name !== 'semanticTag');
  if (!query.reading || applied.length === 0) return [];
  const { status } = query.filters;
  const cards = await firstCards(index, { ...query, filters: status ? { status } : {} }, signal);
  if (cards.length === 0) return [];
  return [
    {
      code: 'filters_exclude_matches',
      message: 'The query alone finds companies; the filters leave none of them.',
      field: 'filters',
      suggestions: cards.map(({ company_id, legal_name, prefecture }) => ({
        company_id,
        legal_name,
        prefecture,
      })),
    },
  ];
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
  const { hits } = await index.gateway.search<CompanyCard>(index.alias, near, { ...(signal && { signal }) });
  const meant = hits
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
async function unknownTerms(
  index: Index,
  { filters }: CompanyQuery,
  signal?: AbortSignal,
): Promise<Warning[]> {
  const asked = [
    { name: 'city', field: 'city', values: filters.cities ?? [] },
    { name: 'technologies', field: 'technologies', values: filters.technologies ?? [] },
  ].filter(({ values }) => values.length > 0);
  if (asked.length === 0) return [];
  const request = {
    size: 0,
    track_total_hits: false,
    aggs: Object.fromEntries(asked.map(({ name, field }) => [name, { terms: { field, size: 3000 } }])),
  };
  const { aggregations } = await index.gateway.search(index.alias, request, { ...(signal && { signal }) });
  return asked.flatMap(({ name, values }) => {
    const { buckets = [] } = (aggregations[name] ?? {}) as { buckets?: { key: string }[] };
    const known = buckets.map(({ key }) => key);
    return values
      .filter((value) => !known.includes(value))
      .map((value) => ({
        code: 'filter_value_unknown',
        message: `No loaded company has this value of ${name}.`,
        field: `filters.${name}`,
        value,
        suggestions: nearestValues(value, known),
      }));
  });
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
