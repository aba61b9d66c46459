import type { CompanyCard } from '../../mappings/companies.ts';
import { corporateNumber, idOf } from './companies.ts';

export type CardParts = Omit<Partial<CompanyCard>, 'company' | 'profile'> &
  Partial<CompanyCard['company']> &
  Partial<CompanyCard['profile']>;

/** An active company as the index has it, with only a legal name. */
export function cardOf(last: number, legal_name: string, more: CardParts = {}): CompanyCard {
  const card: CompanyCard = {
    company: {
      company_id: idOf(last),
      display_name: legal_name,
      legal_name,
      listing_status: 'unknown',
      market_segment: null,
      corporate_number: corporateNumber(last),
      securities_code: null,
      industry_33_code: null,
      kind: 'kabushiki',
      status: 'active',
      superseded_by: null,
      prefecture: '大阪府',
      city: '堺市',
    },
    profile: {
      website_domain: null,
      website_url: null,
      latest_observed_at: null,
      observation_counts: { total: 0, by_type: {} },
      technologies: [],
      employees: null,
      insured_persons: null,
    },
    version: 1,
    assigned_on: null,
    closed_on: null,
    superseded_by_number: null,
    securities_codes: [],
    names: [{ kind: 'legal', name: legal_name, valid_from: null, valid_to: null }],
    prominence: 0,
    jobs: [],
    permits: [],
  };
  const given = (of: object) => Object.fromEntries(Object.entries(more).filter(([name]) => name in of));
  return {
    ...card,
    ...given(card),
    company: { ...card.company, ...given(card.company) },
    profile: { ...card.profile, ...given(card.profile) },
  };
}
