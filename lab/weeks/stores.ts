import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type ElasticsearchNode, startElasticsearch } from '../../engine/elasticsearch/elasticsearch-node.ts';
import { removePostgres } from '../../engine/postgres/postgres-place.ts';
import { startPostgres } from '../../engine/postgres/postgres-server.ts';
import { tryLock } from '../../engine/processes/folder-lock.ts';
import { StackError } from '../../engine/processes/stack-error.ts';

/** Both stores of this run alone, empty at first. Elasticsearch can be killed and started again under the same address. */
export class WeeksStores {
  readonly databaseUrl: string;
  readonly elasticsearchUrl: string;
  readonly #stop: () => Promise<void>;
  readonly #startNode: (port: number) => Promise<ElasticsearchNode>;
  #node: ElasticsearchNode;

  private constructor(
    databaseUrl: string,
    node: ElasticsearchNode,
    startNode: (port: number) => Promise<ElasticsearchNode>,
    stop: () => Promise<void>,
  ) {
    this.databaseUrl = databaseUrl;
    this.elasticsearchUrl = node.url;
    this.#node = node;
    this.#startNode = startNode;
    this.#stop = stop;
  }

  /** @throws StackError */
  static async open(
    folder: string,
    { heap, onProgress }: { readonly heap: string; readonly onProgress: (line: string) => void },
  ): Promise<WeeksStores> {
    const attempt = tryLock(folder, 'weeks.lock');
    if ('holder' in attempt)
      throw new StackError(`Another run is using ${folder} (process ${attempt.holder.pid}). Stop it first.`);
    const postgres = path.join(folder, 'postgres');
    const elasticsearch = path.join(folder, 'elasticsearch');
    const remove = () => {
      removePostgres(postgres);
      rmSync(elasticsearch, { recursive: true, force: true });
    };
    remove();
    mkdirSync(folder, { recursive: true });
    const startNode = (port?: number) =>
      startElasticsearch({ folder: elasticsearch, port, heap, shortLived: false, onProgress });
    const starting = [startPostgres({ folder: postgres, durable: true, onProgress }), startNode()] as const;
    try {
      const [database, node] = await Promise.all(starting);
      return new WeeksStores(database.url, node, startNode, async () => {
        await database.stop();
        remove();
        attempt.lock.release();
      });
    } catch (error) {
      for (const part of await Promise.allSettled(starting))
        if (part.status === 'fulfilled') await part.value.stop();
      attempt.lock.release();
      throw error;
    }
  }

  /** As a power cut would. */
  async killElasticsearch(): Promise<void> {
    await this.#node.kill();
  }

  async restartElasticsearch(): Promise<void> {
    this.#node = await this.#startNode(Number(new URL(this.elasticsearchUrl).port));
  }

  async close(): Promise<void> {
    await this.#node.stop();
    await this.#stop();
  }
}
