import type { CompanyCard } from '../../../mappings/companies.ts';
import type { CompanyStatus, ListingStatus } from '../../contract/companies/company-vocabulary.ts';
import type { SourceCandidate, SourceMatchedBy } from '../../contract/sources/answers.ts';
import type { NameKeys } from '../../text/names.ts';
import {
  explainMatch,
  identifierMatch,
  type MatchedCompany,
  relevanceOf,
} from '../matching/explain-match.ts';
import type { HintVerdict } from './place-hints.ts';
import type { FoundIdentifier } from './row-state.ts';

/** A name in its first spelling, and the keys that all spellings of the same question share. */
export interface RowName {
  readonly text: string;
  readonly keys: NameKeys;
}

export interface CandidateEvidence {
  readonly name: RowName | null;
  readonly identifiers: readonly FoundIdentifier[];
  readonly nameHits: readonly MatchedCompany[];
  readonly verdicts: ReadonlyMap<string, HintVerdict>;
  readonly chosen: readonly CompanyCard[];
  /** Include only this company. */
  readonly only?: string;
  /** The maximum number of candidates to list. */
  readonly maxCandidates: number;
}

/** What speaks for a company. */
interface Case {
  readonly card: CompanyCard;
  readonly hit: MatchedCompany | undefined;
  /** Its place among the account's choices; Infinity when it was never chosen. */
  readonly choice: number;
  readonly identifiers: readonly FoundIdentifier[];
  readonly nameRelevance: number;
  readonly hints: number;
}

export interface RowCandidates {
  /** Previous choices of people first, then the most certain; at most `maxCandidates`. */
  readonly listed: readonly SourceCandidate[];
  readonly total: number;
}

/** Every company that something in the row supports, with the reasons. */
export function rowCandidates(evidence: CandidateEvidence): RowCandidates {
  const cards = new Map<string, CompanyCard>();
  const all = [
    ...evidence.identifiers.flatMap(({ cards: holders }) => holders),
    ...evidence.nameHits.map(({ card }) => card),
    ...evidence.chosen,
  ];
  for (const card of all) {
    if (evidence.only === undefined || card.company_id === evidence.only) cards.set(card.company_id, card);
  }
  const caseOf = caseReader(evidence);
  const listed = [...cards.values()]
    .map(caseOf)
    .sort(betterFirst)
    .slice(0, evidence.maxCandidates)
    .map((each) => shown(each, evidence));
  return { listed, total: cards.size };
}

function caseReader(evidence: CandidateEvidence): (card: CompanyCard) => Case {
  const naming = new Map<string, FoundIdentifier[]>();
  for (const identifier of evidence.identifiers) {
    for (const id of new Set(identifier.cards.map(({ company_id }) => company_id)))
      naming.set(id, [...(naming.get(id) ?? []), identifier]);
  }
  const hits = new Map(evidence.nameHits.map((hit) => [hit.card.company_id, hit]));
  const choices = new Map(evidence.chosen.map(({ company_id }, place) => [company_id, place] as const));
  return (card) => {
    const id = card.company_id;
    const hit = hits.get(id);
    const verdict = evidence.verdicts.get(id);
    return {
      card,
      hit,
      choice: choices.get(id) ?? Number.POSITIVE_INFINITY,
      identifiers: naming.get(id) ?? [],
      nameRelevance: hit ? relevanceOf(hit.matchedQueries) : 0,
      hints: (verdict?.agrees.length ?? 0) - (verdict?.contradicted ? 10 : 0),
    };
  };
}

function betterFirst(one: Case, other: Case): number {
  if (one.choice !== other.choice) return one.choice < other.choice ? -1 : 1;
  return (
    other.identifiers.length - one.identifiers.length ||
    other.nameRelevance - one.nameRelevance ||
    other.hints - one.hints ||
    Number(other.card.status === 'active') - Number(one.card.status === 'active') ||
    (one.card.company_id < other.card.company_id ? -1 : 1)
  );
}

function byName(hit: MatchedCompany, { text, keys }: RowName): SourceMatchedBy[] {
  return explainMatch(hit, { text, identifiers: [], companyIds: [], name: keys, prefix: null });
}

function byHint({ field, value }: HintVerdict['agrees'][number]): SourceMatchedBy {
  return { stage: 'hint', field, value, rule: 'head_office', strength: 'weak' };
}

function byChoice(name: string): SourceMatchedBy {
  return {
    stage: 'previous_choice',
    field: 'name',
    value: name,
    rule: 'previously_selected',
    strength: 'weak',
  };
}

function shown(
  { card, hit, choice, identifiers }: Case,
  { name, verdicts }: CandidateEvidence,
): SourceCandidate {
  const wasChosen = Number.isFinite(choice);
  return {
    company_id: card.company_id,
    display_name: card.display_name,
    legal_name: card.legal_name,
    prefecture: card.prefecture,
    city: card.city,
    listing_status: card.listing_status as ListingStatus,
    status: card.status as CompanyStatus,
    // Filled in when the row is read, because a merger can come later.
    superseded_by: null,
    matched_by: [
      ...identifiers.map(({ type, value }) => identifierMatch(type, value)),
      ...(hit && name ? byName(hit, name) : []),
      ...(verdicts.get(card.company_id)?.agrees ?? []).map(byHint),
      ...(wasChosen && name ? [byChoice(name.text)] : []),
    ],
    previously_selected: wasChosen,
  };
}
