import type { estimateEndpoints } from '../../../contract/lists/estimate-endpoints.ts';
import type { Handlers } from '../../../http/route.ts';
import { keyedCall } from '../../../idempotency/idempotency-key.ts';
import { chargeCall } from '../../credits/charge-call.ts';
import type { EstimatesService } from './estimates-service.ts';
import type { MaterializeService } from './materialize-service.ts';

export function estimatesHandlers(
  estimates: EstimatesService,
  materialize: MaterializeService,
): Handlers<typeof estimateEndpoints> {
  return {
    estimateList: async ({ account, body, signal }) => ({
      body: await estimates.estimate(account.accountId, body.definition, signal),
    }),
    listCandidates: async ({ account, query }) => ({
      body: await estimates.candidates(account.accountId, query),
    }),
    materializeList: (context) => materialize.materialize(chargeCall(context), context.body),
    createList: (context) => materialize.create(keyedCall(context), context.body),
  };
}
