import { describe, expect, it } from '@jest/globals';
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../../src/configuration/tracing-config.ts';
import { mergeMetrics } from '../../src/http/metric-values.ts';
import { Metrics } from '../../src/http/metrics.ts';
import type { Route } from '../../src/http/route.ts';
import { Tracing } from '../../src/monitoring/tracing.ts';
import { createEngineWatch } from '../../src/monitoring/watch-stores.ts';
import { SearchGateway } from '../../src/search/gateway.ts';
import { RequestBatcher } from '../../src/search/request-batcher.ts';

const config: TracingConfig = {
  url: 'http://localhost:4318/v1/traces',
  protocol: 'http/json',
  headers: {},
  timeoutMs: 1_000,
  sampler: { name: 'always_on', ratio: 1 },
  resource: { 'service.name': 'test' },
};

/** An exporter forgets its spans when it ends. */
class KeepingExporter extends InMemorySpanExporter {
  override async shutdown(): Promise<void> {}
}

async function spansOf(work: (tracing: Tracing) => Promise<unknown>, sampler = config.sampler) {
  const exporter = new KeepingExporter();
  const tracing = new Tracing({ ...config, sampler }, exporter);
  await work(tracing);
  expect(await tracing.close()).toBe(true);
  return exporter.getFinishedSpans();
}

describe('searches that are asked in one request', () => {
  it('are one span, in the trace of the first; the others have one that links to it', async () => {
    const sent: { readonly path: string; readonly headers?: readonly string[] | undefined }[] = [];
    const hits = { hits: { hits: [] }, _shards: { failed: 0 } };
    const engine = {
      async post(path: string, _body: string, { headers }: { readonly headers?: readonly string[] } = {}) {
        sent.push({ path, headers });
        return Buffer.from(JSON.stringify({ took: 7, responses: [hits, hits] }));
      },
    };
    const spans = await spansOf(async (tracing) => {
      const watch = createEngineWatch({ metrics: new Metrics(), slow: null, tracing });
      const send = new SearchGateway(engine, watch).searchTogether('companies');
      let isFree: () => void = () => undefined;
      const busy = new Promise<void>((resolve) => {
        isFree = resolve;
      });
      // The first question keeps the way busy, so that the two after it wait and are asked together.
      const together = new RequestBatcher<object, unknown>(
        async (questions) => {
          if (questions.length === 1) await busy;
          return questions.length === 1 ? () => questions[0]?.resolve(null) : send(questions as never);
        },
        { requestsAtOnce: 1, questionsAtOnce: 4, now: () => 0 },
      );
      const ask = (name: string) => tracing.runInSpan(name, {}, () => together.ask({}));
      const all = [ask('zeroth'), ask('first'), ask('second')];
      isFree();
      await Promise.all(all);
    });
    const named = (name: string) => spans.find((span) => span.name === name);
    const engineSpan = named('msearch companies');
    const linked = named('msearch companies together with others');
    expect(engineSpan?.parentSpanContext?.spanId).toBe(named('first')?.spanContext().spanId);
    expect(engineSpan?.attributes).toMatchObject({ 'elasticsearch.took_ms': 7 });
    expect(linked?.parentSpanContext?.spanId).toBe(named('second')?.spanContext().spanId);
    expect(linked?.links.map(({ context }) => context.spanId)).toEqual([engineSpan?.spanContext().spanId]);
    const { traceId, spanId } = engineSpan?.spanContext() ?? {};
    expect(sent).toEqual([
      { path: '/companies/_msearch', headers: ['traceparent', `00-${traceId}-${spanId}-01`] },
    ]);
  });
});

describe('a call of a store', () => {
  it('has no span outside of a trace', async () => {
    expect(
      await spansOf(async (tracing) => expect(tracing.startCall('select companies', {})).toBeNull()),
    ).toEqual([]);
  });

  it('shows of a failure only what has no values', async () => {
    const [span] = await spansOf((tracing) =>
      tracing.runInSpan('work', {}, async () => {
        tracing
          .startCall('select companies', {})
          ?.endCall(Object.assign(new Error('秘密'), { code: '23505' }));
      }),
    );
    expect(span?.attributes).toEqual({ 'error.type': '23505' });
  });
});

describe('the sampler', () => {
  it('decides by its ratio which traces are kept', async () => {
    const all = async (tracing: Tracing) => {
      for (let at = 0; at < 400; at += 1) await tracing.runInSpan('work', {}, async () => undefined);
    };
    expect(await spansOf(all, { name: 'always_off', ratio: 1 })).toEqual([]);
    const kept = (await spansOf(all, { name: 'parentbased_traceidratio', ratio: 0.25 })).length;
    expect(kept).toBeGreaterThan(50);
    expect(kept).toBeLessThan(160);
  });
});

describe('metrics of several workers', () => {
  it('keep the newest exemplar of each bucket', async () => {
    const route = { method: 'GET', path: '/companies' } as Route;
    const [one, other] = [new Metrics(), new Metrics()];
    one.observeRequest(route, 200, 0.02, 'a'.repeat(32));
    await new Promise((resolve) => setTimeout(resolve, 5));
    other.observeRequest(route, 200, 0.02, 'b'.repeat(32));
    other.observeRequest(route, 200, 3);
    const merged = await mergeMetrics([await other.getOwnValues(), await one.getOwnValues()]);
    const exemplars = merged.flatMap((metric) => {
      const { values = [] } = metric as unknown as {
        readonly values?: readonly { readonly exemplar?: { readonly labelSet: object } | null }[];
      };
      return values.flatMap(({ exemplar }) => (exemplar ? [exemplar.labelSet] : []));
    });
    expect(exemplars).toEqual([{ trace_id: 'b'.repeat(32) }]);
  });
});
