import type { Knex } from 'knex';
import type { DataAsOf } from '../../contract/as-of.ts';
import type { companySearchEndpoints } from '../../contract/company-search/endpoints.ts';
import { limitWarnings, type Warning } from '../../contract/envelope.ts';
import type { Logger } from '../../http/request-log.ts';
import type { Handlers } from '../../http/route.ts';
import type { Paging } from '../../paging/paging.ts';
import type { SearchGateway } from '../../search/gateway.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { CompanyLookup } from '../row-matching/lookup/company-lookup.ts';
import type { RowMatching } from '../row-matching/row-matching-service.ts';
import { CompanySearchService } from './company-search-service.ts';
import type { CompanySearchAnswer } from './requests/company-search.ts';
import { CoverageStore } from './warnings/coverage-store.ts';

export interface CompanySearchNeeds {
  readonly knex: Knex;
  readonly gateway: SearchGateway;
  readonly companies: CompaniesService;
  /** The alias of the index of companies. */
  readonly companiesAlias: string;
  /** What a query finds as a written name. */
  readonly lookup: CompanyLookup;
  readonly matching: RowMatching;
  readonly paging: Paging;
  readonly log: Logger;
  dataAsOf(): Promise<DataAsOf>;
  now(): Date;
}

/** Company search: `POST /search`, its compatibility path `GET /companies`, and completion. */
export function createCompanySearch({ knex, log, companiesAlias: alias, ...needs }: CompanySearchNeeds) {
  const service = new CompanySearchService({
    ...needs,
    alias,
    coverage: new CoverageStore(knex),
    onCountFailure: (error) => log.warn({ err: error }, 'matches could not be counted'),
  });
  const handlers: Handlers<typeof companySearchEndpoints> = {
    searchCompanies: async ({ account, body, signal }) => {
      const answer = await service.search(account.accountId, { words: true, ...body }, signal);
      return {
        body: {
          ...toSearchEnvelope(answer, buildPlannerWarnings(body.planner_mode)),
          written: answer.written,
          suggestions: [...answer.suggestions],
          planner: { mode: 'deterministic' as const },
          planner_runs: [],
          meta: { ...answer.meta, ...answer.paging },
        },
      };
    },
    browseCompanies: async ({ account, query, signal }) => {
      const { q, order, limit, offset, facets, ...filters } = query;
      const request = { query: q, filters, order, limit, offset, facets };
      const answer = await service.search(account.accountId, request, signal);
      return { headers: { Deprecation: 'true' }, body: toSearchEnvelope(answer, []) };
    },
    suggestCompanies: async ({ query, signal }) => ({
      body: { ok: true, suggestions: await service.suggestNames(query.q, query.limit, signal) },
    }),
  };
  return { handlers, service };
}

function toSearchEnvelope(answer: CompanySearchAnswer, extra: readonly Warning[]) {
  return {
    ok: true as const,
    object: 'company_search' as const,
    status: 'ready' as const,
    companies: answer.companies,
    warnings: limitWarnings([...extra, ...answer.warnings]),
    ...(answer.facets && { facets: answer.facets }),
    meta: answer.meta,
  };
}

function buildPlannerWarnings(mode: 'auto' | 'llm' | 'deterministic' | undefined): Warning[] {
  if (mode !== 'auto' && mode !== 'llm') return [];
  return [
    {
      code: 'planner_mode_deprecated',
      message: 'planner_mode is accepted for compatibility. Execution is always deterministic.',
      field: 'planner_mode',
      value: mode,
    },
  ];
}
