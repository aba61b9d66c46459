import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Stack } from '../../../engine/open-stack.ts';
import { projectFolder } from '../../../engine/project-folder.ts';
import {
  account,
  type BenchStores,
  benchStores,
  end,
  startProcess,
  storesEnvironment,
} from '../bench-service.ts';
import { Caller } from '../caller.ts';
import { type Comparison, compare } from '../measure.ts';
import { fillObservations } from '../observation-corpus.ts';
import { type ApiOperation, type Json, operationsOf, readApiDocument } from './api-operations.ts';
import { type Attack, keyHeader, type NamedAttack } from './attack.ts';
import { type BenchObjects, benchObjects } from './bench-objects.ts';
import { addNamesakes, moveCompanies, worstCompanies } from './fictional-companies.ts';
import { fileAttacks } from './file-attacks.ts';
import { textKinds } from './hostile-texts.ts';
import { askProbe, type Block, BlockMeasure } from './measuring.ts';
import { type AttackSize, schemaAttacks } from './schema-attacks.ts';
import { isObject, SchemaValues } from './schema-values.ts';
import { Sender } from './sending.ts';
import { sourceAttacks } from './source-attacks.ts';
import { worstAttacks } from './worst-attacks.ts';

export interface BlockingOptions {
  readonly companies: number;
  readonly seed: number;
  /** The share of the permitted sizes that is used; less than 1 only for a trial. */
  readonly share: number;
  /** Number of kinds of hostile texts. */
  readonly texts: number;
  /** Maximum number of attacks on each operation, picked evenly from all. */
  readonly each: number;
  /** Only operations whose names contain one of these, separated by commas. */
  readonly only?: string;
  /** A database of real companies instead of fictional ones. */
  readonly database?: string;
  /** The prefix of the indices of that database. */
  readonly indexPrefix?: string;
  onProgress(line: string): void;
}

export type Together = Awaited<ReturnType<typeof benchTogether>>;

const smallHeapMiB = 512;
const connections = 64;
const turns = 2;
const maxRows = 50_000;

interface Attacked {
  readonly child: Awaited<ReturnType<typeof startProcess>>['child'];
  readonly sender: Sender;
  readonly attacks: readonly Attack[];
}

/** Sends each attack alone and measures how long it blocks the event loop. */
export async function benchBlocking(stack: Stack, options: BlockingOptions): Promise<Block[]> {
  return await underAttack(stack, options, [], async ({ child, sender, attacks }) => {
    const measure = new BlockMeasure(child, sender);
    await measure.rest();
    const blocks: Block[] = [];
    for (const [at, attack] of attacks.entries()) {
      const { operationId, kind } = attack;
      if (operationId !== attacks[at - 1]?.operationId)
        options.onProgress(`${at} of ${attacks.length}: ${operationId}`);
      const block = await measure.measure(attack).catch((cause) => {
        throw new Error(`The service did not survive ${operationId}, ${kind}.`, { cause });
      });
      blocks.push(block);
      const { ms, busyMs, unsent } = block;
      if (busyMs > 100)
        options.onProgress(`${Math.round(busyMs)} ms: ${operationId}, ${kind}\n${block.frames.join('\n')}`);
      if (ms > 10_000) options.onProgress(`Answered after ${Math.round(ms)} ms: ${operationId}, ${kind}`);
      if (unsent !== undefined)
        options.onProgress(`Not sent: ${operationId}, ${kind}: ${unsent.slice(0, 200)}`);
    }
    return blocks.sort((a, b) => b.busyMs - a.busyMs);
  });
}

