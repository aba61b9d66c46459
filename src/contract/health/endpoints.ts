import { endpoint } from '../endpoint.ts';
import { healthSchema, readinessSchema } from './health.ts';

export const healthEndpoints = {
  getHealth: endpoint({
    method: 'GET',
    path: '/healthz',
    root: true,
    tag: 'Service',
    summary: 'Whether the process is running',
    answers: { 200: { description: 'It is running.', schema: healthSchema } },
    auth: 'none',
    limit: 'none',
  }),
  getReadiness: endpoint({
    method: 'GET',
    path: '/readyz',
    root: true,
    tag: 'Service',
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
    limit: 'none',
  }),
  getMetrics: endpoint({
    method: 'GET',
    path: '/metrics',
    root: true,
    tag: 'Service',
    summary: 'Metrics of the process and its requests, in the Prometheus format',
    answers: { 200: { description: 'The metrics.' } },
    auth: 'none',
    limit: 'none',
    produces: ['text/plain'],
  }),
};
