import { z } from 'zod';
import { type ErrorCode, ServiceError } from '../../../contract/errors.ts';
import { sourceRunsEndpoints } from '../../../contract/sources/run-endpoints.ts';
import type { RunStopReason } from '../../../contract/sources/runs.ts';
import { queuePolicies } from '../../../database/queue-policies.ts';
import type { QueuedTry } from '../../../database/queue-tasks.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { StalePreparation } from '../../../idempotency/idempotency.ts';
import { readAhead } from '../../../running/time-slices.ts';
import type { Charging } from '../../credits/charging-service.ts';
import type { DecisionHistoryStore } from '../records/decision-history-store.ts';
import { ResolvedRows } from '../records/resolved-rows.ts';
import type { RowCellsStore } from '../records/row-cells-store.ts';
import type { SourceChoicesStore } from '../records/source-choices-store.ts';
import type { ReadRow, RunScope, SourceRecord } from '../records/source-record.ts';
import type { SourceRowsStore } from '../records/source-rows-store.ts';
import { isOpen, type RunRecord, withRows } from '../records/source-run.ts';
import type { SourcesStore } from '../records/sources-store.ts';
import { type MatchingParts, RowMatcher } from './source-matching-service.ts';
import { batchSize, matchRows, readColumns } from './source-resolving-service.ts';
import type { SourceRunsStore } from './source-runs-store.ts';

export interface SourceRunsWorkerParts extends MatchingParts {
  readonly choices: Pick<SourceChoicesStore, 'choicesFor' | 'stillSettle'>;
  readonly sources: SourcesStore;
  readonly rows: SourceRowsStore;
  readonly cells: RowCellsStore;
  readonly history: DecisionHistoryStore;
  readonly runs: SourceRunsStore;
  readonly charging: Charging;
  readonly pace?: Pace;
}

interface Pace {
  readonly rowsPerBatch: number;
  /** After this time, other tasks have their turn. A stop of the service waits no longer than this and one batch. */
  readonly turnMs: number;
}

const usualPace: Pace = { rowsPerBatch: batchSize.limit, turnMs: 5_000 };

const runPayload = z.object({
  accountId: z.string(),
  sourceId: z.string(),
  runId: z.string(),
  rowsAtOnce: z.int().min(1).nullish(),
});

/** `ended`: nothing remains for this task. `open`: the run continues in another turn. */
type Progress = 'ended' | 'open';

interface Turn {
  readonly progress: Progress;
  /** Rows of the last batch; null if there was none. */
  readonly rowsAtOnce: number | null;
}

/** Rows that were resolved together. */
interface Batch {
  readonly rows: readonly ReadRow[];
  readonly resolved: ResolvedRows;
  /** The mapping with which they were matched. */
  readonly mappingVersion: number;
  /** The position of the run before these rows. */
  readonly from: string | null;
  /** Whether no rows follow. */
  readonly last: boolean;
}

/** Why a batch cannot be charged, and why its run stops then. */
const unpaid: Partial<Record<ErrorCode, RunStopReason>> = {
  credit_balance_insufficient: 'credit_balance_insufficient',
  key_spending_limit_exceeded: 'key_spending_limit_reached',
};

/**
 * Resolves the rows of runs in batches. A batch is matched before its transaction, which writes the rows, the counts, the
 * charge and the position of the run, or nothing; meanwhile, the next batch is matched. So a process may die at any moment: the next one continues from the position.
 */
export class SourceRunsWorker {
  readonly #pace: Pace;

  constructor(private readonly parts: SourceRunsWorkerParts) {
    this.#pace = parts.pace ?? usualPace;
  }

  /** A queued task: resolves rows of a run for one turn, and queues the next turn. */
  async work(payload: unknown, { attempt, last }: QueuedTry): Promise<void> {
    const { rowsAtOnce, ...scope } = runPayload.parse(payload);
    try {
      // The process died in the last attempt, perhaps because of these rows.
      if (attempt > queuePolicies.resolve_source.maxTries)
        return await this.#end(scope, 'failed', 'internal_error');
      const turn = await this.#turn(scope, rowsAtOnce);
      if (turn.progress === 'open') await this.parts.runs.queue(scope, undefined, turn);
    } catch (error) {
      if (isDeleted(error)) return;
      if (last) await this.#end(scope, 'failed', failureOf(error));
      throw error;
    }
  }

  async #turn(scope: RunScope, first: number | null | undefined): Promise<Turn> {
    const until = performance.now() + this.#pace.turnMs;
    await this.parts.runs.begin(scope);
    // The run first: if the source is mapped again in between, the batches do not fit the run, and are not saved.
    const run = await this.parts.runs.find(scope);
    const source = await this.parts.sources.find(scope);
    if (!run || !isOpen(run)) return { progress: 'ended', rowsAtOnce: null };
    let rowsAtOnce: number | null = null;
    for await (const batch of readAhead(this.#batches(scope, { source, run, first, until }))) {
      const saved = await this.#save(scope, batch);
      if (saved !== 'saved') return { progress: saved, rowsAtOnce };
      if (batch.last) return { progress: 'ended', rowsAtOnce };
      rowsAtOnce = batch.rows.length;
    }
    return { progress: 'open', rowsAtOnce };
  }

