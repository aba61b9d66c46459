import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ElasticsearchNode, startElasticsearch } from '../../engine/elasticsearch/elasticsearch-node.ts';
import { removePostgres } from '../../engine/postgres/postgres-place.ts';
import { startPostgres } from '../../engine/postgres/postgres-server.ts';
import type { StartedPart } from '../../engine/processes/local-part.ts';
import { companiesIndex } from '../../indexers/indexing/companies-index.ts';
import { observationsIndex } from '../../indexers/indexing/observations-index.ts';
import { rebuildIndex } from '../../indexers/indexing/reindex.ts';
import { verifyServing } from '../../indexers/indexing/verify.ts';
import { syncOnce } from '../../indexers/indexing/writing/sync.ts';
import { explainFailure } from '../../indexers/operator/explain-failure.ts';
import { AccountsService } from '../../src/features/accounts/accounts-service.ts';
import { AccountsStore } from '../../src/features/accounts/accounts-store.ts';
import { readEngineState } from '../../src/search/engine-state.ts';
import { idOf } from '../support/companies.ts';
import { creditParts } from '../support/credits.ts';
import { ownDatabase } from '../support/database.ts';
import { type Answered, type Caller, errorCodeOf, prepareCharges, send } from '../support/fault-calls.ts';
import { type SuiteIndexing, suiteIndexing } from '../support/indexing.ts';
import { type ServiceProcess, startSuiteProcess } from '../support/service-process.ts';
import { makeSmallDisk } from '../support/small-disk.ts';
import { sourceWorld } from '../support/sources.ts';

// Each store on a disk of its own, which fills up.

const megabyte = 1024 * 1024;
const shards = { shards: 1, replicas: 0 };
// Where PostgreSQL's own account can come, unlike the folder of the run.
const folder = mkdtempSync('/var/tmp/full-disk-');
chmodSync(folder, 0o755);
const disks = {
  postgres: makeSmallDisk(path.join(folder, 'postgres'), 4_096),
  engine: makeSmallDisk(path.join(folder, 'engine'), 4_096),
};
const places = {
  postgres: path.join(folder, 'postgres', 'store'),
  engine: path.join(folder, 'engine', 'store'),
};
const canMount = disks.postgres !== null && disks.engine !== null;
if (!canMount) console.log('NOT RUN: full disks, because this machine does not let the test mount one.');

let postgres: StartedPart;
let engine: ElasticsearchNode;
let suite: SuiteIndexing;
let service: ServiceProcess;
let caller: Caller;
const quiet = () => undefined;

beforeAll(async () => {
  if (!canMount) return;
  engine = await startElasticsearch({
    folder: places.engine,
    heap: '700m',
    shortLived: true,
    onProgress: quiet,
  });
  postgres = await startPostgres({ folder: places.postgres, durable: true, onProgress: quiet });
  const database = await ownDatabase(postgres.url);
  suite = await suiteIndexing([engine.url], database);
  // How often the engine looks at its disks: as often as it lets itself be told to.
  await suite.elasticsearch.cluster.putSettings({ persistent: { 'cluster.info.update.interval': '10s' } });
  await suite.load(...sourceWorld);
  for (const definition of [companiesIndex, observationsIndex])
    await rebuildIndex(suite.context, definition, shards);
  service = await startSuiteProcess(
    { database: suite.database, service: suite.context },
    { ELASTICSEARCH_URL: engine.url },
  );
  const accounts = new AccountsService(new AccountsStore(database.knex));
  const { account_id: accountId } = await accounts.createAccount({ name: 'full', plan: 'unlimited' });
  await creditParts(database.knex).credits.grantCredits(accountId, { creditClass: 'basic', amount: 1_000 });
  const { api_key: apiKey, key_id: keyId } = await accounts.createKey(accountId);
  caller = { accountId, apiKey, keyId, reconcilingKey: '' };
}, 300_000);

