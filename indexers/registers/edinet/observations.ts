import type { ObservationRow } from '../../facts/index.ts';
import { buildObservation } from '../../loading/stated-observations.ts';
import { formatYen, wrapText } from '../../loading/summary-words.ts';
import type { EdinetFiler } from './columns.ts';

/** What the EDINET code list states about a filer. A changed statement is a new observation. */
export function buildFilerObservation(companyId: string, filer: EdinetFiler, asOf: string): ObservationRow {
  const { industry, fiscalYearEnd, capitalYen, listingStatement, consolidated, edinetCode } = filer;
  const words = [
    industry && `業種は${industry}`,
    listingStatement,
    fiscalYearEnd && `決算日は${fiscalYearEnd}`,
    capitalYen !== null && `資本金は${formatYen(capitalYen)}`,
  ].filter(Boolean);
  const evidence = {
    edinet_code: edinetCode,
    industry,
    listing_statement: listingStatement,
    fiscal_year_end: fiscalYearEnd,
    capital_yen: capitalYen,
    consolidated,
  };
  return buildObservation(companyId, {
    type: 'corporate_profile',
    subtype: 'edinet_filer',
    source: 'edinet',
    summary: `EDINETの提出者です${wrapText('（', words.join('、'), '）')}。`,
    evidence,
    on: asOf,
    content: Object.values(evidence),
  });
}
