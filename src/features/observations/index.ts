import type { Knex } from 'knex';
import type { DataAsOf } from '../../contract/as-of.ts';
import type { observationsEndpoints } from '../../contract/observations/endpoints.ts';
import { type Handlers, respond } from '../../http/route.ts';
import type { Paging } from '../../paging/paging.ts';
import type { SearchGateway } from '../../search/gateway.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { CompanyProfileService } from '../companies/company-profile-service.ts';
import type { CompanySearchService } from '../company-search/company-search-service.ts';
import { CompanyObservationsService } from './company-observations-service.ts';
import { ObservationSearchService } from './observation-search-service.ts';
import { ObservationsStore } from './observations-store.ts';

export interface ObservationsNeeds {
  readonly knex: Knex;
  readonly gateway: SearchGateway;
  /** The alias of the index of observations. */
  readonly observationsAlias: string;
  readonly companies: CompaniesService;
  readonly profiles: CompanyProfileService;
  readonly search: CompanySearchService;
  readonly paging: Paging;
  dataAsOf(): Promise<DataAsOf>;
}

/** Evidence about companies: search across companies, and the observations of one company. */
export function createObservations(needs: ObservationsNeeds) {
  const { gateway, companies, profiles, paging, dataAsOf } = needs;
  const store = new ObservationsStore(needs.knex);
  const searching = new ObservationSearchService({
    gateway,
    alias: needs.observationsAlias,
    companies,
    store,
    companySearch: needs.search,
    dataAsOf,
  });
  const ofCompany = new CompanyObservationsService({ store, companies: profiles, paging, dataAsOf });
  const handlers: Handlers<typeof observationsEndpoints> = {
    searchObservations: respond(({ body, signal }) => searching.search(body, signal)),
    listCompanyObservations: respond(({ account, params, query }) =>
      ofCompany.listObservations(account.accountId, params.companyId, query),
    ),
  };
  return { handlers };
}
