import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@elastic/elasticsearch';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type ElasticsearchOptions, openElasticsearch } from '../../src/search/elasticsearch.ts';
import { Engine } from '../../src/search/engine.ts';

const servers: Server[] = [];
const clients: Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function nodeOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function engineOf(
  nodes: readonly string[],
  { requestTimeoutMs, ...options }: Omit<ElasticsearchOptions, 'nodes'> = {},
): Engine {
  const client = openElasticsearch({ nodes, ...options });
  clients.push(client);
  return new Engine(client, requestTimeoutMs);
}

/** A node that answers with this status, and counts its requests. */
async function countingNode(status: number, body: object = { ok: true }) {
  const seen = { requests: 0 };
  const url = await nodeOf((_, response) => {
    seen.requests += 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return { url, seen };
}

const nobody = 'http://127.0.0.1:1';

describe('a request to the engine', () => {
  it('has the path, the body, its media type and the key', async () => {
    const requests: unknown[] = [];
    const url = await nodeOf(async (request, response) => {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method, headers } = request;
      requests.push([
        method,
        request.url,
        headers['content-type'],
        headers.authorization,
        String(Buffer.concat(chunks)),
      ]);
      response.end('{}');
    });
    const keyed = engineOf([`${url}/behind/a/proxy/`], { apiKey: 'secret' });
    await keyed.post('/companies/_search', '{"size":0}');
    await keyed.post('/companies/_msearch', '{}\n{}\n', { lines: true });
    await engineOf([url.replace('//', '//us%40er:pass@')]).post('/companies/_search', '{}');
    const basic = `Basic ${Buffer.from('us@er:pass').toString('base64')}`;
    expect(requests).toEqual([
      ['POST', '/behind/a/proxy/companies/_search', 'application/json', 'ApiKey secret', '{"size":0}'],
      ['POST', '/behind/a/proxy/companies/_msearch', 'application/x-ndjson', 'ApiKey secret', '{}\n{}\n'],
      ['POST', '/companies/_search', 'application/json', basic, '{}'],
    ]);
  });

  it('goes to another node if one cannot be reached or is not available, and leaves that one alone for a while', async () => {
    const starting = await countingNode(503);
    const healthy = await countingNode(200);
    const engine = engineOf([nobody, starting.url, healthy.url]);
    for (let at = 0; at < 20; at += 1)
      expect(JSON.parse(String(await engine.post('/companies/_search', '{}')))).toEqual({ ok: true });
    expect(healthy.seen.requests).toBe(20);
    expect(starting.seen.requests).toBeLessThanOrEqual(2);
  });

  it('uses all nodes in turn while they answer', async () => {
    const nodes = await Promise.all([countingNode(200), countingNode(200), countingNode(200)]);
    const engine = engineOf(nodes.map(({ url }) => url));
    for (let at = 0; at < 9; at += 1) await engine.post('/companies/_search', '{}');
    expect(nodes.map(({ seen }) => seen.requests)).toEqual([3, 3, 3]);
  });

  it('is sent again if the kept connection was closed meanwhile', async () => {
    const url = await nodeOf((request, response) => {
      response.end('{}', () => setImmediate(() => request.socket.destroy()));
    });
    const engine = engineOf([url]);
    for (let at = 0; at < 5; at += 1)
      expect(String(await engine.post('/companies/_search', '{}'))).toBe('{}');
  });

  it('fails with the last reason if no node answers', async () => {
    await expect(engineOf([nobody]).post('/companies/_search', '{}')).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
    const starting = await countingNode(503, { error: { type: 'cluster_block_exception' } });
    await expect(engineOf([starting.url]).post('/companies/_search', '{}')).rejects.toMatchObject({
      name: 'EngineRefusal',
      meta: { statusCode: 503, body: { error: { type: 'cluster_block_exception' } } },
    });
  });

  it('is refused once: another node would refuse it too', async () => {
    const [one, other] = [
      await countingNode(400, { error: { type: 'parsing_exception' } }),
      await countingNode(400),
    ];
    await expect(engineOf([one.url, other.url]).post('/companies/_search', '{')).rejects.toMatchObject({
      name: 'EngineRefusal',
    });
    expect(one.seen.requests + other.seen.requests).toBe(1);
  });

  it('is given up when its time is over, and then not sent again', async () => {
    let requests = 0;
    const silent = () =>
      nodeOf(() => {
        requests += 1;
      });
    const engine = engineOf([await silent(), await silent()], { requestTimeoutMs: 200 });
    await expect(engine.post('/companies/_search', '{}')).rejects.toMatchObject({ name: 'EngineTimeout' });
    await expect(engine.post('/companies/_search', '{}', { timeoutMs: 10 })).rejects.toMatchObject({
      name: 'EngineTimeout',
    });
    expect(requests).toBeLessThanOrEqual(2);
  });

  it('ends with its caller, whose signal is left without listeners otherwise', async () => {
    const silent = await nodeOf(() => undefined);
    const caller = new AbortController();
    const asked = engineOf([silent]).post('/companies/_search', '{}', { signal: caller.signal });
    setImmediate(() => caller.abort());
    await expect(asked).rejects.toMatchObject({ name: 'RequestAbortedError' });
    await expect(
      engineOf([silent]).post('/companies/_search', '{}', { signal: caller.signal }),
    ).rejects.toMatchObject({ name: 'RequestAbortedError' });
  });
});

describe('a node that hangs', () => {
  it('is left for another one, unless it is only slow', async () => {
    const hanging = await nodeOf(() => undefined);
    const slow = await nodeOf((request, response) => {
      if (request.method === 'HEAD') response.end();
      else setTimeout(() => response.end('{"slow":true}'), 1_500);
    });
    const engine = engineOf([hanging, slow]);
    const answers = await Promise.all([1, 2].map(() => engine.post('/companies/_search', '{}')));
    expect(answers.map(String)).toEqual(['{"slow":true}', '{"slow":true}']);
  });
});
