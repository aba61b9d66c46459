import type { CompanyCard } from '../../../../mappings/companies.ts';
import type { MatchedBy } from '../../../contract/companies/company-result.ts';
import { findNameRule, type NameRuleCode } from '../../../contract/companies/name-rules.ts';
import type { NameKeys } from '../../../text/names/names.ts';
import { findName, listComparedNames } from './compare-names.ts';
import { compareRules } from './match-scores.ts';
import type { ParsedQuery } from './parsed-query.ts';

/** A company from the index: what to show, and the rules that found it. */
export interface MatchedCompany {
  readonly card: CompanyCard;
  readonly matchedQueries: readonly string[];
  /** The name that found it, if that is not the whole text. */
  readonly asName?: { readonly text: string; readonly name: NameKeys };
}

/** What of a query says why it found a company. */
type ExplainedQuery = Pick<ParsedQuery, 'text' | 'identifiers' | 'companyIds' | 'name' | 'prefix'>;

/** A match by identifier. Invoice numbers are found by the corporate number in them, whether or not they are registered. */
export function identifierMatch(type: string, value: string, rule = 'identifier'): MatchedBy {
  const match: MatchedBy = {
    stage: type === 'company_id' ? 'company_id' : 'identifier',
    field: type,
    value,
    rule,
    strength: 'exact',
  };
  if (type === 'invoice_number') match.derived_from = 'corporate_number';
  return match;
}

/** Every rule that found the company, the strongest first. Names that are equal loosely are always alike too. */
export function explainMatch(
  { card, matchedQueries, asName }: MatchedCompany,
  query: ExplainedQuery,
): MatchedBy[] {
  const asked = asName ? { ...query, ...asName } : query;
  const ordered = matchedQueries.filter((rule) => rule !== 'alike' || !matchedQueries.includes('loose'));
  if (ordered.length > 1) ordered.sort(compareRules);
  return ordered.flatMap((rule): MatchedBy[] => {
    if (rule.startsWith('identifier:')) {
      const type = rule.slice('identifier:'.length);
      const value = asked.identifiers.find((identifier) => identifier.type === type)?.value ?? asked.text;
      return [identifierMatch(type, value)];
    }
    if (rule === 'company_id') {
      return [identifierMatch('company_id', asked.companyIds[0] ?? asked.text, 'company_id')];
    }
    return explainNameRule(rule, card, asked);
  });
}

function explainNameRule(code: string, card: CompanyCard, asked: ExplainedQuery): MatchedBy[] {
  const rule = findNameRule(code);
  if (!rule) return [];
  const { stage, field, rule: way, strength } = rule.answer;
  const { by } = rule.comparison;
  const compared = listComparedNames(card, rule);
  const [only, ...others] = compared;
  // The index has compared them already, and keys are costly: a single name is the one.
  const isKnown = others.length === 0 && by !== 'called';
  const name = isKnown ? only : findName(code as NameRuleCode, card, asked);
  // Only the analysis in the index knows which of several names has the words, so all of them are named.
  const mayHaveWords = by === 'words' ? compared.map((each) => each.name).join(' / ') : '';
  const match: MatchedBy = {
    stage,
    field: name ? (namedFields[name.kind] ?? name.kind) : field,
    value: name?.name ?? (mayHaveWords || asked.text),
    rule: way,
    strength,
  };
  if (name?.kind === 'former') {
    match.valid_from = name.valid_from;
    match.valid_to = name.valid_to;
  }
  return [match];
}

/** How answers call the kinds of names; others are called as they are. */
const namedFields: Readonly<Record<string, string>> = {
  legal: 'legal_name',
  trade: 'trade_name',
  former: 'former_name',
  english: 'english_name',
  kana: 'kana_name',
};
