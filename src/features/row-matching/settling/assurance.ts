import type { CompanyCard } from '../../../../mappings/companies.ts';
import {
  type Assurance,
  assurances,
  type RegisterCoverage,
  type SettleLevel,
} from '../../../contract/company-resolve/assurance.ts';
import { type NameKeys, nameKeys } from '../../../text/names/names.ts';
import type { NameFound } from '../lookup/name-found.ts';
import { isLegalName, keysOf } from '../rules/card-names.ts';

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

/** What a name that settles on a company is to it. A name from which a word was cut that may belong to it is a bare one. */
export type NameMatch = 'name' | 'bare_name' | 'ended_company';

/** How sure a match by a name alone is. In a whole register, nobody else can have the name of a closed company. */
export function nameAssurance(match: NameMatch, { complete }: RegisterCoverage): Assurance {
  if (complete === false) return `${match}_in_incomplete_register`;
  return match === 'bare_name' ? 'bare_name_in_whole_register' : 'name_in_whole_register';
}

export function nameMatch(
  { keys, onDay, wordCut }: Pick<NameFound, 'keys' | 'onDay' | 'wordCut'>,
  card: CompanyCard,
): NameMatch {
  if (isBareName(keys, card)) return 'bare_name';
  const hasEnded = card.company.status !== 'active' && card.superseded_by_number === null;
  if (hasEnded && !onDay) return 'ended_company';
  // As without the legal form, a company with the whole name may be missing.
  return wordCut ? 'bare_name' : 'name';
}

/** Whether a name lacks the legal form that the company's names have. */
function isBareName(
  { legalForm, exact }: NameKeys,
  { company: { legal_name }, names }: CompanyCard,
): boolean {
  if (legalForm !== null || nameKeys(legal_name).legalForm === null) return false;
  // A source says that an exclusive alias means no other company.
  return !names.some((name) => isLegalName(name, exact) || (name.exclusive && keysOf(name).exact === exact));
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
