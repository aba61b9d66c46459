import type { Costs } from './costs.ts';

/** Measured as docs/sizing.md says. */
export const measuredCosts: Costs = {
  companies: 300_000,
  observations: 1_081_827,
  company: { indexBytes: 817, databaseBytes: 1_864, reindexMs: 0.279 },
  observation: { indexBytes: 184, databaseBytes: 492, reindexMs: 0.179 },
  requests: {
    id: { service: 1.65, engine: 3.88, postgres: 0.31 },
    name: { service: 1.71, engine: 4.02, postgres: 0.36 },
    filters: { service: 1.55, engine: 3.09, postgres: 0.58 },
    observations: { service: 26.7, engine: 45.8, postgres: 3.17 },
    resolve: { service: 0.41, engine: 0.43, postgres: 0.13 },
  },
};
