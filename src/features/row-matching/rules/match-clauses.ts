import {
  type Clause,
  combineAll,
  combineAny,
  matchAnyValue,
  matchValue,
  scoreClause,
} from '../../../search/clauses.ts';
import { cutCompounds } from '../../../text/names/compound-words.ts';
import {
  companyIdScore,
  formBonus,
  identifierScore,
  listedBonus,
  type NameRuleKey,
  nameRules,
  prominenceBonus,
} from './match-stages.ts';
import type { NameReading, QueryReading } from './query-reading.ts';

/** The clauses of the matching stages. Each has a constant score and the name of its rule for `matched_queries`. */

export function identifierTerm({ type, value }: { type: string; value: string }): string {
  return `${type}:${value}`;
}

/** Exact identifiers and exact company ids. */
export function identityClauses(reading: Pick<QueryReading, 'identifiers' | 'companyIds'>): Clause[] {
  return [
    ...reading.identifiers.map((identifier) =>
      scoreClause(
        `identifier:${identifier.type}`,
        identifierScore,
        matchValue('identifiers', identifierTerm(identifier)),
      ),
    ),
    ...reading.companyIds.map((id) => scoreClause('company_id', companyIdScore, matchValue('ids', id))),
  ];
}

/** Rules of the exact-name stage. */
export type ExactNameRule = Extract<
  NameRuleKey,
  | 'legal_exact'
  | 'legal_core'
  | 'english_exact'
  | 'trade'
  | 'alias'
  | 'former'
  | 'english'
  | 'kana'
  | 'loose'
  | 'alike'
>;

/**
 * The keys that each rule looks for in the index field with its name, in the order of docs/specification.md#matching.
 */
export const exactNameKeys: Readonly<Record<ExactNameRule, (name: NameReading) => readonly string[]>> = {
  legal_exact: ({ exact }) => [exact],
  // The typed name may end with words that look like a legal form but are part of the name: 株式会社ＡＢ＆Ｃｏｍｐａｎｙ.
  legal_core: exactOrCore,
  english_exact: ({ exact, core }) => (exact === core ? [] : [exact]),
  trade: exactOrCore,
  alias: exactOrCore,
  former: exactOrCore,
  english: exactOrCore,
  kana: exactOrCore,
  loose: ({ loose, looseExact }) => distinct([loose, looseExact]),
  alike: ({ alike }) => [alike],
};

export const exactNameRules = Object.keys(exactNameKeys) as readonly ExactNameRule[];

/** The field of the index that has the keys of a rule. */
export type KeyField = Exclude<ExactNameRule, 'english_exact'>;
export const keyFieldOf = (rule: ExactNameRule): KeyField => {
  if (rule === 'english_exact') return 'english';
  return rule;
};

export function exactNameClauses(name: NameReading): Clause[] {
  return exactNameRules.flatMap((rule) => {
    const keys = exactNameKeys[rule](name);
    if (keys.length > 0) return [byRule(rule, matchAnyValue(`name_keys.${keyFieldOf(rule)}`, keys))];
    return [];
  });
}

/**
 * The same for many names at once. It does not say which of them a company has. Names that are equal by a stricter rule
 * have the same `loose` keys, unless one of them is nothing but marks and a legal form, and the `loose` keys of all names of a company are in one field.
 */
export function anyExactName(names: readonly NameReading[]): Clause {
  const rules = ['loose', 'alike'] as const;
  return combineAny(
    rules.map((rule) => matchAnyValue(`name_keys.${rule}`, distinct(names.flatMap(exactNameKeys[rule])))),
  );
}

/** Listed companies whose trade name is exactly what was typed. */
export function listedNameClause({ exact }: NameReading): Clause {
  return byRule(
    'listed_trade',
    combineAll([matchValue('name_keys.trade', exact), matchValue('listing_status', 'listed')]),
  );
}

/** The `loose` keys of whole names with the typed legal form, with their bonus; none for text without a legal form. */
export function formKeys({ loose, looseExact }: NameReading): { key: string; bonus: number }[] {
  if (loose === looseExact) return [];
  const same = { key: looseExact, bonus: formBonus.sameEnd };
  const turned = looseExact.endsWith(loose)
    ? loose + looseExact.slice(0, -loose.length)
    : looseExact.startsWith(loose) && looseExact.slice(loose.length) + loose;
  if (turned) return [same, { key: turned, bonus: formBonus.otherEnd }];
  return [same];
}

/** Optional clauses: they add a bonus but find nothing by themselves. A company gets only the larger bonus. */
export function formClauses(name: NameReading): Clause[] {
  const queries = formKeys(name).map(({ key, bonus }) => ({
    constant_score: { filter: matchValue('name_keys.loose', key), boost: bonus },
  }));
  if (queries.length === 0) return [];
  return [{ dis_max: { queries } }];
}

/** Optional clauses: a listed and well-known company comes first among those found by the same rule. */
export function prominenceClauses(): Clause[] {
  return [
    { constant_score: { filter: matchValue('listing_status', 'listed'), boost: listedBonus } },
    {
      function_score: {
        field_value_factor: { field: 'prominence', factor: prominenceBonus },
        boost_mode: 'replace',
      },
    },
  ];
}

function exactOrCore({ exact, core }: NameReading): readonly string[] {
  return distinct([exact, core]);
}

function distinct(keys: readonly string[]): readonly string[] {
  return [...new Set(keys)];
}

export function prefixClause(prefix: string): Clause {
  return byRule('prefix', matchValue('name_prefix', prefix));
}

/** One kind of name has all words of the text, by Japanese analysis: as typed, or with compounds split. */
export function wordClauses(words: string): Clause[] {
  const texts = distinct([words, cutCompounds(words)]);
  const inNames = (kind: 'legal' | 'trade' | 'english' | 'former') =>
    combineAny(texts.map((query) => ({ match: { [`name_words.${kind}`]: { query, operator: 'and' } } })));
  return [
    byRule('words_legal', inNames('legal')),
    byRule('words_trade', inNames('trade')),
    byRule('words_english', inNames('english')),
    byRule('words_former', inNames('former')),
  ];
}

function byRule(rule: NameRuleKey, filter: Clause): Clause {
  return scoreClause(rule, nameRules[rule].score, filter);
}
