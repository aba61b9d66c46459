import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findServingIndex } from '../../indexers/indexing/generations/search-indices.ts';
import { testStack } from '../support/environment.ts';
import { type SuiteIndexing, suiteIndexing } from '../support/indexing.ts';
import { ops as runHere } from '../support/operator.ts';

/** The command line as an operator runs it. */

let suite: SuiteIndexing;
let alias: string;
beforeAll(async () => {
  suite = await suiteIndexing();
  alias = `${suite.context.indexPrefix}companies`;
});
afterAll(() => suite.remove());

/**
 * Socket errors do not come from jest's realm, so `instanceof Error` fails for them in this process. Started first,
 * because the client of Elasticsearch tries again for seconds.
 */
let withoutStore: Record<'PostgreSQL' | 'Elasticsearch', Promise<{ code: number; err: string }>>;
beforeAll(() => {
  withoutStore = {
    PostgreSQL: failure({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
    Elasticsearch: failure({ ELASTICSEARCH_URL: 'http://127.0.0.1:1' }),
  };
});

async function failure(environment: Record<string, string>) {
  const child = start(['verify'], environment);
  let err = '';
  child.stderr?.on('data', (piece) => {
    err += piece;
  });
  const [code] = await once(child, 'close');
  return { code, err };
}

/** The command line in a process of its own, which can be killed. */
function start(args: string[], environment: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, ['dist/ops.js', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...stores(), ...environment },
  });
}

function stores(): Record<string, string> {
  return {
    DATABASE_URL: suite.database.url,
    ELASTICSEARCH_URL: testStack().elasticsearchUrl,
    INDEX_PREFIX: suite.context.indexPrefix,
  };
}

/** The same in this process. */
const ops = (args: string[], environment: Record<string, string> = {}) =>
  runHere(args, { ...stores(), ...environment });

const serving = () => findServingIndex(suite.elasticsearch, alias);
const someCompany = async () =>
  (await suite.database.knex('companies').orderBy('company_id').first()).company_id;

describe('the life of an index', () => {
  it('begins with none', async () => {
    expect(await ops(['indices'])).toEqual({ code: 0, out: 'There are no indices yet.\n', err: '' });
    expect(await ops(['verify', 'companies'])).toEqual({
      code: 1,
      out: '',
      err: `There is no index ${alias} yet: build one with reindex companies.\n`,
    });
  });

  it('continues with companies, an index of them, and its comparison with the database', async () => {
    expect((await ops(['generate', '--companies', '200', '--seed', '5'])).code).toBe(0);
    const reindexed = await ops(['reindex', 'companies', '--json']);
    expect(reindexed.code).toBe(0);
    expect(JSON.parse(reindexed.out)).toMatchObject({ index: await serving(), documents: 200, removed: [] });
    const verified = await ops(['verify', 'companies', '--json']);
    expect(JSON.parse(verified.out)).toEqual({
      index: await serving(),
      documents: 200,
      differences: [],
      left: null,
    });
  });

  it('fails when they differ, names the document and repairs it on request', async () => {
    const companyId = await someCompany();
    await suite.database.knex('companies').where({ company_id: companyId }).increment('version', 3);
    const { code, out } = await ops(['verify', 'companies']);
    expect(code).toBe(1);
    expect(out).toContain('1 of 200 documents differ.');
    expect(out).toContain(`${companyId}: version 4 in the database, version 1 in the index`);
    expect(await ops(['verify', 'companies', '--repair'])).toMatchObject({ code: 0, err: '' });
    expect((await ops(['verify', 'companies'])).out).toContain('200 documents, the same as in the database.');
  });

  it('survives a reindex that is killed', async () => {
    const before = await serving();
    const child = start(['reindex', 'companies']);
    const building = () => suite.database.knex('index_generations').where({ status: 'building' });
    while ((await building()).length === 0) await wait(2);
    child.kill('SIGKILL');
    await once(child, 'close');
    const [left] = await building();
    expect(await serving()).toBe(before);
    const { out } = await ops(['reindex', 'all', '--json']);
    const [ofCompanies, ofObservations] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(ofCompanies).toMatchObject({ index: await serving(), removed: [left.index_name] });
    expect(ofObservations.index).toContain('observations');
  });

  it('can be rolled back, and indices that no longer serve can be pruned', async () => {
    const current = await serving();
    const { out } = await ops(['rollback', 'companies']);
    expect(out).toContain(`instead of ${current}`);
    expect(await ops(['prune', 'companies', '--keep', '0'])).toMatchObject({
      code: 0,
      out: `Removed ${current}.\n`,
    });
    const { indices } = JSON.parse((await ops(['indices', '--json'])).out);
    expect(indices.map((entry: { index: string }) => entry.index)).toEqual([
      await serving(),
      expect.stringContaining('observations'),
    ]);
    expect((await ops(['indices'])).out).toMatch(/INDEX +STATUS +DOCUMENTS .*\n.* current, serving +200 /);
  });
});

