import type { ClientBase } from 'pg';
import type { CompanyKind } from '../../../src/contract/companies/company-vocabulary.ts';
import { formatTokyoDayStart } from '../../../src/text/days/calendar.ts';
import { readAddress } from '../../../src/text/places/municipalities.ts';
import {
  type CompanyRow,
  createEmptyBatch,
  type FactBatch,
  type ProfileValueRow,
} from '../../facts/index.ts';
import { closeCauses, companyKinds } from '../../loading/corporation-codes.ts';
import { readCellText } from '../../loading/files/cell-values.ts';
import { buildUnregisteredRow, Identities } from '../../loading/joining/identities.ts';
import type { KnownCompany } from '../../loading/joining/known-companies.ts';
import type { Loader, LoadPlan } from '../../loading/loader.ts';
import { findMajorityHolder } from '../../loading/majority-holder.ts';
import { parseDomain, website } from '../../loading/website.ts';
import { readDay, readNumber } from './cells.ts';
import { extractMetrics, parseFiscalPeriod, readHolders } from './finance.ts';
import { buildGbizObservation, splitItems } from './observations.ts';
import { type GbizRow, readGbizRows } from './rows.ts';

const source = 'gbizinfo';

type Batch = Required<FactBatch>;

/** The eight files of gBizINFO's full download: basic facts, activities and awards of companies. */
export const gbizinfoLoader: Loader<GbizRow> = {
  title: 'One of the eight full files of gBizINFO (Ministry of Economy, Trade and Industry)',
  files: { names: ['*_UTF-8*'], first: 'Kihonjoho*', formats: ['csv'], dated: true },
  chunkRows: 5000,
  read: readGbizRows,
  getDay: ({ collectedOn }) => collectedOn,
  plan: (client, rows) =>
    planRows(
      client,
      rows.map((row) => [row]),
    ),
};

/** What to write of records, each of which has the rows about one company. */
export async function planRows(
  client: ClientBase,
  records: readonly (readonly GbizRow[])[],
): Promise<LoadPlan> {
  const identities = await Identities.lookUp(client, records.flat().map(toClaim));
  const batch = createEmptyBatch();
  const withWebsite = new Set<string>();
  const holders = new Map<string, ProfileValueRow>();
  const addRow = (row: GbizRow) => {
    const known = identities.findCompany(toClaim(row));
    const company = known ?? addCompany(identities, row, batch);
    if (company === null) return { reason: '商号または名称 is empty, and the company does not exist' };
    if (isNamedOnlyByGbizinfo(company)) addRegistered(batch, company, row);
    if (row.file === 'Kihonjoho' && addBasicFacts(batch, company.companyId, row)) {
      withWebsite.add(company.companyId);
    }
    if (row.file === 'Zaimujoho') {
      addFinancials(batch, company.companyId, row);
      addMajorityHolder(holders, company.companyId, row);
    }
    const observation = buildGbizObservation(row, company.companyId);
    if (observation !== null) batch.observations.push(observation);
    return company.companyId;
  };
  const outcomes = records.map((rows) => rows.map(addRow).at(-1) ?? null);
  batch.profile_values.push(...holders.values());
  return {
    batch,
    merge: {
      complete: [{ source, companyIds: [...withWebsite], facts: { company_identifiers: ['domain'] } }],
    },
    outcomes,
  };
}

const toClaim = (row: GbizRow) =>
  ({
    corporateNumber: row.corporateNumber,
    securitiesCode: null,
    statedBy: source,
    statedOn: findStatedDay(row),
  }) as const;

/** The day in the row itself, else the day of its publication. */
function findStatedDay({ cells, knownOn }: GbizRow): string {
  return readDay(cells.updated_on) ?? knownOn;
}

/** A company is created from the first file that contains it. */
function addCompany(identities: Identities, row: GbizRow, batch: Batch): KnownCompany | null {
  if (readCellText(row.cells.name) === null) return null;
  const company = identities.createCompany(toClaim(row));
  batch.companies.push(buildUnregisteredRow(company, null, toClaim(row)));
  return company;
}

/** If neither the register nor another source has named the company, gBizINFO may name it. */
function isNamedOnlyByGbizinfo({ registerUpdatedOn, legalName }: KnownCompany): boolean {
  return registerUpdatedOn === null && (legalName === null || legalName.source === source);
}

