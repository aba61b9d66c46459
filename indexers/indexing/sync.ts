import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { tokyoDay } from '../../src/calendar.ts';
import { inSnapshot, withSession } from '../operator/database-session.ts';
import { OperatorError } from '../operator/operator-error.ts';
import { type BulkDocument, BulkWriter } from './bulk-writer.ts';
import { readChanges } from './change-feed.ts';
import { measureCoverage } from './coverage.ts';
import { type FeedPosition, findGeneration, type Generation, movePosition } from './generation-store.ts';
import type { IndexDefinition, IndexingContext } from './index-definition.ts';
import { aliasName } from './index-name.ts';
import { documentsAsOf, servingIndex, setDocumentsAsOf } from './search-indices.ts';

export interface SyncReport {
  readonly index: string;
  /** Entries of the change feed that were read. */
  readonly changes: number;
  readonly documents: number;
  /** Companies that are gone, whose own documents now are tombstones. */
  readonly gone: number;
  /** Documents made anew because a day has passed on which something of them begins or ends. */
  readonly dated: number;
}

const changesAtOnce = 5000;

/** Brings the serving index up to date with everything committed until now. */
export async function syncOnce(context: IndexingContext, definition: IndexDefinition): Promise<SyncReport> {
  return await withSession(context.databaseUrl, async (client) => {
    const report = await syncServing(context, definition, client);
    if (changesCoverage(definition, report)) await measureCoverage(client);
    return report;
  });
}

export interface SyncOptions {
  /** Pause between two looks at the change feed, in milliseconds. */
  readonly intervalMs?: number;
  /** Shortest time between two measurements of the coverage, in milliseconds. */
  readonly coverageIntervalMs?: number;
  /** Called after a pass that changed something. */
  onSynced?(report: SyncReport): void;
  /** Called when a pass fails, once for each kind of failure in a row; syncing goes on. */
  onFailure?(error: unknown): void;
}

export interface RunningSync {
  /** Resolves when the pass under way has ended. */
  stop(): Promise<void>;
}

const longestPauseMs = 30_000;

