import type { DataAsOf } from '../../contract/as-of.ts';
import type { companyResolveEndpoints } from '../../contract/company-resolve/endpoints.ts';
import type { Handlers } from '../../http/route.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { InvoiceRegisterService } from '../invoice-register/invoice-register-service.ts';
import type { RowMatching } from '../row-matching/row-matching-service.ts';
import { readItem } from './batch-items.ts';
import { CompanyResolveService } from './company-resolve-service.ts';
import type { ResolveOutcome } from './resolve-outcome.ts';

export interface CompanyResolveNeeds {
  readonly matching: RowMatching;
  readonly companies: CompaniesService;
  readonly invoiceRegister: InvoiceRegisterService;
  dataAsOf(): Promise<DataAsOf>;
  now(): Date;
}

/** From one identifier or name to one company. */
export function createCompanyResolve({ dataAsOf, ...parts }: CompanyResolveNeeds) {
  const resolver = new CompanyResolveService(parts);
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
  return { handlers };
}
