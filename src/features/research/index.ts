import type { Knex } from 'knex';
import type { researchEndpoints } from '../../contract/research/endpoints.ts';
import { type Handlers, respond } from '../../http/route.ts';
import { toChargeCall } from '../credits/charging-service.ts';
import { ContentChecking } from './content-checking-service.ts';
import { type ResearchParts, ResearchService } from './research-service.ts';
import { ResearchStore } from './research-store.ts';

export interface ResearchNeeds extends Omit<ResearchParts, 'store' | 'checking' | 'companies'> {
  readonly knex: Knex;
  readonly profiles: ResearchParts['companies'];
}

/** Research notes about companies. */
export function createResearch({ knex, profiles, ...needs }: ResearchNeeds) {
  const checking = new ContentChecking();
  const store = new ResearchStore(knex);
  const service = new ResearchService({ ...needs, store, companies: profiles, checking });
  const handlers: Handlers<typeof researchEndpoints> = {
    estimateResearch: respond(({ account, body }) => service.estimateResearch(account.accountId, body)),
    storeResearch: (context) => service.storeItem(toChargeCall(context), context.body),
    listResearch: respond(({ account, query }) => service.listItems(account.accountId, query)),
  };
  return { handlers, close: () => checking.close() };
}
