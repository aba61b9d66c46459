import { formatPrice, prices } from '../credits/prices.ts';
import { defineEndpoints } from '../endpoint.ts';
import { pageQuery } from '../fields.ts';
import * as runs from './runs.ts';
import { sourceParams } from './sources.ts';

const defineCharge = (requiresMaxCredits: boolean) =>
  ({
    operation: 'source.resolve',
    creditClass: prices.matchedRow.creditClass,
    requires: { execute: true, idempotencyKey: true, maxCredits: requiresMaxCredits },
  }) as const;

export const sourceRunsEndpoints = defineEndpoints('Sources', {
  startSourceRun: {
    method: 'POST',
    path: '/sources/:sourceId/runs',
    writes: true,
    summary: `Resolve a source in the background, for ${formatPrice(prices.matchedRow)} per matched row.`,
    description: `For large sources. Does what \`resolve\` does, in batches: each batch is saved and charged at once, and never charged again.
The run stops before a batch that \`maxCredits\` or the balance do not cover. Nothing is charged by this call itself.

A source has one open run at a time; meanwhile, another run and \`resolve\` are refused with \`source_run_in_progress\`. Mapping the
source again stops the run; selecting companies does not. With \`dryRun: true\`, the rows are resolved before the answer, as \`resolve\` does, and
\`run\` shows the expected result; nothing is saved or charged.`,
    answers: { 202: { description: 'The queued run.', schema: runs.sourceRunStartAnswer } },
    errors: ['source_not_found', 'source_mapping_required', 'source_run_in_progress', 'search_unavailable'],
    charge: defineCharge(true),
    limit: 'heavy',
    params: sourceParams,
    body: runs.sourceRunBody,
  },
  listSourceRuns: {
    method: 'GET',
    path: '/sources/:sourceId/runs',
    summary: 'The runs of a source, newest first, also those of `resolve`.',
    answers: { 200: { description: 'A page of runs.', schema: runs.sourceRunsPage } },
    errors: ['source_not_found', 'invalid_cursor'],
    params: sourceParams,
    query: pageQuery,
  },
  getSourceRun: {
    method: 'GET',
    path: '/sources/:sourceId/runs/:runId',
    summary: 'The progress of a run; can wait for its end.',
    answers: { 200: { description: 'The run.', schema: runs.sourceRunAnswer } },
    errors: ['source_not_found', 'source_run_not_found'],
    params: runs.sourceRunParams,
    query: runs.sourceRunQuery,
  },
  cancelSourceRun: {
    method: 'POST',
    path: '/sources/:sourceId/runs/:runId/cancel',
    writes: true,
    summary: 'Cancel a queued or running run.',
    description:
      'Nothing is saved or charged after the answer. Rows that are already resolved stay so, and stay charged. A run that is already cancelled is answered as it is.',
    answers: { 200: { description: 'The cancelled run.', schema: runs.sourceRunCancelAnswer } },
    errors: ['source_not_found', 'source_run_not_found', 'source_run_state_conflict'],
    params: runs.sourceRunParams,
  },
  resumeSourceRun: {
    method: 'POST',
    path: '/sources/:sourceId/runs/:runId/resume',
    writes: true,
    summary: 'Continue a cancelled, stopped or failed run.',
    description:
      'The run continues after the last row that it resolved. If the source was mapped again meanwhile, it begins again with the new mapping; rows that are settled or paid stay so. `max_credits_exceeded` is the answer if `maxCredits` is less than the run has already used. With `dryRun: true`, the remaining rows are resolved before the answer, which shows their price; nothing is saved or charged.',
    answers: { 202: { description: 'The queued run.', schema: runs.sourceRunResumeAnswer } },
    errors: [
      'source_not_found',
      'source_mapping_required',
      'source_run_not_found',
      'source_run_state_conflict',
      'source_run_in_progress',
      'search_unavailable',
    ],
    charge: defineCharge(false),
    limit: 'heavy',
    params: runs.sourceRunParams,
    body: runs.sourceRunResumeBody,
  },
});
