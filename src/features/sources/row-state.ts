import type { CompanyCard } from '../../../mappings/companies.ts';
import type { RowIssue, SourceCandidate } from '../../contract/sources/answers.ts';
import type { RowStatus } from '../../contract/sources/sources.ts';
import { looseKey } from '../../text/names.ts';
import type { HeadOffice } from '../companies/company-record.ts';
import { namesakesShown } from '../company-resolve/lookup-queries.ts';
import { settledByName } from '../company-resolve/name-settlement.ts';
import type { MatchedCompany } from '../matching/explain-match.ts';
import type { RowIdentifier, RowReading } from './mapped-values.ts';
import { type HintVerdict, hintJudge } from './place-hints.ts';
import { candidateOf, type RowName, rowCases } from './row-candidates.ts';

/**
 * The outcome of resolving a row (docs/specification.md#row-states, docs/decisions/0027-sources.md). A row is matched
 * only if nothing in it supports another company. A person decides everything else.
 */

/** An identifier of the row, with the companies that have it. */
export interface FoundIdentifier extends RowIdentifier {
  readonly cards: readonly CompanyCard[];
}

/** What the result of a row depends on. Rows with the same question have the same outcome, whatever their cells look like. */
export interface RowQuestion extends Pick<RowReading, 'identifiers' | 'hints'> {
  readonly name: RowName | null;
}

export interface RowEvidence {
  readonly question: RowQuestion;
  readonly identifiers: readonly FoundIdentifier[];
  /** Hits for the row's name, the best first; empty when the name was not looked up (see `needsName`). */
  readonly nameHits: readonly MatchedCompany[];
  /** Head offices of the companies that could match. Companies that are no longer in the database are absent. */
  readonly places: ReadonlyMap<string, HeadOffice>;
  /** Companies that the account chose for this name, the latest first. */
  readonly chosen: readonly CompanyCard[];
}

/** The outcome for all rows with the same question. */
export interface RowOutcome {
  readonly status: Exclude<RowStatus, 'unresolved'>;
  readonly companyId: string | null;
  readonly candidates: readonly SourceCandidate[];
  /** In addition to the issues of each row's own cells. */
  readonly issues: readonly RowIssue[];
  /** Why the row is in its state, as a code. */
  readonly reason: string | null;
  /** Whether the row is settled without a charge, because it names its company by our own id. */
  readonly free: boolean;
}

export const invalidRow: RowOutcome = {
  status: 'invalid',
  companyId: null,
  candidates: [],
  issues: [],
  reason: null,
  free: false,
};

/** Whether the row's name must be looked up, because its identifiers alone do not settle it. */
export function needsName(question: RowQuestion, identifiers: readonly FoundIdentifier[]): boolean {
  return question.name !== null && settledByIdentifiers(question, identifiers) === null;
}

/** @param maxCandidates how many candidates to list at most, the best */
export function rowOutcome(evidence: RowEvidence, maxCandidates: number = namesakesShown): RowOutcome {
  const { question, identifiers, places } = evidence;
  const verdicts = hintVerdicts(evidence);
  const cases = rowCases(evidence, verdicts);
  const settled = settledByIdentifiers(question, identifiers) ?? settledByNameAndHints(evidence, verdicts);
  const winner = settled && cases.find(({ card }) => card.company_id === settled.company_id);
  if (winner && places.has(winner.card.company_id)) {
    const candidates = [candidateOf(winner, question.name)];
    const companyId = winner.card.company_id;
    return { status: 'matched', companyId, candidates, issues: [], reason: null, free: false };
  }
  const candidates = cases.slice(0, maxCandidates).map((each) => candidateOf(each, question.name));
  return {
    status: cases.length === 0 ? 'not_found' : 'multiple_candidates',
    companyId: null,
    candidates,
    issues: [...unknownIssues(evidence), ...cutOffIssues(candidates.length, cases.length)],
    reason: null,
    free: false,
  };
}

function cutOffIssues(listed: number, total: number): RowIssue[] {
  if (listed === total) return [];
  const message = `${total.toLocaleString('en')} companies fit this row. The best ${listed} of them are listed.`;
  return [{ code: 'candidates_truncated', field: null, header: null, message }];
}

