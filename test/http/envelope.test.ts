import { EventEmitter, once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { z } from 'zod';
import { ServiceError } from '../../src/contract/errors.ts';
import {
  defineBoundedInteger,
  defineKnownFields,
  defineQueryInteger,
  uuid,
} from '../../src/contract/fields.ts';
import { createApp } from '../../src/http/app.ts';
import type { LimitDecision } from '../../src/http/limits.ts';
import { openLog } from '../../src/http/request-log.ts';
import { loggedOf } from '../support/logged.ts';
import { fullAccess, testRoute, unlimited } from '../support/test-route.ts';

const accountId = '0198f7a0-0000-7000-8000-000000000001';
const seen = { calls: 0 };
/** What the handler of `/slow` notices: that it was reached, and that its client has gone. */
const slow = new EventEmitter();
let decision: LimitDecision = { headers: {} };

const routes = [
  testRoute(
    'POST /echo',
    {
      limit: 'search',
      body: defineKnownFields({
        text: z.string().optional(),
        limit: defineBoundedInteger({ min: 1, max: 9 }).default(5),
      }),
    },
    async ({ body, account }) => {
      seen.calls += 1;
      return {
        status: 201,
        headers: { 'X-Extra': 'yes' },
        body: { ok: true, body, account_id: account.accountId },
      };
    },
  ),
  testRoute(
    'GET /echo',
    { query: defineKnownFields({ limit: defineQueryInteger({ min: 1, max: 9 }).default(5) }) },
    async ({ query }) => ({ body: { ok: true, query } }),
  ),
  testRoute('GET /things/:thingId', { params: defineKnownFields({ thingId: uuid }) }, async ({ params }) => ({
    body: { ok: true, params },
  })),
  testRoute('GET /things/latest', {}, async () => ({ body: { ok: true, latest: true } })),
  testRoute(
    'GET /fails',
    { query: defineKnownFields({ how: z.enum(['unknown', 'socket', 'service', 'wait']) }) },
    async ({ query }) => {
      if (query.how === 'service') throw new ServiceError('database_unavailable', { retryAfterSeconds: 2.2 });
      if (query.how === 'wait')
        throw new ServiceError('list_state_conflict', { gaps: [{ code: 'a', message: 'b' }] });
      const detail = { detail: 'Failing row contains (a note).', where: 'JSON data, line 1: a note' };
      const error = Object.assign(new Error('SELECT password FROM internal_table'), detail);
      throw query.how === 'socket' ? Object.assign(error, { code: 'ECONNREFUSED' }) : error;
    },
  ),
  testRoute(
    'GET /file',
    { query: defineKnownFields({ fails: z.enum(['first', 'later']).optional() }), produces: ['text/csv'] },
    async ({ query }) => {
      async function* rows() {
        if (query.fails === 'first') throw new Error('no file');
        yield 'a,b\n';
        if (query.fails === 'later') throw new Error('half a file');
        yield 'c,d\n';
      }
      return { headers: { 'Content-Type': 'text/csv; charset=utf-8' }, stream: Readable.from(rows()) };
    },
  ),
  testRoute('GET /slow', {}, async ({ signal }) => {
    slow.emit('reached', signal);
    await once(signal, 'abort');
    slow.emit('aborted');
    return { body: {} };
  }),
  testRoute('DELETE /things/latest', {}, async () => ({ body: { ok: true } })),
  {
    ...testRoute(
      'POST /bytes',
      { body: defineKnownFields({ size: z.int() }), bodyLimit: 4 * 1024 * 1024 },
      async ({ body }) => ({ body: { ok: true, body } }),
    ),
    bodies: {
      acquirePlace: async () => () => {},
      parse: async (bytes: Buffer) => ({ value: { size: bytes.length } }),
    },
  },
  testRoute('GET /open', { root: true, auth: 'none' }, async ({ account }) => ({
    body: { ok: true, account: account ?? null },
  })),
];

const logLines: string[] = [];
let server: Server;
let http: ReturnType<typeof supertest>;

beforeAll(async () => {
  const app = createApp({
    routes,
    log: openLog('info', { write: (line) => logLines.push(line) }),
    trustProxy: false,
    async authenticate(key) {
      if (key !== 'good') throw new ServiceError('invalid_api_key');
      return { accountId, keyId: 'key', planId: 'plan', limits: unlimited, ...fullAccess };
    },
    limits: { take: () => decision },
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  http = supertest(server);
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
});
beforeEach(() => {
  decision = { headers: {} };
  seen.calls = 0;
});

const get = (path: string) => http.get(`/api/service${path}`).set('x-api-key', 'good');
const post = (path: string) => http.post(`/api/service${path}`).set('x-api-key', 'good');
const json = (path: string, text: string) => post(path).set('Content-Type', 'application/json').send(text);

describe('every answer', () => {
  it('has a request id, its own or a valid one of the caller', async () => {
    const { headers } = await get('/echo').expect(200);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const named = await get('/echo').set('X-Request-Id', 'trace-1234.5');
    expect(named.headers['x-request-id']).toBe('trace-1234.5');
    const refused = await get('/echo?limit=0').set('X-Request-Id', 'trace-1234.6').expect(400);
    expect(refused.body.request_id).toBe('trace-1234.6');
  });

  it.each(['short', 'x'.repeat(31), 'a'.repeat(37), 'has space in it', '<script>alert(1)</script>'])(
    'does not repeat %s as its request id',
    async (id) => {
      const { headers } = await get('/echo').set('X-Request-Id', id);
      expect(headers['x-request-id']).not.toBe(id);
    },
  );

  it('has security headers, is not to be stored, and does not name its software', async () => {
    const { headers } = await get('/nowhere').expect(404);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it('is JSON in UTF-8, with the status and headers of its handler', async () => {
    const { headers, body } = await json('/echo', '{"text":"髙島屋"}').expect(201);
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'x-extra': 'yes' });
    expect(body).toEqual({ ok: true, body: { text: '髙島屋', limit: 5 }, account_id: accountId });
  });
});

describe('an error', () => {
  it('has the envelope, and nothing else', async () => {
    const { body, headers } = await get('/nowhere').expect(404);
    expect(body).toEqual({
      ok: false,
      status: 'error',
      error: { code: 'not_found', message: expect.any(String), recovery: expect.any(String) },
      gaps: [],
      request_id: headers['x-request-id'],
    });
  });

  it('of the service itself is logged with its cause and shown without', async () => {
    const { body } = await get('/fails?how=unknown').expect(500);
    expect(body.error).toEqual({
      code: 'internal_error',
      message: 'An internal error occurred.',
      recovery: expect.any(String),
    });
    const logged = (await loggedOf(logLines, body.request_id)).join('');
    expect(logged).toContain('internal_table');
    expect(logged).not.toContain('a note');
  });

  it('of a lost database is 503 with Retry-After', async () => {
    const { body, headers } = await get('/fails?how=socket').expect(503);
    expect(body.error.code).toBe('database_unavailable');
    expect(headers['retry-after']).toBe('5');
    expect(JSON.stringify(body)).not.toContain('SELECT');
  });

  it('keeps its own Retry-After, in whole seconds, rounded up', async () => {
    const { headers } = await get('/fails?how=service').expect(503);
    expect(headers['retry-after']).toBe('3');
  });

  it('carries its gaps', async () => {
    const { body } = await get('/fails?how=wait').expect(409);
    expect(body.gaps).toEqual([{ code: 'a', message: 'b' }]);
  });
});

describe('the router', () => {
  it.each(['/', '/api/service', '/api/service/', '/api/service/Echo', '/api/service/echo/', '/echo'])(
    'finds nothing at %s',
    async (path) => {
      const { body } = await http.get(path).set('x-api-key', 'good').expect(404);
      expect(body.error.code).toBe('not_found');
    },
  );

  it('answers an unsupported method with the supported ones', async () => {
    const { body, headers } = await http.delete('/api/service/echo').expect(405);
    expect(body.error.code).toBe('method_not_allowed');
    expect(headers.allow).toBe('POST, GET, HEAD, OPTIONS');
  });

  it('answers OPTIONS and HEAD', async () => {
    const options = await http.options('/api/service/things/latest').expect(204);
    expect(options.headers.allow).toBe('GET, DELETE, HEAD, OPTIONS');
    const head = await http.head('/api/service/echo').set('x-api-key', 'good').expect(200);
    expect(head.text ?? '').toBe('');
  });

  it('takes a literal path before a parameter, in whatever order they are listed', async () => {
    expect((await get('/things/latest').expect(200)).body).toEqual({ ok: true, latest: true });
    expect((await get(`/things/${accountId}`).expect(200)).body.params).toEqual({ thingId: accountId });
  });

  it.each(['/things/x', '/things/%20', '/things/%zz'])(
    'reports for %s that the path is wrong',
    async (path) => {
      const { body } = await get(path).expect(400);
      expect(body.error).toMatchObject({ code: 'invalid_query', details: [{ field: expect.any(String) }] });
    },
  );

  it('needs no key for a route that is open', async () => {
    expect((await http.get('/open').expect(200)).body).toEqual({ ok: true, account: null });
  });
});

describe('a query string', () => {
  it('is checked, also by a route without parameters', async () => {
    expect((await get('/echo?limit=0').expect(400)).body.error).toMatchObject({
      code: 'invalid_query',
      details: [{ field: 'limit', message: 'must be at least 1' }],
    });
    expect((await get('/things/latest?x=1').expect(400)).body.error.details).toEqual([
      { field: 'x', message: 'is not a known field; known fields: none' },
    ]);
  });

  it('is read completely, however many parameters it has', async () => {
    const { body } = await get(`/echo?${'limit=1&'.repeat(1001)}unknown=1`).expect(400);
    expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual(['limit', 'unknown']);
  });

  it('does not turn brackets into objects', async () => {
    expect((await get('/echo?limit[a]=1').expect(400)).body.error.details).toEqual([
      expect.objectContaining({ field: 'limit[a]' }),
    ]);
  });
});

describe('a body that a route does not accept', () => {
  const remove = (body: string) =>
    http
      .delete('/api/service/things/latest')
      .set('x-api-key', 'good')
      .set('Content-Type', 'application/json')
      .send(body);

  it('is refused, and may not name another account', async () => {
    expect((await remove('{"x":1}').expect(400)).body.error.code).toBe('invalid_request');
    expect((await remove('{not json').expect(400)).body.error.code).toBe('invalid_request');
    const elsewhere = await remove('{"accountId":"0198f7a0-0000-7000-8000-000000000002"}').expect(400);
    expect(elsewhere.body.error.code).toBe('account_scope_conflict');
  });

  it('may be absent, empty or of the own account', async () => {
    await remove('').expect(200);
    await remove('{}').expect(200);
    await remove(JSON.stringify({ accountId })).expect(200);
  });
});

describe('a body', () => {
  it.each([
    ['malformed', '{"text":'],
    ['cut off', '"髙'],
  ])('is refused when %s', async (_what, text) => {
    const { body } = await json('/echo', text).expect(400);
    expect(body.error).toMatchObject({
      code: 'invalid_request',
      message: 'The request body is not valid JSON in UTF-8.',
      details: [{ field: '(root)' }],
    });
  });

  it.each([
    ['not UTF-8', [Buffer.from([0x22, 0xff, 0x22])], 400, 'invalid_request'],
    ['cut inside a character', [Buffer.from('"髙"').subarray(0, 3)], 400, 'invalid_request'],
    [
      'too large, without saying how large',
      Array(3).fill(Buffer.alloc(500_000, 'a')),
      413,
      'payload_too_large',
    ],
  ])('is refused when it comes in pieces and is %s', async (_what, pieces: Buffer[], status, code) => {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/api/service/echo`, {
      method: 'POST',
      headers: { 'x-api-key': 'good', 'Content-Type': 'application/json' },
      body: ReadableStream.from(pieces),
      duplex: 'half',
    });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { code } });
  });

  it.each(['{"__proto__":1}', '{"text":"a","limit":{"a":[{"\\u005f_proto__":{}}]}}'])(
    'is refused with a key that programs drop: %s',
    async (text) => {
      const { body } = await json('/echo', text).expect(400);
      expect(body.error.code).toBe('invalid_request');
      expect(body.error.details).toEqual([
        { field: expect.stringMatching(/__proto__$/), message: '__proto__ must not be used as a field name' },
      ]);
    },
  );

  it('may be compressed, and its decompressed size counts', async () => {
    const { port } = server.address() as AddressInfo;
    const send = async (encoding: string, bytes: Buffer) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/service/echo`, {
        method: 'POST',
        headers: { 'x-api-key': 'good', 'Content-Type': 'application/json', 'Content-Encoding': encoding },
        body: new Uint8Array(bytes),
      });
      return answer.status;
    };
    const small = JSON.stringify({ text: '髙島屋' });
    expect(await send('gzip', gzipSync(small))).toBe(201);
    expect(await send('br', brotliCompressSync(small))).toBe(201);
    expect(await send('deflate', deflateSync(small))).toBe(201);
    expect(await send('gzip', gzipSync(JSON.stringify({ text: 'a'.repeat(1024 * 1024) })))).toBe(413);
    expect(await send('gzip', Buffer.from('not compressed'))).toBe(400);
  });

  it('names at most a hundred invalid fields, and counts the rest', async () => {
    const wrong = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`k${at}`, 0]));
    const { body, text } = await json('/echo', JSON.stringify(wrong)).expect(400);
    expect(body.error.details).toHaveLength(100);
    expect(body.error.details_omitted).toBe(39_900);
    expect(body.error.details[0].message).toBe('is not a known field; known fields: text, limit');
    expect(body.error.details[1].message).toBe('is not a known field');
    expect(text.length).toBeLessThan(10_000);
    const more = await json('/echo', `{"text":[${'0,'.repeat(60_000)}0]}`).expect(413);
    expect(more.body.error.message).toBe('The request body has more than 50,000 values.');
    const commas = await json('/echo', JSON.stringify({ text: ',"[{\\'.repeat(50_000) })).expect(201);
    expect(commas.body.body.text.length).toBe(250_000);
    const long = await json('/echo', JSON.stringify({ ['k'.repeat(900_000)]: 0 })).expect(400);
    expect(long.text.length).toBeLessThan(2_000);
  });

  it('names every invalid field', async () => {
    const { body } = await json('/echo', '{"limit":10,"txt":1,"text":2}').expect(400);
    expect(body.error.code).toBe('invalid_request');
    expect(body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      'limit',
      'text',
      'txt',
    ]);
  });

  it('may be absent when nothing in it is required', async () => {
    await post('/echo').expect(201);
    await json('/echo', '').expect(201);
  });

  it('may begin with a byte order mark', async () => {
    await json('/echo', '\u{feff}{"text":"a"}').expect(201);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=shift_jis',
    'nonsense',
  ])('is refused as %s', async (type) => {
    const { body } = await post('/echo').set('Content-Type', type).send('{}').expect(415);
    expect(body.error.code).toBe('unsupported_media_type');
  });

  it.each([
    'application/json; charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/merge-patch+json',
  ])('is accepted as %s', async (type) => {
    await post('/echo').set('Content-Type', type).send('{"text":"a"}').expect(201);
  });

  it('is refused when compressed in an unknown way', async () => {
    await json('/echo', '{}').set('Content-Encoding', 'zzz').expect(415);
  });

  it('is refused beyond the limit', async () => {
    const large = JSON.stringify({ text: 'a'.repeat(1024 * 1024) });
    const { body } = await json('/echo', large).expect(413);
    expect(body.error).toMatchObject({
      code: 'payload_too_large',
      message: expect.stringContaining('1 MiB'),
    });
  });

  it('may be larger and parsed differently if the route says so', async () => {
    const { body } = await json('/bytes', 'x'.repeat(2 * 1024 * 1024)).expect(200);
    expect(body.body).toEqual({ size: 2 * 1024 * 1024 });
    await json('/bytes', 'x'.repeat(4 * 1024 * 1024 + 1)).expect(413);
  });
});

