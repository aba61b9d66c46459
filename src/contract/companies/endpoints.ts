import { defineEndpoints } from '../endpoint.ts';
import { maxRelatedOfOneKind } from '../limits.ts';
import { companyPath, companyProfileSchema } from './company-profile.ts';
import { relatedAnswer } from './related-companies.ts';

export const companiesEndpoints = defineEndpoints('Companies', {
  getCompany: {
    method: 'GET',
    path: '/companies/:companyId',
    summary: 'One company with its names, identifiers, listings and facts, each with source, time and age.',
    description:
      'Accepts former ids too; `resolved_from` then has the requested id. Counts toward the rate limit of company search, but not toward the quota.',
    answers: { 200: { description: 'The company.', schema: companyProfileSchema } },
    errors: ['company_not_found'],
    limit: 'suggest',
    params: companyPath,
  },
  listRelatedCompanies: {
    method: 'GET',
    path: '/companies/:companyId/related',
    summary:
      'Companies that have to do with one: mergers, parent and subsidiaries, passed names, the same address or website.',
    description: `Accepts former ids too. Has facts only, each with its source and date. Except a merger or a parent, a relation does not say that the companies belong together: many companies may share an address or a name. Each relation has at most ${maxRelatedOfOneKind} companies; \`truncated\` names relations that have more.`,
    answers: { 200: { description: 'The related companies.', schema: relatedAnswer } },
    errors: ['company_not_found'],
    limit: 'suggest',
    params: companyPath,
  },
});
