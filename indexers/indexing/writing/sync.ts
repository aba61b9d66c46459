import { setTimeout as sleep } from 'node:timers/promises';
import { runInSnapshot } from '../../operator/database-session.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import { measureCoverage } from '../coverage.ts';
import { findGeneration, type Generation, movePosition } from '../generations/generation-store.ts';
import {
  type BulkDocument,
  buildTombstone,
  type IndexDefinition,
  type IndexingContext,
} from '../generations/index-definition.ts';
import { type IndexWork, withIndex } from '../generations/index-work.ts';
import {
  findServingIndex,
  readDocumentsDay,
  refreshIndex,
  setDocumentsDay,
} from '../generations/search-indices.ts';
import { BulkWriter } from './bulk-writer.ts';
import { readChanges, readNextTransaction } from './change-feed.ts';

export interface SyncReport {
  readonly index: string;
  /** Entries of the change feed that were read. */
  readonly changes: number;
  readonly documents: number;
  /** Removed companies, whose documents are now tombstones. */
  readonly gone: number;
  /** Documents rebuilt because something in them began or ended on a day that has passed. */
  readonly dated: number;
}

const maxChangesAtOnce = 5000;

/** Brings the serving index up to date with everything committed until now. */
export async function syncOnce(context: IndexingContext, definition: IndexDefinition): Promise<SyncReport> {
  return await withIndex(context, definition, async (work) => {
    const report = await syncServing(work);
    // Coverage is about companies, so only the index of companies measures it.
    if (definition.documentsAreCompanies && hasChanges(report)) await measureCoverage(work.client);
    return report;
  });
}

export interface SyncOptions {
  /** Pause between two reads of the change feed, in milliseconds. */
  readonly intervalMs?: number;
  /** Called after a pass that changed something. */
  onSynced?(report: SyncReport): void;
  /** Called when a pass fails; repeated failures of one kind are reported once. Syncing continues. */
  onFailure?(error: unknown): void;
}

/** `stop` resolves when the current pass has ended. */
export type RunningSync = ReturnType<typeof startSync>;

const maxPauseMs = 30_000;
/** At least so long between two measurements of the coverage. */
const coverageIntervalMs = 300_000;