describe('the Accept header', () => {
  it.each([
    'application/json',
    '*/*',
    'text/html, application/*;q=0.2',
    'application/json; charset=utf-8',
    'text/html;q=0.9, application/json;version=1;q=0.2',
  ])('may be %s', async (accept) => {
    await get('/echo').set('Accept', accept).expect(200);
  });

  it.each(['text/html', 'application/json;q=0', 'application/json;charset=utf-8;q=0'])(
    'may not be %s',
    async (accept) => {
      const { body } = await get('/echo').set('Accept', accept).expect(406);
      expect(body.error.code).toBe('not_acceptable');
    },
  );

  it('is compared with what the route produces', async () => {
    await get('/file').set('Accept', 'text/csv').expect(200);
    await get('/file').set('Accept', 'application/json').expect(406);
  });
});

describe('a streamed answer', () => {
  it('is sent piece by piece', async () => {
    const { text, headers } = await get('/file').expect(200);
    expect(text).toBe('a,b\nc,d\n');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  });

  it('that fails before its first byte is an error like any other', async () => {
    const { body } = await get('/file?fails=first').expect(500);
    expect(body.error.code).toBe('internal_error');
  });

  it('that fails later is cut off, so that it does not look complete', async () => {
    await expect(get('/file?fails=later')).rejects.toThrow();
  });

  it('has no body for HEAD', async () => {
    await http.head('/api/service/file').set('x-api-key', 'good').expect(200);
  });
});

