import { analysis } from './analysis.ts';

export interface IndexSize {
  readonly shards: number;
  /** Copies of each shard, beside the first, on other nodes. */
  readonly replicas: number;
}

/** The settings that both indices have. */
export function buildIndexSettings({ shards, replicas }: IndexSize) {
  return { number_of_shards: shards, number_of_replicas: replicas, analysis };
}
