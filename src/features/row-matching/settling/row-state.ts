import type { Assurance } from '../../../contract/company-resolve/assurance.ts';
import type { WrittenName } from '../../../contract/company-resolve/written-names.ts';
import type { RowIssue } from '../../../contract/sources/answers.ts';
import type { RowReason } from '../../../contract/sources/row-reasons.ts';
import type { RowStatus } from '../../../contract/sources/sources.ts';
import { namesakesShown } from '../lookup/lookup-queries.ts';
import { writtenName } from '../lookup/name-found.ts';
import { type NamesakeCount, namesakesText } from '../lookup/namesake-count.ts';
import type { StoredCandidate, StoredSuggestion } from '../stored-candidates.ts';
import { isAcceptableUnseen } from './acceptable-rows.ts';
import { belowText, reaches, type Settling } from './assurance.ts';
import { changedHandsIssues, openIssues, openReason } from './open-rows.ts';
import { assuranceOfSettlement } from './row-assurance.ts';
import { type Case, candidateOf, rowCases, suggestionsOf } from './row-candidates.ts';
import {
  type FoundIdentifier,
  hintVerdicts,
  type RowEvidence,
  type RowQuestion,
  writtenIn,
} from './row-evidence.ts';
import { type Settlement, settle, settledByIdentifiers } from './row-settlement.ts';

/**
 * The outcome of resolving a row (docs/specification.md#row-states, docs/decisions/0027-sources.md). A row is matched
 * only if nothing in it supports another company. A person decides everything else.
 */

/** The outcome for all rows with the same question. */
export interface RowOutcome {
  readonly status: Exclude<RowStatus, 'unresolved'>;
  readonly companyId: string | null;
  readonly candidates: readonly StoredCandidate[];
  readonly suggestions: readonly StoredSuggestion[];
  /** How the row's name was read, if something was set aside. */
  readonly written: WrittenName | null;
  /** In addition to the issues of each row's own cells. */
  readonly issues: readonly RowIssue[];
  readonly reason: RowReason;
  /** How sure the match is, or with the reason `assurance_below` would be; null without one. */
  readonly assurance: Assurance | null;
  /** Whether the row is settled without a charge, because it names its company as an earlier export did. */
  readonly free: boolean;
}

export interface MatchedRow {
  /** The same object for all rows of the run with the same question. */
  readonly outcome: RowOutcome;
  readonly issues: readonly RowIssue[];
  /** Equal for rows that say the same in their mapped cells; 32 hexadecimal digits. */
  readonly sameKey: string;
  /** Equal for rows with the same name; as many digits. Null without a name. */
  readonly sameNameKey: string | null;
  /** The company of the remembered choice that settled the row, as it is stored; null if none did. */
  readonly choice: string | null;
}

/** Whether the row's name must be looked up, because its identifiers alone do not settle it. */
export function needsName(question: RowQuestion, identifiers: readonly FoundIdentifier[]): boolean {
  if (question.name === null) return false;
  const settlement = settledByIdentifiers(question, identifiers);
  return settlement === null || question.rejected.includes(settlement.card.company.company_id);
}

/** @param maxCandidates how many candidates to list at most, the best */
export function rowOutcome(evidence: RowEvidence, maxCandidates: number = namesakesShown): RowOutcome {
  const { question } = evidence;
  const verdicts = hintVerdicts(evidence);
  const all = rowCases(evidence, verdicts);
  const settlement = settle(evidence, verdicts);
  const written = evidence.found && writtenName(evidence.found);
  const winner = winnerOf(all, settlement, evidence);
  const isRejected = ({ card }: Case) => question.rejected.includes(card.company.company_id);
  const isTakenBack = winner !== undefined && isRejected(winner);
  const { settling } = evidence;
  const level = settlement && winner ? assuranceOfSettlement(settlement, evidence, verdicts) : null;
  const isSure = level !== null && reaches(level, settling.from);
  if (settlement && winner && isSure && !isTakenBack && !question.invalid) {
    return {
      status: 'matched',
      companyId: winner.card.company.company_id,
      candidates: [candidateOf(winner, question.name)],
      suggestions: [],
      written: evidence.found ? written : question.name && writtenIn(winner.card, question.name),
      issues: evidence.found?.onDay ? [] : changedHandsIssues(evidence.found?.tookOver),
      reason: settlement.reason,
      assurance: level,
      free: settlement.reason === 'earlier_export',
    };
  }
  // As for a matched row, unless the faulty number speaks for another company.
  const isClear =
    winner && !isTakenBack && all.every((each) => each === winner || each.nearMisses.length === 0);
  const shown = isClear ? [winner] : all;
  // A company that a person took back is a candidate again, the last one.
  const cases = [...shown.filter((each) => !isRejected(each)), ...shown.filter(isRejected)];
  const candidates = cases.slice(0, maxCandidates).map((each) => candidateOf(each, question.name));
  const open = { evidence, verdicts, cases, settlement };
  const below = level !== null && !isSure && !isTakenBack && !question.invalid ? level : null;
  const reason =
    isTakenBack && !question.invalid ? 'taken_back' : below ? 'assurance_below' : openReason(open);
  const belowIssues = below === null ? [] : [belowIssue(below, settling)];
  return {
    status: openStatus(question, cases.length),
    companyId: null,
    candidates: isAcceptableUnseen(open, reason, below)
      ? candidates.map((candidate) => ({ ...candidate, acceptable: true }))
      : candidates,
    suggestions: suggestionsOf(open),
    written,
    issues: [
      ...openIssues(open, reason),
      ...belowIssues,
      ...cutOffIssues(candidates.length, cases.length, evidence.nameCount),
    ],
    reason,
    assurance: below,
    free: false,
  };
}

/** The company that the row settles on, if it is still in the database. */
function winnerOf(
  cases: readonly Case[],
  settlement: Settlement | null,
  { places }: RowEvidence,
): Case | undefined {
  const id = settlement?.card.company.company_id;
  return cases.find(({ card }) => card.company.company_id === id && places.has(card.company.company_id));
}

function openStatus({ invalid }: RowQuestion, cases: number): RowOutcome['status'] {
  if (invalid) return 'invalid';
  return cases === 0 ? 'not_found' : 'multiple_candidates';
}

function belowIssue(level: Assurance, settling: Settling): RowIssue {
  return { code: 'assurance_below', field: null, header: null, message: belowText(level, settling) };
}

function cutOffIssues(listed: number, total: number, nameCount: NamesakeCount | null): RowIssue[] {
  if (listed === total && nameCount === null) return [];
  const message =
    nameCount === null
      ? `${total.toLocaleString('en')} companies fit this row. The best ${listed} of them are listed.`
      : `${namesakesText(nameCount)} The best ${listed} of them are listed; the namesakes of the row are all of them, by place.`;
  return [{ code: 'candidates_truncated', field: null, header: null, message }];
}
