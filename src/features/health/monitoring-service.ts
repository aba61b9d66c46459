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

/** What the stores say about themselves, for the metrics. They are read when somebody asks for the metrics. */
export class MonitoringService {
  readonly #parts: MonitoringParts;
  readonly #database = makeCachedRead(freshMs, () => this.#tryRead('postgres', () => this.#readDatabase()));
  readonly #engine = makeCachedRead(freshMs, () =>
    this.#tryRead('elasticsearch', () => this.#parts.engineState()),
  );

  constructor(parts: MonitoringParts) {
    this.#parts = parts;
  }

  createGauges(): SharedGauge[] {
    const { ledgerCheck } = this.#parts;
    const fromDatabase = this.#createGaugeFactory(this.#database);
    const fromEngine = this.#createGaugeFactory(this.#engine);
    const readFromIndices = (read: (index: ServingIndex) => number | null) => (state: DatabaseState) =>
      state.indices.map((index) => ({ labels: { index: index.kind }, value: read(index) }));
    const readFromJobs = (read: (jobs: JobCounts) => number) => (state: DatabaseState) => [
      { value: state.jobs && read(state.jobs) },
    ];
    const readFromLedger = (read: (check: LedgerCheck) => number) => async () => {
      const check = ledgerCheck();
      return [{ value: check && read(check) }];
    };
    return [
      {
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
      },
      fromEngine(
        'elasticsearch_cluster_status',
        '1 for the status of the cluster, 0 for the others',
        'status',
        ({ status }) =>
          ['green', 'yellow', 'red'].map((each) => ({
            labels: { status: each },
            value: Number(each === status),
          })),
      ),
      fromEngine(
        'elasticsearch_disk_used_ratio',
        'Used part of the disk of the fullest node, from 0 to 1',
        null,
        ({ diskUsed }) => [{ value: diskUsed }],
      ),
      fromEngine(
        'elasticsearch_read_only_indices',
        'Indices of the service that take no writes',
        null,
        (state) => [{ value: state.readOnlyIndices.length }],
      ),
      fromDatabase(
        'search_index_mapping_version',
        'Mapping version of the index that serves',
        'index',
        readFromIndices((each) => each.mapping_version),
      ),
      fromDatabase(
        'search_index_documents',
        'Documents of the index that serves, when it was built',
        'index',
        readFromIndices((each) => each.documents),
      ),
      fromDatabase(
        'search_index_built_timestamp_seconds',
        'When the index that serves was put into service',
        'index',
        readFromIndices((each) => each.built_at.getTime() / 1000),
      ),
      fromDatabase(
        'search_index_missing_changes',
        'Changes of companies that the index lacks, up to 100,000',
        'index',
        readFromIndices((each) => each.changes),
      ),
      fromDatabase(
        'search_index_lag_seconds',
        'Age of the oldest change that the index lacks',
        'index',
        readFromIndices((each) => each.lag),
      ),
      fromDatabase(
        'jobs_waiting',
        'Jobs that are due and wait for a process',
        null,
        readFromJobs((each) => each.waiting),
      ),
      fromDatabase(
        'jobs_oldest_waiting_seconds',
        'How long the oldest of them has been due',
        null,
        readFromJobs((each) => each.oldest_waiting),
      ),
      fromDatabase(
        'jobs_failed',
        'Jobs without any attempts left',
        null,
        readFromJobs((each) => each.failed),
      ),
      fromDatabase(
        'job_processes',
        'Processes that run jobs',
        null,
        readFromJobs((each) => each.processes),
      ),
      fromDatabase('credits_available', 'Credits of all accounts together, by class', 'class', (state) =>
        state.balances.map((each) => ({ labels: { class: each.class }, value: each.credits })),
      ),
      {
        name: 'credits_balances_wrong',
        help: 'Balances that differed from the ledger when they were last compared',
        combine: 'max',
        values: readFromLedger(({ faults }) => faults),
      },
      {
        name: 'credits_checked_timestamp_seconds',
        help: 'When the balances were last compared with the ledger',
        combine: 'max',
        values: readFromLedger(({ at }) => at.getTime() / 1000),
      },
    ];
  }

  #createGaugeFactory<State>(read: () => Promise<State | null>) {
    return (
      name: string,
      help: string,
      label: string | null,
      values: (state: State) => readonly GaugeValue[],
    ): SharedGauge => ({
      name,
      help,
      labelNames: [label].filter((each) => each !== null),
      combine: 'max',
      values: async () => {
        const state = await waitWithTimeout(read());
        if (state) return values(state);
        return [];
      },
    });
  }

  async #readDatabase(): Promise<DatabaseState> {
    const { store, aliases } = this.#parts;
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
      this.#parts.onFailure(part, error);
      return null;
    }
  }
}

function waitWithTimeout<State>(reading: Promise<State | null>): Promise<State | null> {
  return withTimeout(reading, answerTimeoutMs).catch(() => null);
}
