import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorEnvelopeSchema } from '../../src/contract/envelope.ts';
import { createHttpServer } from '../../src/http/http-server.ts';
import { openLog } from '../../src/http/request-log.ts';

let server: Server;
const logLines: string[] = [];

beforeAll(async () => {
  const log = openLog('info', { write: (line) => logLines.push(line) });
  server = createHttpServer((request, response) => {
    if (request.url === '/half') {
      response.writeHead(200, { 'content-length': '100' });
      response.write('the first half');
    }
    request.resume().on('end', () => response.end('whole'));
  }, log);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Everything that the service sends until it closes the connection; `rest` is sent when an answer has begun. */
async function answerTo(sent: string, rest = ''): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(sent);
  if (rest === '') return text(socket);
  const [begun] = (await once(socket, 'data')) as [Buffer];
  socket.write(rest);
  return `${begun}${await text(socket)}`;
}

const chunked = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

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
    ['a chunk without a length', `${chunked}zz\r\nabc\r\n`, 400, 'invalid_request'],
    [
      'a head of 20 KiB',
      `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
      413,
      'payload_too_large',
    ],
  ])('is answered in the envelope: %s', async (_, sent, status, code) => {
    const [head = '', body = ''] = (await answerTo(sent)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const envelope = errorEnvelopeSchema.parse(JSON.parse(body));
    expect(envelope.error.code).toBe(code);
    expect(head).toContain(`X-Request-Id: ${envelope.request_id}`);
    expect(logLines.at(-1)).toContain(envelope.request_id);
  });

  it('is also answered after a complete request', async () => {
    const answers = await answerTo('GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'hello\r\n\r\n');
    const [whole, broken] = answers.split('HTTP/1.1 400 Bad Request');
    expect(whole).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(whole).toMatch(/whole/);
    expect(broken).toContain('invalid_request');
  });

  it('never follows half of another answer', async () => {
    const answer = await answerTo(chunked.replace('POST /', 'POST /half'), 'zz\r\n');
    expect(answer).toContain('the first half');
    expect(answer).not.toContain('invalid_request');
  });
});