function findKind({ cells }: GbizRow): CompanyKind | null {
  return companyKinds[readCellText(cells.kind) ?? ''] ?? null;
}

function readEnd({ cells }: GbizRow): Partial<CompanyRow> {
  const closedOn = readDay(cells.closed_on);
  if (closedOn === null) return {};
  const cause = closeCauses[readCellText(cells.close_cause) ?? ''] ?? null;
  return { status: cause === 'merger' ? 'merged' : 'closed', closed_on: closedOn, close_cause: cause };
}

const nameColumns = [
  ['legal', 'name'],
  ['kana', 'kana'],
  ['english', 'english_name'],
] as const;

/** Name, address and status of a company that the register lacks. */
function addRegistered(batch: Batch, company: KnownCompany, row: GbizRow): void {
  const { companyId } = company;
  if (row.file === 'Kihonjoho') {
    batch.companies.push({ ...buildUnregisteredRow(company, findKind(row), toClaim(row)), ...readEnd(row) });
  }
  for (const [kind, key] of nameColumns) {
    const name = readCellText(row.cells[key]);
    if (name === null || name.length > 1000) continue;
    batch.company_names.push({ company_id: companyId, kind, name, source, stated_on: findStatedDay(row) });
  }
  const address = readCellText(row.cells.address);
  if (address === null) return;
  batch.company_addresses.push({
    company_id: companyId,
    kind: 'head_office',
    ...readAddress(address),
    postal_code: /^\d{7}$/.exec((row.cells.postal_code ?? '').replace('-', ''))?.[0] ?? null,
    source,
    stated_on: findStatedDay(row),
  });
}

/** @returns whether the row has a website */
function addBasicFacts(batch: Batch, companyId: string, row: GbizRow): boolean {
  const { cells } = row;
  const updatedOn = readDay(cells.updated_on);
  const observedAt = updatedOn && formatTokyoDayStart(updatedOn);
  const address = website.safeParse(readCellText(cells.website) ?? '');
  const items = splitItems(readCellText(cells.business_items)).slice(0, 100);
  const values: Readonly<Record<string, unknown>> = {
    website_url: address.data ?? null,
    employees: readWholeNumber(cells.employees, 0, 10_000_000),
    capital_yen: readWholeNumber(cells.capital, 0, Number.MAX_SAFE_INTEGER),
    business_summary: readCellText(cells.business_summary)?.slice(0, 10_000) ?? null,
    business_items: items.length > 0 ? items : null,
    founded_on: readDay(cells.founded_on),
    founding_year: readWholeNumber(cells.founding_year, 1, 2200),
    qualification_grade: readCellText(cells.qualification_grade)?.slice(0, 100) ?? null,
  };
  for (const [field, value] of Object.entries(values)) {
    if (value === null) continue;
    batch.profile_values.push({ company_id: companyId, field, value, source, observed_at: observedAt });
  }
  if (!address.success) return false;
  batch.company_identifiers.push(...parseDomain(companyId, address.data, source, findStatedDay(row)));
  return true;
}

function readWholeNumber(cell: string | undefined, min: number, max: number): number | null {
  const number = readNumber(cell);
  if (number !== null && Number.isInteger(number) && number >= min && number <= max) return number;
  return null;
}

function addFinancials(batch: Batch, companyId: string, row: GbizRow): void {
  const period = parseFiscalPeriod(row.cells.fiscal_period ?? '', row.cells.term ?? '');
  if (period === null) return;
  const { fiscalYear: fiscal_year, endedOn } = period;
  const observed_at = endedOn && formatTokyoDayStart(endedOn);
  for (const [metric, value] of Object.entries(extractMetrics(row)))
    batch.financials.push({ company_id: companyId, fiscal_year, metric, value, source, observed_at });
}

/** Of the reports of a company, the newest counts. */
function addMajorityHolder(holders: Map<string, ProfileValueRow>, company_id: string, row: GbizRow): void {
  const period = parseFiscalPeriod(row.cells.fiscal_period ?? '', row.cells.term ?? '');
  const value = findMajorityHolder(readHolders(row));
  if (!period?.isReported || value === undefined) return;
  const observed_at = period.endedOn && formatTokyoDayStart(period.endedOn);
  if ((holders.get(company_id)?.observed_at ?? '') > (observed_at ?? '')) return;
  holders.set(company_id, { company_id, field: 'majority_holder', value, source, observed_at });
}
