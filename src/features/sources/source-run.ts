import type { RunStatus, RunStopReason, SourceRunView } from '../../contract/sources/runs.ts';
import { runStopReasons } from '../../contract/sources/runs.ts';
import type { SourceScope } from './source-record.ts';

/** Runs of a source in the database, and on the wire. */

export interface RunScope extends SourceScope {
  /** As given by the caller. */
  readonly runId: string;
}

type Counts = Readonly<SourceRunView['progress']>;

export interface RunRecord extends Counts {
  readonly run_id: string;
  readonly source_id: string;
  readonly background: boolean;
  readonly status: RunStatus;
  readonly stop_reason: RunStopReason | null;
  readonly mapping_version: number;
  /** The last row that was resolved; null before the first. */
  readonly position: string | null;
  readonly credits_used: number;
  readonly max_credits: number | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

/** What next actions need to know about a run. */
export type LatestRun = Pick<
  RunRecord,
  'run_id' | 'status' | 'background' | 'rows_total' | 'rows_done' | 'credits_used'
>;

export const openStatuses: RunStatus[] = ['queued', 'running'];

export function isOpen({ status }: Pick<RunRecord, 'status'>): boolean {
  return openStatuses.includes(status);
}

/** Whether a run can be continued: it is in the background, and ended before it was complete. */
export function canResume({ status, background }: Pick<RunRecord, 'status' | 'background'>): boolean {
  return background && (status === 'cancelled' || status === 'stopped' || status === 'failed');
}

export function runView(run: RunRecord): SourceRunView {
  const { stop_reason: code, rows_total, rows_done, matched, multiple_candidates, not_found, invalid } = run;
  return {
    run_id: run.run_id,
    source_id: run.source_id,
    background: run.background,
    status: run.status,
    stop_reason: code === null ? null : { code, message: runStopReasons[code] },
    progress: { rows_total, rows_done, matched, multiple_candidates, not_found, invalid },
    billing: { credit_class: 'basic', credits_used: run.credits_used, max_credits: run.max_credits },
    created_at: run.created_at.toISOString(),
    started_at: run.started_at?.toISOString() ?? null,
    finished_at: run.finished_at?.toISOString() ?? null,
  };
}
