import { Readable } from 'node:stream';
import type { Metrics } from '../../http/metrics.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { HealthService } from './health-service.ts';

/** `/healthz`: the process is alive. `/readyz`: it can answer searches. `/metrics`: for Prometheus. */
export function healthRoutes(health: HealthService, metrics: Metrics): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/healthz',
      root: true,
      summary: 'Whether the process is alive',
      auth: 'none',
      limit: 'none',
      async handler() {
        return { body: { ok: true } };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/readyz',
      root: true,
      summary: 'Whether the service can answer: Postgres, Elasticsearch and the company index',
      auth: 'none',
      limit: 'none',
      async handler() {
        const readiness = await health.readiness();
        return { status: readiness.ok ? 200 : 503, body: readiness };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/metrics',
      root: true,
      summary: 'Measurements of the process and its requests, in the format of Prometheus',
      auth: 'none',
      limit: 'none',
      produces: ['text/plain'],
      async handler() {
        const { contentType, body } = await metrics.text();
        return { headers: { 'Content-Type': contentType }, stream: Readable.from([body]) };
      },
    }),
  ];
}
