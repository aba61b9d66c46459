import type { ListingRow } from '../../indexers/facts/index.ts';
import type { Company } from './company.ts';
import { dayText } from './days.ts';

/** The rows of a company's listings, the common stock first. */
export function listingRows({ companyId, listed, today }: Company, shortName: string): ListingRow[] {
  if (listed === null) return [];
  const common: ListingRow = {
    company_id: companyId,
    exchange: listed.exchange,
    code: listed.code,
    security_kind: 'common',
    short_name: shortName,
    market_segment: listed.segment,
    industry_33_code: listed.industryCode,
    size_class: listed.sizeClass,
    listed_from: dayText(listed.listedFrom),
    listed_to: dayText(listed.listedTo),
    as_of: dayText((listed.listedTo ?? today) - 1),
  };
  if (listed.preferredCode === null) return [common];
  const short_name = `${shortName}　第１種優先株式`;
  return [
    common,
    { ...common, code: listed.preferredCode, security_kind: 'preferred', short_name, size_class: null },
  ];
}
