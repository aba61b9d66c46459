import type { Knex } from 'knex';

/** Rows of a table, and how those of one company are ordered and shown. */
export interface GroupedTable {
  readonly columns: readonly string[];
  /** SQL of the order of a company's rows. */
  readonly order: string;
  /** How many rows of each company are read. */
  readonly shown: number;
  /** SQL of the order of companies, before the order by id. */
  readonly companyOrder: string;
}

interface Placed {
  readonly company_id: string;
  readonly count: number;
  readonly place: number;
}

/**
 * Reads rows by company: which companies have matching rows, and the first matching rows of each.
 * @param matching a new query for the rows that match on this day (`YYYY-MM-DD`)
 */
export function createGroupedRows<Row extends object>(
  knex: Knex,
  { columns, order, shown, companyOrder }: GroupedTable,
  matching: (today: string) => Knex.QueryBuilder,
) {
  return {
    async listCompanyIds(today: string, limit: number): Promise<string[]> {
      const rows: Placed[] = await matching(today)
        .select('company_id')
        .groupBy('company_id')
        .orderByRaw(`${companyOrder}, company_id`)
        .limit(limit);
      return rows.map(({ company_id }) => company_id);
    },

    /** For each company, its first rows and how many match. */
    async readGroups(companyIds: readonly string[], today: string) {
      const ranked = matching(today)
        .whereRaw('company_id = ANY (?)', [[...companyIds]])
        .select('company_id', ...columns)
        .select(knex.raw('count(*) OVER (PARTITION BY company_id) AS count'))
        .select(knex.raw(`row_number() OVER (PARTITION BY company_id ORDER BY ${order}) AS place`));
      const rows: (Row & Placed)[] = await knex
        .from(ranked.as('ranked'))
        .where('place', '<=', shown)
        .orderBy(['company_id', 'place'])
        .select('*');
      const groups = new Map<string, { rows: Row[]; count: number }>();
      for (const { company_id, count, place: _, ...row } of rows) {
        const group = groups.get(company_id) ?? { rows: [], count };
        group.rows.push(row as unknown as Row);
        groups.set(company_id, group);
      }
      return groups;
    },
  };
}
