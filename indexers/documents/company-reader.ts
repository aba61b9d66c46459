import type { ClientBase, QueryArrayConfig } from 'pg';
import type {
  CompanySource,
  JobOpening,
  Permit,
  SourceEnrichment,
  SourceIdentifier,
  SourceListing,
  SourceName,
} from './company-source.ts';

/** Columns as Postgres sends them: every value is text, so no parser runs but the few that are needed here. */
type TextRow = (string | null)[];

/** One table's part in the documents. Its query has `company_id` first and takes its companies from `{range}`. */
interface Part {
  readonly name: string;
  readonly sql: string;
  add(company: CompanySource, row: TextRow): void;
}

const parts: readonly Part[] = [
  {
    name: 'aliases',
    sql: 'SELECT company_id, alias_id FROM company_aliases WHERE {range}',
    add: (company, [, alias]) => company.aliases.push(text(alias)),
  },
  {
    name: 'names',
    sql: 'SELECT company_id, kind, name, valid_from, valid_to FROM company_names WHERE {range}',
    add: (company, [, kind, name, from, to]) =>
      company.names.push({
        kind: text(kind) as SourceName['kind'],
        name: text(name),
        validFrom: from ?? null,
        validTo: to ?? null,
      }),
  },
  {
    name: 'identifiers',
    sql: 'SELECT company_id, identifier_type, value, valid_from, valid_to FROM company_identifiers WHERE {range}',
    add: (company, row) => company.identifiers.push(identifier(row)),
  },
  {
    name: 'successors',
    sql: 'SELECT company_id, successor_corporate_number FROM company_successors WHERE {range}',
    add: (company, [, successor]) => {
      company.successorCorporateNumber = text(successor);
    },
  },
  {
    name: 'addresses',
    sql: `SELECT company_id, prefecture_code, prefecture, city FROM company_addresses
      WHERE {range} AND kind = 'head_office'`,
    add: (company, [, prefectureCode = null, prefecture = null, city = null]) => {
      company.headOffice = { prefectureCode, prefecture, city };
    },
  },
  {
    name: 'listings',
    sql: `SELECT company_id, exchange, code, security_kind, short_name, market_segment, industry_33_code, listed_from,
      listed_to FROM listings WHERE {range}`,
    add: (company, row) => company.listings.push(listing(row)),
  },
  {
    name: 'profile_values',
    sql: `SELECT company_id, field, value #>> '{}' FROM profile_values
      WHERE {range} AND field IN ('website_url', 'listing_statement')
      ORDER BY observed_at DESC NULLS LAST, source`,
    add: (company, [, field, value]) => {
      if (field === 'website_url') company.websites.push(text(value));
      else company.listingStatement ??= text(value);
    },
  },
  {
    name: 'technologies',
    sql: `SELECT company_id, technology, source, ${isoTime('observed_at')} FROM company_technologies WHERE {range}`,
    add: (company, [, key, source, observedAt = null]) =>
      company.technologies.push({ key: text(key), source: text(source), observedAt }),
  },
  {
    name: 'financials',
    sql: `SELECT DISTINCT ON (company_id, metric, fiscal_year) company_id, metric, fiscal_year, value FROM financials
      WHERE {range} ORDER BY company_id, metric, fiscal_year DESC, observed_at DESC NULLS LAST, source`,
    add: (company, [, metric, fiscalYear, value]) =>
      company.financials.push({
        metric: text(metric),
        fiscalYear: Number(fiscalYear),
        value: Number(value),
      }),
  },
  {
    name: 'enrichment',
    sql: `SELECT company_id, employees, insured_persons, job_openings, ai_job_openings, permits, observation_counts,
      ${isoTime('latest_observed_at')} FROM company_source_enrichment WHERE {range}`,
    add: (company, row) => {
      company.enrichment = enrichment(row);
    },
  },
];

const companyColumns = 'company_id, corporate_number, kind, status, hidden, version';

export interface ReadOptions {
  /** Companies held in memory at a time. */
  readonly pageSize?: number;
}

/**
 * Every company in the order of `company_id`, a page at a time. All pages show one moment when the caller has begun a
 * repeatable-read transaction on the client. The next page is asked for before the caller has worked on this one, so
 * Postgres and the caller work at the same time.
 */
export async function* readAllCompanies(
  client: ClientBase,
  { pageSize = 2000 }: ReadOptions = {},
): AsyncGenerator<CompanySource[]> {
  let next = readPageAfter(client, '', pageSize);
  for (;;) {
    const page = await next;
    const last = page.at(-1);
    if (last === undefined) return;
    next = readPageAfter(client, last.companyId, pageSize);
    // An abandoned reader must not leave a rejection that nobody hears; the next turn still sees it.
    next.catch(() => undefined);
    yield page;
  }
}

