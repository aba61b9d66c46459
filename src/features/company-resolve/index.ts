import type { Knex } from 'knex';
import type { DataAsOf } from '../../contract/as-of.ts';
import type { companyResolveEndpoints } from '../../contract/company-resolve/endpoints.ts';
import type { Handlers } from '../../http/route.ts';
import type { SearchGateway } from '../../search/gateway.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { InvoiceRegisterService } from '../invoice-register/invoice-register-service.ts';
import { CompanyLookup } from '../row-matching/lookup/company-lookup-service.ts';
import { readItem } from './batch-items.ts';
import { CompanyResolveService } from './company-resolve-service.ts';
import { CompanyResolveStore } from './company-resolve-store.ts';
import type { ResolveOutcome } from './resolve-outcome.ts';

export interface CompanyResolveNeeds {
  readonly knex: Knex;
  readonly gateway: SearchGateway;
  readonly companies: CompaniesService;
  readonly invoiceRegister: InvoiceRegisterService;
  /** The alias of the index of companies. */
  readonly companiesAlias: string;
  dataAsOf(): Promise<DataAsOf>;
  now(): Date;
}

/** From one identifier or name to one company. */
export function createCompanyResolve({ knex, companiesAlias: alias, ...needs }: CompanyResolveNeeds) {
  const lookup = new CompanyLookup({ ...needs, alias });
  const { companies, invoiceRegister, dataAsOf, now } = needs;
  const resolver = new CompanyResolveService({
    lookup,
    companies,
    invoiceRegister,
    store: new CompanyResolveStore(knex),
    now,
  });
  const handlers: Handlers<typeof companyResolveEndpoints> = {
    resolveCompany: async ({ body, signal }) => {
      const { data, gaps } = await resolver.resolve(body, signal);
      return { body: { ok: true, data, gaps, error: null, meta: { data_as_of: await dataAsOf() } } };
    },
    resolveCompanies: async ({ body, signal }) => {
      const read = body.items.map(readItem);
      const valid = read.flatMap(({ item }) => (item ? [item] : []));
      const outcomes = (await resolver.resolveMany(valid, signal)).values();
      const items = read.map(({ key, item, error }) => {
        if (!item) return { key, data: null, gaps: [], error };
        const outcome = outcomes.next().value as ResolveOutcome;
        return { key, ...outcome, error: null };
      });
      return { body: { ok: true, items, meta: { data_as_of: await dataAsOf() } } };
    },
  };
  return { handlers, lookup };
}
