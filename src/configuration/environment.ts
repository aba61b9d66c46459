import { z } from 'zod';
import { openTelemetry } from './tracing-config.ts';
import {
  booleanWord,
  defineDatabaseUrl,
  definePemFile,
  defineWholeNumber,
  httpUrl,
  keys,
  nodes,
  publisherBase,
  publisherKey,
  publisherUrl,
  testReceivers,
  trustProxy,
} from './variable-types.ts';

/** Variables with their values, as the system gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** All variables, with their defaults. */
export const environment = z.object({
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
  PUBLIC_URL: httpUrl.transform((text) => text.replace(/(?<!\/)\/+$/, '')).optional(),
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

export const publishersWithKey = ['CORPORATE_NUMBERS', 'INVOICE_ISSUERS', 'EDINET', 'GBIZINFO'] as const;

/** Rules between variables, checked on the raw values, so that their faults are reported together with all others. */
export function listCrossFaults(given: Environment): string[] {
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
