import { setTimeout as wait } from 'node:timers/promises';
import type { ChargingBody } from '../../../contract/credits/billing.ts';
import type { AnswerBody } from '../../../contract/endpoint.ts';
import { buildCollection, type Collection } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { sourceRunsEndpoints } from '../../../contract/sources/run-endpoints.ts';
import type {
  SourceRunView,
  sourceRunAnswer,
  sourceRunCancelAnswer,
  sourceRunResumeAnswer,
  sourceRunStartAnswer,
} from '../../../contract/sources/runs.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { KeyedAnswer } from '../../../idempotency/idempotency.ts';
import type { PageQuery, Paging } from '../../../paging/paging.ts';
import type { ChargeCall, Charging } from '../../credits/charging-service.ts';
import type { RunScope, SourceRecord, SourceScope } from '../records/source-record.ts';
import type { SourceRowsStore } from '../records/source-rows-store.ts';
import {
  canResume,
  isOpen,
  type RunRecord,
  runView,
  settledCounts,
  withRows,
} from '../records/source-run.ts';
import type { SourcesStore } from '../records/sources-store.ts';
import { sourceEnvelope } from '../view/source-view.ts';
import { refuseOpenRun, requireMapping, type SourceResolving } from './source-resolving-service.ts';
import type { SourceRunsStore } from './source-runs-store.ts';

export interface SourceRunsParts {
  readonly sources: SourcesStore;
  readonly rows: SourceRowsStore;
  readonly runs: SourceRunsStore;
  readonly charging: Charging;
  readonly paging: Paging;
}

type RunCall = ChargeCall & { readonly body: ChargingBody };

/** How often a waiting request looks at its run. */
const pollMs = 500;

/** Starts, shows, cancels and resumes runs. `SourceRunsWorker` does their work. */
export class SourceRuns {
  constructor(
    private readonly parts: SourceRunsParts,
    private readonly resolving: SourceResolving,
  ) {}

  /**
   * Queues a run. Its batches charge, not this call. A dry run resolves the rows at once, to tell what the run would cost.
   * @throws ServiceError source_not_found, source_mapping_required, source_run_in_progress, and those of charging
   */
  start(call: RunCall, sourceId: string): Promise<KeyedAnswer<202, AnswerBody<typeof sourceRunStartAnswer>>> {
    const scope = { accountId: call.accountId, sourceId };
    const { sources, rows, runs, charging } = this.parts;
    const { dryRun, maxCredits = null } = call.body;
    return charging.chargeOnce(sourceRunsEndpoints.startSourceRun.charge, call, {
      status: 202,
      prepare: async () => (dryRun ? this.resolving.prepare(scope) : null),
      work: async (transaction, preview) => {
        const source = await sources.lock(scope, transaction);
        requireMapping(source);
        refuseOpenRun(source);
        const { mapping_version } = source;
        const open = { mappingVersion: mapping_version, after: null };
        const rows_total = await rows.countOpen(scope, open, transaction);
        const given = { mapping_version, rows_total, max_credits: maxCredits, key_id: call.keyId };
        const queued = await runs.insertQueued(scope, given, transaction);
        const run: RunRecord = preview
          ? { ...queued, ...withRows(queued, preview.resolved), ...ended(queued) }
          : queued;
        return {
          cost: preview?.resolved.cost ?? 0,
          subject: { type: 'source_run', id: run.run_id },
          answer: (billing) => ({ ...runEnvelope('start_run', source, run), billing }),
        };
      },
    });
  }

