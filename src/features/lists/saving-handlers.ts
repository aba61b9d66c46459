import type { savingEndpoints } from '../../contract/lists/saving-endpoints.ts';
import type { Handlers } from '../../http/route.ts';
import { keyedCall } from '../../idempotency/keyed-call.ts';
import { chargeCall } from '../credits/charge-call.ts';
import type { EstimatesService } from './estimates/estimates-service.ts';
import type { MaterializeService } from './estimates/materialize-service.ts';
import type { ExportsService } from './exports/exports-service.ts';

export interface SavingServices {
  readonly estimates: EstimatesService;
  readonly materialize: MaterializeService;
  readonly exports: ExportsService;
}

export function savingHandlers(services: SavingServices): Handlers<typeof savingEndpoints> {
  const { estimates, materialize, exports } = services;
  return {
    estimateList: async ({ account, body, signal }) => ({
      body: await estimates.estimate(account.accountId, body.definition, signal),
    }),
    listCandidates: async ({ account, query }) => ({
      body: await estimates.candidates(account.accountId, query),
    }),
    materializeList: (context) => materialize.materialize(chargeCall(context), context.body),
    createList: (context) => materialize.create(keyedCall(context), context.body),
    exportList: async ({ account, params, query }) => ({
      body: await exports.export(account.accountId, params.listId, query),
    }),
    downloadExport: async ({ account, params }) => {
      const { stream, bytes, fileName } = await exports.open(
        account.accountId,
        params.listId,
        params.fileName,
      );
      return {
        stream,
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Length': String(bytes),
          'Content-Disposition': `attachment; filename="${fileName}"`,
        },
      };
    },
  };
}
