import type { Knex } from 'knex';
import type { ListDefinition } from '../../../contract/lists/definitions.ts';
import type { DefinitionKind, ListSchedule, ListStatus } from '../../../contract/lists/lists.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { ListRecord } from './list-record.ts';

export interface NewList {
  readonly name: string;
  readonly definitionKind: DefinitionKind | 'empty';
  readonly originId: string | null;
  readonly definition: ListDefinition | null;
}

export interface ListChange {
  readonly name?: string;
  readonly status?: ListStatus;
  readonly schedule?: ListSchedule;
  readonly schedule_since?: Date;
  readonly published_version?: number;
  readonly workspace_preferences?: string;
}

const columns = [
  'list_id',
  'name',
  'status',
  'schedule',
  'schedule_since',
  'scheduled_for',
  'definition_kind',
  'origin_id',
  'definition',
  'row_count',
  'published_version',
  'workspace_preferences',
  'created_at',
  'updated_at',
] as const;

/** Lists in Postgres. Lists of other accounts and deleted Lists are treated as unknown. */
export class ListsStore {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  /** Runs work in a transaction of its own. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.#knex.transaction(work);
  }

  /** Runs work that reads one snapshot of the database, however long it takes. */
  snapshot<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.#knex.transaction(work, { isolationLevel: 'repeatable read', readOnly: true });
  }

  async insert(accountId: string, list: NewList, transaction: Transaction): Promise<ListRecord> {
    const [row] = await transaction('lists')
      .insert({
        account_id: accountId,
        name: list.name,
        definition_kind: list.definitionKind,
        origin_id: list.originId,
        definition: list.definition && JSON.stringify(list.definition),
      })
      .returning<ListRecord[]>([...columns]);
    if (!row) throw new Error('an inserted List was not returned');
    return row;
  }

  async find(accountId: string, listId: string, transaction?: Transaction): Promise<ListRecord | null> {
    const row = await (transaction ?? this.#knex)('lists')
      .where({ account_id: accountId, list_id: listId, deleted_at: null })
      .first<ListRecord | undefined>(...columns);
    return row ?? null;
  }

  /** Locks the List until the transaction ends, so that changes of one List do not run at the same time. */
  async lock(accountId: string, listId: string, transaction: Transaction): Promise<ListRecord | null> {
    const row = await transaction('lists')
      .where({ account_id: accountId, list_id: listId, deleted_at: null })
      .forUpdate()
      .first<ListRecord | undefined>(...columns);
    return row ?? null;
  }

  async change(
    accountId: string,
    listId: string,
    change: ListChange,
    transaction: Transaction,
  ): Promise<ListRecord> {
    const [row] = await transaction('lists')
      .where({ account_id: accountId, list_id: listId })
      .update({ ...change, updated_at: transaction.fn.now() })
      .returning<ListRecord[]>([...columns]);
    if (!row) throw new Error('a locked List is gone');
    return row;
  }

  /** Newest first. */
  async page(
    accountId: string,
    filter: { readonly status?: ListStatus | undefined; readonly before: string | null },
    limit: number,
  ): Promise<ListRecord[]> {
    const query = this.#knex('lists')
      .where({ account_id: accountId, deleted_at: null })
      .orderBy('list_id', 'desc');
    if (filter.status !== undefined) query.where({ status: filter.status });
    if (filter.before !== null) query.where('list_id', '<', filter.before);
    return query.limit(limit).select<ListRecord[]>(...columns);
  }
}
