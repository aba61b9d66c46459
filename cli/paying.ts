import type { Command } from 'commander';
import { answered } from './calls.ts';
import { CommandFailure, exitCodes } from './failure.ts';
import { wholeNumber } from './option-values.ts';
import { askLine, askWhether } from './prompts.ts';
import type { Session } from './session.ts';
import { counted } from './text.ts';

/** Nothing is paid that was not agreed to: the price is found out by a dry run, told, and agreed. */

export interface PayingOptions {
  readonly yes?: true;
  readonly maxCredits?: number;
  readonly dryRun?: true;
  readonly idempotencyKey?: string;
}

export function addPayingOptions(command: Command): Command {
  return command
    .option('--yes', 'agree to pay as much as --max-credits says, without being asked')
    .option('--max-credits <credits>', 'the most that this may cost', wholeNumber)
    .option('--dry-run', 'tell the price and stop')
    .option('--idempotency-key <key>', 'in place of the key that is derived from what the command does');
}

interface Billing {
  readonly credit_class: string;
  readonly credits_used: number;
  readonly deduplicated: boolean;
  readonly balance_after: number;
}

export interface ChargingBody {
  readonly execute: true;
  readonly maxCredits: number;
  readonly dryRun?: true;
}

/** More than any price; what is agreed to is compared here, so that the price is told also when it is too high. */
const anyPrice = 1_000_000_000_000;

/**
 * Buys something: dry run, price, agreement, call.
 * @param what for example `Resolving the source`
 * @returns the answer; null when the price was all that was wanted
 * @throws CommandFailure when nobody agreed
 */
export async function purchase<Answer extends { readonly billing: Billing }>(
  session: Session,
  options: PayingOptions,
  what: string,
  call: (body: ChargingBody) => Promise<Answer>,
): Promise<Answer | null> {
  const priced = await call({ execute: true, maxCredits: anyPrice, dryRun: true });
  const { deduplicated } = priced.billing;
  if (deduplicated) {
    session.note(
      `${what} was done before by the same command; its answer is shown again, nothing is charged.`,
    );
  } else if (options.dryRun) {
    // What its next steps name is there only once it was paid.
    const told = session.json ? priced : { ...priced, next_steps: [] };
    session.answer(told, () => session.print(`${what} would cost ${credits(priced.billing)}.`));
    return null;
  }
  const most = deduplicated ? 0 : await agree(session, options, what, priced.billing);
  const answer = await call({ execute: true, maxCredits: most });
  if (!answer.billing.deduplicated) session.note(paidSentence(answer.billing));
  return answer;
}

/**
 * @returns the most that may be charged
 * @throws CommandFailure when nobody agreed
 */
export async function agree(
  session: Session,
  options: PayingOptions,
  what: string,
  billing: Pick<Billing, 'credit_class' | 'credits_used' | 'balance_after'>,
): Promise<number> {
  const price = billing.credits_used;
  const { yes, maxCredits } = options;
  if (price === 0) return maxCredits ?? 0;
  const sentence = `${what} costs ${credits(billing)}.`;
  if (maxCredits !== undefined && price > maxCredits) throw tooExpensive(sentence, maxCredits);
  if (yes && maxCredits !== undefined) return maxCredits;
  if (!session.interactive || yes) {
    throw new CommandFailure(
      exitCodes.payment,
      sentence,
      `Nothing was charged. To agree to it: --yes --max-credits ${price}`,
    );
  }
  session.note(sentence);
  if (await askWhether(session, `Pay up to ${price} ${billing.credit_class} credits?`)) return price;
  throw new CommandFailure(exitCodes.payment, 'Not agreed; nothing was charged.');
}

/**
 * Agrees once to many small payments, one credit each.
 * @param most how many there can be
 * @returns how many may be made
 */
export async function agreeToMaximum(
  session: Session,
  { yes, maxCredits }: PayingOptions,
  what: string,
  most: number,
): Promise<number> {
  const limit = Math.min(most, maxCredits ?? most);
  if (yes && maxCredits !== undefined) return limit;
  const { balances } = await answered(session.api().GET('/api/service/credits/balance', {}));
  session.note(
    `${what} costs 1 basic credit; at most ${counted(most, 'choice')}, ${counted(balances.basic.available, 'credit')} left.`,
  );
  const given = await askLine(
    session,
    'The most to pay, in credits:',
    (line) => (/^\d{1,6}$/.test(line.trim()) && Number(line) <= limit) || `Type a number from 0 to ${limit}.`,
    String(limit),
  );
  if (Number(given) > 0) return Number(given);
  throw new CommandFailure(exitCodes.payment, 'Not agreed; nothing was charged.');
}

function credits({ credit_class, credits_used, balance_after }: Omit<Billing, 'deduplicated'>): string {
  const balance = (balance_after + credits_used).toLocaleString('en-US');
  return `${counted(credits_used, `${credit_class} credit`)} of ${balance}`;
}

export function paidSentence({ credits_used, credit_class, balance_after }: Billing): string {
  const charged = counted(credits_used, `${credit_class} credit`);
  return `Charged ${charged}; ${balance_after.toLocaleString('en-US')} left.`;
}

function tooExpensive(sentence: string, maxCredits: number): CommandFailure {
  return new CommandFailure(
    exitCodes.payment,
    `${sentence} That is more than --max-credits ${maxCredits}.`,
    'Nothing was charged. Raise --max-credits, or do less at once.',
  );
}
