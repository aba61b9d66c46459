import { companiesQuery, companySearchBody, suggestQuery } from '../../contract/company-search.ts';
import type { Warning } from '../../contract/envelope.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { CompanySearchAnswer, CompanySearchService } from './company-search-service.ts';
import { pagedMeta, searchMeta, searchWarnings } from './search-envelope.ts';

/** `POST /search` and its compatibility path `GET /companies`: one search, two envelopes. */
export function companySearchRoutes(search: CompanySearchService): Route[] {
  const postSearch = defineRoute({
    method: 'POST',
    path: '/search',
    summary: 'Find companies by name, identifier, domain and filters.',
    auth: 'key',
    limit: 'search',
    body: companySearchBody,
    handler: async ({ account, body, signal }) => {
      const { query, filters, order, limit, offset, cursor, facets, planner_mode: plannerMode } = body;
      const answer = await search.search(
        account.accountId,
        {
          query: query ?? null,
          filters: filters ?? {},
          order: order ?? null,
          limit,
          offset: offset ?? 0,
          cursor: cursor ?? null,
          facets: facets ?? [],
          words: true,
        },
        signal,
      );
      return {
        body: {
          ...searchEnvelope(answer, plannerWarnings(plannerMode)),
          planner: { mode: 'deterministic' },
          planner_runs: [],
          meta: pagedMeta(answer, limit),
        },
      };
    },
  });

  const getCompanies = defineRoute({
    method: 'GET',
    path: '/companies',
    summary: 'Compatibility path of company search.',
    auth: 'key',
    limit: 'search',
    query: companiesQuery,
    handler: async ({ account, query, signal }) => {
      const { q, order, limit, offset, facets, ...filters } = query;
      const answer = await search.search(
        account.accountId,
        {
          query: q ?? null,
          filters,
          order: order ?? null,
          limit,
          offset,
          cursor: null,
          facets: facets ?? [],
          words: false,
        },
        signal,
      );
      return { headers: { Deprecation: 'true' }, body: searchEnvelope(answer, []) };
    },
  });

  const suggest = defineRoute({
    method: 'GET',
    path: '/companies/suggest',
    summary: 'Complete a name as one types, in kanji, kana or romaji.',
    auth: 'key',
    limit: 'suggest',
    query: suggestQuery,
    handler: async ({ query, signal }) => ({
      body: { ok: true, suggestions: await search.suggest(query.q, query.limit, signal) },
    }),
  });

  return [postSearch, getCompanies, suggest];
}

function searchEnvelope(answer: CompanySearchAnswer, extra: readonly Warning[]) {
  return {
    ok: true,
    object: 'company_search',
    status: 'ready',
    companies: answer.companies,
    warnings: searchWarnings(answer, extra),
    ...(answer.facets && { facets: answer.facets }),
    meta: searchMeta(answer),
  };
}

function plannerWarnings(mode: 'auto' | 'llm' | 'deterministic' | undefined): Warning[] {
  if (mode !== 'auto' && mode !== 'llm') return [];
  return [
    {
      code: 'planner_mode_deprecated',
      message: 'planner_mode is accepted for compatibility; execution is always deterministic.',
      field: 'planner_mode',
      value: mode,
    },
  ];
}
