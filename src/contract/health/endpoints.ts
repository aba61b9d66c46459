import { endpoint } from '../endpoint.ts';
import { healthSchema, readinessSchema } from './health.ts';

export const healthEndpoints = {
  getHealth: endpoint({
    method: 'GET',
    path: '/healthz',
    root: true,
    tag: 'Service',
    summary: 'Whether the process is alive',
    answers: { 200: { description: 'It is.', schema: healthSchema } },
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
      200: { description: 'It can.', schema: readinessSchema },
      503: {
        description: 'It cannot, or is stopping; `checks` and `gaps` say why.',
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
    summary: 'Measurements of the process and its requests, in the format of Prometheus',
    answers: { 200: { description: 'The measurements.' } },
    auth: 'none',
    limit: 'none',
    produces: ['text/plain'],
  }),
};
