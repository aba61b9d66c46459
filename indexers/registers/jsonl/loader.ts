import type { ClientBase } from 'pg';
import { financialMetrics } from '../../../src/contract/companies/company-vocabulary.ts';
import type { ObservationSource } from '../../../src/contract/observations/vocabulary.ts';
import { toTokyoDay } from '../../../src/text/days/calendar.ts';
import { compareTexts } from '../../../src/text/letters/compare-texts.ts';
import { toExactKey } from '../../../src/text/names/names.ts';
import { readAddress } from '../../../src/text/places/municipalities.ts';
import { createEmptyBatch, type FactBatch, type NameRow } from '../../facts/index.ts';
import { readJsonLines } from '../../loading/files/read-json-lines.ts';
import { readRows } from '../../loading/files/read-rows.ts';
import { buildUnregisteredRow, Identities } from '../../loading/joining/identities.ts';
import type { KnownCompany } from '../../loading/joining/known-companies.ts';
import type { CompleteStatement } from '../../loading/joining/merge.ts';
import type { Loader, LoadPlan, Rejection } from '../../loading/loader.ts';
import { buildStableId } from '../../loading/stable-id.ts';
import { parseDomain } from '../../loading/website.ts';
import { type JsonRecord, profileFields, type RecordOf, readJsonRecord } from './records.ts';

/** The canonical JSON Lines format, for all data that has no loader of its own. */
export const jsonlLoader: Loader<JsonRecord> = {
  title: 'Canonical JSON Lines: companies, observations, job postings, permits and more',
  files: { names: ['*'], formats: ['jsonl'] },
  chunkRows: 5000,
  read: (file) => readRows(readJsonLines(file), readJsonRecord, JSON.stringify),
  async plan(client, rows): Promise<LoadPlan> {
    const identities = await Identities.lookUp(client, rows.map(toClaim));
    const batch = createEmptyBatch();
    const spellings = await readStoredSpellings(client, identities, rows);
    const withWebsite = new Map<ObservationSource, Set<string>>();
    const outcomes = rows.map((row): string | Rejection => {
      if (isItsOwnParent(identities, row)) return { reason: 'parent_company: is the company itself' };
      const company = findOrCreateCompany(identities, row, batch);
      if (company === undefined) return { reason: 'company_not_found' };
      addFacts(batch, company, row);
      if (row.record === 'alias') addAlias(batch, company.companyId, row, spellings);
      if ('website_url' in row && row.website_url !== null) {
        const companies = withWebsite.get(row.source) ?? new Set();
        withWebsite.set(row.source, companies.add(company.companyId));
      }
      return company.companyId;
    });
    // Of two statements of one batch the later row counts, so the newer one must be the later row.
    batch.name_aliases.sort((one, other) => compareTexts(one.stated_on ?? '', other.stated_on ?? ''));
    const complete = [...withWebsite].map(
      ([source, companies]): CompleteStatement => ({
        source,
        companyIds: [...companies],
        facts: { company_identifiers: ['domain'] },
      }),
    );
    return { batch, merge: { complete }, outcomes };
  },
};

const toClaim = (record: JsonRecord) => ({
  corporateNumber: record.corporate_number,
  securitiesCode: record.securities_code,
  companyId: record.company_id,
  statedBy: record.source,
  statedOn: readDay(record),
});

function isItsOwnParent(identities: Identities, record: JsonRecord): boolean {
  if (!('parent_company' in record) || !record.parent_company?.corporate_number) return false;
  const number = record.corporate_number ?? identities.findCompany(toClaim(record))?.corporateNumber;
  return record.parent_company.corporate_number === number;
}

/** The day in Japan to which the record refers, if it has one. */
function readDay(record: JsonRecord): string | null {
  const moment =
    ('observed_at' in record && record.observed_at) || ('updated_at' in record && record.updated_at);
  if (!moment) return null;
  return toTokyoDay(new Date(moment));
}

type Batch = Required<FactBatch>;

/** Only a company record with corporate number and name creates a new company. */
function findOrCreateCompany(
  identities: Identities,
  record: JsonRecord,
  batch: Batch,
): KnownCompany | undefined {
  const claim = toClaim(record);
  const known = identities.findCompany(claim);
  if (known !== undefined || record.record !== 'company') return known;
  if (record.name === null || claim.corporateNumber === null) return undefined;
  const { name, source } = record;
  const company = identities.createCompany(claim, {
    name,
    source,
    validFrom: null,
    statedOn: readDay(record),
  });
  batch.companies.push(buildUnregisteredRow(company, record.kind, claim));
  return company;
}

