import type { Knex } from 'knex';
import type { sourcesEndpoints } from '../../contract/sources/endpoints.ts';
import type { Handlers, LargeBodyHandler } from '../../http/route.ts';
import { keyedCall } from '../../idempotency/idempotency-key.ts';
import type { Account } from '../accounts/account.ts';
import { chargeCall } from '../credits/charge-call.ts';
import type { FileUpload } from './file-reading.ts';
import { ImportParsing } from './import-parsing-service.ts';
import type { SourceUpload } from './import-reading.ts';
import { RowDecisions, type RowDecisionsParts } from './row-decisions-service.ts';
import { SourceChoicesStore } from './source-choices-store.ts';
import type { SourceScope } from './source-record.ts';
import { SourceResolving, type SourceResolvingParts } from './source-resolving-service.ts';
import { SourceRowsStore } from './source-rows-store.ts';
import { type SourcesParts, SourcesService } from './sources-service.ts';
import { SourcesStore } from './sources-store.ts';

type Parts = SourcesParts & SourceResolvingParts & RowDecisionsParts;

export interface SourcesNeeds extends Omit<Parts, 'sources' | 'rows' | 'choices' | 'bounds'> {
  readonly knex: Knex;
}

/** Resolves the rows of a table to companies: import, map, resolve, review, select, export. */
export function createSources({ knex, idempotency, charging, lookup, companies, paging }: SourcesNeeds) {
  const stores = { sources: new SourcesStore(knex), rows: new SourceRowsStore(knex) };
  const choices = new SourceChoicesStore(knex);
  const service = new SourcesService({ ...stores, companies, idempotency, paging });
  const resolving = new SourceResolving({ ...stores, choices, charging, lookup, companies });
  const decisions = new RowDecisions({ ...stores, choices, charging });
  const parsing = new ImportParsing();
  const importSource: LargeBodyHandler<typeof sourcesEndpoints.importSource, SourceUpload> = {
    bodies: parsing.rows,
    handler: (context) => service.importSource(keyedCall(context), context.body),
  };
  const importSourceFile: LargeBodyHandler<typeof sourcesEndpoints.importSourceFile, FileUpload> = {
    bodies: parsing.files,
    handler: async (context) =>
      context.body.preview
        ? { body: service.preview(context.body, context.body.preview) }
        : service.importFile(keyedCall(context), context.body),
  };
  const handlers: Handlers<typeof sourcesEndpoints> = {
    importSource,
    importSourceFile,
    listSources: async ({ account, query }) => ({ body: await service.list(account.accountId, query) }),
    inspectSource: async (context) => ({ body: await service.inspect(scopeOf(context)) }),
    mapSource: async (context) => ({ body: await service.map(scopeOf(context), context.body) }),
    reviewSource: async (context) => ({ body: await service.review(scopeOf(context), context.query) }),
    exportSource: async (context) => ({
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="source-${context.params.sourceId}.csv"`,
      },
      stream: await service.export(scopeOf(context), context.query.bom),
    }),
    deleteSource: async (context) => ({ body: await service.delete(scopeOf(context)) }),
    resolveSource: (context) => resolving.resolve(chargeCall(context), context.params.sourceId),
    selectSourceRow: (context) =>
      decisions.select({ ...chargeCall(context), body: context.body }, context.params.sourceId),
  };
  return { handlers, service };
}

function scopeOf({ account, params }: { account: Account; params: { sourceId: string } }): SourceScope {
  return { accountId: account.accountId, sourceId: params.sourceId };
}
