import type { CompanyCard } from '../../../../mappings/companies.ts';
import type { MatchedBy } from '../../../contract/companies/company-result.ts';
import { findNameRule, type NameRuleCode } from '../../../contract/companies/name-rules.ts';
import type { NameKeys } from '../../../text/names/names.ts';
import { type FoundName, findName } from './compare-names.ts';
import { compareRules } from './match-scores.ts';
import type { QueryReading } from './query-reading.ts';

/** A company from the index: what to show, and the rules that found it. */
export interface MatchedCompany {
  readonly card: CompanyCard;
  readonly matchedQueries: readonly string[];
  /** The name that found it, if that is not the whole text. */
  readonly asName?: { readonly text: string; readonly name: NameKeys };
}

type MatchReading = Pick<QueryReading, 'text' | 'identifiers' | 'companyIds' | 'name' | 'prefix'>;

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
  asked: MatchReading,
): MatchedBy[] {
  const reading = asName ? { ...asked, ...asName } : asked;
  const ordered = matchedQueries.filter((query) => query !== 'alike' || !matchedQueries.includes('loose'));
  if (ordered.length > 1) ordered.sort(compareRules);
  return ordered.flatMap((query): MatchedBy[] => {
    if (query.startsWith('identifier:')) {
      const type = query.slice('identifier:'.length);
      const value = reading.identifiers.find((identifier) => identifier.type === type)?.value ?? reading.text;
      return [identifierMatch(type, value)];
    }
    if (query === 'company_id') {
      return [identifierMatch('company_id', reading.companyIds[0] ?? reading.text, 'company_id')];
    }
    return explainNameRule(query, card, reading);
  });
}

function explainNameRule(code: string, card: CompanyCard, reading: MatchReading): MatchedBy[] {
  const rule = findNameRule(code);
  if (!rule) return [];
  const { stage, field, rule: way, strength } = rule.answer;
  // Only the analysis in the index knows which of several names has the words, so all of them are named.
  const mayHaveWords =
    rule.comparison.by === 'words'
      ? card.names.filter(({ kind }) => rule.names.some((each) => each === kind))
      : [];
  const [only, ...others] = mayHaveWords;
  const name = findName(code as NameRuleCode, card, reading) ?? (others.length === 0 ? only : undefined);
  const match: MatchedBy = {
    stage,
    field: name ? toField(name) : field,
    value: name?.name ?? (mayHaveWords.map((each) => each.name).join(' / ') || reading.text),
    rule: way,
    strength,
  };
  if (name?.kind === 'former') {
    match.valid_from = name.valid_from;
    match.valid_to = name.valid_to;
  }
  return [match];
}

function toField({ kind }: FoundName): string {
  if (kind === 'alias' || kind === 'domain') return kind;
  return `${kind}_name`;
}
