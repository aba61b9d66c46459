import type { CompanyCard } from '../../mappings/companies.ts';
import { compareTexts } from '../../src/text/letters/compare-texts.ts';
import type {
  CompanySource,
  JobOpening,
  SourceEnrichment,
  SourceName,
  SourceTechnology,
} from '../facts/company-source.ts';
import type { ListingFields } from './listing-fields.ts';

export interface CardContext {
  /** Day in Asia/Tokyo, `YYYY-MM-DD`. */
  readonly today: string;
  readonly listing: ListingFields;
  /** In the order of `sortNames`. */
  readonly names: readonly SourceName[];
  readonly websiteDomain: string | null;
  readonly prominence: number;
  readonly isCalled: boolean;
}

/** What a result entry shows of the company. */
export function buildCompanyCard(
  company: CompanySource,
  { today, listing, names, websiteDomain, prominence, isCalled }: CardContext,
): CompanyCard {
  const { enrichment, headOffice } = company;
  const [leading] = listing.current;
  return {
    company: {
      company_id: company.companyId,
      display_name: chooseDisplayName(company, listing, names),
      legal_name: findBestName(names) ?? getFallbackName(company, listing),
      listing_status: listing.listingStatus,
      market_segment: leading?.marketSegment ?? null,
      corporate_number: company.corporateNumber,
      securities_code: leading?.code ?? null,
      industry_33_code: leading?.industry33Code ?? null,
      kind: company.kind,
      status: company.status,
      superseded_by: null,
      prefecture: headOffice?.prefecture ?? null,
      city: headOffice?.city ?? null,
    },
    profile: {
      website_domain: websiteDomain,
      website_url: company.websites[0] ?? null,
      latest_observed_at: enrichment?.latestObservedAt ?? null,
      observation_counts: countObservations(enrichment),
      technologies: sortTechnologies(company.technologies),
      employees: enrichment?.employees ?? null,
      insured_persons: enrichment?.insuredPersons ?? null,
    },
    version: company.version,
    ...(mustReread(company, today) && { reread: true as const }),
    jobs: buildJobs(enrichment),
    permits: (enrichment?.permits ?? []).map((permit) => ({
      ...permit,
      license_types: [...permit.license_types],
    })),
    assigned_on: company.assignedOn,
    closed_on: company.closedOn,
    superseded_by_number: company.successorCorporateNumber,
    securities_codes: [...new Set(listing.current.map(({ code }) => code))],
    names: names.map(({ kind, name, validFrom, validTo, filedFrom, filedTo, filedOnly, exclusive }) => ({
      kind,
      name,
      valid_from: validFrom,
      valid_to: validTo,
      ...(filedFrom && { filed_from: filedFrom }),
      ...(filedTo && { filed_to: filedTo }),
      ...(filedOnly && { filed_only: filedOnly }),
      ...(exclusive && { exclusive }),
    })),
    prominence,
    ...(isCalled && { called: true as const }),
  };
}

/** A successor may be loaded later; a day may pass before this card is made again. */
function mustReread({ successorCorporateNumber, listings }: CompanySource, today: string): boolean {
  return (
    successorCorporateNumber !== null ||
    listings.some(({ listedFrom, listedTo }) => (listedFrom ?? '') > today || (listedTo ?? '') > today)
  );
}

/** Names by kind, the most useful kind first, former names last and in order of time. */
export function sortNames(names: readonly SourceName[]): SourceName[] {
  const kinds: readonly SourceName['kind'][] = ['legal', 'trade', 'english', 'kana', 'alias', 'former'];
  return [...names].sort(
    (one, other) =>
      kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
      compareTexts(one.validTo ?? '', other.validTo ?? '') ||
      compareTexts(one.name, other.name),
  );
}

/** What a company without a name is called: its securities code, else its corporate number. */
export function getFallbackName(company: CompanySource, { current }: ListingFields): string {
  return current[0]?.code ?? company.corporateNumber ?? company.companyId.replace(/^[a-z]+_/, '');
}

/** A listed company is best known by its short name at the exchange. */
function chooseDisplayName(
  company: CompanySource,
  listing: ListingFields,
  names: readonly SourceName[],
): string {
  const common = listing.current.find(
    ({ securityKind, shortName }) => securityKind === 'common' && shortName !== null,
  );
  return common?.shortName ?? findBestName(names) ?? getFallbackName(company, listing);
}

/** The legal name; if no register states it, the next best name. An alias is none of its names. */
function findBestName(names: readonly SourceName[]): string | undefined {
  return names.find(({ kind }) => kind !== 'alias')?.name;
}

function countObservations(
  enrichment: SourceEnrichment | null,
): CompanyCard['profile']['observation_counts'] {
  const byType = enrichment?.observationCounts ?? {};
  return { total: Object.values(byType).reduce((sum, count) => sum + count, 0), by_type: byType };
}

function sortTechnologies(technologies: readonly SourceTechnology[]): CompanyCard['profile']['technologies'] {
  return technologies
    .map(({ key, source, observedAt }) => ({ key, source, observed_at: observedAt }))
    .sort((one, other) => compareTexts(one.key, other.key) || compareTexts(one.source, other.source));
}

/** The view has AI openings as a second list of the same times. Each of them marks one opening of that time. */
function buildJobs(enrichment: SourceEnrichment | null): CompanyCard['jobs'] {
  if (!enrichment) return [];
  const toTimeKey = ({ openedAt, closedAt }: JobOpening) => `${openedAt}/${closedAt ?? ''}`;
  const ai = enrichment.aiJobOpenings.map(toTimeKey);
  return enrichment.jobOpenings.map((opening) => {
    const position = ai.indexOf(toTimeKey(opening));
    if (position >= 0) ai.splice(position, 1);
    return { opened_at: opening.openedAt, closed_at: opening.closedAt, ai_related: position >= 0 };
  });
}
