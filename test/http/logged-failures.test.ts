import { Client } from '@elastic/elasticsearch';
import { afterAll, describe, expect, it } from '@jest/globals';
import { explainFailure } from '../../indexers/operator/explain-failure.ts';
import { openDatabase } from '../../src/database/database.ts';
import { runQueue } from '../../src/database/queue.ts';
import { openLog } from '../../src/http/request-log.ts';
import { formatFailure } from '../../src/process/failure-report.ts';
import { Engine } from '../../src/search/engine.ts';
import { SearchGateway } from '../../src/search/gateway.ts';
import { companyFacts, corporateNumber } from '../support/companies.ts';
import { testStack } from '../support/environment.ts';
import { loggedOf } from '../support/logged.ts';
import { serviceSuite } from '../support/service.ts';

/** Represents what a customer sent. */
const canary = 'Kanariya-7f3a';
const sql = /\b(?:select|insert|update|delete|with)\b[\s\S]*\b(?:from|into|set|values|as \()|\$1/i;

const { database, service, end } = await serviceSuite([companyFacts({ number: 1, name: '株式会社一番' })]);
afterAll(end);

async function failureOf(work: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing failed');
}

function logged(error: unknown): string {
  const lines: string[] = [];
  openLog('debug', { write: (line) => lines.push(line) }).error({ err: error }, 'failed');
  return lines.join('');
}

describe('a failure of Postgres in the log', () => {
  it.each<[string, object, string, readonly unknown[]]>([
    [
      'a type',
      { code: '22P02', statement: 'select accounts' },
      'SELECT * FROM accounts WHERE account_id = ?::uuid',
      [canary],
    ],
    ['a time', { code: '22007' }, `SELECT ?::timestamptz`, [canary]],
    ['the syntax', { code: '42601' }, `SELEC '${canary}' FROM accounts`, []],
    [
      'a check',
      { code: '23514', statement: 'select', message: expect.stringContaining('credit_class') },
      'SELECT ?::credit_class',
      [canary],
    ],
    [
      'a constraint',
      { code: '23505', constraint: 'accounts_name_key' },
      `INSERT INTO accounts (name) VALUES (?), (?)`,
      [canary, canary],
    ],
    ['a column', { code: '42703' }, `SELECT nothing FROM accounts WHERE name = ?`, [canary]],
    ['JSON', { code: '22P02' }, `SELECT ?::jsonb`, [`{"a": ${canary}}`]],
    ['a raised exception', { code: 'P0001' }, `DO $$ BEGIN RAISE EXCEPTION '${canary}'; END $$`, []],
  ])('%s: shows what failed, but not what was sent', async (_, expected, statement, bindings) => {
    await database.knex.raw(`ALTER TABLE accounts DROP CONSTRAINT IF EXISTS accounts_name_key`);
    await database.knex.raw(`ALTER TABLE accounts ADD CONSTRAINT accounts_name_key UNIQUE (name)`);
    for (const error of [
      await failureOf(() => database.knex.raw(statement, [...bindings] as string[])),
      await failureOf(() =>
        database.knex.transaction((inner) => inner.raw(statement, [...bindings] as string[])),
      ),
    ]) {
      const line = logged(error);
      expect(JSON.parse(line).err).toMatchObject({ stack: expect.stringContaining('at '), ...expected });
      for (const shown of [
        line,
        logged(new Error('something failed', { cause: error })),
        explainFailure(error),
        formatFailure(error),
      ]) {
        expect(shown).not.toContain(canary);
        expect(shown).not.toMatch(sql);
      }
    }
  });

  it('that does not answer has no statement in its message', async () => {
    const knex = openDatabase({ url: database.url, queryTimeoutMs: 50 });
    const error = await failureOf(() => knex.raw(`SELECT pg_sleep(1), ?::text`, [canary]));
    await knex.destroy();
    expect(logged(error)).not.toMatch(sql);
    expect(logged(error)).not.toContain(canary);
    expect(logged(error)).toContain('Query read timeout');
  });

  it('under a request, and nothing of it in the answer', async () => {
    await database.knex.raw(
      `ALTER TABLE research_items ADD CONSTRAINT no_canary CHECK (title NOT LIKE '%Kanariya%')`,
    );
    const { body, text } = await service
      .as(await service.createAccount())
      .post('/api/service/research/external/fetch')
      .send({ companyId: `cn_${corporateNumber(1)}`, sourceType: 'manual', title: canary })
      .expect(500);
    const lines = await loggedOf(service.logLines, body.request_id);
    expect(lines.join('\n')).toContain('no_canary');
    expect(lines.join('\n')).not.toContain(canary);
    expect(lines.join('\n')).not.toMatch(sql);
    expect(text).not.toContain(canary);
  });

  it('in a job', async () => {
    const lines: string[] = [];
    const log = openLog('debug', { write: (line) => lines.push(line) });
    const queue = runQueue({
      databaseUrl: database.url,
      knex: database.knex,
      lanes: [
        {
          tasks: {
            fails: () => Promise.resolve(database.knex.raw('SELECT ?::uuid', [canary])).then(() => undefined),
          },
          ...{ atOnce: 1, maxPerAccount: 1, maxMs: 60_000 },
        },
      ],
      isSuspended: async () => false,
      log,
    });
    await database.knex.raw(`SELECT graphile_worker.add_job('fails', '{}'::json)`);
    while (!lines.some((line) => line.includes('a job failed')))
      await new Promise((next) => setTimeout(next, 50));
    await queue.stop();
    const failed = JSON.parse(lines.find((line) => line.includes('a job failed')) ?? '{}');
    expect(failed).toMatchObject({ task: 'fails', attempt: 1, err: { code: '22P02' } });
    expect(lines.join('')).not.toContain(canary);
    expect(lines.join('')).not.toMatch(sql);
  });
});

describe('a failure of Elasticsearch in the log', () => {
  it('has neither the request nor the answer', async () => {
    const elasticsearch = new Client({ node: testStack().elasticsearchUrl });
    await service.reindexCompanies();
    const index = `${service.indexPrefix}companies`;
    const gateway = new SearchGateway(new Engine(elasticsearch));
    const refused = { query: { range: { changed_at: { gte: canary } } }, [canary]: canary };
    for (const error of [
      await failureOf(() =>
        elasticsearch.search({ index, query: { term: { name: { [canary]: canary } } } as object }),
      ),
      await failureOf(() => gateway.search(index, refused)),
      await failureOf(() => gateway.searchMany(index, [refused])),
    ]) {
      expect(logged(error)).not.toContain(canary);
      expect(explainFailure(error)).not.toContain(canary);
    }
    expect(
      logged(await failureOf(() => elasticsearch.search({ index, query: { [canary]: {} } as object }))),
    ).toMatch(/"status":400,"reason":"[a-z_]+"/);
    await elasticsearch.close();
  });
});
