import { AggregatorRegistry, type Metric, Registry } from 'prom-client';

/** The values of metrics: merged from several processes, and in the formats of Prometheus. */

export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** In the order of preference, if the caller has none. Only OpenMetrics has exemplars. */
export const metricsFormats = {
  prometheus: Registry.PROMETHEUS_CONTENT_TYPE,
  openMetrics: Registry.OPENMETRICS_CONTENT_TYPE,
} as const;
export type MetricsFormat = keyof typeof metricsFormats;

/** The values of several processes as one, with the newest exemplar of each bucket. */
export async function mergeMetrics(all: readonly MetricValues[]): Promise<MetricValues> {
  const merged = await AggregatorRegistry.aggregate([...all]).getMetricsAsJSON();
  const exemplars = new Map<string, Exemplar>();
  for (const { name, value } of listValues(all.flat())) {
    const key = makeKey(name, value);
    const before = exemplars.get(key);
    if (value.exemplar && !(before && before.timestamp > value.exemplar.timestamp))
      exemplars.set(key, value.exemplar);
  }
  for (const { name, value } of listValues(merged)) {
    const exemplar = exemplars.get(makeKey(name, value));
    if (exemplar) value.exemplar = exemplar;
  }
  return merged;
}

interface Exemplar {
  readonly labelSet: Readonly<Record<string, string>>;
  readonly value: number;
  /** In seconds. */
  readonly timestamp: number;
}

interface Value {
  readonly labels?: Readonly<Record<string, string | number>>;
  readonly metricName?: string;
  exemplar?: Exemplar | null;
}

function listValues(metrics: MetricValues): { readonly name: string; readonly value: Value }[] {
  return metrics.flatMap((each) => {
    const { name, values = [] } = each as unknown as { readonly name: string; readonly values?: Value[] };
    return values.map((value) => ({ name, value }));
  });
}

function makeKey(name: string, { metricName = name, labels = {} }: Value): string {
  return JSON.stringify([metricName, Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** In OpenMetrics, the name of a counter does not have the `_total` of its samples, which prom-client adds again. */
export function renderValues(values: MetricValues, format: MetricsFormat): Promise<string> {
  const registry = format === 'openMetrics' ? createOpenMetricsRegistry() : new Registry();
  for (const each of values) {
    const isCounter = format === 'openMetrics' && String(each.type) === 'counter';
    const own = isCounter ? { ...each, name: each.name.replace(/_total$/, '') } : each;
    registry.registerMetric({ ...own, get: () => own } as unknown as Metric);
  }
  return registry.metrics();
}

export function createOpenMetricsRegistry(): Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE> {
  const registry = new Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  return registry;
}
