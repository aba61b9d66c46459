import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getDefaultStateFolder, type Stack } from '../../../engine/open-stack.ts';
import { listProcesses } from '../../../engine/processes/process-table.mjs';
import { companiesIndex } from '../../../indexers/indexing/companies-index.ts';
import type { IndexDefinition } from '../../../indexers/indexing/generations/index-definition.ts';
import { mergeSegments } from '../../../indexers/indexing/generations/search-indices.ts';
import { observationsIndex } from '../../../indexers/indexing/observations-index.ts';
import { rebuildIndex } from '../../../indexers/indexing/reindex.ts';
import { withSession } from '../../../indexers/operator/database-session.ts';
import { openElasticsearch } from '../../../src/search/elasticsearch.ts';
import { prefectures } from '../../../src/text/places/prefectures.ts';
import { account, benchStores, end, startProcess, storesEnvironment } from '../bench-service.ts';
import { Caller, type Imported } from '../caller.ts';
import { fillObservations } from '../observation-corpus.ts';
import type { Costs, DocumentCost, RequestCost, RequestKind } from './costs.ts';

/** How much is measured. */
export interface MeasuredSize {
  readonly companies: number;
  readonly observations: number;
  /** How many requests of each kind; as many are sent before, because the engine compiles what it does often. */
  readonly requests: number;
  readonly seed: number;
}

const connections = 8;
const rowsOfSource = 500;
const namesRead = 5_000;
/** The unit of processor times in /proc on every Linux. */
const ticksASecond = 100;

/** Processor time and bytes of documents and requests. The stack must be this machine's own, because it reads /proc. */
export async function measureCosts(stack: Stack, size: MeasuredSize): Promise<Costs> {
  const { companies, observations, seed } = size;
  const stores = await benchStores(stack, { companies, seed });
  const elasticsearch = openElasticsearch({ nodes: [stores.elasticsearchUrl], requestTimeoutMs: 3_600_000 });
  const { databaseUrl, indexPrefix } = stores;
  const context = { databaseUrl, elasticsearch, indexPrefix, now: () => new Date() };

  async function documentCost(definition: IndexDefinition): Promise<Omit<DocumentCost, 'databaseBytes'>> {
    const before = storeTimes() + ownTime();
    const { index, documents } = await rebuildIndex(context, definition, { replicas: 0 });
    const reindexMs = (storeTimes() + ownTime() - before) / documents;
    await mergeSegments(elasticsearch, index, { shards: 1, wait: true });
    const { _all } = await elasticsearch.indices.stats({ index, metric: 'store' });
    return { indexBytes: (_all.primaries?.store?.size_in_bytes ?? 0) / documents, reindexMs };
  }

  try {
    const bytesOfCompanies = await databaseBytes(databaseUrl);
    const company = {
      ...(await documentCost(companiesIndex)),
      databaseBytes: bytesOfCompanies / companies,
    };
    await fillObservations(databaseUrl, observations, seed);
    const observation = {
      ...(await documentCost(observationsIndex)),
      databaseBytes: ((await databaseBytes(databaseUrl)) - bytesOfCompanies) / observations,
    };
    const { child, url } = await startProcess({ ...storesEnvironment(stores), NODE_ENV: 'production' });
    try {
      const caller = new Caller(url, (await account(databaseUrl)).apiKey);
      const requests = await requestCosts(caller, {
        databaseUrl,
        requests: size.requests,
        service: child.pid ?? 0,
      });
      return { companies, observations, company, observation, requests };
    } finally {
      await end(child);
    }
  } finally {
    await elasticsearch.close();
  }
}

interface Measuring {
  readonly databaseUrl: string;
  readonly requests: number;
  /** The id of the service's process. */
  readonly service: number;
}

