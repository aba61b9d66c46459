import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { faultWords } from './contract/fault-words.ts';
import { hostUrls } from './database/hosts.ts';

/** All settings. Only this module reads the environment. */
export type Config = Readonly<ReturnType<typeof settings>>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment is not a valid configuration. The message names each invalid variable, but never shows a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const minKeyLength = 32;
const maxNodes = 100;
const maxHosts = 10;

const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error));
};

const isUrl = (text: string, protocols: RegExp) =>
  URL.canParse(text) && protocols.test(new URL(text).protocol);

const url = (protocols: RegExp, error: string) => z.string().refine((text) => isUrl(text, protocols), error);

/**
 * A URL of one host or of several. What `target_session_attrs` says must be what the service does.
 * @param target its only possible value
 */
const databaseUrl = (target: string) =>
  z.string().transform((text, context) => {
    const fault = hostsFault(hostUrls(text), target);
    if (fault === null) return text;
    context.addIssue({ code: 'custom', message: fault });
    return z.NEVER;
  });

function hostsFault(urls: readonly string[], target: string): string | null {
  if (!urls.every((each) => isUrl(each, /^postgres(ql)?:$/))) return 'must be a postgres:// URL';
  if (urls.length > maxHosts) return `must have at most ${maxHosts} hosts`;
  const [first, ...others] = urls.map((each) => new URL(each));
  if (others.length > 0 && [first, ...others].some((each) => each?.host === ''))
    return 'must have a host between the commas';
  const asked = first?.searchParams.get('target_session_attrs') ?? target;
  if (asked !== target) return `must have target_session_attrs=${target}, or leave it out`;
  // The other modes of libpq check the certificate in part or not at all.
  const mode = first?.searchParams.get('sslmode') ?? 'disable';
  return ['disable', 'verify-full'].includes(mode)
    ? null
    : 'must have sslmode=verify-full or sslmode=disable';
}

const nodes = z.string().transform((text, context): readonly string[] => {
  const all = text.split(',').map((node) => node.trim());
  const fault = nodesFault(all);
  if (fault === null) return all;
  context.addIssue({ code: 'custom', message: fault });
  return z.NEVER;
});

function nodesFault(all: readonly string[]): string | null {
  const wrong = all.findIndex((node) => !isUrl(node, /^https?:$/));
  if (wrong >= 0)
    return all.length === 1
      ? 'must be an http:// or https:// URL'
      : `must be http:// or https:// URLs, separated by commas; number ${wrong + 1} is not`;
  if (all.length > maxNodes) return `must have at most ${maxNodes} URLs`;
  // Otherwise some requests would be encrypted, and some not.
  return new Set(all.map((node) => new URL(node).protocol)).size > 1
    ? 'must have http:// for all nodes, or https:// for all'
    : null;
}

const booleanWord = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((word) => word === 'true');

/** @param value what the setting has: the path, if it is read again for each connection, or the text */
const pemFile = (value: 'path' | 'text') =>
  z.string().transform((path, context) => {
    try {
      const text = readFileSync(path, 'utf8');
      if (text.includes('-----BEGIN CERTIFICATE-----')) return value === 'path' ? resolve(path) : text;
      context.addIssue({ code: 'custom', message: 'must name a file with a PEM certificate' });
    } catch {
      context.addIssue({ code: 'custom', message: 'must name a readable file' });
    }
    return z.NEVER;
  });

const keys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .pipe(
    z.tuple([z.string()], z.string()).refine((keys) => keys.every((key) => key.length >= minKeyLength), {
      error: `must be secrets of at least ${minKeyLength} characters each, separated by commas`,
    }),
  );

const proxyError = 'must be false, the number of proxies, or their addresses';

/** `true` is not accepted, because it would trust every caller's X-Forwarded-For. */
const trustProxy = z.string().transform((text, context): false | number | string => {
  if (text === 'false') return false;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const addresses = text.split(',').map((address) => address.trim());
  if (addresses.every(isProxyAddress)) return addresses.join(',');
  context.addIssue({ code: 'custom', message: proxyError });
  return z.NEVER;
});

