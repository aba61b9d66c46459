import { Readable } from 'node:stream';
import type { healthEndpoints } from '../../contract/health/endpoints.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Handlers } from '../../http/route.ts';
import { type HealthParts, HealthService } from './health-service.ts';

/** `/healthz`: the process is alive. `/readyz`: it can answer searches. `/metrics`: for Prometheus. */
export function createHealth({ metrics, ...parts }: HealthParts & { readonly metrics: Metrics }) {
  const service = new HealthService(parts);
  const handlers: Handlers<typeof healthEndpoints> = {
    getHealth: async () => ({ body: { ok: true } }),
    getReadiness: async () => {
      const readiness = await service.readiness();
      return { status: readiness.ok ? 200 : 503, body: readiness };
    },
    getMetrics: async () => {
      const { contentType, body } = await metrics.text();
      return { headers: { 'Content-Type': contentType }, stream: Readable.from([body]) };
    },
  };
  return { handlers, service };
}
