import type { CompanySummary } from '../../contract/companies/company-fields.ts';
import type {
  CompanyKind,
  CompanyStatus,
  ListingStatus,
} from '../../contract/companies/company-vocabulary.ts';
import type { ComparedRecord } from './profile-record.ts';

/** What answers show of a company as it is now, beside its card. */
export interface CurrentFacts {
  readonly company_id: string;
  readonly status: CompanyStatus;
  readonly hidden: boolean;
  readonly website_url: string | null;
  readonly listing_status: ListingStatus;
  /** Current listings, the most important one first. */
  readonly listings: readonly Pick<
    StoredFacts['listings'][number],
    'code' | 'market_segment' | 'industry_33_code'
  >[];
  readonly superseded_by: string | null;
}

/** What tells whether a card is current. */
export interface CardOrigin {
  readonly companyId: string;
  /** The version of the company in Postgres that it was made from. */
  readonly version: number;
  /** The index that it comes from; undefined if it is not known. */
  readonly index: string | undefined;
  /** Whether the card cannot tell all of it. */
  readonly reread: boolean;
}

/** The same as Postgres has it. */
export interface StoredFacts {
  readonly company_id: string;
  readonly status: CompanyStatus;
  readonly hidden: boolean;
  readonly website_url: string | null;
  readonly listing_statement: string | null;
  readonly listings: readonly {
    readonly code: string;
    readonly market_segment: string | null;
    readonly industry_33_code: string | null;
    readonly listed_to: string | null;
  }[];
  readonly superseded_by: string | null;
}

/** What Lists show and compare about a company. */
export interface CompanyRecord extends StoredFacts {
  readonly corporate_number: string | null;
  readonly kind: CompanyKind | null;
  /** The first of legal, trade, English, kana, former. */
  readonly best_name: string | null;
  readonly prefecture: string | null;
  readonly city: string | null;
  /** The most important listing first. */
  readonly listings: readonly (StoredFacts['listings'][number] & {
    readonly security_kind: string;
    readonly short_name: string | null;
  })[];
  readonly employees: number | null;
  readonly insured_persons: number | null;
}

/** Where a company's head office is; unknown parts are null. */
export interface HeadOffice {
  readonly prefecture: string | null;
  readonly city: string | null;
  readonly street: string | null;
  /** Seven digits. */
  readonly postal_code: string | null;
}

/** A company as it is now, for someone who may know it by a former id. */
export interface LocatedCompany {
  readonly summary: CompanySummary;
  readonly office: HeadOffice | undefined;
  /** The id that replaced the given one, or that of the successor. */
  readonly supersededBy: string | null;
}

/** A company as people compare it with others. */
export interface ComparedFacts extends LocatedCompany {
  readonly record: ComparedRecord;
}
