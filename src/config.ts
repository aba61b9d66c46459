import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import {
  type Environment,
  environment,
  listCrossFaults,
  publishersWithKey,
} from './configuration/environment.ts';
import { buildTracingSettings, openTelemetry, type TracingConfig } from './configuration/tracing-config.ts';
import { minKeyLength } from './configuration/variable-types.ts';
import { describeFault } from './contract/fault-words.ts';

/** All settings. Only this module reads the environment. */
export type Config = Readonly<ReturnType<typeof buildSettings>>;

/** The environment is not a valid configuration. The message names each invalid variable, but never shows a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The URL with the authority, so that everything that connects with it checks the certificate. */
function addAuthority(url: string, ca: string | undefined): string {
  if (ca === undefined) return url;
  const given = /[?&]sslmode=/.test(url) ? '' : 'sslmode=verify-full&';
  return `${url}${url.includes('?') ? '&' : '?'}${given}sslrootcert=${encodeURIComponent(ca)}`;
}

/**
 * @param given environment variables; an empty one counts as not set
 * @throws ConfigError naming every invalid variable
 */
export function readConfig(given: Environment): Config {
  const set = omitEmptyVariables(given);
  const result = environment.safeParse(set, { error: describeFault });
  const invalid = (result.error?.issues ?? []).map(({ path, message }) => `${String(path[0])} ${message}`);
  const faults = [...new Set(invalid), ...listCrossFaults(set)];
  if (!result.success || faults.length > 0) {
    throw new ConfigError(
      ['The configuration is invalid:', ...faults.map((fault) => `  ${fault}`)].join('\n'),
    );
  }
  return buildSettings(result.data);
}

function buildSettings(read: z.output<typeof environment>) {
  const production = read.NODE_ENV === 'production';
  const addDatabaseCa = (url: string) => addAuthority(url, read.DATABASE_CA);
  // Outside production, a cursor may become invalid when the process ends.
  const ownCursorKeys: [string, ...string[]] = [randomBytes(minKeyLength).toString('hex')];
  return {
    production,
    databaseUrl: addDatabaseCa(read.DATABASE_URL),
    /** For reads that may be a moment old; undefined if all reads go to the primary. */
    databaseReadUrl: read.DATABASE_READ_URL && addDatabaseCa(read.DATABASE_READ_URL),
    /** The owner of the tables; undefined if one user does everything. */
    databaseMigrateUrl: read.DATABASE_MIGRATE_URL && addDatabaseCa(read.DATABASE_MIGRATE_URL),
    /** For the operator's commands. */
    databaseOperateUrl: read.DATABASE_OPERATE_URL && addDatabaseCa(read.DATABASE_OPERATE_URL),
    databasePoolSize: read.DATABASE_POOL_SIZE,
    /** Maximum wait of a request for the answer to one statement. */
    databaseTimeoutMs: read.DATABASE_TIMEOUT_MS,
    /** The nodes of one cluster. */
    elasticsearchNodes: read.ELASTICSEARCH_URL,
    elasticsearchApiKey: read.ELASTICSEARCH_API_KEY,
    /** PEM text. */
    elasticsearchCa: read.ELASTICSEARCH_CA,
    /** Maximum wait of a request for the answer to one search. */
    elasticsearchTimeoutMs: read.ELASTICSEARCH_TIMEOUT_MS,
    /** Prefix of every index and alias name. */
    indexPrefix: read.INDEX_PREFIX,
    host: read.HOST,
    /** 0: any free port. */
    port: read.PORT,
    /** The URL for callers, without a trailing slash; undefined if it is the address that the service listens on. */
    publicUrl: read.PUBLIC_URL,
    /** Trusted proxies, in the form that express takes: none, their number, or their addresses. */
    trustProxy: read.TRUST_PROXY,
    logLevel: read.LOG_LEVEL,
    /** Secrets for cursors: the first one signs; all of them verify. */
    cursorKeys: read.CURSOR_KEYS ?? ownCursorKeys,
    /** Secrets for secrets in the database: the first one encrypts; all of them decrypt. Without any, nothing is encrypted. */
    secretKeys: read.SECRET_KEYS ?? [],
    /** False while a version runs that cannot read encrypted secrets. */
    encryptSecrets: read.ENCRYPT_SECRETS,
    /** Folder for the service's files. */
    stateFolder: read.STATE_FOLDER,
    /** Light requests in progress at once in one process. */
    maxRequests: read.MAX_REQUESTS,
    /** Requests that work on a table or List in progress at once in one process; half as many heavy queries. */
    maxHeavyRequests: read.MAX_HEAVY_REQUESTS,
    /** Processes that answer requests; with more than one, a parent process watches them. */
    workers: read.WORKERS,
    /** Whether the service brings the database schema up to date when it starts. */
    migrate: read.MIGRATE,
    /** Whether this process runs jobs: queued work on sources and Lists, deliveries, housekeeping, the check of the ledger. */
    jobs: read.JOBS,
    /** Whether this process follows the registers. */
    follow: read.FOLLOW,
    /** The publishers to follow; one that is not set is off. */
    publishers: buildPublishers(read),
    /** The variables of keys that are missing beside an address, so that their publishers are off. */
    missingPublisherKeys: publishersWithKey
      .filter((name) => read[`${name}_URL`] !== undefined && read[`${name}_KEY`] === undefined)
      .map((name) => `${name}_KEY` as const),
    /** Origins on this machine that Lists may be delivered to; empty except in tests. */
    deliveryTestReceivers: read.DELIVERY_TEST_RECEIVERS,
    /** Time between reporting not ready and refusing connections, so that load balancers notice. */
    drainDelayMs: read.DRAIN_DELAY_MS ?? (production ? 5_000 : 0),
    /** Maximum wait for requests in progress when stopping. */
    stopTimeoutMs: read.STOP_TIMEOUT_MS,
    /** From how many milliseconds on a query of a store is logged as slow; 0 if none is. */
    slowQueryMs: read.SLOW_QUERY_MS,
    /** Who runs an operator's command, for the audit log; undefined if it is the user of the system. */
    operator: read.OPERATOR,
    /** Null if there are no traces. */
    tracing: buildTracingSettings(read),
  };
}

