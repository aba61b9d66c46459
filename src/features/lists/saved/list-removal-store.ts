import type { Knex } from 'knex';
import type { Transaction } from '../../../database/transaction.ts';

/** The name of the job that removes the parts of a deleted List. */
export const removeListTask = 'remove_list';

const rowsAtOnce = 10_000;

/** The parts of a List, in the order in which they can be deleted. */
const parts: readonly { readonly table: string; readonly where: string }[] = [
  {
    table: 'list_delivery_attempts',
    where: 'delivery_id IN (SELECT delivery_id FROM list_deliveries WHERE list_id = :listId)',
  },
  ...[
    'list_deliveries',
    'list_delivery_targets',
    'list_exclusions',
    'list_diff_rows',
    'list_diffs',
    'list_snapshot_rows',
    'list_snapshots',
    'list_exports',
    'list_row_enrichments',
    'list_enrichment_runs',
    'list_suppressions',
    'list_rows',
  ].map((table) => ({ table, where: 'list_id = :listId' })),
];

/** Deletes Lists in Postgres: at once for callers, in batches for the database. */
export class ListRemovalStore {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  /**
   * Hides the List and stops its deliveries. The List must be locked. Its delivery address and secret are deleted now,
   * all else by the job that this adds.
   */
  async markDeleted(accountId: string, listId: string, transaction: Transaction): Promise<void> {
    await transaction('lists')
      .where({ account_id: accountId, list_id: listId })
      .update({ deleted_at: transaction.fn.now(), published_version: null });
    await transaction('list_delivery_targets').where({ account_id: accountId, list_id: listId }).delete();
    await transaction.raw(
      `SELECT graphile_worker.add_job(:task, json_build_object('accountId', cast(:accountId AS text),
         'listId', cast(:listId AS text)), job_key => :key)`,
      { task: removeListTask, accountId, listId, key: `remove:${listId}` },
    );
  }

  async isDeleted(accountId: string, listId: string): Promise<boolean> {
    const row = await this.#knex('lists')
      .where({ account_id: accountId, list_id: listId })
      .whereNotNull('deleted_at')
      .first('list_id');
    return row !== undefined;
  }

  /** Removes all parts of a deleted List, but not its own row. It can be called again after an interruption. */
  async removeParts(accountId: string, listId: string): Promise<void> {
    if (!(await this.isDeleted(accountId, listId))) return;
    for (const { table, where } of parts) {
      let removed: number;
      do {
        const { rowCount } = await this.#knex.raw<{ rowCount: number }>(
          `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${where} LIMIT ${rowsAtOnce}))`,
          { listId },
        );
        removed = rowCount;
      } while (removed === rowsAtOnce);
    }
  }

  /** @throws when a running export added something meanwhile; then the parts must be removed again */
  async removeItself(accountId: string, listId: string): Promise<void> {
    await this.#knex('lists')
      .where({ account_id: accountId, list_id: listId })
      .whereNotNull('deleted_at')
      .delete();
  }
}
