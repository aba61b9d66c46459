import type { FactBatch } from '../../indexers/facts/index.ts';
import type { CompanyCard } from '../../mappings/companies.ts';
import type { NameRule } from '../../src/contract/companies/name-rule.ts';
import { listedNameRules, type NameRuleCode } from '../../src/contract/companies/name-rules.ts';
import { findName } from '../../src/features/row-matching/rules/compare-names.ts';
import { readQuery } from '../../src/features/row-matching/rules/query-reading.ts';
import { companyFacts, idOf } from './companies.ts';
import { cardOf } from './company-cards.ts';

/** An example of a rule, as a company of its own that has only the names of the example. */
export interface RuleExample {
  readonly code: NameRuleCode;
  readonly rule: NameRule;
  readonly number: number;
  readonly text: string;
  readonly legalName: string;
  /** The name that the rule compares. */
  readonly name: { readonly kind: string; readonly name: string };
  readonly isListed: boolean;
}

export const ruleExamples: readonly RuleExample[] = listedNameRules.flatMap(([code, rule], at) =>
  rule.examples.map(([text, name, legalName = name], place) => ({
    code,
    rule,
    number: 100 * (at + 1) + place,
    text,
    legalName,
    name: {
      kind: legalName === name && rule.names.includes('legal') ? 'legal' : String(rule.names[0]),
      name,
    },
    isListed: rule.onlyIf === 'company_is_listed' || rule.onlyIf === 'company_is_well_known',
  })),
);

/** The company as the index has it. Of aliases, its source says that they mean no other company. */
export function toExampleCard({ number, legalName, name, isListed }: RuleExample): CompanyCard {
  const period = { valid_from: null, valid_to: null };
  const other = { ...name, ...period, ...(name.kind === 'alias' && { exclusive: true as const }) };
  const { names } = cardOf(number, legalName);
  return cardOf(number, legalName, {
    names: name.kind === 'legal' ? names : [...names, other],
    listing_status: isListed ? 'listed' : 'unknown',
    prominence: isListed ? 4 : 0,
  });
}

/** The same as facts that a loader would make. */
export function toExampleFacts({ number, legalName, name, isListed }: RuleExample): FactBatch {
  const facts = companyFacts({ number, name: legalName, ...(isListed && { code: String(1000 + number) }) });
  const company_id = idOf(number);
  const named = { company_id, name: name.name, valid_from: null, source: 'exchange' as const };
  if (name.kind === 'legal') return facts;
  if (name.kind === 'alias') {
    const alias = { company_id, alias: name.name, source: 'company_website' as const };
    return { ...facts, name_aliases: [{ ...alias, exclusive: true, withdrawn: false }] };
  }
  const kind = name.kind as 'trade' | 'english' | 'kana' | 'former';
  const valid_to = kind === 'former' ? '2020-04-01' : null;
  return { ...facts, company_names: [...facts.company_names, { ...named, kind, valid_to }] };
}

/** The rules that make the text a name of the company, the strongest first. @param place where it is looked up */
export function listRules(text: string, card: CompanyCard, place: 'search' | 'resolve'): NameRuleCode[] {
  const asked = readQuery(text);
  if (!asked) return [];
  return listedNameRules.flatMap(([code, { onlyIn = place }]) =>
    onlyIn === place && findName(code, card, asked) ? [code] : [],
  );
}

/** Where a rule finds companies. */
export function listPlaces({ onlyIn }: NameRule): ('search' | 'resolve')[] {
  if (onlyIn) return [onlyIn];
  return ['search', 'resolve'];
}
