import type { IndexSize } from '../../mappings/index-settings.ts';
import { runInSnapshot, withSession } from '../operator/database-session.ts';
import { OperatorError } from '../operator/operator-error.ts';
import {
  findGeneration,
  movePosition,
  recordServing,
  setDocumentCount,
} from './generations/generation-store.ts';
import type { IndexDefinition, IndexingContext } from './generations/index-definition.ts';
import { buildIndexName } from './generations/index-name.ts';
import { chooseSize, countDocuments, waitForCopies } from './generations/index-size.ts';
import { type IndexWork, withLockedIndex } from './generations/index-work.ts';
import {
  createIndex,
  findServingIndex,
  finishIndex,
  makeDurable,
  mergeSegments,
  refreshIndex,
  switchAlias,
} from './generations/search-indices.ts';
import { giveUp, pruneGenerations, reconcileGenerations } from './generations.ts';
import { BulkWriter } from './writing/bulk-writer.ts';
import { readSnapshotPosition, settleRestoredChanges } from './writing/change-feed.ts';
import { compareWithPostgres } from './writing/compare.ts';
import { measureCoverage } from './writing/coverage.ts';
import { catchUp } from './writing/sync.ts';

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
 * service in one step. Until then the old index serves, whatever happens. It is kept for a rollback. Afterwards the engine
 * goes on merging segments.
 */
export async function rebuildIndex(
  context: IndexingContext,
  definition: IndexDefinition,
  requested: Partial<IndexSize> = {},
): Promise<ReindexReport> {
  return await withLockedIndex(context, definition, async (work) => {
    const begun = performance.now();
    await settleRestoredChanges(work.client);
    const cleaned = await reconcileGenerations(work);
    const size = await chooseSize(work, requested);
    const index = await beginGeneration(work);
    const built = await buildAndServe(work, index, size).catch(async (error: unknown) => {
      // An index that serves stays: the swap may have happened although its answer was lost.
      await giveUp(work, index).catch(() => undefined);
      throw error;
    });
    await recordServing(work.client, work.alias, index);
    const late = await applyLateChanges(work, index);
    await refreshIndex(work.elasticsearch, index);
    if (definition.documentsAreCompanies) await measureCoverage(work.client);
    const pruned = await pruneGenerations(work, 1);
    // It makes searches faster; the index serves without it.
    await mergeSegments(work.elasticsearch, index, size).catch(() => undefined);
    return {
      index,
      documents: built.documents,
      buildSeconds: built.seconds,
      seconds: getSecondsSince(begun),
      documentsPerSecond: Math.round(built.documents / Math.max(built.seconds, 0.001)),
      changesMeanwhile: built.changes + late,
      removed: [...cleaned, ...pruned],
    };
  });
}

/** Records the index before it is created, so that an index left by a crash is known. */
async function beginGeneration({ client, alias, definition, indexPrefix, now }: IndexWork): Promise<string> {
  const { kind, mappingVersion } = definition;
  const index = buildIndexName({ prefix: indexPrefix, kind, mappingVersion, createdAt: now() });
  await client.query(
    `INSERT INTO index_generations (index_name, kind, alias, mapping_version, status)
     VALUES ($1, $2, $3, $4, 'building')`,
    [index, kind, alias, mappingVersion],
  );
  return index;
}

async function buildAndServe(work: IndexWork, index: string, size: IndexSize) {
  const { elasticsearch, alias, definition } = work;
  await createIndex(elasticsearch, index, definition, size, work.today());
  const counts = await fillIndex(work, index);
  await finishIndex(elasticsearch, index, size);
  await waitForCopies(elasticsearch, index);
  const changes = await applyLateChanges(work, index);
  await refreshIndex(elasticsearch, index);
  await switchAlias(elasticsearch, alias, await findServingIndex(elasticsearch, alias), index);
  return { ...counts, changes };
}

/** Writes and checks all documents, as of one snapshot of another connection. */
async function fillIndex(work: IndexWork, index: string): Promise<{ documents: number; seconds: number }> {
  const { client } = work;
  return await withSession(work.databaseUrl, (reader) =>
    runInSnapshot(reader, async () => {
      const snapshot = { ...work, client: reader };
      await movePosition(client, index, await readSnapshotPosition(reader));
      const begun = performance.now();
      const documents = await writeAll(snapshot, index);
      const seconds = getSecondsSince(begun);
      await requireSame(snapshot, index);
      await setDocumentCount(client, index, documents);
      return { documents, seconds };
    }),
  );
}

async function writeAll(work: IndexWork, index: string): Promise<number> {
  const { client, definition } = work;
  const total = await countDocuments(work);
  const writer = new BulkWriter(work.elasticsearch, index);
  const reportProgress = (done: number) => work.onProgress?.({ step: `Building ${index}`, done, total });
  let done = 0;
  reportProgress(done);
  for await (const documents of definition.readAll(client, work.today())) {
    for (const document of documents) {
      await writer.addDocument(document);
      done += 1;
    }
    reportProgress(done);
  }
  await writer.flush();
  return done;
}

/** Postgres is summed up while the engine writes its last documents to disk. */
async function requireSame(work: IndexWork, index: string): Promise<void> {
  const { elasticsearch } = work;
  const refreshed = makeDurable(elasticsearch, index).then(() => refreshIndex(elasticsearch, index));
  const { differences } = await compareWithPostgres(work, index, refreshed);
  const [first] = differences;
  if (!first) return;
  throw new OperatorError(
    `${index} differs from Postgres in ${differences.length} documents (the first is ${first.id}), so it was not put into service.`,
  );
}

async function applyLateChanges(work: IndexWork, index: string): Promise<number> {
  const generation = await findGeneration(work.client, index);
  if (!generation) throw new Error(`the record of ${index} is missing`);
  return (await catchUp(work, generation)).changes;
}

function getSecondsSince(begun: number): number {
  return (performance.now() - begun) / 1000;
}
