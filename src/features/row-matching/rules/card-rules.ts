import type { CompanyCard } from '../../../../mappings/companies.ts';
import type { NameKeys } from '../../../text/names/names.ts';
import { keysOf } from './card-names.ts';
import {
  type ExactNameRule,
  exactNameKeys,
  exactNameRules,
  formKeys,
  type KeyField,
  keyFieldOf,
} from './match-clauses.ts';
import { listedBonus, type NameRuleKey, nameRules, prominenceBonus } from './match-stages.ts';
import type { NameReading } from './query-reading.ts';

/**
 * By which rules a company has a name, and with which score, read from its card as the index finds it: the engine then only
 * has to find the companies, which takes it half of the time (docs/benchmarks.md).
 */

/** A name of a company, with its keys. */
export interface ReadName {
  readonly kind: string;
  readonly keys: NameKeys;
}

/** What to look for in the names of a company, made once for each name. */
export interface WantedName {
  readonly rules: readonly {
    readonly rule: ExactNameRule;
    readonly field: KeyField;
    readonly keys: readonly string[];
  }[];
  readonly forms: ReturnType<typeof formKeys>;
}

export function wantedName(reading: NameReading): WantedName {
  return {
    rules: exactNameRules.map((rule) => ({
      rule,
      field: keyFieldOf(rule),
      keys: exactNameKeys[rule](reading),
    })),
    forms: formKeys(reading),
  };
}

/** @param known remembers the keys of names for other companies, which often share them */
export function readNames({ names }: CompanyCard, known?: Map<string, NameKeys>): ReadName[] {
  return names.map((name) => {
    const keys = keysOf(name, known);
    known?.set(name.name, keys);
    return { kind: name.kind, keys };
  });
}

/** The rules for exact names by which a company with these names is found. `listed_trade` is `isListedAs`. */
export function exactRules({ rules }: WantedName, names: readonly ReadName[]): ExactNameRule[] {
  return rules.flatMap(({ rule, field, keys }) =>
    names.some((name) => hasKey(name, field, keys)) ? [rule] : [],
  );
}

/** The rule `listed_trade`. */
export function isListedAs(
  { exact }: NameReading,
  { card, names }: { readonly card: CompanyCard; readonly names: readonly ReadName[] },
): boolean {
  return card.company.listing_status === 'listed' && names.some((name) => hasKey(name, 'trade', [exact]));
}

/** Whether the company's document has one of the keys, by this name, in the index field. */
function hasKey({ kind, keys }: ReadName, field: KeyField, wanted: readonly string[]): boolean {
  switch (field) {
    case 'legal_exact':
      return kind === 'legal' && wanted.includes(keys.exact);
    case 'legal_core':
      return kind === 'legal' && wanted.includes(keys.core);
    case 'loose':
      return wanted.includes(keys.loose) || wanted.includes(keys.looseExact);
    case 'alike':
      return wanted.includes(keys.alike);
    default:
      return kind === field && (wanted.includes(keys.exact) || wanted.includes(keys.core));
  }
}

/** The score of the best rule with all bonuses. */
export function scoreByRules(
  { card, names }: { readonly card: CompanyCard; readonly names: readonly ReadName[] },
  rules: readonly NameRuleKey[],
  wanted: WantedName,
): number {
  return (
    Math.max(...rules.map((rule) => nameRules[rule].score)) +
    formScore(wanted, names) +
    (card.company.listing_status === 'listed' ? listedBonus : 0) +
    card.prominence * prominenceBonus
  );
}

function formScore({ forms }: WantedName, names: readonly ReadName[]): number {
  const bonuses = forms.map(({ key, bonus }) =>
    names.some(({ keys }) => keys.loose === key || keys.looseExact === key) ? bonus : 0,
  );
  return Math.max(0, ...bonuses);
}

/** The order of scores; companies with the same score are in the order of their ids, as in the index. */
export function byScore(
  one: { readonly score: number; readonly card: CompanyCard },
  other: { readonly score: number; readonly card: CompanyCard },
): number {
  return other.score - one.score || (one.card.company.company_id < other.card.company.company_id ? -1 : 1);
}