describe('the change feed', () => {
  it('has another name after each restart, which its cursors have from then on', async () => {
    const names = [];
    for (const _ of [1, 2]) {
      const { code, out } = await ops(['feed', 'restart', '--json']);
      expect(code).toBe(0);
      const { rows } = await suite.database.knex.raw('SELECT feed_id FROM change_feed');
      expect(rows).toEqual([{ feed_id: JSON.parse(out).feed }]);
      names.push(rows[0].feed_id);
    }
    expect(new Set(names).size).toBe(2);
  });
});

describe('sync --follow', () => {
  it('keeps the index up to date until it is stopped', async () => {
    const companyId = await someCompany();
    const child = start(['sync', 'companies', '--follow']);
    await suite.change(
      companyId,
      `UPDATE company_names SET name = '株式会社追従' WHERE company_id = '${companyId}' AND kind = 'legal'`,
    );
    while ((await suite.find('株式会社追従')).length === 0) await wait(50);
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
  });
});

describe('every command', () => {
  const commands = ['migrate', 'generate', 'reindex', 'sync', 'verify', 'rollback', 'prune', 'indices'];

  it.each(commands)('has help and JSON: %s', async (command) => {
    const { code, out } = await ops([command, '--help'], { DATABASE_URL: '', ELASTICSEARCH_URL: '' });
    expect(code).toBe(0);
    expect(out).toContain(`Usage: ops ${command}`);
    expect(out).toContain('--json');
  });

  it.each([
    [['reindex', 'everything'], /Allowed choices are companies, observations, all/],
    [['reindex'], /missing required argument/],
    [['reindex', 'companies', '--shards', '0'], /at least 1/],
    [['unknown'], /unknown command/],
  ])('refuses what it does not know: %j', async (args, message) => {
    const { code, err } = await ops(args);
    expect(code).toBe(1);
    expect(err).toMatch(message);
  });
});

describe('a database without the schema of the build', () => {
  it.each([
    [['load', 'nta', 'package.json']],
    [['generate', '--companies', '10']],
    [['reindex', 'companies']],
    [['indices']],
    [['key', 'list', 'demo']],
  ])('is reported with the command that repairs it: %j', async (args) => {
    await suite.database.knex.raw('CREATE SCHEMA IF NOT EXISTS elsewhere');
    const url = new URL(suite.database.url);
    url.searchParams.set('options', '-c search_path=elsewhere');
    expect(await ops(args, { DATABASE_URL: url.href })).toEqual({
      code: 1,
      out: '',
      err: 'The database schema lacks migrations of this build: run npm run ops -- migrate, then repeat the command.\n',
    });
  });
});

describe('a store that cannot be reached', () => {
  it.each([
    [
      'PostgreSQL',
      /^PostgreSQL does not answer \(ECONNREFUSED\): is it running, and is DATABASE_URL right\?\n$/,
    ],
    [
      'Elasticsearch',
      /^Elasticsearch does not answer \(.*\): is it running, and is ELASTICSEARCH_URL right\?\n$/,
    ],
  ] as const)('is reported in one sentence: %s', async (store, sentence) => {
    expect(await withoutStore[store]).toEqual({ code: 1, err: expect.stringMatching(sentence) });
  });

  it('is reported in one sentence if its address is invalid', async () => {
    expect(await ops(['verify'], { ELASTICSEARCH_URL: 'nowhere' })).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^The configuration is invalid:\n {2}ELASTICSEARCH_URL must be an http:\/\/ or https:\/\/ URL\nNo local .*\n$/,
      ),
    });
  });
});

describe('an account', () => {
  it('accepts a number or none instead of a limit of its plan, and keeps the other limits of the plan', async () => {
    const flags = ['--search-per-minute', '12', '--daily-search-quota', 'none', '--json'];
    const created = await ops(['account', 'create', 'limits', ...flags]);
    expect(created).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(created.out)).toMatchObject({
      plan: 'standard',
      limit_overrides: { search_per_minute: 12, daily_search_quota: null },
    });
    expect(JSON.parse(created.out).limit_overrides).not.toHaveProperty('monthly_search_quota');
  });

  it('is not created with any other limit', async () => {
    const refused = await ops(['account', 'create', 'limitless', '--daily-search-quota', 'all']);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('Give a whole number, or "none".');
    expect(await suite.database.knex('accounts').where({ name: 'limitless' })).toHaveLength(0);
  });
});
