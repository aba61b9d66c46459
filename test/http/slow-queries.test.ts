import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { companyFacts } from '../support/companies.ts';
import { serviceSuite, startTestService } from '../support/service.ts';

const { database, service, end } = await serviceSuite([companyFacts({ number: 1, name: '株式会社遅延' })], {
  SLOW_QUERY_MS: '150',
});
await service.reindexCompanies();
const account = await service.createAccount();
afterAll(end);

const slowLines = (lines: readonly string[]) =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'slow query');

it('logs a statement that waits, by its text without values', async () => {
  const locking = database.knex.transaction(async (transaction) => {
    await transaction.raw('LOCK TABLE research_items IN ACCESS EXCLUSIVE MODE');
    await wait(400);
  });
  await wait(50);
  await service.as(account).get('/api/service/research/external');
  await locking;
  const [line, ...others] = slowLines(service.logLines);
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    store: 'postgres',
    pool: 'primary',
    statement: expect.stringMatching(/FROM research_items .* WHERE r\.account_id = \$1/),
  });
  expect(line.ms).toBeGreaterThanOrEqual(150);
  expect(JSON.stringify(line)).not.toContain(account.accountId);
  expect((await service.anonymous.get('/metrics')).text).toContain(
    'slow_queries_total{store="postgres"} 1\n',
  );
});

it('logs a search that takes long by the shape of its query, and nothing if it is off', async () => {
  const search = async (threshold: string) => {
    const other = await startTestService(database, {
      SLOW_QUERY_MS: threshold,
      INDEX_PREFIX: service.indexPrefix,
    });
    try {
      const text = '株式会社遅延';
      const searched = other.as(account).get('/api/service/companies').query({ q: text });
      await searched.expect(200);
      return slowLines(other.logLines).filter(({ store }) => store === 'elasticsearch');
    } finally {
      await other.stop({ keepIndices: true });
    }
  };
  const [line] = await search('1');
  expect(line).toMatchObject({
    index: `${service.indexPrefix}companies`,
    operation: expect.stringMatching(/^m?search$/),
    query: expect.stringContaining('"string"'),
  });
  expect(line.query).not.toContain('遅延');
  expect(await search('0')).toEqual([]);
});