function addFacts(batch: Batch, company: KnownCompany, record: JsonRecord): void {
  const company_id = company.companyId;
  const { source } = record;
  switch (record.record) {
    case 'company':
      addNames(batch, company, record);
      addAddress(batch, company_id, record);
      addProfile(batch, company_id, record);
      break;
    case 'facts':
      addProfile(batch, company_id, record);
      break;
    case 'observation':
      batch.observations.push({
        ...record,
        company_id,
        observation_id: record.observation_id ?? buildStableId('obs', [company_id, record]),
      });
      break;
    case 'job_posting':
      batch.job_postings.push({
        ...record,
        company_id,
        job_id: record.job_id ?? buildJobId(company_id, record),
      });
      break;
    case 'construction_permit':
      batch.construction_permits.push({ ...record, company_id });
      break;
    case 'insured_persons':
      batch.profile_values.push({
        ...record,
        company_id,
        field: record.record,
        value: record.insured_persons,
      });
      break;
    case 'technology':
      batch.company_technologies.push({ ...record, company_id });
      break;
    case 'financials':
      for (const metric of financialMetrics) {
        const value = record[metric];
        if (value === null) continue;
        const { fiscal_year, observed_at } = record;
        batch.financials.push({ company_id, fiscal_year, metric, value, source, observed_at });
      }
      break;
  }
}

/** How each alias of a company is written in the database, by `buildAliasKey`. */
type Spellings = Map<string, string[]>;

/** An alias in another width or case is the same one. */
function buildAliasKey(companyId: string, source: string, alias: string): string {
  return [companyId, source, toExactKey(alias)].join(' ');
}

async function readStoredSpellings(
  client: ClientBase,
  identities: Identities,
  rows: readonly JsonRecord[],
): Promise<Spellings> {
  const spellings: Spellings = new Map();
  const named = rows.filter(({ record }) => record === 'alias');
  const companyIds = named.flatMap((row) => identities.findCompany(toClaim(row))?.companyId ?? []);
  if (companyIds.length === 0) return spellings;
  const { rows: stored } = await client.query<{ company_id: string; source: string; alias: string }>(
    'SELECT company_id, source, alias FROM name_aliases WHERE company_id = ANY($1::text[])',
    [[...new Set(companyIds)]],
  );
  for (const { company_id, source, alias } of stored) {
    const key = buildAliasKey(company_id, source, alias);
    spellings.set(key, [...(spellings.get(key) ?? []), alias]);
  }
  return spellings;
}

/** The alias keeps the spelling in which its source stated it first. */
function addAlias(batch: Batch, company_id: string, record: RecordOf<'alias'>, spellings: Spellings): void {
  const { alias, kind, exclusive, withdrawn, language, source, source_url } = record;
  const stated = { alias_kind: kind, exclusive, withdrawn, language, source, source_url };
  const key = buildAliasKey(company_id, source, alias);
  const written = spellings.get(key) ?? [alias];
  spellings.set(key, written);
  for (const spelling of written)
    batch.name_aliases.push({ company_id, alias: spelling, ...stated, stated_on: readDay(record) });
}

/** Adds a legal name only if no other source has given one. */
function addNames(batch: Batch, { companyId, legalName }: KnownCompany, record: RecordOf<'company'>): void {
  const { source } = record;
  const buildNameRows = (kind: NameRow['kind'], name: string | null): NameRow[] => {
    if (name === null) return [];
    return [{ company_id: companyId, kind, name, source, stated_on: readDay(record) }];
  };
  const mayNameIt = legalName === null || legalName.source === source;
  const isKnown = legalName !== null && toExactKey(legalName.name) === toExactKey(record.name ?? '');
  if (mayNameIt) batch.company_names.push(...buildNameRows('legal', record.name));
  else if (!isKnown) batch.company_names.push(...buildNameRows('trade', record.name));
  batch.company_names.push(
    ...buildNameRows('kana', record.kana),
    ...buildNameRows('english', record.english_name),
    ...record.trade_names.flatMap((name) => buildNameRows('trade', name)),
    ...record.former_names.flatMap(({ name, valid_from, valid_to }) =>
      buildNameRows('former', name).map((former) => ({ ...former, valid_from, valid_to })),
    ),
  );
}

function addAddress(batch: Batch, companyId: string, record: RecordOf<'company'>): void {
  const { prefecture, city, street, postal_code, source } = record;
  if (prefecture === null && city === null && street === null) return;
  const place = readAddress(`${prefecture?.name ?? ''}${city ?? ''}${street ?? ''}`);
  batch.company_addresses.push({
    company_id: companyId,
    kind: 'head_office',
    ...place,
    city: city ?? place.city,
    street: city === null ? place.street : street,
    postal_code,
    source,
    stated_on: readDay(record),
  });
}

function addProfile(batch: Batch, companyId: string, record: RecordOf<'company'> | RecordOf<'facts'>): void {
  const { source } = record;
  const observedAt = record.observed_at ?? record.updated_at;
  for (const field of profileFields) {
    const value = record[field];
    if (value === null) continue;
    batch.profile_values.push({ company_id: companyId, field, value, source, observed_at: observedAt });
  }
  if (record.website_url === null) return;
  batch.company_identifiers.push(...parseDomain(companyId, record.website_url, source, readDay(record)));
}

/** The same id for the same opening, also after it is closed. */
function buildJobId(companyId: string, { title, location, opened_at }: RecordOf<'job_posting'>): string {
  return buildStableId('job', [companyId, { title, location, opened_at }]);
}
