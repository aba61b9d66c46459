import type { RowIssue, SourceCandidate } from '../../contract/sources/answers.ts';
import type { RowReason } from '../../contract/sources/row-reasons.ts';
import type { RowStatus } from '../../contract/sources/sources.ts';
import { namesakesShown } from '../company-resolve/lookup-queries.ts';
import { openIssues, openReason } from './open-rows.ts';
import { candidateOf, rowCases } from './row-candidates.ts';
import { type FoundIdentifier, hintVerdicts, type RowEvidence, type RowQuestion } from './row-evidence.ts';
import { settle, settledByIdentifiers } from './row-settlement.ts';

/**
 * The outcome of resolving a row (docs/specification.md#row-states, docs/decisions/0027-sources.md). A row is matched
 * only if nothing in it supports another company. A person decides everything else.
 */

/** The outcome for all rows with the same question. */
export interface RowOutcome {
  readonly status: Exclude<RowStatus, 'unresolved'>;
  readonly companyId: string | null;
  readonly candidates: readonly SourceCandidate[];
  /** In addition to the issues of each row's own cells. */
  readonly issues: readonly RowIssue[];
  readonly reason: RowReason;
  /** Whether the row is settled without a charge, because it names its company as an earlier export did. */
  readonly free: boolean;
}

/** Whether the row's name must be looked up, because its identifiers alone do not settle it. */
export function needsName(question: RowQuestion, identifiers: readonly FoundIdentifier[]): boolean {
  return question.name !== null && settledByIdentifiers(question, identifiers) === null;
}

/** @param maxCandidates how many candidates to list at most, the best */
export function rowOutcome(evidence: RowEvidence, maxCandidates: number = namesakesShown): RowOutcome {
  const { question, places } = evidence;
  const verdicts = hintVerdicts(evidence);
  const cases = rowCases(evidence, verdicts);
  const settlement = settle(evidence, verdicts);
  const winner = cases.find(({ card }) => card.company_id === settlement?.card.company_id);
  if (settlement && winner && !question.invalid && places.has(winner.card.company_id)) {
    return {
      status: 'matched',
      companyId: winner.card.company_id,
      candidates: [candidateOf(winner, question.name)],
      issues: [],
      reason: settlement.reason,
      free: settlement.reason === 'earlier_export',
    };
  }
  const candidates = cases.slice(0, maxCandidates).map((each) => candidateOf(each, question.name));
  const open = { evidence, verdicts, cards: cases.map(({ card }) => card), settlement };
  return {
    status: openStatus(question, cases.length),
    companyId: null,
    candidates,
    issues: [...openIssues(open), ...cutOffIssues(candidates.length, cases.length)],
    reason: openReason(open),
    free: false,
  };
}

function openStatus({ invalid }: RowQuestion, cases: number): RowOutcome['status'] {
  if (invalid) return 'invalid';
  return cases === 0 ? 'not_found' : 'multiple_candidates';
}

function cutOffIssues(listed: number, total: number): RowIssue[] {
  if (listed === total) return [];
  const message = `${total.toLocaleString('en')} companies fit this row. The best ${listed} of them are listed.`;
  return [{ code: 'candidates_truncated', field: null, header: null, message }];
}
