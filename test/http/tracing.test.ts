import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Assistant } from '../support/assistants.ts';
import { companyFacts, idOf } from '../support/companies.ts';
import { type ReceivedSpan, startOtlpReceiver } from '../support/otlp-receiver.ts';
import { serviceSuite, startTestService } from '../support/service.ts';

const receiver = await startOtlpReceiver();
const { database, service, end } = await serviceSuite([companyFacts({ number: 1, name: '株式会社追跡' })], {
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
});
await service.reindexCompanies();
afterAll(async () => {
  await end();
  await receiver.stop();
});

const account = await service.createAccount({ credits: { basic: 100 } });
const researched = { companyId: idOf(1), sourceType: 'crawler', contentMarkdown: '# 沿革\n\n1950年に創業。' };

const acceptOfPrometheus =
  'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,' +
  'text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,text/plain;version=0.0.4;q=0.2,*/*;q=0.1';

function rootOf(spans: readonly ReceivedSpan[]): ReceivedSpan {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const [root, ...others] = spans.filter(({ parentSpanId }) => !parentSpanId || !ids.has(parentSpanId));
  expect(others.map(({ name }) => name)).toEqual([]);
  if (!root) throw new Error('the trace has no root');
  return root;
}

const logLineOf = (requestId: string) =>
  service.logLines
    .map((line) => JSON.parse(line))
    .find(({ msg, request_id }) => msg === 'answered' && request_id === requestId);

describe('a trace', () => {
  it('connects a request to its work in Postgres and the engine, under the ids of the caller', async () => {
    const id = 'traced-search-1';
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await service
      .as(account)
      .get('/api/service/companies')
      .query({ q: '株式会社追跡', prefecture: '東京都' })
      .set('x-request-id', id)
      .set('traceparent', `00-${traceId}-b7ad6b7169203331-01`)
      .expect(200);
    const spans = await receiver.traceOf(id);
    const root = rootOf(spans);
    expect(root).toMatchObject({
      traceId,
      parentSpanId: 'b7ad6b7169203331',
      name: 'GET /api/service/companies',
      kind: 2,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/service/companies',
        'http.response.status_code': 200,
        request_id: id,
        account_id: account.accountId,
      },
      resource: {
        'service.name': 'company-data-service',
        'service.version': expect.stringMatching(/^\d+\.\d+\.\d+$/),
        'deployment.environment.name': 'test',
      },
    });
    const engine = spans.filter(({ attributes }) => attributes['db.system.name'] === 'elasticsearch');
    expect(engine.length).toBeGreaterThan(0);
    for (const { attributes } of engine)
      expect(attributes).toMatchObject({
        'db.operation.name': expect.stringMatching(/^m?search$/),
        'db.collection.name': `${service.indexPrefix}companies`,
        'elasticsearch.took_ms': expect.any(Number),
        'elasticsearch.shards': 1,
      });
    const statements = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
    expect(statements.map(({ name }) => name)).toContain('wait for a connection');
    expect(statements.some(({ name }) => name.startsWith('select '))).toBe(true);
    // Not even the account's id: statements are shown with their placeholders.
    expect(JSON.stringify(spans.filter((span) => span !== root))).not.toMatch(
      new RegExp(`追跡|東京|${account.accountId}|${account.apiKey}`),
    );
    expect(logLineOf(id)).toMatchObject({ msg: 'answered', trace_id: traceId });
  });

  it('contains the transaction of a charge', async () => {
    const id = 'traced-charge-1';
    await service
      .as(account)
      .post('/api/service/research/external/fetch')
      .set({ 'x-request-id': id, 'Idempotency-Key': id })
      .send({ ...researched, execute: true, maxCredits: 10 })
      .expect(200);
    const spans = await receiver.traceOf(id);
    rootOf(spans);
    const charge = spans.find(({ name }) => name === 'charge research.external.fetch');
    const parts = spans.filter(({ parentSpanId }) => parentSpanId === charge?.spanId);
    expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'commit']));
  });

  it('contains the requests of a tool for assistants', async () => {
    const assistant = await Assistant.overHttp(service.url, account);
    await assistant.done('credit_balance');
    await assistant.client.close();
    const isBalance = ({ name, parentSpanId }: ReceivedSpan) =>
      /credits\/balance/.test(name) && Boolean(parentSpanId);
    for (
      let tries = 0;
      tries < 100 && !receiver.spans().some((span) => span.kind === 2 && isBalance(span));
      tries += 1
    )
      await wait(100);
    const balance = receiver.spans().findLast((span) => span.kind === 2 && isBalance(span));
    const trace = receiver.spans().filter(({ traceId }) => traceId === balance?.traceId);
    expect(trace.filter(({ kind }) => kind === 2).map(({ name }) => name)).toContain('POST /mcp');
    rootOf(trace);
  });

  it('gives the time of a request an exemplar, for callers that take OpenMetrics', async () => {
    const openMetrics = await service.anonymous
      .get('/metrics')
      .set('Accept', acceptOfPrometheus)
      .buffer(true)
      .parse((answer, done) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece) => {
          text += piece;
        });
        answer.on('end', () => done(null, text));
      })
      .expect(200)
      .expect('Content-Type', /^application\/openmetrics-text; version=1\.0\.0/);
    const text = String(openMetrics.body);
    expect(text).toMatch(
      /http_request_duration_seconds_bucket\{le="[\d.]+",route="\/api\/service\/companies",method="GET",status="200"\} \d+ # \{trace_id="[0-9a-f]{32}"\} [\d.]+ [\d.]+/,
    );
    expect(text).toContain('# TYPE slow_queries counter\n');
    expect(text).toContain('slow_queries_total{store="postgres"} 0');
    expect(text.endsWith('# EOF\n')).toBe(true);
    const plain = await service.anonymous.get('/metrics').expect('Content-Type', /^text\/plain/);
    expect(plain.text).not.toContain('trace_id');
    expect(plain.text).toContain('# TYPE slow_queries_total counter\n');
  });
});

describe('a receiver of traces that is down', () => {
  it('fails no request, and is said once in the log', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const other = await startTestService(database, {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '300',
      INDEX_PREFIX: service.indexPrefix,
    });
    try {
      for (let request = 0; request < 20; request += 1)
        await other.as(account).get('/api/service/companies').query({ q: '追跡' }).expect(200);
    } finally {
      const begun = performance.now();
      await other.stop({ keepIndices: true });
      expect(performance.now() - begun).toBeLessThan(4_000);
    }
    const said = other.logLines.filter((line) => line.includes('traces could not be exported'));
    expect(said).toHaveLength(1);
  });
});
