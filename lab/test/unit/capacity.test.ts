import { describe, expect, it } from '@jest/globals';
import { type Assumptions, capacityFor, type Demand } from '../../bench/sizing/capacity.ts';
import { type Costs, requestKinds } from '../../bench/sizing/costs.ts';
import { measuredCosts } from '../../bench/sizing/measured.ts';

const ofEachKind = (value: number) =>
  Object.fromEntries(requestKinds.map((kind) => [kind, value])) as Demand['mix'];
const request = { service: 2, engine: 4, postgres: 1 };
const costs: Costs = {
  companies: 1_000_000,
  observations: 1_000_000,
  company: { indexBytes: 1_000, databaseBytes: 2_000, reindexMs: 0.1 },
  observation: { indexBytes: 500, databaseBytes: 800, reindexMs: 0.05 },
  requests: { id: request, name: request, filters: request, observations: request, resolve: request },
};
const demand: Demand = { companies: 1_000_000, observations: 100_000_000, rate: 1_000, mix: ofEachKind(0.2) };
const assumed: Assumptions = {
  growth: ofEachKind(0),
  copies: 2,
  utilisation: 0.5,
  hotObservations: 0.5,
  hotDatabase: 0.1,
  nodeProcessors: 4,
  nodeMemory: 32,
  yenProcessor: 10,
  yenMemory: 1,
  yenDisk: 20,
};

describe('the machines for a demand', () => {
  it('follow from the cost of documents and requests', () => {
    // Processors: 1,000 requests × 4, 2 and 1 ms ÷ 0.5 = 8, 4 and 2. Index: (1 + 50 GB) × 2. Database: 2 + 80 GB.
    expect(capacityFor(costs, demand, assumed)).toEqual({
      shards: { companies: 1, observations: 5 },
      indexGb: 102,
      databaseGb: 82,
      engineNodes: 3,
      serviceProcesses: 4,
      databaseProcessors: 2,
      reindexHours: expect.closeTo((100 + 5_000) / 3_600),
      // 730 h × (10 yen × (3 × 4 + 4 + 2 × 2) + 1 yen × (3 × 32 + 4 + 2 × 9)) + 20 yen × (255 + 164) GB
      yen: expect.closeTo(730 * (200 + 118) + 20 * 419),
    });
  });

  it('grow with the requests, the observations and the time of a larger index', () => {
    const nodes = (changedDemand: Partial<Demand>, changed: Partial<Assumptions> = {}) =>
      capacityFor(costs, { ...demand, ...changedDemand }, { ...assumed, ...changed }).engineNodes;
    expect(nodes({ rate: 4_000 })).toBe(8);
    // (1 + 0.5 × 500 GB) × 2 copies, of which 24 GB fit on a node.
    expect(nodes({ observations: 1_000_000_000 })).toBe(21);
    // The fifth of the requests that searches a hundred times as many observations takes ten times as long.
    expect(nodes({ rate: 4_000 }, { growth: { ...ofEachKind(0), observations: 0.5 } })).toBe(23);
  });

  it('are never fewer than one can do without', () => {
    const none = { companies: 1, observations: 0, rate: 1, mix: ofEachKind(0.2) };
    expect(capacityFor(costs, none, assumed)).toMatchObject({
      shards: { companies: 1, observations: 1 },
      engineNodes: 3,
      serviceProcesses: 2,
      databaseProcessors: 2,
    });
  });

  it('are computed from costs that were measured', () => {
    for (const kind of requestKinds)
      expect(Object.values(measuredCosts.requests[kind]).every((milliseconds) => milliseconds > 0)).toBe(
        true,
      );
  });
});
