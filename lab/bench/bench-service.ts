import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Stack } from '../../engine/open-stack.ts';
import { projectFolder } from '../../engine/project-folder.ts';
import { companiesIndex } from '../../indexers/indexing/companies-index.ts';
import { mergeSegments } from '../../indexers/indexing/generations/search-indices.ts';
import { observationsIndex } from '../../indexers/indexing/observations-index.ts';
import { rebuildIndex } from '../../indexers/indexing/reindex.ts';
import { withPool, withSession } from '../../indexers/operator/database-session.ts';
import { type CreditClass, creditClasses } from '../../src/contract/credits/billing.ts';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { AccountsService } from '../../src/features/accounts/accounts-service.ts';
import { AccountsStore } from '../../src/features/accounts/accounts-store.ts';
import { CreditsService } from '../../src/features/credits/credits-service.ts';
import { LedgerStore } from '../../src/features/credits/ledger-store.ts';
import { Paging } from '../../src/paging/paging.ts';
import { openElasticsearch } from '../../src/search/elasticsearch.ts';
import { readMappingVersion } from '../../src/search/index-generation.ts';
import { generate } from '../fictional/writing.ts';

export type BenchService = Awaited<ReturnType<typeof startBenchService>>;

/** Fictional companies in their own database and index, and the built service on them in its own process. */
export async function startBenchService(stack: Stack, companies: number, seed: number) {
  const stores = await benchStores(stack, { companies, seed });
  const { apiKey } = await account(stores.databaseUrl);
  const { child, url } = await startProcess({ ...storesEnvironment(stores), NODE_ENV: 'production' });
  const alias = `${stores.indexPrefix}companies`;
  const { pid } = child;
  if (pid === undefined) throw new Error('the process of the service has no id');
  return { ...stores, companies, alias, url, apiKey, pid, stop: () => end(child) };
}

/** A whole country takes about ten minutes. */
const mergeTimeoutMs = 3_600_000;

export interface BenchStores {
  readonly databaseUrl: string;
  readonly elasticsearchUrl: string;
  readonly indexPrefix: string;
}

/** What a service process needs to find these stores. */
export function storesEnvironment({ databaseUrl, elasticsearchUrl, indexPrefix }: BenchStores) {
  return {
    DATABASE_URL: databaseUrl,
    ELASTICSEARCH_URL: elasticsearchUrl,
    INDEX_PREFIX: indexPrefix,
    CURSOR_KEYS: randomBytes(32).toString('hex'),
    SECRET_KEYS: randomBytes(32).toString('hex'),
    PORT: '0',
    DRAIN_DELAY_MS: '0',
  };
}

export interface BenchCompanies {
  readonly companies: number;
  readonly seed: number;
  /** If the companies of the series are changed before they are indexed: a name for the result, and the change. */
  readonly variant?: { readonly name: string; alter(databaseUrl: string): Promise<void> };
  /** Whether observations are indexed, too. */
  readonly observations?: boolean;
}

/** A database and indices with this number of companies, made if they do not exist. */
export async function benchStores(
  stack: Stack,
  { companies, seed, variant, observations = false }: BenchCompanies,
): Promise<BenchStores> {
  const parts = [...(variant ? [variant.name] : []), companies, seed];
  const databaseUrl = await database(stack.databaseUrl, `bench_${parts.join('_')}`);
  const indexPrefix = `bench-${parts.join('-')}-`;
  const elasticsearch = openElasticsearch({
    nodes: [stack.elasticsearchUrl],
    requestTimeoutMs: mergeTimeoutMs,
  });
  if (!(await isIndexed(elasticsearch, `${indexPrefix}companies`, companies))) {
    await generate({ databaseUrl, companies, seed, today: '2026-11-21' });
    await variant?.alter(databaseUrl);
    const context = { databaseUrl, elasticsearch, indexPrefix, now: () => new Date() };
    const size = { shards: 1, replicas: 0 };
    const definitions = [...(observations ? [observationsIndex] : []), companiesIndex];
    for (const definition of definitions) {
      const { index } = await rebuildIndex(context, definition, size);
      await mergeSegments(elasticsearch, index, { ...size, wait: true });
    }
  }
  await elasticsearch.close();
  return { databaseUrl, elasticsearchUrl: stack.elasticsearchUrl, indexPrefix };
}

/** Kept between runs of one stack, so that 5.7 million companies are made and indexed only once for a mapping version. */
async function isIndexed(
  elasticsearch: ReturnType<typeof openElasticsearch>,
  alias: string,
  companies: number,
): Promise<boolean> {
  const known = await readMappingVersion(elasticsearch, alias, 10_000);
  if (known !== companiesIndex.mappingVersion) return false;
  return (await elasticsearch.count({ index: alias })).count === companies;
}

/** Kept too: a series only grows, so generating again adds nothing. */
async function database(administratorUrl: string, name: string): Promise<string> {
  await withSession(administratorUrl, async (administrator) => {
    const { rowCount } = await administrator.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await administrator.query(`CREATE DATABASE ${name}`);
  });
  const url = new URL(administratorUrl);
  url.pathname = `/${name}`;
  await withPool({ url: url.href }, migrateDatabase);
  return url.href;
}

const maxCreditAmount = 1_000_000_000;

/** A new account without limits and its key. @param granted by default, credits for everything */
export function account(
  databaseUrl: string,
  granted: Partial<Record<CreditClass, number>> = {},
): Promise<{ accountId: string; apiKey: string }> {
  return withPool({ url: databaseUrl }, async (knex) => {
    const accounts = new AccountsService(new AccountsStore(knex));
    const { name, account_id: accountId } = await accounts.createAccount({
      name: `bench ${randomBytes(6).toString('hex')}`,
      plan: 'unlimited',
    });
    const now = () => new Date();
    const credits = new CreditsService({ ledger: new LedgerStore(knex), paging: new Paging([], now), now });
    for (const creditClass of creditClasses)
      await credits.grantCredits(accountId, { creditClass, amount: granted[creditClass] ?? maxCreditAmount });
    return { accountId, apiKey: (await accounts.createKey(name)).api_key };
  });
}

/** The log is on, as in production, but only the line with the address is read. */
export async function startProcess(
  environment: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [...nodeOptions, path.join(projectFolder, 'dist', 'main.js')], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  child.once('exit', () => process.off('exit', stop));
  const url = await new Promise<string>((resolve, reject) => {
    let seen = '';
    child.stdout?.on('data', (piece: Buffer) => {
      // Only a search for bytes: time spent on the log here would distort the measurement.
      if (piece.includes('{"level":50')) console.error(String(piece));
      if (seen.length > 10_000) return;
      seen += piece;
      const ready = /"url":"(http[^"]+)"/.exec(seen);
      if (ready?.[1]) resolve(ready[1]);
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${seen}`)));
  });
  return { child, url };
}

export function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
