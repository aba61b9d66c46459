import { defineRoute, type Route } from '../../http/route.ts';
import type { HealthService } from './health-service.ts';

/** `/healthz`: the process is alive. `/readyz`: it can answer searches. */
export function healthRoutes(health: HealthService): Route[] {
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
  ];
}
