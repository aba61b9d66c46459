import {
  type RunStatus,
  type RunStopReason,
  runStopReasons,
  type SourceRunView,
} from '../../../contract/sources/runs.ts';

/** Runs of a source in the database, and on the wire. */

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
  /** The API key whose spending limit holds; null for runs from before such limits. */
  readonly key_id: string | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

/** What next actions need to know about a run. */
export type LatestRun = Pick<
  RunRecord,
  | 'run_id'
  | 'status'
  | 'stop_reason'
  | 'background'
  | 'mapping_version'
  | 'rows_total'
  | 'rows_done'
  | 'credits_used'
>;

export const openStatuses: RunStatus[] = ['queued', 'running'];

export function isOpen({ status }: Pick<RunRecord, 'status'>): boolean {
  return openStatuses.includes(status);
}

/** Whether a run can be continued: it is in the background, and ended before it was complete. */
export function canResume({ status, background }: Pick<RunRecord, 'status' | 'background'>): boolean {
  return background && (status === 'cancelled' || status === 'stopped' || status === 'failed');
}

/** Rows that a run resolved. */
interface RowsDone {
  readonly counts: Omit<Counts, 'rows_total' | 'rows_done'>;
  readonly rowCount: number;
  readonly cost: number;
}

/** The counts and the cost of a run after further rows. */
export function withRows(
  run: RunRecord,
  { counts, rowCount, cost }: RowsDone,
): Counts & Pick<RunRecord, 'credits_used'> {
  const rows_done = run.rows_done + rowCount;
  return {
    rows_done,
    // Rows can be reopened while the run goes on.
    rows_total: Math.max(run.rows_total, rows_done),
    matched: run.matched + counts.matched,
    multiple_candidates: run.multiple_candidates + counts.multiple_candidates,
    not_found: run.not_found + counts.not_found,
    invalid: run.invalid + counts.invalid,
    credits_used: run.credits_used + cost,
  };
}

/**
 * The counts of a run that begins again with another mapping. What it settled stays settled; its other rows are counted
 * when it resolves them again.
 */
export function settledCounts({ matched }: Counts): Omit<Counts, 'rows_total'> {
  return { rows_done: matched, matched, multiple_candidates: 0, not_found: 0, invalid: 0 };
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
