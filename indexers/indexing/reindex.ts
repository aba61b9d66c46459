import type pg from 'pg';
import { tokyoDay } from '../../src/calendar.ts';
import { inSnapshot, withAliasLock, withSession } from '../operator/database-session.ts';
import { OperatorError } from '../operator/operator-error.ts';
import { BulkWriter } from './bulk-writer.ts';
import { settleRestoredChanges, snapshotPosition } from './change-feed.ts';
import { compareWithPostgres } from './compare.ts';
import { measureCoverage } from './coverage.ts';
import {
  addGeneration,
  findGeneration,
  movePosition,
  recordServing,
  setDocumentCount,
} from './generation-store.ts';
import { giveUp, pruneGenerations, recoverGenerations } from './generations.ts';
import type { IndexDefinition, IndexingContext, IndexSize } from './index-definition.ts';
import { aliasName, buildIndexName } from './index-name.ts';
import { createIndex, finishIndex, pointAlias, refreshIndex, servingIndex } from './search-indices.ts';
import { catchUp } from './sync.ts';

export interface ReindexReport {
  readonly index: string;
  readonly documents: number;
  /** From the first read to the last written document, in seconds. */
  readonly buildSeconds: number;
  /** Everything, including verification and swap, in seconds. */
  readonly seconds: number;
  readonly documentsPerSecond: number;
  /** Changes that were committed during the build. */
  readonly changesMeanwhile: number;
  /** Removed indices: those of interrupted attempts, and those older than the previous one. */
  readonly removed: readonly string[];
}

/**
 * Builds a new index from a snapshot of Postgres, verifies it against that snapshot, brings it up to date and puts it into
 * service in one step. Until then the old index serves, whatever happens. It is kept for a rollback.
 */
export async function reindex(
  context: IndexingContext,
  definition: IndexDefinition,
  size: IndexSize,
): Promise<ReindexReport> {
  const alias = aliasName(context.indexPrefix, definition.kind);
  return await withAliasLock(context.databaseUrl, alias, async (client) => {
    const begun = performance.now();
    await settleRestoredChanges(client);
    const cleaned = await recoverGenerations(context, client, alias);
    const index = await beginGeneration(context, definition, client, alias);
    const built = await orGiveUp(context, client, alias, index, async () => {
      await createIndex(context.elasticsearch, index, definition, size, tokyoDay(context.now()));
      const counts = await fill(context, definition, client, index);
      await finishIndex(context.elasticsearch, index, size);
      const changes = await follow(context, definition, client, index);
      await refreshIndex(context.elasticsearch, index);
      await pointAlias(context.elasticsearch, alias, await servingIndex(context.elasticsearch, alias), index);
      return { ...counts, changes };
    });
    await recordServing(client, alias, index);
    const late = await follow(context, definition, client, index);
    await refreshIndex(context.elasticsearch, index);
    if (definition.oneForEachCompany) await measureCoverage(client);
    const pruned = await pruneGenerations(context, client, alias, { keep: 1 });
    return {
      index,
      documents: built.documents,
      buildSeconds: built.seconds,
      seconds: secondsSince(begun),
      documentsPerSecond: Math.round(built.documents / Math.max(built.seconds, 0.001)),
      changesMeanwhile: built.changes + late,
      removed: [...cleaned, ...pruned],
    };
  });
}

/** The record is written before the index is created, so that an index left by a crash is known. */
async function beginGeneration(
  context: IndexingContext,
  { kind, mappingVersion }: IndexDefinition,
  client: pg.ClientBase,
  alias: string,
): Promise<string> {
  const indexName = buildIndexName({
    prefix: context.indexPrefix,
    kind,
    mappingVersion,
    createdAt: context.now(),
  });
  await addGeneration(client, { indexName, kind, alias, mappingVersion });
  return indexName;
}

async function fill(
  context: IndexingContext,
  definition: IndexDefinition,
  client: pg.ClientBase,
  index: string,
): Promise<{ documents: number; seconds: number }> {
  return await withSession(context.databaseUrl, (reader) =>
    inSnapshot(reader, async () => {
      await movePosition(client, index, await snapshotPosition(reader));
      const begun = performance.now();
      const documents = await writeAll(context, definition, reader, index);
      const seconds = secondsSince(begun);
      await requireSame(context, definition, reader, index);
      await setDocumentCount(client, index, documents);
      return { documents, seconds };
    }),
  );
}

async function writeAll(
  context: IndexingContext,
  definition: IndexDefinition,
  reader: pg.ClientBase,
  index: string,
): Promise<number> {
  const total = await countKeys(definition, reader);
  const writer = new BulkWriter(context.elasticsearch, index);
  const progress = (done: number) => context.onProgress?.({ step: `Building ${index}`, done, total });
  let done = 0;
  progress(done);
  for await (const documents of definition.readAll(reader, tokyoDay(context.now()))) {
    for (const document of documents) {
      await writer.add(document);
      done += 1;
    }
    progress(done);
  }
  await writer.flush();
  return done;
}

async function requireSame(
  context: IndexingContext,
  definition: IndexDefinition,
  reader: pg.ClientBase,
  index: string,
): Promise<void> {
  await refreshIndex(context.elasticsearch, index);
  const { differences } = await compareWithPostgres(context.elasticsearch, definition, reader, index);
  const [first] = differences;
  if (!first) return;
  throw new OperatorError(
    `${index} differs from Postgres in ${differences.length} documents (the first is ${first.id}), so it was not put into service.`,
  );
}

async function follow(
  context: IndexingContext,
  definition: IndexDefinition,
  client: pg.ClientBase,
  index: string,
): Promise<number> {
  const generation = await findGeneration(client, index);
  if (!generation) throw new Error(`the record of ${index} is missing`);
  return (await catchUp(context, definition, client, generation)).changes;
}

/**
 * If the work fails, removes the unfinished index, if both stores still answer. An index that serves stays: the swap may
 * have happened although its answer was lost.
 */
async function orGiveUp<T>(
  context: IndexingContext,
  client: pg.ClientBase,
  alias: string,
  index: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await giveUp(context, client, alias, index).catch(() => undefined);
    throw error;
  }
}

async function countKeys(definition: IndexDefinition, reader: pg.ClientBase): Promise<number> {
  const { rows } = await reader.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (${definition.keysSql}) AS keys`,
  );
  return rows[0]?.count ?? 0;
}

function secondsSince(begun: number): number {
  return (performance.now() - begun) / 1000;
}
