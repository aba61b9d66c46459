import { randomBytes } from 'node:crypto';
import { Client } from '@elastic/elasticsearch';
import { expect } from '@jest/globals';
import supertest from 'supertest';
import type { FactBatch } from '../../indexers/facts/index.ts';
import { companiesIndex } from '../../indexers/indexing/companies-index.ts';
import type { IndexDefinition } from '../../indexers/indexing/generations/index-definition.ts';
import { buildAliasName } from '../../indexers/indexing/generations/index-name.ts';
import { observationsIndex } from '../../indexers/indexing/observations-index.ts';
import { rebuildIndex } from '../../indexers/indexing/reindex.ts';
import { readConfig } from '../../src/config.ts';
import type { Environment } from '../../src/configuration/environment.ts';
import type { CreditClass } from '../../src/contract/credits/billing.ts';
import { AccountsService, type NewAccount } from '../../src/features/accounts/accounts-service.ts';
import { AccountsStore } from '../../src/features/accounts/accounts-store.ts';
import { openLog } from '../../src/http/request-log.ts';
import { startService } from '../../src/process/service.ts';
import { insertFacts } from './companies.ts';
import { creditParts } from './credits.ts';
import { type SuiteDatabase, suiteDatabase } from './database.ts';
import { watchAnswers } from './documented-answers.ts';
import { suiteIndexPrefix, testStack } from './environment.ts';

export interface TestAccount {
  readonly accountId: string;
  readonly keyId: string;
  readonly apiKey: string;
}

/** Without a name, one that no other account has; without credits, none. */
export type AccountOptions = Partial<NewAccount> & {
  readonly credits?: Readonly<Partial<Record<CreditClass, number>>>;
};

export interface TestService {
  readonly url: string;
  readonly indexPrefix: string;
  /** Sends requests without a key. */
  readonly anonymous: ReturnType<typeof supertest>;
  readonly accounts: AccountsService;
  /** What the service logged so far, one JSON line each. */
  readonly logLines: readonly string[];
  createAccount(account?: AccountOptions): Promise<TestAccount>;
  /** Sends requests with this key. */
  as(account: Pick<TestAccount, 'apiKey'>): ReturnType<typeof supertest.agent>;
  /** Rebuilds the company index from the suite's database. */
  reindexCompanies(): Promise<void>;
  /** Rebuilds the observation index from the suite's database. */
  reindexObservations(): Promise<void>;
  /** Stops the service and removes its indices, unless another service uses them; the database is the suite's to drop. */
  stop(options?: { keepIndices: boolean }): Promise<void>;
}

/** Encrypts secrets in the databases of tests. */
export const testSecretKey = 'a key for secrets of 32 characters';

const maxPreparationMs = 60_000;

export interface ServiceSuite {
  readonly database: SuiteDatabase;
  readonly service: TestService;
  end(): Promise<void>;
}

/**
 * A service over a database of its own with these facts, not indexed yet. Use it so, at the top of a suite:
 * `const { service, end } = await serviceSuite(); afterAll(end);`
 */
export async function serviceSuite(
  facts: readonly FactBatch[] = [],
  environment: Environment = {},
): Promise<ServiceSuite> {
  const database = await suiteDatabase();
  await insertFacts(database.knex, ...facts);
  const service = await startTestService(database, environment);
  async function end(): Promise<void> {
    clearTimeout(limit);
    await service.stop();
    await database.drop();
  }
  // A suite whose preparation fails or hangs has no test and no afterAll, and the open service would keep it alive.
  const limit = setTimeout(() => {
    if (expect.getState().currentTestName === undefined) void end();
  }, maxPreparationMs);
  return { database, service, end };
}

/**
 * The whole service on a free port, over the suite's database and indices of its own. Its `stop` fails when an answer was
 * not as the API document says.
 */
export async function startTestService(
  database: SuiteDatabase,
  environment: Environment = {},
): Promise<TestService> {
  const { elasticsearchUrl } = testStack();
  const indexPrefix = environment.INDEX_PREFIX ?? suiteIndexPrefix();
  const config = readConfig({
    NODE_ENV: 'test',
    SECRET_KEYS: testSecretKey,
    // As in production, so that every test shows that these rights suffice.
    DATABASE_URL: database.urls.serving,
    DATABASE_READ_URL: database.urls.reading,
    DATABASE_POOL_SIZE: '4',
    ELASTICSEARCH_URL: elasticsearchUrl,
    INDEX_PREFIX: indexPrefix,
    PORT: '0',
    // Suites that need jobs request them.
    JOBS: 'false',
    ...environment,
  });
  const logLines: string[] = [];
  const service = await startService(
    config,
    openLog(config.logLevel, {
      write(line) {
        logLines.push(line);
        // The answer to a client does not say why, and a test that fails shows only that.
        if (line.includes('"error_code":"internal_error"')) process.stderr.write(line);
      },
    }),
  );
  const answers = await watchAnswers(Number(new URL(service.url).port));
  const accounts = new AccountsService(new AccountsStore(database.knex));
  const reindexed = (definition: IndexDefinition) =>
    withElasticsearch(elasticsearchUrl, (client) => makeIndex(client, definition, database.url, indexPrefix));
  return {
    url: service.url,
    indexPrefix,
    anonymous: supertest(service.url),
    accounts,
    logLines,
    async createAccount({ credits = {}, ...account } = {}) {
      const name = `account ${randomBytes(8).toString('hex')}`;
      const { account_id } = await accounts.createAccount({ name, ...account });
      const { api_key, key_id } = await accounts.createKey(account_id);
      const { credits: grants } = creditParts(database.knex);
      for (const [creditClass, amount] of Object.entries(credits) as [CreditClass, number][])
        if (amount > 0) await grants.grantCredits(account_id, { creditClass, amount });
      return { accountId: account_id, keyId: key_id, apiKey: api_key };
    },
    as: ({ apiKey }) => supertest.agent(service.url).set('x-api-key', apiKey),
    reindexCompanies: () => reindexed(companiesIndex),
    reindexObservations: () => reindexed(observationsIndex),
    async stop(options) {
      await service.stop();
      if (!options?.keepIndices)
        await withElasticsearch(elasticsearchUrl, (client) => removeIndices(client, indexPrefix));
      answers.end();
    },
  };
}

async function makeIndex(
  elasticsearch: Client,
  definition: IndexDefinition,
  databaseUrl: string,
  indexPrefix: string,
): Promise<void> {
  const context = { databaseUrl, elasticsearch, indexPrefix, now: () => new Date() };
  await rebuildIndex(context, definition, { shards: 1, replicas: 0 });
  await elasticsearch.indices.refresh({ index: buildAliasName(indexPrefix, definition.kind) });
}

async function removeIndices(client: Client, indexPrefix: string): Promise<void> {
  const indices = Object.keys(await client.indices.get({ index: `${indexPrefix}*`, allow_no_indices: true }));
  for (const index of indices) await client.indices.delete({ index });
}

async function withElasticsearch<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ node: url });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