/** Sends all attacks at once, twice, to a service with a small heap, and checks that it survives. */
export async function benchTogether(stack: Stack, options: BlockingOptions) {
  const heap = [`--max-old-space-size=${smallHeapMiB}`];
  return await underAttack(stack, options, heap, async ({ child, sender, attacks }) => {
    const { rss: rssBefore } = await askProbe(child, 'reset');
    /** Answers by status; 0 is a connection that was closed without one. */
    const statuses: Record<number, number> = {};
    const all = Array.from({ length: turns }, () => attacks).flat();
    const begun = performance.now();
    let next = 0;
    const client = async () => {
      for (let attack = all[next++]; attack && child.exitCode === null; attack = all[next++]) {
        const status = await Promise.resolve(attack.make()).then(
          async (request) => (await sender.send(request)).status,
          () => 0,
        );
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, client));
    const seconds = (performance.now() - begun) / 1000;
    const survived = child.exitCode === null && child.signalCode === null && (await answers(sender));
    if (!survived) return { sent: next, statuses, seconds, survived, rssBefore, rssPeak: 0, rssAfter: 0 };
    const { rss: rssAfter, peakRss: rssPeak } = await askProbe(child, 'report');
    return { sent: all.length, statuses, seconds, survived, rssBefore, rssPeak, rssAfter };
  });
}

async function answers(sender: Sender): Promise<boolean> {
  const health = await sender.send({ method: 'GET', path: '/healthz' });
  const body = Buffer.from(JSON.stringify({ query: '株式会社', limit: 1 }));
  const search = await sender.send({ method: 'POST', path: '/api/service/search', body });
  return health.status === 200 && search.status === 200;
}

async function underAttack<Result>(
  stack: Stack,
  options: BlockingOptions,
  nodeOptions: readonly string[],
  work: (attacked: Attacked) => Promise<Result>,
): Promise<Result> {
  const { companies, seed, share, database, indexPrefix = '', onProgress } = options;
  const { elasticsearchUrl } = stack;
  const stores: BenchStores = database
    ? { databaseUrl: database, elasticsearchUrl, indexPrefix }
    : await benchStores(stack, {
        companies,
        seed,
        observations: true,
        variant: {
          name: 'blocking',
          async alter(databaseUrl) {
            await addNamesakes(databaseUrl);
            await fillObservations(databaseUrl, companies, seed);
          },
        },
      });
  const stateFolder = mkdtempSync(path.join(tmpdir(), 'blocking-'));
  // Also for an interrupted run, which exits at once.
  process.once('exit', () => rmSync(stateFolder, { recursive: true, force: true }));
  const receiver = createServer((request, response) => request.resume().on('end', () => response.end('ok')));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const receiving = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const environment = {
    ...storesEnvironment(stores),
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    STATE_FOLDER: stateFolder,
    DELIVERY_TEST_RECEIVERS: receiving,
  };
  const probe = pathToFileURL(path.join(projectFolder, 'dist', 'event-loop-probe.js')).href;
  const { child, url } = await startProcess(environment, ['--import', probe, ...nodeOptions]);
  const { apiKey } = await account(stores.databaseUrl);
  const sender = new Sender(url, apiKey);
  try {
    onProgress('Making sources and Lists of the maximum size …');
    const rows = Math.max(100, Math.floor(maxRows * share));
    const objects = await benchObjects(
      new Caller(url, apiKey),
      await worstCompanies(stores.databaseUrl, rows),
      rows,
      receiving,
      async (ids) => (database ? undefined : await moveCompanies(stores.databaseUrl, ids)),
    );
    const attacks = await allAttacks(url, objects, options);
    onProgress(
      `${attacks.length} attacks on ${new Set(attacks.map((one) => one.operationId)).size} operations`,
    );
    return await work({ child, sender, attacks });
  } finally {
    sender.close();
    await end(child);
    receiver.close();
    receiver.closeAllConnections();
  }
}

