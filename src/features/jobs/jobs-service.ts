import type { JobsAnswer, JobsSearchBody } from '../../contract/jobs/jobs.ts';
import type { CompanySearchService } from '../company-search/company-search-service.ts';
import { groupedAnswer, groupedRequest } from '../company-search/grouped-search.ts';
import type { CompanySearchAnswer } from '../company-search/search-envelope.ts';
import { conditionsInWords, conditionsNotApplied } from '../company-search/unsupported-conditions.ts';
import { type AskedConditions, askedConditions } from '../matching/asked-conditions.ts';
import { jobConditions, jobIndexClauses } from './job-conditions.ts';
import type { JobsStore } from './jobs-store.ts';

export interface JobsParts {
  readonly search: CompanySearchService;
  readonly store: JobsStore;
}

/** Companies by their current openings. */
export class JobsService {
  readonly #parts: JobsParts;

  constructor(parts: JobsParts) {
    this.#parts = parts;
  }

  /** @throws ServiceError as company search */
  async search(accountId: string, body: JobsSearchBody, signal?: AbortSignal): Promise<JobsAnswer> {
    const { search, store } = this.#parts;
    const conditions = jobConditions(body);
    const request = groupedRequest(
      { ...body, order: body.order ?? 'jobs' },
      { binding: { kind: 'jobs', conditions }, signals: ['jobs'] },
      {
        indexClauses: (today) => jobIndexClauses(conditions, today),
        companyIds: (today, limit) => store.companyIds(conditions, today, limit),
        groups: (companyIds, today) => store.groups(conditions, today, companyIds),
      },
    );
    const answer = await search.search(accountId, request, signal);
    // Titles may contain such words, so they count as conditions only if nothing was found.
    const asked = isEmptySearch(answer) ? askedConditions(body.query ?? '') : null;
    return groupedAnswer(
      'jobs_search',
      asked ? withConditions(answer, asked) : answer,
      body.limit,
      (company, { rows, count }) => ({
        company,
        jobs: rows,
        count,
      }),
    );
  }
}

function isEmptySearch({ warnings }: CompanySearchAnswer): boolean {
  return warnings.some(({ code }) => code === 'zero_results');
}

function withConditions<Detail>(
  answer: CompanySearchAnswer<Detail>,
  asked: AskedConditions,
): CompanySearchAnswer<Detail> {
  return {
    ...answer,
    warnings: [...answer.warnings, conditionsInWords(asked, comparedWords)],
    coverageWarnings: [...answer.coverageWarnings, conditionsNotApplied],
  };
}

const comparedWords =
  'its words are searched for in titles as they are. Use filters for openings and company_filters for companies.';