/** An address, an address range, or one of express's names for ranges. */
function isProxyAddress(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

const testReceivers = z.string().transform((text, context) => {
  const origins = text.split(',').map((origin) => origin.trim());
  if (origins.every((origin) => /^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(origin))) return origins;
  context.addIssue({ code: 'custom', message: 'must be origins of the form http://127.0.0.1:<port>' });
  return z.NEVER;
});

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  DATABASE_URL: databaseUrl('read-write'),
  DATABASE_READ_URL: databaseUrl('prefer-standby').optional(),
  DATABASE_MIGRATE_URL: databaseUrl('read-write').optional(),
  DATABASE_OPERATE_URL: databaseUrl('read-write').optional(),
  DATABASE_CA: pemFile('path').optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 200).default(10),
  ELASTICSEARCH_URL: nodes,
  ELASTICSEARCH_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be one line without spaces')
    .optional(),
  ELASTICSEARCH_CA: pemFile('text').optional(),
  INDEX_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be lower-case letters, digits, - and _')
    .default('cds-'),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(8080),
  PUBLIC_URL: url(/^https?:$/, 'must be an http:// or https:// URL')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  TRUST_PROXY: trustProxy.default(false),
  DIRECT_ROUTES: booleanWord.default(true),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  CURSOR_KEYS: keys.optional(),
  SECRET_KEYS: keys.optional(),
  STATE_FOLDER: z.string().default('.local/state'),
  MAX_REQUESTS: wholeNumber(1, 10_000).default(64),
  MAX_HEAVY_REQUESTS: wholeNumber(1, 1_000).default(4),
  WORKERS: wholeNumber(1, 64).default(1),
  MIGRATE: booleanWord.default(false),
  JOBS: booleanWord.default(true),
  DELIVERY_TEST_RECEIVERS: testReceivers.default([]),
  DRAIN_DELAY_MS: wholeNumber(0, 600_000).optional(),
  STOP_TIMEOUT_MS: wholeNumber(0, 600_000).default(10_000),
});

/** Rules between variables, checked on the raw values, so that their faults are reported together with all others. */
function crossFaults(given: Environment): string[] {
  const needsHttps = given.ELASTICSEARCH_CA !== undefined && !/^https:/i.test(given.ELASTICSEARCH_URL ?? '');
  const missingKeys = ['CURSOR_KEYS', 'SECRET_KEYS'].filter(
    (name) => given.NODE_ENV === 'production' && given[name] === undefined,
  );
  // Private targets are permitted only in tests.
  const permitsLoopback = given.DELIVERY_TEST_RECEIVERS !== undefined && given.NODE_ENV !== 'test';
  return [
    ...(permitsLoopback ? ['DELIVERY_TEST_RECEIVERS is permitted only if NODE_ENV is test'] : []),
    ...(needsHttps ? ['ELASTICSEARCH_CA needs an https:// ELASTICSEARCH_URL'] : []),
    ...withoutTls(given),
    ...missingKeys.map((name) => `${name} is required in production`),
  ];
}

const databaseUrls = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'DATABASE_MIGRATE_URL',
  'DATABASE_OPERATE_URL',
] as const;

/** With an authority, every connection must use it. */
function withoutTls(given: Environment): string[] {
  if (given.DATABASE_CA === undefined) return [];
  return databaseUrls
    .filter((name) => given[name]?.includes('sslmode=disable'))
    .map((name) => `${name} must not have sslmode=disable, because DATABASE_CA is set`);
}

/** The URL with the authority, so that everything that connects with it checks the certificate. */
function trusting(url: string, ca: string | undefined): string {
  if (ca === undefined) return url;
  const given = /[?&]sslmode=/.test(url) ? '' : 'sslmode=verify-full&';
  return `${url}${url.includes('?') ? '&' : '?'}${given}sslrootcert=${encodeURIComponent(ca)}`;
}

/**
 * @param given environment variables; an empty one counts as not set
 * @throws ConfigError naming every invalid variable
 */
