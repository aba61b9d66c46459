import { listedNameRules, type NameRuleCode } from '../../../contract/companies/name-rules.ts';
import {
  type Clause,
  combineAll,
  combineAny,
  matchAnyValue,
  matchValue,
  scoreClause,
} from '../../../search/clauses.ts';
import { cutCompounds } from '../../../text/names/compound-words.ts';
import type { NameKeys } from '../../../text/names/names.ts';
import { keyRules, listTextKeys } from './compare-names.ts';
import {
  companyIdScore,
  identifierScore,
  listedBonus,
  listFormBonuses,
  prominenceBonus,
} from './match-scores.ts';
import type { ParsedQuery } from './parsed-query.ts';

/** The clauses of the matching stages. Each has a constant score and the name of its rule for `matched_queries`. */

export function identifierTerm({ type, value }: { type: string; value: string }): string {
  return `${type}:${value}`;
}

/** Exact identifiers and exact company ids. */
export function buildIdentityClauses(
  query: Pick<ParsedQuery, 'identifiers' | 'companyIds'> | null,
): Clause[] {
  if (!query) return [];
  return [
    ...query.identifiers.map((identifier) =>
      scoreClause(
        `identifier:${identifier.type}`,
        identifierScore,
        matchValue('identifiers', identifierTerm(identifier)),
      ),
    ),
    ...query.companyIds.map((id) => scoreClause('company_id', companyIdScore, matchValue('ids', id))),
  ];
}

/** A clause for each rule by which a whole name is found. @param place where it is looked up */
export function buildNameClauses(name: NameKeys | null, place: 'search' | 'resolve'): Clause[] {
  if (!name) return [];
  return keyRules[place].flatMap(([code, rule]) => {
    const keys = listTextKeys(rule, name);
    if (keys.length === 0) return [];
    const found = matchAnyValue(`name_keys.${rule.comparison.keyField}`, keys);
    const isListed = rule.onlyIf === 'company_is_listed' && matchValue('listing_status', 'listed');
    return [scoreClause(code, rule.score, isListed ? combineAll([found, isListed]) : found)];
  });
}

/**
 * The `loose` and `alike` keys of names. Two names that are equal by a stricter rule have the same `loose` keys, unless one of
 * them is nothing but marks and a legal form, and the index has the keys of all names of a company in one field.
 */
export function listWidestKeys(names: readonly NameKeys[]): Record<'loose' | 'alike', string[]> {
  return {
    loose: [...new Set(names.flatMap(({ loose, looseExact }) => [loose, looseExact]))],
    alike: [...new Set(names.map(({ alike }) => alike))],
  };
}

/**
 * Companies that have any of the names by any rule for whole names. It does not say which of them a company has.
 * @returns none for no names
 */
export function matchAnyName(names: readonly (NameKeys | null)[]): Clause[] {
  const known = names.filter((name) => name !== null);
  if (known.length === 0) return [];
  const keys = Object.entries(listWidestKeys(known));
  return [combineAny(keys.map(([field, values]) => matchAnyValue(`name_keys.${field}`, values)))];
}

/** What a rule finds, and its score. */
export interface ScoredRule {
  readonly code: NameRuleCode;
  readonly score: number;
  readonly clause: Clause;
}

/** For each rule by which a name has all words of a text, what it finds; none for an empty text. */
export function buildWordRules(words: string): ScoredRule[] {
  if (words === '') return [];
  // By Japanese analysis: as typed, or with compounds split.
  const texts = [...new Set([words, cutCompounds(words)])];
  return listedNameRules.flatMap(([code, { score, comparison }]) => {
    if (comparison.by !== 'words') return [];
    const field = `name_words.${comparison.kind}`;
    const found = texts.map((query) => ({ match: { [field]: { query, operator: 'and' } } }));
    return [{ code, score, clause: combineAny(found) }];
  });
}

/** Optional clauses: they add a bonus but find nothing by themselves. A company gets only the larger bonus. */
export function buildFormClauses(name: NameKeys | null): Clause[] {
  if (!name) return [];
  const queries = listFormBonuses(name).map(({ key, bonus }) => ({
    constant_score: { filter: matchValue('name_keys.loose', key), boost: bonus },
  }));
  if (queries.length === 0) return [];
  return [{ dis_max: { queries } }];
}

/** Optional clauses: a listed and well-known company comes first among those found by the same rule. */
export const prominenceClauses: readonly Clause[] = [
  { constant_score: { filter: matchValue('listing_status', 'listed'), boost: listedBonus } },
  {
    function_score: {
      field_value_factor: { field: 'prominence', factor: prominenceBonus },
      boost_mode: 'replace',
    },
  },
];
