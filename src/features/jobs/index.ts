import type { Knex } from 'knex';
import type { jobsEndpoints } from '../../contract/jobs/endpoints.ts';
import type { Handlers } from '../../http/route.ts';
import type { CompanySearchService } from '../company-search/company-search-service.ts';
import { parseRequestedConditions } from '../company-search/filters/requested-conditions.ts';
import {
  buildUnappliedConditionsWarning,
  conditionsNotApplied,
} from '../company-search/filters/unsupported-conditions.ts';
import { buildGroupedAnswer, createRowNarrowing } from '../company-search/grouped-search.ts';
import type { CompanySearchAnswer } from '../company-search/requests/company-search.ts';
import { buildJobIndexClauses, toJobConditions } from './job-conditions.ts';
import { findJobs } from './jobs-store.ts';

export interface JobsNeeds {
  readonly knex: Knex;
  readonly search: CompanySearchService;
}

/** Companies by their current job openings. */
export function createJobs({ knex, search }: JobsNeeds) {
  const handlers: Handlers<typeof jobsEndpoints> = {
    searchJobs: async ({ account, body, signal }) => {
      const { query, filters: _, company_filters: filters, order, ...page } = body;
      const conditions = toJobConditions(body);
      const buildIndexClauses = (today: string) => buildJobIndexClauses(conditions, today);
      const narrowing = createRowNarrowing('jobs', conditions, buildIndexClauses, findJobs(knex, conditions));
      const request = { ...page, filters, order: order ?? 'jobs', narrowing } as const;
      const answer = addConditionWarnings(
        query ?? '',
        await search.search(account.accountId, request, signal),
      );
      return {
        body: buildGroupedAnswer('jobs_search', answer, (company, { rows, count }) => ({
          company,
          jobs: rows,
          count,
        })),
      };
    },
  };
  return { handlers };
}

/** Titles may contain words for conditions, so they count as conditions only if nothing was found. */
function addConditionWarnings<Detail>(query: string, answer: CompanySearchAnswer<Detail>) {
  const { warnings, meta } = answer;
  if (!warnings.some(({ code }) => code === 'zero_results')) return answer;
  const requested = parseRequestedConditions(query);
  if (!requested) return answer;
  return {
    ...answer,
    warnings: [...warnings, buildUnappliedConditionsWarning(requested, comparedWords)],
    meta: { ...meta, coverage_warnings: [...meta.coverage_warnings, conditionsNotApplied] },
  };
}

const comparedWords =
  'its words are searched for in titles as they are. Use filters for openings and company_filters for companies.';
