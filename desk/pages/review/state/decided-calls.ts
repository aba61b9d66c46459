import type { HistoryEntry } from './review-api.ts';

/** One call that decided, with all of its rows. */
export interface DecidedCall {
  readonly first: HistoryEntry;
  /** Whether one of its rows was not decided again since. */
  readonly holds: boolean;
}

/** Entries of one call together, newest first. */
export function groupByCall(history: readonly HistoryEntry[]): readonly DecidedCall[] {
  const calls = new Map<string, DecidedCall>();
  const decidedSince = new Set<string>();
  for (const entry of history) {
    const holds = !decidedSince.has(entry.source_row_id);
    decidedSince.add(entry.source_row_id);
    const call = calls.get(entry.batch_id) ?? { first: entry, holds };
    calls.set(entry.batch_id, { ...call, holds: call.holds || holds });
  }
  return [...calls.values()];
}

/** Whether there is something to undo. */
export function canBeUndone({ first, holds }: DecidedCall): boolean {
  const { made_by, action } = first;
  return holds && made_by !== 'undo' && action !== 'reopen' && action !== 'take_back';
}
