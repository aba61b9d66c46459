import type { Knex } from 'knex';
import { queueTask } from '../../../database/queue-tasks.ts';
import { fetchRows, type PagePlace, requireRow } from '../../../database/rows.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { isUuid } from '../../../text/identifiers/uuid.ts';
import type { RunScope, SourceScope } from '../records/source-record.ts';
import type { RunRecord } from '../records/source-run.ts';

const columns = [
  'run_id',
  'source_id',
  'background',
  'status',
  'stop_reason',
  'mapping_version',
  'position',
  'rows_total',
  'rows_done',
  'matched',
  'multiple_candidates',
  'not_found',
  'invalid',
  'credits_used',
  'max_credits',
  'key_id',
  'created_at',
  'started_at',
  'finished_at',
] as const;

type CompletedRun = Omit<
  RunRecord,
  | 'run_id'
  | 'source_id'
  | 'background'
  | 'status'
  | 'stop_reason'
  | 'position'
  | 'rows_total'
  | 'rows_done'
  | `${string}_at`
>;

interface NextTurn {
  /** Rows that fitted into the last batch. */
  readonly rowsAtOnce?: number | null;
}

/** Runs of sources in Postgres. Whoever changes a run must have locked its source. */
export class SourceRunsStore {
  constructor(private readonly knex: Knex) {}

  /** Records a resolve that is complete. @returns run_id */
  async insertCompleted(scope: SourceScope, run: CompletedRun, transaction: Transaction): Promise<string> {
    const now = transaction.fn.now();
    const rows_done = run.matched + run.multiple_candidates + run.not_found + run.invalid;
    const completed = { rows_done, rows_total: rows_done, started_at: now, finished_at: now };
    const { run_id } = await this.#insert(scope, { ...run, ...completed, status: 'completed' }, transaction);
    return run_id;
  }

  /** Records a run in the background, and queues its work. */
  async insertQueued(
    scope: SourceScope,
    run: Pick<RunRecord, 'mapping_version' | 'rows_total' | 'max_credits' | 'key_id'>,
    transaction: Transaction,
  ): Promise<RunRecord> {
    const inserted = await this.#insert(scope, { ...run, status: 'queued', background: true }, transaction);
    await this.queue({ ...scope, runId: inserted.run_id }, transaction);
    return inserted;
  }

  /** Queues work on a run. Work that is already queued and not begun is replaced. */
  async queue(
    { accountId, sourceId, runId }: RunScope,
    transaction: Knex = this.knex,
    { rowsAtOnce = null }: NextTurn = {},
  ): Promise<void> {
    await queueTask(transaction, {
      task: 'resolve_source',
      accountId,
      payload: { sourceId, runId, rowsAtOnce },
      key: `resolve:${runId}`,
    });
  }

  /** A malformed id is treated as unknown. */
  async find(scope: RunScope, transaction: Knex = this.knex): Promise<RunRecord | null> {
    if (!isUuid(scope.sourceId) || !isUuid(scope.runId)) return null;
    const found = this.#ofRun(scope, transaction);
    return (await found.first<RunRecord | undefined>(...columns)) ?? null;
  }

  /** Newest first. */
  page(scope: SourceScope, place: PagePlace): Promise<RunRecord[]> {
    return fetchRows(this.#ofSource(scope, this.knex).select(...columns), 'run_id', 'desc', place);
  }

  /** Shows that the work of a queued run has begun. */
  async begin(scope: RunScope): Promise<void> {
    await this.#ofRun(scope, this.knex)
      .where({ status: 'queued' })
      .update({ status: 'running', started_at: this.knex.raw('coalesce(started_at, now())') });
  }

  change(
    scope: RunScope,
    change: Partial<Omit<RunRecord, `${string}_at`>> & { readonly finished_at?: Knex.Raw | null },
    transaction: Transaction,
  ): Promise<RunRecord> {
    return requireRow(
      this.#ofRun(scope, transaction)
        .update({ ...change })
        .returning<RunRecord[]>([...columns]),
    );
  }

  #insert({ sourceId }: SourceScope, run: object, transaction: Transaction): Promise<RunRecord> {
    const inserted = transaction('source_runs').insert({ ...run, source_id: sourceId });
    return requireRow(inserted.returning<RunRecord[]>([...columns]));
  }

  #ofRun(scope: RunScope, connection: Knex) {
    return this.#ofSource(scope, connection).where({ run_id: scope.runId });
  }

  #ofSource({ accountId, sourceId }: SourceScope, connection: Knex) {
    const ofAccount = connection('sources').where({ account_id: accountId, source_id: sourceId });
    return connection('source_runs').whereIn('source_id', ofAccount.select('source_id'));
  }
}
