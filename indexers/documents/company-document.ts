import {
  buildActiveKey,
  type CompanyDocument,
  type DateRange,
  type Filled,
  type PlaceFields,
  prominentFrom,
  toMetricField,
} from '../../mappings/companies.ts';
import { firstFiscalYear, lastFiscalYear } from '../../src/contract/companies/company-vocabulary.ts';
import { parseRegistrableDomain } from '../../src/text/identifiers/domains.ts';
import { listCityKeys, listPostalKeys, listTownKeys, parseStreet } from '../../src/text/places/addresses.ts';
import type { CompanySource, JobOpening, Permit, SourceIdentifier } from '../facts/company-source.ts';
import { buildCompanyCard, getFallbackName, sortNames } from './company-card.ts';
import { computeDocumentDigest } from './digest.ts';
import { buildListingFields, isValidOn, type ListingFields } from './listing-fields.ts';
import { buildNameFields } from './name-fields.ts';
import { omitEmpty } from './omit-empty.ts';
import { scoreProminence } from './prominence.ts';
import { rememberResults } from './remember-results.ts';

export interface DocumentContext {
  /** Day in Asia/Tokyo, `YYYY-MM-DD`, for which identifiers, listings and open counts are valid. */
  readonly today: string;
}

/** The document of one company, as `mappings/companies.ts` describes it. The same input gives the same document. */
export function buildCompanyDocument(company: CompanySource, { today }: DocumentContext): CompanyDocument {
  const listing = buildListingFields(company, today);
  const names = sortNames(company.names);
  const valid = company.identifiers.filter(({ validFrom, validTo }) =>
    isValidOn(today, { from: validFrom, to: validTo }),
  );
  const domains = valid.filter(({ type }) => type === 'domain').map(({ value }) => value);
  const [website] = company.websites;
  const websiteDomain = website === undefined ? null : findOwnDomain(website);
  const employees = company.enrichment?.employees ?? null;
  const insuredPersons = company.enrichment?.insuredPersons ?? null;
  const prominence = scoreProminence(company, listing);
  const files = valid.some(({ type }) => type === 'edinet_code');
  const isCalled = prominence >= prominentFrom || (files && company.status === 'active');
  const { headOffice } = company;
  return {
    company_id: company.companyId,
    ids: [company.companyId, ...company.aliases],
    identifiers: listIdentifiers(company, listing, valid),
    ...buildNameFields(names, {
      fallback: getFallbackName(company, listing),
      isCalled,
      domain: websiteDomain,
    }),
    prominence,
    // A search by status then needs no second condition for the companies that it must not show.
    ...(!company.hidden && { status: company.status }),
    hidden: company.hidden,
    ...(company.kind !== null && { kind: company.kind }),
    listing_status: listing.listingStatus,
    market_segments: listDistinctValues(listing.current.map(({ marketSegment }) => marketSegment)),
    industry_33_codes: listDistinctValues(listing.current.map(({ industry33Code }) => industry33Code)),
    ...(headOffice?.prefectureCode != null && { prefecture_code: headOffice.prefectureCode }),
    active_keys: buildActiveKeys(company),
    ...(headOffice?.city != null && { city: headOffice.city }),
    place: buildPlaceFields(headOffice),
    has_website: website !== undefined,
    website_domains: listDistinctValues([websiteDomain, ...domains.sort()]),
    technologies: omitEmpty([...new Set(company.technologies.map(({ key }) => key))].sort()),
    ...(employees !== null && { employees }),
    sort_employees: employees ?? -1,
    ...(insuredPersons !== null && { insured_persons: insuredPersons }),
    ...buildSignalFields(company, today),
    ...buildFinancialFields(company),
    version: company.version,
    ...computeDocumentDigest(company.companyId, company.version),
    card: buildCompanyCard(company, { today, listing, names, websiteDomain, prominence, isCalled }),
  };
}

function buildActiveKeys({ hidden, status, kind, headOffice }: CompanySource): Filled<string[]> {
  if (hidden || status !== 'active') return undefined;
  const [any, one, place] = ['', kind ?? '', headOffice?.prefectureCode ?? ''];
  const keys = [buildActiveKey(one, any), buildActiveKey(any, place), buildActiveKey(one, place)];
  return listDistinctValues(keys.map((key) => (key === buildActiveKey(any, any) ? null : key)));
}

