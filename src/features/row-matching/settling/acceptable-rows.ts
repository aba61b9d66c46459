import { usualSettleLevel } from '../../../contract/company-resolve/assurance.ts';
import { isAcceptableForAll, type RowReason } from '../../../contract/sources/row-reasons.ts';
import type { SetAside, SetAsideKind } from '../../../text/cells/name-in-cell.ts';
import { isPlainPart } from '../../../text/cells/written-name-words.ts';
import { normalizeText } from '../../../text/letters/normalize.ts';
import { differOnlyInTyping } from '../../../text/names/same-name.ts';
import type { NameResult } from '../lookup/name-result.ts';
import { keysOf } from '../rules/compare-names.ts';
import type { Case } from './row-evidence.ts';
import { isNoCompany } from './settle-name.ts';
import { measureNameAssurance, reaches, type SettledRow } from './settle-row.ts';

/**
 * Which open rows a person can settle together with all others of their reason (docs/decisions/0027-sources.md). Nobody looks
 * at each of them, so they are held to the rule of rows that settle by themselves: nothing in them speaks for another
 * company, all text is understood, and no company that is not loaded can be meant.
 */

export function isAcceptableUnseen(row: SettledRow, reason: RowReason): boolean {
  const [only, ...others] = row.cases;
  if (!only || others.length > 0 || only.contradicted || !isAcceptableForAll(reason)) return false;
  const rule = rules[reason];
  if (rule) return rule(row, only);
  return isNamedFor(row, only);
}

type Rule = (row: SettledRow, only: Case) => boolean;

/** Reasons that do not rest on the name alone. */
const rules: Partial<Readonly<Record<RowReason, Rule>>> = {
  // The number or code says which of several companies is meant. Other text can make it another name: Ａ＆ before Ｃ株式会社.
  branch_behind_name: (row, only) => isBesideUnderstood(row, only) === true,
  number_near_miss: (row, only) => isBesideUnderstood(row, only) !== false,
  assurance_below: hasUsualLevel,
  site_unknown_name_settles: (row, { card }) => reaches(measureNameAssurance(card, row), usualSettleLevel),
  faulty_value_one_company: (row) => !row.question.faulty.some(isNumberOfAnother) && hasUsualLevel(row),
};

/** Whether all that stands beside the name of the company is understood; undefined if nothing does. */
function isBesideUnderstood({ question: { name } }: SettledRow, { card }: Case): boolean | undefined {
  return name?.describeFor(card)?.set_aside.every(({ kind }) => !isUnclear(kind));
}

function hasUsualLevel({ level }: SettledRow): boolean {
  return level !== null && reaches(level, usualSettleLevel);
}

/** A faulty number that is far from the company's own; one typing error away has its own reason. */
function isNumberOfAnother({ field, text }: { readonly field: string; readonly text: string }): boolean {
  return field === 'corporate_number' && /^T?\d{12,14}$/i.test(text.replaceAll(/[\s-]/g, ''));
}

/**
 * Whether the name can only mean this company. In a register that is known to be incomplete, that takes the whole name
 * with its legal form, as the company has or had it: the company of another spelling may be the one that is missing.
 */
function isNamedFor({ found, register }: SettledRow, { card }: Case): boolean {
  if (!found || isNoCompany(found) || card.company.status !== 'active') return false;
  const cut = cutOff(found);
  if (found.way !== 'name' && !isExplained(found.setAside)) return false;
  if (isSaidToBeFormer(found) && !card.names.some((name) => name.kind === 'former' && hasKey(name, found)))
    return false;
  if (register.complete !== false) return cut.length === 0 || isClearCut(found, cut);
  return cut.length === 0 && !found.wordCut && found.keys.legalForm !== null && isSaid(found, card);
}

function isSaid(found: NameResult, { names }: Case['card']): boolean {
  // Many names sound the same, and an alias can be that of others.
  return names.some((name) => name.kind !== 'kana' && name.kind !== 'alias' && hasKey(name, found));
}

function hasKey(name: Case['card']['names'][number], { keys }: NameResult): boolean {
  return differOnlyInTyping(keysOf(name), keys);
}

/** 旧架空株式会社: a company that has this name today is another one. */
function isSaidToBeFormer({ way, setAside }: NameResult): boolean {
  return way === 'inside' && setAside.some(({ kind }) => kind === 'former_name');
}

/** Kinds that the words of the text show for certain. A person or short name in brackets is only guessed. */
const certain: ReadonlySet<SetAsideKind> = new Set([
  'branch',
  'department',
  'honorific',
  'former_name',
  'place',
  'address',
  'telephone',
  'email',
  'url',
  'role',
  'code',
]);

const isUnclear = (kind: SetAsideKind): boolean => kind === 'note' || kind === 'abbreviation';

function isExplained(setAside: readonly SetAside[]): boolean {
  return setAside.length > 0 && setAside.every(({ kind }) => certain.has(kind));
}

/** Branches and departments that nothing divides from the name, so that their beginning can belong to it. */
function cutOff({ text, name, keys, setAside }: NameResult): readonly SetAside[] {
  const written = normalizeText(text);
  // Behind a legal form, the name has ended.
  if (keys.legalForm?.position === 'back') return [];
  return setAside.filter(
    ({ kind, text: part }) =>
      (kind === 'branch' || kind === 'department') && written.includes(`${name}${part}`),
  );
}

const minCutName = 3;

function isClearCut({ keys }: NameResult, cut: readonly SetAside[]): boolean {
  return [...keys.core].length >= minCutName && cut.every(({ text }) => isPlainPart(text));
}
