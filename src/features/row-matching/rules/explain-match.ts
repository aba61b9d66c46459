import type { CompanyCard } from '../../../../mappings/companies.ts';
import type { MatchedBy } from '../../../contract/companies/company-result.ts';
import { addSite, type KnownName, listCalledKeys, listLookupKeys } from '../../../text/names/called-names.ts';
import { listPrefixKeys, toNameKeys } from '../../../text/names/names.ts';
import { type CardName, keysOf } from './card-names.ts';
import { companyIdScore, fullScore, identifierScore, type NameRuleKey, nameRules } from './match-stages.ts';
import type { NameReading, QueryReading } from './query-reading.ts';

/** A company from the index: what to show, and the rules that found it. */
export interface MatchedCompany {
  readonly card: CompanyCard;
  readonly matchedQueries: readonly string[];
  /** The name that found it, if that is not the whole text. */
  readonly asName?: { readonly text: string; readonly name: NameReading };
}

type MatchReading = Pick<QueryReading, 'text' | 'identifiers' | 'companyIds' | 'name' | 'prefix'>;

function scoreOf(query: string): number {
  if (query.startsWith('identifier:')) return identifierScore;
  if (query === 'company_id') return companyIdScore;
  return nameRules[query as NameRuleKey]?.score ?? 0;
}

/** From 0 to 1, by the best rule. */
export function relevanceOf(queries: readonly string[]): number {
  return Math.max(0, ...queries.map(scoreOf)) / fullScore;
}

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

function isWholeName(query: string): boolean {
  const { stage, rule } = nameRules[query as NameRuleKey];
  return stage === 'exact_name' && rule !== 'loose' && rule !== 'alike';
}

/** Every rule that found the company, the strongest first. Names that are equal loosely are always alike too. */
export function explainMatch(
  { card, matchedQueries, asName }: MatchedCompany,
  asked: MatchReading,
): MatchedBy[] {
  const reading = asName ? { ...asked, ...asName } : asked;
  const ordered = matchedQueries.filter((query) => query !== 'alike' || !matchedQueries.includes('loose'));
  if (ordered.length > 1) ordered.sort((a, b) => scoreOf(b) - scoreOf(a));
  return ordered.flatMap((query): MatchedBy[] => {
    if (query.startsWith('identifier:')) {
      const type = query.slice('identifier:'.length);
      const value = reading.identifiers.find((identifier) => identifier.type === type)?.value ?? reading.text;
      return [identifierMatch(type, value)];
    }
    if (query === 'company_id') {
      return [identifierMatch('company_id', reading.companyIds[0] ?? reading.text, 'company_id')];
    }
    const match = nameRules[query as NameRuleKey];
    if (!match) return [];
    const name = matchedName(card, query as NameRuleKey, reading);
    const strengthOfWholeName = query === 'legal_exact' ? 'exact' : 'strong';
    const explained: MatchedBy = {
      stage: match.stage,
      field: name ? fieldOf(name) : match.field,
      value: name?.name ?? (oneOf(card, query as NameRuleKey) || reading.text),
      rule: match.rule,
      strength: isWholeName(query) ? strengthOfWholeName : 'weak',
    };
    if (name?.kind === 'former') {
      explained.valid_from = name.valid_from;
      explained.valid_to = name.valid_to;
    }
    return [explained];
  });
}

/** Only the analysis in the index knows which of several names has the words, so all of them are named. */
function oneOf({ names }: CompanyCard, rule: NameRuleKey): string {
  return names
    .filter(({ kind }) => rule === `words_${kind}`)
    .map(({ name }) => name)
    .join(' / ');
}

/** A name, or the domain of the site that a company is called by. */
type ShownName = KnownName & Partial<Pick<CardName, 'valid_from' | 'valid_to'>>;

function fieldOf({ kind }: ShownName): string {
  if (kind === 'alias' || kind === 'domain') return kind;
  return `${kind}_name`;
}

/** The name of the company that the rule matched. */
function matchedName(card: CompanyCard, rule: NameRuleKey, reading: MatchReading): ShownName | undefined {
  const wanted = reading.name;
  if (!wanted) return undefined;
  const isWanted = (key: string) => key === wanted.exact || key === wanted.core;
  switch (rule) {
    case 'legal_exact':
    case 'legal_core':
    case 'words_legal':
      return card.names.find(({ kind }) => kind === 'legal');
    case 'listed_trade':
      return card.names.find((name) => name.kind === 'trade' && keysOf(name).exact === wanted.exact);
    case 'english_exact':
      return card.names.find((name) => name.kind === 'english' && keysOf(name).exact === wanted.exact);
    case 'trade':
    case 'alias':
    case 'former':
    case 'english':
    case 'kana':
      return card.names.find((name) => {
        if (name.kind !== rule) return false;
        const { exact, core } = keysOf(name);
        return isWanted(exact) || isWanted(core);
      });
    case 'loose':
      return card.names.find((name) => {
        const { loose, looseExact } = keysOf(name);
        const isAsked = (key: string) => key === wanted.loose || key === wanted.looseExact;
        return isAsked(loose) || isAsked(looseExact);
      });
    case 'called': {
      const asked = listLookupKeys(wanted);
      const known: readonly ShownName[] = addSite(card.names, card.profile.website_domain);
      return (
        // A source states this, whereas other names only suggest it.
        matchedName(card, 'alias', reading) ??
        known.find((name) => listCalledKeys([name]).some((key) => asked.includes(key)))
      );
    }
    case 'alike':
      return card.names.find((name) => keysOf(name).alike === wanted.alike);
    case 'prefix': {
      const prefix = reading.prefix ?? '';
      return card.names.find(
        (name) =>
          name.kind !== 'former' && listPrefixKeys(keysOf(name)).some((key) => key.startsWith(prefix)),
      );
    }
    case 'words_trade':
    case 'words_english':
    case 'words_former': {
      const names = card.names.filter(({ kind }) => rule === `words_${kind}`);
      if (names.length === 1) return names[0];
      return withWords(names, reading.text);
    }
  }
}

function withWords(names: readonly CardName[], text: string): CardName | undefined {
  const words = text.split(' ').map((word) => toNameKeys(word).loose);
  return names.find((name) => {
    const { looseExact } = keysOf(name);
    return words.every((word) => looseExact.includes(word));
  });
}
