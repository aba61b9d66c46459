import type { CompanyCard } from '../../../../mappings/companies.ts';
import type { CompanyStatus, ListingStatus } from '../../../contract/companies/company-vocabulary.ts';
import { maxSuggestions } from '../../../contract/company-resolve/suggestions.ts';
import type { SourceCandidate } from '../../../contract/sources/answers.ts';
import type { SourceMatchedBy } from '../../../contract/sources/compared-companies.ts';
import { nearMiss } from '../../../text/identifiers/near-miss.ts';
import type { TypingSlip } from '../../../text/names/typing-slips.ts';
import { explainMatch, identifierMatch, type MatchedCompany } from '../rules/explain-match.ts';
import type { HintVerdict, HintVerdicts } from '../rules/place-hints.ts';
import type { StoredSuggestion } from '../stored-candidates.ts';
import { bestFitting, byHint } from './hint-settlement.ts';
import type { FoundIdentifier, RowEvidence, RowName } from './row-evidence.ts';

/** The evidence for a company. */
export interface Case {
  readonly card: CompanyCard;
  readonly hit: MatchedCompany | undefined;
  /** Its place among the account's choices, after all of them when it was never chosen. */
  readonly choice: number;
  readonly wasChosen: boolean;
  /** Whether it was chosen for all rows with this name. */
  readonly always: boolean;
  readonly identifiers: readonly FoundIdentifier[];
  /** Place among the hits of the name as `/resolve` shows them, behind them for other companies. */
  readonly place: number;
  readonly agrees: HintVerdict['agrees'];
  readonly contradicted: boolean;
  readonly sameStreet: boolean;
  /** Numbers of the row, other than the company's own, that are one typing error away from it. */
  readonly nearMisses: readonly { readonly written: string; readonly miss: TypingSlip }[];
}

type MutableCase = { -readonly [Key in keyof Case]: Case[Key] } & { identifiers: FoundIdentifier[] };

/** Every company that something in the row supports. Previous choices of people first, then the most certain. */
export function rowCases(
  { question, identifiers, found, chosen }: RowEvidence,
  verdicts: HintVerdicts,
): Case[] {
  const nameHits = bestFitting(found?.hits ?? [], verdicts);
  const numbers = writtenNumbers(question);
  const cases = new Map<string, MutableCase>();
  const caseOf = (card: CompanyCard): MutableCase => {
    const id = card.company.company_id;
    const known = cases.get(id);
    if (known) return known;
    const { agrees = [], contradicted = false, sameStreet = null } = verdicts.get(id) ?? {};
    const made: MutableCase = {
      card,
      hit: undefined,
      choice: chosen.length,
      wasChosen: false,
      always: false,
      identifiers: [],
      place: nameHits.length,
      agrees,
      contradicted,
      sameStreet: sameStreet === true,
      nearMisses: nearMissesOf(card, numbers),
    };
    cases.set(id, made);
    return made;
  };
  for (const identifier of identifiers)
    for (const card of identifier.cards) {
      const { identifiers: naming } = caseOf(card);
      if (!naming.includes(identifier)) naming.push(identifier);
    }
  // As of a day, the card of a hit has only the names of that day.
  for (const [place, hit] of nameHits.entries())
    Object.assign(caseOf(hit.card), { card: hit.card, hit, place });
  for (const [choice, { card, always }] of chosen.entries())
    Object.assign(caseOf(card), { card, choice, always, wasChosen: true });
  return [...cases.values()].sort(betterFirst);
}

/** The corporate numbers of a row, also faulty ones. */
export function writtenNumbers({ faulty, identifiers }: RowEvidence['question']): string[] {
  return [
    ...faulty.flatMap(({ field, text }) => (field === 'corporate_number' ? [text] : [])),
    ...identifiers.flatMap(({ field, value }) => (field === 'corporate_number' ? [value] : [])),
  ];
}

function nearMissesOf({ company: { corporate_number: number } }: CompanyCard, written: readonly string[]) {
  if (number === null) return [];
  return written.flatMap((each) => {
    const miss = each === number ? null : nearMiss(each, number);
    return miss === null ? [] : [{ written: each, miss }];
  });
}

function betterFirst(one: Case, other: Case): number {
  return (
    one.choice - other.choice ||
    other.nearMisses.length - one.nearMisses.length ||
    other.identifiers.length - one.identifiers.length ||
    one.place - other.place ||
    Number(one.contradicted) - Number(other.contradicted) ||
    Number(other.sameStreet) - Number(one.sameStreet) ||
    other.agrees.length - one.agrees.length ||
    Number(other.card.company.status === 'active') - Number(one.card.company.status === 'active') ||
    (one.card.company.company_id < other.card.company.company_id ? -1 : 1)
  );
}

function byName(hit: MatchedCompany, { text, keys }: RowName): SourceMatchedBy[] {
  return explainMatch(hit, { text, identifiers: [], companyIds: [], name: keys, prefix: null });
}

function byIdentifiers(identifiers: readonly FoundIdentifier[]): SourceMatchedBy[] {
  if (identifiers.length === 0) return [];
  // A column of an earlier export can have the same number as a mapped one.
  const distinct = new Map(identifiers.map(({ type, value }) => [`${type} ${value}`, { type, value }]));
  return [...distinct.values()].map(({ type, value }) =>
    identifierMatch(type, value, type === 'company_id' ? 'company_id' : undefined),
  );
}

function byChoice(value: string, always: boolean): SourceMatchedBy {
  const strength = always ? 'strong' : 'weak';
  return { stage: 'previous_choice', field: 'name', value, rule: 'previously_selected', strength };
}

/** A company on the wire, with the reasons for it. @param name that of the row */
export function candidateOf(
  { card, hit, wasChosen, always, identifiers, agrees }: Case,
  name: RowName | null,
): SourceCandidate {
  const matchedBy = byIdentifiers(identifiers);
  if (hit && name) matchedBy.push(...byName(hit, name));
  if (agrees.length > 0) matchedBy.push(...agrees.map(byHint));
  if (wasChosen && name) matchedBy.push(byChoice(name.text, always));
  const { company_id, display_name, legal_name, prefecture, city, listing_status, status } = card.company;
  // One literal instead of copies of another object, because a resolve makes tens of thousands of them.
  return {
    company_id,
    display_name,
    legal_name,
    prefecture,
    city,
    listing_status: listing_status as ListingStatus,
    status: status as CompanyStatus,
    superseded_by: null,
    named_as: hit?.asName?.text ?? null,
    matched_by: matchedBy,
    previously_selected: wasChosen,
  };
}

/** Companies with a similar name that are neither candidates nor taken back by a person. */
export function suggestionsOf({
  evidence: { found, question, places },
  cases,
}: {
  readonly evidence: RowEvidence;
  readonly cases: readonly Case[];
}): StoredSuggestion[] {
  const left = new Set([...cases.map(({ card }) => card.company.company_id), ...question.rejected]);
  return (found?.suggestions ?? [])
    .filter(({ card: { company } }) => places.has(company.company_id) && !left.has(company.company_id))
    .slice(0, maxSuggestions)
    .map(({ card, name, reason }) => ({ ...companyOf(card), name, reason }));
}

function companyOf(card: CompanyCard) {
  return {
    company_id: card.company.company_id,
    display_name: card.company.display_name,
    legal_name: card.company.legal_name,
    prefecture: card.company.prefecture,
    city: card.company.city,
    listing_status: card.company.listing_status as ListingStatus,
    status: card.company.status as CompanyStatus,
    // Filled in when the row is read, because a merger can come later.
    superseded_by: null,
  };
}
