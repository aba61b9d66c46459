import { defineEndpoints } from '../endpoint.ts';
import { balanceAnswerSchema, ledgerPageSchema, ledgerQuery } from './credits.ts';
import { dailyCreditsAnswer, dailyCreditsQuery } from './daily-credits.ts';

export const creditsEndpoints = defineEndpoints('Credits and usage', {
  getCreditBalance: {
    method: 'GET',
    path: '/credits/balance',
    openToSourceKeys: true,
    summary: 'Remaining credits, by class.',
    answers: { 200: { description: 'The balances.', schema: balanceAnswerSchema } },
  },
  listLedger: {
    method: 'GET',
    path: '/credits',
    summary: "The account's ledger, newest entry first.",
    answers: { 200: { description: 'A page of entries.', schema: ledgerPageSchema } },
    errors: ['invalid_cursor'],
    query: ledgerQuery,
  },
  listDailyCredits: {
    method: 'GET',
    path: '/credits/daily',
    summary: "The ledger's sums by day and credit class.",
    description: 'Days are in Asia/Tokyo. Sums are exact. Days without an entry are left out.',
    answers: { 200: { description: 'The days, in order.', schema: dailyCreditsAnswer } },
    query: dailyCreditsQuery,
  },
});