/**
 * The company that all known identifiers of the row belong to, if the row's name is empty or one of its names, and the
 * most reliable identifier is known.
 */
function settledByIdentifiers(
  { name }: RowQuestion,
  identifiers: readonly FoundIdentifier[],
): CompanyCard | null {
  const [surest] = identifiers;
  if (!surest || surest.cards.length === 0) return null;
  const known = identifiers.filter(({ cards }) => cards.length > 0);
  const holders = known.map(({ cards }) => new Set(cards.map(({ company_id }) => company_id)));
  const [only, ...others] = surest.cards.filter(({ company_id }) =>
    holders.every((ids) => ids.has(company_id)),
  );
  if (!only || others.length > 0) return null;
  return name === null || hasName(only, name.keys) ? only : null;
}

/** Whether the company has or had this name, by the loosest key. */
function hasName(card: CompanyCard, { loose }: RowName['keys']): boolean {
  return [card.display_name, ...card.names.map((each) => each.name)].some((each) => looseKey(each) === loose);
}

/**
 * A name settles a row only if that company has every identifier of the row, no hint contradicts it, and no person chose
 * another company for the name, unless a hint supports this one.
 */
function settledByNameAndHints(
  { question: { name }, identifiers, nameHits, chosen }: RowEvidence,
  verdicts: ReadonlyMap<string, HintVerdict>,
): CompanyCard | null {
  if (name === null) return null;
  const card = settledByName(nameHits, name.keys.legalForm !== null) ?? settledByHints(nameHits, verdicts);
  if (!card) return null;
  const isIt = ({ company_id }: CompanyCard) => company_id === card.company_id;
  const { agrees = [], contradicted = false } = verdicts.get(card.company_id) ?? {};
  if (contradicted || !identifiers.every(({ cards }) => cards.some(isIt))) return null;
  return agrees.length > 0 || chosen.every(isIt) ? card : null;
}

/** The only active company with exactly this name that the hints do not contradict. */
function settledByHints(
  hits: readonly MatchedCompany[],
  verdicts: ReadonlyMap<string, HintVerdict>,
): CompanyCard | null {
  // Namesakes that were not looked at could fit as well.
  if (hits.length >= namesakesShown) return null;
  const namesakes = hits.filter(
    ({ card, matchedQueries }) => card.status === 'active' && matchedQueries.includes('legal_exact'),
  );
  const remaining = namesakes.filter(({ card }) => !verdicts.get(card.company_id)?.contradicted);
  const [only, ...others] = remaining.length === 1 ? remaining : ofOneStreet(remaining, verdicts);
  const agrees = only && (verdicts.get(only.card.company_id)?.agrees.length ?? 0) > 0;
  return agrees && others.length === 0 ? only.card : null;
}

/** Among namesakes in one city, the street decides if it is known for all of them. */
function ofOneStreet(
  hits: readonly MatchedCompany[],
  verdicts: ReadonlyMap<string, HintVerdict>,
): readonly MatchedCompany[] {
  const streets = hits.map(({ card }) => verdicts.get(card.company_id)?.sameStreet ?? null);
  return streets.includes(null) ? hits : hits.filter((_, place) => streets[place] === true);
}

function hintVerdicts({ question, nameHits, places }: RowEvidence): ReadonlyMap<string, HintVerdict> {
  if (Object.keys(question.hints).length === 0) return new Map();
  const judge = hintJudge(question.hints);
  return new Map(
    nameHits.flatMap(({ card: { company_id } }) => {
      const place = places.get(company_id);
      return place ? [[company_id, judge(place)]] : [];
    }),
  );
}

/** Valid identifiers that no loaded company has explain why a row was not matched. */
function unknownIssues({ identifiers }: RowEvidence): RowIssue[] {
  return identifiers
    .filter(({ cards }) => cards.length === 0)
    .map(({ field, value }) => ({
      code: `${field}_unknown`,
      field,
      header: null,
      message: `No loaded company has the ${field} ${value}. This is not proof that there is none.`,
    }));
}
