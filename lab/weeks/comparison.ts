import { text } from 'node:stream/consumers';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { factTables } from '../../indexers/facts/index.ts';
import { withSession } from '../../indexers/operator/database-session.ts';
import { registerState } from './register-days.ts';

/** The rows of a table in two databases. */
export interface TableComparison {
  readonly table: string;
  readonly rows: number;
  /** Rows that only one of them has, as text. */
  readonly onlyFollowed: readonly string[];
  readonly onlyFresh: readonly string[];
}

interface Compared {
  readonly table: string;
  /** SQL of the values that must be equal. */
  readonly values: string;
}

/** Every table of facts with all its columns, and what the registers stated. */
const compared: readonly Compared[] = [
  ...factTables.map(({ name, columns }) => ({
    table: name,
    values: columns
      .map((column) => comparedValue(name, typeof column === 'string' ? column : column.name))
      .join(', '),
  })),
  { table: 'register_statements', values: '*' },
  { table: 'invoice_statements', values: '*' },
];

/**
 * The value of a column, without what depends on the order of loading (docs/loading.md, "The order, and why"): the source of a reading
 * or an English name that two sources state alike, and the name before in the observation of a change of name.
 */
function comparedValue(table: string, column: string): string {
  if (table === 'company_names' && ['source', 'stated_on'].includes(column))
    return `CASE WHEN kind NOT IN ('kana', 'english') THEN ${column} END AS ${column}`;
  if (table === 'observations' && column === 'summary')
    return "CASE WHEN subtype IS DISTINCT FROM 'name_change' THEN summary END AS summary";
  if (table === 'observations' && column === 'evidence')
    return "CASE WHEN subtype = 'name_change' THEN evidence - 'before' ELSE evidence END AS evidence";
  return column;
}

/** Compares what two databases know about companies. */
export async function compareDatabases(followedUrl: string, freshUrl: string): Promise<TableComparison[]> {
  return await withSession(followedUrl, (followed) =>
    withSession(freshUrl, async (fresh) => {
      const all: TableComparison[] = [];
      for (const each of compared) {
        const [one, other] = await Promise.all([linesOf(followed, each), linesOf(fresh, each)]);
        all.push({ table: each.table, rows: one.length, ...differencesOf(one, other) });
      }
      return all;
    }),
  );
}

async function linesOf(client: ClientBase, { table, values }: Compared): Promise<string[]> {
  const copied = await text(client.query(copyTo(`COPY (SELECT ${values} FROM ${table}) TO STDOUT`)));
  return copied.split('\n').slice(0, -1).sort();
}

/** @param one and @param other sorted */
export function differencesOf(one: readonly string[], other: readonly string[]) {
  const onlyFollowed: string[] = [];
  const onlyFresh: string[] = [];
  for (let [left, right] = [0, 0]; left < one.length || right < other.length; ) {
    const [mine = null, theirs = null] = [one[left], other[right]];
    if (mine === theirs) {
      left += 1;
      right += 1;
    } else if (theirs === null || (mine !== null && mine < theirs)) {
      onlyFollowed.push(mine ?? '');
      left += 1;
    } else {
      onlyFresh.push(theirs);
      right += 1;
    }
  }
  return { onlyFollowed, onlyFresh };
}

/**
 * Compares the companies of a database with the lines of the register's full file, without the code that loads them.
 * @returns what differs, in words
 */
export async function compareWithRegister(
  databaseUrl: string,
  lines: Iterable<string>,
): Promise<{ companies: number; differences: string[] }> {
  const known = await withSession(databaseUrl, async (client) => {
    const { rows } = await client.query<{ number: string; state: string }>(
      `SELECT corporate_number AS number, concat_ws('|', n.name, a.prefecture, a.city, a.street, status, closed_on, successor_corporate_number) AS state
       FROM companies c LEFT JOIN company_names n ON n.company_id = c.company_id AND n.kind = 'legal'
         LEFT JOIN company_addresses a ON a.company_id = c.company_id AND a.kind = 'head_office'
         LEFT JOIN company_successors s ON s.company_id = c.company_id
       WHERE register_updated_on IS NOT NULL`,
    );
    return new Map(rows.map(({ number, state }) => [number, state]));
  });
  const differences: string[] = [];
  let companies = 0;
  for (const line of lines) {
    const { number, name, prefecture, city, street, status, closed, successor } = registerState(line);
    companies += 1;
    const state = known.get(number);
    // Of a removed company, the register's row is blank, and the service keeps what it knew.
    if (status === 'removed') {
      if (!state?.includes('|removed'))
        differences.push(`${number}: the register has removed it, the service has ${state}`);
      continue;
    }
    const expected = [name, prefecture, city, street, status, closed, successor]
      .filter((each) => each)
      .join('|');
    const actual = state
      ?.split('|')
      .filter((each) => each !== '')
      .join('|');
    if (actual !== expected)
      differences.push(`${number}: the register has ${expected}, the service has ${actual}`);
  }
  return { companies, differences };
}
