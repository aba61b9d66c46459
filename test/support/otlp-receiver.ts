import { setTimeout as wait } from 'node:timers/promises';
import { startReceiver } from './receiver.ts';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2: of a server; 3: of a client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly resource: Readonly<Record<string, string | number | boolean>>;
}

interface Attribute {
  readonly key: string;
  readonly value: {
    readonly stringValue?: string;
    readonly intValue?: number | string;
    readonly doubleValue?: number;
    readonly boolValue?: boolean;
  };
}

interface TracesRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes' | 'links' | 'resource'> & {
        readonly attributes: readonly Attribute[];
        readonly links?: ReceivedSpan['links'];
      })[];
    }[];
  }[];
}

/** Receives traces as OTLP over HTTP in JSON, on this machine. */
export async function startOtlpReceiver() {
  const receiver = await startReceiver();
  const spans = (): ReceivedSpan[] =>
    receiver.messages.flatMap(({ body }) =>
      (JSON.parse(body) as TracesRequest).resourceSpans.flatMap(({ resource, scopeSpans }) =>
        scopeSpans.flatMap((scope) =>
          scope.spans.map(({ attributes, links = [], ...span }) => ({
            ...span,
            links,
            attributes: valuesOf(attributes),
            resource: valuesOf(resource.attributes),
          })),
        ),
      ),
    );
  return {
    origin: receiver.origin,
    messages: receiver.messages,
    spans,
    /** The spans of the trace of this request, as soon as its span has arrived. */
    async traceOf(requestId: string): Promise<ReceivedSpan[]> {
      const deadline = Date.now() + 15_000;
      for (;;) {
        const all = spans();
        const request = all.find(({ attributes }) => attributes.request_id === requestId);
        if (request) return all.filter(({ traceId }) => traceId === request.traceId);
        if (Date.now() > deadline) throw new Error(`no trace of ${requestId} came`);
        await wait(50);
      }
    },
    stop: () => receiver.stop(),
  };
}

function valuesOf(attributes: readonly Attribute[]): ReceivedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? value.doubleValue ?? Number(value.intValue),
    ]),
  );
}
