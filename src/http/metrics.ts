import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import { getFullPath } from '../contract/endpoint.ts';
import type { Outcome } from '../housekeeping/housekeeper.ts';
import { type Admission, shares } from './admission.ts';
import {
  createOpenMetricsRegistry,
  type MetricsFormat,
  type MetricValues,
  renderValues,
} from './metric-values.ts';
import type { Route } from './route.ts';

export interface GaugeValue {
  readonly labels?: Readonly<Record<string, string>>;
  /** Null if there is none now. */
  readonly value: number | null;
}

/** A gauge of something that all processes share: their values are not added up. */
export interface SharedGauge {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** Which value counts if processes have different ones. */
  readonly combine: 'max' | 'min';
  /** Called for every scrape. What it leaves out has no value. */
  values(): Promise<readonly GaugeValue[]>;
}

/** A pool of connections to Postgres, as it is now. */
export interface PoolCounts {
  readonly size: number;
  readonly used: number;
  readonly idle: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
}

const storeBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Metrics for Prometheus: the process, requests, and the stores. Never any account data. */
export class Metrics {
  /** Never rendered itself (see `renderText`): only such a registry takes exemplars. */
  readonly #registry = createOpenMetricsRegistry() as unknown as Registry;
  readonly #requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the start of a request to the end of its answer, in seconds, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    enableExemplars: true,
    registers: [this.#registry],
  });
  readonly #engine = new Histogram({
    name: 'elasticsearch_request_duration_seconds',
    help: 'Time of requests to Elasticsearch, in seconds, by operation and outcome: ok, refused, aborted, failed',
    labelNames: ['operation', 'outcome'],
    buckets: storeBuckets,
    registers: [this.#registry],
  });
  readonly #statements = new Histogram({
    name: 'postgres_statement_duration_seconds',
    help: 'Time of statements to Postgres, in seconds, by pool and outcome: ok, failed',
    labelNames: ['pool', 'outcome'],
    buckets: storeBuckets,
    registers: [this.#registry],
  });
  readonly #slow = this.#createCounter(
    'slow_queries_total',
    'Queries that took at least SLOW_QUERY_MS, by store',
    ['store'],
  );
  readonly #poolTimeouts = this.#createCounter(
    'postgres_pool_timeouts_total',
    'Waits for a connection to Postgres that ended without one, by pool',
    ['pool'],
  );
  readonly #jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time of attempts at background jobs, in seconds, by task and outcome: done, failed',
    labelNames: ['task', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300, 1800],
    registers: [this.#registry],
  });
  readonly #deliveries = this.#createCounter(
    'delivery_attempts_total',
    'Attempts to deliver a List, by outcome: delivered, to_retry, failed',
    ['outcome'],
  );
  readonly #charged = this.#createCounter('credits_charged_total', 'Credits charged, by class', ['class']);

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
    for (const store of ['postgres', 'elasticsearch']) this.#slow.inc({ store }, 0);
    for (const outcome of ['delivered', 'to_retry', 'failed']) this.#deliveries.inc({ outcome }, 0);
    for (const each of ['basic', 'enrichment']) this.#charged.inc({ class: each }, 0);
  }

  #createCounter<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
  ): Counter<Label> {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.#registry] });
  }

  /** Shows how many requests are in progress, wait, and were refused, by their share. */
  watchAdmission(admission: Admission): void {
    const about = { labelNames: ['share'] as const, registers: [this.#registry] };
    const addGauge = (name: string, help: string, value: 'inProgress' | 'waiting') =>
      new Gauge({
        ...about,
        name,
        help,
        collect() {
          for (const share of shares) this.set({ share }, admission.getCounts(share)[value]);
        },
      });
    addGauge('http_requests_in_progress', 'Requests in progress, by share of the work', 'inProgress');
    addGauge('http_requests_waiting', 'Requests that wait for a place, by share of the work', 'waiting');
    new Counter({
      ...about,
      name: 'http_requests_refused_total',
      help: 'Requests refused because too many were in progress, by share of the work',
      collect() {
        this.reset();
        for (const share of shares) this.inc({ share }, admission.getCounts(share).refused);
      },
    });
  }

  /** Shows how many connections the pools have, and how many queries wait for one. */
  watchPools(pools: Readonly<Record<string, () => PoolCounts>>): void {
    const addPoolGauge = (
      name: string,
      help: string,
      more: readonly string[],
      values: (counts: PoolCounts) => readonly (readonly [Record<string, string>, number])[],
    ) =>
      new Gauge({
        name,
        help,
        labelNames: ['pool', ...more],
        registers: [this.#registry],
        collect() {
          for (const [pool, counts] of Object.entries(pools))
            for (const [labels, value] of values(counts())) this.set({ pool, ...labels }, value);
        },
      });
    addPoolGauge(
      'postgres_pool_connections',
      'Connections to Postgres, by pool and state',
      ['state'],
      (counts) => [
        [{ state: 'used' }, counts.used],
        [{ state: 'idle' }, counts.idle],
      ],
    );
    addPoolGauge('postgres_pool_size', 'The most connections that a pool may have', [], ({ size }) => [
      [{}, size],
    ]);
    addPoolGauge(
      'postgres_pool_waiting',
      'Queries that wait for a connection, by pool',
      [],
      ({ waiting }) => [[{}, waiting]],
    );
    for (const pool of Object.keys(pools)) this.#poolTimeouts.inc({ pool }, 0);
  }

  addShared(gauges: readonly SharedGauge[]): void {
    for (const { name, help, labelNames = [], combine, values } of gauges)
      new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        aggregator: combine,
        registers: [this.#registry],
        async collect() {
          const found = await values();
          this.reset();
          // prom-client shows 0 for a gauge without labels.
          if (labelNames.length === 0) this.remove();
          for (const { labels = {}, value } of found) if (value !== null) this.set(labels, value);
        },
      });
  }

  countHousekeeping({ task, removed, error }: Outcome): void {
    this.#removed.inc({ task }, removed);
    if (error !== undefined) this.#failures.inc({ task });
    else this.#lastSuccess.setToCurrentTime({ task });
  }

  /** @param traceId of a recorded trace: its time becomes the exemplar of its bucket */
  observeRequest(route: Route, status: number, seconds: number, traceId?: string): void {
    this.#requests.observe({
      labels: { route: getFullPath(route), method: route.method, status },
      value: seconds,
      // Its types permit only the labels of the metric, which an exemplar must not repeat.
      ...(traceId !== undefined && { exemplarLabels: { trace_id: traceId } as object }),
    });
  }

  observeEngine(operation: string, outcome: string, seconds: number): void {
    this.#engine.observe({ operation, outcome }, seconds);
  }

  observeStatement(pool: string, outcome: string, seconds: number): void {
    this.#statements.observe({ pool, outcome }, seconds);
  }

  observeJob(task: string, outcome: 'done' | 'failed', seconds: number): void {
    this.#jobs.observe({ task, outcome }, seconds);
  }

  countSlow(store: string): void {
    this.#slow.inc({ store });
  }

  countPoolTimeout(pool: string): void {
    this.#poolTimeouts.inc({ pool });
  }

  countDelivery(outcome: 'delivered' | 'to_retry' | 'failed'): void {
    this.#deliveries.inc({ outcome });
  }

  countCharged(creditClass: string, credits: number): void {
    this.#charged.inc({ class: creditClass }, credits);
  }

  /** Of this process, to be merged with those of others. */
  getOwnValues(): Promise<MetricValues> {
    return this.#registry.getMetricsAsJSON();
  }

  /** Of the whole service. */
  getValues(): Promise<MetricValues> {
    return this.getOwnValues();
  }

  async renderText(format: MetricsFormat = 'prometheus'): Promise<string> {
    return renderValues(await this.getValues(), format);
  }
}