describe('a client that disconnects', () => {
  it('aborts the signal of its handler', async () => {
    const { port } = server.address() as AddressInfo;
    const gone = httpRequest({
      port,
      host: '127.0.0.1',
      path: '/api/service/slow',
      headers: { 'x-api-key': 'good' },
    });
    gone.on('error', () => undefined);
    const reached = once(slow, 'reached');
    gone.end();
    const [signal] = (await reached) as [AbortSignal];
    expect(signal.aborted).toBe(false);
    const aborted = once(slow, 'aborted');
    gone.destroy();
    await aborted;
    expect(signal.aborted).toBe(true);
  });
});

describe('the order of checks', () => {
  const refusal = () => new ServiceError('rate_limit_exceeded', { retryAfterSeconds: 7 });
  const other = '0198f7a0-0000-7000-8000-000000000002';

  it('is: key, account scope of the query, rate limit, account scope of the body, schema', async () => {
    decision = { headers: { RateLimit: '"search";r=0;t=7' }, refusal: refusal() };
    const everything = JSON.stringify({ accountId: other, limit: 99 });
    const noKey = await http
      .post('/api/service/echo')
      .set('Content-Type', 'text/plain')
      .send('{')
      .expect(401);
    expect(noKey.body.error.code).toBe('invalid_api_key');
    const elsewhere = await json(`/echo?account_id=${other}`, everything).expect(400);
    expect(elsewhere.body.error.code).toBe('account_scope_conflict');
    const limited = await json('/echo', everything).expect(429);
    expect(limited.body.error.code).toBe('rate_limit_exceeded');
    expect(limited.headers).toMatchObject({ 'retry-after': '7', ratelimit: '"search";r=0;t=7' });
    decision = { headers: {} };
    expect((await json('/echo', everything).expect(400)).body.error.code).toBe('account_scope_conflict');
    expect((await json('/echo', JSON.stringify({ limit: 99 })).expect(400)).body.error.code).toBe(
      'invalid_request',
    );
    expect(seen.calls).toBe(0);
  });

  it('counts malformed, oversized and unacceptable requests toward the rate before it refuses them', async () => {
    decision = { headers: {}, refusal: refusal() };
    await json('/echo', '{').expect(429);
    await json('/echo', `"${'a'.repeat(1024 * 1024)}"`).expect(429);
    await post('/echo').set('Content-Type', 'text/plain').send('x').expect(429);
    await json('/echo', '{}').set('Accept', 'text/html').expect(429);
  });

  it('puts the headers of the rate on every answer of a limited route', async () => {
    decision = { headers: { RateLimit: '"search";r=1;t=7' } };
    expect((await json('/echo', '{}').expect(201)).headers.ratelimit).toBe('"search";r=1;t=7');
    expect((await json('/echo', '{"limit":0}').expect(400)).headers.ratelimit).toBe('"search";r=1;t=7');
    expect((await get('/echo').expect(200)).headers).not.toHaveProperty('ratelimit');
  });
});

describe('the request log', () => {
  it('has one line for each request, with neither query string, headers nor body', async () => {
    const sent = json('/echo?secret-query=1', '{"text":"secret-body"}').set('Cookie', 'secret-cookie');
    const { body } = await sent.expect(400);
    const [line, ...more] = await loggedOf(logLines, body.request_id);
    expect(more).toEqual([]);
    expect(JSON.parse(line ?? '')).toMatchObject({
      method: 'POST',
      path: '/api/service/echo',
      status: 400,
      account_id: accountId,
      error_code: 'invalid_query',
      request_id: expect.any(String),
    });
    expect(line).not.toMatch(/secret|good/);
  });
});
