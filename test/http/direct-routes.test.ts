import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ServiceError } from '../../src/contract/errors.ts';
import { knownFields, queryInteger } from '../../src/contract/fields.ts';
import { createApp } from '../../src/http/app.ts';
import { createHttpServer } from '../../src/http/http-server.ts';
import { openLog } from '../../src/http/request-log.ts';
import { JsonPart, jsonText } from '../../src/search/json-text.ts';
import { fullAccess, testRoute, unlimited } from '../support/test-route.ts';

const accountId = '0198f7a0-0000-7000-8000-000000000001';
const routes = [
  testRoute('POST /echo', { body: knownFields({ text: z.string().optional() }) }, async ({ body, path }) => ({
    body: { ok: true, path, ...body },
  })),
  testRoute(
    'GET /echo',
    { query: knownFields({ n: queryInteger({ min: 1, max: 9 }).optional() }) },
    async ({ query }) => ({
      headers: { Deprecation: 'true' },
      body: { ok: true, 名前: '株式会社架空', ...query },
    }),
  ),
  testRoute('GET /text', {}, async () => ({
    body: jsonText<{ items: unknown[] }>({ items: [new JsonPart('"\xe6\x9e\xb6"'), '空'] }),
  })),
  testRoute('DELETE /empty', {}, async () => ({ status: 204, empty: true })),
  testRoute('GET /fails', {}, async () => {
    throw new Error('fails');
  }),
  testRoute('GET /page', { produces: ['text/html'] }, async () => ({ body: { ok: true } })),
  testRoute('GET /items/:id', { params: knownFields({ id: z.string() }) }, async ({ params }) => ({
    body: { ok: true, ...params },
  })),
  testRoute('POST /open', { cors: true, writes: false }, async () => ({ body: { ok: true } })),
  testRoute('GET /address', {}, async () => ({ body: { ok: true } })),
];

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

interface Served {
  readonly port: number;
  readonly addresses: string[];
  readonly lines: string[];
}

async function serve(direct: boolean, trustProxy: false | number | string): Promise<Served> {
  const addresses: string[] = [];
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => lines.push(line) });
  const app = createApp({
    routes,
    log,
    trustProxy,
    direct,
    async authenticate(key, address) {
      addresses.push(address);
      if (key !== 'good') throw new ServiceError('invalid_api_key');
      return { accountId, keyId: 'key', planId: 'plan', limits: unlimited, ...fullAccess };
    },
    limits: { take: () => ({ headers: { RateLimit: '"search";r=1;t=1' } }) },
  });
  const server = createHttpServer(app, log);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, addresses, lines };
}

/** What the server sends until it closes the connection, without the time. */
async function exchange(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const answer = text(socket);
  socket.write(request, 'latin1');
  return (await answer).replaceAll(/\r\nDate: [^\r]+/g, '').replaceAll(/"time":"[^"]+"/g, '');
}

/** A request after which the server closes the connection. */
function request(line: string, headers: readonly string[] = [], body = ''): string {
  const standing = ['Host: localhost', 'Connection: close', 'X-Api-Key: good', 'X-Request-Id: request-1'];
  const given = headers.map((header) => header.split(':')[0]);
  const kept = standing.filter((header) => !given.includes(header.split(':')[0]));
  const length =
    body === '' || given.includes('Transfer-Encoding') ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const head = [
    `${line} HTTP/1.1`,
    ...kept,
    ...headers.filter((header) => !header.endsWith(': (none)')),
    ...length,
  ];
  return `${head.join('\r\n')}\r\n\r\n${Buffer.from(body).toString('latin1')}`;
}

