import { anyOf, type Clause, equals, scored } from '../../search/clauses.ts';
import { companyIdScore, identifierScore, type NameRuleKey, nameRules } from './match-stages.ts';
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

/** The stage of exact normalized names, in the specification's order of keys. */
export function exactNameClauses(name: NameReading): Clause[] {
  const exactOrCore = [...new Set([name.exact, name.core])];
  return [
    byRule('legal_exact', equals('name_keys.legal_exact', name.exact)),
    byRule('legal_core', equals('name_keys.legal_core', name.core)),
    byRule('trade', anyOf('name_keys.trade', exactOrCore)),
    byRule('former', anyOf('name_keys.former', exactOrCore)),
    byRule('english', anyOf('name_keys.english', exactOrCore)),
    byRule('kana', anyOf('name_keys.kana', exactOrCore)),
    byRule('loose', anyOf('name_keys.loose', [...new Set([name.loose, name.looseExact])])),
  ];
}

export function prefixClause(prefix: string): Clause {
  return byRule('prefix', equals('name_prefix', prefix));
}

/** All words of the text, by Japanese analysis, stand in one kind of name. */
export function wordClauses(words: string): Clause[] {
  const all = { query: words, operator: 'and' };
  return [
    byRule('words_legal', { match: { 'name_words.legal': all } }),
    byRule('words_trade', { match: { 'name_words.trade': all } }),
    byRule('words_english', { match: { 'name_words.english': all } }),
    byRule('words_former', { match: { 'name_words.former': all } }),
  ];
}

function byRule(rule: NameRuleKey, filter: Clause): Clause {
  return scored(rule, nameRules[rule].score, filter);
}
