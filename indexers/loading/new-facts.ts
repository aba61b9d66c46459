import type { ClientBase } from 'pg';
import { copyRows } from '../facts/copy-rows.ts';
import type { FactTable } from '../facts/fact-table.ts';

/**
 * Copies what is said of companies that are new, in the order of the tables: the companies first, with every rule, then
 * rows that refer to them alone. References stay unchecked until the transaction ends.
 */
export async function copyNewFacts(
  client: ClientBase,
  facts: readonly { readonly table: FactTable; readonly rows: readonly object[] }[],
): Promise<void> {
  for (const { table, rows } of facts) {
    await copyRows(client, table.name, table.columns, rows);
    if (table.name === 'companies') await checkReferences(client, false);
  }
}

/**
 * For the rest of the transaction, or until it is set back: whether each reference of a row that comes is looked up. For
 * rows that refer to nothing but rows of the same transaction that finds nothing and is a third of the work of Postgres;
 * like pg_restore --disable-triggers, it is left out where the role may. Checks, keys and NOT NULL hold all the same.
 */
export async function checkReferences(client: ClientBase, checked: boolean): Promise<void> {
  await client.query(
    `SELECT set_config('session_replication_role', $1, true)
     WHERE has_parameter_privilege('session_replication_role', 'SET')`,
    [checked ? 'origin' : 'replica'],
  );
}