  /**
   * Continues a run after its last row, or from the beginning if the source was mapped again. A dry run resolves the
   * remaining rows at once, to tell what they would cost.
   * @throws ServiceError source_not_found, source_run_not_found, source_run_state_conflict, source_run_in_progress,
   *   max_credits_exceeded, and those of charging
   */
  resume(
    call: RunCall,
    given: RunScope,
  ): Promise<KeyedAnswer<202, AnswerBody<typeof sourceRunResumeAnswer>>> {
    const { rows, runs, charging } = this.parts;
    return charging.chargeOnce(sourceRunsEndpoints.resumeSourceRun.charge, call, {
      status: 202,
      prepare: async () => (call.body.dryRun ? this.#prepareRest(given) : null),
      work: async (transaction, preview) => {
        const { source, run, scope } = await this.#held(given, transaction);
        if (!canResume(run)) throw conflict(run);
        refuseOpenRun(source);
        const { mapping_version } = source;
        const position = positionIn(run, source);
        const open = { mappingVersion: mapping_version, after: position };
        const max_credits = call.body.maxCredits ?? run.max_credits;
        const cost = preview?.resolved.cost ?? 0;
        checkLimit(run, cost, max_credits);
        const begun = position === null ? settledCounts(run) : { rows_done: run.rows_done };
        const change = {
          ...begun,
          status: 'queued',
          stop_reason: null,
          finished_at: null,
          mapping_version,
          position,
          max_credits,
          key_id: call.keyId,
          rows_total: begun.rows_done + (await rows.countOpen(scope, open, transaction)),
        } as const;
        const queued = await runs.change(scope, change, transaction);
        await runs.queue(scope, transaction);
        const shown = preview
          ? { ...queued, ...withRows(queued, preview.resolved), ...ended(queued) }
          : queued;
        return {
          cost,
          subject: { type: 'source_run', id: run.run_id },
          answer: (billing) => ({ ...runEnvelope('resume_run', source, shown), billing }),
        };
      },
    });
  }

  /** @throws ServiceError source_not_found, source_run_not_found, source_run_state_conflict */
  cancel(given: RunScope): Promise<AnswerBody<typeof sourceRunCancelAnswer>> {
    return this.parts.sources.transaction(async (transaction) => {
      const { source, run, scope } = await this.#held(given, transaction);
      if (run.status === 'cancelled') return runEnvelope('cancel_run', source, run);
      if (!isOpen(run)) throw conflict(run);
      const change = { status: 'cancelled', finished_at: transaction.raw('now()') } as const;
      const cancelled = await this.parts.runs.change(scope, change, transaction);
      return runEnvelope('cancel_run', source, cancelled);
    });
  }

  /**
   * A run with its progress.
   * @param options.wait seconds to wait for its end
   * @throws ServiceError source_not_found, source_run_not_found
   */
  async show(
    scope: RunScope,
    { wait: seconds, signal }: { readonly wait: number; readonly signal?: AbortSignal },
  ): Promise<AnswerBody<typeof sourceRunAnswer>> {
    const until = performance.now() + seconds * 1000;
    for (;;) {
      const source = await this.parts.sources.find(scope);
      const run = existing(await this.parts.runs.find(scope));
      const remaining = until - performance.now();
      if (!isOpen(run) || remaining <= 0 || signal?.aborted) return runEnvelope('run', source, run);
      await wait(Math.min(pollMs, remaining), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Newest first. @throws ServiceError source_not_found, invalid_cursor */
  async list(scope: SourceScope, query: PageQuery): Promise<Collection<SourceRunView>> {
    const { source_id } = await this.parts.sources.find(scope);
    const binding = { kind: 'source-runs', accountId: scope.accountId, sourceId: source_id };
    const { runs, paging } = this.parts;
    const { shown, end } = await paging.fetchRows(query, binding, 'run_id', (place) =>
      runs.page(scope, place),
    );
    return buildCollection(shown.map(runView), end);
  }

  /** Matches the rows that a resumed run would resolve. */
  async #prepareRest(scope: RunScope) {
    await this.parts.sources.find(scope);
    const run = existing(await this.parts.runs.find(scope));
    if (!canResume(run)) throw conflict(run);
    return this.resolving.prepare(scope, (source) => positionIn(run, source));
  }

  /** Locks the source of a run until the transaction ends. */
  async #held(scope: RunScope, transaction: Transaction) {
    const source = await this.parts.sources.lock(scope, transaction);
    const run = existing(await this.parts.runs.find(scope, transaction));
    return { source, run, scope: { ...scope, sourceId: source.source_id, runId: run.run_id } };
  }
}

function existing(run: RunRecord | null): RunRecord {
  if (!run) throw new ServiceError('source_run_not_found');
  return run;
}

function conflict({ status }: RunRecord): ServiceError {
  return new ServiceError('source_run_state_conflict', { details: { status } });
}

/** @param cost of the rows that remain, if it is known */
function checkLimit({ credits_used }: RunRecord, cost: number, max_credits: number | null): void {
  if (max_credits === null || max_credits >= credits_used + cost) return;
  const [message, known] =
    credits_used > max_credits
      ? ['The run has already cost more than maxCredits.', {}]
      : ['The whole run would cost more than maxCredits.', { estimated_credits: credits_used + cost }];
  throw new ServiceError('max_credits_exceeded', {
    message,
    details: { credits_used, ...known, max_credits },
  });
}

/** Where a run continues: after another mapping, it begins again. */
function positionIn(run: RunRecord, { mapping_version }: SourceRecord): string | null {
  if (run.mapping_version === mapping_version) return run.position;
  return null;
}

/** A run as it will be at its end. */
function ended({ created_at }: RunRecord) {
  return { status: 'completed', started_at: created_at, finished_at: created_at } as const;
}

function runEnvelope<Command extends string>(command: Command, source: SourceRecord, run: RunRecord) {
  // The source was read before the run was changed.
  const isLatest = isOpen(run) || source.latest_run?.run_id === run.run_id;
  return {
    ...sourceEnvelope(command, isLatest ? { ...source, latest_run: run } : source),
    status: run.status,
    run: runView(run),
  };
}
