import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ServiceError } from '../../src/contract/errors.ts';
import { defineKnownFields, defineQueryInteger } from '../../src/contract/fields.ts';
import { createApp } from '../../src/http/app.ts';
import { createHttpServer } from '../../src/http/http-server.ts';
import { openLog } from '../../src/http/request-log.ts';
import { fullAccess, testRoute, unlimited } from '../support/test-route.ts';

const idParams = defineKnownFields({ id: z.string() });
const routes = [
  testRoute('POST /echo', {}, async ({ path }) => ({ body: { posted: path } })),
  testRoute(
    'GET /echo',
    { query: defineKnownFields({ n: defineQueryInteger({ min: 1, max: 9 }).optional() }) },
    async ({ path, query }) => ({
      body: { path, ...query },
    }),
  ),
  testRoute('GET /items/:id', { params: idParams }, async ({ params }) => ({ body: { item: params.id } })),
  testRoute('GET /items/special', {}, async () => ({ body: { special: true } })),
  testRoute('GET /items/:id/parts/all', { params: idParams }, async ({ params }) => ({
    body: { all: params.id },
  })),
  testRoute(
    'PUT /items/:id/parts/:part',
    { params: defineKnownFields({ id: z.string(), part: z.string() }) },
    async ({ params }) => ({ body: { put: params } }),
  ),
  testRoute('GET /files/:id.csv', { params: idParams }, async ({ params }) => ({
    body: { file: params.id },
  })),
  testRoute('POST /open', { cors: true, writes: false }, async ({ path }) => ({ body: { open: path } })),
  testRoute('GET /pages', { slashRedirects: true }, async () => ({ body: { page: true } })),
];

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(trustProxy: false | number | string) {
  const addresses: string[] = [];
  const log = openLog('info', { write: () => undefined });
  const app = createApp({
    routes,
    log,
    trustProxy,
    async authenticate(key, address) {
      addresses.push(address);
      if (key !== 'good') throw new ServiceError('invalid_api_key');
      const accountId = '0198f7a0-0000-7000-8000-000000000001';
      return { accountId, keyId: 'key', planId: 'plan', limits: unlimited, ...fullAccess };
    },
  });
  const server = createHttpServer(app, log);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  /** What the server sends for a request line as it stands, until it closes the connection. */
  async function exchange(line: string, ...headers: readonly string[]): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    const answer = text(socket);
    const standing = ['Host: localhost', 'Connection: close', 'X-Api-Key: good'];
    socket.write(`${[`${line} HTTP/1.1`, ...standing, ...headers].join('\r\n')}\r\n\r\n`);
    return answer;
  }
  return { exchange, addresses };
}

const service = '/api/service';
const answers: readonly [line: string, status: number, holds: string][] = [
  [`GET ${service}/echo`, 200, `{"path":"${service}/echo"}`],
  [`GET ${service}/echo?n=3`, 200, '"n":3'],
  [`GET ${service}/echo?n=3#n=4`, 200, '"n":3'],
  [`GET http://localhost${service}/echo?n=3`, 200, '"n":3'],
  [`GET ${service}/echo/`, 404, 'not_found'],
  [`GET ${service}//echo`, 404, 'not_found'],
  [`GET ${service}/ECHO`, 404, 'not_found'],
  [`GET ${service}/%65cho`, 404, 'not_found'],
  [`GET ${service}/echo;x`, 404, 'not_found'],
  [`GET ${service}/echo%3Fn=3`, 404, 'not_found'],
  [`GET ${service}/../echo`, 404, 'not_found'],
  [`HEAD ${service}/echo`, 200, 'Content-Length: 28'],
  [`OPTIONS ${service}/echo`, 204, 'Allow: POST, GET, HEAD, OPTIONS'],
  [`PUT ${service}/echo`, 405, 'Allow: POST, GET, HEAD, OPTIONS'],
  [`PROPFIND ${service}/echo`, 405, 'method_not_allowed'],
  [`GET ${service}/items/a%20b`, 200, '{"item":"a b"}'],
  [`GET ${service}/items/a%2Fb`, 200, '{"item":"a/b"}'],
  [`GET ${service}/items/a%252Fb`, 200, '{"item":"a%2Fb"}'],
  [`GET ${service}/items/${'x'.repeat(3_000)}`, 200, 'xxx"}'],
  [`GET ${service}/items/__proto__`, 200, '{"item":"__proto__"}'],
  [`GET ${service}/items/%ZZ`, 400, 'has invalid percent-encoding'],
  [`GET ${service}/items/%E0%A4`, 400, 'has invalid percent-encoding'],
  [`GET ${service}/items/`, 404, 'not_found'],
  [`GET ${service}/items/a/`, 404, 'not_found'],
  [`GET ${service}/items/special`, 200, '{"special":true}'],
  [`GET ${service}/items/specials`, 200, '{"item":"specials"}'],
  [`PUT ${service}/items/special/parts/b`, 200, '{"put":{"id":"special","part":"b"}}'],
  [`GET ${service}/items/a/parts/all`, 200, '{"all":"a"}'],
  [`PUT ${service}/items/a/parts/all`, 405, 'Allow: GET, HEAD, OPTIONS'],
  [`GET ${service}/files/x.y.csv`, 200, '{"file":"x.y"}'],
  [`GET ${service}/files/.csv`, 404, 'not_found'],
  [`GET ${service}/files/x.csvx`, 404, 'not_found'],
  [`POST ${service}/open`, 200, 'Access-Control-Allow-Origin: *'],
  [`POST ${service}/open/`, 200, `{"open":"${service}/open/"}`],
  [`OPTIONS ${service}/open/`, 204, 'Access-Control-Allow-Methods: POST, OPTIONS'],
  [`GET ${service}/pages/`, 308, 'Location: ../pages'],
  [`POST ${service}/pages/`, 404, 'not_found'],
  [`GET ${service}/unknown`, 404, 'not_found'],
  ['GET /', 404, 'not_found'],
];

describe('the router', () => {
  let served: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    served = await serve(false);
  });

  it.each(answers)('answers %s with %d', async (line, status, holds) => {
    const answer = await served.exchange(line);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toContain(holds);
  });

  it.each([
    [false, '127.0.0.1'],
    [1, '198.51.100.2'],
    ['loopback', '198.51.100.2'],
    [2, '203.0.113.7'],
  ] as const)('takes with trust proxy %s the address %s of a client', async (trustProxy, address) => {
    const { exchange, addresses } = await serve(trustProxy);
    await exchange(`GET ${service}/echo`, 'X-Forwarded-For: 203.0.113.7, 198.51.100.2');
    expect(addresses).toEqual([address]);
  });

  it('refuses two routes for one method and path', () => {
    const twice = [...routes, testRoute('GET /echo', {}, async () => ({ body: {} }))];
    const parts = { log: openLog('info', { write: () => undefined }), trustProxy: false as const };
    const authenticate = async () => Promise.reject(new ServiceError('invalid_api_key'));
    expect(() => createApp({ ...parts, routes: twice, authenticate })).toThrow(
      'two routes for GET /api/service/echo',
    );
  });
});