  /** Matches rows after the position of the run, until the turn is over. */
  async *#batches(
    scope: RunScope,
    {
      source,
      run,
      first,
      until,
    }: { source: SourceRecord; run: RunRecord; first: number | null | undefined; until: number },
  ): AsyncGenerator<Batch> {
    const { mapping_version: mappingVersion } = run;
    const matching = new RowMatcher(this.parts, scope, await readColumns(this.parts.cells, scope, source));
    const pages = this.parts.rows.pieces(scope, {
      openFor: { mappingVersion },
      after: run.position,
      limit: this.#pace.rowsPerBatch,
      first: first ?? undefined,
      maxBytes: batchSize.maxBytes,
    });
    let from = run.position;
    for await (const { rows, more } of pages) {
      const resolved = new ResolvedRows();
      await matchRows(resolved, matching, rows);
      yield { rows, resolved, mappingVersion, from, last: !more };
      if (performance.now() >= until) return;
      from = rows.at(-1)?.source_row_id ?? from;
    }
  }

  async #save(scope: RunScope, batch: Batch): Promise<Progress | 'saved'> {
    try {
      return await this.parts.sources.transaction((transaction) => this.#write(scope, batch, transaction));
    } catch (error) {
      if (error instanceof StalePreparation) return 'open';
      const reason = error instanceof ServiceError ? unpaid[error.code] : undefined;
      if (!reason) throw error;
      await this.#end(scope, 'stopped', reason);
      return 'ended';
    }
  }

  async #write(scope: RunScope, batch: Batch, transaction: Transaction): Promise<Progress | 'saved'> {
    const { sources, rows, runs, history } = this.parts;
    await sources.lock(scope, transaction);
    const run = await runs.find(scope, transaction);
    // It was cancelled, stopped or resumed meanwhile, or another process resolved these rows.
    if (!run || !isOpen(run) || run.position !== batch.from) return 'ended';
    if (run.mapping_version !== batch.mappingVersion) return 'ended';
    if ((await rows.changedSince(scope, batch.rows, transaction)).length > 0) return 'open';
    const { resolved } = batch;
    const counted = withRows(run, resolved);
    if (run.max_credits !== null && counted.credits_used > run.max_credits) {
      await runs.change(scope, ended('stopped', 'max_credits_reached', transaction), transaction);
      return 'ended';
    }
    await rows.writeResolved(scope, resolved, { mappingVersion: batch.mappingVersion }, transaction);
    const decided = { batchId: run.run_id, keyId: run.key_id };
    await history.recordTakenOver(scope, decided, resolved.takenOver, transaction);
    if (!(await this.parts.choices.stillSettle(scope.accountId, resolved.choices, transaction)))
      throw new StalePreparation();
    const position = batch.rows.at(-1)?.source_row_id ?? run.position;
    // Rows that people settled meanwhile are not resolved by the run.
    const end = batch.last && { rows_total: counted.rows_done, ...ended('completed', null, transaction) };
    await runs.change(scope, { ...counted, position, status: 'running', ...end }, transaction);
    const states = await rows.countStates(scope, transaction);
    await sources.saveStates(scope, { ...states, ...(batch.last && { status: 'resolved' }) }, transaction);
    await this.#charge(scope, run, resolved.cost, transaction);
    return 'saved';
  }

  /**
   * Charges last, because the balance is locked from then on.
   * @throws ServiceError credit_balance_insufficient, key_spending_limit_exceeded, so that the batch is rolled back
   */
  async #charge(
    { accountId, runId }: RunScope,
    { key_id: keyId }: RunRecord,
    cost: number,
    transaction: Transaction,
  ): Promise<void> {
    if (cost === 0) return;
    const { charge } = sourceRunsEndpoints.startSourceRun;
    const part = { cost, subject: { type: 'source_run', id: runId } };
    await this.parts.charging.chargePart(charge, { accountId, keyId }, part, transaction);
  }

  async #end(scope: RunScope, status: 'stopped' | 'failed', reason: RunStopReason): Promise<void> {
    const { sources, runs } = this.parts;
    await sources.transaction(async (transaction) => {
      await sources.lock(scope, transaction);
      const run = await runs.find(scope, transaction);
      if (run && isOpen(run)) await runs.change(scope, ended(status, reason, transaction), transaction);
    });
  }
}

function ended(
  status: 'completed' | 'stopped' | 'failed',
  stop_reason: RunStopReason | null,
  transaction: Transaction,
) {
  return { status, stop_reason, finished_at: transaction.raw('now()') };
}

function isDeleted(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'source_not_found';
}

function failureOf(error: unknown): RunStopReason {
  if (error instanceof ServiceError && error.code === 'search_unavailable') return 'search_unavailable';
  return 'internal_error';
}
