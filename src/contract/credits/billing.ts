import { z } from 'zod';
import { boundedInteger } from '../fields.ts';

export const creditClasses = ['basic', 'enrichment'] as const;
export type CreditClass = (typeof creditClasses)[number];

/** Which of the account's two balances pays, in answers. */
export const creditClassSchema = z
  .enum(creditClasses)
  .describe(
    'Which of the two balances pays: `basic` for matched rows, saved rows and research, `enrichment` for values that are added to the rows of a List.',
  );

/** More than any account can hold; keeps sums far below 2^53. */
export const maxCreditAmount = 1_000_000_000_000;

/**
 * What every charging body takes beside its own fields. All of it is optional here: what an operation requires is
 * answered by the guards, with codes of their own (docs/decisions/0007-errors.md).
 */
export const chargingFields = {
  execute: z
    .boolean({ error: 'must be true or false' })
    .optional()
    .describe('`true` says that credits may be spent.'),
  maxCredits: boundedInteger({ min: 0, max: maxCreditAmount })
    .optional()
    .describe('The most that the call may cost, in whole credits; a call that would cost more is refused.'),
  dryRun: z
    .boolean({ error: 'must be true or false' })
    .optional()
    .describe(
      '`true`: everything is checked and answered as usual, and nothing is saved, charged or kept under the Idempotency-Key.',
    ),
};

/** The charging fields as a handler meets them, among the others of its body. */
export interface ChargingBody {
  readonly execute?: boolean | undefined;
  readonly maxCredits?: number | undefined;
  readonly dryRun?: boolean | undefined;
}

/** What a charging call cost (docs/decisions/0009-shapes.md). */
export const billingSchema = z
  .object({
    credit_class: creditClassSchema,
    credits_used: z
      .int()
      .min(0)
      .describe('Whole credits that this call charged; in a dry run, what it would charge; 0 in a replay.'),
    max_credits: z
      .int()
      .min(0)
      .nullable()
      .describe('The `maxCredits` of the call whose answer this is; null when it set no limit.'),
    deduplicated: z
      .boolean()
      .describe('True when this is the answer of an earlier call with the same Idempotency-Key.'),
    dry_run: z.boolean().describe('True when nothing was saved or charged.'),
    balance_after: z
      .int()
      .min(0)
      .describe(
        'The balance of the class behind the call that was charged; in a dry run, what would be left.',
      ),
  })
  .meta({ id: 'Billing', description: 'What a charging call cost.' });
export type Billing = z.output<typeof billingSchema>;
