import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { companiesIndex } from '../indexers/indexing/companies-index.ts';
import { findGeneration } from '../indexers/indexing/generations/generation-store.ts';
import type { IndexDefinition, IndexingContext } from '../indexers/indexing/generations/index-definition.ts';
import { buildAliasName } from '../indexers/indexing/generations/index-name.ts';
import { findServingIndex } from '../indexers/indexing/generations/search-indices.ts';
import { observationsIndex } from '../indexers/indexing/observations-index.ts';
import { rebuildIndex } from '../indexers/indexing/reindex.ts';
import { startSync, syncOnce } from '../indexers/indexing/writing/sync.ts';
import { withSession } from '../indexers/operator/database-session.ts';
import { listFilesToLoad, loadFolder } from '../indexers/registers/folder.ts';
import { generate, unfinishedSeries } from '../lab/index.ts';
import { type Config, getRoleUrls, omitEmptyVariables, readConfig } from '../src/config.ts';
import type { Environment } from '../src/configuration/environment.ts';
import { splitHostUrls } from '../src/database/hosts.ts';
import { migrateDatabase } from '../src/database/migrate.ts';
import { makeRoles } from '../src/database/rights/make-roles.ts';
import { TargetSecretsStore } from '../src/features/delivery/target-secrets-store.ts';
import { openLog } from '../src/http/request-log.ts';
import { serve } from '../src/process/serve.ts';
import { openElasticsearch } from '../src/search/elasticsearch.ts';
import { readMappingVersion } from '../src/search/index-generation.ts';
import { SecretBox } from '../src/secrets/secret-box.ts';
import { toTokyoDay } from '../src/text/days/calendar.ts';
import { ensureDemoKeys } from './demo-accounts.ts';
import { ensureCursorKey, ensureSecretKey } from './kept-keys.ts';
import { assertPortFree, getDefaultStateFolder, openStack, type Stack } from './open-stack.ts';
import { buildLocalUserUrls } from './postgres/local-users.ts';
import { withDatabase } from './postgres/with-database.ts';
import { awaitUnlessStopped, runProgram, waitForEnd } from './run-program.ts';
import { readStartOptions } from './start-options.ts';

/** `npm start`: the whole service on one machine. Messages go to stderr; stdout has only the `ready` line. */

const options = readStartOptions(process.argv.slice(2));
const printLine = (line: string) => console.error(line);
/** Companies first, because most requests need them. */
const indices: readonly IndexDefinition[] = [companiesIndex, observationsIndex];

await runProgram(async (stopped) => {
  const stateFolder = getDefaultStateFolder('start');
  mkdirSync(stateFolder, { recursive: true });
  // Checked first, because a first start may take minutes.
  const listening = readStartConfig(null, stateFolder);
  if (listening.port !== 0) await assertPortFree(listening.port, listening.host, 'the service');
  if (options.data !== undefined) await listFilesToLoad(path.resolve(options.data));
  const opening = openStack({
    purpose: 'start',
    onProgress: printLine,
    ...(options.heap !== undefined && { heap: options.heap }),
  });
  const stack = await awaitUnlessStopped(stopped, opening);
  try {
    const service = await awaitUnlessStopped(stopped, startService(stack, stateFolder));
    try {
      return await waitForEnd(stack, stopped);
    } finally {
      await service.stop();
    }
  } finally {
    await stack.close();
  }
});

async function startService(stack: Stack, stateFolder: string): Promise<{ stop(): Promise<void> }> {
  if (stack.kinds.database === 'external')
    printLine(`Using the PostgreSQL in DATABASE_URL: ${formatPlaces(splitHostUrls(stack.databaseUrl))}`);
  if (stack.kinds.elasticsearch === 'external')
    printLine(
      `Using the Elasticsearch in ELASTICSEARCH_URL: ${formatPlaces(stack.elasticsearchUrl.split(','))}`,
    );
  printLine('Bringing the database schema up to date …');
  const config = readStartConfig(stack, stateFolder);
  const { databaseMigrateUrl: ownerUrl = config.databaseUrl, databaseOperateUrl: databaseUrl = ownerUrl } =
    config;
  await withDatabase(ownerUrl, async (knex) => {
    await migrateDatabase(knex, { onWait: printLine });
    if (config.databaseMigrateUrl !== undefined) await makeRoles(knex, getRoleUrls(config));
    // From before there were keys, or with a new first key.
    await encryptSecrets(new TargetSecretsStore(knex, new SecretBox(config.secretKeys)));
  });
  // As the owner, because the administrator of the local database loads faster (indexers/loading/joining/new-facts.ts).
  await loadCompanies(ownerUrl, stateFolder);
  const { elasticsearchApiKey: apiKey, elasticsearchCa: ca } = config;
  const elasticsearch = openElasticsearch({
    nodes: config.elasticsearchNodes,
    ...(apiKey !== undefined && { apiKey }),
    ...(ca !== undefined && { ca }),
  });
  const indexing: IndexingContext = {
    databaseUrl,
    elasticsearch,
    indexPrefix: config.indexPrefix,
    now: () => new Date(),
  };
  for (const definition of indices) await prepareIndex(indexing, definition);
  const keys = await ensureDemoKeys(databaseUrl, stateFolder);
  const log = openLog(config.logLevel);
  const service = await serve(config, log);
  stack.publishVariables({
    ...buildDatabaseVariables(stack, stateFolder),
    SECRET_KEYS: config.secretKeys.join(','),
  });
  const syncs = indices.map((definition) =>
    startSync(indexing, definition, {
      onFailure: (error) =>
        log.error({ err: error, index: definition.kind }, 'the index could not be brought up to date'),
    }),
  );
  printLine(`A second account, for trying access to another account's data: api_key=${keys.other}`);
  console.log(`ready url=${service.url} api_key=${keys.demo}`);
  return {
    async stop() {
      await service.stop();
      await Promise.all(syncs.map((sync) => sync.stop()));
      await elasticsearch.close();
    },
  };
}

