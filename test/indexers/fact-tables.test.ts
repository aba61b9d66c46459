import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getColumnName } from '../../indexers/facts/copy-rows.ts';
import { factTables } from '../../indexers/facts/index.ts';
import { type SuiteDatabase, suiteDatabase } from '../support/database.ts';

let database: SuiteDatabase;
beforeAll(async () => {
  database = await suiteDatabase();
});
afterAll(() => database.drop());

async function textRows(sql: string): Promise<Record<string, string>[]> {
  return (await database.knex.raw(sql)).rows;
}

/** Why joining two records of one company does not change the other tables with a company. */
const notJoined: Readonly<Record<string, string>> = {
  company_changes: 'the feed reports what happened to an id while it was a company',
  company_source_enrichment: 'derived from the facts: deleted, and rebuilt for the company that stays',
  list_rows: 'moved by the trigger move_list_company when the id becomes an alias',
  list_suppressions: 'moved by the trigger move_list_company when the id becomes an alias',
  list_exclusions: 'moved by the trigger move_list_company when the id becomes an alias',
  list_snapshot_rows: 'a published version does not change; it is read through the aliases',
  list_diff_rows: 'a diff never changes; decisions about its rows use the aliases',
  research_items: 'keeps the id it was given and is read through the aliases',
  reconciled_questions: 'keeps the id that was paid for; the question decides what is paid again',
  source_rows: 'keeps the id that was settled; Lists and lookups take the canonical one',
  source_decisions: 'keeps the ids that were decided; it is read through the aliases',
  source_choices: 'keeps the id that was chosen; matching takes the canonical one',
};

describe('the tables of facts', () => {
  const known = [...factTables.map(({ name }) => name as string), ...Object.keys(notJoined)].toSorted();

  async function tablesWithCompany(): Promise<(string | undefined)[]> {
    const tables = await textRows(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND (domain_name = 'company_id' OR column_name = 'company_id')`,
    );
    return tables.map(({ name }) => name).toSorted();
  }

  it('are all that have a company, except those that are listed here with the reason', async () => {
    expect(await tablesWithCompany()).toEqual(known);
  });

  it('would not be all if a table had no description', async () => {
    await database.knex.raw('CREATE TABLE subsidiaries (parent company_id)');
    expect(await tablesWithCompany()).toEqual([...known, 'subsidiaries'].toSorted());
    await database.knex.raw('DROP TABLE subsidiaries');
  });

  /** Columns that the database has in addition to the facts. */
  const ownColumns = new Set(['version', 'created_at', 'updated_at']);

  it.each(factTables.map((table) => [table.name, table] as const))(
    '%s has the columns and the key of its description',
    async (name, { columns, key }) => {
      const inDatabase = await textRows(
        `SELECT column_name AS name FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = '${name}'`,
      );
      expect(columns.map(getColumnName).toSorted()).toEqual(
        inDatabase.flatMap((column) => (ownColumns.has(column.name ?? '') ? [] : [column.name])).toSorted(),
      );
      const keys = await textRows(
        `SELECT string_agg(attname, ' ' ORDER BY attname) AS columns
         FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
         WHERE indrelid = '${name}'::regclass AND indisunique AND indpred IS NULL GROUP BY indexrelid`,
      );
      expect(keys.map((unique) => unique.columns)).toContain(key.toSorted().join(' '));
    },
  );
});
