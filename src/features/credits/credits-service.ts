import { type CreditClass, creditClasses } from '../../contract/credits/billing.ts';
import type {
  BalanceAnswer,
  ClassBalance,
  LedgerEntryView,
  LedgerQuery,
} from '../../contract/credits/credits.ts';
import type { DailyCreditsQuery, dailyCreditsAnswer } from '../../contract/credits/daily-credits.ts';
import type { AnswerBody } from '../../contract/endpoint.ts';
import type { Collection } from '../../contract/envelope.ts';
import { defaultDailyCreditsDays, maxCreditAmount, maxDailyCreditsDays } from '../../contract/limits.ts';
import type { PagePlace } from '../../database/rows.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { Paging } from '../../paging/paging.ts';
import { addDays, parsePeriod, toTokyoDay } from '../../text/days/calendar.ts';
import { toLedgerEntryView } from './charging-service.ts';
import type { BalanceFault, LedgerRow, LedgerStore, LotRow } from './ledger-store.ts';

/** Why the service refuses an operator's request about credits. */
export class CreditRefusal extends Error {
  override readonly name = 'CreditRefusal';
}

export interface NewGrant {
  readonly creditClass: CreditClass;
  /** Whole credits, 1 or more. */
  readonly amount: number;
  /** When the remaining credits expire. Default: never. */
  readonly expiresAt?: Date;
  /** A grant that is repeated with the same key is made once. */
  readonly key?: string;
}

export interface CreditsParts {
  readonly ledger: LedgerStore;
  readonly paging: Paging;
  now(): Date;
}

/** Balances and the ledger, for callers and operators. Only `Charging` charges. */
export class CreditsService {
  constructor(private readonly parts: CreditsParts) {}

  async getBalance(accountId: string): Promise<BalanceAnswer> {
    await this.#expireDue({ account_id: accountId });
    const [balances, lots] = await Promise.all([
      this.parts.ledger.listBalances(accountId),
      this.parts.ledger.listExpiringLots(accountId),
    ]);
    const toClassBalance = (creditClass: CreditClass): ClassBalance => ({
      available: balances.find((row) => row.class === creditClass)?.balance ?? 0,
      next_expiry: findNextExpiry(lots.filter((lot) => lot.class === creditClass)),
    });
    return {
      ok: true,
      balances: { basic: toClassBalance('basic'), enrichment: toClassBalance('enrichment') },
    };
  }

  /** The available credits of several accounts, by class. */
  async getAvailableCredits(
    accountIds: readonly string[],
  ): Promise<(accountId: string) => Readonly<Record<CreditClass, number>>> {
    const rows = await this.parts.ledger.listAvailableCredits(accountIds, this.parts.now());
    const getAvailable = (accountId: string, creditClass: CreditClass) =>
      rows.find((row) => row.account_id === accountId && row.class === creditClass)?.available ?? 0;
    return (accountId) => ({
      basic: getAvailable(accountId, 'basic'),
      enrichment: getAvailable(accountId, 'enrichment'),
    });
  }

  /** A page of the ledger, newest first. @throws ServiceError invalid_cursor */
  async listEntries(accountId: string, query: LedgerQuery): Promise<Collection<LedgerEntryView>> {
    const { cursor: _, limit: __, ...filters } = query;
    const { class: creditClass, operation } = filters;
    const { ledger, paging } = this.parts;
    const filter = { class: creditClass, operation, ...parsePeriod(filters) };
    const binding = { kind: 'credits', accountId, ...filters };
    const fetchEntries = async (place: PagePlace) => {
      await this.#expireDue({ account_id: accountId });
      return ledger.listEntries(accountId, filter, place);
    };
    return paging.fetchCollection(query, binding, 'entry_id', fetchEntries, toLedgerEntryView);
  }

  async getDailyCredits(
    accountId: string,
    query: DailyCreditsQuery,
  ): Promise<AnswerBody<typeof dailyCreditsAnswer>> {
    const { ledger, now } = this.parts;
    const { from, to } = completePeriod(query, toTokyoDay(now()));
    await this.#expireDue({ account_id: accountId });
    const days = await ledger.sumByDay(accountId, from, to);
    return { ok: true, time_zone: 'Asia/Tokyo', from, to, days };
  }

