import type { Client } from '@elastic/elasticsearch';
import type { IndexSize } from '../../../mappings/index-settings.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import type { IndexDefinition } from './index-definition.ts';

/** Requests to Elasticsearch about indices and aliases. */

interface MappingMeta {
  readonly mapping_version: number;
  /** Day in Asia/Tokyo for which the documents' listings, identifiers and open counts are valid. */
  readonly documents_as_of?: string;
}

/**
 * Segments above which the engine merges while an index is built. `mergeSegments` writes each document once more in any case, so
 * merging earlier would be done twice.
 */
const segmentsOfBuilding = 100;

/**
 * Creates an index for building: without refreshes, replicas and early merges, which `finishIndex` ends, and without waiting for
 * the disk, which `makeDurable` ends. An engine that is killed meanwhile can lose documents; the comparison with Postgres then
 * finds them missing.
 */
export async function createIndex(
  client: Client,
  index: string,
  definition: IndexDefinition,
  { shards }: IndexSize,
  today: string,
): Promise<void> {
  const { shards_acknowledged: arePlaced } = await client.indices.create({
    index,
    settings: {
      index: {
        ...definition.settings({ shards, replicas: 0 }),
        refresh_interval: '-1',
        'translog.durability': 'async',
        'merge.policy.segments_per_tier': segmentsOfBuilding,
      },
    },
    mappings: { ...definition.mapping, _meta: buildMeta(definition, today) },
  });
  if (!arePlaced)
    throw new OperatorError(
      `Elasticsearch has no place for the shards of ${index}: its disks are too full (docs/runbooks/EngineDiskFull.md), ` +
        'or nodes are missing. GET _cluster/allocation/explain has the reason. The index in service is as it was.',
    );
}

/**
 * From now on, the index loses nothing that is written to it, and what was written before is on disk. So it is called before the
 * index is compared with Postgres.
 */
export async function makeDurable(client: Client, index: string): Promise<void> {
  await client.indices.putSettings({
    index,
    settings: { index: { 'translog.durability': 'request' } },
  });
  await client.indices.flush({ index, wait_if_ongoing: true });
}

/** An index with its own refresh interval is never "search idle", so writes of sync are visible within a second. */
export async function finishIndex(client: Client, index: string, { replicas }: IndexSize): Promise<void> {
  await client.indices.putSettings({
    index,
    settings: {
      index: {
        refresh_interval: '1s',
        number_of_replicas: replicas,
        'merge.policy.segments_per_tier': null,
      },
    },
  });
}

export async function refreshIndex(client: Client, index: string): Promise<void> {
  await client.indices.refresh({ index });
}

/** Below the 5 GB above which the engine no longer merges a segment when its documents change. */
const bytesOfSegment = 4 * 1024 ** 3;

/**
 * Merges the segments that an index was built in into as few as are good: searches then look up each key once instead of
 * in a dozen segments, and resolve names a quarter faster (docs/benchmarks.md). Searches and writes go on meanwhile.
 * @param wait until it is done, instead of only starting it; the client's timeout must allow it
 */
export async function mergeSegments(
  client: Client,
  index: string,
  { shards, wait = false }: Pick<IndexSize, 'shards'> & { readonly wait?: boolean },
): Promise<void> {
  const { _all } = await client.indices.stats({ index, metric: 'store' });
  const bytes = (_all.primaries?.store?.size_in_bytes ?? 0) / shards;
  await client.indices.forcemerge({
    index,
    max_num_segments: Math.max(1, Math.ceil(bytes / bytesOfSegment)),
    wait_for_completion: wait,
  });
}

/** The index that the alias points to, or null when there is none. */
export async function findServingIndex(client: Client, alias: string): Promise<string | null> {
  const answer = await client.indices.getAlias({ name: alias }, { ignore: [404] });
  const indices = Object.entries(answer)
    .filter(([, index]) => index?.aliases?.[alias] !== undefined)
    .map(([name]) => name);
  if (indices.length > 1) {
    throw new OperatorError(
      `The alias ${alias} points to several indices (${indices.join(', ')}); remove all but one.`,
    );
  }
  return indices[0] ?? null;
}

/** In one step, so that a search always finds exactly one index. */
export async function switchAlias(
  client: Client,
  alias: string,
  from: string | null,
  to: string,
): Promise<void> {
  if (from === to) return;
  try {
    await client.indices.updateAliases({
      actions: [
        from !== null && { remove: { index: from, alias, must_exist: true } },
        { add: { index: to, alias } },
      ].filter((each) => each !== false),
    });
  } catch (error) {
    // The answer to the first try may be lost; the second one then does not find the old index behind the alias.
    if ((await findServingIndex(client, alias).catch(() => null)) !== to) throw error;
  }
}

export async function deleteIndex(client: Client, index: string): Promise<void> {
  await client.indices.delete({ index, ignore_unavailable: true });
}

/** Every index of the cluster with its size. `parseIndexName` decides which are ours. */
export async function listExistingIndices(
  client: Client,
): Promise<Map<string, { documents: number; bytes: number }>> {
  const { indices } = await client.indices.stats({ metric: ['docs', 'store'] });
  return new Map(
    Object.entries(indices ?? {}).map(([name, { primaries }]) => [
      name,
      { documents: primaries?.docs?.count ?? 0, bytes: primaries?.store?.size_in_bytes ?? 0 },
    ]),
  );
}

export async function readDocumentsDay(client: Client, index: string): Promise<string | null> {
  const mapping = await client.indices.getMapping({ index });
  const meta = mapping[index]?.mappings._meta as MappingMeta | undefined;
  return meta?.documents_as_of ?? null;
}

export async function setDocumentsDay(
  client: Client,
  index: string,
  definition: IndexDefinition,
  today: string,
): Promise<void> {
  await client.indices.putMapping({ index, _meta: { ...buildMeta(definition, today) } });
}

function buildMeta(definition: IndexDefinition, today: string): MappingMeta {
  return { mapping_version: definition.mappingVersion, documents_as_of: today };
}
