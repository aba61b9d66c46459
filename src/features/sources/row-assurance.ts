import { type Assurance, assurances } from '../../contract/company-resolve/assurance.ts';
import type { RowReason } from '../../contract/sources/row-reasons.ts';
import { nameAssurance, nameMatch } from '../company-resolve/assurance.ts';
import type { HintVerdicts } from '../matching/place-hints.ts';
import type { RowEvidence } from './row-evidence.ts';
import type { Settlement } from './row-settlement.ts';
import type { SourceRowRecord } from './source-record.ts';

const byIdentifier: ReadonlySet<RowReason> = new Set([
  'number_and_name',
  'number_alone',
  'code_and_name',
  'code_alone',
  'site_and_name',
  'site_alone',
  'shared_identifier_and_name',
]);

/** How sure the settlement of a row is. */
export function assuranceOfSettlement(
  { card, reason }: Settlement,
  { found, settling: { register } }: RowEvidence,
  verdicts: HintVerdicts,
): Assurance {
  if (byIdentifier.has(reason)) return 'identifier';
  if (reason === 'remembered' || reason === 'earlier_export') return reason;
  const agrees = verdicts.get(card.company.company_id)?.agrees ?? [];
  if (agrees.length > 0 && !found?.wordCut) return 'name_and_place';
  return nameAssurance(found ? nameMatch(found, card) : 'name', register);
}

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
  if (company_id === null) return reason === 'assurance_below' ? known : null;
  if (decision === 'chosen') return 'by_hand';
  if (known) return known;
  // For rows resolved before this was kept: what settled a row then is not known any more, but what speaks for it is.
  if (reason === 'remembered' || reason === 'earlier_export') return reason;
  const company = candidates.find((candidate) => candidate.company_id === company_id);
  const stages = new Set(company?.matched_by.map(({ stage }) => stage));
  if (stages.size === 0 || stages.has('identifier') || stages.has('company_id')) return 'identifier';
  return stages.has('hint') ? 'name_and_place' : 'name_in_incomplete_register';
}
