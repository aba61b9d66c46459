import { z } from 'zod';
import { defineComponent, field } from '../answer-fields.ts';
import { defineBoundedInteger } from '../fields.ts';
import { maxCreditAmount } from '../limits.ts';

export const creditClasses = ['basic', 'enrichment'] as const;
export type CreditClass = (typeof creditClasses)[number];

/** Which of the account's two balances pays, in answers. */
export const creditClassSchema = field.oneOf(
  creditClasses,
  'The balance that pays: `basic` for matched rows, saved rows and research; `enrichment` for values added to the rows of a List.',
);

/**
 * Fields of every charging request, in addition to its own. All are optional in the schema: the charge guards check
 * what an operation requires, with their own error codes (docs/decisions/0007-errors.md).
 */
export const chargingFields = {
  execute: z.boolean().optional().describe('`true` confirms that credits may be spent.'),
  maxCredits: defineBoundedInteger({ min: 0, max: maxCreditAmount })
    .optional()
    .describe('Maximum cost of the call, in whole credits; a call that would cost more is refused.'),
  dryRun: z
    .boolean()
    .optional()
    .describe(
      '`true`: the request is checked and answered as usual, but nothing is saved or charged, and the Idempotency-Key is not used up. Default false.',
    ),
};

/** The charging fields of a body, as a handler receives them. */
export interface ChargingBody {
  readonly execute?: boolean | undefined;
  readonly maxCredits?: number | undefined;
  readonly dryRun?: boolean | undefined;
}

/** The cost of a charging call (docs/decisions/0009-shapes.md). */
export const billingSchema = defineComponent('Billing', 'The cost of a charging call.', {
  credit_class: creditClassSchema,
  credits_used: field.count(
    'Whole credits charged by this call; in a dry run, what it would charge; 0 for a repeated answer.',
  ),
  max_credits: field.countOrNull('The `maxCredits` of the call that was answered; null if it set no limit.'),
  deduplicated: field.flag('True if this is the answer to an earlier call with the same Idempotency-Key.'),
  dry_run: field.flag('True if nothing was saved or charged because `dryRun` was true.'),
  balance_after: field.count(
    'Balance of the credit class after the call that was charged; in a dry run, what would remain.',
  ),
});
export type Billing = z.output<typeof billingSchema>;
