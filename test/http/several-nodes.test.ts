import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { companyFacts, idOf } from '../support/companies.ts';
import { startElasticsearchProxy } from '../support/elasticsearch-proxy.ts';
import { testStack } from '../support/environment.ts';
import { serviceSuite, startTestService, type TestService } from '../support/service.ts';

const nobody = 'http://127.0.0.1:1';
const isSearch = (body: string) => body.includes('"query"');
/** Longer than any wait of the service. */
const forEver = () => 3_600_000;

const name = '架空工業株式会社';
const { database, service, end } = await serviceSuite([companyFacts({ number: 1, name })]);
afterAll(end);
await service.reindexCompanies();
await service.reindexObservations();
const account = await service.createAccount({ plan: 'unlimited' });

async function withNodes(nodes: readonly string[], work: (service: TestService) => Promise<void>) {
  const ofNodes = await startTestService(database, {
    ELASTICSEARCH_URL: nodes.join(','),
    INDEX_PREFIX: service.indexPrefix,
  });
  try {
    await work(ofNodes);
  } finally {
    await ofNodes.stop({ keepIndices: true });
  }
}

async function search(from: TestService) {
  const { body, status, headers } = await from.as(account).post('/api/service/search').send({ query: name });
  return { status, body, retryAfter: Number(headers['retry-after']) };
}

async function find(from: TestService) {
  const { status, body } = await search(from);
  return [
    status,
    body.companies?.map(({ company }: { company: { company_id: string } }) => company.company_id),
  ];
}

const found = [200, [idOf(1)]];

describe('several nodes of Elasticsearch', () => {
  it('answer when the first does not listen, also the check of readiness', () =>
    withNodes([nobody, testStack().elasticsearchUrl], async (ofNodes) => {
      for (let turn = 0; turn < 4; turn += 1) expect(await find(ofNodes)).toEqual(found);
      await ofNodes.anonymous.get('/readyz').expect(200);
    }));

  it('answer while one hangs, and use it again when it answers', async () => {
    const proxy = await startElasticsearchProxy();
    try {
      await withNodes([proxy.url, testStack().elasticsearchUrl], async (ofNodes) => {
        proxy.delayMs = forEver;
        for (let turn = 0; turn < 4; turn += 1) expect(await find(ofNodes)).toEqual(found);
        expect(proxy.bodies.some(isSearch)).toBe(true);
        proxy.delayMs = () => 0;
        const before = proxy.bodies.filter(isSearch).length;
        while (proxy.bodies.filter(isSearch).length === before) {
          expect(await find(ofNodes)).toEqual(found);
          await wait(100);
        }
      });
    } finally {
      await proxy.stop();
    }
  });

  it('keep a slow search on a node that answers, and send it once', async () => {
    const proxies = [await startElasticsearchProxy(), await startElasticsearchProxy()];
    try {
      await withNodes(
        proxies.map(({ url }) => url),
        async (ofNodes) => {
          // The count has a limit of its own; the page has not.
          for (const proxy of proxies) proxy.delayMs = (body) => (body.includes('"name_prefix"') ? 2_500 : 0);
          expect((await search(ofNodes)).status).toBe(200);
          const sent = proxies.flatMap(({ bodies }) => bodies);
          expect(sent.filter((body) => body.includes('"name_prefix"'))).toHaveLength(1);
          expect(sent).toContain('');
        },
      );
    } finally {
      for (const proxy of proxies) await proxy.stop();
    }
  });

  it('are unavailable when none answers, with the time after which to try again', async () => {
    const proxy = await startElasticsearchProxy();
    proxy.delayMs = forEver;
    try {
      await withNodes([nobody, proxy.url], async (ofNodes) => {
        const { status, body, retryAfter } = await search(ofNodes);
        expect([status, body.error.code]).toEqual([503, 'search_unavailable']);
        expect(retryAfter).toBeGreaterThan(0);
      });
    } finally {
      await proxy.stop();
    }
  });
});
