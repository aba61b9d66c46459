import { hintFields } from '../../../contract/company-resolve/hints.ts';
import { maxRowsInOneCall } from '../../../contract/limits.ts';
import type { NextRequest, NextStep } from '../../../contract/sources/answers.ts';
import { mappingFields, type RowStatus } from '../../../contract/sources/sources.ts';
import { withSuggestions } from '../columns/column-suggestions.ts';
import type { SourceRecord } from '../records/source-record.ts';
import { canResume, isOpen, type LatestRun } from '../records/source-run.ts';

const headersShown = 20;

/** What a caller can do next, as sentences and as requests. */
export interface NextActions {
  readonly next_actions: string[];
  readonly next_steps: NextStep[];
}

/** A step with its sentence, which begins with the reason and quotes the requests. */
interface StepWithSentence extends NextStep {
  readonly sentence: string;
}

/** What the call that is answered did. */
export interface AfterCall {
  /** Whether it was an import of the same content again. */
  readonly deduplicated?: boolean;
  /** The id of its decisions, if they can be undone. */
  readonly undo?: string | null;
}

/** The next actions for a source in its state. */
export function nextActions(
  source: SourceRecord,
  { deduplicated = false, undo = null }: AfterCall = {},
): NextActions {
  return asSentencesAndData([
    ...(deduplicated ? [againStep(source)] : []),
    ...stepsFor(source),
    ...(undo === null ? [] : [undoStep(source, undo)]),
  ]);
}

export const afterPreview = asSentencesAndData([
  step('import_again', 'Send the file without preview to import it, with the parameters that read it well.'),
]);

export const afterDeletion = asSentencesAndData([
  step('import_again', 'Import the table again for a new source. Its rows are charged as new rows.'),
]);

function asSentencesAndData(steps: readonly StepWithSentence[]): NextActions {
  return {
    next_actions: steps.map(({ sentence }) => sentence),
    next_steps: steps.map(({ sentence: _, ...each }) => each),
  };
}

/** In every state, some step leads on: test/properties/source-next-steps.test.ts walks through them. */
function stepsFor(source: SourceRecord): StepWithSentence[] {
  if (source.row_count === 0)
    return [step('import_again', 'The source has no rows. Import a file that has some.')];
  const run = source.latest_run;
  if (run && isOpen(run)) return [followStep(source, run), ...chooseSteps(source), ...laterSteps(source)];
  if (source.status === 'imported') return [...shapeWarning(source), mapStep(source)];
  if (source.status === 'mapped')
    return [
      ...shapeWarning(source),
      ...resumeSteps(source),
      ...resolveSteps(source),
      mapAgainStep(source),
      ...chooseSteps(source),
      ...laterSteps(source),
    ];
  return [
    ...chooseSteps(source),
    ...acceptSteps(source),
    ...unsettledSteps(source),
    ...decideSteps(source),
    ...laterSteps(source),
  ];
}

/** @param rest the part of the sentence after the reason; `$1` is where it quotes the first request, and so on */
function step(
  action: NextStep['action'],
  reason: string,
  requests: NextRequest[] = [],
  rest: string = '',
): StepWithSentence {
  const quoting = rest.replace(/\$(\d)/g, (whole, place) => requests.map(quote)[place - 1] ?? whole);
  return { action, reason, requests, sentence: reason + quoting };
}

function quote({ method, path, query, body, needs_idempotency_key }: NextRequest): string {
  const target = Object.keys(query).length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
  const key = needs_idempotency_key ? 'an Idempotency-Key header and ' : '';
  return `${method} ${target}${body ? ` with ${key}${JSON.stringify(body)}` : ''}`;
}

const sourceOperations = {
  mapSource: 'map',
  resolveSource: 'resolve',
  reviewSource: 'review',
  selectSourceRow: 'select',
  exportSource: 'export',
  listSourceReasons: 'reasons',
  decideSourceRows: 'decisions',
  undoSourceDecisions: 'undo',
  startSourceRun: 'runs',
  getSourceRun: 'runs/:runId',
  cancelSourceRun: 'runs/:runId/cancel',
  resumeSourceRun: 'runs/:runId/resume',
} as const;
type SourceOperation = keyof typeof sourceOperations;

