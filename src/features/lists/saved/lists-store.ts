import type { Knex } from 'knex';
import type { ListStatus } from '../../../contract/lists/lists.ts';
import { fetchRows, type PagePlace, requireRow } from '../../../database/rows.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { isUuid } from '../../../text/identifiers/uuid.ts';
import { type ListRecord, type ListScope, pickScope } from './list-record.ts';

export type NewList = Pick<ListRecord, 'name' | 'definition_kind' | 'origin_id' | 'definition'>;
export type ListChange = Partial<Omit<ListRecord, keyof ListScope | 'created_at' | 'updated_at'>>;

/** Lists in Postgres. Malformed ids, Lists of other accounts and deleted Lists are treated as unknown. */
export class ListsStore {
  constructor(private readonly knex: Knex) {}

  /** Runs work in a transaction of its own. */
  runInTransaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.knex.transaction(work);
  }

  /** Runs work that reads one snapshot of the database, however long it takes. */
  runInSnapshot<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.knex.transaction(work, { isolationLevel: 'repeatable read', readOnly: true });
  }

  async insertList(accountId: string, list: NewList, transaction: Transaction): Promise<ListRecord> {
    const inserted = transaction('lists').insert({ account_id: accountId, ...list });
    return requireRow(inserted.returning<ListRecord[]>('*'));
  }

  async findList(scope: ListScope, transaction: Knex = this.knex): Promise<ListRecord | null> {
    return findRecord(scope, transaction('lists'));
  }

  /** Locks the List until the transaction ends, so that changes of one List do not run at the same time. */
  async lockList(scope: ListScope, transaction: Transaction): Promise<ListRecord | null> {
    return findRecord(scope, transaction('lists').forUpdate());
  }

  /** The List must be locked. */
  async updateList(scope: ListScope, change: ListChange, transaction: Transaction): Promise<ListRecord> {
    const changed = transaction('lists')
      .where(pickScope(scope))
      .update({ ...change, updated_at: transaction.fn.now() });
    return requireRow(changed.returning<ListRecord[]>('*'));
  }

  /** Newest first. */
  async listLists(
    accountId: string,
    status: ListStatus | undefined,
    place: PagePlace,
  ): Promise<ListRecord[]> {
    const query = this.knex('lists').where({ account_id: accountId, deleted_at: null });
    if (status !== undefined) query.where({ status });
    return fetchRows(query, 'list_id', 'desc', place);
  }
}

async function findRecord(scope: ListScope, lists: Knex.QueryBuilder): Promise<ListRecord | null> {
  if (!isUuid(scope.list_id)) return null;
  const named = lists.where({ ...pickScope(scope), deleted_at: null });
  return (await named.first<ListRecord | undefined>('*')) ?? null;
}
