import type { Knex } from 'knex';
import { deleteSome } from '../../../database/delete-some.ts';
import { queueTask } from '../../../database/queue-tasks.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { type ListScope, pickScope } from './list-record.ts';

const rowsAtOnce = 10_000;

const ofList = 'list_id = :list_id';

/** The tables with parts of a List, in the order in which they can be deleted, and which of their rows belong to it. */
const parts: readonly (readonly [table: string, where: string])[] = [
  ['list_delivery_attempts', `delivery_id IN (SELECT delivery_id FROM list_deliveries WHERE ${ofList})`],
  ['list_deliveries', ofList],
  ['list_delivery_targets', ofList],
  ['list_exclusions', ofList],
  ['list_diff_rows', ofList],
  ['list_diffs', ofList],
  ['list_snapshot_rows', ofList],
  ['list_snapshots', ofList],
  ['list_exports', ofList],
  ['list_row_enrichments', ofList],
  ['list_enrichment_runs', ofList],
  ['list_suppressions', ofList],
  ['list_rows', ofList],
];

/** Deletes Lists in Postgres: at once for callers, in batches for the database. */
export class ListRemovalStore {
  constructor(private readonly knex: Knex) {}

  /**
   * Hides the List and stops its deliveries. The List must be locked. Its delivery address and secret are deleted now,
   * everything else by the task that this queues.
   */
  async markDeleted(scope: ListScope, transaction: Transaction): Promise<void> {
    const list = pickScope(scope);
    const change = { deleted_at: transaction.fn.now(), published_version: null };
    await transaction('lists').where(list).update(change);
    await transaction('list_delivery_targets').where(list).delete();
    const { account_id: accountId, list_id: listId } = list;
    const key = `remove:${listId}`;
    await queueTask(transaction, { task: 'remove_list', accountId, payload: { listId }, key });
  }

  async isDeleted(scope: ListScope): Promise<boolean> {
    return (await this.#selectDeleted(scope).first('list_id')) !== undefined;
  }

  /** Removes all parts of a deleted List, but not its own row. It can be called again after an interruption. */
  async removeParts(scope: ListScope): Promise<void> {
    if (!(await this.isDeleted(scope))) return;
    for (const [table, where] of parts) {
      const some = { table, where, limit: rowsAtOnce };
      let removed: number;
      do {
        removed = await deleteSome(this.knex, some, { ...pickScope(scope) });
      } while (removed === rowsAtOnce);
    }
  }

  /** @throws when a running export added something meanwhile; then the parts must be removed again */
  async removeItself(scope: ListScope): Promise<void> {
    await this.#selectDeleted(scope).delete();
  }

  #selectDeleted(scope: ListScope): Knex.QueryBuilder {
    return this.knex('lists').where(pickScope(scope)).whereNotNull('deleted_at');
  }
}