/** Keeps the serving index up to date until it is stopped. It follows the alias, so a reindex needs no restart. */
export function startSync(
  context: IndexingContext,
  definition: IndexDefinition,
  { intervalMs = 1000, onSynced, onFailure }: SyncOptions = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  let coverageDue: number | null = null;

  const syncRepeatedly = async (work: IndexWork, onPass: () => void) => {
    while (!stopping.signal.aborted) {
      const report = await syncServing(work);
      onPass();
      if (hasChanges(report)) {
        onSynced?.(report);
        if (definition.documentsAreCompanies) coverageDue ??= performance.now();
      }
      if (coverageDue !== null && performance.now() >= coverageDue) {
        await measureCoverage(work.client);
        coverageDue = performance.now() + coverageIntervalMs;
      }
      await pause(intervalMs);
    }
  };

  const runUntilStopped = async () => {
    let reported: string | null = null;
    let pauseMs = intervalMs;
    const resetPause = () => {
      reported = null;
      pauseMs = intervalMs;
    };
    while (!stopping.signal.aborted) {
      try {
        await withIndex(context, definition, (work) => syncRepeatedly(work, resetPause));
      } catch (error) {
        const message = String(error);
        if (message !== reported) onFailure?.(error);
        reported = message;
        await pause(pauseMs);
        pauseMs = Math.min(pauseMs * 2, maxPauseMs);
      }
    }
  };

  const done = runUntilStopped();
  return {
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

/**
 * Writes the changes after the generation's position to its index, and moves the position: all that were there when it began.
 * Under constant changes, it would never come to the end of the feed.
 */
export async function catchUp(
  work: IndexWork,
  generation: Generation,
): Promise<Pick<SyncReport, 'changes' | 'documents' | 'gone'>> {
  const { client } = work;
  const index = generation.indexName;
  const counts = { changes: 0, documents: 0, gone: 0 };
  let { position } = generation;
  if (position === null) {
    throw new OperatorError(
      `It is not known up to which change ${index} was synced: build a new index with reindex.`,
    );
  }
  if (generation.isAhead) {
    throw new OperatorError(
      `This database was restored from the dump of another server. ${index} follows the transactions of ` +
        'that server, so changes would not reach it: build a new index with reindex.',
    );
  }
  const end = await readNextTransaction(client);
  while (BigInt(position.xid) < end) {
    const changes = await readChanges(client, position, maxChangesAtOnce);
    const last = changes.at(-1);
    if (last === undefined) break;
    const versions = new Map(changes.map(({ companyId, version }) => [companyId, version]));
    const written = await writeCompanies(work, index, versions);
    // The position says that searches see all of it: the service shows cards without reading them again.
    await refreshIndex(work.elasticsearch, index);
    await movePosition(client, index, last.position);
    position = last.position;
    counts.changes += changes.length;
    counts.documents += written.documents;
    counts.gone += written.gone;
    work.onProgress?.({ step: `Syncing ${index}`, done: counts.changes });
  }
  return counts;
}

/** Rebuilds and writes the documents of the companies, whatever the index contains. */
export async function rewriteCompanies(
  work: IndexWork,
  index: string,
  companyIds: readonly string[],
): Promise<void> {
  for (let from = 0; from < companyIds.length; from += maxChangesAtOnce) {
    const ids = companyIds.slice(from, from + maxChangesAtOnce);
    await writeCompanies(work, index, new Map(ids.map((id) => [id, null])));
  }
}

/** The generation that serves according to the alias: the record in Postgres can be older than a swap. */
export async function requireServingGeneration({
  elasticsearch,
  client,
  alias,
  definition,
}: IndexWork): Promise<Generation> {
  const index = await findServingIndex(elasticsearch, alias);
  if (index === null)
    throw new OperatorError(`There is no index ${alias} yet: build one with reindex ${definition.kind}.`);
  const generation = await findGeneration(client, index);
  if (!generation) {
    throw new OperatorError(
      `${index} was not built from this database: build a new index with reindex ${definition.kind}.`,
    );
  }
  requireMapping(generation, definition);
  return generation;
}

export function requireMapping(generation: Generation, definition: IndexDefinition): void {
  if (generation.mappingVersion === definition.mappingVersion) return;
  throw new OperatorError(
    `${generation.indexName} has mapping version ${generation.mappingVersion}, but this build writes ` +
      `version ${definition.mappingVersion}: build a new index with reindex ${definition.kind}, or use the other build.`,
  );
}

async function syncServing(work: IndexWork): Promise<SyncReport> {
  const generation = await requireServingGeneration(work);
  const dated = await refreshDated(work, generation.indexName);
  return { index: generation.indexName, ...(await catchUp(work, generation)), dated };
}

/**
 * Open counts, listings and identifiers are valid for one day. Rebuilds the documents that differ between that day and today;
 * that day is later than today if the clock was set back.
 */
export async function refreshDated(work: IndexWork, index: string): Promise<number> {
  const { elasticsearch, client, definition } = work;
  const today = work.today();
  const asOf = await readDocumentsDay(elasticsearch, index);
  if (asOf === null || asOf === today) return 0;
  const days = [asOf, today].sort();
  const { rows } = await client.query<{ company_id: string }>(definition.datePassedSql, days);
  const companyIds = rows.map(({ company_id }) => company_id);
  await rewriteCompanies(work, index, companyIds);
  await setDocumentsDay(elasticsearch, index, definition, today);
  return companyIds.length;
}

/** @param versions the version of each company's newest change; null if the company has not been removed */
async function writeCompanies(
  { elasticsearch, client, definition, today }: IndexWork,
  index: string,
  versions: ReadonlyMap<string, number | null>,
): Promise<{ documents: number; gone: number }> {
  const writer = new BulkWriter(elasticsearch, index);
  const written = new Set<string>();
  let documents = 0;
  await runInSnapshot(client, async () => {
    for await (const page of definition.readForCompanies(client, [...versions.keys()], today()))
      for (const document of page) {
        await writer.addDocument(document);
        if (definition.documentsAreCompanies) written.add(document.id);
        documents += 1;
      }
  });
  const tombstones = buildTombstones(definition, versions, written);
  for (const tombstone of tombstones) await writer.addDocument(tombstone);
  await writer.flush();
  return { documents, gone: tombstones.length };
}

/**
 * The version of a tombstone is one above the last change, so that no late write of the company replaces it. Elasticsearch
 * would forget a delete after a minute.
 */
function buildTombstones(
  definition: IndexDefinition,
  versions: ReadonlyMap<string, number | null>,
  alive: ReadonlySet<string>,
): BulkDocument[] {
  if (!definition.documentsAreCompanies) return [];
  return [...versions]
    .filter(([id, version]) => version !== null && !alive.has(id))
    .map(([id, version]) => buildTombstone(definition, id, (version ?? 0) + 1));
}

function hasChanges({ changes, dated }: SyncReport): boolean {
  return changes > 0 || dated > 0;
}
