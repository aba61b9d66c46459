import type { CompanyCard } from '../../../mappings/companies.ts';
import {
  type Assurance,
  assurances,
  type RegisterCoverage,
  type SettleLevel,
} from '../../contract/company-resolve/assurance.ts';
import { type NameKeys, nameKeys } from '../../text/names.ts';

/** How sure a match is, and whether that is enough to settle (docs/decisions/0004-settling-names.md). */

/** What a request or source settles from, and what is known about the loaded register. */
export interface Settling {
  readonly from: SettleLevel;
  readonly register: RegisterCoverage;
}

/** Whether a match is at least as sure as wanted. */
export function reaches(level: Assurance, wanted: SettleLevel): boolean {
  return assurances.indexOf(level) <= assurances.indexOf(wanted);
}

/** How sure a match by a name alone is. */
export function nameAssurance(isBare: boolean, { complete }: RegisterCoverage): Assurance {
  if (complete === false) return isBare ? 'bare_name_in_incomplete_register' : 'name_in_incomplete_register';
  return isBare ? 'bare_name_in_whole_register' : 'name_in_whole_register';
}

/** Whether a name lacks the legal form that the company's names have. */
export function isBareName({ legalForm, exact }: NameKeys, { legal_name, names }: CompanyCard): boolean {
  if (legalForm !== null || nameKeys(legal_name).legalForm === null) return false;
  return !names.some(
    ({ kind, name }) => (kind === 'legal' || kind === 'former') && nameKeys(name).exact === exact,
  );
}

/** Why a match does not settle. */
export function belowText(level: Assurance, { from, register }: Settling): string {
  const missing = level.endsWith('_in_incomplete_register') ? ` ${incompleteText(register)}` : '';
  return `The match has the assurance ${level}, and this settles from ${from} on.${missing}`;
}

function incompleteText({ share }: RegisterCoverage): string {
  // Rounded down, so that an incomplete register is never shown as whole.
  const percent = Math.floor((share ?? 0) * 1000) / 10;
  return `The loaded register of corporate numbers has only ${percent} % of the companies that other sources name, so that the company that is meant may be missing.`;
}
