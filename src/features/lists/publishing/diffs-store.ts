import type { Knex } from 'knex';
import type { DiffRowKind, ReviewOutcome } from '../../../contract/publishing/publishing.ts';
import { piecesOf } from '../../../database/pieces.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { DiffRecord, DiffRowRecord } from './diff-record.ts';
import type { DiffEntry } from './snapshot-facts.ts';

export interface NewDiff {
  readonly fromVersion: number;
  readonly toVersion: number;
  readonly scheduledFor: Date | null;
  readonly entries: readonly DiffEntry[];
}

const diffColumns = [
  'diff_id',
  'from_version',
  'to_version',
  'added',
  'removed',
  'changed',
  'scheduled_for',
  'created_at',
] as const;

const rowColumns = [
  'diff_row_id',
  'diff_id',
  'kind',
  'company_id',
  'display_name',
  'changes',
  'review_outcome',
  'review_note',
  'reviewed_at',
  'excluded',
  'exclusion_reason',
  'excluded_at',
] as const;

/** What refreshes found, and people's decisions about it, in Postgres. */
export class DiffsStore {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  async insert(
    accountId: string,
    listId: string,
    { fromVersion, toVersion, scheduledFor, entries }: NewDiff,
    transaction: Transaction,
  ): Promise<DiffRecord> {
    const counted = (kind: DiffRowKind) => entries.filter((entry) => entry.kind === kind).length;
    const [diff] = await transaction('list_diffs')
      .insert({
        account_id: accountId,
        list_id: listId,
        from_version: fromVersion,
        to_version: toVersion,
        added: counted('added'),
        removed: counted('removed'),
        changed: counted('changed'),
        scheduled_for: scheduledFor,
      })
      .returning<DiffRecord[]>([...diffColumns]);
    if (!diff) throw new Error('an inserted diff was not returned');
    for (const piece of piecesOf(entries))
      await transaction.raw(
        `INSERT INTO list_diff_rows (diff_id, account_id, list_id, kind, company_id, display_name, changes)
         SELECT ?, ?, ?, e ->> 'kind', e ->> 'companyId', e ->> 'displayName', e -> 'changes'
         FROM jsonb_array_elements(cast(? AS jsonb)) WITH ORDINALITY AS entry (e, position) ORDER BY position`,
        [diff.diff_id, accountId, listId, JSON.stringify(piece)],
      );
    return diff;
  }

  async latestDiff(accountId: string, listId: string, transaction?: Transaction): Promise<DiffRecord | null> {
    const row = await (transaction ?? this.#knex)('list_diffs')
      .where({ account_id: accountId, list_id: listId })
      .orderBy('diff_id', 'desc')
      .first<DiffRecord | undefined>(...diffColumns);
    return row ?? null;
  }

  async find(accountId: string, listId: string, diffId: string): Promise<DiffRecord | null> {
    const row = await this.#knex('list_diffs')
      .where({ account_id: accountId, list_id: listId, diff_id: diffId })
      .first<DiffRecord | undefined>(...diffColumns);
    return row ?? null;
  }

  /** The diff of one scheduled time. */
  async findScheduled(
    accountId: string,
    listId: string,
    scheduledFor: Date,
    transaction: Transaction,
  ): Promise<DiffRecord | null> {
    const row = await transaction('list_diffs')
      .where({ account_id: accountId, list_id: listId, scheduled_for: scheduledFor })
      .first<DiffRecord | undefined>(...diffColumns);
    return row ?? null;
  }

  /** Newest first. */
  async page(accountId: string, listId: string, before: string | null, limit: number): Promise<DiffRecord[]> {
    const query = this.#knex('list_diffs')
      .where({ account_id: accountId, list_id: listId })
      .orderBy('diff_id', 'desc');
    if (before !== null) query.where('diff_id', '<', before);
    return query.limit(limit).select<DiffRecord[]>(...diffColumns);
  }

  /** In the order of the diff. */
  async rows(
    accountId: string,
    diffId: string,
    after: string | null,
    limit: number,
    transaction?: Transaction,
  ): Promise<DiffRowRecord[]> {
    const query = (transaction ?? this.#knex)('list_diff_rows')
      .where({ account_id: accountId, diff_id: diffId })
      .orderBy('diff_row_id');
    if (after !== null) query.where('diff_row_id', '>', after);
    return query.limit(limit).select<DiffRowRecord[]>(...rowColumns);
  }

  /** Rows for a delivery, without suppressed and excluded companies and without rejected rows. */
  async deliverableRows(
    accountId: string,
    diffId: string,
    limit: number,
    transaction: Transaction,
  ): Promise<DiffRowRecord[]> {
    return transaction('list_diff_rows as r')
      .where({ account_id: accountId, diff_id: diffId })
      .whereRaw("review_outcome IS DISTINCT FROM 'rejected'")
      .whereRaw(
        `NOT EXISTS (SELECT FROM list_suppressions s WHERE s.list_id = r.list_id AND s.company_id = r.company_id)
         AND NOT EXISTS (SELECT FROM list_exclusions x WHERE x.list_id = r.list_id AND x.company_id = r.company_id)`,
      )
      .orderBy('diff_row_id')
      .limit(limit)
      .select<DiffRowRecord[]>(...rowColumns);
  }

  /** @returns null when the List has no such row */
  async review(
    accountId: string,
    listId: string,
    diffRowId: string,
    { outcome, note }: { readonly outcome: ReviewOutcome; readonly note: string | null },
    transaction: Transaction,
  ): Promise<DiffRowRecord | null> {
    const [row] = await transaction('list_diff_rows')
      .where({ account_id: accountId, list_id: listId, diff_row_id: diffRowId })
      .update({ review_outcome: outcome, review_note: note, reviewed_at: transaction.fn.now() })
      .returning<DiffRowRecord[]>([...rowColumns]);
    return row ?? null;
  }

  /** Excludes the row's company from the List's exports and deliveries, or includes it again. @returns as `review` */
  async exclude(
    accountId: string,
    listId: string,
    diffRowId: string,
    { excluded, reason }: { readonly excluded: boolean; readonly reason: string | null },
    transaction: Transaction,
  ): Promise<DiffRowRecord | null> {
    const [row] = await transaction('list_diff_rows')
      .where({ account_id: accountId, list_id: listId, diff_row_id: diffRowId })
      .update({ excluded, exclusion_reason: reason, excluded_at: transaction.fn.now() })
      .returning<DiffRowRecord[]>([...rowColumns]);
    if (!row) return null;
    const { rows } = await transaction.raw<{ rows: { company_id: string }[] }>(
      `SELECT c.company_id FROM companies c LEFT JOIN company_aliases a ON a.alias_id = :companyId
       WHERE c.company_id = coalesce(a.company_id, :companyId)`,
      { companyId: row.company_id },
    );
    const company_id = rows[0]?.company_id ?? row.company_id;
    const exclusions = transaction('list_exclusions');
    if (excluded) {
      await exclusions
        .insert({ account_id: accountId, list_id: listId, company_id, diff_row_id: diffRowId })
        .onConflict(['list_id', 'company_id'])
        .merge(['diff_row_id']);
    } else {
      await exclusions.where({ account_id: accountId, list_id: listId, company_id }).delete();
    }
    return row;
  }
}
