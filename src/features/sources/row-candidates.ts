import type { CompanyCard } from '../../../mappings/companies.ts';
import type { CompanyStatus, ListingStatus } from '../../contract/company-vocabulary.ts';
import type { SourceCandidate, SourceMatchedBy } from '../../contract/source-answers.ts';
import { nameKeys } from '../../text/names.ts';
import { explainMatch, type MatchedCompany, relevanceOf } from '../matching/explain-match.ts';
import type { HintVerdict } from './place-hints.ts';
import type { FoundIdentifier } from './row-state.ts';

export interface CandidateEvidence {
  readonly name: string | null;
  readonly identifiers: readonly FoundIdentifier[];
  readonly nameHits: readonly MatchedCompany[];
  readonly verdicts: ReadonlyMap<string, HintVerdict>;
  readonly chosen: readonly CompanyCard[];
  /** Explain this company alone. */
  readonly only?: string;
}

/** What speaks for a company, and how it compares with others, the better first. */
interface Case {
  readonly card: CompanyCard;
  readonly matchedBy: readonly SourceMatchedBy[];
  /** Place among the account's choices; Infinity when it was never chosen. */
  readonly choice: number;
  readonly identifiers: number;
  readonly nameRelevance: number;
  readonly hints: number;
}

/** Every company that something in the row speaks for, with the reasons: what people chose before first, then the surest. */
export function rowCandidates(evidence: CandidateEvidence): SourceCandidate[] {
  const cards = new Map<string, CompanyCard>();
  const all = [
    ...evidence.identifiers.flatMap(({ cards: holders }) => holders),
    ...evidence.nameHits.map(({ card }) => card),
    ...evidence.chosen,
  ];
  for (const card of all) {
    if (evidence.only === undefined || card.company_id === evidence.only) cards.set(card.company_id, card);
  }
  return [...cards.values()]
    .map((card) => caseFor(card, evidence))
    .sort(betterFirst)
    .map(shown);
}

function caseFor(
  card: CompanyCard,
  { name, identifiers, nameHits, verdicts, chosen }: CandidateEvidence,
): Case {
  const id = card.company_id;
  const naming = identifiers.filter(({ cards }) => cards.some(({ company_id }) => company_id === id));
  const hit = nameHits.find((each) => each.card.company_id === id);
  const verdict = verdicts.get(id);
  const choice = chosen.findIndex(({ company_id }) => company_id === id);
  return {
    card,
    matchedBy: [
      ...naming.map(byIdentifier),
      ...(hit && name !== null ? byName(hit, name) : []),
      ...(verdict?.agrees ?? []).map(byHint),
      ...(choice >= 0 && name !== null ? [byChoice(name)] : []),
    ],
    choice: choice < 0 ? Number.POSITIVE_INFINITY : choice,
    identifiers: naming.length,
    nameRelevance: hit ? relevanceOf(hit.matchedQueries) : 0,
    hints: (verdict?.agrees.length ?? 0) - (verdict?.contradicted ? 10 : 0),
  };
}

function betterFirst(one: Case, other: Case): number {
  if (one.choice !== other.choice) return one.choice < other.choice ? -1 : 1;
  return (
    other.identifiers - one.identifiers ||
    other.nameRelevance - one.nameRelevance ||
    other.hints - one.hints ||
    Number(other.card.status === 'active') - Number(one.card.status === 'active') ||
    (one.card.company_id < other.card.company_id ? -1 : 1)
  );
}

function byIdentifier({ type, value }: FoundIdentifier): SourceMatchedBy {
  return { stage: 'identifier', field: type, value, rule: 'identifier', strength: 'exact' };
}

function byName(hit: MatchedCompany, name: string): SourceMatchedBy[] {
  const reading = { text: name, identifiers: [], companyIds: [], name: nameKeys(name), prefix: null };
  return explainMatch(hit, reading);
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

function shown({ card, matchedBy, choice }: Case): SourceCandidate {
  return {
    company_id: card.company_id,
    display_name: card.display_name,
    legal_name: card.legal_name,
    prefecture: card.prefecture,
    city: card.city,
    listing_status: card.listing_status as ListingStatus,
    status: card.status as CompanyStatus,
    // Told at the time of reading: a merger can come later.
    superseded_by: null,
    matched_by: [...matchedBy],
    previously_selected: Number.isFinite(choice),
  };
}
