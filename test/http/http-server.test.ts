import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { errorEnvelopeSchema } from '../../src/contract/error-envelope.ts';
import { ServiceError } from '../../src/contract/errors.ts';
import { defineKnownFields } from '../../src/contract/fields.ts';
import { createApp } from '../../src/http/app.ts';
import { createHttpServer } from '../../src/http/http-server.ts';
import type { LimitDecision } from '../../src/http/limits.ts';
import { openLog } from '../../src/http/request-log.ts';
import { fullAccess, testRoute, unlimited } from '../support/test-route.ts';

let decision: LimitDecision = { headers: {} };
const routes = [
  testRoute(
    'POST /text',
    { limit: 'search', body: defineKnownFields({ text: z.string() }) },
    async ({ body }) => ({
      body: { ok: true, length: body.text.length },
    }),
  ),
  testRoute('GET /text', { limit: 'search' }, async () => ({ body: { ok: true } })),
];

const logLines: string[] = [];
const log = openLog('info', { write: (line) => logLines.push(line) });
const server = await listening(
  createApp({
    routes,
    log,
    trustProxy: false,
    async authenticate(key) {
      if (key !== 'good') throw new ServiceError('invalid_api_key');
      return {
        accountId: '0198f7a0-0000-7000-8000-000000000001',
        keyId: 'key',
        planId: 'plan',
        ...fullAccess,
        limits: unlimited,
      };
    },
    limits: { take: () => decision },
  }),
);
/** Answers `whole` when it has the whole request, and to `/half` with a first half at once. */
const plain = await listening((request, response) => {
  if (request.url === '/half') {
    response.writeHead(200, { 'content-length': '100' });
    response.write('the first half');
  }
  request.resume().on('end', () => response.end('whole'));
});

async function listening(listener: RequestListener): Promise<Server> {
  const made = createHttpServer(listener, log).listen(0, '127.0.0.1');
  afterAll(() => {
    made.closeAllConnections();
    made.close();
  });
  await once(made, 'listening');
  return made;
}

function portOf(listener: Server): number {
  return (listener.address() as AddressInfo).port;
}

/** Everything that the server sends until it closes the connection; `rest` is sent when an answer has begun. */
async function answerTo(listener: Server, sent: string, rest = ''): Promise<string> {
  const socket = connect(portOf(listener), '127.0.0.1');
  socket.write(sent);
  if (rest === '') return text(socket);
  const [begun] = (await once(socket, 'data')) as [Buffer];
  socket.write(rest);
  return `${begun}${await text(socket)}`;
}

beforeEach(() => {
  decision = { headers: {} };
});

const MiB = 1024 * 1024;

interface Conversation {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
  /** Bytes of the body that could be sent before the service closed the connection. */
  readonly sent: number;
}

interface Sending {
  readonly maxBytes?: number;
  /** Repeated without end, after `first`. */
  readonly piece?: Buffer;
  readonly first?: Buffer;
}

