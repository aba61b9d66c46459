import { defineEndpoints } from '../endpoint.ts';
import { healthSchema, readinessSchema } from './health.ts';

export const healthEndpoints = defineEndpoints('Service', {
  getHealth: {
    method: 'GET',
    path: '/healthz',
    root: true,
    summary: 'Whether the process is running',
    answers: { 200: { description: 'It is running.', schema: healthSchema } },
    auth: 'none',
  },
  getReadiness: {
    method: 'GET',
    path: '/readyz',
    root: true,
    summary:
      'Whether the service can answer: Postgres, Elasticsearch and the indices of companies and observations',
    answers: {
      200: { description: 'The service is ready.', schema: readinessSchema },
      503: {
        description: 'The service is not ready, or is stopping; `checks` and `gaps` say why.',
        schema: readinessSchema,
      },
    },
    auth: 'none',
  },
  showStatus: {
    method: 'GET',
    path: '/status',
    root: true,
    summary: 'The state of the service and of its data, as a web page for people',
    answers: { 200: { description: 'The page, also while the service is not ready.' } },
    auth: 'none',
    produces: ['text/html'],
  },
  getMetrics: {
    method: 'GET',
    path: '/metrics',
    root: true,
    summary: 'Metrics of the service and its stores, in the Prometheus format, or as OpenMetrics',
    answers: { 200: { description: 'The metrics.' } },
    auth: 'none',
    produces: ['text/plain', 'application/openmetrics-text'],
  },
});
