import { withSession } from '../../../indexers/operator/database-session.ts';

/** The most frequent names are as frequent as in the register of 5.7 million corporations. */

const names = 20;
const maxFrequent = 1000;
/** At most a twentieth of all companies, so that a small trial has other companies, too. */
const share = 20;

/** Gives each of twenty legal names to many companies. */
export async function addNamesakes(databaseUrl: string): Promise<void> {
  await withSession(databaseUrl, (client) =>
    client.query(
      `WITH numbered AS (
         SELECT company_id, name, row_number() OVER (ORDER BY md5(company_id)) AS place FROM company_names
         JOIN companies USING (company_id) WHERE company_names.kind = 'legal' AND status = 'active' AND name LIKE '株式会社%'
       ), frequent AS (
         SELECT place, name, sum(ceil(least($2, (SELECT count(*) / $3 FROM companies)) / sqrt(place)))
           OVER (ORDER BY place) AS until FROM numbered WHERE place <= $1
       ), chosen AS (
         SELECT company_id, (SELECT name FROM frequent WHERE until >= numbered.place - $1 ORDER BY until LIMIT 1) AS name
         FROM numbered WHERE place > $1 AND place - $1 <= (SELECT max(until) FROM frequent)
       )
       UPDATE company_names n SET name = chosen.name FROM chosen
       WHERE n.company_id = chosen.company_id AND n.kind = 'legal'`,
      [names, maxFrequent, share],
    ),
  );
}

/** Data for attacks: the most frequent names, and companies with a corporate number. */
export async function worstCompanies(
  databaseUrl: string,
  maxCompanies: number,
): Promise<{ names: string[]; ids: string[] }> {
  return await withSession(databaseUrl, async (client) => {
    const frequent = await client.query<{ name: string }>(
      `SELECT name FROM company_names WHERE kind = 'legal' AND name LIKE '%会社%'
       GROUP BY name ORDER BY count(*) DESC, name LIMIT $1`,
      [names],
    );
    const companies = await client.query<{ company_id: string }>(
      `SELECT company_id FROM companies WHERE company_id LIKE 'cn\\_%' AND status = 'active' AND NOT hidden
       ORDER BY company_id LIMIT $1`,
      [maxCompanies],
    );
    return { names: frequent.rows.map(({ name }) => name), ids: companies.rows.map((row) => row.company_id) };
  });
}

/** Makes changes that a refresh of their List finds. */
export async function moveCompanies(databaseUrl: string, companyIds: readonly string[]): Promise<void> {
  await withSession(databaseUrl, (client) =>
    client.query(`UPDATE company_addresses SET city = city || '中央' WHERE company_id = ANY ($1)`, [
      companyIds,
    ]),
  );
}