function getOf(
  { source_id: sourceId }: SourceRecord,
  operation: SourceOperation,
  query: NextRequest['query'] = {},
  runId?: string,
): NextRequest {
  const below = sourceOperations[operation].replace(':runId', runId ?? '');
  return {
    operation,
    method: 'GET',
    path: `/api/service/sources/${sourceId}/${below}`,
    params: { sourceId, ...(runId !== undefined && { runId }) },
    query,
    body: null,
    needs_idempotency_key: false,
  };
}

function postTo(
  source: SourceRecord,
  operation: SourceOperation,
  body: NextRequest['body'],
  runId?: string,
): NextRequest {
  const needs_idempotency_key = body !== null && ('maxCredits' in body || 'batchId' in body);
  return { ...getOf(source, operation, {}, runId), method: 'POST', body, needs_idempotency_key };
}

function shapeWarning({ misshapen_rows, unresolved }: SourceRecord): StepWithSentence[] {
  if (misshapen_rows === 0 || unresolved === 0) return [];
  const fault = `The keys of ${rows(misshapen_rows)} are not exactly the headers. Resolving makes such rows invalid.`;
  return [step('correct_rows', `${fault} Correct them and import again, or continue without them.`)];
}

/** The same content was already imported; a caller may want to start over. */
function againStep({ created_at, reading }: SourceRecord): StepWithSentence {
  const day = created_at.toISOString().slice(0, 10);
  const before = `The same content was imported on ${day}; this is its source, in its current state.`;
  if (reading === null)
    return step('import_again', `${before} For a new source, import without contentSha256.`);
  const request: NextRequest = {
    operation: 'importSourceFile',
    method: 'POST',
    path: '/api/service/sources/files',
    params: {},
    query: { again: 'new' },
    body: null,
    needs_idempotency_key: false,
  };
  return step(
    'import_again',
    `${before} To start over with a new source, send the file again`,
    [request],
    ': $1.',
  );
}

function mapStep(source: SourceRecord): StepWithSentence {
  const {
    identifiers,
    hints: likelyHints,
    unclear,
  } = withSuggestions(source.detected_identifier_columns, source.headers);
  const suggested = identifiers.filter((column) => column.suggested);
  const hints = Object.fromEntries(
    likelyHints.filter((column) => column.suggested).map(({ field, header }) => [field, header]),
  );
  const map = (columns: object) => {
    const body = { entity: 'company', columns, ...(Object.keys(hints).length > 0 && { hints }) };
    return [postTo(source, 'mapSource', body)];
  };
  const columns = Object.fromEntries(suggested.map(({ field, header }) => [field, header]));
  const [open] = unclear;
  if (open) {
    const reason = `Choose the column of the company: ${headersShownOf(open.headers)} could each be its ${open.field}`;
    return step('map_columns', reason, map({ ...columns, [open.field]: '<header>' }), ': $1.');
  }
  if (suggested.length === 0) {
    const reason = `Map at least one of ${mappingFields.join(', ')} to a header`;
    const headers = `The headers are: ${headersShownOf(source.headers)}.`;
    const rest = `: $1; no column looks like an identifier. ${headers}`;
    return step('map_columns', reason, map({ name: '<header>' }), rest);
  }
  const rest = `: $1; hints (${hintFields.join(', ')}) help to tell namesakes apart.`;
  return step('map_columns', 'Map the columns', map(columns), rest);
}

/** All headers of a usual source, without `$`, which would refer to a request. */
function headersShownOf(headers: readonly string[]): string {
  const shown = headers.slice(0, headersShown).map((header) => header.slice(0, 50).replaceAll('$', '＄'));
  const more = headers.length - shown.length;
  return shown.join(', ') + (more > 0 ? `, and ${more} more` : '');
}

function mapAgainStep(source: SourceRecord): StepWithSentence {
  const body = { entity: 'company', columns: { '<field>': '<header>' } };
  const rest = ': $1 replaces the mapping. Settled rows stay settled.';
  return step('map_columns', 'Map again if a column is wrong', [postTo(source, 'mapSource', body)], rest);
}

