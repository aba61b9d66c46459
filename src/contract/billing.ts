import { z } from 'zod';
import { boundedInteger } from './fields.ts';

export const creditClasses = ['basic', 'enrichment'] as const;
export type CreditClass = (typeof creditClasses)[number];

/** More than any account can hold; keeps sums far below 2^53. */
export const mostCredits = 1_000_000_000_000;

/**
 * What every charging body takes beside its own fields. All of it is optional here: what an operation requires is
 * answered by the guards, with codes of their own (decisions.md, "Errors").
 */
export const chargingFields = {
  /** `true` is the caller's word that credits may be spent. */
  execute: z.boolean({ error: 'must be true or false' }).optional(),
  /** The most that the call may cost, in whole credits. */
  maxCredits: boundedInteger({ min: 0, max: mostCredits }).optional(),
  /** Everything is checked and answered, nothing is saved or charged. */
  dryRun: z.boolean({ error: 'must be true or false' }).optional(),
};

/** The charging fields as a handler meets them, among the others of its body. */
export interface ChargingBody {
  readonly execute?: boolean | undefined;
  readonly maxCredits?: number | undefined;
  readonly dryRun?: boolean | undefined;
}

/** What a charging call cost (decisions.md, "Shapes"). In a dry run: what it would cost and would leave. */
export interface Billing {
  readonly credit_class: CreditClass;
  readonly credits_used: number;
  /** null when the caller set no limit. */
  readonly max_credits: number | null;
  /** The answer of an earlier call with the same key; `credits_used` is 0 then. */
  readonly deduplicated: boolean;
  readonly dry_run: boolean;
  readonly balance_after: number;
}