/** Every operation of the document. @throws if one has no preparation, so that none is forgotten */
async function allAttacks(url: string, objects: BenchObjects, options: BlockingOptions): Promise<Attack[]> {
  const document = await readApiDocument(url);
  const operations = operationsOf(document);
  const values = new SchemaValues(document.components);
  const size: AttackSize = { share: options.share, texts: textKinds.slice(0, options.texts) };
  const worst = [
    ...worstAttacks(objects, size),
    ...sourceAttacks(objects, size),
    ...fileAttacks(objects, size),
  ];
  const known = new Set(operations.map(({ operationId }) => operationId));
  const gone = worst.find(({ operationId }) => !known.has(operationId));
  if (gone) throw new Error(`There is no operation ${gone.operationId}: was it renamed?`);
  const only = options.only?.split(',') ?? [''];
  return operations
    .filter(({ operationId }) => only.some((part) => operationId.includes(part)))
    .flatMap((operation) => {
      const path = pathOf(operation, objects);
      const example = withIds(operation.example, objects.ids);
      const all = [
        ...worst
          .filter(({ operationId }) => operationId === operation.operationId)
          .map((attack) => ('make' in attack ? attack : named(attack, operation, objects))),
        ...schemaAttacks(operation, { path, example, values, size }),
      ];
      const every = Math.max(1, all.length / options.each);
      return all.filter((_, at) => Math.floor(at / every) > Math.floor((at - 1) / every));
    });
}

function named(attack: NamedAttack, operation: ApiOperation, objects: BenchObjects): Attack {
  const { query, body, before, path } = attack;
  const make = async () => {
    await before?.();
    return {
      method: operation.method,
      path: path ? `/api/service${await path()}` : pathOf(operation, objects, query),
      headers: keyHeader(),
      ...(body && { body: Buffer.from(JSON.stringify(body())) }),
    };
  };
  return { ...attack, make };
}

/** @param given the query; by default the required parameters */
function pathOf(
  { operationId, method, path: template, query }: ApiOperation,
  { ids }: BenchObjects,
  given?: string,
): string {
  const idOf = (name: string) => {
    const id = method === 'DELETE' ? ids[`spare${name[0]?.toUpperCase()}${name.slice(1)}`] : ids[name];
    if (id === undefined)
      throw new Error(`${operationId} needs a ${name}: make one in lab/bench/blocking/bench-objects.ts.`);
    return encodeURIComponent(id);
  };
  const required = query.filter(({ required }) => required).map(({ name }) => `${name}=${ids[name] ?? 'a'}`);
  const inPath = template.replace(/\{(\w+)\}/g, (_, name: string) => idOf(name));
  const queryText = given ?? required.join('&');
  return queryText === '' ? inPath : `${inPath}?${queryText}`;
}

/** An example of the document, with existing objects. */
function withIds(value: Json, ids: Readonly<Record<string, string>>): Json {
  if (Array.isArray(value)) return value.map((one) => withIds(one, ids));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (typeof inner === 'string') return [key, ids[key] ?? inner];
      if (key === 'maxCredits') return [key, 1_000_000];
      return [key, withIds(inner, ids)];
    }),
  );
}

/** The worst input of each operation, the worst operation first. */
export function blockTable(blocks: readonly Block[]): string {
  const worst = new Map<string, Block>();
  for (const block of blocks) if (!worst.has(block.operationId)) worst.set(block.operationId, block);
  const whole = (value: number) => Math.round(value).toLocaleString('en');
  return [
    '| operation | worst input | status | answered after, ms | bytes | `/healthz` waits, ms | block, ms | busy, ms |',
    '|---|---|---|---|---|---|---|---|',
    ...[...worst.values()].map(
      ({ operationId, kind, status, ms, bytes, waitMs, blockMs, busyMs }) =>
        `| ${operationId} | ${kind} | ${status} | ${whole(ms)} | ${whole(bytes)} | ${whole(waitMs)} | ${whole(blockMs)} | ${whole(busyMs)} |`,
    ),
  ].join('\n');
}

const maxBlockMs = 250;

export function longestBlock(blocks: readonly Block[]): Comparison {
  const longest = Math.max(...blocks.map(({ busyMs }) => busyMs));
  const name = `longest block of the event loop by one of ${blocks.length.toLocaleString('en')} requests`;
  return compare(name, 'ms', { ours: longest, theirs: maxBlockMs }, { atMost: 1 });
}

export function survival({ sent, survived }: Together): Comparison {
  const name = `${sent.toLocaleString('en')} of them at once survived with a heap of ${smallHeapMiB} MiB`;
  return compare(name, 'processes', { ours: Number(survived), theirs: 1 }, { atLeast: 1 });
}
