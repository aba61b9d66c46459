import { z } from 'zod';
import { getAnswer } from '../api-calls.ts';
import { formatTerm, line } from '../quoted-text.ts';
import { defineTool } from '../tool.ts';

const balance = z.object({
  available: z.int(),
  next_expiry: z.object({ amount: z.int(), expires_at: z.string() }).nullable(),
});

export const creditBalance = defineTool({
  name: 'credit_balance',
  title: 'Credits left',
  description:
    'Credits of the account. basic credits pay matched rows and saved rows of Lists; enrichment credits pay values added to Lists.',
  reads: true,
  input: z.strictObject({}),
  output: z.object({ basic: balance, enrichment: balance }),
  async run(_, { api }) {
    const { balances } = await getAnswer(api.GET('/api/service/credits/balance', {}));
    const { basic, enrichment } = balances;
    const lines = Object.entries({ basic, enrichment }).map(([name, { available, next_expiry: next }]) => {
      const expiry = next && line`; ${next.amount} expire on ${formatTerm(next.expires_at)}`;
      return line`${available} ${formatTerm(name)} credits${expiry}`;
    });
    return { lines, data: { basic, enrichment } };
  },
});
