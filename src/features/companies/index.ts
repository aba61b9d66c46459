import type { Knex } from 'knex';
import type { DataAsOf } from '../../contract/as-of.ts';
import type { companiesEndpoints } from '../../contract/companies/endpoints.ts';
import type { Handlers } from '../../http/route.ts';
import type { InvoiceRegisterService } from '../invoice-register/invoice-register-service.ts';
import { CompaniesService } from './companies-service.ts';
import { CompaniesStore } from './companies-store.ts';
import { CompanyGroupsStore } from './company-groups-store.ts';
import { CompanyProfileService } from './company-profile-service.ts';
import { CompanyProfileStore } from './company-profile-store.ts';
import { NewerCompanies } from './newer-companies-service.ts';
import { NewerCompaniesStore } from './newer-companies-store.ts';
import { RelatedCompaniesService } from './related-companies-service.ts';
import { RelatedCompaniesStore } from './related-companies-store.ts';

export interface CompaniesNeeds {
  readonly knex: Knex;
  /** The alias of the index of companies. */
  readonly companiesAlias: string;
  readonly invoiceRegister: InvoiceRegisterService;
  dataAsOf(): Promise<DataAsOf>;
  now(): Date;
}

/** What is known about one company. */
export function createCompanies({ knex, companiesAlias: alias, ...needs }: CompaniesNeeds) {
  const { invoiceRegister, dataAsOf, now } = needs;
  const newer = new NewerCompanies({
    alias,
    store: new NewerCompaniesStore(knex),
    elapsed: () => performance.now(),
  });
  const companies = new CompaniesService(new CompaniesStore(knex), newer);
  const profiles = new CompanyProfileService({
    store: new CompanyProfileStore(knex),
    groups: new CompanyGroupsStore(knex),
    companies,
    invoiceRegister,
    now,
  });
  const related = new RelatedCompaniesService({
    store: new RelatedCompaniesStore(knex),
    companies,
    profiles,
  });
  const handlers: Handlers<typeof companiesEndpoints> = {
    getCompany: async ({ params }) => {
      const profile = await profiles.getProfile(params.companyId);
      return { body: { ...profile, meta: { data_as_of: await dataAsOf() } } };
    },
    listRelatedCompanies: async ({ params }) => {
      const found = await related.findRelatedCompanies(params.companyId);
      return { body: { ...found, meta: { data_as_of: await dataAsOf() } } };
    },
  };
  return { handlers, companies, profiles, tasks: [newer.task] };
}
