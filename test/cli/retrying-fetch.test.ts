import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createRetryingFetch } from '../../cli/retrying-fetch.ts';
import { createClient } from '../../client/index.ts';

/** A service that gives these answers, one per request. */
let answers: ((request: IncomingMessage, response: ServerResponse) => void)[] = [];
let received: { method: string; body: string }[] = [];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push({ method: request.method ?? '', body });
  const answer = answers.shift();
  if (answer) answer(request, response);
  else response.end('{}');
});
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/service`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  answers = [];
  received = [];
});

const refuse = (status: number, headers: Record<string, string> = {}, code = 'some_code') => {
  return (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, headers);
    response.end(JSON.stringify({ error: { code } }));
  };
};
const hangUp = (request: IncomingMessage) => void request.socket.destroy();

async function send(request: Request, { timeoutSeconds = 5, maxWaitSeconds = 120 } = {}) {
  const waits: number[] = [];
  const sent: number[] = [];
  const fetching = createRetryingFetch(
    {
      fetch,
      signal: new AbortController().signal,
      now: () => new Date('2026-01-01T00:00:00Z'),
      sleep: async (milliseconds) => void waits.push(milliseconds),
    },
    { timeoutSeconds, maxWaitSeconds, onSent: (bytes) => sent.push(bytes) },
  );
  const outcome = await fetching(request).catch((error: Error) => error);
  return { outcome, status: outcome instanceof Response ? outcome.status : null, waits, sent };
}

const get = () => new Request(`${url}/sources`);
const post = (path: string, headers: Record<string, string> = {}) =>
  new Request(`${url}${path}`, { method: 'POST', body: '{"a":1}', headers });

describe('a request above the rate limit', () => {
  it('waits the seconds of Retry-After', async () => {
    answers = [refuse(429, { 'Retry-After': '7' })];
    expect(await send(get())).toMatchObject({ status: 200, waits: [7000] });
  });

  it('waits until the date of Retry-After', async () => {
    answers = [refuse(429, { 'Retry-After': 'Thu, 01 Jan 2026 00:00:30 GMT' })];
    expect(await send(get())).toMatchObject({ status: 200, waits: [30_000] });
  });

  it('is retried with the same body, even if it is not safe to repeat, because nothing was done', async () => {
    answers = [refuse(429, { 'Retry-After': '1' })];
    expect(await send(post('/lists/1/publish'))).toMatchObject({ status: 200, waits: [1000] });
    expect(received).toEqual([
      { method: 'POST', body: '{"a":1}' },
      { method: 'POST', body: '{"a":1}' },
    ]);
  });

  it('fails at once when the wait would be longer than allowed', async () => {
    answers = [refuse(429, { 'Retry-After': '3600' })];
    expect(await send(get(), { maxWaitSeconds: 60 })).toMatchObject({ status: 429, waits: [] });
  });

  it('fails after five attempts', async () => {
    answers = Array.from({ length: 9 }, () => refuse(429, { 'Retry-After': '1' }));
    expect(await send(get())).toMatchObject({ status: 429, waits: [1000, 1000, 1000, 1000] });
  });
});

describe('an unreachable service', () => {
  it.each([
    ['GET', get],
    ['a search', () => post('/search')],
    ['a batch', () => post('/resolve/batch')],
    ['a mapping', () => post('/sources/0190/map')],
    ['an estimate', () => post('/lists/0190/enrichments/estimate')],
    ['a call with a key', () => post('/lists/materialize', { 'Idempotency-Key': 'k' })],
  ] as const)('gets the request again: %s', async (_, request) => {
    answers = [refuse(503, { 'Retry-After': '2' }), hangUp];
    expect(await send(request())).toMatchObject({ status: 200, waits: [2000, 2000] });
  });

  it.each([
    ['publishing', '/lists/0190/publish'],
    ['delivering', '/lists/0190/deliver'],
  ])('does not get a request again that may have been executed: %s', async (_, path) => {
    answers = [refuse(503, { 'Retry-After': '2' })];
    expect(await send(post(path))).toMatchObject({ status: 503, waits: [] });
    answers = [hangUp];
    const { outcome } = await send(post(path));
    expect(outcome).toMatchObject({ exitCode: 8, message: expect.stringContaining('cannot be reached') });
    expect(received).toHaveLength(2);
  });

  it('is retried after increasing waits if the answer does not say how long to wait', async () => {
    answers = Array.from({ length: 9 }, () => refuse(503));
    expect(await send(get())).toMatchObject({ status: 503, waits: [1000, 2000, 4000, 8000] });
  });

  const half = (end: 'breaks off' | 'hangs') => (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': '100' });
    response.write('{"ok":', () => end === 'breaks off' && response.destroy());
  };

  it('is retried when its answer is incomplete', async () => {
    answers = [half('breaks off')];
    const { outcome, waits } = await send(get());
    expect(outcome).toBeInstanceOf(Response);
    expect(waits).toEqual([1000]);
    answers = [half('breaks off')];
    expect(await send(post('/lists/0190/publish'))).toMatchObject({
      outcome: { exitCode: 8, message: expect.stringContaining('sent an incomplete answer') },
      waits: [],
    });
  });

  it('gets no more time than the time-out, even in the middle of its answer', async () => {
    answers = [half('hangs')];
    const { outcome } = await send(post('/lists/0190/publish'), { timeoutSeconds: 0.2 });
    expect(outcome).toMatchObject({ exitCode: 8, message: expect.stringContaining('within 0.2 seconds') });
  });

  it('gets no more time than the time-out', async () => {
    answers = Array.from({ length: 9 }, () => () => {});
    const { outcome } = await send(post('/lists/0190/publish'), { timeoutSeconds: 0.2 });
    expect(outcome).toMatchObject({ exitCode: 8, message: expect.stringContaining('within 0.2 seconds') });
  });
});

describe('a wait', () => {
  it('ends when the caller cancels the call', async () => {
    answers = [refuse(429, { 'Retry-After': '50' })];
    const client = createClient({ baseUrl: url.replace('/api/service', ''), apiKey: 'key' });
    const canceling = new AbortController();
    const call = client.GET('/api/service/usage', { signal: canceling.signal });
    setTimeout(() => canceling.abort(new Error('not wanted')), 300);
    await expect(call).rejects.toThrow('not wanted');
    expect(received).toHaveLength(1);
  }, 5_000);
});

describe('other answers', () => {
  it('are final', async () => {
    for (const status of [400, 402, 404, 409, 422, 500]) {
      answers = [refuse(status)];
      expect(await send(get())).toMatchObject({ status, waits: [] });
    }
  });

  it('are waited for while the first call with the same key still runs', async () => {
    answers = [refuse(409, {}, 'idempotency_key_in_use')];
    const request = post('/lists/materialize', { 'Idempotency-Key': 'k' });
    expect(await send(request)).toMatchObject({ status: 200, waits: [1000] });
  });

  it('that redirect are not followed, because the key is for one address', async () => {
    answers = [refuse(307, { Location: 'http://127.0.0.1:1/' })];
    expect(await send(get())).toMatchObject({ status: 307, waits: [] });
    expect(received).toHaveLength(1);
  });
});

describe('a large body', () => {
  it('reports how much of it has been sent', async () => {
    const body = 'x'.repeat(200_000);
    const { status, sent } = await send(new Request(`${url}/sources/import`, { method: 'POST', body }));
    expect(status).toBe(200);
    expect(sent.at(-1)).toBe(200_000);
    expect(sent.length).toBeGreaterThan(3);
    expect(received[0]?.body).toBe(body);
  });
});

describe('a request that waits while garbage is collected', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const silent = () => {};

  /** What becomes of a call that is not answered. `act` is called while it waits. */
  async function outcomeOf(
    call: (client: ReturnType<typeof createClient>) => Promise<unknown>,
    { timeoutSeconds, act = () => {} }: { readonly timeoutSeconds: number; readonly act?: () => void },
  ) {
    answers = [silent];
    const client = createClient({
      baseUrl: url.replace('/api/service', ''),
      apiKey: 'key',
      retry: { timeoutSeconds, maxTries: 1 },
    });
    const collecting = setInterval(collect, 100);
    setTimeout(act, 300);
    const outcome = await call(client).catch((error: Error) => error.name);
    clearInterval(collecting);
    return outcome;
  }

  it('still ends with its time', async () => {
    const outcome = await outcomeOf((client) => client.GET('/api/service/credits/balance'), {
      timeoutSeconds: 1,
    });
    expect(outcome).toBe('NoAnswerError');
  });

  it('still ends when its caller wants that', async () => {
    const caller = new AbortController();
    const outcome = await outcomeOf(
      (client) => client.GET('/api/service/credits/balance', { signal: caller.signal }),
      // The time-out would come after the end of the test.
      { timeoutSeconds: 600, act: () => caller.abort() },
    );
    expect(outcome).toBe('AbortError');
  });
});
