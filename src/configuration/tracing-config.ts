import { z } from 'zod';
import packageFile from '../../package.json' with { type: 'json' };
import { booleanWord, defineWholeNumber, hasValidHeaders, httpUrl, pairs, ratio } from './variable-types.ts';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** OpenTelemetry's own variables, as far as the service has what they set (docs/configuration.md#traces). */
export const openTelemetry = {
  OTEL_SDK_DISABLED: booleanWord.default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'], { error: 'must be http/protobuf or http/json' })
    .default('http/protobuf'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs
    .refine(hasValidHeaders, { error: 'must have names and values that HTTP permits' })
    .default({}),
  OTEL_EXPORTER_OTLP_TIMEOUT: defineWholeNumber(1, 600_000).default(10_000),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.default({}),
};

/** Where traces go, and which. */
export interface TracingConfig {
  /** Of the receiver of OTLP over HTTP. */
  readonly url: string;
  readonly protocol: 'http/protobuf' | 'http/json';
  /** They may have a key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly sampler: { readonly name: (typeof samplers)[number]; readonly ratio: number };
  /** Attributes of the service, among them its name and version. */
  readonly resource: Readonly<Record<string, string>>;
}

export function buildTracingSettings(
  read: z.output<z.ZodObject<typeof openTelemetry>>,
): TracingConfig | null {
  const base = read.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/(?<!\/)\/+$/, '');
  const url = read.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`);
  if (url === undefined || read.OTEL_SDK_DISABLED || read.OTEL_TRACES_EXPORTER === 'none') return null;
  const given = read.OTEL_RESOURCE_ATTRIBUTES;
  const name = read.OTEL_SERVICE_NAME ?? given['service.name'] ?? 'company-data-service';
  return {
    url,
    protocol: read.OTEL_EXPORTER_OTLP_PROTOCOL,
    headers: read.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMs: read.OTEL_EXPORTER_OTLP_TIMEOUT,
    sampler: { name: read.OTEL_TRACES_SAMPLER, ratio: read.OTEL_TRACES_SAMPLER_ARG },
    resource: { 'service.version': packageFile.version, ...given, 'service.name': name },
  };
}
