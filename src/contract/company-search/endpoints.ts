import { endpoint } from '../endpoint.ts';
import { companiesAnswerSchema, companySearchAnswerSchema, suggestAnswerSchema } from './answers.ts';
import { companiesQuery, companySearchBody, maxBroadRows, suggestQuery } from './requests.ts';

const searchDescription = `
Runs exactly the query and filters given: nothing is added, guessed or corrected. Companies are matched in stages: exact
identifier, exact company_id, exact normalized name, beginning of a name, all words in a name. \`query_match\` says for each
company why it was found.

A query that says too little (fewer than two characters, only a legal form, only a prefecture) without filters reaches ${maxBroadRows}
companies and warns \`broad_query_restricted\`. A search without results warns \`zero_results\` and says what might explain
it. Each request counts as one search toward rate and quota.
`.trim();

export const companySearchEndpoints = {
  searchCompanies: endpoint({
    method: 'POST',
    path: '/search',
    tag: 'Company search',
    summary: 'Find companies by name, identifier, domain and filters.',
    description: searchDescription,
    answers: { 200: { description: 'A page of companies.', schema: companySearchAnswerSchema } },
    errors: ['invalid_cursor', 'max_employees_unsupported_on_this_path', 'search_unavailable'],
    auth: 'key',
    limit: 'search',
    body: companySearchBody,
  }),
  browseCompanies: endpoint({
    method: 'GET',
    path: '/companies',
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
  }),
  suggestCompanies: endpoint({
    method: 'GET',
    path: '/companies/suggest',
    tag: 'Company search',
    summary: 'Complete a name as one types, in kanji, kana or romaji.',
    description:
      'Current names of active companies. Counts toward the rate of company search, not toward the quota.',
    answers: { 200: { description: 'Companies whose name begins so.', schema: suggestAnswerSchema } },
    errors: ['search_unavailable'],
    auth: 'key',
    limit: 'suggest',
    query: suggestQuery,
  }),
};
