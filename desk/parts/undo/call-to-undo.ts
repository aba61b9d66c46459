import type { Schema } from '../../../client/index.ts';
import { maxPageRows, maxSearchLength } from '../../../client/index.ts';
import { type Api, ApiError, createIdempotencyKey } from '../../api.ts';
import { countOutcomes, type Outcome } from './count-outcomes.ts';

/** What undoing a call would take back: whose decisions, about how many rows. */
export interface CallToUndo {
  /** Rows that were not decided again since. */
  readonly rows: number;
  readonly undoneBefore: number;
  readonly decidedAgain: number;
  readonly key: Schema<'SourceDecision'>['key'];
  readonly decidedAt: string | null;
  /** What the call decided, that about the most rows first. */
  readonly outcomes: readonly Outcome[];
  /** Whether there are rows whose decisions were not read. */
  readonly hasMore: boolean;
  /** Whether it was paid. */
  readonly isPaid: boolean;
  /** Whether it is such a call as can remember something, which is forgotten with it. */
  readonly mayRemember: boolean;
  /** Whether a choice is remembered that comes from its only row, so that it is forgotten with it. */
  readonly isRemembered: boolean;
  /** Rows that a choice settled which the call remembered. */
  readonly settled: Schema<'SettledByChoice'>;
  /** Whether reopening those rows switches the choice off that settled them. */
  readonly switchesOff: boolean;
}

/** A trial: nothing is undone. @throws ApiError, NoAnswerError */
export async function readCallToUndo(api: Api, sourceId: string, batchId: string): Promise<CallToUndo> {
  const path = { sourceId };
  const [{ undone, settled }, { items, meta }] = await Promise.all([
    api.post('/sources/{sourceId}/undo', {
      path,
      key: createIdempotencyKey(),
      body: { batchId, dryRun: true },
    }),
    api.get('/sources/{sourceId}/history', { path, query: { batch: batchId, limit: maxPageRows } }),
  ]);
  const [first] = items;
  return {
    isRemembered: undone.rows === 1 && (await isRemembered(api, first)),
    rows: undone.rows,
    undoneBefore: undone.undone_before,
    decidedAgain: undone.decided_again,
    ...toDecider(first),
    ...describeDecisions(items),
    hasMore: meta.has_more,
    settled,
    switchesOff: false,
  };
}

/** A trial: nothing is reopened. @throws ApiError, NoAnswerError */
export async function readReopening(
  api: Api,
  sourceId: string,
  row: Pick<
    Schema<'SourceRow'>,
    'source_row_id' | 'mapping_version' | 'resolve_status' | 'decision' | 'reason' | 'paid'
  >,
): Promise<CallToUndo> {
  const path = { sourceId };
  const { source_row_id: rowId, mapping_version: mappingVersion, decision: shownDecision } = row;
  const [{ settled, rows_changed }, { items }] = await Promise.all([
    api.post('/sources/{sourceId}/decisions', {
      path,
      key: createIdempotencyKey(),
      body: {
        execute: true,
        maxCredits: 0,
        dryRun: true,
        // So that a choice that settled the row counts as switched off.
        reopen: true,
        decisions: [
          {
            row: rowId,
            mappingVersion,
            shownDecision,
            action: row.resolve_status === 'matched' ? 'reopen' : 'take_back',
          },
        ],
      },
    }),
    api.get('/sources/{sourceId}/history', { path, query: { row: rowId, limit: 1 } }),
  ]);
  const [last] = items;
  return {
    isRemembered: await isRemembered(api, last),
    rows: rows_changed,
    undoneBefore: 0,
    decidedAgain: 0,
    ...toDecider(last),
    ...describeDecisions(items),
    isPaid: row.paid,
    hasMore: false,
    settled,
    switchesOff: shownDecision === null && row.reason?.code === 'remembered',
  };
}

/** Whether the row's choice settles later rows: one that is only suggested, every choice leaves. @throws ApiError, NoAnswerError */
async function isRemembered(api: Api, entry: Schema<'SourceDecision'> | undefined): Promise<boolean> {
  if (!entry?.row_name) return false;
  const q = entry.row_name.slice(0, maxSearchLength);
  try {
    const { items, meta } = await api.get('/remembered-choices', { query: { q, always: true, limit: 50 } });
    return meta.has_more || items.some(({ source_row_id }) => source_row_id === entry.source_row_id);
  } catch (error) {
    // A key for one table reads no choice, and forgets none.
    if (error instanceof ApiError && error.code === 'key_not_permitted') return false;
    throw error;
  }
}

function toDecider(entry: Schema<'SourceDecision'> | undefined): Pick<CallToUndo, 'key' | 'decidedAt'> {
  return { key: entry?.key ?? null, decidedAt: entry?.decided_at ?? null };
}

function describeDecisions(
  entries: readonly Schema<'SourceDecision'>[],
): Pick<CallToUndo, 'outcomes' | 'isPaid' | 'mayRemember'> {
  return {
    outcomes: countOutcomes(entries),
    isPaid: entries.some(({ credits }) => credits > 0),
    mayRemember: entries.some(
      ({ action, made_by }) => action !== 'skip' && made_by !== 'earlier_table' && made_by !== 'undo',
    ),
  };
}
