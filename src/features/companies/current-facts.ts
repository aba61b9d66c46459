import type { CompanyCard } from '../../../mappings/companies.ts';
import type { CurrentFacts, StoredFacts } from './company-record.ts';
import { deriveListingStatus } from './listing-status.ts';

/** The facts as Postgres has them. */
export function toCurrentFacts({ listings, listing_statement, ...stored }: StoredFacts): CurrentFacts {
  return {
    company_id: stored.company_id,
    status: stored.status,
    hidden: stored.hidden,
    website_url: stored.website_url,
    listing_status: deriveListingStatus(listings, listing_statement),
    listings: listings.filter(({ listed_to }) => listed_to === null),
    superseded_by: stored.superseded_by,
  };
}

/**
 * The facts as a current card has them. It names only the most important listing. A hidden company has a card, but is
 * never found.
 */
export function getCardFacts({ company, profile }: CompanyCard): CurrentFacts {
  const { securities_code: code, market_segment, industry_33_code } = company;
  return {
    company_id: company.company_id,
    status: company.status,
    hidden: false,
    website_url: profile.website_url,
    listing_status: company.listing_status,
    listings: code === null ? [] : [{ code, market_segment, industry_33_code }],
    // The card of a company with a successor is always read again (`reread`).
    superseded_by: null,
  };
}

/** The company of a card as answers list it, with its current facts; null if it is no longer in the database. */
export function mergeCurrentFacts({ company }: CompanyCard, facts: ReadonlyMap<string, CurrentFacts>) {
  const now = facts.get(company.company_id);
  if (!now) return null;
  const { company_id, display_name, legal_name, prefecture, city } = company;
  return {
    company_id,
    display_name,
    legal_name,
    prefecture,
    city,
    listing_status: now.listing_status,
    status: now.status,
    superseded_by: now.superseded_by,
  };
}