/** Keeps the serving index up to date until it is stopped. It follows the alias, so a reindex needs no restart. */
export function startSync(
  context: IndexingContext,
  definition: IndexDefinition,
  { intervalMs = 1000, coverageIntervalMs = 300_000, onSynced, onFailure }: SyncOptions = {},
): RunningSync {
  const stopping = new AbortController();
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  let coverageDue: number | null = null;

  const follow = async (client: ClientBase, onPass: () => void) => {
    while (!stopping.signal.aborted) {
      const report = await syncServing(context, definition, client);
      onPass();
      if (changedSomething(report)) onSynced?.(report);
      if (changesCoverage(definition, report)) coverageDue ??= context.now().getTime();
      if (coverageDue !== null && context.now().getTime() >= coverageDue) {
        await measureCoverage(client);
        coverageDue = context.now().getTime() + coverageIntervalMs;
      }
      await pause(intervalMs);
    }
  };

  const run = async () => {
    let reported: string | null = null;
    let pauseMs = intervalMs;
    const onPass = () => {
      reported = null;
      pauseMs = intervalMs;
    };
    while (!stopping.signal.aborted) {
      try {
        await withSession(context.databaseUrl, (client) => follow(client, onPass));
      } catch (error) {
        const message = String(error);
        if (message !== reported) onFailure?.(error);
        reported = message;
        await pause(pauseMs);
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      }
    }
  };

  const done = run();
  return {
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

/** Writes everything beyond the generation's position into its index and moves the position along. */
export async function catchUp(
  context: IndexingContext,
  definition: IndexDefinition,
  client: ClientBase,
  generation: Generation,
): Promise<Pick<SyncReport, 'changes' | 'documents' | 'gone'>> {
  const counts = { changes: 0, documents: 0, gone: 0 };
  let { position } = generation;
  if (position === null) {
    throw new OperatorError(
      `Nobody knows up to where ${generation.indexName} was synced: make a new one by reindex.`,
    );
  }
  if (generation.isAhead) {
    throw new OperatorError(
      `This database was restored from the dump of another server, whose transactions ${generation.indexName} ` +
        'follows, so no change would reach it: make a new one by reindex.',
    );
  }
  for (;;) {
    const changes = await readChanges(client, position, changesAtOnce);
    const last = changes.at(-1);
    if (last === undefined) return counts;
    const versions = new Map(changes.map(({ companyId, version }) => [companyId, version]));
    const written = await writeCompanies(context, definition, client, generation.indexName, versions);
    position = await moved(client, generation.indexName, last.position);
    counts.changes += changes.length;
    counts.documents += written.documents;
    counts.gone += written.gone;
    context.onProgress?.({ step: `Syncing ${generation.indexName}`, done: counts.changes });
  }
}

/** Builds the companies' documents anew and writes them, whatever the index has of them. */
export async function rewriteCompanies(
  context: IndexingContext,
  definition: IndexDefinition,
  client: ClientBase,
  index: string,
  companyIds: readonly string[],
): Promise<void> {
  for (let from = 0; from < companyIds.length; from += changesAtOnce) {
    const ids = companyIds.slice(from, from + changesAtOnce);
    await writeCompanies(context, definition, client, index, new Map(ids.map((id) => [id, null])));
  }
}

/** The generation that serves, by the alias itself: the record in Postgres can lag behind a swap. */
export async function servingGeneration(
  context: IndexingContext,
  definition: IndexDefinition,
  client: ClientBase,
): Promise<Generation> {
  const alias = aliasName(context.indexPrefix, definition.kind);
  const index = await servingIndex(context.elasticsearch, alias);
  if (index === null)
    throw new OperatorError(`There is no index ${alias} yet: make one by reindex ${definition.kind}.`);
  const generation = await findGeneration(client, index);
  if (!generation) {
    throw new OperatorError(
      `${index} was not made from this database: make one by reindex ${definition.kind}.`,
    );
  }
  requireMapping(generation, definition);
  return generation;
}

export function requireMapping(generation: Generation, definition: IndexDefinition): void {
  if (generation.mappingVersion === definition.mappingVersion) return;
  throw new OperatorError(
    `${generation.indexName} has mapping version ${generation.mappingVersion} and this build writes ` +
      `version ${definition.mappingVersion}: make a new index by reindex ${definition.kind}, or use the other build.`,
  );
}

async function syncServing(
  context: IndexingContext,
  definition: IndexDefinition,
  client: ClientBase,
): Promise<SyncReport> {
  const generation = await servingGeneration(context, definition, client);
  const dated = await refreshDated(context, definition, client, generation.indexName);
  const counts = await catchUp(context, definition, client, generation);
  return { index: generation.indexName, ...counts, dated };
}

/** Open counts, listings and identifiers are those of one day: makes right what other days have changed since. */
export async function refreshDated(
  context: IndexingContext,
  definition: IndexDefinition,
  client: ClientBase,
  index: string,
): Promise<number> {
  const today = tokyoDay(context.now());
  const asOf = await documentsAsOf(context.elasticsearch, index);
  if (asOf === null || asOf >= today) return 0;
  const { rows } = await client.query<{ company_id: string }>(definition.datePassedSql, [asOf, today]);
  const companyIds = rows.map(({ company_id }) => company_id);
  await rewriteCompanies(context, definition, client, index, companyIds);
  await setDocumentsAsOf(context.elasticsearch, index, definition, today);
  return companyIds.length;
}

/** @param versions of each company the version of its newest change; null when nothing of it is known to have gone */
async function writeCompanies(
  context: IndexingContext,
  definition: IndexDefinition,
  client: ClientBase,
  index: string,
  versions: ReadonlyMap<string, number | null>,
): Promise<{ documents: number; gone: number }> {
  const today = tokyoDay(context.now());
  const writer = new BulkWriter(context.elasticsearch, index);
  const companies = new Set<string>();
  let documents = 0;
  await inSnapshot(client, async () => {
    for await (const page of definition.readOfCompanies(client, [...versions.keys()], today)) {
      for (const document of page) {
        await writer.add(document);
        if (definition.oneForEachCompany) companies.add(document.id);
        documents += 1;
      }
    }
  });
  const tombstones = definition.oneForEachCompany ? tombstonesFor(definition, versions, companies) : [];
  for (const tombstone of tombstones) await writer.add(tombstone);
  await writer.flush();
  return { documents, gone: tombstones.length };
}

/**
 * A tombstone is one version above the last change, so that no write of the company, however late, replaces it. A
 * delete would be forgotten by Elasticsearch after a minute.
 */
function tombstonesFor(
  definition: IndexDefinition,
  versions: ReadonlyMap<string, number | null>,
  alive: ReadonlySet<string>,
): BulkDocument[] {
  return [...versions]
    .filter(([id, version]) => version !== null && !alive.has(id))
    .map(([id, version]) => definition.tombstone(id, (version ?? 0) + 1));
}

async function moved(client: ClientBase, index: string, position: FeedPosition): Promise<FeedPosition> {
  await movePosition(client, index, position);
  return position;
}

/** Coverage is that of companies; one index measures it for all. */
function changesCoverage({ oneForEachCompany }: IndexDefinition, report: SyncReport): boolean {
  return oneForEachCompany && changedSomething(report);
}

function changedSomething({ changes, dated }: SyncReport): boolean {
  return changes > 0 || dated > 0;
}