async function encryptSecrets(secrets: TargetSecretsStore): Promise<void> {
  const reasons: string[] = [];
  await secrets.rotateTargets((error) => reasons.push(error.message));
  if (reasons.length > 0)
    printLine(
      `${reasons.length} deliveries cannot be sent, because their targets cannot be read. ${reasons[0]}`,
    );
}

/** Without user and password. */
function formatPlaces(addresses: readonly string[]): string {
  return addresses
    .map((address) => new URL(address))
    .map(({ host, pathname }) => `${host}${pathname}`)
    .join(', ');
}

/** Loads official files if a folder is given. Otherwise generates fictional companies, unless all of them exist already. */
async function loadCompanies(databaseUrl: string, stateFolder: string): Promise<void> {
  if (options.data !== undefined) {
    await loadFolder({ databaseUrl, stateFolder, folder: path.resolve(options.data), onProgress: printLine });
    return;
  }
  const { filled, begun } = await withSession(databaseUrl, async (client) => {
    const { rows } = await client.query<{ filled: boolean }>(
      'SELECT EXISTS (SELECT FROM companies) AS filled',
    );
    return { filled: rows[0]?.filled === true, begun: await unfinishedSeries(client) };
  });
  if (filled && begun === null) return;
  const { companies, seed } = begun ?? options;
  printLine(`Generating ${companies.toLocaleString('en')} fictional companies …`);
  const report = await generate({ databaseUrl, companies, seed, today: toTokyoDay(new Date()) });
  printLine(`Generated ${report.added.toLocaleString('en')} companies in ${report.seconds.toFixed(1)} s.`);
}

/** Builds the index on a first start, for another database, or for another mapping; otherwise only applies changes. */
async function prepareIndex(context: IndexingContext, definition: IndexDefinition): Promise<void> {
  const { kind } = definition;
  const alias = buildAliasName(context.indexPrefix, kind);
  const serving = await findServingIndex(context.elasticsearch, alias);
  const known = serving ? await readMappingVersion(context.elasticsearch, alias, 10_000) : null;
  const isOurs =
    serving !== null &&
    (await withSession(context.databaseUrl, (client) => findGeneration(client, serving))) !== null;
  if (isOurs && known === definition.mappingVersion) {
    const report = await syncOnce(context, definition);
    printLine(`The ${kind} index is up to date (${report.documents.toLocaleString('en')} changed).`);
    return;
  }
  printLine(`Building the ${kind} index …`);
  const report = await rebuildIndex(context, definition);
  printLine(`Indexed ${report.documents.toLocaleString('en')} ${kind} in ${report.seconds.toFixed(1)} s.`);
}

/**
 * The service's config, with the stack's addresses, or before the stack runs, with those in the environment.
 * @throws ConfigError
 */
function readStartConfig(stack: Stack | null, stateFolder: string): Config {
  return readConfig({
    LOG_LEVEL: 'warn',
    STATE_FOLDER: stateFolder,
    ...ensureKeys(stateFolder),
    DATABASE_URL: 'postgres://unused',
    ELASTICSEARCH_URL: 'http://unused',
    ...omitEmptyVariables(process.env),
    ...(stack && {
      ...buildDatabaseVariables(stack, stateFolder),
      ELASTICSEARCH_URL: stack.elasticsearchUrl,
    }),
  });
}

/** In the local database, each part of the service has a user of its own. */
function buildDatabaseVariables(stack: Stack, stateFolder: string): Readonly<Record<string, string>> {
  if (stack.kinds.database === 'external') return { DATABASE_URL: stack.databaseUrl };
  const { serving, operating, reading } = buildLocalUserUrls(stack.databaseUrl, stateFolder);
  return {
    DATABASE_MIGRATE_URL: stack.databaseUrl,
    DATABASE_URL: serving,
    DATABASE_OPERATE_URL: operating,
    DATABASE_READ_URL: reading,
  };
}

function ensureKeys(stateFolder: string): Environment {
  return { CURSOR_KEYS: ensureCursorKey(stateFolder), SECRET_KEYS: ensureSecretKey(stateFolder) };
}