  /** @throws CreditRefusal when the amount or expiry is invalid, or the key belongs to another grant */
  async grantCredits(accountId: string, grant: NewGrant): Promise<LedgerEntryView> {
    const { creditClass, amount, expiresAt, key } = grant;
    if (!Number.isSafeInteger(amount) || amount < 1 || amount > maxCreditAmount)
      throw new CreditRefusal(`A grant must be 1 to ${maxCreditAmount} whole credits.`);
    if (expiresAt && expiresAt <= this.parts.now())
      throw new CreditRefusal('A grant must expire in the future, or never.');
    return this.#runUnderLock(accountId, creditClass, async (transaction) => {
      const named = key !== undefined && { class: creditClass, idempotency_key: key };
      const made = named && (await this.parts.ledger.findGrant(accountId, named, transaction));
      if (made) return requireSameGrant(made, grant);
      const entry = {
        class: creditClass,
        kind: 'grant',
        amount,
        operation: 'credits.grant',
        subject_type: 'account',
        subject_id: accountId,
        idempotency_key: key ?? null,
        expires_at: expiresAt ?? null,
      } as const;
      return toLedgerEntryView(await this.parts.ledger.appendEntry(accountId, entry, transaction));
    });
  }

  /**
   * Reverses a whole grant or charge with a new entry. A reversed charge returns its credits to the grants that they
   * came from, with their expiry.
   * @throws CreditRefusal when there is no such entry, it is not a grant or charge, it was already reversed, or the
   *   grant is spent or expired
   */
  async reverseEntry(entryId: string): Promise<LedgerEntryView> {
    const entry = await this.parts.ledger.findEntryOfAnyAccount(entryId);
    if (!entry) throw new CreditRefusal(`There is no ledger entry ${entryId}.`);
    if (entry.kind !== 'grant' && entry.kind !== 'charge')
      throw new CreditRefusal(
        `Entry ${entryId} is of kind ${entry.kind}. Only grants and charges can be reversed.`,
      );
    const accountId = entry.account_id;
    return this.#runUnderLock(accountId, entry.class, async (transaction, balance) => {
      await this.#checkReversible(entry, balance, transaction);
      const reversal = {
        class: entry.class,
        kind: 'reversal',
        amount: -entry.amount,
        operation: 'credits.reverse',
        subject_type: entry.subject_type,
        subject_id: entry.subject_id,
        reverses: entry.entry_id,
      } as const;
      return toLedgerEntryView(await this.parts.ledger.appendEntry(accountId, reversal, transaction));
    });
  }

  /** Expires credits that are due, for housekeeping. @returns the number of balances that changed, at most `limit` */
  expireGrants(limit: number): Promise<number> {
    return this.#expireDue({}, limit);
  }

  /** Compares every balance with the sum of its entries, its last entry and its lots. */
  async verifyBalances(): Promise<{ balances: number; faults: BalanceFault[] }> {
    const [balances, faults] = await Promise.all([
      this.parts.ledger.countBalances(),
      this.parts.ledger.findFaults(),
    ]);
    return { balances, faults };
  }

  async #checkReversible(entry: LedgerRow, balance: number, transaction: Transaction): Promise<void> {
    const { ledger } = this.parts;
    const { account_id: accountId, entry_id: entryId, kind, amount } = entry;
    const reversal = await ledger.findReversalOf(accountId, entryId, transaction);
    if (reversal) throw new CreditRefusal(`Entry ${entryId} was already reversed by ${reversal.entry_id}.`);
    if (kind === 'charge') return;
    if (await ledger.hasExpired(accountId, entryId, transaction))
      throw new CreditRefusal(`Grant ${entryId} has expired, in whole or in part.`);
    if (amount > balance)
      throw new CreditRefusal(
        `Reversing grant ${entryId} takes ${amount} credits, but the balance is ${balance}. Part of the grant is spent.`,
      );
  }

  async #expireDue(
    of: { readonly account_id?: string },
    limit: number = creditClasses.length,
  ): Promise<number> {
    const { ledger, now } = this.parts;
    const due = await ledger.listDueBalances(of, now(), limit);
    for (const { account_id, class: creditClass } of due)
      await this.#runUnderLock(account_id, creditClass, async () => undefined);
    return due.length;
  }

  /** Due credits expire first, so that the work sees the current balance. */
  #runUnderLock<Result>(
    accountId: string,
    creditClass: CreditClass,
    work: (transaction: Transaction, balance: number) => Promise<Result>,
  ): Promise<Result> {
    const { ledger, now } = this.parts;
    return ledger.runInTransaction(async (transaction) =>
      work(transaction, await ledger.lockBalance(accountId, creditClass, now(), transaction)),
    );
  }
}

/** Of the calendar: the year 0000 does not exist. */
const firstDay = '0001-01-01';

/** Days that the query leaves open. */
function completePeriod({ from, to }: DailyCreditsQuery, today: string): { from: string; to: string } {
  if (from === undefined) {
    const last = to ?? today;
    const first = addDays(last, 1 - defaultDailyCreditsDays);
    return { from: first < firstDay ? firstDay : first, to: last };
  }
  if (to !== undefined) return { from, to };
  if (today < from) return { from, to: from };
  const furthest = addDays(from, maxDailyCreditsDays - 1);
  return { from, to: furthest < today ? furthest : today };
}

/** The next moment when credits expire, and how many expire then. */
function findNextExpiry(lots: readonly LotRow[]): ClassBalance['next_expiry'] {
  const [first] = lots;
  if (!first) return null;
  const at = first.expires_at.getTime();
  const amount = lots
    .filter(({ expires_at }) => expires_at.getTime() === at)
    .reduce((sum, { remaining }) => sum + remaining, 0);
  return { amount, expires_at: first.expires_at.toISOString() };
}

function requireSameGrant(made: LedgerRow, { amount, expiresAt, key }: NewGrant): LedgerEntryView {
  if (made.amount !== amount || made.expires_at?.getTime() !== expiresAt?.getTime())
    throw new CreditRefusal(`The key ${key} belongs to another grant, ${made.entry_id}.`);
  return toLedgerEntryView(made);
}
