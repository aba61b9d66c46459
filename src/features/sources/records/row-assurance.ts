import { type Assurance, assurances } from '../../../contract/company-resolve/assurance.ts';
import type { SourceRowRecord } from './source-record.ts';

/**
 * How sure the match of a row is, by what settled it; null for an open row. If a match was not sure enough to settle the
 * row, how sure it would be.
 */
export function assuranceOf({
  company_id,
  candidates,
  decision,
  reason,
  assurance,
}: Pick<
  SourceRowRecord,
  'company_id' | 'candidates' | 'decision' | 'reason' | 'assurance'
>): Assurance | null {
  const known = assurances.find((each) => each === assurance) ?? null;
  if (company_id === null) {
    if (reason === 'assurance_below') return known;
    return null;
  }
  if (decision === 'chosen') return 'by_hand';
  if (known) return known;
  // For rows resolved before this was kept: what settled a row then is not known any more, but what speaks for it is.
  if (reason === 'remembered' || reason === 'earlier_export') return reason;
  const company = candidates.find((candidate) => candidate.company_id === company_id);
  const stages = new Set(company?.matched_by.map(({ stage }) => stage));
  if (stages.size === 0 || stages.has('identifier') || stages.has('company_id')) return 'identifier';
  if (stages.has('hint')) return 'name_and_place';
  return 'name_in_incomplete_register';
}
