import { defineEndpoints } from '../endpoint.ts';
import { maxBroadRows } from '../limits.ts';
import { companiesAnswerSchema, companySearchAnswerSchema, suggestAnswerSchema } from './answers.ts';
import { companiesQuery, companySearchBody, suggestQuery } from './requests.ts';

const searchDescription = `
Runs exactly the given query and filters: nothing is added, guessed or corrected. Companies are matched in stages: exact
identifier, exact company_id, exact normalized name, beginning of a name, all words in a name. \`query_match\` says why
each company was found.

Only if a name finds nobody so, it is read as people write it: 株式会社架空 大阪支店 御中 finds 株式会社架空, and \`written\` shows
what was set aside. \`suggestions\` are companies with a similar name, each with its reason; they are never results. Lists
from a query have only what the stages find.

Without filters, a query that is too broad (fewer than two characters, only a legal form, only a prefecture) returns at
most ${maxBroadRows} companies, with the warning \`broad_query_restricted\`. A search without results has the warning
\`zero_results\`, which says what may explain it. A search costs no
credits: \`GET /usage\` reports it as one request credit, which is only a count. It counts as one search toward the
account's rate limit and quotas. A search that fails still counts toward the rate, but not toward the quotas.
`.trim();

/** docs/api.md has the statuses, credits and limits of every endpoint. */
export const companySearchEndpoints = defineEndpoints('Company search', {
  searchCompanies: {
    method: 'POST',
    path: '/search',
    writes: false,
    summary: 'Find companies by name, identifier, domain and filters.',
    description: searchDescription,
    answers: { 200: { description: 'A page of companies.', schema: companySearchAnswerSchema } },
    errors: ['invalid_cursor', 'max_employees_unsupported_on_this_path', 'search_unavailable'],
    limit: 'search',
    // The engine counts all companies found, once for each facet.
    heavyQueryIf: (body) => Boolean(Object(body).facets?.length),
    body: companySearchBody,
  },
  browseCompanies: {
    method: 'GET',
    path: '/companies',
    summary: 'Find companies: a compatibility path of company search.',
    description:
      'Like `POST /search`, but without matching of words in names and without cursors. Use `POST /search` in new programs.',
    deprecated: true,
    answers: { 200: { description: 'A page of companies.', schema: companiesAnswerSchema } },
    errors: ['max_employees_unsupported_on_this_path', 'search_unavailable'],
    limit: 'search',
    heavyQueryIf: (_, query) => Object(query).facets !== undefined,
    query: companiesQuery,
  },
  suggestCompanies: {
    method: 'GET',
    path: '/companies/suggest',
    summary: 'Complete a company name while it is typed, in kanji, kana or romaji.',
    description:
      'Finds current names of active companies. Counts toward the rate limit of company search, but not toward the quota.',
    answers: {
      200: { description: 'Companies whose name begins with the text.', schema: suggestAnswerSchema },
    },
    errors: ['search_unavailable'],
    limit: 'suggest',
    query: suggestQuery,
  },
});