afterAll(async () => {
  for (const disk of Object.values(disks)) disk?.release();
  await service?.kill();
  await suite?.remove();
  await Promise.all([postgres?.stop(), engine?.stop()]);
  if (canMount) removePostgres(places.postgres);
  for (const disk of Object.values(disks)) disk?.remove();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

const ask = (below: string, body?: object, key?: string): Promise<Answered> =>
  send(
    service.url,
    caller,
    { path: `/api/service${below}`, ...(body && { body }), ...(key !== undefined && { key }) },
    60_000,
  );
const search = () => ask('/search', { query: '株式会社孤立電機' });
const available = async () => Object((await ask('/credits/balance')).body).balances?.basic.available;

(canMount ? describe : describe.skip)('a full disk', () => {
  it('of Elasticsearch: is searched, says what to do, and takes writes again by itself', async () => {
    const alias = `${suite.context.indexPrefix}companies`;
    disks.engine?.leave(500 * megabyte);
    const state = () => readEngineState(suite.elasticsearch, suite.context.indexPrefix, 5_000);
    while ((await state()).readOnlyIndices.length === 0) await wait(500);
    await suite.change(
      idOf(2),
      `UPDATE company_names SET name = '株式会社満杯' WHERE company_id = '${idOf(2)}'`,
    );
    const failure = await syncOnce(suite.context, companiesIndex).catch((error: unknown) => error);
    expect(explainFailure(failure)).toMatch(/^Elasticsearch lets nothing be written to .*EngineReadOnly\.md/);
    expect((await search()).status).toBe(200);
    const refused = await rebuildIndex(suite.context, companiesIndex, shards).catch(
      (error: unknown) => error,
    );
    expect(explainFailure(refused)).toMatch(
      /^Elasticsearch (has no place for the shards|lets nothing be written)/,
    );
    expect(Object.keys(await suite.elasticsearch.indices.getAlias({ name: alias }))).toHaveLength(1);

    disks.engine?.release();
    while ((await state()).readOnlyIndices.length > 0) await wait(500);
    await syncOnce(suite.context, companiesIndex);
    expect(await suite.find('株式会社満杯')).toEqual([idOf(2)]);
    await rebuildIndex(suite.context, companiesIndex, shards);
    expect((await verifyServing(suite.context, companiesIndex, {})).differences).toEqual([]);
  }, 300_000);

  it('of PostgreSQL: what writes gets 503 and costs nothing, and all is right when there is space again', async () => {
    const calls = await prepareCharges((at, body) => send(service.url, caller, { path: at, body }, 60_000));
    const before = await available();
    disks.postgres?.leave(3 * megabyte);
    // Fills what is left.
    const rows = Array.from({ length: 20_000 }, (_, at) => ({
      name: `${at} ${randomUUID()} ${randomUUID()}`,
    }));
    const codes = new Set<string | undefined>();
    for (let tries = 0; tries < 50 && codes.size === 0; tries += 1) {
      const answer = await ask('/sources/import', { headers: ['name'], rows });
      if (answer.status !== 200) codes.add(errorCodeOf(answer));
    }
    expect([...codes]).toEqual(['database_unavailable']);
    for (const call of calls) {
      const answer = await send(service.url, caller, call, 60_000);
      if (answer.status !== 200) expect(errorCodeOf(answer)).toBe('database_unavailable');
    }

    disks.postgres?.release();
    for (const until = performance.now() + 60_000; (await search()).status !== 200; await wait(500))
      if (performance.now() > until) throw new Error('no search succeeds');
    for (const call of calls) {
      const answer = await send(service.url, caller, call, 60_000);
      expect([call.path, answer.status]).toEqual([call.path, 200]);
    }
    expect(before - (await available())).toBe(3);
    expect((await creditParts(suite.database.knex).credits.verifyBalances()).faults).toEqual([]);
    expect(
      (await ask('/sources/import', { headers: ['name'], rows: [{ name: '株式会社孤立電機' }] })).status,
    ).toBe(200);
  }, 300_000);
});
