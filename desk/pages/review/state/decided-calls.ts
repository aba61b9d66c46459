import type { HistoryEntry } from './review-api.ts';

/** The newest entry of each call, newest first. */
export function listCalls(history: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const calls = new Map<string, HistoryEntry>();
  for (const entry of history) if (!calls.has(entry.batch_id)) calls.set(entry.batch_id, entry);
  return [...calls.values()];
}

/** Whether a call decided about rows, and all of them were undone or decided again since. */
export function isOver({ can_undo, made_by, action }: HistoryEntry): boolean {
  return !can_undo && made_by !== 'undo' && action !== 'reopen' && action !== 'take_back';
}

/** What a call decided beside settling rows on companies, if it did more than one thing; otherwise nothing. */
export function listFurtherActions({ batch_actions: all }: HistoryEntry): HistoryEntry['batch_actions'] {
  return all.length > 1 ? all.filter(({ action }) => action !== 'choose') : [];
}