/** The companies with these ids, in no order; ids that are no company's own are left out. */
export async function readCompaniesById(
  client: ClientBase,
  ids: readonly string[],
): Promise<CompanySource[]> {
  const range = 'company_id = ANY($1::text[])';
  const rows = await textRows(client, 'by_id', `SELECT ${companyColumns} FROM companies WHERE ${range}`, [
    ids,
  ]);
  return completed(client, rows, 'by_id', range, [ids]);
}

async function readPageAfter(client: ClientBase, after: string, pageSize: number): Promise<CompanySource[]> {
  const rows = await textRows(
    client,
    'page',
    `SELECT ${companyColumns} FROM companies WHERE company_id > $1 ORDER BY company_id LIMIT $2`,
    [after, pageSize],
  );
  const last = rows.at(-1)?.[0];
  return completed(client, rows, 'page', 'company_id > $1 AND company_id <= $2', [after, last]);
}

async function completed(
  client: ClientBase,
  rows: readonly TextRow[],
  name: string,
  range: string,
  values: unknown[],
): Promise<CompanySource[]> {
  if (rows.length === 0) return [];
  const companies = new Map(rows.map((row) => [text(row[0]), company(row)]));
  for (const part of parts) {
    const sql = part.sql.replace('{range}', range);
    for (const row of await textRows(client, `${name}_${part.name}`, sql, values)) {
      const owner = companies.get(text(row[0]));
      if (owner) part.add(owner, row);
    }
  }
  return [...companies.values()];
}

const asText = { getTypeParser: () => (value: string | Buffer) => value };

async function textRows(
  client: ClientBase,
  name: string,
  sql: string,
  values: unknown[],
): Promise<TextRow[]> {
  // Prepared by name: the plan is made once for all pages.
  const query: QueryArrayConfig = {
    name: `company_source_${name}`,
    text: sql,
    values,
    rowMode: 'array',
    types: asText,
  };
  return (await client.query<TextRow>(query)).rows;
}

/** A moment as ISO 8601 in UTC with milliseconds, whatever the session's time zone and date style are. */
function isoTime(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A column that is never NULL. */
function text(value: string | null | undefined): string {
  if (value === null || value === undefined) throw new TypeError('a column that is never NULL is NULL');
  return value;
}

function company(row: TextRow): CompanySource {
  const [companyId, corporateNumber = null, kind = null, status, hidden, version] = row;
  return {
    companyId: text(companyId),
    corporateNumber,
    kind: kind as CompanySource['kind'],
    status: text(status),
    hidden: hidden === 't',
    version: Number(version),
    aliases: [],
    names: [],
    identifiers: [],
    listings: [],
    headOffice: null,
    successorCorporateNumber: null,
    websites: [],
    listingStatement: null,
    technologies: [],
    financials: [],
    enrichment: null,
  };
}

function identifier([, type, value, validFrom = null, validTo = null]: TextRow): SourceIdentifier {
  return { type: text(type), value: text(value), validFrom, validTo };
}

function listing(row: TextRow): SourceListing {
  const [, exchange, code, securityKind, shortName, marketSegment, industry33Code, listedFrom, listedTo] =
    row;
  return {
    exchange: text(exchange),
    code: text(code),
    securityKind: text(securityKind),
    shortName: shortName ?? null,
    marketSegment: marketSegment ?? null,
    industry33Code: industry33Code ?? null,
    listedFrom: listedFrom ?? null,
    listedTo: listedTo ?? null,
  };
}

function enrichment(row: TextRow): SourceEnrichment {
  const [, employees, insuredPersons, openings, aiOpenings, permits, counts, latestObservedAt = null] = row;
  return {
    employees: optionalNumber(employees),
    insuredPersons: optionalNumber(insuredPersons),
    jobOpenings: dayRanges(text(openings)),
    aiJobOpenings: dayRanges(text(aiOpenings)),
    permits: JSON.parse(text(permits)) as Permit[],
    observationCounts: JSON.parse(text(counts)) as Record<string, number>,
    latestObservedAt,
  };
}

function optionalNumber(value: string | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}

/** Reads an array of dateranges; Postgres writes each as `[from,to)` and an empty one (closed as it opened) without days. */
function dayRanges(array: string): JobOpening[] {
  return [...array.matchAll(/\[(\d{4}-\d\d-\d\d),(\d{4}-\d\d-\d\d)?\)/g)].map(([, openedAt, closedAt]) => ({
    openedAt: text(openedAt),
    closedAt: closedAt ?? null,
  }));
}
