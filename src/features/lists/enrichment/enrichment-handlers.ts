import type { enrichmentEndpoints } from '../../../contract/lists/enrichment-endpoints.ts';
import type { Handlers } from '../../../http/route.ts';
import { chargeCall } from '../../credits/charge-call.ts';
import type { EnrichmentService } from './enrichment-service.ts';

export function enrichmentHandlers(enrichments: EnrichmentService): Handlers<typeof enrichmentEndpoints> {
  return {
    estimateEnrichment: async ({ account, params, body }) => ({
      body: await enrichments.estimate(account.accountId, params.listId, body.fields),
    }),
    runEnrichment: (context) => enrichments.run(chargeCall(context), context.params.listId, context.body),
    listEnrichments: async ({ account, params, query }) => ({
      body: await enrichments.runs(account.accountId, params.listId, query),
    }),
    getEnrichment: async ({ account, params }) => ({
      body: await enrichments.findRun(account.accountId, params.listId, params.runId),
    }),
  };
}
