import type { Knex } from 'knex';
import type { sourcesEndpoints } from '../../contract/sources/endpoints.ts';
import type { Handlers, LargeBodyHandler } from '../../http/route.ts';
import type { Idempotency } from '../../idempotency/idempotency.ts';
import { keyedCall } from '../../idempotency/idempotency-key.ts';
import type { Paging } from '../../paging/paging.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { CompanyLookup } from '../company-resolve/company-lookup-service.ts';
import { chargeCall } from '../credits/charge-call.ts';
import type { Charging } from '../credits/charging-service.ts';
import { ImportParsing } from './import-parsing-service.ts';
import type { SourceUpload } from './import-reading.ts';
import { SourceChoicesStore } from './source-choices-store.ts';
import { SourceMatching } from './source-matching-service.ts';
import { SourceResolving } from './source-resolving-service.ts';
import { SourceRowsStore } from './source-rows-store.ts';
import { SourcesService } from './sources-service.ts';
import { SourcesStore } from './sources-store.ts';

export interface SourcesNeeds {
  readonly knex: Knex;
  readonly idempotency: Idempotency;
  readonly charging: Charging;
  readonly lookup: CompanyLookup;
  readonly companies: CompaniesService;
  readonly paging: Paging;
}

/** Resolves the rows of a table to companies: import, map, resolve, review, select, export. */
export function createSources({ knex, idempotency, charging, ...needs }: SourcesNeeds) {
  const { lookup, companies, paging } = needs;
  const choices = new SourceChoicesStore(knex);
  const stores = { sources: new SourcesStore(knex), rows: new SourceRowsStore(knex) };
  const matching = new SourceMatching({ lookup, companies, choices });
  const service = new SourcesService({ ...stores, companies, idempotency, paging });
  const resolving = new SourceResolving({ ...stores, choices, matching, charging });
  const importSource: LargeBodyHandler<typeof sourcesEndpoints.importSource, SourceUpload> = {
    bodies: new ImportParsing(),
    handler: (context) => service.importSource(keyedCall(context), context.body),
  };
  const handlers: Handlers<typeof sourcesEndpoints> = {
    importSource,
    listSources: async ({ account, query }) => ({ body: await service.list(account.accountId, query) }),
    inspectSource: async ({ account, params }) => ({
      body: await service.inspect(account.accountId, params.sourceId),
    }),
    mapSource: async ({ account, params, body }) => ({
      body: await service.map(account.accountId, params.sourceId, body),
    }),
    reviewSource: async ({ account, params, query }) => ({
      body: await service.review(account.accountId, params.sourceId, query),
    }),
    exportSource: async ({ account, params, query }) => ({
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="source-${params.sourceId}.csv"`,
      },
      stream: await service.export(account.accountId, params.sourceId, query.bom),
    }),
    deleteSource: async ({ account, params }) => ({
      body: await service.delete(account.accountId, params.sourceId),
    }),
    resolveSource: (context) => resolving.resolve(chargeCall(context), context.params.sourceId),
    selectSourceRow: (context) =>
      resolving.select({ ...chargeCall(context), body: context.body }, context.params.sourceId),
  };
  return { handlers, service };
}
