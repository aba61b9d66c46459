import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { fullPath } from '../contract/endpoint.ts';
import type { Route } from './route.ts';

export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Metrics for Prometheus: the process, and requests by route, method and status. Never any account data. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the start of a request to the end of its answer, in seconds, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.#registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  observe(route: Route, status: number, seconds: number): void {
    this.#requests.observe({ route: fullPath(route), method: route.method, status }, seconds);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** In the Prometheus format. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  /** To be merged with those of other processes. */
  values(): Promise<MetricValues> {
    return this.#registry.getMetricsAsJSON();
  }
}
