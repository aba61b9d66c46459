import type { Billing, ChargingBody } from '../../contract/credits/billing.ts';
import type { LedgerEntryView } from '../../contract/credits/credits.ts';
import { ServiceError } from '../../contract/errors.ts';
import type { Transaction } from '../../database/transaction.ts';
import { type ChargedOperation, checkGuards } from './charge-guards.ts';
import type { IdempotencyStore, KeyScope, StoredAnswer } from './idempotency-store.ts';
import { ledgerEntryView } from './ledger-entry.ts';
import type { LedgerStore } from './ledger-store.ts';
import { requestFingerprint } from './request-fingerprint.ts';

/** One request for a charged operation, past key, account scope, rate limit and schema. */
export interface ChargeCall {
  readonly accountId: string;
  readonly method: string;
  /** As requested, without query: a key counts for one path. */
  readonly path: string;
  /** The `Idempotency-Key` header as received. */
  readonly idempotencyKey: string | readonly string[] | undefined;
  /** The whole body as its schema gives it; all but `maxCredits` and `dryRun` is what a key stands for. */
  readonly body: ChargingBody;
}

/** What the operation did and what it costs. */
export interface ChargedWork {
  /** Whole credits. 0 makes no ledger entry. */
  readonly cost: number;
  /** What the ledger entry is about. */
  readonly subject: { readonly type: string; readonly id: string };
  /** 200 unless given. */
  readonly status?: number;
  /** The body of the answer. */
  answer(billing: Billing, entry: LedgerEntryView | null): object;
}

export interface ChargeSteps<Prepared> {
  /** What must not hold locks, such as asking Elasticsearch: after guards and replay, before the transaction. */
  prepare?(): Promise<Prepared>;
  /**
   * Inside the transaction: locks the object, checks its state, writes, and says the cost. Whatever it throws leaves
   * nothing behind and the key free.
   */
  work(transaction: Transaction, prepared: Prepared): Promise<ChargedWork>;
}

/** Thrown by `work` when the object is no longer what `prepare` saw: all is rolled back and prepared anew. */
export class StalePreparation extends Error {
  override readonly name = 'StalePreparation';
}

export interface ChargeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

export interface ChargingParts {
  readonly keys: IdempotencyStore;
  readonly ledger: LedgerStore;
  now(): Date;
}

const maxPreparations = 10;
const keptDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/** A call with its key read and its limits at hand. */
interface Charge {
  readonly operation: ChargedOperation;
  readonly call: ChargeCall;
  readonly scope: KeyScope | null;
  readonly fingerprint: Buffer;
  readonly dryRun: boolean;
}

/** The only way to charge (docs/decisions/0011-charging.md). */
export class Charging {
  /** By account and path, the end of the last turn. */
  private readonly turns = new Map<string, Promise<void>>();

  constructor(private readonly parts: ChargingParts) {}

  /**
   * Does a charged operation once for its key, in one transaction: claim the key, work, `maxCredits`, balance, ledger
   * entry, stored answer. Either all of it is there or nothing.
   * @throws ServiceError of the guards, idempotency_key_in_use, idempotency_key_reused, max_credits_exceeded,
   * credit_balance_insufficient; whatever the steps throw
   */
  async chargeOnce<Prepared = undefined>(
    operation: ChargedOperation,
    call: ChargeCall,
    steps: ChargeSteps<Prepared>,
  ): Promise<ChargeAnswer> {
    const key = checkGuards(operation, call.body, call.idempotencyKey);
    const { accountId, method, path, body } = call;
    const charge: Charge = {
      operation,
      call,
      scope: key === null ? null : { accountId, method, path, key },
      fingerprint: requestFingerprint(body),
      dryRun: body.dryRun === true,
    };
    if (steps.prepare && charge.scope) {
      const stored = await this.parts.keys.findAnswer(charge.scope);
      if (stored) return this.replay(charge, stored);
    }
    return this.prepareAndRun(charge, steps);
  }

  /** Removes keys that are older than 30 days. @returns how many */
  async pruneKeys(): Promise<number> {
    return this.parts.keys.removeOlderThan(new Date(this.parts.now().getTime() - keptDays * dayMs));
  }

  private async prepareAndRun<Prepared>(charge: Charge, steps: ChargeSteps<Prepared>): Promise<ChargeAnswer> {
    const first = await this.attempt(charge, steps);
    if (first !== 'stale') return first;
    // Of many calls at once each would make all others stale again and again, until some had no attempt left.
    const { accountId, path } = charge.call;
    return this.inTurn(`${accountId} ${path}`, async () => {
      for (let preparations = 2; preparations <= maxPreparations; preparations += 1) {
        const outcome = await this.attempt(charge, steps);
        if (outcome !== 'stale') return outcome;
      }
      throw new StalePreparation(`${maxPreparations} preparations were overtaken`);
    });
  }

