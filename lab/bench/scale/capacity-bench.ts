import { cpus } from 'node:os';
import type { BenchService } from '../bench-service.ts';
import { type LoadRequest, load } from '../load.ts';
import { type Comparison, compare, median, percentile } from '../measure.ts';
import { searchesOf, serviceRequest } from '../searches.ts';
import { type MeasuredService, measuredService, warmUp } from './measured-service.ts';
import { mixedSearches } from './mixed-searches.ts';
import { measurableSeconds, processesBehind, processorMs } from './process-usage.ts';
import { type ServiceTimes, simulate } from './queueing-model.ts';

export interface CapacitySize {
  readonly rounds: number;
  readonly seconds: number;
  readonly seed: number;
}

const queries = 500;
const connections = 16;
const clientsPerCore = 8;
const modelRequests = 20_000;
const machines = [4, 8, 16];

/**
 * Measures what a request costs each part, in processor time, and what this machine can answer; and computes what larger
 * machines could answer, with a model that has to agree with this machine first (docs/capacity.md).
 */
export async function benchCapacity(service: BenchService, size: CapacitySize): Promise<Comparison[]> {
  const here = { cores: cpus().length, workers: 1 };
  const running = await measuredService(service, { WORKERS: '1' });
  try {
    const kinds: [string, LoadRequest[][]][] = [
      ['searches by number', await requestsOf(running, 'id')],
      ['searches by name', await requestsOf(running, 'name')],
      ['searches by filters', await requestsOf(running, 'filters')],
      ['mixed searches', await mixedSearches(running, queries)],
    ];
    for (const [, requests] of kinds)
      await warmUp(requests, { workers: 1, connections, seconds: size.seconds / kinds.length });
    const rows: Comparison[] = [];
    for (const [name, requests] of kinds) {
      const measured = await measure(running, requests, size);
      const model = (cores: number, workers: number, times: ServiceTimes, clients: number) =>
        simulate({ times, machine: { cores, workers }, clients, requests: modelRequests, seed: size.seed });
      rows.push(
        compare(
          `${name} (processor time: ${shown(measured.times)}), model against measured, ${here.cores} cores`,
          'requests/s',
          {
            ours: model(here.cores, here.workers, measured.times, connections).perSecond,
            theirs: measured.perSecond,
          },
          { atLeast: 0.8, atMost: 1.25 },
        ),
      );
      // The clients of a real service run elsewhere.
      const times = { ...measured.times, client: 0 };
      const base = model(here.cores, here.cores, times, here.cores * clientsPerCore).perSecond;
      for (const cores of machines) {
        const { perSecond, latencies } = model(cores, cores, times, cores * clientsPerCore);
        const p99 = percentile(latencies, 99).toFixed(1);
        rows.push(
          compare(
            `${name}, ${cores} cores and workers, p99 ${p99} ms, against ${here.cores} (model)`,
            'requests/s',
            { ours: perSecond, theirs: base },
            { atLeast: (0.9 * cores) / here.cores },
          ),
        );
      }
    }
    return rows;
  } finally {
    await running.stop();
  }
}

async function requestsOf(
  service: MeasuredService,
  kind: 'id' | 'name' | 'filters',
): Promise<LoadRequest[][]> {
  return (await searchesOf(service, kind, queries)).map((search) => [
    serviceRequest(service, '/search', search),
  ]);
}

/** Medians of several rounds. */
async function measure(
  service: MeasuredService,
  requests: LoadRequest[][],
  { rounds, seconds }: CapacitySize,
): Promise<{ perSecond: number; times: ServiceTimes }> {
  const parts = {
    service: service.pids,
    engine: () => processesBehind(service.elasticsearchUrl),
    postgres: () => processesBehind(service.databaseUrl),
    client: () => [process.pid],
  };
  const names = Object.keys(parts) as (keyof typeof parts)[];
  const rates: number[] = [];
  const costs = { service: [], engine: [], postgres: [], client: [] } as Record<keyof typeof parts, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    const before = names.map((name) => processorMs(parts[name]()));
    const { perSecond, latencies } = await load(requests, {
      connections,
      seconds: Math.max(seconds, measurableSeconds),
    });
    rates.push(perSecond);
    for (const [at, name] of names.entries())
      costs[name].push((processorMs(parts[name]()) - (before[at] ?? 0)) / latencies.length);
  }
  const cost = (name: keyof typeof parts) => median(costs[name]);
  return {
    perSecond: median(rates),
    times: {
      service: cost('service'),
      engine: cost('engine'),
      postgres: cost('postgres'),
      client: cost('client'),
    },
  };
}

function shown({ service, engine, postgres, client }: ServiceTimes): string {
  const [s, e, p, c] = [service, engine, postgres, client].map((ms) => ms.toFixed(2));
  return `service ${s}, engine ${e}, Postgres ${p}, client ${c} ms`;
}
