import type { NextRequest, NextStep } from '../../../contract/sources/answers.ts';
import type { RowStatus } from '../../../contract/sources/sources.ts';
import type { SourceRecord } from '../records/source-record.ts';

/** A step with its sentence, which begins with the reason and quotes the requests. */
export interface StepWithSentence extends NextStep {
  readonly sentence: string;
}

/** A mapping whose columns the caller chooses. */
export const anyMapping = { entity: 'company', columns: { '<field>': '<header>' } };

/** @param rest the part of the sentence after the reason; `$1` is where it quotes the first request, and so on */
export function makeStep(
  action: NextStep['action'],
  reason: string,
  requests: NextRequest[] = [],
  rest: string = '',
): StepWithSentence {
  const quoting = rest.replace(/\$(\d)/g, (whole, place) => requests.map(quoteRequest)[place - 1] ?? whole);
  return { action, reason, requests, sentence: reason + quoting };
}

function quoteRequest({ method, path, query, body, needs_idempotency_key }: NextRequest): string {
  const search = new URLSearchParams(query).toString();
  const target = search === '' ? `${method} ${path}` : `${method} ${path}?${search}`;
  if (!body) return target;
  const key = needs_idempotency_key ? 'an Idempotency-Key header and ' : '';
  return `${target} with ${key}${JSON.stringify(body)}`;
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

export function buildGet(
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

export function buildPost(
  source: SourceRecord,
  operation: SourceOperation,
  body: NextRequest['body'],
  runId?: string,
): NextRequest {
  const needs_idempotency_key = body !== null && ('maxCredits' in body || 'batchId' in body);
  return { ...buildGet(source, operation, {}, runId), method: 'POST', body, needs_idempotency_key };
}

/** Rows in a state. Of those that nobody was found for, only the ones that no person dismissed. */
export function buildReview(source: SourceRecord, status: RowStatus): NextRequest {
  const undecided = status === 'not_found' && source.dismissed > 0;
  return buildGet(source, 'reviewSource', { status, ...(undecided && { decision: 'none' }) });
}

export function formatRows(count: number): string {
  if (count === 1) return '1 row';
  return `${count.toLocaleString('en')} rows`;
}
