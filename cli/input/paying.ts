import type { Command } from 'commander';
import { maxCreditAmount, prices, type Schema } from '../../client/index.ts';
import { type Call, getAnswer } from '../calls.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { showNotices } from '../output/notices.ts';
import { formatCount, formatQuantity } from '../output/text.ts';
import type { Session } from '../session.ts';
import { parseWholeNumber } from './option-values.ts';
import { askLine, askWhether } from './prompts.ts';

/** Nothing is charged without agreement: a dry run finds the price, which is shown and confirmed before the call. */

export interface PayingOptions {
  readonly yes?: true;
  readonly maxCredits?: number;
  readonly dryRun?: true;
  readonly idempotencyKey?: string;
}

export function addPayingOptions(command: Command): Command {
  return command
    .option('--yes', 'never prompt; to pay, it needs --max-credits')
    .option('--max-credits <credits>', 'agree to pay up to this price, without a prompt', parseWholeNumber)
    .option('--dry-run', 'show the price and stop')
    .option('--idempotency-key <key>', 'use this key instead of the one derived from the command');
}

export type Billing = Schema<'Billing'>;

export interface ChargingBody {
  readonly execute: true;
  readonly maxCredits: number;
  readonly dryRun?: true;
}

/**
 * Makes a charging call: dry run, price, agreement, call.
 * @param what for example `Resolving the source`
 * @param expected what the dry run says to expect, in addition to the price
 * @returns the answer; null if only the price was requested
 * @throws CommandFailure without agreement
 */
export async function makePurchase<Answer extends { readonly billing: Billing }>(
  session: Session,
  options: PayingOptions,
  what: string,
  call: (body: ChargingBody) => Call<Answer>,
  expected?: (priced: Answer) => string,
): Promise<Answer | null> {
  const maxCredits = await confirmPrice(session, options, what, call, expected);
  if (maxCredits === null) return null;
  return purchase(session, maxCredits, call);
}

/** Makes a charging call whose price was agreed to. */
export async function purchase<Answer extends { readonly billing: Billing }>(
  session: Session,
  maxCredits: number,
  call: (body: ChargingBody) => Call<Answer>,
): Promise<Answer> {
  const answer = await getAnswer(call({ execute: true, maxCredits }));
  if (!answer.billing.deduplicated) noteCharged(session, answer.billing);
  return answer;
}

export function noteCharged(
  session: Session,
  {
    credits_used,
    credit_class,
    balance_after,
  }: Pick<Billing, 'credits_used' | 'credit_class' | 'balance_after'>,
): void {
  const charged = formatQuantity(credits_used, `${credit_class} credit`);
  session.note(`Charged ${charged}; ${formatCount(balance_after)} remaining.`);
}

/**
 * Finds the price of a call by a dry run, and agrees to it.
 * @returns the maximum that may be charged; null if only the price was requested
 * @throws CommandFailure without agreement
 */
export async function confirmPrice<Answer extends { readonly billing: Billing }>(
  session: Session,
  options: PayingOptions,
  what: string,
  call: (body: ChargingBody) => Call<Answer>,
  expected?: (priced: Answer) => string,
): Promise<number | null> {
  // Above any price. The limit is compared here, so that the price is shown even if it is too high.
  const priced = await getAnswer(call({ execute: true, maxCredits: maxCreditAmount, dryRun: true }));
  const { deduplicated } = priced.billing;
  if (deduplicated) {
    session.note(`${what} was already done by the same command. This is its answer; nothing is charged.`);
    return 0;
  }
  const expectation = expected?.(priced);
  if (options.dryRun) {
    // The next steps apply only after the real call.
    const shown = session.json ? priced : { ...priced, next_steps: [] };
    session.printAnswer(shown, () => {
      if (expectation) session.print(expectation);
      session.print(`${what} would cost ${formatCredits(priced.billing)}.`);
    });
    return null;
  }
  if (expectation) session.note(expectation);
  showNotices(session, { ...priced, next_steps: [] });
  return requireAgreement(session, options, what, priced.billing);
}

/**
 * @returns the maximum that may be charged
 * @throws CommandFailure without agreement
 */
export async function requireAgreement(
  session: Session,
  options: PayingOptions,
  what: string,
  billing: Billing,
): Promise<number> {
  const price = billing.credits_used;
  const { yes, maxCredits } = options;
  if (price === 0) return maxCredits ?? 0;
  const sentence = `${what} costs ${formatCredits(billing)}.`;
  if (maxCredits !== undefined && price > maxCredits) {
    throw createPaymentFailure(
      `${sentence} That is more than --max-credits ${maxCredits}.`,
      'Nothing was charged. Raise --max-credits, or process less.',
    );
  }
  if (maxCredits !== undefined) return maxCredits;
  if (!session.interactive || yes)
    throw createPaymentFailure(sentence, `Nothing was charged. To agree: --max-credits ${price}`);
  session.note(sentence);
  if (await askWhether(session, `Pay up to ${formatQuantity(price, `${billing.credit_class} credit`)}?`))
    return price;
  throw createPaymentFailure('Not agreed; nothing was charged.');
}

/**
 * Agrees once to many payments for a row each.
 * @param maxPayments how many payments are possible
 * @returns how many credits may be spent; 0: only what is free
 */
export async function confirmMaximum(
  session: Session,
  { yes, maxCredits }: PayingOptions,
  what: string,
  maxPayments: number,
): Promise<number> {
  if (maxCredits !== undefined) return maxCredits;
  if (yes)
    throw createPaymentFailure(
      `${what} costs ${prices.matchedRow.text}.`,
      'Nothing was charged. To agree: --max-credits',
    );
  const { balances } = await getAnswer(session.api.GET('/api/service/credits/balance', {}));
  const available = balances.basic.available;
  session.note(
    `${what} costs ${prices.matchedRow.text}; ${formatQuantity(available, 'credit')} available. The rest is free.`,
  );
  const maximum = await askLine(
    session,
    'Maximum to pay, in credits:',
    (line) => /^\d{1,9}$/.test(line.trim()) || 'Enter a number of credits, or 0.',
    String(Math.min(maxPayments * prices.matchedRow.credits, available)),
  );
  return Number(maximum);
}

export function formatCredits({ credit_class, credits_used, balance_after }: Billing): string {
  const balance = formatCount(balance_after + credits_used);
  return `${formatQuantity(credits_used, `${credit_class} credit`)} of ${balance}`;
}

export function createPaymentFailure(message: string, recovery?: string): CommandFailure {
  return new CommandFailure(exitCodes.payment, message, recovery);
}
