import type { exportEndpoints } from '../../../contract/lists/export-endpoints.ts';
import type { Handlers } from '../../../http/route.ts';
import type { ExportsService } from './exports-service.ts';

export function exportsHandlers(exports: ExportsService): Handlers<typeof exportEndpoints> {
  return {
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