async function requestCosts(
  caller: Caller,
  { databaseUrl, requests, service }: Measuring,
): Promise<Record<RequestKind, RequestCost>> {
  const { rows } = await withSession(databaseUrl, (client) =>
    client.query<{ number: string; name: string }>(
      `SELECT c.corporate_number AS number, n.name FROM companies c JOIN company_names n USING (company_id)
       WHERE n.kind = 'legal' AND c.status = 'active' AND c.corporate_number IS NOT NULL
       ORDER BY md5(company_id) LIMIT $1`,
      [namesRead],
    ),
  );
  let next = 0;
  const row = () => rows[next++ % rows.length];
  const pairs = prefectures.flatMap(({ name: first }, at) =>
    prefectures.slice(at + 1).map(({ name: second }) => [first, second]),
  );
  const search = (body: () => object) => () => caller.send('POST', '/search', body());
  const words = ['受注 架空県', '再生可能エネルギー', '品質', '生成AI', '人材'];

  async function cost(
    work: () => Promise<unknown>,
    { times = requests, unitsOfEach = 1 } = {},
  ): Promise<RequestCost> {
    const units = times * unitsOfEach;
    await repeatTimes(times, work);
    const before = { service: processTime(service), engine: engineTime(), postgres: postgresTime() };
    await repeatTimes(times, work);
    return {
      service: (processTime(service) - before.service) / units,
      engine: (engineTime() - before.engine) / units,
      postgres: (postgresTime() - before.postgres) / units,
    };
  }

  return {
    id: await cost(search(() => ({ query: row()?.number }))),
    name: await cost(search(() => ({ query: row()?.name }))),
    filters: await cost(search(() => ({ filters: { prefecture: pairs[next++ % pairs.length] } }))),
    // Each takes as long as many others.
    observations: await cost(
      () => caller.send('POST', '/observations/search', { query: words[next++ % words.length] }),
      { times: Math.ceil(requests / 10) },
    ),
    resolve: await cost(() => resolveSource(caller, Array.from({ length: rowsOfSource }, row)), {
      times: Math.ceil(requests / rowsOfSource),
      unitsOfEach: rowsOfSource,
    }),
  };
}

async function repeatTimes(times: number, work: () => Promise<unknown>): Promise<void> {
  let left = times;
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
}

/** Imports, maps and resolves a table of names, with its charge. */
async function resolveSource(caller: Caller, rows: readonly ({ name: string } | undefined)[]): Promise<void> {
  const body = { headers: ['name'], rows: rows.map((row) => ({ name: row?.name ?? '' })) };
  const { source } = await caller.send<Imported>('POST', '/sources/import', body);
  const at = `/sources/${source.source_id}`;
  await caller.send('POST', `${at}/map`, { entity: 'company', columns: { name: 'name' } });
  await caller.send('POST', `${at}/resolve`, { execute: true, maxCredits: rowsOfSource });
}

async function databaseBytes(databaseUrl: string): Promise<number> {
  const { rows } = await withSession(databaseUrl, async (client) => {
    await client.query('CHECKPOINT');
    return await client.query<{ bytes: number }>(
      'SELECT pg_database_size(current_database())::float8 AS bytes',
    );
  });
  return rows[0]?.bytes ?? Number.NaN;
}

function ownTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const storeTimes = () => engineTime() + postgresTime();
const engineTime = () => processTime(recordedPid('elasticsearch'));

/** The server, its processes, and those that have ended. */
function postgresTime(): number {
  const server = recordedPid('postgres');
  const children = listProcesses().filter(({ parent }) => parent === server);
  return children.reduce((sum, { pid }) => sum + processTime(pid), processTime(server, { ended: true }));
}

function recordedPid(part: string): number {
  const record = path.join(getDefaultStateFolder('bench'), part, 'process.json');
  return (JSON.parse(readFileSync(record, 'utf8')) as { pid: number }).pid;
}

/** Processor time of a process in milliseconds, also that of its `ended` children; 0 when it has ended itself. */
function processTime(pid: number, { ended = false } = {}): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, ended ? 15 : 13).reduce((sum, field) => sum + Number(field), 0);
    return (ticks * 1000) / ticksASecond;
  } catch {
    return 0;
  }
}