export function readConfig(given: Environment): Config {
  const set = variablesSet(given);
  const result = environment.safeParse(set, { error: faultWords });
  const invalid = (result.error?.issues ?? []).map(({ path, message }) => `${String(path[0])} ${message}`);
  const faults = [...new Set(invalid), ...crossFaults(set)];
  if (!result.success || faults.length > 0) {
    throw new ConfigError(
      ['The configuration is invalid:', ...faults.map((fault) => `  ${fault}`)].join('\n'),
    );
  }
  return settings(result.data);
}

function settings(read: z.output<typeof environment>) {
  const production = read.NODE_ENV === 'production';
  const trusted = (url: string) => trusting(url, read.DATABASE_CA);
  // Outside production, a cursor may become invalid when the process ends.
  const ownCursorKeys: [string, ...string[]] = [randomBytes(minKeyLength).toString('hex')];
  return {
    production,
    databaseUrl: trusted(read.DATABASE_URL),
    /** For reads that may be a moment old; undefined if all reads go to the primary. */
    databaseReadUrl: read.DATABASE_READ_URL && trusted(read.DATABASE_READ_URL),
    /** The owner of the tables; undefined if one user does everything. */
    databaseMigrateUrl: read.DATABASE_MIGRATE_URL && trusted(read.DATABASE_MIGRATE_URL),
    /** For the operator's commands. */
    databaseOperateUrl: read.DATABASE_OPERATE_URL && trusted(read.DATABASE_OPERATE_URL),
    databasePoolSize: read.DATABASE_POOL_SIZE,
    /** The nodes of one cluster. */
    elasticsearchNodes: read.ELASTICSEARCH_URL,
    elasticsearchApiKey: read.ELASTICSEARCH_API_KEY,
    /** PEM text. */
    elasticsearchCa: read.ELASTICSEARCH_CA,
    /** Prefix of every index and alias name. */
    indexPrefix: read.INDEX_PREFIX,
    host: read.HOST,
    /** 0: any free port. */
    port: read.PORT,
    /** The URL for callers, without a trailing slash; undefined if it is the address that the service listens on. */
    publicUrl: read.PUBLIC_URL,
    /** Trusted proxies, in the form that express takes: none, their number, or their addresses. */
    trustProxy: read.TRUST_PROXY,
    /** Whether plain requests go around express's router (`src/http/direct-routes.ts`). */
    directRoutes: read.DIRECT_ROUTES,
    logLevel: read.LOG_LEVEL,
    /** Secrets for cursors: the first one signs; all of them verify. */
    cursorKeys: read.CURSOR_KEYS ?? ownCursorKeys,
    /** Secrets for secrets in the database: the first one encrypts; all of them decrypt. Without any, nothing is encrypted. */
    secretKeys: read.SECRET_KEYS ?? [],
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
    /** Whether this process runs jobs: scheduled refreshes and deliveries. */
    jobs: read.JOBS,
    /** Origins on this machine that Lists may be delivered to; empty except in tests. */
    deliveryTestReceivers: read.DELIVERY_TEST_RECEIVERS,
    /** Time between reporting not ready and refusing connections, so that load balancers notice. */
    drainDelayMs: read.DRAIN_DELAY_MS ?? (production ? 5_000 : 0),
    /** Maximum wait for requests in progress when stopping. */
    stopTimeoutMs: read.STOP_TIMEOUT_MS,
  };
}

/** The URLs whose users get rights of their own, by group. */
export function roleUrls({ databaseUrl, databaseOperateUrl, databaseReadUrl }: Config) {
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
  const set = variablesSet(process.env);
  // One database or the other: users of the local one do not belong to another.
  const others = Object.entries(defaults).filter(
    ([name]) => set.DATABASE_URL === undefined || !name.startsWith('DATABASE_'),
  );
  return readConfig({ ...Object.fromEntries(others), ...set, NODE_ENV: 'development' });
}

/** Without empty variables, which would hide a default. */
export function variablesSet(given: Environment): Environment {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));
}