/**
 * Rows that a resolve looks at, at most: after a mapping, these are all rows that are neither matched nor dismissed by a
 * person.
 */
function openRows(source: SourceRecord): number {
  const { status, row_count, matched, unresolved, dismissed } = source;
  if (status === 'mapped') return row_count - matched - dismissed;
  return unresolved + notFound(source);
}

/** Rows for which nobody was found, without those that a person dismissed. */
function notFound({ not_found, dismissed }: SourceRecord): number {
  return not_found - dismissed;
}

function resolveSteps(source: SourceRecord): StepWithSentence[] {
  const open = openRows(source);
  const body = { execute: true, maxCredits: open };
  const resolve = step(
    'resolve_rows',
    `Resolve ${rows(open)} that have no company yet`,
    [postTo(source, 'resolveSource', body)],
    ': $1. Each matched row costs 1 basic credit; no row is charged twice. "dryRun":true shows the cost first.',
  );
  if (open < maxRowsInOneCall) return [resolve];
  const background = step(
    'resolve_in_background',
    'Or resolve them in the background',
    [postTo(source, 'startSourceRun', body)],
    ': $1. It shows its progress, and can be cancelled and resumed.',
  );
  return [resolve, background];
}

function followStep(source: SourceRecord, { run_id, rows_done, rows_total }: LatestRun): StepWithSentence {
  const requests = [
    getOf(source, 'getSourceRun', { wait: '30' }, run_id),
    postTo(source, 'cancelSourceRun', null, run_id),
  ];
  const done = `${rows_done.toLocaleString('en')} of ${rows(rows_total)}`;
  return step(
    'follow_run',
    `A run has resolved ${done}`,
    requests,
    ': follow it with $1, or end it with $2.',
  );
}

function resumeSteps(source: SourceRecord): StepWithSentence[] {
  const run = source.latest_run;
  if (!run || !canResume(run)) return [];
  const body = { execute: true, maxCredits: run.credits_used + openRows(source) };
  const reason =
    run.mapping_version === source.mapping_version
      ? `${resumeWords(run)} the run that ended after ${run.rows_done.toLocaleString('en')} of ${rows(run.rows_total)}`
      : 'Resume the run: it begins again with the new mapping, and settled rows stay settled';
  const rest = ': $1. "maxCredits" limits the whole run, with what it has already cost.';
  return [step('resume_run', reason, [postTo(source, 'resumeSourceRun', body, run.run_id)], rest)];
}

/** What has to be done first, if resuming alone would stop in the same place. */
function resumeWords({ stop_reason }: LatestRun): string {
  if (stop_reason === 'credit_balance_insufficient') return 'Add credits, then resume';
  if (stop_reason === 'max_credits_reached') return 'Permit more credits, and resume';
  return 'Resume';
}

function chooseSteps(source: SourceRecord): StepWithSentence[] {
  const { multiple_candidates } = source;
  if (multiple_candidates === 0) return [];
  const reason = `Choose a company for ${rows(multiple_candidates)} with candidates`;
  const body = { row: '<source_row_id>', companyId: '<company_id of a candidate>', maxCredits: 1 };
  const requests = [review(source, 'multiple_candidates'), postTo(source, 'selectSourceRow', body)];
  const all = `GET /api/service/sources/${source.source_id}/rows/<source_row_id>/namesakes?prefecture=<prefecture>`;
  const rest = `: $1, then for each $2. If more companies have the name than a row lists, narrow by place: ${all} lists all of them.`;
  return [step('choose_candidates', reason, requests, rest)];
}

function acceptSteps(source: SourceRecord): StepWithSentence[] {
  const { multiple_candidates, invalid } = source;
  if (multiple_candidates + invalid === 0) return [];
  const rest =
    ': $1 says why rows are open. Reasons with `acceptable: true` can be accepted for all of their rows.';
  const reason = 'Accept rows with a single candidate at once';
  return [step('accept_rows', reason, [getOf(source, 'listSourceReasons')], rest)];
}

