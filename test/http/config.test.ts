import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from '../../src/config.ts';
import type { Environment } from '../../src/configuration/environment.ts';

const needed = { DATABASE_URL: 'postgres://app:s3cret@db/app', ELASTICSEARCH_URL: 'https://search:9200' };
const cursorKey = 'k'.repeat(32);

function refusal(environment: Environment): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

describe('the configuration', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'config-'));
    writeFileSync(path.join(folder, 'ca.pem'), '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n');
    writeFileSync(path.join(folder, 'other.txt'), 'hello');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('needs the two stores, and has a default for the rest', () => {
    expect(readConfig(needed)).toEqual({
      production: false,
      databaseUrl: needed.DATABASE_URL,
      databaseReadUrl: undefined,
      databaseMigrateUrl: undefined,
      databaseOperateUrl: undefined,
      databasePoolSize: 10,
      databaseTimeoutMs: 30_000,
      elasticsearchNodes: [needed.ELASTICSEARCH_URL],
      elasticsearchApiKey: undefined,
      elasticsearchCa: undefined,
      elasticsearchTimeoutMs: 10_000,
      indexPrefix: 'cds-',
      host: '127.0.0.1',
      port: 8080,
      publicUrl: undefined,
      trustProxy: false,
      logLevel: 'info',
      cursorKeys: [expect.stringMatching(/^[0-9a-f]{64}$/)],
      secretKeys: [],
      encryptSecrets: true,
      stateFolder: '.local/state',
      maxRequests: 64,
      maxHeavyRequests: 4,
      workers: 1,
      migrate: false,
      jobs: true,
      follow: true,
      publishers: {
        corporateNumbers: null,
        invoiceIssuers: null,
        edinet: null,
        edinetCodes: null,
        exchangeList: null,
        gbizinfo: null,
      },
      missingPublisherKeys: [],
      deliveryTestReceivers: [],
      drainDelayMs: 0,
      stopTimeoutMs: 10_000,
      slowQueryMs: 1_000,
      operator: undefined,
      tracing: null,
    });
  });

  it('accepts what production needs', () => {
    const config = readConfig({
      ...needed,
      NODE_ENV: 'production',
      CURSOR_KEYS: `${cursorKey}1, ${cursorKey}2`,
      SECRET_KEYS: `${cursorKey}3`,
      ELASTICSEARCH_API_KEY: 'id:key',
      ELASTICSEARCH_CA: path.join(folder, 'ca.pem'),
      TRUST_PROXY: '1',
      PUBLIC_URL: 'https://api.example.jp/',
      MIGRATE: 'true',
    });
    expect(config).toMatchObject({
      production: true,
      cursorKeys: [`${cursorKey}1`, `${cursorKey}2`],
      secretKeys: [`${cursorKey}3`],
      elasticsearchCa: expect.stringContaining('BEGIN CERTIFICATE'),
      trustProxy: 1,
      publicUrl: 'https://api.example.jp',
      migrate: true,
      drainDelayMs: 5_000,
    });
  });

  it('has a publisher without a key off; a key without an address is refused', () => {
    const address = { EDINET_URL: 'https://edinet.example/' };
    expect(readConfig({ ...needed, ...address, EDINET_KEY: '' })).toMatchObject({
      publishers: { edinet: null },
      missingPublisherKeys: ['EDINET_KEY'],
    });
    expect(readConfig({ ...needed, ...address, EDINET_KEY: 'key' })).toMatchObject({
      publishers: { edinet: { url: 'https://edinet.example/', key: 'key' } },
      missingPublisherKeys: [],
    });
    expect(refusal({ ...needed, EDINET_KEY: 'key' })).toContain('EDINET_URL is required with EDINET_KEY');
  });

  it('makes its own cursor key only outside production', () => {
    expect(readConfig(needed).cursorKeys).not.toEqual(readConfig(needed).cursorKeys);
    const refused = refusal({ ...needed, NODE_ENV: 'production' });
    for (const name of ['CURSOR_KEYS', 'SECRET_KEYS'])
      expect(refused).toContain(`${name} is required in production`);
  });

  it.each([
    ['false', false],
    ['2', 2],
    ['loopback, 10.0.0.0/8', 'loopback,10.0.0.0/8'],
    ['2001:db8::1', '2001:db8::1'],
  ])('accepts %s as the proxies to trust', (given, expected) => {
    expect(readConfig({ ...needed, TRUST_PROXY: given }).trustProxy).toBe(expected);
  });

  it('treats an empty variable as not set', () => {
    expect(readConfig({ ...needed, PORT: '', ELASTICSEARCH_CA: '' })).toMatchObject({ port: 8080 });
    expect(refusal({ ...needed, DATABASE_URL: '' })).toContain('DATABASE_URL is required');
  });

  it.each([
    ['DATABASE_URL', 'mysql://db/app'],
    ['DATABASE_URL', 'db'],
    ['DATABASE_URL', 'postgres://a,,b/app'],
    ['DATABASE_URL', 'postgres://a,b/app?target_session_attrs=any'],
    ['DATABASE_URL', `postgres://${Array(11).fill('a')}/app`],
    ['DATABASE_READ_URL', 'db'],
    ['DATABASE_READ_URL', 'postgres://a,b/app?target_session_attrs=read-write'],
    ['DATABASE_POOL_SIZE', '0'],
    ['ELASTICSEARCH_URL', 'ftp://x'],
    ['ELASTICSEARCH_URL', 'http://a,,http://b'],
    ['ELASTICSEARCH_URL', 'http://a,https://b'],
    ['ELASTICSEARCH_URL', Array(101).fill('http://a').join(',')],
    ['ELASTICSEARCH_API_KEY', 'two\nlines'],
    ['ELASTICSEARCH_CA', '/no/such/file'],
    ['INDEX_PREFIX', 'Upper'],
    ['INDEX_PREFIX', '_hidden'],
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PUBLIC_URL', 'api.example.jp'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', 'proxy.example.jp'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['LOG_LEVEL', 'loud'],
    ['CURSOR_KEYS', 'short'],
    ['CURSOR_KEYS', `${cursorKey},short`],
    ['CURSOR_KEYS', `${cursorKey},`],
    ['MAX_REQUESTS', '0'],
    ['MAX_HEAVY_REQUESTS', '1001'],
    ['WORKERS', '0'],
    ['WORKERS', '65'],
    ['MIGRATE', 'yes'],
    ['JOBS', 'some'],
    ['DELIVERY_TEST_RECEIVERS', 'http://10.0.0.1:80'],
    ['DRAIN_DELAY_MS', '-1'],
    ['NODE_ENV', 'prod'],
  ])('refuses %s=%s, naming the variable', (name, value) => {
    expect(refusal({ ...needed, [name]: value })).toContain(`  ${name} must `);
  });

  it.each(['production', 'development', undefined])(
    'permits no receiver on this machine when NODE_ENV is %s',
    (NODE_ENV) => {
      const receivers = { DELIVERY_TEST_RECEIVERS: 'http://127.0.0.1:9999' };
      expect(refusal({ ...needed, NODE_ENV, ...receivers })).toContain(
        'DELIVERY_TEST_RECEIVERS is permitted only if NODE_ENV is test',
      );
      expect(readConfig({ ...needed, NODE_ENV: 'test', ...receivers }).deliveryTestReceivers).toEqual([
        'http://127.0.0.1:9999',
      ]);
    },
  );

  it('refuses a file without a certificate, and a certificate for plain http', () => {
    const other = path.join(folder, 'other.txt');
    expect(refusal({ ...needed, ELASTICSEARCH_CA: other })).toContain(
      'ELASTICSEARCH_CA must name a file with a PEM',
    );
    const plain = {
      ...needed,
      ELASTICSEARCH_URL: 'http://search',
      ELASTICSEARCH_CA: path.join(folder, 'ca.pem'),
    };
    expect(refusal(plain)).toContain('ELASTICSEARCH_CA needs an https:// ELASTICSEARCH_URL');
  });

  it('takes several hosts of the database', () => {
    const url = 'postgresql://app:s3cret@a:5432,[::1]:5433,c/app?target_session_attrs=read-write';
    expect(readConfig({ ...needed, DATABASE_URL: url }).databaseUrl).toBe(url);
    const readUrl = 'postgres://b,a/app?target_session_attrs=prefer-standby';
    expect(readConfig({ ...needed, DATABASE_READ_URL: readUrl }).databaseReadUrl).toBe(readUrl);
  });

  it('takes several nodes of Elasticsearch, and says which of them is no URL', () => {
    const several = 'https://a:9200, https://b:9200,https://c:9200';
    expect(readConfig({ ...needed, ELASTICSEARCH_URL: several }).elasticsearchNodes).toEqual([
      'https://a:9200',
      'https://b:9200',
      'https://c:9200',
    ]);
    expect(refusal({ ...needed, ELASTICSEARCH_URL: 'https://a:9200,b:9200,c' })).toBe(
      'The configuration is invalid:\n  ELASTICSEARCH_URL must be http:// or https:// URLs, separated by commas; number 2 is not',
    );
  });

  it('turns traces on with an endpoint, and off as OpenTelemetry says', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318/' };
    const given = {
      ...endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-tenant = 7',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,host.name=a',
      OTEL_SERVICE_NAME: 'companies',
    };
    expect(readConfig({ ...needed, ...given }).tracing).toEqual({
      url: 'http://localhost:4318/v1/traces',
      protocol: 'http/protobuf',
      headers: { authorization: 'Bearer abc', 'x-tenant': '7' },
      timeoutMs: 10_000,
      sampler: { name: 'parentbased_traceidratio', ratio: 0.25 },
      resource: { 'service.name': 'companies', 'service.version': expect.any(String), 'host.name': 'a' },
    });
    for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }])
      expect(readConfig({ ...needed, ...endpoint, ...off }).tracing).toBeNull();
    const wrong = {
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_HEADERS: 'secret',
      OTEL_TRACES_SAMPLER_ARG: '2',
    };
    expect(() => readConfig({ ...needed, ...endpoint, ...wrong })).toThrow(
      new ConfigError(
        [
          'The configuration is invalid:',
          '  OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json',
          '  OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs, separated by commas',
          '  OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
        ].join('\n'),
      ),
    );
    for (const headers of ['authorization=Bearer%0Asecret', 'na(me=secret'])
      expect(() => readConfig({ ...needed, ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers })).toThrow(
        /^The configuration is invalid:\n {2}OTEL_EXPORTER_OTLP_HEADERS must have names and values that HTTP permits$/,
      );
  });

  it('names all invalid variables at once and shows none of their values', () => {
    const environment = {
      NODE_ENV: 'production',
      DATABASE_URL: 'mysql://app:pass-in-url@db/app',
      ELASTICSEARCH_URL: 'elastic:es-password',
      ELASTICSEARCH_API_KEY: 'es-api-key',
      ELASTICSEARCH_CA: '/secret-place/ca.pem',
      CURSOR_KEYS: 'short-cursor-secret',
      PORT: 'port-value',
      LOG_LEVEL: 'level-value',
    };
    const message = refusal(environment);
    for (const name of [
      'DATABASE_URL',
      'ELASTICSEARCH_URL',
      'ELASTICSEARCH_CA',
      'CURSOR_KEYS',
      'PORT',
      'LOG_LEVEL',
    ]) {
      expect(message).toContain(name);
    }
    expect(message).not.toMatch(
      /pass-in-url|es-password|es-api-key|secret-place|short-cursor|port-value|level-value/,
    );
  });

  it('is described in full in docs/configuration.md', () => {
    const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');
    const variables = ['environment', 'tracing-config'].map((file) => read(`src/configuration/${file}.ts`));
    const known = [...variables.join('\n').matchAll(/^ {2,4}([A-Z][A-Z_]+):/gm)].map(([, name]) => name);
    const described = [...read('docs/configuration.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(
      ([, name]) => name,
    );
    expect(known.length).toBeGreaterThan(10);
    expect(described.sort()).toEqual(known.sort());
  });
});
