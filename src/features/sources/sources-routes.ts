import {
  mostImportBytes,
  sourceExportQuery,
  sourceImportBody,
  sourceMapBody,
  sourceParams,
  sourceResolveBody,
  sourceReviewQuery,
  sourceSelectBody,
  sourcesQuery,
} from '../../contract/sources.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { chargeCall } from '../credits/charge-call.ts';
import type { SourceResolving } from './source-resolving-service.ts';
import type { SourcesService } from './sources-service.ts';

export interface SourcesRouteParts {
  readonly sources: SourcesService;
  readonly resolving: SourceResolving;
  /** Reads the bytes of an upload; see `readImportBody`. */
  parseImport(bytes: Buffer): Promise<unknown>;
}

export function sourcesRoutes({ sources, resolving, parseImport }: SourcesRouteParts): Route[] {
  return [...sourceRoutes(sources, parseImport), ...resolvingRoutes(resolving)];
}

function sourceRoutes(sources: SourcesService, parseImport: SourcesRouteParts['parseImport']): Route[] {
  const importSource = defineRoute({
    method: 'POST',
    path: '/sources/import',
    summary: 'Import rows of a table, to find the company of each.',
    auth: 'key',
    limit: 'heavy',
    bodyLimit: mostImportBytes,
    parseBody: parseImport,
    body: sourceImportBody,
    handler: (context) => {
      const { idempotencyKey, accountId, method, path } = chargeCall({ ...context, body: {} });
      return sources.importSource({ idempotencyKey, accountId, method, path }, context.body);
    },
  });

  const list = defineRoute({
    method: 'GET',
    path: '/sources',
    summary: 'The sources of the account, newest first.',
    auth: 'key',
    limit: 'none',
    query: sourcesQuery,
    handler: async ({ account, query }) => ({ body: await sources.list(account.accountId, query) }),
  });

  const inspect = defineRoute({
    method: 'GET',
    path: '/sources/:sourceId/inspect',
    summary: 'A source with its detected columns, its mapping and sample rows.',
    auth: 'key',
    limit: 'none',
    params: sourceParams,
    handler: async ({ account, params }) => ({
      body: await sources.inspect(account.accountId, params.sourceId),
    }),
  });

  const map = defineRoute({
    method: 'POST',
    path: '/sources/:sourceId/map',
    summary: 'Say which columns identify companies.',
    auth: 'key',
    limit: 'none',
    params: sourceParams,
    body: sourceMapBody,
    handler: async ({ account, params, body }) => ({
      body: await sources.map(account.accountId, params.sourceId, body),
    }),
  });

  const review = defineRoute({
    method: 'GET',
    path: '/sources/:sourceId/review',
    summary: 'The rows of a source with their states and candidates, in the order of the upload.',
    auth: 'key',
    limit: 'none',
    params: sourceParams,
    query: sourceReviewQuery,
    handler: async ({ account, params, query }) => ({
      body: await sources.review(account.accountId, params.sourceId, query),
    }),
  });

  const exportSource = defineRoute({
    method: 'GET',
    path: '/sources/:sourceId/export',
    summary: 'The rows of a source as uploaded, with what became of them, as CSV.',
    auth: 'key',
    limit: 'none',
    produces: ['text/csv'],
    params: sourceParams,
    query: sourceExportQuery,
    handler: async ({ account, params, query }) => ({
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="source-${params.sourceId}.csv"`,
      },
      stream: await sources.export(account.accountId, params.sourceId, query.bom),
    }),
  });

  const remove = defineRoute({
    method: 'DELETE',
    path: '/sources/:sourceId',
    summary: 'Delete a source with its rows; what was charged stays charged.',
    auth: 'key',
    limit: 'none',
    params: sourceParams,
    handler: async ({ account, params }) => ({
      body: await sources.delete(account.accountId, params.sourceId),
    }),
  });

  return [importSource, list, inspect, map, review, exportSource, remove];
}

function resolvingRoutes(resolving: SourceResolving): Route[] {
  const resolve = defineRoute({
    method: 'POST',
    path: '/sources/:sourceId/resolve',
    summary: 'Find the company of each row; 1 basic credit for each row that is matched.',
    auth: 'key',
    limit: 'heavy',
    params: sourceParams,
    body: sourceResolveBody,
    handler: (context) => resolving.resolve(chargeCall(context), context.params.sourceId),
  });

  const select = defineRoute({
    method: 'POST',
    path: '/sources/:sourceId/select',
    summary: 'Settle a row on one of its candidates; 1 basic credit.',
    auth: 'key',
    limit: 'none',
    params: sourceParams,
    body: sourceSelectBody,
    handler: (context) =>
      resolving.select({ ...chargeCall(context), body: context.body }, context.params.sourceId),
  });

  return [resolve, select];
}
