import type { GaugeValue, SharedGauge } from '../../http/metrics.ts';
import { makeCachedRead } from '../../running/cached-read.ts';
import { withTimeout } from '../../running/with-timeout.ts';
import type { EngineState } from '../../search/engine-state.ts';
import type { LedgerCheck } from '../credits/ledger-check-service.ts';
import type { JobCounts, MonitoringStore, ServingIndex } from './monitoring-store.ts';

export interface MonitoringParts {
  readonly store: Pick<MonitoringStore, 'listServingIndices' | 'countJobs' | 'sumBalances'>;
  readonly aliases: readonly string[];
  /** Throws if the engine does not answer. */
  engineState(): Promise<EngineState>;
  /** The outcome of the last comparison of balances with the ledger in this process; null before the first. */
  ledgerCheck(): LedgerCheck | null;
  /** Called when a store cannot be read, at most once in `freshMs`. */
  onFailure(part: 'postgres' | 'elasticsearch', error: unknown): void;
}

/** Any number of scrapes causes at most one reading of the stores in this time. */
const freshMs = 10_000;
/** A scrape does not wait longer for the stores: it then shows that it could not read them. */
const answerTimeoutMs = 700;

interface DatabaseState {
  readonly indices: readonly ServingIndex[];
  readonly jobs: JobCounts | null;
  readonly balances: readonly { readonly class: string; readonly credits: number }[];
}

type Gauge<State> = readonly [
  name: string,
  help: string,
  values: (state: State) => readonly GaugeValue[],
  ...labelNames: string[],
];

const engineGauges: readonly Gauge<EngineState>[] = [
  [
    'elasticsearch_cluster_status',
    '1 for the status of the cluster, 0 for the others',
    ({ status }) =>
      ['green', 'yellow', 'red'].map((each) => ({
        labels: { status: each },
        value: Number(each === status),
      })),
    'status',
  ],
  [
    'elasticsearch_disk_used_ratio',
    'Used part of the disk of the fullest node, from 0 to 1',
    ({ diskUsed }) => [{ value: diskUsed }],
  ],
  [
    'elasticsearch_read_only_indices',
    'Indices of the service that take no writes',
    ({ readOnlyIndices }) => [{ value: readOnlyIndices.length }],
  ],
];

const defineIndexGauge = (
  name: string,
  help: string,
  read: (index: ServingIndex) => number | null,
): Gauge<DatabaseState> => [
  name,
  help,
  ({ indices }) => indices.map((index) => ({ labels: { index: index.kind }, value: read(index) })),
  'index',
];

const defineJobGauge = (
  name: string,
  help: string,
  read: (jobs: JobCounts) => number,
): Gauge<DatabaseState> => [name, help, ({ jobs }) => [{ value: jobs && read(jobs) }]];

const databaseGauges: readonly Gauge<DatabaseState>[] = [
  defineIndexGauge(
    'search_index_mapping_version',
    'Mapping version of the index that serves',
    (index) => index.mapping_version,
  ),
  defineIndexGauge(
    'search_index_documents',
    'Documents of the index that serves, when it was built',
    ({ documents }) => documents,
  ),
  defineIndexGauge(
    'search_index_built_timestamp_seconds',
    'When the index that serves was put into service',
    (index) => index.built_at.getTime() / 1000,
  ),
  defineIndexGauge(
    'search_index_missing_changes',
    'Changes of companies that the index lacks, up to 100,000',
    ({ changes }) => changes,
  ),
  defineIndexGauge(
    'search_index_lag_seconds',
    'Age of the oldest change that the index lacks',
    ({ lag }) => lag,
  ),
  defineJobGauge('jobs_waiting', 'Jobs that are due and wait for a process', ({ waiting }) => waiting),
  defineJobGauge(
    'jobs_oldest_waiting_seconds',
    'How long the oldest of them has been due',
    (jobs) => jobs.oldest_waiting,
  ),
  defineJobGauge('jobs_failed', 'Jobs without any attempts left', ({ failed }) => failed),
  defineJobGauge('job_processes', 'Processes that run jobs', ({ processes }) => processes),
  [
    'credits_available',
    'Credits of all accounts together, by class',
    ({ balances }) => balances.map((each) => ({ labels: { class: each.class }, value: each.credits })),
    'class',
  ],
];

const ledgerGauges: readonly Gauge<LedgerCheck>[] = [
  [
    'credits_balances_wrong',
    'Balances that differed from the ledger when they were last compared',
    ({ faults }) => [{ value: faults }],
  ],
  [
    'credits_checked_timestamp_seconds',
    'When the balances were last compared with the ledger',
    ({ at }) => [{ value: at.getTime() / 1000 }],
  ],
];

/** What the stores say about themselves, for the metrics. They are read when somebody asks for the metrics. */
export class MonitoringService {
  readonly #database = makeCachedRead(freshMs, () => this.#tryRead('postgres', () => this.#readDatabase()));
  readonly #engine = makeCachedRead(freshMs, () =>
    this.#tryRead('elasticsearch', () => this.parts.engineState()),
  );

  constructor(private readonly parts: MonitoringParts) {}

  createGauges(): SharedGauge[] {
    return [
      this.#createStoreGauge(),
      ...engineGauges.map((gauge) => this.#createGauge(this.#engine, gauge)),
      ...databaseGauges.map((gauge) => this.#createGauge(this.#database, gauge)),
      ...ledgerGauges.map((gauge) => this.#createGauge(async () => this.parts.ledgerCheck(), gauge)),
    ];
  }

  #createStoreGauge(): SharedGauge {
    return {
      name: 'store_up',
      help: 'Whether a store answers, by store',
      labelNames: ['store'],
      combine: 'min',
      values: async () => {
        const [postgres, elasticsearch] = await Promise.all([
          waitWithTimeout(this.#database()),
          waitWithTimeout(this.#engine()),
        ]);
        return Object.entries({ postgres, elasticsearch }).map(([store, state]) => ({
          labels: { store },
          value: Number(state !== null),
        }));
      },
    };
  }

  #createGauge<State>(
    read: () => Promise<State | null>,
    [name, help, values, ...labelNames]: Gauge<State>,
  ): SharedGauge {
    return {
      name,
      help,
      labelNames,
      combine: 'max',
      values: async () => {
        const state = await waitWithTimeout(read());
        if (state) return values(state);
        return [];
      },
    };
  }

  async #readDatabase(): Promise<DatabaseState> {
    const { store, aliases } = this.parts;
    const [indices, jobs, balances] = await Promise.all([
      store.listServingIndices(aliases),
      store.countJobs(),
      store.sumBalances(),
    ]);
    return { indices, jobs, balances };
  }

  async #tryRead<State>(
    part: 'postgres' | 'elasticsearch',
    read: () => Promise<State>,
  ): Promise<State | null> {
    try {
      return await read();
    } catch (error) {
      this.parts.onFailure(part, error);
      return null;
    }
  }
}

function waitWithTimeout<State>(state: Promise<State | null>): Promise<State | null> {
  return withTimeout(state, answerTimeoutMs).catch(() => null);
}