const json = 'Content-Type: application/json';
const service = '/api/service';
const accepts = [
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
  'text/html',
  'text/html, application/json;q=0.9',
  'application/json;q=0',
  'application/*',
  'APPLICATION/JSON',
  '',
  'application/jsonx',
  'text/application/json',
  'application/json,',
];
const requests = [
  ...accepts.map((accept) => request(`GET ${service}/echo`, [`Accept: ${accept}`])),
  request(`GET ${service}/echo`),
  request(`GET ${service}/echo?n=3`),
  request(`GET ${service}/echo?n=3&n=4`),
  request(`GET ${service}/echo?n=x&unknown=%E6%9E%B6`),
  request(`GET ${service}/echo?n=%ZZ`),
  request(`GET ${service}/echo?`),
  request(`GET ${service}/echo?n=3#n=4`),
  request(`GET ${service}/echo#x`),
  request(`GET ${service}/echo?n=3 `),
  request(`GET ${service}/echo?__proto__=1&account_id=${accountId}`),
  request(`GET ${service}/echo?accountId=another`),
  request(`GET ${service}/echo/`),
  request(`GET ${service}//echo`),
  request(`GET ${service}/ECHO`),
  request(`GET ${service}/%65cho`),
  request(`GET http://localhost${service}/echo?n=3`),
  request(`GET ${service}/text`),
  request(`GET ${service}/fails`),
  request(`GET ${service}/page`, ['Accept: application/json']),
  request(`GET ${service}/items/a%20b?x=1`),
  request(`GET ${service}/items/%ZZ`),
  request(`GET ${service}/unknown`),
  request(`HEAD ${service}/echo`),
  request(`OPTIONS ${service}/echo`),
  request(`PUT ${service}/echo`),
  request(`DELETE ${service}/empty`),
  request(`POST ${service}/open`, [json], '{}'),
  request(`POST ${service}/echo`, [json], '{"text":"架空"}'),
  request(`POST ${service}/echo`, [json], '{"text":1,"more":2}'),
  request(`POST ${service}/echo`, [json], '{"text":'),
  request(`POST ${service}/echo`, [json], `{"account_id":"${accountId}"}`),
  request(`POST ${service}/echo`, ['Content-Type: text/plain'], 'text'),
  request(`POST ${service}/echo?x=1`, [json], '{}'),
  request(`POST ${service}/echo`),
  request(`POST ${service}/echo`, [json, 'Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'),
  request(`POST ${service}/echo`, [json, 'Expect: 100-continue'], '{}'),
  request(`POST ${service}/echo`, [json, 'Expect: 100-continue', 'X-Api-Key: bad'], '{}'),
  request(`POST ${service}/echo`, [json, 'Content-Encoding: gzip'], 'no gzip'),
  request(`POST ${service}/echo`, [json], `{"text":"${'x'.repeat(70_000)}"}`),
  request(`POST ${service}/echo`, [json, 'X-Api-Key: bad'], `{"text":"${'x'.repeat(70_000)}"}`),
  request(`GET ${service}/echo`, ['X-Api-Key: (none)', 'Authorization: Bearer good']),
  request(`GET ${service}/echo`, ['X-Api-Key: bad']),
  request(`GET ${service}/echo`, ['X-Request-Id: short']).replace('short', 'an-id-of-the-caller'),
  request(`GET ${service}/echo`, ['Host: one', 'Host: two']),
  request(`GET ${service}/echo`, ['Host: (none)']),
];

describe.each([false, 1, 'loopback'] as const)(
  'requests around the router, with trust proxy %s',
  (trustProxy) => {
    it('have the same answers, headers, addresses and log as those through it', async () => {
      const [direct, routed] = [await serve(true, trustProxy), await serve(false, trustProxy)];
      const forwarded = request(`GET ${service}/address`, ['X-Forwarded-For: 203.0.113.7, 198.51.100.2']);
      for (const sent of [...requests, forwarded]) {
        const answers = [await exchange(direct.port, sent), await exchange(routed.port, sent)];
        expect(answers[0]).toMatch(/^HTTP\/1\.1 \d\d\d /);
        expect(answers[0]).toBe(answers[1]);
      }
      expect(direct.addresses).toEqual(routed.addresses);
      const withoutTime = ({ lines }: Served) =>
        lines.map((line) => {
          const { time: _time, ms: _ms, err: _err, ...rest } = JSON.parse(line);
          return rest;
        });
      expect(withoutTime(direct)).toEqual(withoutTime(routed));
    });
  },
);
