import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { openElasticsearch } from '../../src/search/elasticsearch.ts';
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
    await expect(gatewayOf(part).searchRows('observations', {})).rejects.toEqual(unavailable);
    await expect(
      gatewayOf({ responses: [whole, part] }).searchMany('observations', [{}, {}]),
    ).rejects.toEqual(unavailable);
  });

  it('is distinguished from a complete answer, and from one that timed out', async () => {
    expect((await gatewayOf(whole).search('companies', {})).total).toBe(3);
    expect((await gatewayOf(whole).searchRows('observations', {})).total).toBe(3);
    const late = await gatewayOf({ ...whole, timed_out: true }).search('companies', {});
    expect(late).toMatchObject({ total: 3, timedOut: true });
  });
});

describe('searches sent together', () => {
  const asked = async (answer: object, many: number) => {
    const settled: string[] = [];
    const searches = Array.from({ length: many }, (_, at) => ({
      question: {},
      resolve: ({ total }: { total: number | null }) => settled.push(`${at} found ${total}`),
      reject: (error: unknown) => settled.push(`${at} ${Object(error).code}`),
    }));
    const settle = await gatewayOf(answer).searchTogether('companies')(searches);
    await settle();
    return settled;
  };

  it('are each answered or refused alone', async () => {
    const refused = { error: { type: 'es_rejected_execution_exception' }, status: 429 };
    expect(await asked({ responses: [whole, refused, part, whole] }, 4)).toEqual([
      '0 found 3',
      '1 search_unavailable',
      '2 search_unavailable',
      '3 found 3',
    ]);
  });

  it('are refused by what is no JSON, like a search alone', async () => {
    const gateway = new SearchGateway({ post: async () => Buffer.from('<html>') });
    const refused = expect.objectContaining({ code: 'search_unavailable' });
    const nobody = { question: {}, resolve: () => undefined, reject: () => undefined };
    const settle = await gateway.searchTogether('companies')([nobody, nobody]);
    expect(settle).toThrow(expect.objectContaining({ code: 'search_unavailable' }));
    await expect(gateway.search('companies', {})).rejects.toEqual(refused);
    await expect(gateway.searchRows('companies', {})).rejects.toEqual(refused);
  });

  it('do not find nobody in what is not an answer', async () => {
    const [found, ...others] = await asked({ responses: [whole, {}] }, 3);
    expect(found).toBe('0 found 3');
    expect(others).toEqual(['1 search_unavailable', '2 search_unavailable']);
    expect(await asked({ html: 'no' }, 2)).toEqual(['0 search_unavailable', '1 search_unavailable']);
    await expect(asked({}, 1)).rejects.toEqual(expect.objectContaining({ code: 'search_unavailable' }));
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
    await gateway.searchRows('observations', {}, { preference: 'a b' });
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
    const client = openElasticsearch({ nodes: [`http://127.0.0.1:${port}`] });
    const gateway = new SearchGateway(new Engine(client));
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
