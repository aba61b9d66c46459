import type { CompanyKind, CompanyStatus } from '../../src/contract/companies/company-vocabulary.ts';

/** Everything in Postgres that a company's document is made from. Days are `YYYY-MM-DD`, times ISO 8601. */
export interface CompanySource {
  readonly companyId: string;
  readonly corporateNumber: string | null;
  readonly kind: CompanyKind | null;
  readonly status: CompanyStatus;
  readonly hidden: boolean;
  readonly version: number;
  /** When it got its corporate number, and when it ended: `YYYY-MM-DD`. */
  readonly assignedOn: string | null;
  readonly closedOn: string | null;
  readonly aliases: string[];
  readonly names: SourceName[];
  readonly identifiers: SourceIdentifier[];
  readonly listings: SourceListing[];
  headOffice: {
    readonly prefectureCode: string | null;
    readonly prefecture: string | null;
    readonly city: string | null;
    readonly street: string | null;
    readonly postalCode: string | null;
  } | null;
  successorCorporateNumber: string | null;
  /** Newest value first. */
  readonly websites: string[];
  /** 上場 or 非上場, as EDINET states it. */
  listingStatement: string | null;
  /** Capital stock in yen, as the newest statement without a fiscal year has it. */
  capital: number | null;
  readonly technologies: SourceTechnology[];
  /** One value for each metric and year, the newest year first. */
  readonly financials: { readonly metric: string; readonly fiscalYear: number; readonly value: number }[];
  enrichment: SourceEnrichment | null;
}

export interface SourceName {
  readonly kind: 'legal' | 'trade' | 'english' | 'kana' | 'former' | 'alias';
  readonly name: string;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  /** The days on which EDINET states the name; no last one while it is the legal name. */
  readonly filedFrom?: string | null;
  readonly filedTo?: string | null;
  /** Only EDINET states it, so that its period has only limits. */
  readonly filedOnly?: boolean;
  /** Only for an alias: a source says that only this company is called so. */
  readonly exclusive?: boolean;
}

export interface SourceIdentifier {
  readonly type: string;
  readonly value: string;
  readonly validFrom: string | null;
  /** The first day on which it is no longer valid. */
  readonly validTo: string | null;
}

export interface SourceListing {
  readonly exchange: string;
  readonly code: string;
  readonly securityKind: string;
  readonly shortName: string | null;
  readonly marketSegment: string | null;
  readonly industry33Code: string | null;
  /** The exchange's size class, for example TOPIX Core30. */
  readonly sizeClass: string | null;
  readonly listedFrom: string | null;
  /** The first day on which it is no longer listed. */
  readonly listedTo: string | null;
}

export interface SourceTechnology {
  readonly key: string;
  readonly source: string;
  readonly observedAt: string | null;
}

export interface JobOpening {
  readonly openedAt: string;
  /** The first day on which the job is no longer open. */
  readonly closedAt: string | null;
}

export interface Permit {
  readonly license_types: readonly string[];
  readonly valid_from: string;
  readonly valid_until: string;
}

/** The company's row of the company source enrichment view. */
export interface SourceEnrichment {
  readonly employees: number | null;
  readonly insuredPersons: number | null;
  readonly jobOpenings: JobOpening[];
  /** The `jobOpenings` that are related to AI. */
  readonly aiJobOpenings: JobOpening[];
  readonly permits: Permit[];
  readonly observationCounts: Record<string, number>;
  readonly latestObservedAt: string | null;
}

/** A company about which nothing is loaded beyond its row. */
export function createCompanyWithoutFacts(
  company: Pick<CompanySource, 'companyId' | 'corporateNumber' | 'kind' | 'status' | 'hidden' | 'version'> &
    Partial<Pick<CompanySource, 'assignedOn' | 'closedOn'>>,
): CompanySource {
  return {
    assignedOn: null,
    closedOn: null,
    ...company,
    aliases: [],
    names: [],
    identifiers: [],
    listings: [],
    headOffice: null,
    successorCorporateNumber: null,
    websites: [],
    listingStatement: null,
    capital: null,
    technologies: [],
    financials: [],
    enrichment: null,
  };
}
