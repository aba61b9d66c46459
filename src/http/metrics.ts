import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { fullPath } from '../contract/endpoint.ts';
import type { Outcome } from '../housekeeping/housekeeper.ts';
import { type Admission, shares } from './admission.ts';
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

  readonly #removed = new Counter({
    name: 'housekeeping_removed_total',
    help: 'What was removed because of its age, by task',
    labelNames: ['task'],
    registers: [this.#registry],
  });
  readonly #failures = new Counter({
    name: 'housekeeping_failures_total',
    help: 'Runs that could not remove what is too old, by task',
    labelNames: ['task'],
    registers: [this.#registry],
  });
  readonly #lastSuccess = new Gauge({
    name: 'housekeeping_last_success_timestamp_seconds',
    help: 'When this process last removed what is too old, by task, in seconds since 1970',
    labelNames: ['task'],
    registers: [this.#registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Shows how many requests are in progress, wait, and were refused, by their share. */
  watch(admission: Admission): void {
    const about = { labelNames: ['share'] as const, registers: [this.#registry] };
    const gauge = (name: string, help: string, value: 'inProgress' | 'waiting') =>
      new Gauge({
        ...about,
        name,
        help,
        collect() {
          for (const share of shares) this.set({ share }, admission.counts(share)[value]);
        },
      });
    gauge('http_requests_in_progress', 'Requests in progress, by share of the work', 'inProgress');
    gauge('http_requests_waiting', 'Requests that wait for a place, by share of the work', 'waiting');
    new Counter({
      ...about,
      name: 'http_requests_refused_total',
      help: 'Requests refused because too many were in progress, by share of the work',
      collect() {
        this.reset();
        for (const share of shares) this.inc({ share }, admission.counts(share).refused);
      },
    });
  }

  observe(route: Route, status: number, seconds: number): void {
    this.#requests.observe({ route: fullPath(route), method: route.method, status }, seconds);
  }

  housekept({ task, removed, error }: Outcome): void {
    this.#removed.inc({ task }, removed);
    if (error !== undefined) this.#failures.inc({ task });
    else this.#lastSuccess.setToCurrentTime({ task });
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
