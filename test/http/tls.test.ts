import { chownSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request as forward } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startPostgres } from '../../engine/postgres/postgres-server.ts';
import { explainFailure } from '../../indexers/operator/explain-failure.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/database.ts';
import { DatabaseClient } from '../../src/database/database-client.ts';
import { listenToChannel } from '../../src/database/listen.ts';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { makeRoles } from '../../src/database/rights/make-roles.ts';
import { openElasticsearch } from '../../src/search/elasticsearch.ts';
import { type Certificate, makeAuthority } from '../support/authority.ts';
import { urlsOf } from '../support/database.ts';
import { suiteIndexPrefix, testStack } from '../support/environment.ts';
import { ops } from '../support/operator.ts';
import { startTestService } from '../support/service.ts';

/** Both stores over TLS, with certificates of an authority that only this test knows. */

const folder = mkdtempSync(path.join(tmpdir(), 'tls-'));
const [authority, stranger] = await Promise.all([makeAuthority(), makeAuthority()]);
const fileOf = (name: string, text: string) => {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
};
const ca = fileOf('ca.pem', authority.ca);
const otherCa = fileOf('other.pem', stranger.ca);

const place = path.join(folder, 'postgres');
const postgres = await startPostgres({ folder: place, durable: false, onProgress: () => undefined });
const cluster = path.join(realpathSync(place), 'data');
await offer(await authority.issue('127.0.0.1'));
const plain = new pg.Client({ connectionString: postgres.url });
await plain.connect();
const owner = openDatabase({ url: readWith({ url: postgres.url }).databaseUrl });
await migrateDatabase(owner);
const urls = urlsOf(postgres.url);
await makeRoles(owner, urls);

const engine = await startTlsProxy(await authority.issue('127.0.0.1'));

