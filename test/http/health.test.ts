import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '@elastic/elasticsearch';
import { afterAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import supertest from 'supertest';
import { readConfig } from '../../src/config.ts';
import { startService } from '../../src/process/service.ts';
import { emptyDatabase } from '../support/database.ts';
import { testStack } from '../support/environment.ts';
import { serviceSuite } from '../support/service.ts';

const log = pino({ level: 'silent' });
const ready = { postgres: 'ok', elasticsearch: 'ok', companies_index: 'ok', observations_index: 'ok' };
/** Readiness is checked once a second at most. */
const untilCheckedAgain = () => wait(1_100);

const { database, service, end } = await serviceSuite();
afterAll(end);

function configWith(environment: Record<string, string>) {
  return readConfig({
    DATABASE_URL: database.url,
    ELASTICSEARCH_URL: testStack().elasticsearchUrl,
    PORT: '0',
    ...environment,
  });
}

describe('/healthz', () => {
  it('answers without a key', async () => {
    expect((await service.anonymous.get('/healthz').expect(200)).body).toEqual({ ok: true });
  });
});

describe('/metrics', () => {
  it('counts answers by route, for Prometheus, and names no account', async () => {
    const account = await service.createAccount();
    await service.as(account).get('/api/service/usage').expect(200);
    const { text, headers } = await service.anonymous.get('/metrics').expect(200);
    expect(headers['content-type']).toContain('text/plain');
    expect(text).toMatch(
      /http_request_duration_seconds_count\{route="\/api\/service\/usage",method="GET",status="200"\} 1/,
    );
    expect(text).not.toContain(account.accountId);
  });
});

describe('/metrics for scrapers that name a version, and take nothing else', () => {
  it.each(['application/openmetrics-text; version=1.0.0', 'text/plain;version=0.0.4'])(
    '%s',
    async (accept) => {
      const { headers } = await service.anonymous.get('/metrics').set('Accept', accept).expect(200);
      expect(headers['content-type']).toContain(accept.split(';')[0]);
    },
  );
});

describe('a search before there is an index', () => {
  it('answers 503 and says when to try again', async () => {
    const account = await service.createAccount();
    const { body, headers } = await service.as(account).get('/api/service/companies?q=7203').expect(503);
    expect(body.error.code).toBe('search_unavailable');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toContain(service.indexPrefix);
  });
});

describe('/readyz', () => {
  it('is not ready before both indices exist, names what is missing, and is ready with them', async () => {
    const missing = (kind: string) => ({
      code: 'index_missing',
      message: `There is no index of ${kind}. Run \`reindex ${kind}\`, even if no ${kind} are loaded yet.`,
      field: `${kind}_index`,
    });
    const before = await service.anonymous.get('/readyz').expect(503);
    expect(before.body).toEqual({
      ok: false,
      status: 'not_ready',
      checks: { ...ready, companies_index: 'missing', observations_index: 'missing' },
      registers: [],
      gaps: [missing('companies'), missing('observations')],
    });
    await service.reindexCompanies();
    await untilCheckedAgain();
    const between = await service.anonymous.get('/readyz').expect(503);
    expect(between.body).toEqual({
      ok: false,
      status: 'not_ready',
      checks: { ...ready, observations_index: 'missing' },
      registers: [],
      gaps: [missing('observations')],
    });
    // There are no observations; what is missing is their index.
    await service.reindexObservations();
    await untilCheckedAgain();
    const after = await service.anonymous.get('/readyz').expect(200);
    expect(after.body).toEqual({ ok: true, status: 'ready', checks: ready, registers: [], gaps: [] });
  });

  it('is not ready with an index of another mapping version', async () => {
    const client = new Client({ node: testStack().elasticsearchUrl });
    try {
      for (const kind of ['companies', 'observations']) {
        const index = `${service.indexPrefix}${kind}`;
        await client.indices.putMapping({ index, _meta: { mapping_version: 999_999 } });
      }
      await untilCheckedAgain();
      const { body } = await service.anonymous.get('/readyz').expect(503);
      expect(body.checks).toEqual({
        ...ready,
        companies_index: 'other_version',
        observations_index: 'other_version',
      });
      expect(body.gaps.map(({ code }: { code: string }) => code)).toEqual([
        'index_of_other_version',
        'index_of_other_version',
      ]);
    } finally {
      await service.reindexCompanies();
      await service.reindexObservations();
      await client.close();
    }
  });

  it('says so soon while the database takes connections, but does not answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const lonely = await startService(
      configWith({ DATABASE_URL: `postgres://app@127.0.0.1:${port}/app` }),
      log,
    );
    try {
      for (const [path, status, maxMs] of [
        ['/readyz', 503, 4_000],
        ['/status', 200, 4_000],
        ['/metrics', 200, 2_500],
      ] as const) {
        const began = performance.now();
        await supertest(lonely.url).get(path).expect(status);
        expect(performance.now() - began).toBeLessThan(maxMs);
      }
    } finally {
      silent.close();
      await lonely.stop();
    }
  });

  it('is not ready, but alive, while the stores do not answer, and names no address', async () => {
    const nowhere = {
      DATABASE_URL: 'postgres://app:hidden@127.0.0.1:1/app',
      ELASTICSEARCH_URL: 'http://127.0.0.1:1',
    };
    const lonely = await startService(configWith(nowhere), log);
    try {
      await supertest(lonely.url).get('/healthz').expect(200);
      const { body, text } = await supertest(lonely.url).get('/readyz').expect(503);
      expect(body.checks).toEqual({
        postgres: 'unavailable',
        elasticsearch: 'unavailable',
        companies_index: 'unknown',
        observations_index: 'unknown',
      });
      expect(text).not.toMatch(/127\.0\.0\.1|hidden/);
      const refused = await supertest(lonely.url)
        .get('/api/service/companies')
        .set('x-api-key', (await service.createAccount()).apiKey)
        .expect(503);
      expect(refused.body.error.code).toBe('database_unavailable');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await lonely.stop();
    }
  });

  it('is not ready with a schema that lacks migrations, unless it may apply them', async () => {
    const empty = await emptyDatabase();
    const stale = await startService(configWith({ DATABASE_URL: empty.url }), log);
    const { body } = await supertest(stale.url).get('/readyz').expect(503);
    expect(body.checks.postgres).toBe('behind');
    expect(body.gaps).toContainEqual(expect.objectContaining({ code: 'schema_behind', field: 'postgres' }));
    await stale.stop();
    const migrated = await startService(configWith({ DATABASE_URL: empty.url, MIGRATE: 'true' }), log);
    const after = await supertest(migrated.url).get('/readyz');
    expect(after.body.checks.postgres).toBe('ok');
    await migrated.stop();

    // It says what it waits for.
    const holder = await empty.knex.transaction();
    await holder.raw('LOCK TABLE graphile_worker.migrations IN ACCESS EXCLUSIVE MODE');
    const lines: string[] = [];
    const starting = startService(
      configWith({ DATABASE_URL: empty.url, MIGRATE: 'true' }),
      pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    );
    while (lines.length === 0) await wait(20);
    expect(lines.join('')).toContain('waits for long transactions, without holding up requests');
    await holder.commit();
    await (await starting).stop();
    await empty.drop();
  });
});

