import { Readable } from 'node:stream';
import { healthSchema, readinessSchema } from '../../contract/health/health.ts';
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
      operationId: 'getHealth',
      tag: 'Service',
      summary: 'Whether the process is alive',
      answers: { 200: { description: 'It is.', schema: healthSchema } },
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
      operationId: 'getReadiness',
      tag: 'Service',
      summary:
        'Whether the service can answer: Postgres, Elasticsearch and the indices of companies and observations',
      answers: {
        200: { description: 'It can.', schema: readinessSchema },
        503: {
          description: 'It cannot, or is stopping; `checks` and `gaps` say why.',
          schema: readinessSchema,
        },
      },
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
      operationId: 'getMetrics',
      tag: 'Service',
      summary: 'Measurements of the process and its requests, in the format of Prometheus',
      answers: { 200: { description: 'The measurements.' } },
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
