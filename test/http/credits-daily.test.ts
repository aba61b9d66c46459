import { afterAll, describe, expect, it } from '@jest/globals';
import { toTokyoDay } from '../../src/text/days/calendar.ts';
import { creditParts, spend } from '../support/credits.ts';
import { serviceSuite } from '../support/service.ts';

const { database, service, end } = await serviceSuite();
afterAll(end);

const today = toTokyoDay(new Date());

async function days(account: { apiKey: string }, query = '', status = 200) {
  const path = `/api/service/credits/daily${query}`;
  return (await service.as(account).get(path).expect(status)).body;
}

describe('GET /credits/daily', () => {
  it('has the exact sums of each day and class', async () => {
    const account = await service.createAccount({ credits: { basic: 500, enrichment: 7 } });
    const other = await service.createAccount({ credits: { basic: 900 } });
    const { charging, credits } = creditParts(database.knex);
    for (const [key, cost] of [
      ['first', 30],
      ['second', 12],
    ] as const)
      await spend(charging, { accountId: account.accountId, cost, key });
    const { body } = await service.as(account).get('/api/service/credits?limit=1').expect(200);
    await credits.reverseEntry(body.items[0].entry_id);
    const answer = await days(account);
    expect(answer.to).toBe(today);
    expect(answer.days).toEqual([
      { date: today, class: 'basic', charged: 42, returned: 12, granted: 500, expired: 0 },
      { date: today, class: 'enrichment', charged: 0, returned: 0, granted: 7, expired: 0 },
    ]);
    expect((await days(other)).days).toMatchObject([{ class: 'basic', charged: 0, granted: 900 }]);
  });

  it('has the requested period, at most a year', async () => {
    const account = await service.createAccount();
    expect(await days(account, '?from=2026-01-01&to=2026-01-31')).toMatchObject({
      from: '2026-01-01',
      to: '2026-01-31',
      days: [],
    });
    expect(await days(account, '?to=2026-03-01')).toMatchObject({ from: '2026-01-31', to: '2026-03-01' });
    expect(await days(account, '?from=2020-01-01')).toMatchObject({ to: '2020-12-31' });
    for (const [query, field] of [
      ['?from=2026-02-01&to=2026-01-01', 'from'],
      ['?from=2024-01-01&to=2026-01-01', 'from'],
      ['?from=2019-12-31', 'from'],
      ['?to=yesterday', 'to'],
    ] as const) {
      const { error } = await days(account, query, 400);
      expect(error).toMatchObject({ code: 'invalid_query', details: [{ field }] });
    }
  });
});
