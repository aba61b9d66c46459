import type { ClientBase } from 'pg';
import { copyRows } from '../../facts/copy-rows.ts';
import type { FactTable } from '../../facts/fact-table.ts';

/**
 * Copies the facts of new companies, in the order of the tables: first the companies, with all checks, then rows that
 * refer only to them. From then on references are not checked.
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
 * Switches the check of foreign keys on or off, until the transaction ends. The check is a third of the work of Postgres
 * and finds nothing for rows that refer only to rows of the same transaction. As pg_restore --disable-triggers does, it is
 * switched off if the role may do so. Check constraints, keys and NOT NULL still apply.
 */
export async function checkReferences(client: ClientBase, checked: boolean): Promise<void> {
  await client.query(
    `SELECT set_config('session_replication_role', $1, true)
     WHERE has_parameter_privilege('session_replication_role', 'SET')`,
    [checked ? 'origin' : 'replica'],
  );
}
