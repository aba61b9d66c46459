/**
 * What a loader or the generator makes of its input: rows for the tables of migrations 0001 and 0002, named as their
 * columns. Dates are `YYYY-MM-DD`, times ISO 8601, `undefined` is not allowed: absent is `null`.
 */

export type SourceName =
  | 'corporate_registry'
  | 'edinet'
  | 'gbizinfo'
  | 'company_website'
  | 'job_posting'
  | 'construction_permit'
  | 'exchange';

export type CompanyKind =
  | 'state'
  | 'local_government'
  | 'kabushiki'
  | 'yugen'
  | 'gomei'
  | 'goshi'
  | 'godo'
  | 'other_established'
  | 'foreign'
  | 'other';

/** The day of a statement. Absent for the register, whose day the company has (`register_updated_on`). */
interface Stated {
  stated_on?: string | null;
}

export interface CompanyRow {
  company_id: string;
  corporate_number: string | null;
  kind: CompanyKind | null;
  status: 'active' | 'closed' | 'merged' | 'removed';
  closed_on: string | null;
  close_cause: 'liquidated' | 'merger' | 'closed_by_registrar' | 'other' | null;
  hidden: boolean;
  name_image_id: string | null;
  assigned_on: string | null;
  register_updated_on: string | null;
  /** Who states this row where the register does not; absent for a row of the register. */
  stated_by?: SourceName;
  stated_on?: string | null;
}

export interface NameRow extends Stated {
  company_id: string;
  kind: 'legal' | 'trade' | 'english' | 'kana' | 'former';
  name: string;
  valid_from: string | null;
  valid_to: string | null;
  source: SourceName;
}

export interface IdentifierRow extends Stated {
  company_id: string;
  identifier_type: 'securities_code' | 'edinet_code' | 'domain';
  value: string;
  valid_from: string | null;
  valid_to: string | null;
  source: SourceName;
}

export interface AliasRow {
  alias_id: string;
  company_id: string;
  reason: 'listing' | 'corporate_number' | 'merged_record';
}

export interface SuccessorRow {
  company_id: string;
  successor_corporate_number: string;
  effective_on: string | null;
  source: SourceName;
}

export interface AddressRow extends Stated {
  company_id: string;
  kind: 'head_office' | 'outside_japan';
  prefecture_code: string | null;
  prefecture: string | null;
  city_code: string | null;
  city: string | null;
  street: string | null;
  postal_code: string | null;
  source: SourceName;
  valid_from: string | null;
}

export interface ListingRow {
  company_id: string;
  exchange: 'tse' | 'nse' | 'sse' | 'fse';
  code: string;
  security_kind: 'common' | 'preferred' | 'investment';
  short_name: string | null;
  market_segment: string | null;
  industry_33_code: string | null;
  size_class: string | null;
  listed_from: string | null;
  listed_to: string | null;
  as_of: string;
}

export interface ProfileValueRow {
  company_id: string;
  field: string;
  value: unknown;
  source: SourceName;
  observed_at: string | null;
}

export interface TechnologyRow {
  company_id: string;
  technology: string;
  source: SourceName;
  observed_at: string | null;
}

export interface ObservationRow {
  observation_id: string;
  company_id: string;
  type: string;
  subtype: string | null;
  source: SourceName;
  summary: string;
  evidence: Record<string, unknown>;
  confidence: number;
  observed_at: string;
}

export interface JobPostingRow {
  job_id: string;
  company_id: string;
  title: string;
  ai_related: boolean;
  location: string | null;
  opened_at: string;
  closed_at: string | null;
  source: SourceName;
}

export interface ConstructionPermitRow {
  license_number: string;
  company_id: string;
  license_types: string[];
  valid_from: string;
  valid_until: string;
  source: SourceName;
}

export interface FinancialRow {
  company_id: string;
  fiscal_year: number;
  metric: string;
  value: number;
  source: SourceName;
  observed_at: string | null;
}

/** Rows by table. A table that is absent has no rows in this batch. */
export interface FactBatch {
  companies?: CompanyRow[];
  company_names?: NameRow[];
  company_identifiers?: IdentifierRow[];
  company_aliases?: AliasRow[];
  company_successors?: SuccessorRow[];
  company_addresses?: AddressRow[];
  listings?: ListingRow[];
  profile_values?: ProfileValueRow[];
  company_technologies?: TechnologyRow[];
  observations?: ObservationRow[];
  job_postings?: JobPostingRow[];
  construction_permits?: ConstructionPermitRow[];
  financials?: FinancialRow[];
}
