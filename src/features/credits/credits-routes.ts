import { ledgerQuery } from '../../contract/credits.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { CreditsService } from './credits-service.ts';

/** `GET /credits/balance` and `GET /credits`. */
export function creditsRoutes(credits: CreditsService): Route[] {
  const balance = defineRoute({
    method: 'GET',
    path: '/credits/balance',
    summary: 'The credits that are left, by class.',
    auth: 'key',
    limit: 'none',
    handler: async ({ account }) => ({ body: await credits.balance(account.accountId) }),
  });

  const ledger = defineRoute({
    method: 'GET',
    path: '/credits',
    summary: 'The ledger of the account, newest entry first.',
    auth: 'key',
    limit: 'none',
    query: ledgerQuery,
    handler: async ({ account, query }) => ({ body: await credits.entries(account.accountId, query) }),
  });

  return [balance, ledger];
}
