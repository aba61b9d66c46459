import { existsSync } from 'node:fs';
import path from 'node:path';
import { type ElasticsearchNode, startElasticsearch } from '../../engine/elasticsearch/elasticsearch-node.ts';
import type { OnProgress } from '../../engine/processes/local-part.ts';
import { findFreePort } from '../../engine/processes/ports.ts';

export type ClusterOptions = {
  /** Each node has a folder in it. */
  readonly folder: string;
  /** JVM heap of each node, such as `700m`. */
  readonly heap: string;
  readonly onProgress: OnProgress;
};

export type ClusterNode = {
  /** Stays the same when the node starts again. */
  readonly url: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again, with its data. Resolves when it has joined the others. */
  start(): Promise<void>;
};

export type ElasticsearchCluster = {
  readonly nodes: readonly ClusterNode[];
  stop(): Promise<void>;
};

type Place = { readonly name: string; readonly http: number; readonly transport: number };

/** Two of three can elect a master, so the cluster works without any one of them. */
const names = ['one', 'two', 'three'] as const;
const host = '127.0.0.1';

/** A cluster of three local nodes, each a process with data of its own. */
export async function startElasticsearchCluster(options: ClusterOptions): Promise<ElasticsearchCluster> {
  const places: Place[] = [];
  // One after the other, so that no port is given twice.
  for (const name of names)
    places.push({ name, http: await findFreePort(host), transport: await findFreePort(host) });
  const seeds = places.map(({ transport }) => `${host}:${transport}`).join(',');
  const running = new Map<string, ElasticsearchNode>();

  async function startNode({ name, http, transport }: Place): Promise<void> {
    const folder = path.join(options.folder, name);
    const isFirstStart = !existsSync(path.join(folder, 'data'));
    const node = await startElasticsearch({
      folder,
      port: http,
      heap: options.heap,
      shortLived: true,
      onProgress: options.onProgress,
      cluster: {
        'cluster.name': 'company-data-cluster',
        'node.name': name,
        'transport.port': String(transport),
        'discovery.seed_hosts': seeds,
        ...(isFirstStart && { 'cluster.initial_master_nodes': names.join(',') }),
      },
    });
    running.set(name, node);
  }

  async function stopNodes(): Promise<void> {
    await Promise.all([...running.values()].map((node) => node.stop()));
  }

  const started = await Promise.allSettled(places.map(startNode));
  const failed = started.find((outcome) => outcome.status === 'rejected');
  if (failed) {
    await stopNodes();
    throw failed.reason;
  }
  const nodes = places.map((place) => ({
    url: `http://${host}:${place.http}`,
    async kill() {
      await running.get(place.name)?.kill();
      running.delete(place.name);
    },
    start: () => startNode(place),
  }));
  return { nodes, stop: stopNodes };
}
