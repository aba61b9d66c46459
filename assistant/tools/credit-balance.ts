import { z } from 'zod';
import { answerOf } from '../api-calls.ts';
import { line, term } from '../quoted-text.ts';
import { toolOf } from '../tool.ts';

const balance = z.object({
  available: z.int(),
  next_expiry: z.object({ amount: z.int(), expires_at: z.string() }).nullable(),
});

export const creditBalance = toolOf({
  name: 'credit_balance',
  title: 'Credits left',
  description:
    'Credits of the account. basic credits pay matched rows and saved rows of Lists; enrichment credits pay values added to Lists.',
  reads: true,
  input: z.strictObject({}),
  output: z.object({ basic: balance, enrichment: balance }),
  async run(_, { api }) {
    const { balances } = await answerOf(api.GET('/api/service/credits/balance', {}));
    const { basic, enrichment } = balances;
    const lines = Object.entries({ basic, enrichment }).map(([name, { available, next_expiry: next }]) => {
      const expiry = next ? line`; ${next.amount} expire on ${term(next.expires_at)}` : line``;
      return line`${available} ${term(name)} credits${expiry}`;
    });
    return { lines, data: { basic, enrichment } };
  },
});
