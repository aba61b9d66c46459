import type { Knex } from 'knex';
import { ServiceError } from '../../contract/errors.ts';
import type { ResearchItem } from '../../contract/research/research.ts';
import { type BoundedPage, fetchNewestRows } from '../../database/bounded-page.ts';
import type { Transaction } from '../../database/transaction.ts';

type AsGiven = Omit<ResearchItem, 'research_item_id' | 'observed_at' | 'fetched_at' | 'created_at'>;

/** A row of `research_items` from the caller. */
export interface NewResearchItem extends Readonly<AsGiven> {
  readonly observed_at: string | null;
  readonly fetched_at: string;
}

export interface ResearchRow extends Readonly<AsGiven> {
  readonly research_item_id: string;
  readonly observed_at: Date | null;
  readonly fetched_at: Date;
  readonly created_at: Date;
}

export interface ResearchFilter {
  /** A canonical id. Items stored under a former id of the company are found too. */
  readonly companyId?: string | undefined;
  readonly listId?: string | undefined;
  /** Only items older than this one. */
  readonly before: string | null;
}

/** Shows the current company_id if the company was joined with another since. */
const shown = `r.research_item_id, coalesce(a.company_id, r.company_id) AS company_id, r.list_id, r.source_type,
  r.promotion_status, r.title, r.content_markdown, r.source_url, r.dedupe_key, r.confidence, r.evidence, r.producer,
  r.structured_payload, r.observed_at, r.fetched_at, r.created_at
  FROM research_items r LEFT JOIN company_aliases a ON a.alias_id = r.company_id`;
const ofCompany =
  'r.company_id IN (SELECT :companyId UNION ALL SELECT alias_id FROM company_aliases WHERE company_id = :companyId)';

/** Research items, each of one account. */
export class ResearchStore {
  constructor(private readonly knex: Knex) {}

  /** The item of this company with this key; null when there is none. */
  async findByDedupeKey(
    accountId: string,
    companyId: string,
    dedupeKey: string,
    transaction: Transaction,
  ): Promise<ResearchRow | null> {
    const { rows } = await transaction.raw<{ rows: ResearchRow[] }>(
      `SELECT ${shown} WHERE r.account_id = :accountId AND r.dedupe_key = :dedupeKey AND ${ofCompany}
       ORDER BY r.research_item_id LIMIT 1`,
      { accountId, companyId, dedupeKey },
    );
    return rows[0] ?? null;
  }

  /**
   * @returns the new item; null when another call has stored one under the same key meanwhile
   * @throws ServiceError list_not_found when the account has no such List
   */
  async insertItem(
    accountId: string,
    item: NewResearchItem,
    transaction: Transaction,
  ): Promise<ResearchRow | null> {
    if (item.list_id !== null) {
      // Locked, so that it is not deleted meanwhile.
      const list = await transaction('lists')
        .where({ account_id: accountId, list_id: item.list_id, deleted_at: null })
        .forKeyShare()
        .first('list_id');
      if (!list) throw new ServiceError('list_not_found');
    }
    const given = Object.keys(item) as (keyof NewResearchItem)[];
    const [row] = await transaction('research_items')
      .insert({ account_id: accountId, ...item })
      .onConflict(['account_id', 'company_id', 'dedupe_key'])
      .ignore()
      .returning<ResearchRow[]>(['research_item_id', ...given, 'created_at']);
    return row ?? null;
  }

  /** Newest first; fewer than the limit when they are large. */
  async listItems(
    accountId: string,
    filter: ResearchFilter,
    limit: number,
  ): Promise<BoundedPage<ResearchRow>> {
    const { companyId, listId, before } = filter;
    const conditions = ['r.account_id = :accountId'];
    if (companyId !== undefined) conditions.push(ofCompany);
    if (listId !== undefined) conditions.push('r.list_id = :listId');
    if (before !== null) conditions.push('r.research_item_id < :before');
    const listed = this.knex.raw(
      `SELECT ${shown} WHERE ${conditions.join(' AND ')} ORDER BY r.research_item_id DESC LIMIT :rows`,
      { accountId, ...filter, rows: limit + 1 },
    );
    return fetchNewestRows(this.knex, listed, 'research_item_id', limit);
  }
}
