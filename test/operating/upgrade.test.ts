import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { projectFolder } from '../../engine/project-folder.ts';
import { noteChange } from '../support/companies.ts';
import { emptyDatabase, type SuiteDatabase } from '../support/database.ts';
import { suiteIndexPrefix, testStack } from '../support/environment.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { testSecretKey } from '../support/service.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { Balancer } from './balancer.ts';
import { OperatedBuild } from './operated.ts';
import { buildReleased, releasedCommit } from './released-build.ts';
import { type KnownCompany, Traffic } from './traffic.ts';

/** The upgrade of docs/operations.md, and the way back, while callers use everything. */

const companies = 5_000;
const credits = 1_000_000;
/** How long each stage lasts in which nothing is changed, and how many kinds of requests are answered in it, at least. */
const stageMs = 5_000;
const kinds = 46;

const commit = releasedCommit();
const withHistory = commit
  ? describe
  : (title: string, suite: () => void) =>
      describe.skip(`${title} (NOT RUN: git does not have the released version)`, suite);

const folder = mkdtempSync(path.join(tmpdir(), 'upgrade-'));
const balancer = new Balancer();
let receiver: Receiver;
let database: SuiteDatabase;
let indexPrefix: string;
let released: OperatedBuild;
/** This version, as it is first started beside one that cannot read encrypted secrets, and with them. */
let careful: OperatedBuild;
let usual: OperatedBuild;
let traffic: Traffic;
const running = new Set<ServiceProcess>();
let sync: { stop(): Promise<void> } | undefined;

beforeAll(async () => {
  if (!commit) return;
  receiver = await startReceiver();
  database = await emptyDatabase();
  indexPrefix = suiteIndexPrefix();
  const common = {
    ELASTICSEARCH_URL: testStack().elasticsearchUrl,
    INDEX_PREFIX: indexPrefix,
    STATE_FOLDER: path.join(folder, 'state'),
    CURSOR_KEYS: 'a key for cursors of 32 characters',
    // Twice the time in which the balancer notices.
    DRAIN_DELAY_MS: '2000',
  };
  // The released version has one user of the database, the owner.
  released = new OperatedBuild(
    buildReleased(commit),
    { ...common, DATABASE_URL: database.url },
    receiver.origin,
  );
  const roles = {
    DATABASE_URL: database.urls.serving,
    DATABASE_OPERATE_URL: database.urls.operating,
    DATABASE_MIGRATE_URL: database.url,
    SECRET_KEYS: testSecretKey,
  };
  careful = new OperatedBuild(
    projectFolder,
    { ...common, ...roles, ENCRYPT_SECRETS: 'false' },
    receiver.origin,
  );
  usual = new OperatedBuild(projectFolder, { ...common, ...roles }, receiver.origin);

  await released.ops('migrate');
  await released.ops('generate', '--companies', String(companies));
  await released.ops('reindex', 'all');
  await released.ops('account', 'create', 'example', '--plan', 'unlimited');
  for (const creditClass of ['basic', 'enrichment']) {
    const grant = ['--class', creditClass, '--amount', String(credits), '--key', creditClass];
    await released.ops('credits', 'grant', 'example', ...grant);
  }
  const { out } = await released.ops('key', 'create', 'example', '--json');
  traffic = new Traffic(await balancer.start(), JSON.parse(out).api_key, await someCompanies());
  traffic.receiver = receiver.origin;
}, 600_000);

