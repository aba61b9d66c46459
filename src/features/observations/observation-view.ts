import type { CompanySummary } from '../../contract/companies/company-fields.ts';
import type {
  MatchedObservation,
  ObservationSearchResult,
  ObservationView,
} from '../../contract/observations/observations.ts';
import type { CompanyMatches } from './group-rows.ts';

/** An observation in Postgres. `observed_at` is ISO 8601 in UTC. */
export interface ObservationRecord extends Readonly<ObservationView> {
  readonly company_id: string;
  /** `observed_at` with microseconds. */
  readonly exact_time: string;
}

export function toObservationView({
  company_id: _,
  exact_time: __,
  ...shown
}: ObservationRecord): ObservationView {
  return shown;
}

export function toSearchResult(
  { rows, maxConfidence, maxRelevance }: CompanyMatches,
  summary: CompanySummary,
  observations: readonly MatchedObservation[],
): ObservationSearchResult {
  return {
    company: {
      company_id: summary.company_id,
      display_name: summary.display_name,
      legal_name: summary.legal_name,
      listing_status: summary.listing_status,
      market_segment: summary.market_segment,
      industry_33_code: summary.industry_33_code,
      corporate_number: summary.corporate_number,
      status: summary.status,
    },
    matched_observations: observations,
    score: {
      matched_observation_count: rows.length,
      max_confidence: maxConfidence,
      max_relevance: maxRelevance,
    },
  };
}
