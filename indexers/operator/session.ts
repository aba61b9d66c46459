import type { Client } from '@elastic/elasticsearch';
import { type Config, loadOperatorConfig } from '../../src/config.ts';
import { openElasticsearch } from '../../src/search/elasticsearch.ts';
import { OperatorError } from './operator-error.ts';

/** Both stores, as every command that makes or checks an index works with them. */
export interface Stores {
  readonly databaseUrl: string;
  readonly elasticsearch: Client;
  /** Stands before every index and alias name. */
  readonly indexPrefix: string;
  /** The time now; decides which day it is in Tokyo. */
  now(): Date;
}

/** The stack that `npm start` holds on this machine, where there is one. */
export interface LocalStack {
  readonly stateFolder: string;
  findRunning(): { readonly databaseUrl: string; readonly elasticsearchUrl: string } | null;
}

/** Commands that need the database alone run where no Elasticsearch is. */
const noElasticsearch = { ELASTICSEARCH_URL: 'http://unused' };

/** What a command works with. It is asked only when the command runs, so that `--help` needs no store. */
export class OperatorSession {
  readonly #local: LocalStack;

  constructor(local: LocalStack) {
    this.#local = local;
  }

  get databaseUrl(): string {
    return this.#config(noElasticsearch).databaseUrl;
  }

  /** Where rejected rows are written. */
  get stateFolder(): string {
    return this.#config(noElasticsearch).stateFolder;
  }

  async withStores<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> {
    const config = this.#config({});
    const { elasticsearchApiKey: apiKey, elasticsearchCa: ca } = config;
    const elasticsearch = openElasticsearch({
      url: config.elasticsearchUrl,
      ...(apiKey !== undefined && { apiKey }),
      ...(ca !== undefined && { ca }),
      // Verifying and pruning large indices takes longer than any search may.
      requestTimeoutMs: 120_000,
    });
    try {
      return await work({
        databaseUrl: config.databaseUrl,
        elasticsearch,
        indexPrefix: config.indexPrefix,
        now: () => new Date(),
      });
    } finally {
      await elasticsearch.close();
    }
  }

  #config(defaults: Readonly<Record<string, string>>): Config {
    const running = this.#local.findRunning();
    try {
      return loadOperatorConfig({
        STATE_FOLDER: this.#local.stateFolder,
        ...defaults,
        ...(running && { DATABASE_URL: running.databaseUrl, ELASTICSEARCH_URL: running.elasticsearchUrl }),
      });
    } catch (error) {
      if (running || !(error instanceof Error)) throw error;
      throw new OperatorError(
        `${error.message}\nNo local stack runs on this machine: set what is named above, or run npm start.`,
      );
    }
  }
}