  private async attempt<Prepared>(
    charge: Charge,
    steps: ChargeSteps<Prepared>,
  ): Promise<ChargeAnswer | 'stale'> {
    // Without a prepare step Prepared is undefined.
    const prepared = (await steps.prepare?.()) as Prepared;
    try {
      const outcome = await this.parts.keys.transaction(!charge.dryRun, (transaction) =>
        this.run(charge, transaction, () => steps.work(transaction, prepared)),
      );
      return 'stored' in outcome ? await this.replay(charge, outcome.stored) : outcome;
    } catch (error) {
      if (error instanceof StalePreparation) return 'stale';
      throw error;
    }
  }

  /** One call after the other, in this process; those of other processes are too few to matter. */
  private async inTurn<Result>(place: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.turns.get(place) ?? Promise.resolve();
    const result = before.then(work);
    const end = result.then(
      () => undefined,
      () => undefined,
    );
    this.turns.set(place, end);
    try {
      return await result;
    } finally {
      if (this.turns.get(place) === end) this.turns.delete(place);
    }
  }

  private async run(
    charge: Charge,
    transaction: Transaction,
    work: () => Promise<ChargedWork>,
  ): Promise<ChargeAnswer | { stored: StoredAnswer }> {
    const stored = await this.claim(charge, transaction);
    if (stored) return { stored };
    const done = await work();
    const { billing, entry } = await this.bill(charge, done, transaction);
    const { status = 200 } = done;
    const body = done.answer(billing, entry);
    if (charge.dryRun) return answer(status, body, 0, billing.balance_after + billing.credits_used);
    const { scope, fingerprint } = charge;
    if (scope) await this.parts.keys.storeAnswer(scope, { fingerprint, status, body }, transaction);
    return answer(status, body, billing.credits_used, billing.balance_after);
  }

  /** A dry run claims nothing, so that it never keeps a real call from its key. */
  private async claim({ scope, dryRun }: Charge, transaction: Transaction): Promise<StoredAnswer | null> {
    if (!scope) return null;
    if (dryRun) return this.parts.keys.findAnswer(scope, transaction);
    const claimed = await this.parts.keys.claim(scope, transaction);
    if (claimed === 'in_use') throw new ServiceError('idempotency_key_in_use');
    return claimed;
  }

  /** The balance row is locked here and not before: it is the one row that all calls of an account share. */
  private async bill(
    { operation: { operation, creditClass }, call, scope, dryRun }: Charge,
    { cost, subject }: ChargedWork,
    transaction: Transaction,
  ): Promise<{ billing: Billing; entry: LedgerEntryView | null }> {
    const { accountId, body } = call;
    const { ledger, now } = this.parts;
    checkMaxCredits(cost, body.maxCredits);
    const { available, entry } = await ledger.charge(
      accountId,
      {
        creditClass,
        cost,
        operation,
        subjectType: subject.type,
        subjectId: subject.id,
        key: scope?.key ?? null,
        now: now(),
      },
      transaction,
    );
    if (cost > available) {
      throw new ServiceError('credit_balance_insufficient', {
        details: { credit_class: creditClass, required: cost, available },
      });
    }
    const billing: Billing = {
      credit_class: creditClass,
      credits_used: cost,
      max_credits: body.maxCredits ?? null,
      deduplicated: false,
      dry_run: dryRun,
      balance_after: available - cost,
    };
    return { billing, entry: entry && ledgerEntryView(entry) };
  }

  private async replay(
    { operation, call, fingerprint }: Charge,
    stored: StoredAnswer,
  ): Promise<ChargeAnswer> {
    if (!stored.fingerprint.equals(fingerprint)) throw new ServiceError('idempotency_key_reused');
    const balance = await this.parts.ledger.balance(call.accountId, operation.creditClass);
    const { status, headers, body } = answer(stored.status, replayed(stored.body), 0, balance);
    return { status, headers: { ...headers, 'Idempotent-Replayed': 'true' }, body };
  }
}

function checkMaxCredits(cost: number, maxCredits: number | undefined): void {
  if (!Number.isSafeInteger(cost) || cost < 0) throw new Error(`a cost of ${cost} credits`);
  if (maxCredits !== undefined && cost > maxCredits) {
    throw new ServiceError('max_credits_exceeded', {
      details: { estimated_credits: cost, max_credits: maxCredits },
    });
  }
}

/** The stored body, but that its billing says that this time nothing was charged. */
function replayed(body: object): object {
  if (!('billing' in body) || typeof body.billing !== 'object' || body.billing === null) return body;
  return { ...body, billing: { ...body.billing, credits_used: 0, deduplicated: true } };
}

function answer(status: number, body: object, used: number, remaining: number): ChargeAnswer {
  const headers = { 'Credits-Used': String(used), 'Credits-Remaining': String(remaining) };
  return { status, headers, body };
}