/** Companies are read by number, and numbers by registry office, so the same cities and towns follow each other. */
const keysOfCity = rememberResults(listCityKeys);
const keysOfTown = rememberResults(listTownKeys);

function buildPlaceFields(headOffice: CompanySource['headOffice']): PlaceFields {
  const { city = null, street = null, postalCode = null } = headOffice ?? {};
  const { town, key } = parseStreet(street ?? '');
  return {
    ...(city !== null && { city_keys: keysOfCity(city) }),
    ...(postalCode !== null && { postal_keys: listPostalKeys(postalCode) }),
    ...(town !== '' && { town_keys: keysOfTown(town) }),
    ...(key !== '' && { street: key }),
  };
}

/**
 * The newest year comes first, so its value is set last. Capital without a year counts only if none with a year is known
 * (docs/decisions/0052-capital-of-the-profile.md).
 */
function buildFinancialFields({
  financials,
  capital,
}: CompanySource): Pick<CompanyDocument, 'financials_latest' | 'financials_by_year'> {
  const byYear = financials
    .filter(({ fiscalYear }) => firstFiscalYear <= fiscalYear && fiscalYear <= lastFiscalYear)
    .map(({ metric, fiscalYear, value }) => [toMetricField(metric, fiscalYear), value] as const);
  const latest = [
    capital !== null && (['capital', capital] as const),
    ...[...financials].reverse().map(({ metric, value }) => [metric, value] as const),
  ].filter((each) => each !== false);
  return {
    financials_latest: latest.length === 0 ? undefined : Object.fromEntries(latest),
    financials_by_year: financials.length === 0 ? undefined : Object.fromEntries(byYear),
  };
}

/** The domain of a site that many companies share is not the company's own. */
function findOwnDomain(website: string): string | null {
  const domain = parseRegistrableDomain(website);
  if (domain.ok) return domain.domain;
  return null;
}

type SignalFields = Pick<
  CompanyDocument,
  | 'job_openings'
  | 'ai_job_openings'
  | 'open_job_count'
  | 'open_ai_job_count'
  | 'permits'
  | 'permits_by_type'
  | 'valid_permit_count'
>;

/** Times of openings and permits, and how many of them are current today. */
function buildSignalFields({ enrichment }: CompanySource, today: string): SignalFields {
  const { jobOpenings = [], aiJobOpenings = [], permits = [] } = enrichment ?? {};
  const isOpen = ({ openedAt, closedAt }: JobOpening) => isValidOn(today, { from: openedAt, to: closedAt });
  return {
    job_openings: omitEmpty(jobOpenings.map(toOpeningRange)),
    ai_job_openings: omitEmpty(aiJobOpenings.map(toOpeningRange)),
    open_job_count: jobOpenings.filter(isOpen).length,
    open_ai_job_count: aiJobOpenings.filter(isOpen).length,
    permits: omitEmpty(permits.map(toPermitRange)),
    permits_by_type: permits.length > 0 ? groupPermitsByType(permits) : undefined,
    valid_permit_count: permits.filter((permit) => permit.valid_from <= today && today <= permit.valid_until)
      .length,
  };
}

function toOpeningRange({ openedAt, closedAt }: JobOpening): DateRange {
  return { gte: openedAt, ...(closedAt !== null && { lt: closedAt }) };
}

/** A permit is valid on its first and on its last day. */
function toPermitRange(permit: Permit): DateRange {
  return { gte: permit.valid_from, lte: permit.valid_until };
}

function groupPermitsByType(permits: readonly Permit[]): Record<string, DateRange[]> {
  const byType: Record<string, DateRange[]> = {};
  for (const permit of permits) {
    for (const type of permit.license_types) {
      byType[type] ??= [];
      byType[type].push(toPermitRange(permit));
    }
  }
  return byType;
}

function listIdentifiers(
  { corporateNumber }: CompanySource,
  listing: ListingFields,
  valid: readonly SourceIdentifier[],
) {
  return listDistinctValues([
    corporateNumber && `corporate_number:${corporateNumber}`,
    corporateNumber && `invoice_number:T${corporateNumber}`,
    ...listing.current.map(({ code }) => `securities_code:${code}`),
    ...valid.map(({ type, value }) => `${type}:${value}`).sort(),
  ]);
}

function listDistinctValues(values: readonly (string | null)[]): Filled<string[]> {
  return omitEmpty([...new Set(values.filter((value) => value !== null))]);
}
