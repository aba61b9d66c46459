import { type Costs, type RequestKind, requestKinds } from './costs.ts';

/** What is to be served. */
export interface Demand {
  readonly companies: number;
  readonly observations: number;
  /** Requests a second at the busiest time. */
  readonly rate: number;
  /** The share of each kind of request; they add up to 1. */
  readonly mix: Readonly<Record<RequestKind, number>>;
}

/** What is assumed rather than measured. */
export interface Assumptions {
  /** Exponent of the growth of the engine's time with the number of documents. 0: the same at any size. */
  readonly growth: Readonly<Record<RequestKind, number>>;
  /** Copies of each shard, the first included. */
  readonly copies: number;
  /** How busy processors may be at the busiest time. */
  readonly utilisation: number;
  /** Share of the index of observations that searches use, and that must be in memory. All companies must. */
  readonly hotObservations: number;
  /** Share of the database that must be in memory. */
  readonly hotDatabase: number;
  /** The same for every machine: virtual processors and gigabytes of memory. */
  readonly nodeProcessors: number;
  readonly nodeMemory: number;
  /** Yen for an hour of one virtual processor, an hour of a gigabyte of memory, and a month of a gigabyte of disk. */
  readonly yenProcessor: number;
  readonly yenMemory: number;
  readonly yenDisk: number;
}

export interface Capacity {
  readonly shards: { readonly companies: number; readonly observations: number };
  /** Gigabytes of all copies, without room for a reindex. */
  readonly indexGb: number;
  readonly databaseGb: number;
  readonly engineNodes: number;
  /** One service process uses one processor. */
  readonly serviceProcesses: number;
  readonly databaseProcessors: number;
  readonly reindexHours: number;
  readonly yen: number;
}

const documentsPerShard = 20_000_000;
/** Elasticsearch needs three to elect a master without any one of them. */
const minNodes = 3;
const minProcesses = 2;
const databaseHosts = 2;
const minDatabaseProcessors = 2;
const heapGb = 8;
const minDatabaseMemory = 8;
const serviceMemory = 1;
const hoursOfMonth = 730;
/** The serving index with its copies, the previous one with its copies, and the new one before it has any. */
const generations = 2;
const gigabyte = 1e9;

/** The machines for a demand, and what they cost. */
export function capacityFor(costs: Costs, demand: Demand, assumed: Assumptions): Capacity {
  const companiesGb = (demand.companies * costs.company.indexBytes) / gigabyte;
  const observationsGb = (demand.observations * costs.observation.indexBytes) / gigabyte;
  const databaseGb =
    (demand.companies * costs.company.databaseBytes + demand.observations * costs.observation.databaseBytes) /
    gigabyte;
  const processors = (part: 'service' | 'engine' | 'postgres') =>
    requestKinds.reduce((sum, kind) => {
      const milliseconds =
        costs.requests[kind][part] * (part === 'engine' ? grown(kind, costs, demand, assumed) : 1);
      return sum + (demand.rate * demand.mix[kind] * milliseconds) / 1000 / assumed.utilisation;
    }, 0);

  const engineMemory = assumed.copies * (companiesGb + assumed.hotObservations * observationsGb);
  const engineNodes = Math.max(
    minNodes,
    Math.ceil(processors('engine') / assumed.nodeProcessors),
    Math.ceil(engineMemory / (assumed.nodeMemory - heapGb)),
  );
  const serviceProcesses = Math.max(minProcesses, Math.ceil(processors('service')));
  const databaseProcessors = Math.max(minDatabaseProcessors, Math.ceil(processors('postgres')));
  const databaseMemory = Math.max(minDatabaseMemory, Math.ceil(assumed.hotDatabase * databaseGb));

  const indexGb = assumed.copies * (companiesGb + observationsGb);
  const engineDisk = indexGb * generations + companiesGb + observationsGb;
  const yen =
    hoursOfMonth *
      (assumed.yenProcessor *
        (engineNodes * assumed.nodeProcessors + serviceProcesses + databaseHosts * databaseProcessors) +
        assumed.yenMemory *
          (engineNodes * assumed.nodeMemory +
            serviceProcesses * serviceMemory +
            databaseHosts * databaseMemory)) +
    assumed.yenDisk * (engineDisk + databaseHosts * databaseGb);
  return {
    shards: {
      companies: Math.max(1, Math.ceil(demand.companies / documentsPerShard)),
      observations: Math.max(1, Math.ceil(demand.observations / documentsPerShard)),
    },
    indexGb,
    databaseGb,
    engineNodes,
    serviceProcesses,
    databaseProcessors,
    // One writer; two thirds of the work are the engine's, in parallel with it.
    reindexHours:
      (demand.companies * costs.company.reindexMs + demand.observations * costs.observation.reindexMs) /
      3_600_000,
    yen,
  };
}

/** How many times the measured time the engine takes with this many documents. */
function grown(kind: RequestKind, costs: Costs, demand: Demand, { growth }: Assumptions): number {
  const [now, measured] =
    kind === 'observations' ? [demand.observations, costs.observations] : [demand.companies, costs.companies];
  return Math.max(1, now / measured) ** growth[kind];
}
