import type { Client } from '@elastic/elasticsearch';
import type { Knex } from 'knex';
import { type Config, loadOperatorConfig } from '../../src/config.ts';
import type { Environment } from '../../src/configuration/environment.ts';
import { openElasticsearch } from '../../src/search/elasticsearch.ts';
import { withPool } from './database-session.ts';
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

export interface RunningStack {
  readonly databaseUrl: string;
  readonly elasticsearchUrl: string;
  /** More variables of the service that runs on it. */
  readonly variables?: Environment;
}

/** The stack that `npm start` runs on this machine, if there is one. */
export interface LocalStack {
  readonly stateFolder: string;
  findRunning(): RunningStack | null;
}

/** The configuration of a command. It is read only when the command runs, so that `--help` needs no store. */
export class OperatorSession {
  /** How its connections are named in Postgres. */
  connectionName: string | undefined;

  constructor(private readonly local: LocalStack) {}

  /** For commands that need only the database, which also run without Elasticsearch. */
  get config(): Config {
    return this.#loadConfig({ ELASTICSEARCH_URL: 'http://unused' });
  }

  get databaseUrl(): string {
    return getOperatingUrl(this.config);
  }

  /** Of the owner of the tables. */
  get ownerUrl(): string {
    const { databaseMigrateUrl, databaseUrl } = this.config;
    return databaseMigrateUrl ?? databaseUrl;
  }

  /** Connects as the owner of the tables, for the commands about the schema, the roles and the whole database. */
  async runAsOwner<Result>(
    work: (knex: Knex, config: Config) => Promise<Result>,
    poolSize = 1,
  ): Promise<Result> {
    const { config, ownerUrl: url, connectionName: name } = this;
    return await withPool({ url, poolSize, name }, (knex) => work(knex, config));
  }

  /** @param poolSize how many queries the work runs at the same time */
  async withDatabase<Result>(poolSize: number, work: (knex: Knex) => Promise<Result>): Promise<Result> {
    return await withPool({ url: this.databaseUrl, poolSize, name: this.connectionName }, work);
  }

  async withStores<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> {
    const config = this.#loadConfig({});
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
        databaseUrl: getOperatingUrl(config),
        elasticsearch,
        indexPrefix: config.indexPrefix,
        now: () => new Date(),
      });
    } finally {
      await elasticsearch.close();
    }
  }

  #loadConfig(defaults: Readonly<Record<string, string>>): Config {
    const running = this.local.findRunning();
    try {
      return loadOperatorConfig({
        STATE_FOLDER: this.local.stateFolder,
        ...defaults,
        ...(running && {
          DATABASE_URL: running.databaseUrl,
          ELASTICSEARCH_URL: running.elasticsearchUrl,
          ...running.variables,
        }),
      });
    } catch (error) {
      if (running || !(error instanceof Error)) throw error;
      throw new OperatorError(
        `${error.message}\nNo local stack is running on this machine: set the variables named above, or run npm start.`,
      );
    }
  }
}

/** The user who may do what commands do, and otherwise the owner, who may do everything. */
function getOperatingUrl({ databaseOperateUrl, databaseMigrateUrl, databaseUrl }: Config): string {
  return databaseOperateUrl ?? databaseMigrateUrl ?? databaseUrl;
}
