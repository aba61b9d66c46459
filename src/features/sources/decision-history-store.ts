import type { Knex } from 'knex';
import type { DecisionAction } from '../../contract/sources/decisions.ts';
import type { PagePlace } from '../../database/rows.ts';
import type { DecisionBatch } from './decision.ts';
import type { SourceRowRecord, SourceScope } from './source-record.ts';

/** A decision about one row, as it was made. */
export interface DecisionRecord extends Pick<SourceRowRecord, 'source_row_id' | 'row_number' | 'file_row'> {
  readonly decision_id: string;
  readonly batch_id: string;
  readonly decided_at: Date;
  readonly made_by: DecisionBatch['madeBy'];
  readonly action: DecisionAction;
  readonly key_id: string | null;
  readonly key_label: string | null;
  readonly why: string | null;
  readonly before_status: SourceRowRecord['resolve_status'];
  readonly before_decision: SourceRowRecord['decision'];
  readonly before_company_id: string | null;
  readonly after_status: SourceRowRecord['resolve_status'];
  readonly after_decision: SourceRowRecord['decision'];
  readonly after_company_id: string | null;
  readonly charged: boolean;
}

export interface HistoryFilter {
  readonly order: 'newest' | 'oldest';
  readonly rowId?: string | undefined;
  readonly batchId?: string | undefined;
}

/** The decisions of people about the rows of sources, which are never changed. */
export class DecisionHistoryStore {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  async list(
    { accountId, sourceId }: SourceScope,
    { order, rowId, batchId }: HistoryFilter,
    { after, limit }: PagePlace,
  ): Promise<DecisionRecord[]> {
    const direction = order === 'newest' ? 'desc' : 'asc';
    const page = this.#ofSource({ accountId, sourceId }).orderBy('decision_id', direction).limit(limit);
    if (rowId !== undefined) page.where({ source_row_id: rowId });
    if (batchId !== undefined) page.where({ batch_id: batchId });
    if (after !== null) page.where('decision_id', order === 'newest' ? '<' : '>', after);
    // Only the rows of the page are joined, because a history can be many times as long as its source.
    return this.#knex
      .from(page.as('d'))
      .join('source_rows as r', { 'r.source_id': 'd.source_id', 'r.source_row_id': 'd.source_row_id' })
      .leftJoin('api_keys as k', 'k.key_id', 'd.key_id')
      .orderBy('decision_id', direction)
      .select<DecisionRecord[]>('d.*', 'r.row_number', 'r.file_row', 'k.label as key_label');
  }

  /** How many decisions were made about the rows of a source. */
  async count(scope: SourceScope): Promise<number> {
    const [found] = await this.#ofSource(scope).count<{ count: string }[]>('* as count');
    return Number(found?.count ?? 0);
  }

  #ofSource({ accountId, sourceId }: SourceScope) {
    const own = this.#knex('sources')
      .where({ account_id: accountId, source_id: sourceId })
      .select('source_id');
    return this.#knex('source_decisions').where('source_id', own);
  }
}