afterAll(async () => {
  await owner.destroy();
  await plain.end();
  await Promise.all([postgres.stop(), engine.stop()]);
  rmSync(realpathSync(place), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

/** Lets Postgres use this certificate from now on, and refuse connections without TLS, except the test's own. */
async function offer({ certificate, key }: Certificate): Promise<void> {
  const { uid, gid } = statSync(cluster);
  for (const [name, text] of [
    ['server.crt', certificate],
    ['server.key', key],
  ] as const) {
    const file = path.join(cluster, name);
    writeFileSync(file, text, { mode: 0o600 });
    chownSync(file, uid, gid);
  }
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  for (const setting of ["ssl = 'on'", "ssl_cert_file = 'server.crt'", "ssl_key_file = 'server.key'"])
    await client.query(`ALTER SYSTEM SET ${setting}`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  // The server reads it after the statement.
  await wait(300);
}

function readWith({ url, file = ca }: { readonly url: string; readonly file?: string }) {
  return readConfig({ DATABASE_URL: url, DATABASE_CA: file, ELASTICSEARCH_URL: 'http://unused' });
}

async function startTlsProxy({ certificate, key }: Certificate) {
  const target = new URL(testStack().elasticsearchUrl);
  const server = createServer({ cert: certificate, key }, (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const passed = forward(
      { host: target.hostname, port: target.port, method, path: url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  // A client that refuses the certificate ends the connection.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Users of connections that use TLS, and of those that do not. */
async function sessions(): Promise<{ encrypted: string[]; clear: string[] }> {
  const { rows } = await plain.query<{ name: string; ssl: boolean }>(
    `SELECT DISTINCT usename::text AS name, ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
     WHERE usename IS NOT NULL AND pid <> pg_backend_pid() AND backend_type = 'client backend' ORDER BY 1`,
  );
  const of = (ssl: boolean) => rows.filter((row) => row.ssl === ssl).map(({ name }) => name);
  return { encrypted: of(true), clear: of(false) };
}

async function whyNot(url: string, file?: string): Promise<string> {
  const knex = openDatabase({ url: readWith({ url, ...(file !== undefined && { file }) }).databaseUrl });
  try {
    await knex.raw('SELECT 1');
    return 'connected';
  } catch (error) {
    return String(error);
  } finally {
    await knex.destroy();
  }
}

describe('with the certificates of its own authority', () => {
  it('serves over both stores, with every connection encrypted: pools, queue, notifications', async () => {
    const service = await startTestService(
      { url: postgres.url, urls, knex: owner, drop: async () => undefined },
      {
        DATABASE_CA: ca,
        ELASTICSEARCH_URL: `https://127.0.0.1:${engine.port}`,
        ELASTICSEARCH_CA: ca,
        JOBS: 'true',
      },
    );
    try {
      await Promise.all([service.reindexCompanies(), service.reindexObservations()]);
      const account = await service.createAccount({ plan: 'unlimited' });
      const client = service.as(account);
      expect((await client.post('/api/service/search').send({ query: '株式会社' })).status).toBe(200);
      expect((await client.get('/api/service/jobs?limit=1')).status).toBeLessThan(500);
      expect((await service.anonymous.get('/readyz')).body).toMatchObject({
        ok: true,
        checks: { postgres: 'ok', elasticsearch: 'ok' },
      });
      const seen = await sessions();
      expect(seen.encrypted).toContain('cds_test_serving');
      expect(seen.clear.filter((name) => name !== 'postgres')).toEqual([]);
    } finally {
      await service.stop();
    }
  });

  it("runs the operator's commands, also over Elasticsearch", async () => {
    const environment = {
      DATABASE_URL: postgres.url,
      DATABASE_CA: ca,
      ELASTICSEARCH_URL: `https://127.0.0.1:${engine.port}`,
      ELASTICSEARCH_CA: ca,
      INDEX_PREFIX: suiteIndexPrefix(),
    };
    for (const command of [['migrate'], ['account', 'list'], ['indices']])
      expect(await ops(command, environment)).toMatchObject({ code: 0, err: '' });
  });

  it('gets notifications over TLS', async () => {
    const received: string[] = [];
    const { databaseUrl } = readWith({ url: urls.serving });
    const listener = listenToChannel({
      url: databaseUrl,
      channel: 'tls_test',
      onMessage: (text) => received.push(text),
      onGap: () => undefined,
    });
    for (let tries = 0; received.length === 0 && tries < 100; tries += 1) {
      await owner.raw("SELECT pg_notify('tls_test', 'hello')");
      await wait(50);
    }
    await listener.stop();
    expect(received[0]).toBe('hello');
  });

  it('connects when several hosts are named', async () => {
    expect(await whyNot(postgres.url.replace(/@([^/]+)\//, '@$1,127.0.0.1:1/'))).toBe('connected');
  });
});

describe('a certificate that does not fit is refused', () => {
  const refused = 'DatabaseTlsError: The TLS connection to PostgreSQL was refused.';

  it('if another authority has signed it, or the system knows none', async () => {
    expect(await whyNot(postgres.url, otherCa)).toBe(
      `${refused} Its certificate is not signed by a known authority.`,
    );
    const knex = openDatabase({ url: `${postgres.url}?sslmode=verify-full` });
    await expect(knex.raw('SELECT 1')).rejects.toThrow('not signed by a known authority');
    await knex.destroy();
  });

  it('if it is for another host', async () => {
    expect(await whyNot(postgres.url.replace('127.0.0.1', 'localhost'))).toBe(
      `${refused} Its certificate is for another host name.`,
    );
  });

  it('if it has expired', async () => {
    await offer(await authority.issue('127.0.0.1', -60_000));
    expect(await whyNot(postgres.url)).toBe(`${refused} Its certificate has expired.`);
    await offer(await authority.issue('127.0.0.1'));
    expect(await whyNot(postgres.url)).toBe('connected');
  });

  it('with a sentence for the operator, for both stores', async () => {
    const url = postgres.url.replace('127.0.0.1', 'localhost');
    expect(await ops(['account', 'list'], { DATABASE_URL: url, DATABASE_CA: ca })).toMatchObject({
      code: 1,
      err: 'The TLS connection to PostgreSQL was refused. Its certificate is for another host name. Check the URL of the database and DATABASE_CA.\n',
    });
    for (const [host, authorityOfClient, fault] of [
      ['127.0.0.1', stranger.ca, 'is not signed by a known authority'],
      ['localhost', authority.ca, 'is for another host name'],
    ] as const) {
      const nodes = [`https://${host}:${engine.port}`];
      const client = openElasticsearch({ nodes, ca: authorityOfClient, maxRetries: 0 });
      expect(await client.info().then(String, explainFailure)).toBe(
        `The TLS connection to Elasticsearch was refused. Its certificate ${fault}. Check ELASTICSEARCH_URL and ELASTICSEARCH_CA.`,
      );
      await client.close();
    }
  });

  it('by the service too, which starts, says why it is not ready, and answers 503', async () => {
    const service = await startTestService(
      { url: postgres.url, urls, knex: owner, drop: async () => undefined },
      {
        DATABASE_CA: otherCa,
        ELASTICSEARCH_URL: `https://127.0.0.1:${engine.port}`,
        ELASTICSEARCH_CA: otherCa,
      },
    );
    try {
      expect((await service.anonymous.get('/readyz')).body).toMatchObject({
        ok: false,
        checks: { postgres: 'unavailable', elasticsearch: 'unavailable' },
      });
      const account = await service.createAccount();
      expect((await service.as(account).get('/api/service/credits/balance')).status).toBe(503);
      expect(service.logLines.join()).toContain('Its certificate is not signed by a known authority.');
    } finally {
      await service.stop();
    }
  });

  it('and a file of the authority that is gone fails connections, not the process, until it is there again', async () => {
    const file = fileOf('renewed.pem', authority.ca);
    const { databaseUrl } = readWith({ url: postgres.url, file });
    const pool = new pg.Pool({ connectionString: databaseUrl, Client: DatabaseClient });
    const several = databaseUrl.replace(/@([^/]+)\//, '@$1,127.0.0.1:1/');
    const connections = [
      () => pool.query('SELECT 1'),
      () => new DatabaseClient({ connectionString: several }).connect(),
    ];
    rmSync(file);
    for (const connect of connections)
      await expect(connect()).rejects.toMatchObject({
        name: 'DatabaseTlsError',
        message: 'There is no TLS connection to PostgreSQL. The file with its authority cannot be read.',
      });
    // The queue passes a callback.
    expect(await new Promise((resolve) => pool.connect((error) => resolve(error?.name)))).toBe(
      'DatabaseTlsError',
    );
    fileOf('renewed.pem', authority.ca);
    expect((await pool.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')).rows).toEqual([
      { ssl: true },
    ]);
    await pool.end();
  });

  it('of the second of several hosts, too', async () => {
    expect(await whyNot(postgres.url.replace(/@127.0.0.1(:\d+)\//, '@127.0.0.1:1,localhost$1/'))).toBe(
      `${refused} Its certificate is for another host name.`,
    );
  });

  it('and no connection is made without TLS to a server that does not offer it', async () => {
    const { databaseUrl } = testStack();
    expect(await whyNot(databaseUrl)).toBe(`${refused} It does not offer TLS.`);
  });
});

describe('the configuration of TLS', () => {
  it.each(['require', 'prefer', 'verify-ca', 'no-verify', 'verify-full&sslmode=no-verify'])(
    'refuses sslmode=%s, which checks less',
    (mode) => {
      expect(() => readWith({ url: `postgres://app@db/app?sslmode=${mode}` })).toThrow(
        'DATABASE_URL must have sslmode=verify-full or sslmode=disable',
      );
    },
  );

  it('refuses a connection without TLS beside an authority', () => {
    expect(() => readWith({ url: 'postgres://app@db/app?sslmode=disable' })).toThrow(
      'DATABASE_URL must not have sslmode=disable, because DATABASE_CA is set',
    );
  });
});
