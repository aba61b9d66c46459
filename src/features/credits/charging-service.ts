import type { Billing, ChargingBody } from '../../contract/credits/billing.ts';
import type { LedgerEntryView } from '../../contract/credits/credits.ts';
import type { Charge } from '../../contract/endpoint.ts';
import { ServiceError } from '../../contract/errors.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { Idempotency, KeyedAnswer } from '../../idempotency/idempotency.ts';
import { buildKeyedCall, type KeyedCall, parseKey } from '../../idempotency/idempotency-key.ts';
import type { InSpan } from '../../running/request-context.ts';
import type { ChargeOutcome, LedgerRow, LedgerStore } from './ledger-store.ts';

/** One request for a charged operation. */
export interface ChargeCall extends Pick<KeyedCall, 'accountId' | 'method' | 'path' | 'idempotencyKey'> {
  /** The API key that pays, whose spending limit holds; null for a call without one. */
  readonly keyId: string | null;
  /** The whole body after its schema. A repeated call may differ only in `maxCredits` and `dryRun`. */
  readonly body: ChargingBody;
}

/** For handlers of charged routes. */
export function toChargeCall(
  request: Parameters<typeof buildKeyedCall>[0] & {
    readonly account: { readonly keyId: string };
    readonly body: ChargingBody;
  },
): ChargeCall & { readonly keyId: string } {
  return { ...buildKeyedCall(request), keyId: request.account.keyId, body: request.body };
}

/** What the operation did and what it costs. */
export interface ChargedWork<Body extends object = object> {
  /** Whole credits. With 0, no ledger entry is made. */
  readonly cost: number;
  /** What the ledger entry is about. */
  readonly subject: { readonly type: string; readonly id: string };
  /** The body of the answer. */
  answer(billing: Billing, entry: LedgerEntryView | null): Body;
}

/** The steps of a charged operation, as `KeyedSteps`. */
export interface ChargeSteps<Prepared, Body extends object, Status extends number = 200> {
  /** HTTP status of the answer; default 200. */
  readonly status?: Status;
  readonly prepare?: () => Promise<Prepared>;
  /** Locks the object, checks its state, writes, and returns the cost. */
  work(transaction: Transaction, prepared: Prepared): Promise<ChargedWork<Body>>;
}

export interface ChargingParts {
  readonly idempotency: Idempotency;
  readonly ledger: LedgerStore;
  now(): Date;
  /** Called after credits were charged, for the metrics. */
  onCharged?(creditClass: string, credits: number): void;
  /** Makes operations parts of traces; null or absent if there are no traces. */
  readonly inSpan?: InSpan | null;
}

/** The only way to charge (docs/decisions/0011-charging.md). */
export class Charging {
  constructor(private readonly parts: ChargingParts) {}

  /**
   * Does a charged operation once for its key, in one transaction: claim the key, do the work, check `maxCredits`,
   * the key's spending limit and the balance, make the ledger entry, store the answer. It does all of this or nothing.
   * @throws ServiceError execute_required, idempotency_key_required, max_credits_required, idempotency_key_in_use, idempotency_key_reused, max_credits_exceeded,
   *   key_spending_limit_exceeded, credit_balance_insufficient; errors of the steps
   */
  chargeOnce<Body extends object, Prepared = undefined, Status extends number = 200>(
    charge: Charge,
    call: ChargeCall,
    steps: ChargeSteps<Prepared, Body, Status>,
  ): Promise<KeyedAnswer<Status, Body>> {
    const { inSpan } = this.parts;
    if (!inSpan) return this.#chargeOnce(charge, call, steps);
    const about = { 'charge.operation': charge.operation, 'charge.class': charge.creditClass };
    return inSpan(`charge ${charge.operation}`, about, () => this.#chargeOnce(charge, call, steps));
  }

  async #chargeOnce<Body extends object, Prepared, Status extends number>(
    charge: Charge,
    call: ChargeCall,
    { prepare, work, status = 200 as Status }: ChargeSteps<Prepared, Body, Status>,
  ): Promise<KeyedAnswer<Status, Body>> {
    const key = checkGuards(charge, call);
    const { maxCredits: _, dryRun = false, ...request } = call.body;
    const { idempotency, ledger, onCharged } = this.parts;
    let charged = 0;
    const answer = await idempotency.runOnce<Status, Body, Prepared>(
      { ...call, request, dryRun },
      {
        ...(prepare && { prepare }),
        work: async (transaction, prepared) => {
          const done = await work(transaction, prepared);
          const { accountId, keyId, body } = call;
          // Whoever asks for the price does not know it yet.
          const isAgreed = body.maxCredits !== undefined || done.cost === 0 || dryRun;
          if (charge.requires.maxCredits && !isAgreed) throw new ServiceError('max_credits_required');
          const payer = { accountId, keyId, maxCredits: body.maxCredits };
          const { available, entry } = await this.#appendCharge(charge, payer, { ...done, key }, transaction);
          const billing: Billing = {
            credit_class: charge.creditClass,
            credits_used: done.cost,
            max_credits: body.maxCredits ?? null,
            deduplicated: false,
            dry_run: dryRun,
            balance_after: available - done.cost,
          };
          const used = dryRun ? 0 : done.cost;
          charged = used;
          const headers = buildCreditHeaders(used, billing.balance_after + done.cost - used);
          return { status, headers, body: done.answer(billing, entry && toLedgerEntryView(entry)) };
        },
        replay: async ({ body }) => {
          const balance = await ledger.getBalance(call.accountId, charge.creditClass);
          return { status, headers: buildCreditHeaders(0, balance), body: toReplayedBody(body) };
        },
      },
    );
    if (charged > 0) onCharged?.(charge.creditClass, charged);
    return answer;
  }

