import { balanceAnswerSchema, ledgerPageSchema, ledgerQuery } from '../../contract/credits/credits.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { CreditsService } from './credits-service.ts';

/** `GET /credits/balance` and `GET /credits`. */
export function creditsRoutes(credits: CreditsService): Route[] {
  const balance = defineRoute({
    method: 'GET',
    path: '/credits/balance',
    operationId: 'getCreditBalance',
    tag: 'Credits and usage',
    summary: 'The credits that are left, by class.',
    answers: { 200: { description: 'The balances.', schema: balanceAnswerSchema } },
    auth: 'key',
    limit: 'none',
    handler: async ({ account }) => ({ body: await credits.balance(account.accountId) }),
  });

  const ledger = defineRoute({
    method: 'GET',
    path: '/credits',
    operationId: 'listLedger',
    tag: 'Credits and usage',
    summary: 'The ledger of the account, newest entry first.',
    answers: { 200: { description: 'A page of entries.', schema: ledgerPageSchema } },
    errors: ['invalid_cursor'],
    auth: 'key',
    limit: 'none',
    query: ledgerQuery,
    handler: async ({ account, query }) => ({ body: await credits.entries(account.accountId, query) }),
  });

  return [balance, ledger];
}
