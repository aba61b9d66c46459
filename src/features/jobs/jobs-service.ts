import type { Job, JobsSearchBody } from '../../contract/jobs.ts';
import type { CompanySearchService } from '../company-search/company-search-service.ts';
import { groupedAnswer, groupedRequest, type RowGroup } from '../company-search/grouped-search.ts';
import { jobConditions, jobIndexClauses } from './job-conditions.ts';
import type { JobsStore } from './jobs-store.ts';

export interface JobsParts {
  readonly search: CompanySearchService;
  readonly store: JobsStore;
}

/** Companies by their current openings. */
export class JobsService {
  constructor(private readonly parts: JobsParts) {}

  /** @throws ServiceError as company search */
  async search(accountId: string, body: JobsSearchBody, signal?: AbortSignal) {
    const { search, store } = this.parts;
    const conditions = jobConditions(body);
    const groups = new Map<string, RowGroup<Job>>();
    const request = groupedRequest(
      { ...body, order: body.order ?? 'jobs' },
      { binding: { kind: 'jobs', conditions }, signals: ['jobs'] },
      {
        indexClauses: (today) => jobIndexClauses(conditions, today),
        companyIds: (today, most) => store.companyIds(conditions, today, most),
        groups: (companyIds, today) => store.groups(conditions, today, companyIds),
      },
      groups,
    );
    const answer = await search.search(accountId, request, signal);
    return groupedAnswer('jobs_search', answer, body.limit, groups, (company, { rows, count }) => ({
      company,
      jobs: rows,
      count,
    }));
  }
}
