import { prices } from '../../../contract/credits/prices.ts';
import type { NextRequest } from '../../../contract/sources/answers.ts';
import type { SourceRecord } from '../records/source-record.ts';
import {
  anyMapping,
  buildGet,
  buildPost,
  buildReview,
  formatRows,
  makeStep,
  type StepWithSentence,
} from './next-step.ts';

/** Next steps for the rows of a source that was resolved. */

export function listChooseSteps(source: SourceRecord): StepWithSentence[] {
  const { multiple_candidates } = source;
  if (multiple_candidates === 0) return [];
  const reason = `Choose a company for ${formatRows(multiple_candidates)} with candidates`;
  const body = {
    row: '<source_row_id>',
    companyId: '<company_id of a candidate>',
    maxCredits: prices.matchedRow.credits,
  };
  const requests = [buildReview(source, 'multiple_candidates'), buildPost(source, 'selectSourceRow', body)];
  const all = `GET /api/service/sources/${source.source_id}/rows/<source_row_id>/namesakes?prefecture=<prefecture>`;
  const rest = `: $1, then for each $2. If more companies have the name than a row lists, narrow by place: ${all} lists all of them.`;
  return [makeStep('choose_candidates', reason, requests, rest)];
}

/** What can be done about rows that a resolve left open: for many at once, or by hand, whatever was found. */
export function listOpenRowSteps(source: SourceRecord): StepWithSentence[] {
  const { multiple_candidates, invalid, dismissed } = source;
  const notFound = source.not_found - dismissed;
  const open = multiple_candidates + notFound + invalid;
  if (open === 0) return [];
  const steps: StepWithSentence[] = [];
  if (multiple_candidates + invalid > 0)
    steps.push(
      makeStep(
        'accept_rows',
        'Accept rows with a single candidate at once',
        [buildGet(source, 'listSourceReasons')],
        ': $1 says why rows are open. Reasons with `acceptable: true` can be accepted for all of their rows.',
      ),
    );
  const counts = { not_found: notFound, invalid, multiple_candidates };
  const worst = (['not_found', 'invalid'] as const).find((status) => counts[status] > 0);
  const review = buildReview(source, worst ?? 'multiple_candidates');
  const without =
    notFound === open
      ? `No company was found for ${formatRows(open)}`
      : `Map further or other columns for ${formatRows(open)} without a company`;
  const mapping = [
    review,
    buildPost(source, 'mapSource', anyMapping),
    buildPost(source, 'resolveSource', { execute: true, maxCredits: open * prices.matchedRow.credits }),
  ];
  steps.push(
    makeStep(
      'map_further_columns',
      without,
      mapping,
      ': see $1, map more columns or hints with $2 and resolve again with $3.',
    ),
  );
  if (invalid > 0)
    steps.push(
      makeStep(
        'correct_rows',
        `Correct ${formatRows(invalid)} with wrong values or keys`,
        [buildReview(source, 'invalid')],
        ': $1 says why. Then import again, or map other columns.',
      ),
    );
  const chosen = { row: '<source_row_id>', action: 'choose', companyId: '<company_id>' };
  const decisions = { decisions: [chosen], execute: true, maxCredits: prices.matchedRow.credits };
  steps.push(
    makeStep(
      'decide_rows',
      'Choose any company for an open row, or none',
      [review, buildPost(source, 'decideSourceRows', decisions)],
      ': see $1, then $2. Other actions are none_of_these and not_a_company; "applyTo":"same" decides for all rows that say the same.',
    ),
  );
  return steps;
}

export function listLaterSteps(source: SourceRecord): StepWithSentence[] {
  const { source_id, matched, row_count, unresolved, dismissed } = source;
  const steps: StepWithSentence[] = [];
  if (matched > 0) {
    const createList: NextRequest = {
      operation: 'createList',
      method: 'POST',
      path: '/api/service/lists',
      params: {},
      query: {},
      body: { name: '<name>', source_id },
      needs_idempotency_key: false,
    };
    const reason = `Make a List from ${formatRows(matched)} with a company, free of charge`;
    steps.push(makeStep('create_list', reason, [createList], ': $1.'));
    const decisions = [{ row: '<source_row_id>', action: 'reopen' }];
    const requests = [
      buildReview(source, 'matched'),
      buildPost(source, 'decideSourceRows', { decisions, execute: true, maxCredits: 0 }),
    ];
    const rest = ': see $1, then $2. Nothing is refunded, and settling the row again is free.';
    steps.push(makeStep('reopen_rows', 'Reopen a row with a wrong company', requests, rest));
  }
  if (dismissed > 0) {
    const decisions = [{ row: '<source_row_id>', action: 'take_back' }];
    const requests = [
      buildGet(source, 'reviewSource', { decision: 'none_of_these,not_a_company' }),
      buildPost(source, 'decideSourceRows', { decisions, execute: true, maxCredits: 0 }),
    ];
    const reason = `${formatRows(dismissed)} ${dismissed === 1 ? 'is' : 'are'} marked as nobody or as not a company`;
    steps.push(makeStep('take_back_rows', reason, requests, ': see $1, and take a mark back with $2.'));
  }
  if (unresolved < row_count)
    steps.push(
      makeStep(
        'download_rows',
        'Download the rows with their companies',
        [buildGet(source, 'exportSource')],
        ': $1.',
      ),
    );
  return steps;
}
