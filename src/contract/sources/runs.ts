import { z } from 'zod';
import { defineComponent, field, groupFields } from '../answer-fields.ts';
import { billingSchema, chargingFields, creditClassSchema } from '../credits/billing.ts';
import { prices, spellCredits } from '../credits/prices.ts';
import { defineCollection } from '../envelope.ts';
import { defineKnownFields, defineQueryInteger } from '../fields.ts';
import { maxRunWaitSeconds } from '../limits.ts';
import { defineEnvelope, sourceSchema } from './answers.ts';
import { sourceParams } from './sources.ts';

/** Runs: resolves of a source, most of them in the background (docs/sources.md#runs). */

export const runStatuses = ['queued', 'running', 'completed', 'cancelled', 'stopped', 'failed'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** Why a run stopped or failed, in one sentence each. */
export const runStopReasons = {
  max_credits_reached: 'The next rows would cost more than `maxCredits` permits.',
  credit_balance_insufficient: 'The credit balance is too low for the next rows.',
  key_spending_limit_reached:
    'The next rows would cost more than the spending limit of the API key that started or resumed the run permits.',
  mapping_changed: 'The source was mapped again while the run was open.',
  search_unavailable: 'The search engine did not respond, also after several attempts.',
  internal_error: 'An internal error occurred, also after several attempts.',
} as const;
export type RunStopReason = keyof typeof runStopReasons;

export const sourceRunParams = defineKnownFields({
  ...sourceParams.shape,
  runId: z.string().max(1000).describe('`run_id` of the run.'),
});

export const sourceRunQuery = defineKnownFields({
  wait: defineQueryInteger({ min: 0, max: maxRunWaitSeconds })
    .default(0)
    .describe(
      `Seconds to wait for the end of the run, at most ${maxRunWaitSeconds}. The answer comes as soon as the run has ended, or after this time. Default 0: at once.`,
    ),
});

export const sourceRunBody = defineKnownFields({
  ...chargingFields,
  maxCredits: chargingFields.maxCredits.describe(
    'Maximum cost of the whole run, in whole credits. The run stops before it would cost more.',
  ),
});

export const sourceRunResumeBody = defineKnownFields({
  ...chargingFields,
  maxCredits: chargingFields.maxCredits.describe(
    'New maximum cost of the whole run, including what it has already used. Absent: as before.',
  ),
});

export const sourceRunSchema = defineComponent('SourceRun', 'A resolve of a source.', {
  run_id: field.uuid('Id of the run.'),
  source_id: field.uuid('The source.'),
  background: field.flag('Whether it resolves in the background; false for a completed `resolve`.'),
  status: field.oneOf(
    runStatuses,
    '`queued`: not begun. `running`: resolving. `completed`: done. `cancelled`: ended by a caller. `stopped`: ended because of `stop_reason`. `failed`: ended by a failure. The last three can be resumed, if the run is in the background.',
  ),
  stop_reason: z
    .object({
      code: field.oneOf(Object.keys(runStopReasons) as RunStopReason[], 'Stable, for programs.'),
      message: field.text('The reason, in one sentence.'),
    })
    .nullable()
    .describe('Why it stopped or failed; otherwise null.'),
  progress: groupFields(
    'The rows that this run resolves. Those of the whole source are in `source.resolve_summary`.',
    {
      rows_total: field.count('Rows to resolve.'),
      rows_done: field.count('Rows resolved so far.'),
      matched: field.count('Rows that became matched.'),
      multiple_candidates: field.count('Rows with candidates that a person must choose from.'),
      not_found: field.count('Rows for which no company was found.'),
      invalid: field.count('Rows with an invalid shape or mapped value.'),
    },
  ),
  billing: groupFields('The cost of the run so far.', {
    credit_class: creditClassSchema,
    credits_used: field.count(
      `Whole credits charged so far: ${spellCredits(prices.matchedRow)} for each newly matched row not paid before.`,
    ),
    max_credits: field.countOrNull('The maximum cost of the run; null if it has none.'),
  }),
  created_at: field.time('When it was requested.'),
  started_at: field.timeOrNull('When it began to resolve; null while it is queued for the first time.'),
  finished_at: field.timeOrNull('When it ended; null while it is queued or running.'),
});
export type SourceRunView = z.output<typeof sourceRunSchema>;

const defineRunAnswer = <Command extends string>(command: Command) =>
  defineEnvelope(command, sourceSchema).extend({
    status: field.oneOf(runStatuses, 'The status of the run.'),
    run: sourceRunSchema,
  });

export const sourceRunAnswer = defineRunAnswer('run');
export const sourceRunStartAnswer = defineRunAnswer('start_run').extend({ billing: billingSchema });
export const sourceRunCancelAnswer = defineRunAnswer('cancel_run');
export const sourceRunResumeAnswer = defineRunAnswer('resume_run').extend({ billing: billingSchema });
export const sourceRunsPage = defineCollection(sourceRunSchema, 'Runs of the source, newest first.');
