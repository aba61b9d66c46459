import type { CompanyCard } from '../../../mappings/companies.ts';
import type { CompanyResult } from '../../contract/companies/company-result.ts';
import { parseRegistrableDomain } from '../../text/identifiers/domains.ts';
import type { CurrentFacts } from '../companies/company-record.ts';
import { explainMatch, type MatchedCompany } from '../row-matching/rules/explain-match.ts';
import { computeRelevance } from '../row-matching/rules/match-scores.ts';
import type { ParsedQuery } from '../row-matching/rules/parsed-query.ts';
import type { CompanyFilters } from './filters/company-filters.ts';

/** Whether the current facts still fit the filters on websites and listings. */
export function isStillMatch(fresh: CurrentFacts, filters: CompanyFilters): boolean {
  if (fresh.hidden) return false;
  const domain = findDomain(fresh.website_url);
  if (filters.has_website !== undefined && filters.has_website !== (fresh.website_url !== null)) return false;
  if (filters.website_domains && !(domain && filters.website_domains.includes(domain))) return false;
  const { listings, listing_status } = fresh;
  if (filters.listing_status && !filters.listing_status.includes(listing_status)) return false;
  return (['market_segment', 'industry_33_code'] as const).every((key) => {
    const wanted = filters[key];
    return !wanted || listings.some((listing) => wanted.includes(listing[key] ?? ''));
  });
}

/** What an entry of a result needs beside the hit. */
export interface EntryContext {
  /** Current facts from Postgres, which replace parts of the card; null if the card is current. */
  readonly fresh: CurrentFacts | null;
  readonly query: ParsedQuery | null;
  /** Day in Asia/Tokyo on which openings and permits must be valid to be counted. */
  readonly today: string;
}

/** Makes an entry of a result from a hit. */
export function renderCompany(hit: MatchedCompany, { fresh, query, today }: EntryContext): CompanyResult {
  const { card } = hit;
  const matchedBy = query ? explainMatch(hit, query) : [];
  const [best] = matchedBy;
  const { company, profile } = fresh ? applyFreshFacts(card, fresh) : card;
  return {
    company,
    profile,
    query_match: {
      identifier_matched: matchedBy.some(
        (match) => match.stage === 'identifier' || match.stage === 'company_id',
      ),
      relevance: computeRelevance(hit.matchedQueries),
      rule: best?.rule ?? null,
      matched_by: matchedBy,
    },
    source_context: buildSourceContext(card, today),
  };
}

function applyFreshFacts(
  { company, profile }: CompanyCard,
  fresh: CurrentFacts,
): Pick<CompanyResult, 'company' | 'profile'> {
  const [leading] = fresh.listings;
  return {
    company: {
      ...company,
      listing_status: fresh.listing_status,
      market_segment: leading?.market_segment ?? null,
      securities_code: leading?.code ?? null,
      industry_33_code: leading?.industry_33_code ?? null,
      status: fresh.status,
      superseded_by: fresh.superseded_by,
    },
    profile: { ...profile, website_domain: findDomain(fresh.website_url), website_url: fresh.website_url },
  };
}

function findDomain(url: string | null): string | null {
  if (url === null) return null;
  const parsed = parseRegistrableDomain(url);
  if (parsed.ok) return parsed.domain;
  return null;
}

function buildSourceContext(card: CompanyCard, today: string): CompanyResult['source_context'] {
  const open = card.jobs.filter(
    (job) => job.opened_at <= today && (job.closed_at === null || today < job.closed_at),
  );
  const valid = card.permits.filter((permit) => permit.valid_from <= today && today <= permit.valid_until);
  if (card.jobs.length === 0 && card.permits.length === 0) return null;
  return {
    jobs:
      card.jobs.length === 0
        ? null
        : {
            open_count: open.length,
            ai_count: open.filter((job) => job.ai_related).length,
            latest_opened_at:
              open
                .map((job) => job.opened_at)
                .sort()
                .at(-1) ?? null,
          },
    construction:
      card.permits.length === 0
        ? null
        : {
            valid_count: valid.length,
            license_types: [...new Set(valid.flatMap((permit) => permit.license_types))].sort(),
            latest_valid_until:
              valid
                .map((permit) => permit.valid_until)
                .sort()
                .at(-1) ?? null,
          },
  };
}
