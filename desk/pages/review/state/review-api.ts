import type { DecisionAction, paths, Schema } from '../../../../client/index.ts';
import type { Api } from '../../../api.ts';

/** What the review asks of the API. */

/** A page of rows, and where the next one begins. */
export interface RowsPage {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

export type Row = Schema<'SourceRow'>;
export type Candidate = Schema<'SourceCandidate'>;
export type Compared = Schema<'ComparedCompany'>;
export type Source = Schema<'Source'>;
export type HistoryEntry = Schema<'SourceDecision'>;
/** How a person marks a row for which no company is chosen. */
export type Mark = NonNullable<Schema<'RememberedChoice'>['mark']>;
export type Present = Schema<'PresentSession'>;
export type MatchReason = Candidate['matched_by'][number];

type ReviewPath = '/api/service/sources/{sourceId}/review';
export type RowsQuery = NonNullable<paths[ReviewPath]['get']['parameters']['query']>;

/** A company that can be chosen, wherever it was found. */
export interface Choice {
  readonly company_id: string;
  readonly legal_name: string;
}

/** What a person decided. `same`: for all rows with the same name. */
export interface Decision {
  readonly rowId: string;
  /** As the row was shown. */
  readonly mappingVersion: number;
  readonly shownDecision: Row['decision'];
  readonly action: DecisionAction;
  readonly companyId?: string;
  readonly same: boolean;
  readonly always: boolean;
  /** Of `reopen`: also rows that a choice settled which is forgotten. */
  readonly reopens: boolean;
  readonly maxCredits: number;
}

export interface DecisionResult {
  readonly batchId: string | null;
  readonly credits: number;
  readonly balance: number;
  readonly rowsChanged: number;
  readonly leftOut: number;
  /** Rows that a company settled which was remembered for the name before, and that are still settled. */
  readonly settledBefore: number;
  /** Of the whole table. */
  readonly openRows: number;
}

/** Rows of a page: with the facts about their candidates, at most 50. */
const pageSize = 25;

export async function readRows(
  api: Api,
  sourceId: string,
  query: RowsQuery,
): Promise<RowsPage & { readonly openRows: number }> {
  const page = await api.get('/sources/{sourceId}/review', {
    path: { sourceId },
    query: { ...query, details: 'candidates', limit: pageSize },
  });
  const { rows, meta, review } = page;
  return { rows, nextCursor: meta.next_cursor, openRows: review.open_rows };
}

/** Rows without the facts about their candidates, for a list. */
export async function listRows(api: Api, sourceId: string, query: RowsQuery, signal: AbortSignal) {
  return api.get('/sources/{sourceId}/review', { path: { sourceId }, query, signal });
}

export async function readRow(api: Api, sourceId: string, rowId: string, session: string) {
  return api.get('/sources/{sourceId}/rows/{rowId}', { path: { sourceId, rowId }, query: { session } });
}

export async function decideRow(
  api: Api,
  sourceId: string,
  key: string,
  { rowId, mappingVersion, shownDecision, action, companyId, same, always, reopens, maxCredits }: Decision,
): Promise<DecisionResult> {
  const decided = await api.post('/sources/{sourceId}/decisions', {
    path: { sourceId },
    key,
    isKept: true,
    body: {
      execute: true,
      maxCredits,
      reopen: reopens,
      decisions: [
        {
          row: rowId,
          mappingVersion,
          shownDecision,
          action,
          applyTo: same ? 'same_name' : 'row',
          ...(companyId !== undefined && { companyId }),
          ...(always && { remember: 'always' as const }),
        },
      ],
    },
  });
  // Not the credits of the call: when an answer was lost, the repeated call charges nothing.
  const credits = decided.decisions.reduce((sum, each) => sum + each.credits, 0);
  return toDecisionResult(decided, credits, decided.rows_changed, decided.decisions[0]?.left_out_rows ?? 0);
}

export async function undoBatch(
  api: Api,
  sourceId: string,
  key: string,
  batchId: string,
  reopen: boolean,
): Promise<DecisionResult> {
  const undone = await api.post('/sources/{sourceId}/undo', {
    path: { sourceId },
    key,
    isKept: true,
    body: { batchId, reopen },
  });
  return toDecisionResult(undone, 0, undone.undone.rows, 0);
}

interface DecidedAnswer {
  readonly batch_id: string | null;
  readonly billing: { readonly balance_after: number };
  readonly settled: Schema<'SettledByChoice'>;
  readonly review: Schema<'Review'>;
}

function toDecisionResult(
  { batch_id, billing, settled, review }: DecidedAnswer,
  credits: number,
  rowsChanged: number,
  leftOut: number,
): DecisionResult {
  return {
    batchId: batch_id,
    credits,
    balance: billing.balance_after,
    rowsChanged,
    leftOut,
    settledBefore: settled.total_rows - settled.reopened_rows,
    openRows: review.open_rows,
  };
}

export async function readHistory(
  api: Api,
  sourceId: string,
  query: { readonly row?: string; readonly limit: number },
): Promise<readonly HistoryEntry[]> {
  const { items } = await api.get('/sources/{sourceId}/history', { path: { sourceId }, query });
  return items;
}

export interface NamesakesQuery {
  readonly prefecture?: string;
  readonly city?: string;
  readonly cursor?: string;
}

export function readNamesakes(
  api: Api,
  sourceId: string,
  rowId: string,
  query: NamesakesQuery,
  signal: AbortSignal,
) {
  return api.get('/sources/{sourceId}/rows/{rowId}/namesakes', {
    path: { sourceId, rowId },
    query: { ...query, limit: 9 },
    signal,
  });
}

export async function searchCompanies(api: Api, q: string) {
  const { companies } = await api.get('/companies', { query: { q, limit: 9 } });
  return companies;
}

export function readProgress(api: Api, sourceId: string, segments: number) {
  return api.get('/sources/{sourceId}/progress', { path: { sourceId }, query: { segments } });
}

/** Says which row is on the screen. @returns who else is at the source */
export async function reportPresence(
  api: Api,
  sourceId: string,
  session: string,
  row: string | null,
): Promise<readonly Present[]> {
  const { present } = await api.put('/sources/{sourceId}/presence', {
    path: { sourceId },
    body: { session, row },
  });
  return present;
}

/** The row that was on the screen last, if it is still open. */
export async function readLastOpenRow(api: Api, sourceId: string): Promise<string | null> {
  const { last_row } = await api.get('/sources/{sourceId}/presence', { path: { sourceId } });
  if (!last_row) return null;
  const { source_row_id: rowId } = last_row;
  const { row } = await api.get('/sources/{sourceId}/rows/{rowId}', { path: { sourceId, rowId } });
  return row.resolve_status !== 'matched' && row.decision === null ? rowId : null;
}

/** The request outlives a page that is closed or loaded again. */
export async function endPresence(api: Api, sourceId: string, session: string): Promise<void> {
  await api.delete('/sources/{sourceId}/presence', {
    path: { sourceId },
    query: { session },
    keepalive: true,
  });
}
