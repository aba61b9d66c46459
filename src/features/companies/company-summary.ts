import type { ListingStatus } from '../../contract/company-vocabulary.ts';
import type { CompanyRecord } from './companies-store.ts';
import { listingStatusOf } from './listing-status.ts';

/** A company in a few words, under the names of search results. */
export interface CompanySummary {
  readonly company_id: string;
  readonly display_name: string;
  readonly legal_name: string;
  readonly listing_status: ListingStatus;
  readonly market_segment: string | null;
  readonly corporate_number: string | null;
  readonly securities_code: string | null;
  readonly industry_33_code: string | null;
  readonly kind: string | null;
  readonly status: string;
  readonly superseded_by: string | null;
  readonly prefecture: string | null;
  readonly city: string | null;
  readonly website_url: string | null;
  readonly employees: number | null;
  readonly insured_persons: number | null;
}

/** Names as the index's cards have them: the short name of a listed company, else its best name, else a code. */
export function companySummary(record: CompanyRecord): CompanySummary {
  const current = record.listings.filter(({ listed_to }) => listed_to === null);
  const [leading] = current;
  const common = current.find(
    ({ security_kind, short_name }) => security_kind === 'common' && short_name !== null,
  );
  const legalName = record.best_name ?? nameless(record, leading?.code);
  return {
    company_id: record.company_id,
    display_name: common?.short_name ?? legalName,
    legal_name: legalName,
    listing_status: listingStatusOf(record.listings, record.listing_statement),
    market_segment: leading?.market_segment ?? null,
    corporate_number: record.corporate_number,
    securities_code: leading?.code ?? null,
    industry_33_code: leading?.industry_33_code ?? null,
    kind: record.kind,
    status: record.status,
    superseded_by: record.superseded_by,
    prefecture: record.prefecture,
    city: record.city,
    website_url: record.website_url,
    employees: record.employees,
    insured_persons: record.insured_persons,
  };
}

function nameless({ corporate_number, company_id }: CompanyRecord, code: string | undefined): string {
  return code ?? corporate_number ?? company_id.replace(/^[a-z]+_/, '');
}
