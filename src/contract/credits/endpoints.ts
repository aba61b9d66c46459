import { endpoint } from '../endpoint.ts';
import { balanceAnswerSchema, ledgerPageSchema, ledgerQuery } from './credits.ts';

export const creditsEndpoints = {
  getCreditBalance: endpoint({
    method: 'GET',
    path: '/credits/balance',
    tag: 'Credits and usage',
    summary: 'Remaining credits, by class.',
    answers: { 200: { description: 'The balances.', schema: balanceAnswerSchema } },
    auth: 'key',
    limit: 'none',
  }),
  listLedger: endpoint({
    method: 'GET',
    path: '/credits',
    tag: 'Credits and usage',
    summary: "The account's ledger, newest entry first.",
    answers: { 200: { description: 'A page of entries.', schema: ledgerPageSchema } },
    errors: ['invalid_cursor'],
    auth: 'key',
    limit: 'none',
    query: ledgerQuery,
  }),
};
