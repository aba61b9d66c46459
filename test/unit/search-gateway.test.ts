import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { Engine } from '../../src/search/engine.ts';
import { SearchGateway } from '../../src/search/gateway.ts';

/** The gateway with an engine that gives this answer to every request. */
function gatewayOf(answer: object): SearchGateway {
  return new SearchGateway({ post: async () => Buffer.from(JSON.stringify(answer)) });
}

const hits = { total: { value: 3 }, hits: [] };
const whole = { timed_out: false, _shards: { failed: 0 }, hits };
const part = { timed_out: false, _shards: { failed: 1 }, hits };

describe('an answer in which a part of the index is missing', () => {
  const unavailable = expect.objectContaining({ code: 'search_unavailable' });

  it('counts as a failure: its total is not that of the index', async () => {
    await expect(gatewayOf(part).search('companies', {})).rejects.toEqual(unavailable);
    await expect(gatewayOf(part).rows('observations', {})).rejects.toEqual(unavailable);
    await expect(
      gatewayOf({ responses: [whole, part] }).multiSearch('observations', [{}, {}]),
    ).rejects.toEqual(unavailable);
  });

  it('is distinguished from a complete answer, and from one that timed out', async () => {
    expect((await gatewayOf(whole).search('companies', {})).total).toBe(3);
    expect((await gatewayOf(whole).rows('observations', {})).total).toBe(3);
    const late = await gatewayOf({ ...whole, timed_out: true }).search('companies', {});
    expect(late).toMatchObject({ total: 3, timedOut: true });
  });
});

describe('a request with a preference', () => {
  it('names it, so that the same copy of the index answers', async () => {
    const sent: string[] = [];
    const gateway = new SearchGateway({
      async post(path) {
        sent.push(path);
        return Buffer.from(JSON.stringify(whole));
      },
    });
    await gateway.rows('observations', {}, { preference: 'a b' });
    await gateway.search('companies', {}, { preference: 'c' });
    await gateway.search('companies', {});
    expect(sent).toEqual([
      expect.stringMatching(/^\/observations\/_search\?filter_path=.+&preference=a%20b$/),
      '/companies/_search?preference=c',
      '/companies/_search',
    ]);
  });
});

describe('a request that times out', () => {
  it('ends alone: another request of the same caller continues', async () => {
    const waiting = new Map<string | undefined, ServerResponse>();
    const engine = createServer((request, response) => {
      waiting.set(request.url?.split('/')[1], response);
      engine.emit('requested');
    });
    engine.listen(0, '127.0.0.1');
    await once(engine, 'listening');
    const { port } = engine.address() as AddressInfo;
    const client = new Engine({ nodes: [`http://127.0.0.1:${port}`] });
    const gateway = new SearchGateway(client);
    const caller = new AbortController();
    try {
      const page = gateway.search('page', {}, { signal: caller.signal });
      page.catch(() => undefined);
      await once(engine, 'requested');
      const count = gateway.search('count', {}, { signal: caller.signal, timeoutMs: 1 });
      await expect(count).rejects.toMatchObject({ code: 'search_unavailable' });
      const answer = waiting.get('page');
      answer?.setHeader('X-Elastic-Product', 'Elasticsearch').setHeader('Content-Type', 'application/json');
      answer?.end(JSON.stringify(whole));
      expect((await page).total).toBe(3);

      const aborted = gateway.search('aborted', {}, { signal: caller.signal, timeoutMs: 60_000 });
      aborted.catch(() => undefined);
      await once(engine, 'requested');
      caller.abort();
      await expect(aborted).rejects.toMatchObject({ name: 'RequestAbortedError' });
    } finally {
      await client.close();
      engine.closeAllConnections();
      engine.close();
    }
  });
});
