import {
  sourceDeleteAnswer,
  sourceImportAnswer,
  sourceInspectAnswer,
  sourceMapAnswer,
  sourceResolveAnswer,
  sourceReviewAnswer,
  sourceSelectAnswer,
  sourcesPageSchema,
} from '../../contract/sources/answers.ts';
import {
  maxImportBytes,
  sourceExportQuery,
  sourceImportBody,
  sourceMapBody,
  sourceParams,
  sourceResolveBody,
  sourceReviewQuery,
  sourceSelectBody,
  sourcesQuery,
} from '../../contract/sources/sources.ts';
import type { LargeBodies } from '../../http/request-body.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { chargeCall } from '../credits/charge-call.ts';
import { resolveOperation, type SourceResolving, selectOperation } from './source-resolving-service.ts';
import type { SourcesService } from './sources-service.ts';

export interface SourcesRouteParts {
  readonly sources: SourcesService;
  readonly resolving: SourceResolving;
  readonly uploads: LargeBodies;
}

export function sourcesRoutes({ sources, resolving, uploads }: SourcesRouteParts): Route[] {
  return [...sourceRoutes(sources, uploads), ...resolvingRoutes(resolving)];
}

function sourceRoutes(sources: SourcesService, uploads: LargeBodies): Route[] {
  const importSource = defineRoute({
    method: 'POST',
    path: '/sources/import',
    operationId: 'importSource',
    tag: 'Sources',
    summary: 'Import rows of a table, to find the company of each.',
    description: `At most 50,000 rows, 200 headers, 10,000 characters in a cell or header, and 32 MiB of body. Free of charge.

An \`Idempotency-Key\` is optional. With \`contentSha256\`, the same headers and rows imported again are the source that is there already, in whatever state it is (\`deduplicated: true\`); without it every import makes a new source.

Next: map the columns (\`next_actions\` has a proposal), then resolve, then review.`,
    answers: { 200: { description: 'The source, with its likely columns.', schema: sourceImportAnswer } },
    errors: ['invalid_source_headers', 'duplicate_source_headers', 'source_row_limit_exceeded'],
    takesKey: true,
    auth: 'key',
    limit: 'heavy',
    bodyLimit: maxImportBytes,
    largeBodies: uploads,
    body: sourceImportBody,
    handler: (context) => {
      const { idempotencyKey, accountId, method, path } = chargeCall({ ...context, body: {} });
      return sources.importSource({ idempotencyKey, accountId, method, path }, context.body);
    },
  });

  const list = defineRoute({
    method: 'GET',
    path: '/sources',
    operationId: 'listSources',
    tag: 'Sources',
    summary: 'The sources of the account, newest first.',
    answers: { 200: { description: 'A page of sources.', schema: sourcesPageSchema } },
    errors: ['invalid_cursor'],
    auth: 'key',
    limit: 'none',
    query: sourcesQuery,
    handler: async ({ account, query }) => ({ body: await sources.list(account.accountId, query) }),
  });

  const inspect = defineRoute({
    method: 'GET',
    path: '/sources/:sourceId/inspect',
    operationId: 'inspectSource',
    tag: 'Sources',
    summary: 'A source with its detected columns, its mapping and sample rows.',
    answers: { 200: { description: 'The source.', schema: sourceInspectAnswer } },
    errors: ['source_not_found'],
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
    operationId: 'mapSource',
    tag: 'Sources',
    summary: 'Say which columns identify companies.',
    description:
      'Mapping again is always permitted; the source is `mapped` then until it is resolved again. Rows that are matched stay so.',
    answers: { 200: { description: 'The source with its mapping.', schema: sourceMapAnswer } },
    errors: ['empty_source_mapping', 'source_not_found'],
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
    operationId: 'reviewSource',
    tag: 'Sources',
    summary: 'The rows of a source with their states and candidates, in the order of the upload.',
    description:
      '`review` counts the whole source, whatever the page shows. Rows in `multiple_candidates` are settled by `select`, rows in `not_found` by mapping further columns and resolving again, `invalid` rows by a new import.',
    answers: { 200: { description: 'A page of rows.', schema: sourceReviewAnswer } },
    errors: ['source_not_found', 'invalid_cursor'],
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
    operationId: 'exportSource',
    tag: 'Sources',
    summary: 'The rows of a source as uploaded, with what became of them, as CSV.',
    description:
      'UTF-8, with CRLF line ends. Behind the columns of the upload stand `source_row_id`, `resolve_status`, `company_id`, `superseded_by`, `company_name`, `matched_by`, `candidate_count`, `candidate_company_ids` and `issues`. Cells that a spreadsheet would run as a formula have an apostrophe in front.',
    answers: { 200: { description: 'The rows, as a file.' } },
    errors: ['source_not_found'],
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
    operationId: 'deleteSource',
    tag: 'Sources',
    summary: 'Delete a source with its rows; what was charged stays charged.',
    answers: { 200: { description: 'The source as it was.', schema: sourceDeleteAnswer } },
    errors: ['source_not_found'],
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
    operationId: 'resolveSource',
    tag: 'Sources',
    summary: 'Find the company of each row; 1 basic credit for each row that is matched.',
    description: `Resolves the rows that are \`unresolved\` or \`not_found\`, and charges 1 basic credit for each that becomes \`matched\`; rows that are matched already are never charged again. A row is matched only when nothing in it speaks for another company.

\`run\` has the counts of the whole source after the run. With \`dryRun: true\` the answer is the same, and nothing is saved or charged.`,
    answers: {
      200: { description: 'What became of the rows, and what it cost.', schema: sourceResolveAnswer },
    },
    errors: ['source_not_found', 'source_mapping_required', 'search_unavailable'],
    charge: resolveOperation,
    auth: 'key',
    limit: 'heavy',
    params: sourceParams,
    body: sourceResolveBody,
    handler: (context) => resolving.resolve(chargeCall(context), context.params.sourceId),
  });

  const select = defineRoute({
    method: 'POST',
    path: '/sources/:sourceId/select',
    operationId: 'selectSourceRow',
    tag: 'Sources',
    summary: 'Settle a row on one of its candidates; 1 basic credit.',
    description:
      'Takes a row in `multiple_candidates` and one of its `resolve_candidates`. The choice is remembered for the name in the row: it orders the candidates of later rows, and never settles one.',
    answers: {
      200: { description: 'The row that was settled, and what it cost.', schema: sourceSelectAnswer },
    },
    errors: ['source_not_found', 'source_row_not_found', 'source_row_not_selectable', 'candidate_not_found'],
    charge: selectOperation,
    auth: 'key',
    limit: 'none',
    params: sourceParams,
    body: sourceSelectBody,
    handler: (context) =>
      resolving.select({ ...chargeCall(context), body: context.body }, context.params.sourceId),
  });

  return [resolve, select];
}
