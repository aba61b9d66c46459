import type { CompanyStatus, ListingStatus } from '../../../contract/companies/company-vocabulary.ts';
import type { Assurance } from '../../../contract/company-resolve/assurance.ts';
import { identifierHintFields } from '../../../contract/company-resolve/hints.ts';
import type { WrittenName } from '../../../contract/company-resolve/written-names.ts';
import { maxListedCandidates } from '../../../contract/limits.ts';
import type { SourceMatchedBy } from '../../../contract/sources/compared-companies.ts';
import type { RowReason } from '../../../contract/sources/row-reasons.ts';
import type { RowIssue, SourceCandidate } from '../../../contract/sources/source-row.ts';
import type { RowStatus } from '../../../contract/sources/sources.ts';
import { describeWritten } from '../lookup/name-result.ts';
import { describeNamesakeCount } from '../lookup/namesakes.ts';
import type { ParsedName } from '../parsed-name.ts';
import { explainMatch, identifierMatch } from '../rules/explain-match.ts';
import type { StoredCandidate, StoredSuggestion } from '../stored-candidates.ts';
import { findAcceptable } from './acceptable-rows.ts';
import { changedHandsIssues, explainOpenRow, listSuggestions, openIssues } from './explain-open-row.ts';
import type { Case, FoundIdentifier } from './row-evidence.ts';
import { describeBelow, type SettledRow } from './settle-row.ts';

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

/**
 * What a row of a table shows of its settlement.
 * @param maxCandidates how many candidates to list at most, the best
 */
export function explainRow(row: SettledRow, maxCandidates: number = maxListedCandidates): RowOutcome {
  const { question, found, settlement, state, level, cases } = row;
  const [winner] = cases;
  if (state === 'settled' && settlement && winner) {
    return {
      status: 'matched',
      companyId: winner.card.company.company_id,
      candidates: cases.slice(0, maxCandidates).map((each) => describeCase(each, question.name)),
      suggestions: [],
      written: found ? describeWritten(found) : (question.name?.describeFor(winner.card) ?? null),
      issues: found?.onDay ? [] : changedHandsIssues(found?.tookOver),
      reason: settlement.reason,
      assurance: level,
      free: settlement.reason === 'earlier_export',
    };
  }
  const below = state === 'below' ? level : null;
  const reason = explainOpenRow(row);
  const acceptable = findAcceptable(row, reason);
  const inOrder = acceptable ? [acceptable, ...cases.filter((each) => each !== acceptable)] : cases;
  const listed = inOrder.slice(0, maxCandidates);
  return {
    status: openStatus(row),
    companyId: null,
    candidates: listed.map((each) => ({
      ...describeCase(each, question.name),
      ...(each === acceptable && { acceptable: true }),
    })),
    suggestions: listSuggestions(row).map((each) =>
      reason === 'one_slip' ? { ...each, acceptable: true } : each,
    ),
    written: found && describeWritten(found),
    issues: [
      ...openIssues(row, reason),
      ...(below === null ? [] : [belowIssue(below, row)]),
      ...cutOffIssues(listed.length, row),
    ],
    reason,
    assurance: below,
    free: false,
  };
}

function openStatus({ question, cases }: SettledRow): RowOutcome['status'] {
  if (question.invalid) return 'invalid';
  if (cases.length === 0) return 'not_found';
  return 'multiple_candidates';
}

function belowIssue(level: Assurance, { question: { settleFrom: from }, register }: SettledRow): RowIssue {
  return {
    code: 'assurance_below',
    field: null,
    header: null,
    message: describeBelow(level, { from, register }),
  };
}

function cutOffIssues(listed: number, { cases: { length: total }, nameCount }: SettledRow): RowIssue[] {
  if (listed === total && nameCount === null) return [];
  const message =
    nameCount === null
      ? `${total.toLocaleString('en')} companies fit this row. The best ${listed} of them are listed.`
      : `${describeNamesakeCount(nameCount)} The best ${listed} of them are listed; the namesakes of the row are all of them, by place.`;
  return [{ code: 'candidates_truncated', field: null, header: null, message }];
}

/** A company on the wire, with the reasons for it. @param name that of the row */
export function describeCase(
  { card, hit, wasChosen, always, identifiers, agrees }: Case,
  name: ParsedName | null,
): SourceCandidate {
  const matchedBy = describeIdentifiers(identifiers);
  if (hit && name)
    matchedBy.push(
      ...explainMatch(hit, {
        text: name.text,
        identifiers: [],
        companyIds: [],
        name: name.keys,
        prefix: null,
      }),
    );
  for (const { field, value } of agrees) {
    const isIdentifier = identifierHintFields.some((each) => each === field);
    const rule = isIdentifier ? 'identifier' : 'head_office';
    matchedBy.push({ stage: 'hint', field, value, rule, strength: 'weak' });
  }
  if (wasChosen && name)
    matchedBy.push({
      stage: 'previous_choice',
      field: 'name',
      value: name.text,
      rule: 'previously_selected',
      strength: always ? 'strong' : 'weak',
    });
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

function describeIdentifiers(identifiers: readonly FoundIdentifier[]): SourceMatchedBy[] {
  if (identifiers.length === 0) return [];
  // A column of an earlier export can have the same number as a mapped one.
  const distinct = new Map(identifiers.map(({ type, value }) => [`${type} ${value}`, { type, value }]));
  return [...distinct.values()].map(({ type, value }) =>
    identifierMatch(type, value, type === 'company_id' ? 'company_id' : undefined),
  );
}