/** Sends a head, and then body without end until the service has closed the connection. */
async function sendEndlessly(
  head: readonly string[],
  { maxBytes = 300 * MiB, first, piece = Buffer.from('a') }: Sending = {},
): Promise<Conversation> {
  const socket = connect(portOf(server), '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  if (first) socket.write(chunkOf(first));
  const sent = await pour(socket, maxBytes, piece);
  await closed;
  const [headers = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(headers.split(' ')[1]), headers, body, sent };
}

function chunkOf(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

/** @returns bytes that were taken from this side */
async function pour(socket: Socket, maxBytes: number, piece: Buffer): Promise<number> {
  const bytes = Buffer.alloc(0x10000 - (0x10000 % piece.length), piece);
  const chunk = chunkOf(bytes);
  let sent = 0;
  while (sent < maxBytes && !socket.destroyed && socket.writable) {
    const goesOn = socket.write(chunk);
    sent += bytes.length;
    if (!goesOn) {
      await new Promise<void>((resolve) =>
        socket.once('drain', () => resolve()).once('close', () => resolve()),
      );
    }
  }
  return sent - socket.writableLength;
}

const request = (method: string, ...headers: string[]) => [
  `${method} /api/service/text HTTP/1.1`,
  'Host: a',
  'Content-Type: application/json',
  ...headers,
];
const chunked = 'Transfer-Encoding: chunked';
const long = `Content-Length: ${300 * MiB}`;
const key = 'x-api-key: good';

/** What the system buffers for a connection, in addition to what the service reads. */
const buffers = 24 * MiB;

describe('a body that is not going to be read', () => {
  it.each([
    ['of a wrong key', request('POST', chunked, 'x-api-key: wrong'), 401, 'invalid_api_key'],
    ['of a wrong key, with its length', request('POST', long, 'x-api-key: wrong'), 401, 'invalid_api_key'],
    ['that is too large by its length', request('POST', long, key), 413, 'payload_too_large'],
    ['that turns out too large', request('POST', chunked, key), 413, 'payload_too_large'],
    [
      'that turns out too large and is not JSON',
      request('POST', chunked, key).map((line) => line.replace('application/json', 'text/plain')),
      415,
      'unsupported_media_type',
    ],
    ['for a path that does not exist', ['POST /nowhere HTTP/1.1', 'Host: a', chunked], 404, 'not_found'],
    ['for a method that no path supports', request('DELETE', chunked, key), 405, 'method_not_allowed'],
  ])('ends the connection with its answer: %s', async (_what, head, status, code) => {
    const answer = await sendEndlessly(head);
    expect(answer.status).toBe(status);
    expect(errorEnvelopeSchema.parse(JSON.parse(answer.body)).error.code).toBe(code);
    expect(answer.headers).toMatch(/\r\nconnection: close/i);
    expect(answer.sent).toBeLessThan(buffers);
  });

  it.each([
    ['members of gzip', 'gzip', undefined, gzipSync('')],
    ['blocks of deflate', 'deflate', Buffer.from([0x78, 0x9c]), Buffer.from([0, 0, 0, 0xff, 0xff])],
  ])(
    'ends the connection when its bytes are too many and inflate to nothing: %s',
    async (_, encoding, first, piece) => {
      const head = request('POST', chunked, key, `Content-Encoding: ${encoding}`);
      const answer = await sendEndlessly(head, { piece, ...(first && { first }) });
      expect(answer.status).toBe(413);
      expect(answer.sent).toBeLessThan(buffers);
    },
  );

  it('ends the connection when the rate is used up', async () => {
    decision = { headers: {}, refusal: new ServiceError('rate_limit_exceeded', { retryAfterSeconds: 7 }) };
    const answer = await sendEndlessly(request('POST', chunked, key));
    expect(answer.status).toBe(429);
    expect(answer.sent).toBeLessThan(buffers);
  });

  it.each(['GET', 'OPTIONS'])('ends the connection of %s, which accepts no body', async (method) => {
    const answer = await sendEndlessly(request(method, chunked, key));
    expect([200, 204]).toContain(answer.status);
    expect(answer.headers).toMatch(/\r\nconnection: close/i);
    expect(answer.sent).toBeLessThan(buffers);
  });

  it('is not requested when the client waits for 100 Continue', async () => {
    const answer = await sendEndlessly(request('POST', long, 'x-api-key: wrong', 'Expect: 100-continue'), {
      maxBytes: 0,
    });
    expect(answer.status).toBe(401);
    expect(answer.headers).toMatch(/\r\nconnection: close/i);
  });
});

describe('a body that is read', () => {
  it('is requested when the client waits for 100 Continue, whatever else it expects', async () => {
    const body = '{"text":"abc"}';
    const head = (expectation: string) =>
      [
        ...request('POST', key, `Content-Length: ${body.length}`, 'Connection: close', expectation),
        '',
        '',
      ].join('\r\n');
    const continued = await answerTo(server, head('Expect: 100-continue') + body);
    expect(continued).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
    const unknown = await answerTo(server, head('Expect: wonders') + body);
    expect(unknown).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it('leaves the connection open, also after an error', async () => {
    const answer = await fetch(`http://127.0.0.1:${portOf(server)}/api/service/text`, {
      method: 'POST',
      headers: { 'x-api-key': 'wrong', 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('connection')).toBe('keep-alive');
    await answer.text();
  });
});

describe('a request without Host', () => {
  const answerWith = (hosts: string, version = '1.1') =>
    answerTo(server, `GET /api/service/text HTTP/${version}\r\n${hosts}${key}\r\nConnection: close\r\n\r\n`);

  it('is refused in the envelope', async () => {
    const [head = '', body = ''] = (await answerWith('')).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(errorEnvelopeSchema.parse(JSON.parse(body)).error).toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'Host', message: 'is required' }],
    });
  });

  it('is refused, like one with two of them', async () => {
    const answer = await answerWith('Host: a\r\nHost: b\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('must be given once');
  });

  it('is answered in HTTP/1.0, which has no Host', async () => {
    expect(await answerWith('', '1.0')).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});

const chunkedPost = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('data that is not an HTTP request', () => {
  it.each([
    ['an unknown method', 'NONSENSE / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'invalid_request'],
    ['no request line', 'hello\r\n\r\n', 400, 'invalid_request'],
    ['a header without a name', 'GET / HTTP/1.1\r\n: a\r\n\r\n', 400, 'invalid_request'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
      'invalid_request',
    ],
    ['a chunk without a length', `${chunkedPost}zz\r\nabc\r\n`, 400, 'invalid_request'],
    [
      'a head of 20 KiB',
      `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
      413,
      'payload_too_large',
    ],
  ])('is answered in the envelope: %s', async (_, sent, status, code) => {
    const [head = '', body = ''] = (await answerTo(plain, sent)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const envelope = errorEnvelopeSchema.parse(JSON.parse(body));
    expect(envelope.error.code).toBe(code);
    expect(head).toContain(`X-Request-Id: ${envelope.request_id}`);
    expect(logLines.at(-1)).toContain(envelope.request_id);
  });

  it('is also answered after a complete request', async () => {
    const answers = await answerTo(plain, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'hello\r\n\r\n');
    const [whole, broken] = answers.split('HTTP/1.1 400 Bad Request');
    expect(whole).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(whole).toMatch(/whole/);
    expect(broken).toContain('invalid_request');
  });

  it('never follows half of another answer', async () => {
    const answer = await answerTo(plain, chunkedPost.replace('POST /', 'POST /half'), 'zz\r\n');
    expect(answer).toContain('the first half');
    expect(answer).not.toContain('invalid_request');
  });
});
