import type { NextRequest, NextStep } from '../../contract/sources/answers.ts';
import { hintFields, mappingFields, type RowStatus } from '../../contract/sources/sources.ts';
import { withSuggestions } from './identifier-columns.ts';
import type { SourceRecord } from './source-record.ts';

/** What a caller can do next, as sentences and as requests. */
export interface NextActions {
  readonly next_actions: string[];
  readonly next_steps: NextStep[];
}

/** A step with its sentence, which begins with the reason and quotes the requests. */
interface StepWithSentence extends NextStep {
  readonly sentence: string;
}

/** The next actions for a source in its state. */
export function nextActions(
  source: SourceRecord,
  { deduplicated = false }: { readonly deduplicated?: boolean } = {},
): NextActions {
  return asSentencesAndData([...(deduplicated ? [againStep(source)] : []), ...stepsFor(source)]);
}

export const afterPreview = asSentencesAndData([
  step('import_again', 'Send the file without preview to import it, with the parameters that read it well.'),
]);

export const afterDeletion = asSentencesAndData([
  step('import_again', 'Import the file again to restore the source.'),
]);

function asSentencesAndData(steps: readonly StepWithSentence[]): NextActions {
  return {
    next_actions: steps.map(({ sentence }) => sentence),
    next_steps: steps.map(({ sentence: _, ...each }) => each),
  };
}

function stepsFor(source: SourceRecord): StepWithSentence[] {
  if (source.row_count === 0)
    return [step('import_again', 'The source has no rows. Import a file that has some.')];
  if (source.status === 'imported') return [...shapeWarning(source), mapStep(source)];
  if (source.status === 'mapped')
    return [...shapeWarning(source), resolveStep(source), ...reviewSteps(source)];
  return [...reviewSteps(source), ...laterSteps(source)];
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
} as const;

function getOf(
  { source_id: sourceId }: SourceRecord,
  operation: keyof typeof sourceOperations,
  query: NextRequest['query'] = {},
): NextRequest {
  return {
    operation,
    method: 'GET',
    path: `/api/service/sources/${sourceId}/${sourceOperations[operation]}`,
    params: { sourceId },
    query,
    body: null,
    needs_idempotency_key: false,
  };
}

function postTo(
  source: SourceRecord,
  operation: keyof typeof sourceOperations,
  body: NonNullable<NextRequest['body']>,
): NextRequest {
  const needs_idempotency_key = 'maxCredits' in body;
  return { ...getOf(source, operation), method: 'POST', body, needs_idempotency_key };
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
  if (reading === null) return step('import_again', `${before} For a new source, import without contentSha256.`);
  const request: NextRequest = {
    operation: 'importSourceFile',
    method: 'POST',
    path: '/api/service/sources/files',
    params: {},
    query: { again: 'new' },
    body: null,
    needs_idempotency_key: false,
  };
  return step('import_again', `${before} To start over with a new source, send the file again`, [request], ': $1.');
}

function mapStep(source: SourceRecord): StepWithSentence {
  const { identifiers, hints: likelyHints } = withSuggestions(source.detected_identifier_columns);
  const suggested = identifiers.filter((column) => column.suggested);
  const hints = Object.fromEntries(
    likelyHints.filter((column) => column.suggested).map(({ field, header }) => [field, header]),
  );
  const map = (columns: object) => {
    const body = { entity: 'company', columns, ...(Object.keys(hints).length > 0 && { hints }) };
    return [postTo(source, 'mapSource', body)];
  };
  if (suggested.length === 0) {
    const reason = `Map at least one of ${mappingFields.join(', ')} to a header`;
    return step(
      'map_columns',
      reason,
      map({ name: '<header>' }),
      ': $1; no column looks like an identifier.',
    );
  }
  const columns = Object.fromEntries(suggested.map(({ field, header }) => [field, header]));
  const rest = `: $1; hints (${hintFields.join(', ')}) help to tell namesakes apart.`;
  return step('map_columns', 'Map the columns', map(columns), rest);
}

function resolveStep(source: SourceRecord): StepWithSentence {
  const open = source.unresolved + source.not_found;
  return step(
    'resolve_rows',
    `Resolve ${rows(open)} that have no company yet`,
    [postTo(source, 'resolveSource', { execute: true, maxCredits: open })],
    ': $1. Each matched row costs 1 basic credit. "dryRun":true shows the cost first.',
  );
}

function reviewSteps(source: SourceRecord): StepWithSentence[] {
  const { multiple_candidates, not_found, invalid } = source;
  const review = (state: RowStatus) => getOf(source, 'reviewSource', { status: state });
  const steps: StepWithSentence[] = [];
  if (multiple_candidates > 0) {
    const reason = `Choose a company for ${rows(multiple_candidates)} with candidates`;
    const body = { row: '<source_row_id>', companyId: '<company_id of a candidate>', maxCredits: 1 };
    const requests = [review('multiple_candidates'), postTo(source, 'selectSourceRow', body)];
    steps.push(step('choose_candidates', reason, requests, ': $1, then for each $2.'));
  }
  if (not_found > 0 && source.status === 'resolved') {
    const reason = `No company was found for ${rows(not_found)}`;
    const body = { entity: 'company', columns: { '<field>': '<header>' } };
    const requests = [review('not_found'), postTo(source, 'mapSource', body)];
    const rest = ': see $1, map more columns with $2 and resolve again.';
    steps.push(step('map_further_columns', reason, requests, rest));
  }
  if (invalid > 0) {
    const reason = `Correct ${rows(invalid)} with wrong values or keys`;
    steps.push(step('correct_rows', reason, [review('invalid')], ': $1 says why. Then import again.'));
  }
  return steps;
}

function laterSteps(source: SourceRecord): StepWithSentence[] {
  const { source_id, matched } = source;
  if (matched === 0) return [];
  const createList: NextRequest = {
    operation: 'createList',
    method: 'POST',
    path: '/api/service/lists',
    params: {},
    query: {},
    body: { name: '<name>', source_id },
    needs_idempotency_key: false,
  };
  const download = getOf(source, 'exportSource');
  return [
    step('create_list', `Make a List from ${rows(matched)} with a company`, [createList], ': $1.'),
    step('download_rows', 'Download the rows with their companies', [download], ': $1.'),
  ];
}

function rows(count: number): string {
  return count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`;
}
