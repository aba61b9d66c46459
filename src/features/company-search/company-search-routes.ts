import {
  companiesAnswerSchema,
  companySearchAnswerSchema,
  suggestAnswerSchema,
} from '../../contract/company-search/answers.ts';
import { companiesQuery, companySearchBody, suggestQuery } from '../../contract/company-search/requests.ts';
import type { Warning } from '../../contract/envelope.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { CompanySearchAnswer, CompanySearchService } from './company-search-service.ts';
import { pagedMeta, searchMeta, searchWarnings } from './search-envelope.ts';

const searchDescription = `
Runs exactly the query and filters given: nothing is added, guessed or corrected. Companies are matched in stages: exact
identifier, exact company_id, exact normalized name, beginning of a name, all words in a name. \`query_match\` says for each
company why it was found.

A query that says too little (fewer than two characters, only a legal form, only a prefecture) without filters reaches 100
companies and warns \`broad_query_restricted\`. A search without results warns \`zero_results\` and says what might explain
it. Each request counts as one search toward rate and quota.
`.trim();

/** `POST /search` and its compatibility path `GET /companies`: one search, two envelopes. */
export function companySearchRoutes(search: CompanySearchService): Route[] {
  const postSearch = defineRoute({
    method: 'POST',
    path: '/search',
    operationId: 'searchCompanies',
    tag: 'Company search',
    summary: 'Find companies by name, identifier, domain and filters.',
    description: searchDescription,
    answers: { 200: { description: 'A page of companies.', schema: companySearchAnswerSchema } },
    errors: ['invalid_cursor', 'max_employees_unsupported_on_this_path', 'search_unavailable'],
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
    operationId: 'browseCompanies',
    tag: 'Company search',
    summary: 'Compatibility path of company search.',
    description:
      'The search of `POST /search`, without its stage for words of names and without cursors. Use `POST /search` in new programs.',
    deprecated: true,
    answers: { 200: { description: 'A page of companies.', schema: companiesAnswerSchema } },
    errors: ['max_employees_unsupported_on_this_path', 'search_unavailable'],
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
    operationId: 'suggestCompanies',
    tag: 'Company search',
    summary: 'Complete a name as one types, in kanji, kana or romaji.',
    description:
      'Current names of active companies. Counts toward the rate of company search, not toward the quota.',
    answers: { 200: { description: 'Companies whose name begins so.', schema: suggestAnswerSchema } },
    errors: ['search_unavailable'],
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
