import type { Knex } from 'knex';
import type { PagePlace } from '../../../database/rows.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { DecisionRecord, LastDecision } from './decision.ts';
import type { TakenOverRow } from './resolved-rows.ts';
import { decisionsOf, ownSource } from './row-conditions.ts';
import type { SourceScope } from './source-record.ts';

export interface HistoryFilter {
  readonly order: 'newest' | 'oldest';
  readonly rowId?: string | undefined;
  readonly batchId?: string | undefined;
}

/** Longer cells are cut. */
const maxNameLength = 500;

/** Whether a decision `d` can be undone with its call; the others undo themselves. */
export const hasDecided = `d.action IN ('choose', 'none_of_these', 'not_a_company', 'skip')`;

/** Whether a decision `d` is the last one about its row. */
export const isLastOfRow = `(NOT EXISTS (SELECT FROM source_decisions later
    WHERE later.source_row_id = d.source_row_id AND later.decision_id > d.decision_id)
    -- Resolving ends a skip.
    AND (d.action <> 'skip' OR EXISTS (SELECT FROM source_rows r
      WHERE r.source_id = d.source_id AND r.source_row_id = d.source_row_id AND r.skipped_at IS NOT NULL)))`;

/** What the history says about a call. */
export interface CallFacts {
  readonly batch_id: string;
  /** Rows that it changed. */
  readonly rows: number;
  /** Different companies on which it settled them. */
  readonly companies: number;
  /** What it decided, that about the most rows first. */
  readonly actions: readonly { readonly action: DecisionRecord['action']; readonly rows: number }[];
  /** Whether undoing it would change a row. */
  readonly can_undo: boolean;
}

/** The decisions of people about the rows of sources, which are never changed. */
export class DecisionHistoryStore {
  constructor(private readonly knex: Knex) {}

  async list(
    { accountId, sourceId }: SourceScope,
    { order, rowId, batchId }: HistoryFilter,
    { after, limit }: PagePlace,
    /** Place of the column with names; -1 without one. */
    namePlace: number,
  ): Promise<DecisionRecord[]> {
    const direction = order === 'newest' ? 'desc' : 'asc';
    const page = this.#ofSource({ accountId, sourceId }).orderBy('decision_id', direction).limit(limit);
    if (rowId !== undefined) page.where({ source_row_id: rowId });
    if (batchId !== undefined) page.where({ batch_id: batchId });
    if (after !== null) page.where('decision_id', order === 'newest' ? '<' : '>', after);
    // Only the rows of the page are joined, because a history can be many times as long as its source.
    return this.knex
      .from(page.as('d'))
      .join('source_rows as r', { 'r.source_id': 'd.source_id', 'r.source_row_id': 'd.source_row_id' })
      .leftJoin('api_keys as k', 'k.key_id', 'd.key_id')
      .orderBy('decision_id', direction)
      .select<DecisionRecord[]>(
        'd.*',
        'r.row_number',
        'r.file_row',
        'k.label as key_label',
        this.knex.raw('left(r.cells[CAST(? AS integer)], ?) AS row_name', [namePlace + 1, maxNameLength]),
      );
  }

  async findCalls(
    { accountId, sourceId }: SourceScope,
    batchIds: readonly string[],
  ): Promise<Map<string, CallFacts>> {
    const ofCall = `source_decisions d WHERE d.source_id = ${ownSource} AND d.batch_id = b.batch_id`;
    const { rows } = await this.knex.raw<{ rows: CallFacts[] }>(
      `SELECT b.batch_id, counted.*,
         (SELECT jsonb_agg(jsonb_build_object('action', a.action, 'rows', a.rows) ORDER BY a.rows DESC, a.action)
           FROM (SELECT d.action, count(*)::int AS rows FROM ${ofCall} GROUP BY d.action) AS a) AS actions,
         EXISTS (SELECT FROM ${ofCall} AND ${hasDecided} AND ${isLastOfRow}) AS can_undo
       FROM unnest(CAST(:batchIds AS uuid[])) AS b (batch_id), LATERAL (
         SELECT count(*)::int AS rows, count(DISTINCT d.after_company_id)::int AS companies FROM ${ofCall}) AS counted`,
      { accountId, sourceId, batchIds: [...batchIds] },
    );
    return new Map(rows.map((call) => [call.batch_id, call]));
  }

  /** The last decision about each of these rows, if there is one. */
  async last(
    { accountId, sourceId }: SourceScope,
    rowIds: readonly string[],
    transaction: Transaction,
  ): Promise<Map<string, LastDecision>> {
    if (rowIds.length === 0) return new Map();
    const { rows } = await transaction.raw<{ rows: LastDecision[] }>(
      `SELECT d.source_row_id, d.batch_id, d.decided_at, d.action, d.key_id, k.label AS key_label, d.after_status,
         d.after_company_id, d.after_decision
       FROM unnest(CAST(:rowIds AS uuid[])) AS row_id
         CROSS JOIN LATERAL (SELECT * FROM ${decisionsOf('row_id')} l WHERE l.source_id = ${ownSource}
           ORDER BY l.decision_id DESC LIMIT 1) AS d
         LEFT JOIN api_keys k USING (key_id)`,
      { accountId, sourceId, rowIds: [...rowIds] },
    );
    return new Map(rows.map((each) => [each.source_row_id, each]));
  }

  /** Records decisions that rows of earlier tables brought with them; they are written already. The source must be locked. */
  async recordTakenOver(
    { accountId, sourceId }: SourceScope,
    { batchId, keyId }: { readonly batchId: string; readonly keyId: string | null },
    rows: readonly TakenOverRow[],
    transaction: Transaction,
  ): Promise<void> {
    if (rows.length === 0) return;
    await transaction.raw(
      `INSERT INTO source_decisions (source_id, source_row_id, batch_id, made_by, action, key_id, before_status, after_status,
         after_company_id, after_decision, charged, decided_at, earlier_row_id)
       SELECT r.source_id, r.source_row_id, CAST(:batchId AS uuid), 'earlier_table',
         CASE r.decision WHEN 'chosen' THEN 'choose' ELSE r.decision END, CAST(:keyId AS uuid), r.undecided_status,
         r.resolve_status, r.company_id, r.decision, false, r.decided_at, t.earlier_row_id
       FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS t (source_row_id uuid, earlier_row_id uuid)
         JOIN source_rows r ON r.source_id = ${ownSource} AND r.source_row_id = t.source_row_id
       ORDER BY r.source_row_id`,
      { accountId, sourceId, batchId, keyId, rows: JSON.stringify(rows) },
    );
  }

  /** How many decisions were made about the rows of a source. */
  async count(scope: SourceScope): Promise<number> {
    const [found] = await this.#ofSource(scope).count<{ count: string }[]>('* as count');
    return Number(found?.count ?? 0);
  }

  #ofSource({ accountId, sourceId }: SourceScope) {
    const own = this.knex('sources')
      .where({ account_id: accountId, source_id: sourceId })
      .select('source_id');
    return this.knex('source_decisions').where('source_id', own);
  }
}