describe('the stop', () => {
  it('drops readiness first, still answers during the drain delay, then takes no more', async () => {
    const { apiKey } = await service.createAccount();
    const config = configWith({ DRAIN_DELAY_MS: '3000', INDEX_PREFIX: service.indexPrefix });
    const stopping = await startService(config, log);
    await supertest(stopping.url).get('/readyz').expect(200);
    const stopped = stopping.stop();
    const { body } = await supertest(stopping.url).get('/readyz').expect(503);
    expect(body.status).toBe('stopping');
    await supertest(stopping.url).get('/api/service/companies').set('x-api-key', apiKey).expect(200);
    await stopped;
    await expect(supertest(stopping.url).get('/healthz')).rejects.toThrow('ECONNREFUSED');
    await stopping.stop();
  });
});

describe('/status', () => {
  it('shows people the state of the service and how fresh each register is, like /readyz', async () => {
    await database.knex.raw(`INSERT INTO followed_registers (register, began_after, complete_through, failures, failure)
      VALUES ('corporate-numbers', '2026-01-01', '2026-01-02', 3, 'a reason with <b>marks</b>')`);
    // The state of the registers is read at most every ten seconds, so another service reads it now.
    const other = await startService(configWith({ INDEX_PREFIX: service.indexPrefix }), log);
    try {
      const { text, headers } = await supertest(other.url).get('/status').expect(200);
      expect(headers['content-type']).toContain('text/html');
      expect(text).toContain('法人番号公表サイト');
      expect(text).toMatch(/<span class="bad">failing<\/span><\/td><td>2026-01-02/);
      expect(text).toContain('Data of 1 register is not up to date.');
      expect(text).not.toContain('marks');
      const { body } = await supertest(other.url).get('/readyz').expect(200);
      expect(body.registers).toEqual([
        expect.objectContaining({
          register: 'corporate-numbers',
          state: 'failing',
          complete_through: '2026-01-02',
        }),
      ]);
      const { apiKey } = await service.createAccount();
      const resolved = await supertest(other.url)
        .post('/api/service/resolve')
        .set('x-api-key', apiKey)
        .send({ identifier_type: 'corporate_number', identifier: '7000012050002' })
        .expect(200);
      expect(resolved.body.meta).toEqual({ data_as_of: { 'corporate-numbers': '2026-01-02' } });
    } finally {
      await other.stop();
    }
  });
});
