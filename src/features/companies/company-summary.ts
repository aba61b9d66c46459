import type { CompanySummary } from '../../contract/companies/company-fields.ts';
import type { CompanyRecord } from './company-record.ts';
import { deriveListingStatus } from './listing-status.ts';

/** Names follow the same rule as in the index: the short name of a listed company, else its best name, else a code. */
export function toCompanySummary(record: CompanyRecord): CompanySummary {
  const current = record.listings.filter(({ listed_to }) => listed_to === null);
  const [leading] = current;
  const common = current.find(
    ({ security_kind, short_name }) => security_kind === 'common' && short_name !== null,
  );
  const legalName = record.best_name ?? getFallbackName(record, leading?.code);
  return {
    company_id: record.company_id,
    display_name: common?.short_name ?? legalName,
    legal_name: legalName,
    listing_status: deriveListingStatus(record.listings, record.listing_statement),
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

function getFallbackName({ corporate_number, company_id }: CompanyRecord, code: string | undefined): string {
  return code ?? corporate_number ?? company_id.replace(/^[a-z]+_/, '');
}
