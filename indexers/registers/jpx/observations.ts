import {
  getTermLabel,
  industries,
  marketSegments,
} from '../../../src/contract/companies/company-vocabulary.ts';
import type { ObservationRow } from '../../facts/index.ts';
import { buildObservation } from '../../loading/stated-observations.ts';
import type { ListedSecurity } from './columns.ts';

/** What the exchange's list states about a security. A changed statement is a new observation. */
export function buildListingObservation(companyId: string, security: ListedSecurity): ObservationRow {
  const { code, kind, segment, industry33Code, asOf } = security;
  const sector = industry33Code && `、${getTermLabel(industries, industry33Code)}`;
  return buildObservation(companyId, {
    type: 'corporate_profile',
    subtype: 'listing',
    source: 'exchange',
    summary: `東京証券取引所（${getTermLabel(marketSegments, segment)}）に上場しています（証券コード${code}${sector ?? ''}）。`,
    evidence: {
      securities_code: code,
      security_kind: kind,
      market_segment: segment,
      industry_33_code: industry33Code,
    },
    on: asOf,
    content: [code, kind, segment, industry33Code],
  });
}

/** The listings that ended on a day, as observations. $1 is the exchange, $2 the day. */
export const delistingsSql = `
  INSERT INTO observations (observation_id, company_id, type, subtype, source, summary, evidence, observed_at)
  SELECT 'exchange_' || left(encode(sha256(convert_to(concat_ws(' ', exchange, code, listed_to), 'UTF8')), 'hex'), 32),
    company_id, 'listing_change', 'delisting', 'exchange', '証券コード' || code || 'の上場が終わりました。',
    jsonb_build_object('securities_code', code, 'market_segment', market_segment, 'listed_to', listed_to),
    listed_to::timestamp AT TIME ZONE 'Asia/Tokyo'
  FROM listings WHERE exchange = $1 AND listed_to = $2::date
  ON CONFLICT DO NOTHING
  RETURNING company_id, ARRAY['observations'] AS fields`;