  /**
   * Charges a part of an operation, in the transaction that does this part. Nothing is stored for an Idempotency-Key.
   * @param payer whose balance, and whose spending limit
   * @throws ServiceError max_credits_exceeded, key_spending_limit_exceeded, credit_balance_insufficient
   */
  async chargePart(
    charge: ChargedOperation,
    payer: Payer,
    work: Pick<ChargedWork, 'cost' | 'subject'>,
    transaction: Transaction,
  ): Promise<{ readonly balance: number; readonly entryId: string | null }> {
    const { available, entry } = await this.#appendCharge(charge, payer, { ...work, key: null }, transaction);
    // The transaction may still fail, which is rare: a count for the metrics, not for the books.
    if (work.cost > 0) this.parts.onCharged?.(charge.creditClass, work.cost);
    return { balance: available - work.cost, entryId: entry?.entry_id ?? null };
  }

  /**
   * Locks the balance row as late as possible, because all calls of an account share it.
   * @throws ServiceError max_credits_exceeded, key_spending_limit_exceeded, credit_balance_insufficient
   */
  async #appendCharge(
    { operation, creditClass }: ChargedOperation,
    { accountId, keyId, maxCredits }: Payer,
    { cost, subject, key }: Pick<ChargedWork, 'cost' | 'subject'> & { readonly key: string | null },
    transaction: Transaction,
  ): Promise<ChargeOutcome> {
    if (!Number.isSafeInteger(cost) || cost < 0) throw new Error(`invalid cost: ${cost} credits`);
    if (maxCredits !== undefined && cost > maxCredits)
      throw new ServiceError('max_credits_exceeded', {
        details: { estimated_credits: cost, max_credits: maxCredits },
      });
    const charge = { creditClass, cost, operation, subject, key, keyId, now: this.parts.now() };
    const outcome = await this.parts.ledger.appendCharge(accountId, charge, transaction);
    const { available, limit } = outcome;
    if (limit && cost > limit.max - limit.spent)
      throw new ServiceError('key_spending_limit_exceeded', {
        details: { required: cost, max_credits: limit.max, credits_spent: limit.spent },
      });
    if (cost > available)
      throw new ServiceError('credit_balance_insufficient', {
        details: { credit_class: creditClass, required: cost, available },
      });
    return outcome;
  }
}

type ChargedOperation = Pick<Charge, 'operation' | 'creditClass'>;

/** Who pays, and the most that the caller agreed to. */
export interface Payer {
  readonly accountId: string;
  readonly keyId: string | null;
  readonly maxCredits?: number | undefined;
}

/**
 * Checks what a charged call must have whatever it costs, in the order `execute`, `Idempotency-Key`, `maxCredits`.
 * @returns the key; null when none was sent and none is needed
 */
function checkGuards({ requires }: Charge, { body, idempotencyKey }: ChargeCall): string | null {
  if (requires.execute && body.execute !== true) throw new ServiceError('execute_required');
  if (requires.idempotencyKey && !idempotencyKey) throw new ServiceError('idempotency_key_required');
  const key = parseKey(idempotencyKey);
  if (requires.maxCredits === true && body.maxCredits === undefined)
    throw new ServiceError('max_credits_required');
  return key;
}

/** The stored body, but with a billing that says that nothing was charged this time. */
function toReplayedBody<Body extends object>(body: Body): Body {
  if (!('billing' in body) || typeof body.billing !== 'object' || body.billing === null) return body;
  return { ...body, billing: { ...body.billing, credits_used: 0, deduplicated: true } };
}

/** Credit headers of a free operation. */
export function makeFreeHeaders(ledger: LedgerStore) {
  return async (accountId: string) => buildCreditHeaders(0, await ledger.getBalance(accountId, 'basic'));
}

function buildCreditHeaders(used: number, remaining: number): Readonly<Record<string, string>> {
  return { 'Credits-Used': String(used), 'Credits-Remaining': String(remaining) };
}

export function toLedgerEntryView(row: LedgerRow): LedgerEntryView {
  return {
    entry_id: row.entry_id,
    class: row.class,
    kind: row.kind,
    amount: row.amount,
    balance_after: row.balance_after,
    operation: row.operation,
    subject: { type: row.subject_type, id: row.subject_id },
    idempotency_key: row.idempotency_key,
    reverses: row.reverses,
    created_at: row.created_at.toISOString(),
  };
}
