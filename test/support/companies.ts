import { setTimeout as wait } from 'node:timers/promises';
import type { Knex } from 'knex';
import type {
  CompanyRow,
  ConstructionPermitRow,
  FactBatch,
  JobPostingRow,
  NameRow,
} from '../../indexers/facts/index.ts';
import { factTables } from '../../indexers/facts/index.ts';
import { freshnessMs } from '../../src/features/companies/newer-companies-service.ts';
import { computeCheckDigit } from '../../src/text/identifiers/corporate-number.ts';
import { dayFromToday } from './days.ts';

type IdentifierRow = NonNullable<FactBatch['company_identifiers']>[number];
type SuccessorRow = NonNullable<FactBatch['company_successors']>[number];

/** A valid corporate number that ends in the given number. */
export function corporateNumber(last: number): string {
  const last12 = String(last).padStart(12, '0');
  return `${computeCheckDigit(last12)}${last12}`;
}

/** The company_id of the company with this corporate number. */
export function idOf(last: number): string {
  return `cn_${corporateNumber(last)}`;
}

export interface CompanyInWords {
  /** Makes the corporate number, and with it the company_id. */
  readonly number: number;
  readonly name: string;
  readonly kana?: string;
  /** Listed on the Tokyo exchange under this code. */
  readonly code?: string;
  readonly prefecture?: { readonly code: string; readonly name: string; readonly city: string };
  readonly website?: string;
  readonly employees?: number;
  readonly row?: Partial<CompanyRow>;
}

/** Facts of a company as a loader would make them, from the few that a test specifies. */
export function companyFacts({
  number,
  name,
  kana,
  code,
  prefecture,
  website,
  employees,
  row,
}: CompanyInWords) {
  const corporate_number = corporateNumber(number);
  const company_id = idOf(number);
  const named = { company_id, valid_from: null, valid_to: null, source: 'corporate_registry' } as const;
  const observed = { company_id, source: 'company_website', observed_at: '2026-01-01T00:00:00Z' } as const;
  return {
    companies: [
      {
        company_id,
        corporate_number,
        kind: 'kabushiki',
        status: 'active',
        closed_on: null,
        close_cause: null,
        hidden: false,
        name_image_id: null,
        assigned_on: '2015-10-05',
        register_updated_on: '2024-01-01',
        ...row,
      },
    ],
    company_names: [
      { ...named, kind: 'legal', name },
      ...(kana === undefined ? [] : [{ ...named, kind: 'kana' as const, name: kana }]),
    ],
    company_addresses:
      prefecture === undefined
        ? []
        : [
            {
              company_id,
              kind: 'head_office',
              prefecture_code: prefecture.code,
              prefecture: prefecture.name,
              city_code: null,
              city: prefecture.city,
              street: null,
              postal_code: null,
              source: 'corporate_registry',
              valid_from: null,
            },
          ],
    listings:
      code === undefined
        ? []
        : [
            {
              company_id,
              exchange: 'tse',
              code,
              security_kind: 'common',
              short_name: null,
              market_segment: 'prime',
              industry_33_code: null,
              size_class: null,
              listed_from: null,
              listed_to: null,
              as_of: '2026-01-01',
            },
          ],
    profile_values: [
      ...(website === undefined ? [] : [{ ...observed, field: 'website_url', value: website }]),
      ...(employees === undefined ? [] : [{ ...observed, field: 'employees', value: employees }]),
    ],
  } satisfies FactBatch;
}

/** An identifier of the company with this number, without a period. */
export function identifierOf(
  number: number,
  identifier_type: IdentifierRow['identifier_type'],
  value: string,
  more: Partial<IdentifierRow> = {},
): IdentifierRow {
  const period = { valid_from: null, valid_to: null };
  return { company_id: idOf(number), identifier_type, value, ...period, source: 'company_website', ...more };
}

/** A name that the company with this number had until this day. */
export function formerName(
  number: number,
  name: string,
  valid_to: string,
  valid_from: string | null = null,
): NameRow {
  return {
    company_id: idOf(number),
    kind: 'former',
    name,
    valid_from,
    valid_to,
    source: 'corporate_registry',
  };
}

/** The merger of one company into another, both by their numbers. */
export function successorOf(number: number, successor: number, effective_on: string): SuccessorRow {
  const successor_corporate_number = corporateNumber(successor);
  return { company_id: idOf(number), successor_corporate_number, effective_on, source: 'corporate_registry' };
}

/** A current opening of the company with this number. */
export function jobOf(number: number, job_id: string, more: Partial<JobPostingRow> = {}): JobPostingRow {
  return {
    job_id,
    company_id: idOf(number),
    title: '技術職',
    ai_related: false,
    location: null,
    opened_at: dayFromToday(-10),
    closed_at: null,
    source: 'job_posting',
    ...more,
  };
}

/** A permit of the company with this number; `from` and `until` are days from today. */
export function permitOf(
  number: number,
  license_number: string,
  { types, from, until }: { readonly types: string[]; readonly from: number; readonly until: number },
): ConstructionPermitRow {
  return {
    license_number,
    company_id: idOf(number),
    license_types: types,
    valid_from: dayFromToday(from),
    valid_until: dayFromToday(until),
    source: 'construction_permit',
  };
}

const jsonColumns: ReadonlySet<string> = new Set(['value', 'evidence']);

/** Stores facts as they are, with the company source enrichment view, but does not update the index. */
export async function insertFacts(knex: Knex, ...batches: readonly FactBatch[]): Promise<void> {
  for (const { name: table } of factTables) {
    const rows = batches.flatMap((batch): readonly object[] => batch[table] ?? []);
    if (rows.length > 0)
      await knex.batchInsert(
        table,
        rows.map((row) => withJson(table, row)),
        500,
      );
  }
  const ids = batches.flatMap((batch) => (batch.companies ?? []).map(({ company_id }) => company_id));
  await knex.raw('SELECT refresh_company_source_enrichment(?)', [ids]);
}

/** Postgres would read a plain string as JSON text, and an array as a Postgres array. */
function withJson(table: string, row: object): Record<string, unknown> {
  if (table !== 'profile_values' && table !== 'observations') return { ...row };
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      jsonColumns.has(column) ? JSON.stringify(value) : value,
    ]),
  );
}

/** Raises the company's version and adds to the change feed, as loaders do beside every change. */
export async function noteChange(knex: Knex, companyId: string): Promise<void> {
  await knex.raw(
    `WITH changed AS (
       UPDATE companies SET version = version + 1 WHERE company_id = ? RETURNING company_id, version)
     INSERT INTO company_changes (company_id, version, change) SELECT company_id, version, 'changed' FROM changed`,
    [companyId],
  );
}

/** Waits until a running service shows what has been committed (docs/decisions/0044-freshness-by-exception.md). */
export function untilFresh(): Promise<void> {
  return wait(freshnessMs + 1);
}
