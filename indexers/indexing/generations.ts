import { OperatorError } from '../operator/operator-error.ts';
import {
  type Generation,
  listGenerations,
  recordFailed,
  recordServing,
  removeGeneration,
} from './generations/generation-store.ts';
import type { IndexDefinition, IndexingContext } from './generations/index-definition.ts';
import { parseIndexName } from './generations/index-name.ts';
import { type IndexWork, withIndex, withLockedIndex } from './generations/index-work.ts';
import {
  deleteIndex,
  findServingIndex,
  listExistingIndices,
  refreshIndex,
  switchAlias,
} from './generations/search-indices.ts';
import { catchUp, refreshDated, requireMapping } from './writing/sync.ts';

/**
 * Makes the records agree with the alias, which decides what serves, and removes the indices of interrupted attempts. The
 * caller holds the alias's lock, so an index that is still being built is not touched.
 * @returns the removed indices
 */
export async function reconcileGenerations(work: IndexWork): Promise<string[]> {
  const { elasticsearch, client, alias } = work;
  const serving = await findServingIndex(elasticsearch, alias);
  const known = await listGenerations(client, alias);
  const interrupted = known
    .filter(({ status, indexName }) => status === 'building' && indexName !== serving)
    .map(({ indexName }) => indexName);
  for (const index of interrupted) await giveUp(work, index);
  if (serving !== null && known.some(({ indexName }) => indexName === serving)) {
    await recordServing(client, alias, serving);
  }
  return interrupted;
}

/** Removes an index that never served. */
export async function giveUp({ elasticsearch, client, alias }: IndexWork, index: string): Promise<void> {
  if ((await findServingIndex(elasticsearch, alias)) === index) return;
  await recordFailed(client, index);
  await deleteIndex(elasticsearch, index);
}

/**
 * Removes the indices that no longer serve, except the newest `keep` of them, and the records of failed attempts.
 * @returns the removed indices
 */
export async function pruneGenerations(
  { elasticsearch, client, alias }: IndexWork,
  keep: number,
): Promise<string[]> {
  const serving = await findServingIndex(elasticsearch, alias);
  const idle = (await listGenerations(client, alias)).filter(({ indexName }) => indexName !== serving);
  const previous = idle.filter(({ status }) => status === 'previous').slice(keep);
  const failed = idle.filter(({ status }) => status === 'failed');
  for (const { indexName } of [...previous, ...failed]) {
    await deleteIndex(elasticsearch, indexName);
    await removeGeneration(client, indexName);
  }
  return previous.map(({ indexName }) => indexName);
}

export async function pruneIndices(
  context: IndexingContext,
  definition: IndexDefinition,
  { keep }: { readonly keep: number },
): Promise<{ removed: string[] }> {
  return await withLockedIndex(context, definition, async (work) => {
    const interrupted = await reconcileGenerations(work);
    return { removed: [...interrupted, ...(await pruneGenerations(work, keep))] };
  });
}

export interface RollbackReport {
  readonly from: string;
  readonly to: string;
  /** Changes that were written to the previous index before it went back into service. */
  readonly changes: number;
}

/** Brings the previous index up to date and puts it back into service. A second rollback undoes the first. */
export async function revertToPreviousIndex(
  context: IndexingContext,
  definition: IndexDefinition,
): Promise<RollbackReport> {
  return await withLockedIndex(context, definition, async (work) => {
    const { elasticsearch, client, alias } = work;
    await reconcileGenerations(work);
    const from = await findServingIndex(elasticsearch, alias);
    const previous = (await listGenerations(client, alias)).find(({ status }) => status === 'previous');
    if (from === null || !previous)
      throw new OperatorError(`There is no previous index of ${alias} to go back to.`);
    requireMapping(previous, definition);
    const to = previous.indexName;
    await refreshDated(work, to);
    const { changes } = await catchUp(work, previous);
    await refreshIndex(elasticsearch, to);
    await switchAlias(elasticsearch, alias, from, to);
    await recordServing(client, alias, to);
    return { from, to, changes };
  });
}

export interface IndexEntry {
  readonly index: string;
  /** `unknown`: the name is one of ours, but the index is not recorded in this database. */
  readonly status: Generation['status'] | 'unknown';
  readonly serving: boolean;
  readonly mappingVersion: number;
  readonly createdAt: Date;
  /** Null when Elasticsearch does not have the index. */
  readonly documents: number | null;
  readonly bytes: number | null;
}

/** Every index of the prefix that Postgres or Elasticsearch or both know; newest first. */
export async function listIndices(
  context: IndexingContext,
  definition: IndexDefinition,
): Promise<IndexEntry[]> {
  const { indexPrefix, elasticsearch } = context;
  const { generations, serving } = await withIndex(context, definition, async ({ client, alias }) => ({
    generations: await listGenerations(client, alias),
    serving: await findServingIndex(elasticsearch, alias),
  }));
  const existing = await listExistingIndices(elasticsearch);
  const recorded = new Map(generations.map((generation) => [generation.indexName, generation]));
  const ours = [...existing.keys()].filter(
    (name) => parseIndexName(name, indexPrefix)?.kind === definition.kind,
  );
  return [...new Set([...recorded.keys(), ...ours])]
    .flatMap((index) => {
      const parsed = parseIndexName(index, indexPrefix);
      if (!parsed) return [];
      const state = existing.get(index);
      return {
        index,
        status: recorded.get(index)?.status ?? ('unknown' as const),
        serving: index === serving,
        mappingVersion: parsed.mappingVersion,
        createdAt: parsed.createdAt,
        documents: state?.documents ?? null,
        bytes: state?.bytes ?? null,
      };
    })
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
}
