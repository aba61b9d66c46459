import type { Knex } from 'knex';
import type { SearchGateway } from '../../search/gateway.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import { IdentifierHoldersStore } from './identifier-holders-store.ts';
import { ListedFundsStore } from './listed-funds-store.ts';
import { CompanyLookup } from './lookup/company-lookup.ts';
import { RowMatching } from './row-matching-service.ts';

export interface RowMatchingNeeds {
  readonly knex: Knex;
  readonly gateway: SearchGateway;
  /** The alias of the index of companies. */
  readonly companiesAlias: string;
  readonly companies: CompaniesService;
}

/** From what cells say to the companies that are meant. */
export function createRowMatching({ knex, gateway, companiesAlias: alias, companies }: RowMatchingNeeds) {
  const lookup = new CompanyLookup({ gateway, alias });
  return {
    lookup,
    matching: new RowMatching({
      lookup,
      companies,
      holders: new IdentifierHoldersStore(knex),
      funds: new ListedFundsStore(knex),
    }),
  };
}
