import { formatPrice, prices } from '../../../contract/credits/prices.ts';
import { maxRowsInOneCall } from '../../../contract/limits.ts';
import type { NextRequest, NextStep } from '../../../contract/sources/answers.ts';
import { mappedHintFields, mappingFields } from '../../../contract/sources/sources.ts';
import { suggestColumns } from '../columns/column-suggestions.ts';
import type { SourceRecord } from '../records/source-record.ts';
import { canResume, isOpen, type LatestRun } from '../records/source-run.ts';
import { anyMapping, buildGet, buildPost, formatRows, makeStep, type StepWithSentence } from './next-step.ts';
import { listChooseSteps, listLaterSteps, listOpenRowSteps } from './review-steps.ts';

const headersShown = 20;

/** What a caller can do next, as sentences and as requests. */
export interface NextActions {
  readonly next_actions: string[];
  readonly next_steps: NextStep[];
}

/** What the call that is answered did. */
export interface AfterCall {
  /** Whether it was an import of the same content again. */
  readonly deduplicated?: boolean;
  /** The id of its decisions, if they can be undone. */
  readonly undo?: string | null;
}

/** The next actions for a source in its state. */
export function listNextActions(
  source: SourceRecord,
  { deduplicated = false, undo = null }: AfterCall = {},
): NextActions {
  const steps = listSteps(source);
  if (deduplicated) steps.unshift(makeAgainStep(source));
  if (undo !== null)
    steps.push(
      makeStep(
        'undo_decisions',
        'Undo all that this call decided, free of charge',
        [buildPost(source, 'undoSourceDecisions', { batchId: undo })],
        ': $1. "dryRun":true shows how many rows it would change.',
      ),
    );
  return toNextActions(steps);
}

export const afterPreview = toNextActions([
  makeStep(
    'import_again',
    'Send the file without preview to import it, with the parameters that read it well.',
  ),
]);

export const afterDeletion = toNextActions([
  makeStep('import_again', 'Import the table again for a new source. Its rows are charged as new rows.'),
]);

function toNextActions(steps: readonly StepWithSentence[]): NextActions {
  return {
    next_actions: steps.map(({ sentence }) => sentence),
    next_steps: steps.map(({ sentence: _, ...each }) => each),
  };
}

/** In every state, some step leads on: test/properties/source-next-steps.test.ts walks through them. */
function listSteps(source: SourceRecord): StepWithSentence[] {
  const { row_count, misshapen_rows, unresolved, latest_run: run, status } = source;
  if (row_count === 0)
    return [makeStep('import_again', 'The source has no rows. Import a file that has some.')];
  if (run && isOpen(run))
    return [makeFollowStep(source, run), ...listChooseSteps(source), ...listLaterSteps(source)];
  if (status !== 'imported' && status !== 'mapped')
    return [...listChooseSteps(source), ...listOpenRowSteps(source), ...listLaterSteps(source)];
  const steps: StepWithSentence[] = [];
  if (misshapen_rows > 0 && unresolved > 0) {
    const fault = `The keys of ${formatRows(misshapen_rows)} are not exactly the headers. Resolving makes such rows invalid.`;
    steps.push(makeStep('correct_rows', `${fault} Correct them and import again, or continue without them.`));
  }
  if (status === 'imported') return [...steps, makeMapStep(source)];
  if (run && canResume(run)) steps.push(makeResumeStep(source, run));
  const mapAgain = makeStep(
    'map_columns',
    'Map again if a column is wrong',
    [buildPost(source, 'mapSource', anyMapping)],
    ': $1 replaces the mapping. Settled rows stay settled.',
  );
  return [
    ...steps,
    ...listResolveSteps(source),
    mapAgain,
    ...listChooseSteps(source),
    ...listLaterSteps(source),
  ];
}

/** The same content was already imported; a caller may want to start over. */
function makeAgainStep({ created_at, reading }: SourceRecord): StepWithSentence {
  const day = created_at.toISOString().slice(0, 10);
  const before = `The same content was imported on ${day}; this is its source, in its current state.`;
  if (reading === null)
    return makeStep('import_again', `${before} For a new source, import without contentSha256.`);
  const request: NextRequest = {
    operation: 'importSourceFile',
    method: 'POST',
    path: '/api/service/sources/files',
    params: {},
    query: { again: 'new' },
    body: null,
    needs_idempotency_key: false,
  };
  return makeStep(
    'import_again',
    `${before} To start over with a new source, send the file again`,
    [request],
    ': $1.',
  );
}

