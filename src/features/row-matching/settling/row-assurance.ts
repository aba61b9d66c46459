import type { Assurance } from '../../../contract/company-resolve/assurance.ts';
import type { RowReason } from '../../../contract/sources/row-reasons.ts';
import type { HintVerdicts } from '../rules/place-hints.ts';
import { nameAssurance, nameMatch } from './assurance.ts';
import type { RowEvidence } from './row-evidence.ts';
import type { Settlement } from './row-settlement.ts';

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
