/**
 * Fixed values of the service's contract, for help and completion. A value that the contract does not have is a compiler
 * error where it is sent.
 */

export const listingStatuses = ['listed', 'delisted', 'private', 'unknown'] as const;
export type ListingStatus = (typeof listingStatuses)[number];
export const companyStatuses = ['active', 'closed', 'merged', 'removed'] as const;
export type CompanyStatus = (typeof companyStatuses)[number];
export const companyKinds = [
  'state',
  'local_government',
  'kabushiki',
  'yugen',
  'gomei',
  'goshi',
  'godo',
  'other_established',
  'foreign',
  'other',
] as const;
export type CompanyKind = (typeof companyKinds)[number];
export const marketSegments = [
  'prime',
  'standard',
  'growth',
  'pro_market',
  'main',
  'next',
  'ambitious',
  'q_board',
  'other',
] as const;
export const orders = ['name', 'jobs', 'ai', 'construction', 'employees'] as const;
export type Order = (typeof orders)[number];
export const facets = ['prefecture', 'industry_33_code', 'market_segment', 'listing_status', 'size'] as const;
export type Facet = (typeof facets)[number];
export const identifierTypes = [
  'company_id',
  'securities_code',
  'corporate_number',
  'domain',
  'edinet_code',
  'invoice_number',
  'name',
] as const;
export type IdentifierType = (typeof identifierTypes)[number];
export const rowStatuses = ['unresolved', 'matched', 'multiple_candidates', 'not_found', 'invalid'] as const;
export type RowStatus = (typeof rowStatuses)[number];
export const enrichmentFields = [
  'website',
  'employees',
  'insured_persons',
  'jobs',
  'construction_permits',
  'technologies',
  'financials',
  'observations',
] as const;
export type EnrichmentField = (typeof enrichmentFields)[number];
export const listStatuses = ['active', 'paused', 'archived'] as const;
export type ListStatus = (typeof listStatuses)[number];
export const listSchedules = ['manual', 'daily', 'weekly'] as const;
export type ListSchedule = (typeof listSchedules)[number];
export const reviewOutcomes = ['accepted', 'rejected', 'needs_review'] as const;
export type ReviewOutcome = (typeof reviewOutcomes)[number];
export const deliveryTypes = ['webhook', 'chat'] as const;
export type DeliveryType = (typeof deliveryTypes)[number];
export const deliveryPayloads = ['summary', 'diff', 'rows'] as const;
export type DeliveryPayload = (typeof deliveryPayloads)[number];
export const researchSourceTypes = ['crawler', 'web_search', 'deep_search', 'pdf_extract', 'manual'] as const;
export type ResearchSourceType = (typeof researchSourceTypes)[number];
export const promotionStatuses = ['session_only', 'reusable', 'canonical_candidate', 'promoted'] as const;
export type PromotionStatus = (typeof promotionStatuses)[number];
export const creditClasses = ['basic', 'enrichment'] as const;
export type CreditClass = (typeof creditClasses)[number];
export const financialMetrics = [
  'revenue',
  'ordinary_income',
  'net_income',
  'total_assets',
  'net_assets',
  'equity_ratio',
  'capital',
] as const;
export type FinancialMetric = (typeof financialMetrics)[number];
export const moneyUnits = ['yen', 'thousand_yen', 'million_yen'] as const;
export type MoneyUnit = (typeof moneyUnits)[number];
export const observationSources = [
  'corporate_registry',
  'edinet',
  'gbizinfo',
  'company_website',
  'job_posting',
  'construction_permit',
  'exchange',
] as const;
export type ObservationSource = (typeof observationSources)[number];
export const licenseTypes = [
  'civil_engineering',
  'building',
  'carpentry',
  'plastering',
  'scaffolding_earthwork',
  'stone',
  'roofing',
  'electrical',
  'plumbing',
  'tile_brick_block',
  'steel_structure',
  'rebar',
  'paving',
  'dredging',
  'sheet_metal',
  'glazing',
  'painting',
  'waterproofing',
  'interior_finishing',
  'machine_installation',
  'heat_insulation',
  'telecommunications',
  'landscaping',
  'well_drilling',
  'fittings',
  'water_facilities',
  'fire_protection_facilities',
  'sanitation_facilities',
  'demolition',
] as const;
export type LicenseType = (typeof licenseTypes)[number];
