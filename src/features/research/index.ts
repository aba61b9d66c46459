import type { Knex } from 'knex';
import type { researchEndpoints } from '../../contract/research/endpoints.ts';
import type { Handlers } from '../../http/route.ts';
import type { Paging } from '../../paging/paging.ts';
import type { CompanyProfileService } from '../companies/company-profile-service.ts';
import { chargeCall } from '../credits/charge-call.ts';
import type { Charging } from '../credits/charging-service.ts';
import { ContentChecking } from './content-checking-service.ts';
import { ResearchService } from './research-service.ts';
import { ResearchStore } from './research-store.ts';

export interface ResearchNeeds {
  readonly knex: Knex;
  readonly profiles: CompanyProfileService;
  readonly charging: Charging;
  readonly paging: Paging;
  now(): Date;
}

/** Research notes about companies. */
export function createResearch({ knex, profiles, ...needs }: ResearchNeeds) {
  const checking = new ContentChecking();
  const service = new ResearchService({
    ...needs,
    store: new ResearchStore(knex),
    companies: profiles,
    checking,
  });
  const handlers: Handlers<typeof researchEndpoints> = {
    estimateResearch: async ({ account, body }) => ({
      body: await service.estimate(account.accountId, body),
    }),
    storeResearch: (context) => service.fetch(chargeCall(context), context.body),
    listResearch: async ({ account, query }) => ({ body: await service.items(account.accountId, query) }),
  };
  return { handlers, close: () => checking.close() };
}
