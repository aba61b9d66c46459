import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@elastic/elasticsearch';
import { afterEach, describe, expect, it } from '@jest/globals';
import { BulkWriter, RefusedDocuments } from '../../indexers/indexing/writing/bulk-writer.ts';
import { openElasticsearch } from '../../src/search/elasticsearch.ts';

type Answer = { status: number; items?: number[] };

let server: Server | undefined;
let client: Client | undefined;
afterEach(async () => {
  await client?.close();
  server?.closeAllConnections();
  server?.close();
});

/** An engine that is full on demand, which a real one cannot be. */
async function engine(answers: Answer[]): Promise<{ bodies: string[]; maxConcurrent: () => number }> {
  const bodies: string[] = [];
  let atOnce = 0;
  let maxConcurrent = 0;
  server = createServer(async (request, response) => {
    maxConcurrent = Math.max(maxConcurrent, ++atOnce);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(Buffer.concat(chunks).toString());
    const answer = answers.shift() ?? { status: 200 };
    const items = answer.items?.map((status) => ({
      index: { status, ...(status >= 300 && { error: { type: `status_${status}`, reason: 'because' } }) },
    }));
    setTimeout(() => {
      atOnce -= 1;
      response
        .writeHead(answer.status, {
          'content-type': 'application/json',
          'x-elastic-product': 'Elasticsearch',
        })
        .end(JSON.stringify({ errors: items?.some(({ index }) => 'error' in index) ?? false, items }));
    }, 20);
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  client = openElasticsearch({ nodes: [`http://127.0.0.1:${(listening.address() as AddressInfo).port}`] });
  return { bodies, maxConcurrent: () => maxConcurrent };
}

function writer(options = {}): BulkWriter {
  if (!client) throw new Error('no engine');
  return new BulkWriter(client, 'target', { firstPauseMs: 1, ...options });
}

const document = (id: string, version = 1) => ({ id, version, json: `{"name":"株式会社${id}"}` });
const idsIn = (body: string | undefined) => [...(body ?? '').matchAll(/"_id":"(\w+)"/g)].map(([, id]) => id);

describe('the bulk writer', () => {
  it('writes an action line with the external version before each document', async () => {
    const { bodies } = await engine([]);
    const bulk = writer();
    await bulk.addDocument(document('a', 5));
    await bulk.flush();
    expect(bodies).toEqual([
      '{"index":{"_id":"a","version":5,"version_type":"external_gte"}}\n{"name":"株式会社a"}\n',
    ]);
    expect(bulk.counts).toEqual({ written: 1, superseded: 0, retried: 0 });
  });

  it('resends only the documents that the node had no capacity for', async () => {
    const { bodies } = await engine([
      { status: 200, items: [201, 429, 200, 429] },
      { status: 200, items: [429, 201] },
    ]);
    const bulk = writer();
    for (const id of ['a', 'b', 'c', 'd']) await bulk.addDocument(document(id));
    await bulk.flush();
    expect(bodies.map(idsIn)).toEqual([['a', 'b', 'c', 'd'], ['b', 'd'], ['b']]);
    expect(bodies[2]).toContain('{"name":"株式会社b"}\n');
    expect(bulk.counts).toEqual({ written: 4, superseded: 0, retried: 3 });
  });

  it('sends a whole request again when that was refused', async () => {
    const { bodies } = await engine([{ status: 429 }, { status: 429 }]);
    const bulk = writer();
    await bulk.addDocument(document('a'));
    await bulk.flush();
    expect(bodies).toHaveLength(3);
    expect(bulk.counts.written).toBe(1);
  });

  it('counts a document of which the index has a newer version as superseded', async () => {
    await engine([{ status: 200, items: [409, 200] }]);
    const bulk = writer();
    await bulk.addDocument(document('a'));
    await bulk.addDocument(document('b'));
    await bulk.flush();
    expect(bulk.counts).toEqual({ written: 1, superseded: 1, retried: 0 });
  });

  it('fails with the ids and reasons of documents that the index refuses', async () => {
    await engine([{ status: 200, items: [200, 400] }]);
    const bulk = writer();
    await bulk.addDocument(document('a'));
    await bulk.addDocument(document('b'));
    const failure = await bulk.flush().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RefusedDocuments);
    expect(failure).toMatchObject({ items: [{ id: 'b', reason: 'status_400: because' }] });
  });

  it('has at most the permitted number of requests in flight', async () => {
    const { bodies, maxConcurrent } = await engine([]);
    const bulk = writer({ inFlight: 2, requestSize: 1 });
    for (let i = 0; i < 9; i++) await bulk.addDocument(document(`d${i}`));
    await bulk.flush();
    expect(bodies.flatMap(idsIn).sort()).toEqual(Array.from({ length: 9 }, (_, i) => `d${i}`));
    expect(maxConcurrent()).toBe(2);
  });
});
