import { type CompanyCard, prominentFrom } from '../../../../mappings/companies.ts';
import type { NameRule } from '../../../contract/companies/name-rule.ts';
import { listedNameRules, type NameRuleCode, nameRules } from '../../../contract/companies/name-rules.ts';
import { addSite, type KnownName, listCalledKeys, listLookupKeys } from '../../../text/names/called-names.ts';
import { listPrefixKeys, type NameKeys, toNameKeys } from '../../../text/names/names.ts';

/** Which rules of the table `nameRules` make a text the name of a company, read from its card as the index finds it. */

export type CardName = CompanyCard['names'][number];

/**
 * Kept on the name itself, because several rules and questions need the keys of the same names. A WeakMap of so many names
 * costs more than the keys.
 */
const remembered = Symbol('keys');
type Remembering = CardName & { [remembered]?: NameKeys };

/** @param known keys of texts, if they were made before */
export function keysOf(name: Remembering, known?: ReadonlyMap<string, NameKeys>): NameKeys {
  const keys = name[remembered] ?? known?.get(name.name) ?? toNameKeys(name.name);
  name[remembered] = keys;
  return keys;
}

/** The company's legal names, current and former, that have this exact key. */
export function legalNames({ names }: Pick<CompanyCard, 'names'>, exact: string): CardName[] {
  return names.filter(
    (name) => (name.kind === 'legal' || name.kind === 'former') && keysOf(name).exact === exact,
  );
}

/** A text that may be a name. */
export interface ComparedText {
  readonly text: string;
  readonly name: NameKeys | null;
  readonly prefix: string | null;
}

/** A name of a company, or the domain of the site that it is called by. */
export type FoundName = KnownName & Partial<Pick<CardName, 'valid_from' | 'valid_to'>>;

type KeyRule = NameRule & { readonly comparison: { readonly by: 'keys' } };

/** The rules that compare keys, by where a text is looked up. */
export const keyRules = { search: listKeyRules('search'), resolve: listKeyRules('resolve') } as const;

function listKeyRules(place: NonNullable<NameRule['onlyIn']>): (readonly [NameRuleCode, KeyRule])[] {
  return listedNameRules.flatMap(([code, rule]) => {
    if (rule.comparison.by !== 'keys' || (rule.onlyIn ?? place) !== place) return [];
    return [[code, rule as KeyRule] as const];
  });
}

/** The keys of a text that a rule looks for; none if the rule does not apply to the text. */
export function listTextKeys({ comparison, onlyIf }: KeyRule, keys: NameKeys): readonly string[] {
  if (onlyIf === 'text_has_form' && keys.exact === keys.core) return [];
  return [...new Set(comparison.text.map((key) => keys[key]))];
}

/** The names of the company that a rule compares. */
export function listComparedNames({ names }: CompanyCard, rule: NameRule): CardName[] {
  const kinds: readonly string[] = rule.names;
  return names.filter(({ kind }) => kinds.includes(kind));
}

/** The first name of the company that has one of the keys. */
export function findNameByKeys(
  { names: kinds, comparison, onlyIf }: KeyRule,
  wanted: readonly string[],
  { names, company }: CompanyCard,
): CardName | undefined {
  if (onlyIf === 'company_is_listed' && company.listing_status !== 'listed') return undefined;
  const compared: readonly string[] = kinds;
  return names.find((name) => {
    if (!compared.includes(name.kind)) return false;
    const keys = keysOf(name);
    return comparison.name.some((key) => wanted.includes(keys[key]));
  });
}

/** The name of the company by which the text is its name according to the rule. */
export function findName(code: NameRuleCode, card: CompanyCard, asked: ComparedText): FoundName | undefined {
  const rule: NameRule = nameRules[code];
  const { text, name: keys, prefix } = asked;
  if (!keys) return undefined;
  switch (rule.comparison.by) {
    case 'keys':
      return findNameByKeys(rule as KeyRule, listTextKeys(rule as KeyRule, keys), card);
    case 'called': {
      const called = findCalledName(card, keys);
      // A source states an alias, whereas other names only suggest what people say.
      return called && (findName('alias', card, asked) ?? called);
    }
    case 'beginning':
      return listComparedNames(card, rule).find((name) =>
        listPrefixKeys(keysOf(name)).some((key) => key.startsWith(prefix ?? '')),
      );
    case 'words': {
      const words = text.split(' ').map((word) => toNameKeys(word).loose);
      return listComparedNames(card, rule).find((name) =>
        words.every((word) => keysOf(name).looseExact.includes(word)),
      );
    }
  }
}

/** Whether the index has what people call the company. */
export function hasCallings({ called, prominence }: CompanyCard): boolean {
  return called ?? prominence >= prominentFrom;
}

/** The name, or the site, of which people make the text to call the company. */
export function findCalledName(card: CompanyCard, keys: NameKeys): FoundName | undefined {
  if (!hasCallings(card)) return undefined;
  const { names, profile } = card;
  const wanted = listLookupKeys(keys);
  const known: readonly FoundName[] = addSite(names, profile.website_domain);
  const isCalled = (some: readonly FoundName[]) => listCalledKeys(some).some((key) => wanted.includes(key));
  // A name and its reading say more together than each alone, and most companies are not called so at all.
  if (!isCalled(known)) return undefined;
  return known.find((one) => isCalled([one])) ?? known.find(({ kind }) => kind === 'legal');
}

/** Endings of `alike` keys: ホールディングス and グループ. */
const GROUP_END = /(?:hd|g)$/;

/** An `alike` key without ホールディングス or グループ at its end. */
export function toGroupKey(alike: string): string {
  return alike.replace(GROUP_END, '');
}
