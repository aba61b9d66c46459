import type { CallToUndo } from '../../../parts/undo/call-to-undo.ts';
import type { Decision, DecisionResult, HistoryEntry, Present, Row, RowsPage } from './review-api.ts';

type Neighbour = { readonly source_row_id: string } | null;

/** What the store asks of the service. */
export interface StoreNeeds {
  readPage(cursor: string | null, from: string | null): Promise<RowsPage>;
  readRow(
    rowId: string,
  ): Promise<{ readonly row: Row; readonly previous: Neighbour; readonly next: Neighbour }>;
  decide(key: string, decision: Decision): Promise<DecisionResult>;
  /** @param reopens also rows that a choice settled which the call remembered */
  undo(key: string, batchId: string, reopens: boolean): Promise<DecisionResult>;
  /** What undoing a call would take back. */
  readCall(batchId: string): Promise<CallToUndo>;
  /** What reopening a row would take back. */
  readReopening(row: Row): Promise<CallToUndo>;
  /** Who else is at the source. */
  readPresent(): Promise<readonly Present[]>;
  readHistory(rowId?: string): Promise<readonly HistoryEntry[]>;
  wait(ms: number): Promise<void>;
}
