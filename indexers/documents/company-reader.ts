import type { ClientBase, QueryArrayConfig } from 'pg';
import {
  type CompanySource,
  createCompanyWithoutFacts,
  type JobOpening,
  type Permit,
  type SourceEnrichment,
} from '../facts/company-source.ts';
import type { FactTable } from '../facts/fact-table.ts';
import { factTables } from '../facts/index.ts';
import { buildIsoTimeSql, renderText, type TextRow } from '../facts/text-row.ts';

/** What each table adds to the documents. */
const parts: readonly NonNullable<FactTable['document']>[] = [
  ...factTables.flatMap(({ document }) => document ?? []),
  {
    sql: `SELECT company_id, employees, insured_persons, job_openings, ai_job_openings, permits, observation_counts,
      ${buildIsoTimeSql('latest_observed_at')} FROM company_source_enrichment WHERE {range}`,
    add: (company, row) => {
      company.enrichment = parseEnrichment(row);
    },
  },
];

const companyColumns = 'company_id, corporate_number, kind, status, hidden, version, assigned_on, closed_on';

/** Companies in memory at a time. */
const pageSize = 500;

/**
 * Every company in the order of `company_id`, a page at a time. All pages are from the same moment if the caller has begun
 * a repeatable-read transaction on the client. The next page is requested before the caller has finished this one, so that
 * Postgres and the caller work at the same time.
 */
export async function* readAllCompanies(client: ClientBase): AsyncGenerator<CompanySource[]> {
  let next = readPageAfter(client, '');
  for (;;) {
    const page = await next;
    const last = page.at(-1);
    if (last === undefined) return;
    next = readPageAfter(client, last.companyId);
    // If the caller stops reading, this must not become an unhandled rejection. The next turn still sees the error.
    next.catch(() => undefined);
    yield page;
  }
}

/** The companies with these ids, in no particular order. Unknown ids and aliases are left out. */
export async function readCompaniesById(
  client: ClientBase,
  ids: readonly string[],
): Promise<CompanySource[]> {
  const range = 'company_id = ANY($1::text[])';
  const rows = await readTextRows(client, 'by_id', `SELECT ${companyColumns} FROM companies WHERE ${range}`, [
    ids,
  ]);
  return completeSource(client, rows, 'by_id', range, [ids]);
}

async function readPageAfter(client: ClientBase, after: string): Promise<CompanySource[]> {
  const rows = await readTextRows(
    client,
    'page',
    `SELECT ${companyColumns} FROM companies WHERE company_id > $1 ORDER BY company_id LIMIT $2`,
    [after, pageSize],
  );
  const last = rows.at(-1)?.[0];
  return completeSource(client, rows, 'page', 'company_id > $1 AND company_id <= $2', [after, last]);
}

async function completeSource(
  client: ClientBase,
  rows: readonly TextRow[],
  name: string,
  range: string,
  values: unknown[],
): Promise<CompanySource[]> {
  if (rows.length === 0) return [];
  const companies = new Map(rows.map((row) => [renderText(row[0]), parseCompany(row)]));
  for (const [at, part] of parts.entries()) {
    const sql = part.sql.replace('{range}', range);
    for (const row of await readTextRows(client, `${name}_${at}`, sql, values)) {
      const owner = companies.get(renderText(row[0]));
      if (owner) part.add(owner, row);
    }
  }
  return [...companies.values()];
}

const asText = { getTypeParser: () => (value: string | Buffer) => value };

async function readTextRows(
  client: ClientBase,
  name: string,
  sql: string,
  values: unknown[],
): Promise<TextRow[]> {
  // A named statement is planned once for all pages.
  const query: QueryArrayConfig = {
    name: `company_source_${name}`,
    text: sql,
    values,
    rowMode: 'array',
    types: asText,
  };
  return (await client.query<TextRow>(query)).rows;
}

function parseCompany(row: TextRow): CompanySource {
  const [
    companyId,
    corporateNumber = null,
    kind = null,
    status,
    hidden,
    version,
    assignedOn = null,
    closedOn = null,
  ] = row;
  return createCompanyWithoutFacts({
    companyId: renderText(companyId),
    corporateNumber,
    kind: kind as CompanySource['kind'],
    status: renderText(status) as CompanySource['status'],
    hidden: hidden === 't',
    version: Number(version),
    assignedOn,
    closedOn,
  });
}

function parseEnrichment(row: TextRow): SourceEnrichment {
  const [, employees, insuredPersons, openings, aiOpenings, permits, counts, latestObservedAt = null] = row;
  return {
    employees: parseOptionalNumber(employees),
    insuredPersons: parseOptionalNumber(insuredPersons),
    jobOpenings: parseDayRanges(renderText(openings)),
    aiJobOpenings: parseDayRanges(renderText(aiOpenings)),
    permits: JSON.parse(renderText(permits)) as Permit[],
    observationCounts: JSON.parse(renderText(counts)) as Record<string, number>,
    latestObservedAt,
  };
}

function parseOptionalNumber(value: string | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  return Number(value);
}

/** Reads an array of dateranges. Postgres writes each as `[from,to)`, and an empty one (closed when opened) without days. */
function parseDayRanges(array: string): JobOpening[] {
  return [...array.matchAll(/\[(\d{4}-\d\d-\d\d),(\d{4}-\d\d-\d\d)?\)/g)].map(([, openedAt, closedAt]) => ({
    openedAt: renderText(openedAt),
    closedAt: closedAt ?? null,
  }));
}
