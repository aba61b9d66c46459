import type { Schema } from '../client/index.ts';
import type { Body, Query } from './calls.ts';

/** Fixed values of the service's contract, for help and completion. A test compares them with the contract. */

export type Order = NonNullable<Body<'searchCompanies'>['order']>;
export type Facet = NonNullable<Body<'searchCompanies'>['facets']>[number];
export type IdentifierType = Schema<'ResolveItem'>['identifier_type'];
export type SettleLevel = NonNullable<Schema<'SourceMapping'>['settle_from']>;
export type RowStatus = Schema<'SourceRow'>['resolve_status'];
export type OpenStatus = NonNullable<Query<'exportSourceCandidates'>['status']>[number];
export type Remembering = NonNullable<Query<'importSourceChoices'>['remember']>;
export type EnrichmentField = Body<'runEnrichment'>['fields'][number];
export type ListStatus = Schema<'List'>['status'];
export type ListSchedule = Schema<'List'>['schedule'];
export type FinancialMetric = Schema<'FinancialCondition'>['metric'];
export type MoneyUnit = NonNullable<Schema<'FinancialCondition'>['unit']>;

export type ExportFormat = Query<'exportSource'>['format'] & string;

export const keyPurposes = splitWords<NonNullable<Body<'createKey'>['purpose']>>('reconciliation');
export const exportFormats = splitWords<ExportFormat>('csv xlsx');
export const newlines = splitWords('crlf lf');
export const exportLayouts = splitWords('file table');
export const resultColumns = splitWords<NonNullable<Query<'exportSource'>['columns']>[number]>(
  `company match candidates suggestions row
   resolve_status company_id corporate_number legal_name prefecture address postal_code securities_code website
   company_status superseded_by match_rule reason assurance decision issues resolve_set_aside candidate_count
   candidate_1_company_id candidate_1_corporate_number candidate_1_name candidate_1_place candidate_1_named_as
   candidate_2_company_id candidate_2_corporate_number candidate_2_name candidate_2_place candidate_2_named_as
   candidate_3_company_id candidate_3_corporate_number candidate_3_name candidate_3_place candidate_3_named_as
   suggestion_1_company_id suggestion_1_corporate_number suggestion_1_name suggestion_1_place suggestion_1_reason
   suggestion_2_company_id suggestion_2_corporate_number suggestion_2_name suggestion_2_place suggestion_2_reason
   suggestion_3_company_id suggestion_3_corporate_number suggestion_3_name suggestion_3_place suggestion_3_reason
   source_row_id`,
);
export const listingStatuses = splitWords('listed delisted private unknown');
export const companyStatuses = splitWords('active closed merged removed');
export const companyKinds = splitWords(
  'state local_government kabushiki yugen gomei goshi godo other_established foreign other',
);
export const marketSegments = splitWords(
  'prime standard growth pro_market main next ambitious q_board other',
);
export const orders = splitWords<Order>('name jobs ai construction employees');
export const facets = splitWords<Facet>('prefecture industry_33_code market_segment listing_status size');
export const identifierTypes = splitWords<IdentifierType>(
  'company_id securities_code corporate_number domain edinet_code invoice_number name',
);
export const settleLevels = splitWords<SettleLevel>(
  `identifier name_and_place name_in_whole_register bare_name_in_whole_register name_in_incomplete_register
   bare_name_in_incomplete_register ended_company_in_incomplete_register`,
);
export const rowStatuses = splitWords<RowStatus>('unresolved matched multiple_candidates not_found invalid');
export const rememberings = splitWords<Remembering>('no suggest always');
export const openStatuses = splitWords<OpenStatus>('unresolved multiple_candidates not_found invalid');
export const fileEncodings = splitWords('utf-8 cp932 euc-jp iso-2022-jp utf-16le utf-16be');
export const fileSeparators = splitWords('comma tab semicolon pipe');
export const enrichmentFields = splitWords<EnrichmentField>(
  'website employees insured_persons jobs construction_permits technologies financials observations',
);
export const listStatuses = splitWords<ListStatus>('active paused archived');
export const listSchedules = splitWords<ListSchedule>('manual daily weekly');
export const diffRowKinds = splitWords('added removed changed');
export const reviewOutcomes = splitWords('accepted rejected needs_review');
export const deliveryTypes = splitWords('webhook chat');
export const deliveryPayloads = splitWords('summary diff rows');
export const researchSourceTypes = splitWords('crawler web_search deep_search pdf_extract manual');
export const promotionStatuses = splitWords('session_only reusable canonical_candidate promoted');
export const creditClasses = splitWords('basic enrichment');
export const financialMetrics = splitWords<FinancialMetric>(
  'revenue ordinary_income net_income total_assets net_assets equity_ratio capital',
);
export const moneyUnits = splitWords<MoneyUnit>('yen thousand_yen million_yen');
export const observationSources = splitWords(
  'corporate_registry edinet gbizinfo company_website job_posting construction_permit exchange',
);
export const licenseTypes = splitWords(
  `civil_engineering building carpentry plastering scaffolding_earthwork stone roofing electrical plumbing
   tile_brick_block steel_structure rebar paving dredging sheet_metal glazing painting waterproofing
   interior_finishing machine_installation heat_insulation telecommunications landscaping well_drilling fittings
   water_facilities fire_protection_facilities sanitation_facilities demolition`,
);

function splitWords<Word extends string>(text: string): readonly Word[] {
  return text.split(/\s+/) as Word[];
}
