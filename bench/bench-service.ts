import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import type { Stack } from '../engine/open-stack.ts';
import { projectFolder } from '../engine/project-folder.ts';
import { generate } from '../indexers/generating/writing.ts';
import { companiesIndex } from '../indexers/indexing/companies-index.ts';
import { reindex } from '../indexers/indexing/reindex.ts';
import { migrate, openDatabase } from '../src/database/database.ts';
import { AccountsService } from '../src/features/accounts/accounts-service.ts';
import { AccountsStore } from '../src/features/accounts/accounts-store.ts';
import { openElasticsearch } from '../src/search/elasticsearch.ts';
import { indexMappingVersion } from '../src/search/index-generation.ts';

/** Made-up companies in a database and an index of their own, and the built service over them in its own process. */
export interface BenchService {
  readonly companies: number;
  readonly databaseUrl: string;
  readonly elasticsearchUrl: string;
  readonly alias: string;
  readonly url: string;
  readonly apiKey: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export async function startBenchService(
  stack: Stack,
  companies: number,
  seed: number,
): Promise<BenchService> {
  const name = `bench_${companies}_${seed}`;
  const databaseUrl = await database(stack.databaseUrl, name);
  const indexPrefix = `bench-${companies}-${seed}-`;
  const elasticsearch = openElasticsearch({ url: stack.elasticsearchUrl });
  if (!(await isIndexed(elasticsearch, `${indexPrefix}companies`, companies))) {
    await generate({ databaseUrl, companies, seed, today: '2026-11-21' });
    const context = { databaseUrl, elasticsearch, indexPrefix, now: () => new Date() };
    await reindex(context, companiesIndex, { shards: 1, replicas: 0 });
  }
  await elasticsearch.close();
  const apiKey = await account(databaseUrl);
  const { child, url } = await startProcess({
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    ELASTICSEARCH_URL: stack.elasticsearchUrl,
    INDEX_PREFIX: indexPrefix,
    CURSOR_KEYS: randomBytes(32).toString('hex'),
    PORT: '0',
    DRAIN_DELAY_MS: '0',
  });
  return {
    companies,
    databaseUrl,
    elasticsearchUrl: stack.elasticsearchUrl,
    alias: `${indexPrefix}companies`,
    url,
    apiKey,
    pid: child.pid ?? 0,
    stop: () => end(child),
  };
}

/** Kept between runs of one stack, so that 5.7 million companies are made and indexed once for all benches of a mapping. */
async function isIndexed(
  elasticsearch: ReturnType<typeof openElasticsearch>,
  alias: string,
  companies: number,
): Promise<boolean> {
  const known = await indexMappingVersion(elasticsearch, alias, 10_000);
  if (known !== companiesIndex.mappingVersion) return false;
  return (await elasticsearch.count({ index: alias })).count === companies;
}

/** Kept too: a series only grows, so generating again adds nothing. */
async function database(administratorUrl: string, name: string): Promise<string> {
  const administrator = new pg.Client(administratorUrl);
  await administrator.connect();
  const { rowCount } = await administrator.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) await administrator.query(`CREATE DATABASE ${name}`);
  await administrator.end();
  const url = new URL(administratorUrl);
  url.pathname = `/${name}`;
  const knex = openDatabase({ url: url.href });
  await migrate(knex);
  await knex.destroy();
  return url.href;
}

async function account(databaseUrl: string): Promise<string> {
  const knex = openDatabase({ url: databaseUrl });
  try {
    const accounts = new AccountsService(new AccountsStore(knex));
    const { name } = await accounts.createAccount({
      name: `bench ${randomBytes(6).toString('hex')}`,
      plan: 'unlimited',
    });
    return (await accounts.createKey(name)).api_key;
  } finally {
    await knex.destroy();
  }
}

/** The log is on, as in production; only the line that says where it listens is read. */
async function startProcess(
  environment: Record<string, string>,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [path.join(projectFolder, 'dist', 'main.js')], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let seen = '';
    child.stdout?.on('data', (piece: Buffer) => {
      // Only a search for bytes: time spent on the log here would be missing to what is measured.
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

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
