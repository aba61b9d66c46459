import { allOf, anyOf, type Clause, equals, scored, someOf } from '../../search/clauses.ts';
import { cutCompounds } from '../../text/compound-words.ts';
import { companyIdScore, formBonus, identifierScore, type NameRuleKey, nameRules } from './match-stages.ts';
import type { NameReading, QueryReading } from './query-reading.ts';

/** The clauses of the matching stages. Each has its stage's constant score, and its rule's name in `matched_queries`. */

export function identifierTerm({ type, value }: { type: string; value: string }): string {
  return `${type}:${value}`;
}

/** Exact identifiers and exact company ids. */
export function identityClauses(reading: Pick<QueryReading, 'identifiers' | 'companyIds'>): Clause[] {
  return [
    ...reading.identifiers.map((identifier) =>
      scored(
        `identifier:${identifier.type}`,
        identifierScore,
        equals('identifiers', identifierTerm(identifier)),
      ),
    ),
    ...reading.companyIds.map((id) => scored('company_id', companyIdScore, equals('ids', id))),
  ];
}

/** Rules of the stage of exact normalized names. */
export type ExactNameRule = Extract<
  NameRuleKey,
  'legal_exact' | 'legal_core' | 'trade' | 'former' | 'english' | 'kana' | 'loose'
>;

/**
 * In the order of docs/specification.md#matching: which keys of what is asked each rule looks for, in the index field
 * of its name.
 */
export const exactNameKeys: Readonly<Record<ExactNameRule, (name: NameReading) => readonly string[]>> = {
  legal_exact: ({ exact }) => [exact],
  // What is typed may end on words that are a form elsewhere and are part of this name: 株式会社ＡＢ＆Ｃｏｍｐａｎｙ.
  legal_core: exactOrCore,
  trade: exactOrCore,
  former: exactOrCore,
  english: exactOrCore,
  kana: exactOrCore,
  loose: ({ loose, looseExact }) => distinct([loose, looseExact]),
};

export const exactNameRules = Object.keys(exactNameKeys) as readonly ExactNameRule[];

export function exactNameClauses(name: NameReading): Clause[] {
  return exactNameRules.map((rule) => byRule(rule, anyOf(`name_keys.${rule}`, exactNameKeys[rule](name))));
}

/** As above for many names at once, without telling which of them a company has. */
export function anyExactName(names: readonly NameReading[]): Clause {
  return someOf(
    exactNameRules.map((rule) => anyOf(`name_keys.${rule}`, distinct(names.flatMap(exactNameKeys[rule])))),
  );
}

/** Companies that are listed under just what was typed. */
export function listedNameClause({ exact }: NameReading): Clause {
  return byRule(
    'listed_trade',
    allOf([equals('name_keys.trade', exact), equals('listing_status', 'listed')]),
  );
}

/** The whole names, as `loose` keys, that have the typed legal form, with what each adds; none for a text without form. */
export function formKeys({ loose, looseExact }: NameReading): { key: string; bonus: number }[] {
  if (loose === looseExact) return [];
  const same = { key: looseExact, bonus: formBonus.sameEnd };
  const turned = looseExact.endsWith(loose)
    ? loose + looseExact.slice(0, -loose.length)
    : looseExact.startsWith(loose) && looseExact.slice(loose.length) + loose;
  return turned ? [same, { key: turned, bonus: formBonus.otherEnd }] : [same];
}

/** Stands beside the clauses of the stages and finds nothing of its own; a company gets the greater bonus alone. */
export function formClauses(name: NameReading): Clause[] {
  const queries = formKeys(name).map(({ key, bonus }) => ({
    constant_score: { filter: equals('name_keys.loose', key), boost: bonus },
  }));
  return queries.length === 0 ? [] : [{ dis_max: { queries } }];
}

function exactOrCore({ exact, core }: NameReading): readonly string[] {
  return distinct([exact, core]);
}

function distinct(keys: readonly string[]): readonly string[] {
  return [...new Set(keys)];
}

export function prefixClause(prefix: string): Clause {
  return byRule('prefix', equals('name_prefix', prefix));
}

/** All words of the text, by Japanese analysis, stand in one kind of name: as typed, or with its compounds cut. */
export function wordClauses(words: string): Clause[] {
  const texts = distinct([words, cutCompounds(words)]);
  const inNames = (kind: 'legal' | 'trade' | 'english' | 'former') =>
    someOf(texts.map((query) => ({ match: { [`name_words.${kind}`]: { query, operator: 'and' } } })));
  return [
    byRule('words_legal', inNames('legal')),
    byRule('words_trade', inNames('trade')),
    byRule('words_english', inNames('english')),
    byRule('words_former', inNames('former')),
  ];
}

function byRule(rule: NameRuleKey, filter: Clause): Clause {
  return scored(rule, nameRules[rule].score, filter);
}
