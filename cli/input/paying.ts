import type { Command } from 'commander';
import type { Schema } from '../../client/index.ts';
import { answered, type Call } from '../calls.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { showNotices } from '../output/notices.ts';
import { counted, figure } from '../output/text.ts';
import type { Session } from '../session.ts';
import { wholeNumber } from './option-values.ts';
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
    .option('--max-credits <credits>', 'agree to pay up to this price, without a prompt', wholeNumber)
    .option('--dry-run', 'show the price and stop')
    .option('--idempotency-key <key>', 'use this key instead of the one derived from the command');
}

type Billing = Schema<'Billing'>;

export interface ChargingBody {
  readonly execute: true;
  readonly maxCredits: number;
  readonly dryRun?: true;
}

/** Above any price. The limit is compared here, so that the price is shown even if it is too high. */
const maxPrice = 1_000_000_000_000;

/**
 * Makes a charging call: dry run, price, agreement, call.
 * @param what for example `Resolving the source`
 * @param expected what the dry run says to expect, in addition to the price
 * @returns the answer; null if only the price was requested
 * @throws CommandFailure without agreement
 */
export async function purchase<Answer extends { readonly billing: Billing }>(
  session: Session,
  options: PayingOptions,
  what: string,
  call: (body: ChargingBody) => Call<Answer>,
  expected?: (priced: Answer) => string,
): Promise<Answer | null> {
  const maxCredits = await agreeToPrice(session, options, what, call, expected);
  if (maxCredits === null) return null;
  const answer = await answered(call({ execute: true, maxCredits }));
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
  const charged = counted(credits_used, `${credit_class} credit`);
  session.note(`Charged ${charged}; ${figure(balance_after)} remaining.`);
}

/**
 * Finds the price of a call by a dry run, and agrees to it.
 * @returns the maximum that may be charged; null if only the price was requested
 * @throws CommandFailure without agreement
 */
export async function agreeToPrice<Answer extends { readonly billing: Billing }>(
  session: Session,
  options: PayingOptions,
  what: string,
  call: (body: ChargingBody) => Call<Answer>,
  expected?: (priced: Answer) => string,
): Promise<number | null> {
  const priced = await answered(call({ execute: true, maxCredits: maxPrice, dryRun: true }));
  const { deduplicated } = priced.billing;
  if (deduplicated) {
    session.note(`${what} was already done by the same command. This is its answer; nothing is charged.`);
    return 0;
  }
  const expectation = expected?.(priced);
  if (options.dryRun) {
    // The next steps apply only after the real call.
    const shown = session.json ? priced : { ...priced, next_steps: [] };
    session.answer(shown, () => {
      if (expectation) session.print(expectation);
      session.print(`${what} would cost ${credits(priced.billing)}.`);
    });
    return null;
  }
  if (expectation) session.note(expectation);
  showNotices(session, { ...priced, next_steps: [] });
  return agree(session, options, what, priced.billing);
}

/**
 * @returns the maximum that may be charged
 * @throws CommandFailure without agreement
 */
async function agree(
  session: Session,
  options: PayingOptions,
  what: string,
  billing: Billing,
): Promise<number> {
  const price = billing.credits_used;
  const { yes, maxCredits } = options;
  if (price === 0) return maxCredits ?? 0;
  const sentence = `${what} costs ${credits(billing)}.`;
  if (maxCredits !== undefined && price > maxCredits) {
    throw notPaid(
      `${sentence} That is more than --max-credits ${maxCredits}.`,
      'Nothing was charged. Raise --max-credits, or process less.',
    );
  }
  if (maxCredits !== undefined) return maxCredits;
  if (!session.interactive || yes)
    throw notPaid(sentence, `Nothing was charged. To agree: --max-credits ${price}`);
  session.note(sentence);
  if (await askWhether(session, `Pay up to ${counted(price, `${billing.credit_class} credit`)}?`))
    return price;
  throw notPaid('Not agreed; nothing was charged.');
}

/**
 * Agrees once to many payments of one credit each.
 * @param maxPayments how many payments are possible
 * @returns how many credits may be spent; 0: only what is free
 */
export async function agreeToMaximum(
  session: Session,
  { yes, maxCredits }: PayingOptions,
  what: string,
  maxPayments: number,
): Promise<number> {
  if (maxCredits !== undefined) return maxCredits;
  if (yes) throw notPaid(`${what} costs 1 basic credit.`, 'Nothing was charged. To agree: --max-credits');
  const { balances } = await answered(session.api().GET('/api/service/credits/balance', {}));
  const available = balances.basic.available;
  session.note(`${what} costs 1 basic credit; ${counted(available, 'credit')} available. The rest is free.`);
  const maximum = await askLine(
    session,
    'Maximum to pay, in credits:',
    (line) => /^\d{1,9}$/.test(line.trim()) || 'Enter a number of credits, or 0.',
    String(Math.min(maxPayments, available)),
  );
  return Number(maximum);
}

function credits({ credit_class, credits_used, balance_after }: Billing): string {
  const balance = figure(balance_after + credits_used);
  return `${counted(credits_used, `${credit_class} credit`)} of ${balance}`;
}

function notPaid(message: string, recovery?: string): CommandFailure {
  return new CommandFailure(exitCodes.payment, message, recovery);
}
