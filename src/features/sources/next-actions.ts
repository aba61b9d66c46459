import type { NextRequest, NextStep } from '../../contract/sources/answers.ts';
import { hintFields, mappingFields } from '../../contract/sources/sources.ts';
import { withSuggestions } from './identifier-columns.ts';
import type { SourceRecord } from './source-record.ts';

/** What a caller can do next, as sentences and as requests. */
export interface NextActions {
  readonly next_actions: string[];
  readonly next_steps: NextStep[];
}

/** A step with its sentence, which begins with the reason and quotes the requests. */
interface SaidStep extends NextStep {
  readonly sentence: string;
}

/** The next actions for a source in its state. */
export function nextActions(source: SourceRecord): NextActions {
  return said(stepsFor(source));
}

export const afterDeletion = said([step('import_again', 'Import the file again to restore the source.')]);

function said(steps: readonly SaidStep[]): NextActions {
  return {
    next_actions: steps.map(({ sentence }) => sentence),
    next_steps: steps.map(({ sentence: _, ...each }) => each),
  };
}

function stepsFor(source: SourceRecord): SaidStep[] {
  if (source.row_count === 0)
    return [step('import_again', 'The source has no rows. Import a file that has some.')];
  if (source.status === 'imported') return [...shapeWarning(source), mapStep(source)];
  if (source.status === 'mapped')
    return [...shapeWarning(source), resolveStep(source), ...reviewSteps(source)];
  return [...reviewSteps(source), ...laterSteps(source)];
}

/** @param rest the part of the sentence after the reason */
function step(
  action: NextStep['action'],
  reason: string,
  requests: NextRequest[] = [],
  rest: (...quoted: string[]) => string = () => '',
): SaidStep {
  return { action, reason, requests, sentence: reason + rest(...requests.map(quote)) };
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

function onSource(
  { source_id: sourceId }: SourceRecord,
  operation: keyof typeof sourceOperations,
  { query = {}, body }: { query?: NextRequest['query']; body?: NonNullable<NextRequest['body']> } = {},
): NextRequest {
  return {
    operation,
    method: body ? 'POST' : 'GET',
    path: `/api/service/sources/${sourceId}/${sourceOperations[operation]}`,
    params: { sourceId },
    query,
    body: body ?? null,
    needs_idempotency_key: body !== undefined && 'maxCredits' in body,
  };
}

function shapeWarning({ misshapen_rows, unresolved }: SourceRecord): SaidStep[] {
  if (misshapen_rows === 0 || unresolved === 0) return [];
  return [
    step(
      'correct_rows',
      `The keys of ${rows(misshapen_rows)} are not exactly the headers. Resolving makes such rows invalid. Correct them and import again, or continue without them.`,
    ),
  ];
}

function mapStep(source: SourceRecord): SaidStep {
  const suggested = withSuggestions(source.detected_identifier_columns).filter((column) => column.suggested);
  const columns = Object.fromEntries(suggested.map(({ field, header }) => [field, header]));
  if (suggested.length === 0) {
    const anyColumn = onSource(source, 'mapSource', {
      body: { entity: 'company', columns: { name: '<header>' } },
    });
    return step(
      'map_columns',
      `Map at least one of ${mappingFields.join(', ')} to a header`,
      [anyColumn],
      (map) => `: ${map}; no column looks like an identifier.`,
    );
  }
  return step(
    'map_columns',
    'Map the columns',
    [onSource(source, 'mapSource', { body: { entity: 'company', columns } })],
    (map) => `: ${map}; hints (${hintFields.join(', ')}) help to tell namesakes apart.`,
  );
}

function resolveStep(source: SourceRecord): SaidStep {
  const open = source.unresolved + source.not_found;
  return step(
    'resolve_rows',
    `Resolve ${rows(open)} that have no company yet`,
    [onSource(source, 'resolveSource', { body: { execute: true, maxCredits: open } })],
    (resolve) => `: ${resolve}. Each matched row costs 1 basic credit. "dryRun":true shows the cost first.`,
  );
}

function reviewSteps(source: SourceRecord): SaidStep[] {
  const { multiple_candidates, not_found, invalid, status } = source;
  const review = (state: string) => onSource(source, 'reviewSource', { query: { status: state } });
  const steps: SaidStep[] = [];
  if (multiple_candidates > 0) {
    const body = { row: '<source_row_id>', companyId: '<company_id of a candidate>', maxCredits: 1 };
    steps.push(
      step(
        'choose_candidates',
        `Choose a company for ${rows(multiple_candidates)} with candidates`,
        [review('multiple_candidates'), onSource(source, 'selectSourceRow', { body })],
        (see, select) => `: ${see}, then for each ${select}.`,
      ),
    );
  }
  if (not_found > 0 && status === 'resolved') {
    const body = { entity: 'company', columns: { '<field>': '<header>' } };
    steps.push(
      step(
        'map_further_columns',
        `No company was found for ${rows(not_found)}`,
        [review('not_found'), onSource(source, 'mapSource', { body })],
        (see, map) => `: see ${see}, map more columns with ${map} and resolve again.`,
      ),
    );
  }
  if (invalid > 0)
    steps.push(
      step(
        'correct_rows',
        `Correct ${rows(invalid)} with wrong values or keys`,
        [review('invalid')],
        (see) => `: ${see} says why. Then import again.`,
      ),
    );
  return steps;
}

function laterSteps(source: SourceRecord): SaidStep[] {
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
  return [
    step(
      'create_list',
      `Make a List from ${rows(matched)} with a company`,
      [createList],
      (create) => `: ${create}.`,
    ),
    step(
      'download_rows',
      'Download the rows with their companies',
      [onSource(source, 'exportSource')],
      (download) => `: ${download}.`,
    ),
  ];
}

function rows(count: number): string {
  return count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`;
}
