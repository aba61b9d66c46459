import type { ClientBase } from 'pg';
import { readCompaniesById } from './company-reader.ts';
import type { ObservationPage, ObservationSource, ObservedCompany } from './observation-source.ts';

const pageSize = 2000;

const select = `SELECT observation_id AS "observationId", company_id AS "companyId", type, subtype, source, summary, evidence,
  confidence::float8 AS confidence, trunc(extract(epoch FROM observed_at) * 1000)::float8 AS "observedAt",
  version::float8 AS version FROM observations`;

/** Every observation with its company, a page at a time, as of the caller's transaction. */
export function readAllObservations(client: ClientBase): AsyncGenerator<ObservationPage> {
  return readPages(client, `${select} ORDER BY company_id`, []);
}

/** The observations of these companies, a page at a time, because one company can have hundreds of thousands. */
export function readObservationsByCompany(
  client: ClientBase,
  companyIds: readonly string[],
): AsyncGenerator<ObservationPage> {
  return readPages(client, `${select} WHERE company_id = ANY($1::text[]) ORDER BY company_id`, [companyIds]);
}

/** A server-side cursor, so that neither side has more than a page in memory. */
async function* readPages(
  client: ClientBase,
  sql: string,
  values: unknown[],
): AsyncGenerator<ObservationPage> {
  await client.query(`DECLARE observation_pages NO SCROLL CURSOR FOR ${sql}`, values);
  try {
    let known: ReadonlyMap<string, ObservedCompany> = new Map();
    for (;;) {
      const { rows } = await client.query<ObservationSource>(`FETCH ${pageSize} FROM observation_pages`);
      if (rows.length === 0) return;
      known = await readObservedCompanies(client, rows, known);
      yield { observations: rows, companies: known };
    }
  } finally {
    // A failed transaction has already closed the cursor.
    await client.query('CLOSE observation_pages').catch(() => undefined);
  }
}

/** Rows are ordered by company, so at most the last company of the previous page is needed again. */
async function readObservedCompanies(
  client: ClientBase,
  observations: readonly ObservationSource[],
  known: ReadonlyMap<string, ObservedCompany>,
): Promise<ReadonlyMap<string, ObservedCompany>> {
  const ids = new Set(observations.map(({ companyId }) => companyId));
  const missing = [...ids].filter((id) => !known.has(id));
  const companies = await readCompaniesById(client, missing);
  const industries = await readIndustries(client, missing);
  return new Map<string, ObservedCompany>([
    ...companies.map((company): [string, ObservedCompany] => [
      company.companyId,
      { ...company, statedIndustries: industries.get(company.companyId) ?? [] },
    ]),
    ...[...known].filter(([id]) => ids.has(id)),
  ]);
}

async function readIndustries(
  client: ClientBase,
  companyIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ company_id: string; industries: string[] }>(
    `SELECT company_id, array_agg(value #>> '{}' ORDER BY source) AS industries FROM profile_values
     WHERE company_id = ANY($1::text[]) AND field = 'industry' GROUP BY company_id`,
    [companyIds],
  );
  return new Map(rows.map(({ company_id, industries }) => [company_id, industries]));
}
