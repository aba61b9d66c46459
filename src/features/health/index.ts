import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { companiesMappingVersion } from '../../../mappings/companies.ts';
import { observationsMappingVersion } from '../../../mappings/observations.ts';
import type { healthEndpoints } from '../../contract/health/endpoints.ts';
import { migrations } from '../../database/migrations/index.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Logger } from '../../http/request-log.ts';
import type { Handlers } from '../../http/route.ts';
import { HealthService } from './health-service.ts';
import { HealthStore } from './health-store.ts';

export interface HealthNeeds {
  readonly knex: Knex;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The version of the mapping that an index was built with; null without an index. */
  mappingVersionOf(kind: string, timeoutMs: number): Promise<number | null>;
}

const checkTimeoutMs = 2_000;

/** `/healthz`: the process is alive. `/readyz`: it can answer searches. `/metrics`: for Prometheus. */
export function createHealth({ knex, log, metrics, mappingVersionOf }: HealthNeeds) {
  const store = new HealthStore(knex, checkTimeoutMs);
  const service = new HealthService({
    appliedMigrations: () => store.appliedMigrations(),
    indexMappingVersion: (kind) => mappingVersionOf(kind, checkTimeoutMs),
    knownMigrations: migrations.map(({ name }) => name),
    knownMappingVersions: { companies: companiesMappingVersion, observations: observationsMappingVersion },
    onFailure: (part, error) => log.warn({ err: error, part }, 'not ready'),
  });
  const handlers: Handlers<typeof healthEndpoints> = {
    getHealth: async () => ({ body: { ok: true } }),
    getReadiness: async () => {
      const readiness = await service.readiness();
      return { status: readiness.ok ? 200 : 503, body: readiness };
    },
    getMetrics: async () => {
      const body = await metrics.text();
      return { headers: { 'Content-Type': metrics.contentType }, stream: Readable.from([body]) };
    },
  };
  return { handlers, service };
}