function makeMapStep(source: SourceRecord): StepWithSentence {
  const { identifiers, hints, unclear } = suggestColumns(source.detected_identifier_columns, source.headers);
  const columns = listSuggested(identifiers);
  const hinted = listSuggested(hints);
  let reason = 'Map the columns';
  let rest = `: $1; hints (${mappedHintFields.join(', ')}) help to tell namesakes apart.`;
  const [open] = unclear;
  if (open) {
    columns[open.field] = '<header>';
    reason = `Choose the column of the company: ${listHeaders(open.headers)} could each be its ${open.field}`;
    rest = ': $1.';
  } else if (Object.keys(columns).length === 0) {
    columns.name = '<header>';
    reason = `Map at least one of ${mappingFields.join(', ')} to a header`;
    rest = `: $1; no column looks like an identifier. The headers are: ${listHeaders(source.headers)}.`;
  }
  const body = { entity: 'company', columns, ...(Object.keys(hinted).length > 0 && { hints: hinted }) };
  return makeStep('map_columns', reason, [buildPost(source, 'mapSource', body)], rest);
}

function listSuggested(
  columns: readonly { suggested: boolean; field: string; header: string }[],
): Record<string, string> {
  const suggested = columns.filter((column) => column.suggested);
  return Object.fromEntries(suggested.map(({ field, header }) => [field, header]));
}

/** All headers of a usual source, without `$`, which would refer to a request. */
function listHeaders(headers: readonly string[]): string {
  const shown = headers.slice(0, headersShown).map((header) => header.slice(0, 50).replaceAll('$', '＄'));
  const more = headers.length - shown.length;
  if (more > 0) return `${shown.join(', ')}, and ${more} more`;
  return shown.join(', ');
}

/**
 * Rows that a resolve looks at, at most: after a mapping, these are all rows that are neither matched nor dismissed by a
 * person.
 */
function countOpenRows(source: SourceRecord): number {
  const { status, row_count, matched, unresolved, dismissed } = source;
  if (status === 'mapped') return row_count - matched - dismissed;
  return unresolved + source.not_found - dismissed;
}

function listResolveSteps(source: SourceRecord): StepWithSentence[] {
  const open = countOpenRows(source);
  const body = { execute: true, maxCredits: open * prices.matchedRow.credits };
  const resolve = makeStep(
    'resolve_rows',
    `Resolve ${formatRows(open)} that have no company yet`,
    [buildPost(source, 'resolveSource', body)],
    `: $1. Each matched row costs ${formatPrice(prices.matchedRow)}; no row is charged twice. "dryRun":true shows the cost first.`,
  );
  if (open < maxRowsInOneCall) return [resolve];
  const background = makeStep(
    'resolve_in_background',
    'Or resolve them in the background',
    [buildPost(source, 'startSourceRun', body)],
    ': $1. It shows its progress, and can be cancelled and resumed.',
  );
  return [resolve, background];
}

function makeFollowStep(
  source: SourceRecord,
  { run_id, rows_done, rows_total }: LatestRun,
): StepWithSentence {
  const requests = [
    buildGet(source, 'getSourceRun', { wait: '30' }, run_id),
    buildPost(source, 'cancelSourceRun', null, run_id),
  ];
  const done = `${rows_done.toLocaleString('en')} of ${formatRows(rows_total)}`;
  return makeStep(
    'follow_run',
    `A run has resolved ${done}`,
    requests,
    ': follow it with $1, or end it with $2.',
  );
}

/** What has to be done first, if resuming alone would stop in the same place. */
const resumeWords: Readonly<Record<string, string>> = {
  credit_balance_insufficient: 'Add credits, then resume',
  max_credits_reached: 'Permit more credits, and resume',
};

function makeResumeStep(source: SourceRecord, run: LatestRun): StepWithSentence {
  const body = {
    execute: true,
    maxCredits: run.credits_used + countOpenRows(source) * prices.matchedRow.credits,
  };
  const requests = [buildPost(source, 'resumeSourceRun', body, run.run_id)];
  const rest = ': $1. "maxCredits" limits the whole run, with what it has already cost.';
  if (run.mapping_version !== source.mapping_version) {
    const reason = 'Resume the run: it begins again with the new mapping, and settled rows stay settled';
    return makeStep('resume_run', reason, requests, rest);
  }
  const resume = resumeWords[run.stop_reason ?? ''] ?? 'Resume';
  const done = `${run.rows_done.toLocaleString('en')} of ${formatRows(run.rows_total)}`;
  return makeStep('resume_run', `${resume} the run that ended after ${done}`, requests, rest);
}