/** By hand, any open row can be closed, whatever was found for it. */
function decideSteps(source: SourceRecord): StepWithSentence[] {
  const { multiple_candidates, invalid } = source;
  const not_found = notFound(source);
  const open = multiple_candidates + not_found + invalid;
  if (open === 0) return [];
  const status = not_found > 0 ? 'not_found' : invalid > 0 ? 'invalid' : 'multiple_candidates';
  const chosen = { row: '<source_row_id>', action: 'choose', companyId: '<company_id>' };
  const body = { decisions: [chosen], execute: true, maxCredits: 1 };
  const rest =
    ': see $1, then $2. Other actions are none_of_these and not_a_company; "applyTo":"same" decides for all rows that say the same.';
  const requests = [review(source, status), postTo(source, 'decideSourceRows', body)];
  return [step('decide_rows', 'Choose any company for an open row, or none', requests, rest)];
}

function unsettledSteps(source: SourceRecord): StepWithSentence[] {
  const { multiple_candidates, invalid } = source;
  const not_found = notFound(source);
  const steps: StepWithSentence[] = [];
  const open = multiple_candidates + not_found + invalid;
  if (open > 0) {
    const reason =
      not_found === open
        ? `No company was found for ${rows(open)}`
        : `Map further or other columns for ${rows(open)} without a company`;
    const body = { entity: 'company', columns: { '<field>': '<header>' } };
    const requests = [
      review(source, not_found > 0 ? 'not_found' : invalid > 0 ? 'invalid' : 'multiple_candidates'),
      postTo(source, 'mapSource', body),
      postTo(source, 'resolveSource', { execute: true, maxCredits: open }),
    ];
    const rest = ': see $1, map more columns or hints with $2 and resolve again with $3.';
    steps.push(step('map_further_columns', reason, requests, rest));
  }
  if (invalid > 0) {
    const reason = `Correct ${rows(invalid)} with wrong values or keys`;
    const rest = ': $1 says why. Then import again, or map other columns.';
    steps.push(step('correct_rows', reason, [review(source, 'invalid')], rest));
  }
  return steps;
}

/** Rows in a state. Of those that nobody was found for, only the ones that no person dismissed. */
function review(source: SourceRecord, status: RowStatus): NextRequest {
  const undecided = status === 'not_found' && source.dismissed > 0;
  return getOf(source, 'reviewSource', { status, ...(undecided && { decision: 'none' }) });
}

function laterSteps(source: SourceRecord): StepWithSentence[] {
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
    const reason = `Make a List from ${rows(matched)} with a company, free of charge`;
    steps.push(step('create_list', reason, [createList], ': $1.'));
    const decisions = [{ row: '<source_row_id>', action: 'reopen' }];
    const requests = [
      review(source, 'matched'),
      postTo(source, 'decideSourceRows', { decisions, execute: true, maxCredits: 0 }),
    ];
    const rest = ': see $1, then $2. Nothing is refunded, and settling the row again is free.';
    steps.push(step('reopen_rows', 'Reopen a row with a wrong company', requests, rest));
  }
  if (dismissed > 0) {
    const decisions = [{ row: '<source_row_id>', action: 'take_back' }];
    const requests = [
      getOf(source, 'reviewSource', { decision: 'none_of_these,not_a_company' }),
      postTo(source, 'decideSourceRows', { decisions, execute: true, maxCredits: 0 }),
    ];
    const reason = `${rows(dismissed)} ${dismissed === 1 ? 'is' : 'are'} marked as nobody or as not a company`;
    steps.push(step('take_back_rows', reason, requests, ': see $1, and take a mark back with $2.'));
  }
  if (unresolved < row_count)
    steps.push(
      step(
        'download_rows',
        'Download the rows with their companies',
        [getOf(source, 'exportSource')],
        ': $1.',
      ),
    );
  return steps;
}

function undoStep(source: SourceRecord, batchId: string): StepWithSentence {
  const requests = [postTo(source, 'undoSourceDecisions', { batchId })];
  const rest = ': $1. "dryRun":true shows how many rows it would change.';
  return step('undo_decisions', 'Undo all that this call decided, free of charge', requests, rest);
}

function rows(count: number): string {
  if (count === 1) return '1 row';
  return `${count.toLocaleString('en')} rows`;
}
