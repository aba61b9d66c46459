import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { companiesMappingVersion } from '../../../mappings/companies.ts';
import { observationsMappingVersion } from '../../../mappings/observations.ts';
import type { healthEndpoints } from '../../contract/health/endpoints.ts';
import { migrations } from '../../database/migrations/index.ts';
import { type MetricsFormat, metricsFormats } from '../../http/metric-values.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Logger } from '../../http/request-log.ts';
import type { Handlers } from '../../http/route.ts';
import { withTimeout } from '../../running/with-timeout.ts';
import type { EngineState } from '../../search/engine-state.ts';
import { type CoverageTrend, type Freshness, toRegisterView } from '../freshness/freshness.ts';
import { HealthService } from './health-service.ts';
import { HealthStore } from './health-store.ts';
import { type MonitoringParts, MonitoringService } from './monitoring-service.ts';
import { MonitoringStore } from './monitoring-store.ts';
import { renderStatusPage } from './status-page.ts';

export interface HealthNeeds extends Pick<MonitoringParts, 'aliases' | 'ledgerCheck'> {
  readonly knex: Knex;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The version of the mapping that an index was built with; null without an index. */
  mappingVersionOf(kind: string, timeoutMs: number): Promise<number | null>;
  readonly freshness: {
    listRegisters(): Promise<readonly Freshness[]>;
    coverage(): Promise<readonly CoverageTrend[]>;
  };
  now(): Date;
  /** Throws if the engine does not answer. */
  engineState(timeoutMs: number): Promise<EngineState>;
}

/** A probe does not wait longer: neither for an answer, nor for a connection to a database that hangs. */
const checkTimeoutMs = 2_000;

/** `/healthz`: the process is alive. `/readyz`: it can answer searches. `/metrics`: for Prometheus. */
export function createHealth(needs: HealthNeeds) {
  const { knex, log, metrics, mappingVersionOf, engineState } = needs;
  const listRegisterViews = async () =>
    (await withTimeout(needs.freshness.listRegisters(), checkTimeoutMs)).map(toRegisterView);
  const store = new HealthStore(knex, checkTimeoutMs);
  const service = new HealthService({
    appliedMigrations: () => withTimeout(store.listAppliedMigrations(), checkTimeoutMs),
    registers: listRegisterViews,
    indexMappingVersion: (kind) => mappingVersionOf(kind, checkTimeoutMs),
    knownMigrations: migrations.map(({ name }) => name),
    knownMappingVersions: { companies: companiesMappingVersion, observations: observationsMappingVersion },
    onFailure: (part, error) => log.warn({ err: error, part }, 'not ready'),
  });
  const monitoring = new MonitoringService({
    ...needs,
    store: new MonitoringStore(knex, checkTimeoutMs),
    engineState: () => engineState(checkTimeoutMs),
    onFailure: (part, error) => log.warn({ err: error, part }, 'the metrics lack the state of a store'),
  });
  metrics.addShared(monitoring.createGauges());
  const handlers: Handlers<typeof healthEndpoints> = {
    getHealth: async () => ({ body: { ok: true } }),
    getReadiness: async () => {
      const readiness = await service.getReadiness();
      return { status: readiness.ok ? 200 : 503, body: readiness };
    },
    showStatus: async () => {
      const [readiness, registers, coverage] = await Promise.all([
        service.getReadiness(),
        listRegisterViews().catch(() => null),
        withTimeout(needs.freshness.coverage(), checkTimeoutMs).catch(() => []),
      ]);
      return {
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
        stream: Readable.from([renderStatusPage(readiness, registers, coverage, needs.now())]),
      };
    },
    getMetrics: async ({ headers }) => {
      const format = chooseFormat(String(headers.accept ?? ''));
      const body = await metrics.renderText(format);
      return { headers: { 'Content-Type': metricsFormats[format] }, stream: Readable.from([body]) };
    },
  };
  return { handlers, service };
}

/** OpenMetrics only for callers that name it, and prefer it to the plain format if they name that, too. */
function chooseFormat(accept: string): MetricsFormat {
  const weights = new Map<string, number>();
  for (const entry of accept.split(',')) {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const weight = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1);
    weights.set(type, Math.max(weight, weights.get(type) ?? 0));
  }
  const openMetrics = weights.get('application/openmetrics-text') ?? 0;
  if (openMetrics > 0 && openMetrics >= (weights.get('text/plain') ?? 0)) return 'openMetrics';
  return 'prometheus';
}
