import { type CompanyCard, prominentFrom } from '../../../../mappings/companies.ts';
import { usualSettleLevel } from '../../../contract/company-resolve/assurance.ts';
import { isAcceptableForAll, type RowReason } from '../../../contract/sources/row-reasons.ts';
import type { SetAside, SetAsideKind } from '../../../text/cells/name-in-cell.ts';
import { isPlainPart, JOINT_VENTURE, LEADS } from '../../../text/cells/written-name-words.ts';
import { normalizeText } from '../../../text/letters/normalize.ts';
import { differOnlyInTyping, isDistinctive } from '../../../text/names/same-name.ts';
import type { NameResult } from '../lookup/name-result.ts';
import { keysOf, legalNames } from '../rules/compare-names.ts';
import { type Case, listCommonHolders } from './row-evidence.ts';
import { isNoCompany } from './settle-name.ts';
import { measureNameAssurance, reaches, type SettledRow } from './settle-row.ts';

/**
 * Which open rows a person can settle together with all others of their reason (docs/decisions/0027-sources.md). Nobody looks
 * at each of them, so they are held to the rule of rows that settle by themselves: nothing in them speaks for another
 * company, all text is understood, and no company that is not loaded can be meant.
 */

/** The candidate on which a row can be settled with others of its reason; null if a person must look. */
export function findAcceptable(row: SettledRow, reason: RowReason): Case | null {
  if (!isAcceptableForAll(reason)) return null;
  const choose = choosing[reason];
  if (choose) return choose(row);
  const [only, ...others] = row.cases;
  if (!only || others.length > 0 || only.contradicted) return null;
  const rule = rules[reason];
  const isAcceptable = rule ? rule(row, only) : isNamedFor(row, only);
  return isAcceptable ? only : null;
}

/** Reasons that say which of several candidates is meant, or that of the only one something is otherwise. */
const choosing: Partial<Readonly<Record<RowReason, (row: SettledRow) => Case | null>>> = {
  several_companies_named: findLead,
  place_contradicts: findCompanyOfBranch,
  remembered_contradicted: findRememberedBranch,
  code_and_short_name: ({ identifiers, cases }) => {
    const [holder] = listCommonHolders(identifiers);
    return cases.find(({ card }) => isSame(card, holder)) ?? null;
  },
};

/** The company that leads a joint venture, or that is named before 外2社: its whole name, which no other one has. */
function findLead({ found, cases }: SettledRow): Case | null {
  if (!found || found.keys.legalForm === null || !isNamedFirst(found)) return null;
  const holders = cases.filter(
    ({ card }) => card.company.status === 'active' && legalNames(card, found.keys.exact).length > 0,
  );
  const [lead, ...others] = holders;
  return lead && others.length === 0 && !lead.contradicted ? lead : null;
}

/** Two companies that a comma divides have no lead. */
function isNamedFirst({ text, name, setAside }: NameResult): boolean {
  const written = normalizeText(text);
  const at = written.indexOf(name);
  const [before, behind] = [written.slice(0, at), written.slice(at + name.length)];
  const areSeveral = setAside.some(({ kind }) => kind === 'and_others') || JOINT_VENTURE.test(written);
  const isFirst = before === '' || new RegExp(`${LEADS.source}$`).test(before);
  return at >= 0 && areSeveral && isFirst && ENDS_NAME.test(behind) && !LEADS.test(behind);
}

/** Anything else can be the rest of a longer name. */
const ENDS_NAME = /^\s*(?:[・、,&+×/;|(【]|と|及び|ほか|その他|他|外|等|など)|^\s/;

/** The card of a hit has only the names of the day that is asked about. */
function isSame({ company }: CompanyCard, other: CompanyCard | undefined): boolean {
  return company.company_id === other?.company.company_id;
}

/**
 * The company of this name, if only its place is another one: the row can have that of a branch. In an incomplete register, a company
 * of this name in that place can be missing, unless hardly two companies have the name, or people mean the well-known one.
 */
function findCompanyOfBranch(row: SettledRow): Case | null {
  const { found, ofName, cases, register } = row;
  if (!found || !ofName || found.way !== 'name') return null;
  const own = cases.find(({ card }) => isSame(card, ofName.card));
  const isElsewhere = cases.some((each) => each !== own && each.agrees.length > 0);
  if (!own || isElsewhere || !isNamedFor(row, own)) return null;
  const isKnown = own.card.prominence >= prominentFrom && [...found.keys.core].length >= minCutName;
  return register.complete !== false || isKnown || isDistinctive(found.keys) ? own : null;
}

/** That `always` was said of the name leaves the row as acceptable as it was, if the place is all that speaks against the company. */
function findRememberedBranch(row: SettledRow): Case | null {
  const branch = row.identifiers.length === 0 ? findCompanyOfBranch(row) : null;
  return branch?.always ? branch : null;
}

type Rule = (row: SettledRow, only: Case) => boolean;

/** Reasons that do not rest on the name alone. */
const rules: Partial<Readonly<Record<RowReason, Rule>>> = {
  // The number or code says which of several companies is meant. Other text can make it another name: Ａ＆ before Ｃ株式会社.
  branch_behind_name: (row, only) => isBesideUnderstood(row, only) === true,
  number_near_miss: (row, only) => isBesideUnderstood(row, only) !== false,
  assurance_below: (row, only) => hasUsualLevel(row) || isKnownByBareName(row, only),
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

/** In an incomplete register, a missing company seldom has the name of a well-known one, if that is long enough to be a word. */
function isKnownByBareName({ level, found }: SettledRow, { card }: Case): boolean {
  if (level !== 'bare_name_in_incomplete_register' || !found || found.wordCut || found.way !== 'name')
    return false;
  return (
    card.company.status === 'active' &&
    card.prominence >= prominentFrom &&
    [...found.keys.core].length >= minBareName
  );
}

const minBareName = 4;

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
