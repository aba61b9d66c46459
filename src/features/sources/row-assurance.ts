import type { Assurance } from '../../contract/sources/result-columns.ts';
import type { SourceRowRecord } from './source-record.ts';

/** How sure the match of a row is, by what settled it; null for an open row. */
export function assuranceOf({
  company_id,
  candidates,
  decision,
  reason,
}: Pick<SourceRowRecord, 'company_id' | 'candidates' | 'decision' | 'reason'>): Assurance | null {
  if (company_id === null) return null;
  if (decision === 'chosen') return 'by_hand';
  // What settled the row then is not known any more.
  if (reason === 'remembered' || reason === 'earlier_export') return reason;
  const company = candidates.find((candidate) => candidate.company_id === company_id);
  const stages = new Set(company?.matched_by.map(({ stage }) => stage));
  if (stages.size === 0 || stages.has('identifier') || stages.has('company_id')) return 'identifier';
  return stages.has('hint') ? 'name_and_place' : 'name_only';
}