afterAll(async () => {
  if (!commit) return;
  await traffic?.end().catch(() => undefined);
  await sync?.stop();
  for (const service of running) await service.kill();
  await balancer.stop();
  await receiver.stop();
  const elasticsearch = new Client({ node: testStack().elasticsearchUrl });
  const indices = await elasticsearch.indices.get({ index: `${indexPrefix}*`, allow_no_indices: true });
  for (const index of Object.keys(indices)) await elasticsearch.indices.delete({ index });
  await elasticsearch.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

async function someCompanies(): Promise<KnownCompany[]> {
  const { rows } = await database.knex.raw<{ rows: KnownCompany[] }>(
    `SELECT company_id AS id, n.name, corporate_number AS number
     FROM companies JOIN company_names n USING (company_id)
     WHERE n.kind = 'legal' AND companies.status = 'active' AND corporate_number IS NOT NULL
     ORDER BY company_id LIMIT 500`,
  );
  return rows;
}

async function startTwo(build: OperatedBuild): Promise<ServiceProcess[]> {
  const services = [await build.start(), await build.start()];
  for (const service of services) {
    running.add(service);
    balancer.add(service.url);
  }
  return services;
}

/** Ends them one after the other, as a rolling restart does. */
async function stopAll(services: readonly ServiceProcess[]): Promise<void> {
  for (const service of services) {
    expect(await service.stop()).toBe(0);
    running.delete(service);
    balancer.remove(service.url);
  }
}

async function untilReady(services: readonly ServiceProcess[]): Promise<void> {
  for (let tries = 0; !services.every(({ url }) => balancer.isReady(url)); tries += 1) {
    if (tries > 300) throw new Error('the services did not become ready');
    await wait(100);
  }
}

/** Changes of companies, which the index must follow whichever version writes it. */
function changeCompanies(): { stop(): Promise<void> } {
  let stopped = false;
  const changing = (async () => {
    const known = await someCompanies();
    for (let at = 0; !stopped; at += 1) {
      await noteChange(database.knex, known[at % known.length]?.id ?? '');
      await wait(50);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await changing;
    },
  };
}

withHistory('an upgrade from the released version, and back, while callers use everything', () => {
  it('fails no request, charges nothing twice, and loses no change and no delivery', async () => {
    const stage = async (name: string, work: () => Promise<unknown>) => {
      traffic.stage(name);
      const began = performance.now();
      await work();
      seconds.push(`${name}: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    };
    /** Nothing is changed until callers have used everything. */
    const steady = (name: string) =>
      stage(name, async () => {
        await wait(stageMs);
        for (let tries = 0; traffic.answered(name).size < kinds; tries += 1) {
          if (tries > 900) throw new Error(`callers did not use everything: ${name}`);
          await wait(100);
        }
      });
    const seconds: string[] = [];
    const changes = changeCompanies();
    const old = await startTwo(released);
    await untilReady(old);
    sync = released.follow();
    traffic.stage('the released version');
    traffic.begin();
    await steady('the released version');

    await stage('a backup is made', () => usual.ops('backup', path.join(folder, 'backup')));
    await stage('the schema is updated', () => usual.ops('migrate'));
    await steady('the released version on the new schema');
    let fresh: ServiceProcess[] = [];
    await stage('this version starts', async () => {
      fresh = await startTwo(careful);
    });
    await stage('the new indices are built', () => usual.ops('reindex', 'all'));
    await stage('traffic moves', () => untilReady(fresh));
    await steady('both versions run');
    await stage('the released version ends', async () => {
      await sync?.stop();
      sync = usual.follow();
      await stopAll(old);
    });
    await steady('this version');
    await stage('secrets are encrypted, and processes start again', async () => {
      await usual.ops('secrets', 'rotate');
      const again = await startTwo(usual);
      await untilReady(again);
      await stopAll(fresh);
      fresh = again;
      await usual.ops('secrets', 'rotate');
    });
    await steady('this version, with encrypted secrets');

    // The way back.
    await stage('secrets are decrypted, and processes start again', async () => {
      const again = await startTwo(careful);
      await untilReady(again);
      await stopAll(fresh);
      fresh = again;
      await careful.ops('secrets', 'rotate');
    });
    let returned: ServiceProcess[] = [];
    await stage('the released version starts', async () => {
      returned = await startTwo(released);
    });
    await stage('its indices are put back', async () => {
      await released.ops('rollback', 'all');
      await untilReady(returned);
    });
    await steady('both run');
    await stage('this version ends', async () => {
      await sync?.stop();
      sync = released.follow();
      await stopAll(fresh);
    });
    await steady('the released version again');
    await traffic.end();
    await changes.stop();
    console.log(
      [...seconds, traffic.summary(), `${balancer.whileNoneReady} requests while none was ready`].join('\n'),
    );

    expect(traffic.failures).toEqual([]);
    // What the answers said was charged was charged, once.
    const { rows } = await database.knex.raw<{ rows: { spent: string; charges: string }[] }>(
      `SELECT -sum(amount)::bigint AS spent, count(*) AS charges FROM credit_ledger WHERE kind <> 'grant'`,
    );
    expect(Number(rows[0]?.spent)).toBe(traffic.charged);
    expect(traffic.charged).toBeGreaterThan(0);
    expect((await usual.ops('credits', 'verify')).out).toMatch(/^All \d+ balances add up/);
    expect((await released.ops('credits', 'verify')).out).toMatch(/^All \d+ balances add up/);

    // Whichever version ran the job, every message was sent.
    for (let tries = 0; receiver.messages.length < traffic.deliveries && tries < 300; tries += 1)
      await wait(100);
    const sent = new Set(receiver.messages.map(({ headers }) => headers['webhook-id']));
    expect(sent.size).toBe(traffic.deliveries);
    const unsent = await database.knex('list_deliveries').whereNot({ status: 'delivered' });
    expect(unsent).toEqual([]);

    await sync?.stop();
    await released.ops('sync', 'all');
    expect((await released.ops('verify', 'all')).out).toContain('the same as in the database');
    // The released version does not know the migrations, and its own command would refuse them.
    expect((await released.tried('migrate')).code).not.toBe(0);
    await stopAll(returned);
  }, 900_000);
});
