import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Attributes,
  type Context,
  diag,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../configuration/tracing-config.ts';
import { getFullPath } from '../contract/endpoint.ts';
import { buildFailureReport } from '../process/failure-report.ts';
import { requestContext } from '../running/request-context.ts';
import { withTimeout } from '../running/with-timeout.ts';

/** Spans that wait to be sent. More are dropped: tracing must not fill the memory. */
const maxQueued = 4_096;
const maxBatch = 512;
const sendEveryMs = 2_000;
/** How long stopping waits for the last spans to be sent. */
const maxFlushMs = 2_000;

const propagator = new W3CTraceContextPropagator();
const headerGetter = {
  get: (carrier: IncomingMessage['headers'], key: string) => carrier[key],
  keys: (carrier: IncomingMessage['headers']) => Object.keys(carrier),
};
const pairSetter = { set: (carrier: string[], key: string, value: string) => void carrier.push(key, value) };

interface TracingLog {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

/**
 * Opens tracing with the exporter of the configuration. The modules of OpenTelemetry are loaded only here.
 * @param facts attributes of the resource, for example the number of the worker
 */
export async function openTracing(
  config: TracingConfig,
  log: TracingLog,
  facts: Attributes = {},
): Promise<Tracing> {
  const options = { url: config.url, headers: { ...config.headers }, timeoutMillis: config.timeoutMs };
  const { OTLPTraceExporter } =
    config.protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new Tracing(config, new ReportingExporter(new OTLPTraceExporter(options), log), facts);
}

/**
 * Traces of the service, with OpenTelemetry (docs/configuration.md#traces). Spans are made at the few places where everything
 * passes, not by instrumenting modules: bundling would break that, and everything would pay for it.
 */
export class Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;

  constructor(config: TracingConfig, exporter: SpanExporter, facts: Attributes = {}) {
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ ...config.resource, ...facts }),
      sampler: createSampler(config.sampler),
      spanLimits: { attributeValueLengthLimit: 4_096, attributeCountLimit: 64 },
      spanProcessors: [
        new BatchSpanProcessor({
          exporter,
          maxQueueSize: maxQueued,
          maxExportBatchSize: maxBatch,
          scheduledDelayMillis: sendEveryMs,
          exportTimeoutMillis: config.timeoutMs,
        }),
      ],
    });
    this.#tracer = this.#provider.getTracer('company-data-service');
  }

  /** Runs the rest of a request in its span. */
  traceRequest(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const { record, headers, method = '' } = request;
    const own = requestContext.getStore()?.span;
    // A request from this process, such as that of a tool for assistants, belongs to the trace that it was sent in.
    const parent = own
      ? trace.setSpan(ROOT_CONTEXT, own)
      : propagator.extract(ROOT_CONTEXT, headers, headerGetter);
    const attributes = { 'http.request.method': method, request_id: record.id };
    const span = this.#tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    const { traceId, traceFlags } = span.spanContext();
    record.trace = { traceId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
    // A listener of its own could be the eleventh, of which Node warns.
    record.onEnd = () => {
      const { route, accountId, errorCode } = record;
      const status = response.statusCode;
      if (route) span.updateName(`${method} ${getFullPath(route)}`);
      span.setAttributes({
        'http.response.status_code': status,
        ...(route && { 'http.route': getFullPath(route) }),
        ...(accountId !== undefined && { account_id: accountId }),
        ...(errorCode !== undefined && { 'error.type': errorCode }),
        ...(!response.writableFinished && { client_gone: true }),
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
    requestContext.run({ requestId: record.id, span }, next);
  }

  /** Work in a span of its own: a part of what runs now, or a trace of its own. */
  async runInSpan<Result>(
    name: string,
    attributes: Attributes,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const context = requestContext.getStore();
    const span = this.#startSpan(name, SpanKind.INTERNAL, attributes, context?.span ?? null);
    try {
      return await requestContext.run({ requestId: context?.requestId ?? null, span }, work);
    } catch (error) {
      markAsFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  /** Names the span of what runs now, once it is known what that is. */
  renameSpan(name: string): void {
    requestContext.getStore()?.span?.updateName(name);
  }

  /** Adds to the span of what runs now what is known at its end. */
  describeSpan(attributes: Attributes): void {
    requestContext.getStore()?.span?.setAttributes(attributes);
  }

  /** A request to a store. Null outside of a trace: polling would fill the traces. */
  startCall(name: string, attributes: Attributes, links: readonly Link[] = []): Call | null {
    const parent = requestContext.getStore()?.span;
    if (!parent) return null;
    const span = this.#startSpan(name, SpanKind.CLIENT, attributes, parent, links);
    return {
      span,
      get headers() {
        const pairs: string[] = [];
        propagator.inject(trace.setSpan(ROOT_CONTEXT, span), pairs, pairSetter);
        return pairs;
      },
      endCall(error, found = {}) {
        span.setAttributes(found);
        if (error !== null && error !== undefined) markAsFailed(span, error);
        span.end();
      },
    };
  }

  /** In the traces of others who wait for the same call: a span that links to it. @returns what ends them */
  joinCall(call: Call, name: string): () => void {
    const others = requestContext.getStore()?.joined ?? [];
    const links = [{ context: call.span.spanContext() }];
    const spans = others.flatMap(({ span }) =>
      span ? [this.#startSpan(name, SpanKind.INTERNAL, {}, span, links)] : [],
    );
    return () => {
      for (const span of spans) span.end();
    };
  }

  /** Sends what waits, and ends. It does not wait for long, and never fails. @returns whether all was sent in time */
  async close(): Promise<boolean> {
    return await withTimeout(this.#provider.shutdown(), maxFlushMs).then(
      () => true,
      () => false,
    );
  }

  #startSpan(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    parent: Span | null,
    links: readonly Link[] = [],
  ): Span {
    const context: Context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    return this.#tracer.startSpan(name, { kind, attributes, links: [...links] }, context);
  }
}

/** A request to a store, in its span. */
export interface Call {
  readonly span: Span;
  /** W3C Trace Context, as pairs of name and value. */
  readonly headers: readonly string[];
  /** @param found more attributes, known from the answer */
  endCall(error: unknown, found?: Attributes): void;
}

/** Like the log, a span says of a failure only what contains no values. */
function markAsFailed(span: Span, error: unknown): void {
  const { type, code, status, reason } = buildFailureReport(error);
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', String(code ?? reason ?? status ?? type));
}

function createSampler({ name, ratio }: TracingConfig['sampler']): Sampler {
  const root = createRootSampler(name, ratio);
  if (name.startsWith('parentbased_')) return new ParentBasedSampler({ root });
  return root;
}

function createRootSampler(name: string, ratio: number): Sampler {
  if (name.endsWith('always_off')) return new AlwaysOffSampler();
  if (name.endsWith('traceidratio')) return new TraceIdRatioBasedSampler(ratio);
  return new AlwaysOnSampler();
}

/** Says once that spans do not arrive, and once that they do again. */
class ReportingExporter implements SpanExporter {
  #isFailing = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly log: TracingLog,
  ) {
    // The packages would report to a global logger, which nobody sets.
    diag.disable();
  }

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.exporter.export(spans, (result) => {
      if (result.code === ExportResultCode.SUCCESS) {
        if (this.#isFailing) this.log.info({}, 'traces are exported again');
        this.#isFailing = false;
        done(result);
        return;
      }
      if (!this.#isFailing)
        this.log.warn({ err: result.error }, 'traces could not be exported; they are dropped until they can');
      this.#isFailing = true;
      // Reported: the processor would print it to standard error.
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }
}
