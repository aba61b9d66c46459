import type { Client } from '@elastic/elasticsearch';
import { z } from 'zod';

/** The state of the cluster, as far as an operator has to act on it. */
export interface EngineState {
  readonly status: 'green' | 'yellow' | 'red';
  /** Of the fullest node, from 0 to 1; null if the engine does not tell. */
  readonly diskUsed: number | null;
  /** Indices with the prefix that take no writes, because a disk was full. */
  readonly readOnlyIndices: readonly string[];
}

const health = z.object({ status: z.enum(['green', 'yellow', 'red']) });
const disks = z.object({
  nodes: z.record(
    z.string(),
    z.object({
      fs: z
        .object({ total: z.object({ total_in_bytes: z.number(), available_in_bytes: z.number() }) })
        .optional(),
    }),
  ),
});
const settings = z.record(z.string(), z.object({ settings: z.record(z.string(), z.unknown()) }));

/**
 * @param indexPrefix of the indices of this service
 * @param timeoutMs maximum wait for each answer
 * @throws if the engine does not answer. An API key may lack the permission for the state of the disks.
 */
export async function readEngineState(
  client: Client,
  indexPrefix: string,
  timeoutMs: number,
): Promise<EngineState> {
  const options = { requestTimeout: timeoutMs, maxRetries: 0 };
  const [{ status }, diskUsed, blocks] = await Promise.all([
    client.cluster.health({}, options).then((answer) => health.parse(answer)),
    client.nodes
      .stats({ metric: 'fs', filter_path: 'nodes.*.fs.total' }, options)
      .then((answer) => findFullest(disks.parse(answer)))
      .catch(() => null),
    client.indices
      .getSettings(
        { index: `${indexPrefix}*`, name: 'index.blocks.*', flat_settings: true, allow_no_indices: true },
        options,
      )
      .then((answer) => settings.parse(answer)),
  ]);
  const readOnlyIndices = Object.entries(blocks).flatMap(([index, { settings: own }]) =>
    blocked.some((block) => String(own[block]) === 'true') ? [index] : [],
  );
  return { status, diskUsed, readOnlyIndices };
}

const blocked = ['index.blocks.read_only_allow_delete', 'index.blocks.read_only', 'index.blocks.write'];

function findFullest({ nodes }: z.output<typeof disks>): number | null {
  const used = Object.values(nodes).flatMap(({ fs }) =>
    fs && fs.total.total_in_bytes > 0 ? [1 - fs.total.available_in_bytes / fs.total.total_in_bytes] : [],
  );
  if (used.length > 0) return Math.max(...used);
  return null;
}
