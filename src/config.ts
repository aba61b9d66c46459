import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import packageFile from '../package.json' with { type: 'json' };
import { describeFault } from './contract/fault-words.ts';
import { splitHostUrls } from './database/hosts.ts';

/** All settings. Only this module reads the environment. */
export type Config = Readonly<ReturnType<typeof buildSettings>>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment is not a valid configuration. The message names each invalid variable, but never shows a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const minKeyLength = 32;
const maxNodes = 100;
const maxHosts = 10;

const defineWholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error));
};

const isUrl = (text: string, protocols: RegExp) =>
  URL.canParse(text) && protocols.test(new URL(text).protocol);

const defineUrl = (protocols: RegExp, error: string) =>
  z.string().refine((text) => isUrl(text, protocols), error);

/**
 * A URL of one host or of several. What `target_session_attrs` says must be what the service does.
 * @param target its only possible value
 */
const defineDatabaseUrl = (target: string) =>
  z.string().transform((text, context) => {
    const fault = findHostsFault(splitHostUrls(text), target);
    if (fault === null) return text;
    context.addIssue({ code: 'custom', message: fault });
    return z.NEVER;
  });

function findHostsFault(urls: readonly string[], target: string): string | null {
  if (!urls.every((each) => isUrl(each, /^postgres(ql)?:$/))) return 'must be a postgres:// URL';
  if (urls.length > maxHosts) return `must have at most ${maxHosts} hosts`;
  const [first, ...others] = urls.map((each) => new URL(each));
  if (others.length > 0 && [first, ...others].some((each) => each?.host === ''))
    return 'must have a host between the commas';
  const asked = first?.searchParams.get('target_session_attrs') ?? target;
  if (asked !== target) return `must have target_session_attrs=${target}, or leave it out`;
  // The other modes of libpq check the certificate in part or not at all.
  // The driver takes the last one, if there are several.
  const modes = first?.searchParams.getAll('sslmode') ?? [];
  if (modes.every((mode) => mode === 'disable' || mode === 'verify-full')) return null;
  return 'must have sslmode=verify-full or sslmode=disable';
}

const nodes = z.string().transform((text, context): readonly string[] => {
  const all = text.split(',').map((node) => node.trim());
  const fault = findNodesFault(all);
  if (fault === null) return all;
  context.addIssue({ code: 'custom', message: fault });
  return z.NEVER;
});

function findNodesFault(all: readonly string[]): string | null {
  const wrong = all.findIndex((node) => !isUrl(node, /^https?:$/));
  if (wrong >= 0) {
    if (all.length === 1) return 'must be an http:// or https:// URL';
    return `must be http:// or https:// URLs, separated by commas; number ${wrong + 1} is not`;
  }
  if (all.length > maxNodes) return `must have at most ${maxNodes} URLs`;
  // Otherwise some requests would be encrypted, and some not.
  if (new Set(all.map((node) => new URL(node).protocol)).size > 1)
    return 'must have http:// for all nodes, or https:// for all';
  return null;
}

const booleanWord = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((word) => word === 'true');