/** A publisher's address, and the key for its API. */
export interface PublisherAccess {
  readonly url: string;
  readonly key: string;
}

function buildPublishers(read: z.output<typeof environment>) {
  const toAccess = (url: string | undefined, key: string | undefined): PublisherAccess | null => {
    if (url === undefined || key === undefined) return null;
    return { url, key };
  };
  const toList = (url: string | undefined) => {
    if (url === undefined) return null;
    return { url };
  };
  return {
    corporateNumbers: toAccess(read.CORPORATE_NUMBERS_URL, read.CORPORATE_NUMBERS_KEY),
    invoiceIssuers: toAccess(read.INVOICE_ISSUERS_URL, read.INVOICE_ISSUERS_KEY),
    edinet: toAccess(read.EDINET_URL, read.EDINET_KEY),
    edinetCodes: toList(read.EDINET_CODES_URL),
    exchangeList: toList(read.EXCHANGE_LIST_URL),
    gbizinfo: toAccess(read.GBIZINFO_URL, read.GBIZINFO_KEY),
  };
}

/** The URLs whose users get rights of their own, by group. */
export function getRoleUrls({ databaseUrl, databaseOperateUrl, databaseReadUrl }: Config) {
  return {
    serving: databaseUrl,
    ...(databaseOperateUrl !== undefined && { operating: databaseOperateUrl }),
    ...(databaseReadUrl !== undefined && { reading: databaseReadUrl }),
  };
}

/** The config of this process. @throws ConfigError naming every invalid variable */
export function loadConfig(): Config {
  return readConfig(process.env);
}

/**
 * The config of an operator's command. It serves no requests, so the requirements for a production service do not apply.
 * @param defaults values for variables that are not set
 * @throws ConfigError naming every invalid variable
 */
export function loadOperatorConfig(defaults: Environment): Config {
  const set = omitEmptyVariables(process.env);
  // One database or the other: users of the local one do not belong to another.
  const others = Object.entries(defaults).filter(
    ([name]) => set.DATABASE_URL === undefined || !name.startsWith('DATABASE_'),
  );
  return readConfig({ ...Object.fromEntries(others), ...set, NODE_ENV: 'development' });
}

/** Where an operator's command sends its trace; null if nowhere. @throws ConfigError naming every invalid variable */
export function loadOperatorTracing(): TracingConfig | null {
  const result = z.object(openTelemetry).safeParse(omitEmptyVariables(process.env), { error: describeFault });
  if (result.success) return buildTracingSettings(result.data);
  const faults = result.error.issues.map(({ path, message }) => `  ${String(path[0])} ${message}`);
  throw new ConfigError(['The configuration is invalid:', ...faults].join('\n'));
}

/** Without empty variables, which would hide a default. */
export function omitEmptyVariables(given: Environment): Environment {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));
}

/** The environment of this process, for one that it starts. */
export function getOwnEnvironment(): Environment {
  return process.env;
}
