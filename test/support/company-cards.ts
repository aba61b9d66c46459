import type { CompanyCard } from '../../mappings/companies.ts';
import { corporateNumber, idOf } from './companies.ts';

/** An active company as the index has it, with only a legal name. */
export function cardOf(last: number, legal_name: string, more: Partial<CompanyCard> = {}): CompanyCard {
  return {
    company_id: idOf(last),
    corporate_number: corporateNumber(last),
    display_name: legal_name,
    legal_name,
    kind: 'kabushiki',
    status: 'active',
    assigned_on: null,
    closed_on: null,
    superseded_by_number: null,
    listing_status: 'unknown',
    market_segment: null,
    securities_codes: [],
    industry_33_code: null,
    prefecture: '大阪府',
    city: '堺市',
    website_url: null,
    website_domain: null,
    latest_observed_at: null,
    observation_counts: { total: 0, by_type: {} },
    technologies: [],
    employees: null,
    insured_persons: null,
    names: [{ kind: 'legal', name: legal_name, valid_from: null, valid_to: null }],
    prominence: 0,
    jobs: [],
    permits: [],
    ...more,
  };
}