/** @param value what the setting has: the path, if it is read again for each connection, or the text */
const definePemFile = (value: 'path' | 'text') =>
  z.string().transform((path, context) => {
    try {
      const text = readFileSync(path, 'utf8');
      if (text.includes('-----BEGIN CERTIFICATE-----')) {
        if (value === 'path') return resolve(path);
        return text;
      }
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

/** The address of a publisher. A key must not be sent in the clear, except to this machine. */
const publisherUrl = z
  .string()
  .refine(
    (text) => isUrl(text, /^https:$/) || /^http:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?(\/|$)/.test(text),
    {
      error: 'must be an https:// URL',
    },
  );
/** The address before the paths of an API, which are added to it. */
const publisherBase = publisherUrl.refine((text) => !/[?#]/.test(text), {
  error: 'must be an address without parameters',
});
const publisherKey = z.string().regex(/^[\x21-\x7e]{1,500}$/, 'must be one line without spaces');
/** `name=value` pairs, separated by commas, with values in percent-encoding, as OpenTelemetry's variables have them. */
const pairs = z.string().transform((text, context): Readonly<Record<string, string>> => {
  const read = text
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair));
  try {
    if (read.every((pair) => pair !== null))
      return Object.fromEntries(read.map(([, name = '', value = '']) => [name, decodeURIComponent(value)]));
  } catch {
    // Invalid percent-encoding.
  }
  context.addIssue({ code: 'custom', message: 'must be name=value pairs, separated by commas' });
  return z.NEVER;
});

/** Otherwise every export would fail. */
function hasValidHeaders(named: Readonly<Record<string, string>>): boolean {
  try {
    for (const [name, value] of Object.entries(named)) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    return true;
  } catch {
    return false;
  }
}

const httpUrl = defineUrl(/^https?:$/, 'must be an http:// or https:// URL');

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const ratioError = 'must be a number from 0 to 1';
const ratio = z
  .string()
  .regex(/^\d(\.\d{1,9})?$/, ratioError)
  .transform(Number)
  .pipe(z.number().min(0, ratioError).max(1, ratioError));

/** OpenTelemetry's own variables, as far as the service has what they set (docs/configuration.md#traces). */
const openTelemetry = {
  OTEL_SDK_DISABLED: booleanWord.default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'], { error: 'must be http/protobuf or http/json' })
    .default('http/protobuf'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs
    .refine(hasValidHeaders, { error: 'must have names and values that HTTP permits' })
    .default({}),
  OTEL_EXPORTER_OTLP_TIMEOUT: defineWholeNumber(1, 600_000).default(10_000),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.default({}),
};

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  DATABASE_URL: defineDatabaseUrl('read-write'),
  DATABASE_READ_URL: defineDatabaseUrl('prefer-standby').optional(),
  DATABASE_MIGRATE_URL: defineDatabaseUrl('read-write').optional(),
  DATABASE_OPERATE_URL: defineDatabaseUrl('read-write').optional(),
  DATABASE_CA: definePemFile('path').optional(),
  DATABASE_POOL_SIZE: defineWholeNumber(1, 200).default(10),
  DATABASE_TIMEOUT_MS: defineWholeNumber(100, 600_000).default(30_000),
  ELASTICSEARCH_URL: nodes,
  ELASTICSEARCH_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be one line without spaces')
    .optional(),
  ELASTICSEARCH_CA: definePemFile('text').optional(),
  ELASTICSEARCH_TIMEOUT_MS: defineWholeNumber(100, 600_000).default(10_000),
  INDEX_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be lower-case letters, digits, - and _')
    .default('cds-'),
  HOST: z.string().default('127.0.0.1'),
  PORT: defineWholeNumber(0, 65_535).default(8080),
  PUBLIC_URL: defineUrl(/^https?:$/, 'must be an http:// or https:// URL')
    .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
    .optional(),
  TRUST_PROXY: trustProxy.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  CURSOR_KEYS: keys.optional(),
  SECRET_KEYS: keys.optional(),
  ENCRYPT_SECRETS: booleanWord.default(true),
  STATE_FOLDER: z.string().default('.local/state'),
  MAX_REQUESTS: defineWholeNumber(1, 10_000).default(64),
  MAX_HEAVY_REQUESTS: defineWholeNumber(1, 1_000).default(4),
  WORKERS: defineWholeNumber(1, 64).default(1),
  MIGRATE: booleanWord.default(false),
  JOBS: booleanWord.default(true),
  FOLLOW: booleanWord.default(true),
  CORPORATE_NUMBERS_URL: publisherBase.optional(),
  CORPORATE_NUMBERS_KEY: publisherKey.optional(),
  INVOICE_ISSUERS_URL: publisherBase.optional(),
  INVOICE_ISSUERS_KEY: publisherKey.optional(),
  EDINET_URL: publisherBase.optional(),
  EDINET_KEY: publisherKey.optional(),
  EDINET_CODES_URL: publisherUrl.optional(),
  EXCHANGE_LIST_URL: publisherUrl.optional(),
  GBIZINFO_URL: publisherBase.optional(),
  GBIZINFO_KEY: publisherKey.optional(),
  DELIVERY_TEST_RECEIVERS: testReceivers.default([]),
  DRAIN_DELAY_MS: defineWholeNumber(0, 600_000).optional(),
  STOP_TIMEOUT_MS: defineWholeNumber(0, 600_000).default(10_000),
  OPERATOR: z
    .string()
    .regex(/^\P{Cc}{1,200}$/u, 'must have 1 to 200 characters, without control characters')
    .optional(),
  SLOW_QUERY_MS: defineWholeNumber(0, 600_000).default(1_000),
  ...openTelemetry,
});

