import type { Knex } from 'knex';
import type { constructionEndpoints } from '../../contract/construction/endpoints.ts';
import type { Handlers } from '../../http/route.ts';
import type { CompanySearchService } from '../company-search/company-search-service.ts';
import { buildGroupedAnswer, createRowNarrowing } from '../company-search/grouped-search.ts';
import { findPermits } from './construction-store.ts';
import { buildPermitIndexClauses, toPermitConditions } from './permit-conditions.ts';

export interface ConstructionNeeds {
  readonly knex: Knex;
  readonly search: CompanySearchService;
}

/** Companies by their construction permits. */
export function createConstruction({ knex, search }: ConstructionNeeds) {
  const handlers: Handlers<typeof constructionEndpoints> = {
    searchConstruction: async ({ account, body, signal }) => {
      const { filters: _, company_filters: filters, order, ...page } = body;
      const conditions = toPermitConditions(body);
      const buildIndexClauses = (today: string) => buildPermitIndexClauses(conditions, today);
      const finder = findPermits(knex, conditions);
      const narrowing = createRowNarrowing('construction', conditions, buildIndexClauses, finder);
      const request = { ...page, filters, order: order ?? 'construction', narrowing } as const;
      const found = await search.search(account.accountId, request, signal);
      return {
        body: buildGroupedAnswer('construction_search', found, (company, { rows, count }) => ({
          company,
          permits: rows,
          count,
        })),
      };
    },
  };
  return { handlers };
}
