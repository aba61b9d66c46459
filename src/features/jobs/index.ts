import type { Knex } from 'knex';
import type { jobsEndpoints } from '../../contract/jobs/endpoints.ts';
import type { Handlers } from '../../http/route.ts';
import type { CompanySearchService } from '../company-search/company-search-service.ts';
import { JobsService } from './jobs-service.ts';
import { JobsStore } from './jobs-store.ts';

export interface JobsNeeds {
  readonly knex: Knex;
  readonly search: CompanySearchService;
}

/** Companies by their job openings. */
export function createJobs({ knex, search }: JobsNeeds) {
  const service = new JobsService({ search, store: new JobsStore(knex) });
  const handlers: Handlers<typeof jobsEndpoints> = {
    searchJobs: async ({ account, body, signal }) => ({
      body: await service.search(account.accountId, body, signal),
    }),
  };
  return { handlers };
}
