import type { Costs } from './costs.ts';

export const measuredCosts: Costs = {
  companies: 1,
  observations: 1,
  company: { indexBytes: 1, databaseBytes: 1, reindexMs: 1 },
  observation: { indexBytes: 1, databaseBytes: 1, reindexMs: 1 },
  requests: {
    id: { service: 1, engine: 1, postgres: 1 },
    name: { service: 1, engine: 1, postgres: 1 },
    filters: { service: 1, engine: 1, postgres: 1 },
    observations: { service: 1, engine: 1, postgres: 1 },
    resolve: { service: 1, engine: 1, postgres: 1 },
  },
};