const publishersWithKey = ['CORPORATE_NUMBERS', 'INVOICE_ISSUERS', 'EDINET', 'GBIZINFO'] as const;

/** Rules between variables, checked on the raw values, so that their faults are reported together with all others. */
function listCrossFaults(given: Environment): string[] {
  const needsHttps = given.ELASTICSEARCH_CA !== undefined && !/^https:/i.test(given.ELASTICSEARCH_URL ?? '');
  const missingKeys = ['CURSOR_KEYS', 'SECRET_KEYS'].filter(
    (name) => given.NODE_ENV === 'production' && given[name] === undefined,
  );
  // Private targets are permitted only in tests.
  const permitsLoopback = given.DELIVERY_TEST_RECEIVERS !== undefined && given.NODE_ENV !== 'test';
  // A publisher without a key is off, but a key without an address is a mistake.
  const withoutUrl = publishersWithKey
    .filter((name) => given[`${name}_KEY`] !== undefined && given[`${name}_URL`] === undefined)
    .map((name) => `${name}_URL is required with ${name}_KEY`);
  return [
    ...withoutUrl,
    ...(permitsLoopback ? ['DELIVERY_TEST_RECEIVERS is permitted only if NODE_ENV is test'] : []),
    ...(needsHttps ? ['ELASTICSEARCH_CA needs an https:// ELASTICSEARCH_URL'] : []),
    ...listUrlsWithoutTls(given),
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
function listUrlsWithoutTls(given: Environment): string[] {
  if (given.DATABASE_CA === undefined) return [];
  return databaseUrls
    .filter((name) => given[name]?.includes('sslmode=disable'))
    .map((name) => `${name} must not have sslmode=disable, because DATABASE_CA is set`);
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
    /** Whether this process runs jobs: scheduled refreshes and deliveries. */
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

/** Where traces go, and which. */
export interface TracingConfig {
  /** Of the receiver of OTLP over HTTP. */
  readonly url: string;
  readonly protocol: 'http/protobuf' | 'http/json';
  /** They may have a key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly sampler: { readonly name: (typeof samplers)[number]; readonly ratio: number };
  /** Attributes of the service, among them its name and version. */
  readonly resource: Readonly<Record<string, string>>;
}

function buildTracingSettings(read: z.output<z.ZodObject<typeof openTelemetry>>): TracingConfig | null {
  const base = read.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/(?<!\/)\/+$/, '');
  const url = read.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`);
  if (url === undefined || read.OTEL_SDK_DISABLED || read.OTEL_TRACES_EXPORTER === 'none') return null;
  const given = read.OTEL_RESOURCE_ATTRIBUTES;
  const name = read.OTEL_SERVICE_NAME ?? given['service.name'] ?? 'company-data-service';
  return {
    url,
    protocol: read.OTEL_EXPORTER_OTLP_PROTOCOL,
    headers: read.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMs: read.OTEL_EXPORTER_OTLP_TIMEOUT,
    sampler: { name: read.OTEL_TRACES_SAMPLER, ratio: read.OTEL_TRACES_SAMPLER_ARG },
    resource: { 'service.version': packageFile.version, ...given, 'service.name': name },
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
