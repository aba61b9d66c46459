import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import type { IndexSize } from '../../../mappings/index-settings.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import type { IndexWork } from './index-work.ts';

/** A shard of 5 to 20 GB (docs/sizing.md) moves to another node in minutes. More shards make each search more work. */
const documentsPerShard = 20_000_000;
const maxShards = 999;

/** How long to wait while no copy is being made. Copying itself may take as long as it needs. */
const allocationWaitMs = 60_000;
const allocationPollMs = 1_000;

/**
 * The size of a new index: as requested, otherwise by its documents and by the nodes that can have copies.
 * @throws OperatorError if there are too few nodes for the copies
 */
export async function chooseSize(work: IndexWork, requested: Partial<IndexSize>): Promise<IndexSize> {
  const shards = requested.shards ?? computeDefaultShards(await countDocuments(work));
  const { number_of_data_nodes: nodes } = await work.elasticsearch.cluster.health();
  const others = nodes - 1;
  const { replicas = Math.min(others, 1) } = requested;
  if (replicas > others)
    throw new OperatorError(
      `--replicas ${replicas} needs ${replicas + 1} nodes with data, and the cluster has ${others + 1}.`,
    );
  return { shards, replicas };
}

export function computeDefaultShards(documents: number): number {
  return Math.min(maxShards, Math.max(1, Math.ceil(documents / documentsPerShard)));
}

/** How many documents the index must have. */
export async function countDocuments({ client, definition }: IndexWork): Promise<number> {
  const { rows } = await client.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM (${definition.keysSql}) AS keys`,
  );
  return rows[0]?.total ?? 0;
}

/**
 * Waits until every copy of the index can answer, so that the index is as safe and as fast as the one that it replaces.
 * @throws OperatorError if the cluster does not make the copies
 */
export async function waitForCopies(client: Client, index: string, waitMs = allocationWaitMs): Promise<void> {
  for (let idleSince = performance.now(); ; ) {
    const { status, initializing_shards } = await client.cluster.health({ index });
    if (status === 'green') return;
    if (initializing_shards > 0) idleSince = performance.now();
    else if (performance.now() - idleSince > waitMs)
      throw new OperatorError(
        `Elasticsearch does not make the copies of ${index}, so it was not put into service. Ask it why with GET _cluster/allocation/explain, or use --replicas 0.`,
      );
    await wait(allocationPollMs);
  }
}
