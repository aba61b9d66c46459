import type { Knex } from 'knex';
import type { z } from 'zod';
import type {
  DiffRowKind,
  diffExclusionBody,
  diffReviewBody,
  diffRowsReviewBody,
} from '../../../contract/publishing/publishing.ts';
import { fetchRows, type PagePlace, requireRow, splitIntoPieces } from '../../../database/rows.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { isUuid } from '../../../text/identifiers/uuid.ts';
import { type ListScope, pickScope } from '../saved/list-record.ts';
import { isEffective } from '../saved/list-rows-store.ts';
import type { DiffRecord, DiffRowRecord } from './diff-record.ts';
import type { DiffEntry } from './snapshot-facts.ts';

export type NewDiff = Pick<DiffRecord, 'from_version' | 'to_version' | 'scheduled_for'> & {
  readonly entries: readonly DiffEntry[];
};

/** What refreshes found, and people's decisions about it, in Postgres. */
export class DiffsStore {
  constructor(private readonly knex: Knex) {}

  async insertDiff(
    scope: ListScope,
    { entries, ...diff }: NewDiff,
    transaction: Transaction,
  ): Promise<DiffRecord> {
    const list = pickScope(scope);
    const countEntries = (kind: DiffRowKind) => entries.filter((entry) => entry.kind === kind).length;
    const counts = {
      added: countEntries('added'),
      removed: countEntries('removed'),
      changed: countEntries('changed'),
    };
    const inserted = await requireRow(
      transaction('list_diffs')
        .insert({ ...list, ...diff, ...counts })
        .returning<DiffRecord[]>('*'),
    );
    for (const piece of splitIntoPieces(entries))
      await transaction.raw(
        `INSERT INTO list_diff_rows (diff_id, account_id, list_id, kind, company_id, display_name, changes)
         SELECT ?, ?, ?, e ->> 'kind', e ->> 'companyId', e ->> 'displayName', e -> 'changes'
         FROM jsonb_array_elements(cast(? AS jsonb)) WITH ORDINALITY AS entry (e, position) ORDER BY position`,
        [inserted.diff_id, list.account_id, list.list_id, JSON.stringify(piece)],
      );
    return inserted;
  }

  async findLatestDiff(scope: ListScope, transaction: Knex = this.knex): Promise<DiffRecord | null> {
    const found = transaction('list_diffs').where(pickScope(scope)).orderBy('diff_id', 'desc');
    return (await found.first<DiffRecord | undefined>('*')) ?? null;
  }

  /** A malformed id is treated as unknown. @param which the id, or the scheduled time of the refresh */
  async findDiff(
    scope: ListScope,
    which: Pick<DiffRecord, 'diff_id'> | { readonly scheduled_for: Date },
    transaction: Knex = this.knex,
  ): Promise<DiffRecord | null> {
    if ('diff_id' in which && !isUuid(which.diff_id)) return null;
    const found = transaction('list_diffs').where({ ...pickScope(scope), ...which });
    return (await found.first<DiffRecord | undefined>('*')) ?? null;
  }

  /** Newest first. */
  async listDiffs(scope: ListScope, place: PagePlace): Promise<DiffRecord[]> {
    return fetchRows(this.knex('list_diffs').where(pickScope(scope)), 'diff_id', 'desc', place);
  }

  /** In the order of the diff. */
  async listRows(scope: ListScope, diff_id: string, place: PagePlace): Promise<DiffRowRecord[]> {
    const query = this.knex('list_diff_rows').where({ ...pickScope(scope), diff_id });
    return fetchRows(query, 'diff_row_id', 'asc', place);
  }

  /** Rows for a delivery, without suppressed and excluded companies and without rejected rows. */
  async listDeliverableRows(
    scope: ListScope,
    diff_id: string,
    limit: number,
    transaction: Transaction,
  ): Promise<DiffRowRecord[]> {
    return transaction('list_diff_rows as r')
      .where({ ...pickScope(scope), diff_id })
      .whereRaw("review_outcome IS DISTINCT FROM 'rejected'")
      .whereRaw(isEffective)
      .orderBy('diff_row_id')
      .limit(limit);
  }

  /** Reviews the rows that have another outcome or none. @returns their number and the time of the review */
  async recordReviews(
    scope: ListScope,
    diff_id: string,
    { kind, outcome, note = null }: z.output<typeof diffRowsReviewBody>,
    transaction: Transaction,
  ): Promise<{ rows: number; at: Date }> {
    const { at } = await requireRow(transaction.select<{ at: Date }[]>(transaction.raw('now() AS at')));
    const rows = await transaction('list_diff_rows')
      .where({ ...pickScope(scope), diff_id, ...(kind && { kind }) })
      .whereRaw('review_outcome IS DISTINCT FROM ?', [outcome])
      .update({ review_outcome: outcome, review_note: note, reviewed_at: at });
    return { rows, at };
  }

  /** @returns null when the List has no such row */
  async recordReview(
    scope: ListScope,
    diffRowId: string,
    { outcome, note = null }: z.output<typeof diffReviewBody>,
    transaction: Transaction,
  ): Promise<DiffRowRecord | null> {
    const review = { review_outcome: outcome, review_note: note, reviewed_at: transaction.fn.now() };
    return this.#updateRow(scope, diffRowId, review, transaction);
  }

  /** Excludes the row's company from the List's exports and deliveries, or includes it again. @returns as `recordReview` */
  async setExclusion(
    scope: ListScope,
    diffRowId: string,
    { excluded, reason = null }: z.output<typeof diffExclusionBody>,
    transaction: Transaction,
  ): Promise<DiffRowRecord | null> {
    const exclusion = { excluded, exclusion_reason: reason, excluded_at: transaction.fn.now() };
    const row = await this.#updateRow(scope, diffRowId, exclusion, transaction);
    if (!row) return null;
    const { rows } = await transaction.raw<{ rows: { company_id: string }[] }>(
      `SELECT c.company_id FROM companies c LEFT JOIN company_aliases a ON a.alias_id = :companyId
       WHERE c.company_id = coalesce(a.company_id, :companyId)`,
      { companyId: row.company_id },
    );
    const excludedCompany = { ...pickScope(scope), company_id: rows[0]?.company_id ?? row.company_id };
    const exclusions = transaction('list_exclusions');
    if (excluded) {
      await exclusions
        .insert({ ...excludedCompany, diff_row_id: diffRowId })
        .onConflict(['list_id', 'company_id'])
        .merge(['diff_row_id']);
    } else {
      await exclusions.where(excludedCompany).delete();
    }
    return row;
  }

  async #updateRow(
    scope: ListScope,
    diff_row_id: string,
    decision: Readonly<Record<string, string | boolean | null | Knex.Raw>>,
    transaction: Transaction,
  ): Promise<DiffRowRecord | null> {
    if (!isUuid(diff_row_id)) return null;
    const rows = transaction('list_diff_rows').where({ ...pickScope(scope), diff_row_id });
    const [row] = await rows.update(decision).returning<DiffRowRecord[]>('*');
    return row ?? null;
  }
}
