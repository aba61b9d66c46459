import type { Client } from '@elastic/elasticsearch';
import type { Knex } from 'knex';
import { type Config, loadOperatorConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/database.ts';
import { openElasticsearch } from '../../src/search/elasticsearch.ts';
import { OperatorError } from './operator-error.ts';

/** Both stores, for the commands that build or check an index. */
export interface Stores {
  readonly databaseUrl: string;
  readonly elasticsearch: Client;
  /** Every index and alias name starts with it. */
  readonly indexPrefix: string;
  /** The current time, from which the day in Tokyo follows. */
  now(): Date;
}

/** The stack that `npm start` runs on this machine, if there is one. */
export interface LocalStack {
  readonly stateFolder: string;
  findRunning(): { readonly databaseUrl: string; readonly elasticsearchUrl: string } | null;
}

/** Commands that need only the database also run without Elasticsearch. */
const noElasticsearch = { ELASTICSEARCH_URL: 'http://unused' };

/** The configuration of a command. It is read only when the command runs, so that `--help` needs no store. */
export class OperatorSession {
  readonly #local: LocalStack;
  /** How its connections are named in Postgres. */
  connectionName: string | undefined;

  constructor(local: LocalStack) {
    this.#local = local;
  }

  /** Who operates, if the environment says so. */
  get operator(): string | undefined {
    return this.#config(noElasticsearch).operator;
  }

  get databaseUrl(): string {
    return this.#config(noElasticsearch).databaseUrl;
  }

  /** The folder for files of rejected rows. */
  get stateFolder(): string {
    return this.#config(noElasticsearch).stateFolder;
  }

  /** The publishers whose registers are followed. */
  get publishers(): Config['publishers'] {
    return this.#config(noElasticsearch).publishers;
  }

  /** @param poolSize how many queries the work runs at the same time */
  async withDatabase<Result>(poolSize: number, work: (knex: Knex) => Promise<Result>): Promise<Result> {
    const knex = openDatabase({ url: this.databaseUrl, poolSize, name: this.connectionName });
    try {
      return await work(knex);
    } finally {
      await knex.destroy();
    }
  }

  async withStores<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> {
    const config = this.#config({});
    const { elasticsearchApiKey: apiKey, elasticsearchCa: ca } = config;
    const elasticsearch = openElasticsearch({
      nodes: config.elasticsearchNodes,
      ...(apiKey !== undefined && { apiKey }),
      ...(ca !== undefined && { ca }),
      // Verifying and pruning large indices takes longer than a search may take.
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
        `${error.message}\nNo local stack is running on this machine: set the variables named above, or run npm start.`,
      );
    }
  }
}
