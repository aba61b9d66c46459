import type { Knex } from 'knex';
import type { CreditClass } from '../../contract/credits/billing.ts';
import type { LedgerKind, LedgerQuery } from '../../contract/credits/credits.ts';
import type { DayOfCredits } from '../../contract/credits/daily-credits.ts';
import { fetchRows, type PagePlace, queryPrepared, requireRow } from '../../database/rows.ts';
import type { Transaction } from '../../database/transaction.ts';

export interface LedgerRow {
  readonly entry_id: string;
  readonly account_id: string;
  readonly class: CreditClass;
  readonly kind: LedgerKind;
  readonly amount: number;
  readonly balance_after: number;
  readonly operation: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly idempotency_key: string | null;
  readonly reverses: string | null;
  readonly expires_at: Date | null;
  readonly created_at: Date;
}

/** An entry before the database gives it its id, its time and the balance after it. */
export type NewEntry = Pick<
  LedgerRow,
  'class' | 'kind' | 'amount' | 'operation' | 'subject_type' | 'subject_id'
> &
  Partial<Pick<LedgerRow, 'idempotency_key' | 'reverses' | 'expires_at'>>;

/** An operation that charges. */
export interface NewCharge {
  readonly creditClass: CreditClass;
  /** Whole credits, 0 or more. */
  readonly cost: number;
  readonly operation: string;
  readonly subject: { readonly type: string; readonly id: string };
  /** The Idempotency-Key. */
  readonly key: string | null;
  /** The API key that pays, whose spending limit holds; null for work that no key began. */
  readonly keyId: string | null;
  readonly now: Date;
}

interface Locked {
  readonly available: number;
  readonly key_max: number | null;
  readonly key_spent: number | null;
}

export interface ChargeOutcome {
  /** The balance before the charge. */
  readonly available: number;
  /** The spending limit of the API key, and what it had spent before the charge; null without a limit. */
  readonly limit: { readonly max: number; readonly spent: number } | null;
  readonly entry: LedgerRow | null;
}

/** `from` is inclusive, `to` exclusive. */
export type LedgerFilter = Pick<LedgerQuery, 'class' | 'operation'> & {
  readonly from?: Date;
  readonly to?: Date;
};

export interface LotRow {
  readonly class: CreditClass;
  readonly remaining: number;
  readonly expires_at: Date;
}

/** A balance that differs from its entries or lots. */
export interface BalanceFault {
  readonly account_id: string;
  readonly class: CreditClass;
  readonly balance: number;
  readonly sum_of_entries: number;
  readonly last_balance_after: number;
  readonly sum_of_lots: number;
}

// One round trip while the balance is locked. The function sees newer data than the snapshot of this statement.
const chargeSql = `
  WITH locked AS MATERIALIZED (SELECT * FROM lock_spending($1, $2, $3, $9)),
  entry AS (
    INSERT INTO credit_ledger
      (account_id, class, kind, amount, operation, subject_type, subject_id, idempotency_key, key_id)
    SELECT $1, $2, 'charge', -cast($4 AS bigint), $5, $6, $7, $8, $9
    FROM locked WHERE cast($4 AS bigint) BETWEEN 1 AND least(available, key_max - key_spent)
    RETURNING *)
  SELECT available, key_max, key_spent, entry.* FROM locked LEFT JOIN entry ON true`;

// Compares entries, balance row and lots of each account and class in one snapshot.
const faultsSql = `
  WITH entries AS (
    SELECT account_id, class, sum(amount)::bigint AS total,
      (array_agg(balance_after ORDER BY entry_id DESC))[1] AS last_balance
    FROM credit_ledger GROUP BY account_id, class
  ), lots AS (
    SELECT account_id, class, sum(remaining)::bigint AS total FROM credit_lots GROUP BY account_id, class
  )
  SELECT account_id, class, coalesce(balance, 0) AS balance, coalesce(entries.total, 0) AS sum_of_entries,
    coalesce(last_balance, 0) AS last_balance_after, coalesce(lots.total, 0) AS sum_of_lots
  FROM credit_balances FULL JOIN entries USING (account_id, class) FULL JOIN lots USING (account_id, class)
  WHERE coalesce(balance, 0) <> coalesce(entries.total, 0) OR coalesce(balance, 0) <> coalesce(last_balance, 0)
    OR coalesce(balance, 0) <> coalesce(lots.total, 0)
  ORDER BY account_id, class`;

// A reversal of a charge adds credits, one of a grant takes them away.
const dailySql = `
  SELECT (created_at AT TIME ZONE 'Asia/Tokyo')::date AS date, class,
    coalesce(-sum(amount) FILTER (WHERE kind = 'charge'), 0)::bigint AS charged,
    coalesce(sum(amount) FILTER (WHERE kind = 'reversal' AND amount > 0), 0)::bigint AS returned,
    coalesce(sum(amount) FILTER (WHERE kind = 'grant' OR kind = 'reversal' AND amount < 0), 0)::bigint AS granted,
    coalesce(-sum(amount) FILTER (WHERE kind = 'expiry'), 0)::bigint AS expired
  FROM credit_ledger
  WHERE account_id = ? AND created_at >= cast(? AS date)::timestamp AT TIME ZONE 'Asia/Tokyo'
    AND created_at < (cast(? AS date) + 1)::timestamp AT TIME ZONE 'Asia/Tokyo'
  GROUP BY 1, 2 ORDER BY 1, 2`;

/** The ledger, its balances and lots in Postgres. Entries are only added (migration 0005). */
export class LedgerStore {
  constructor(private readonly knex: Knex) {}

  runInTransaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.knex.transaction(work);
  }

  /**
   * Locks the balance and the API key until the transaction ends, expires due credits, and appends a charge if the cost is
   * above 0 and neither the balance nor the key's spending limit is exceeded.
   * @returns what there was before the charge, and the entry
   */
  async appendCharge(accountId: string, charge: NewCharge, transaction: Transaction): Promise<ChargeOutcome> {
    const { creditClass, cost, operation, subject, key, keyId, now } = charge;
    const values = [accountId, creditClass, now, cost, operation, subject.type, subject.id, key, keyId];
    const charged = queryPrepared<Partial<LedgerRow> & Locked>;
    const row = await requireRow(charged(transaction, 'charge', chargeSql, values));
    const { available, key_max, key_spent, ...entry } = row;
    return {
      available,
      limit: key_max === null ? null : { max: key_max, spent: key_spent ?? 0 },
      // Without a charge, its columns are null.
      entry: typeof entry.entry_id === 'string' ? (entry as LedgerRow) : null,
    };
  }

  /** Locks the balance until the transaction ends, and expires due credits. @returns the balance */
  async lockBalance(
    accountId: string,
    creditClass: CreditClass,
    now: Date,
    transaction: Transaction,
  ): Promise<number> {
    const { rows } = await transaction.raw<{ rows: [{ balance: number }] }>(
      'SELECT lock_credit_balance(?, ?, ?) AS balance',
      [accountId, creditClass, now],
    );
    return rows[0].balance;
  }

  /** The balance must be locked. @throws when it would fall below 0, or a rule of the ledger is broken */
  async appendEntry(accountId: string, entry: NewEntry, transaction: Transaction): Promise<LedgerRow> {
    const inserted = transaction('credit_ledger').insert({ account_id: accountId, ...entry });
    return requireRow(inserted.returning<LedgerRow[]>('*'));
  }

  /** The balance as of the last entry. */
  async getBalance(accountId: string, creditClass: CreditClass): Promise<number> {
    const row = await this.knex('credit_balances')
      .where({ account_id: accountId, class: creditClass })
      .first<{ balance: number } | undefined>('balance');
    return row?.balance ?? 0;
  }

  /** The balances of several accounts, without credits that have expired by now. */
  async listAvailableCredits(
    accountIds: readonly string[],
    now: Date,
  ): Promise<{ account_id: string; class: CreditClass; available: number }[]> {
    return this.knex('credit_balances AS held')
      .whereIn('account_id', accountIds)
      .select(
        'account_id',
        'class',
        this.knex.raw(
          `balance - coalesce((SELECT sum(remaining) FROM credit_lots lot
             WHERE lot.account_id = held.account_id AND lot.class = held.class AND expires_at <= ?), 0)::bigint
             AS available`,
          [now],
        ),
      );
  }

  async listBalances(accountId: string): Promise<{ class: CreditClass; balance: number }[]> {
    return this.knex('credit_balances').where({ account_id: accountId }).select('class', 'balance');
  }

  /** What remains of grants with an expiry, the earliest expiry first. */
  async listExpiringLots(accountId: string): Promise<LotRow[]> {
    return this.knex('credit_lots')
      .where({ account_id: accountId })
      .whereNotNull('expires_at')
      .orderBy(['expires_at', 'grant_id'])
      .select<LotRow[]>('class', 'remaining', 'expires_at');
  }

  /** Newest first. */
  async listEntries(accountId: string, filter: LedgerFilter, place: PagePlace): Promise<LedgerRow[]> {
    const query = this.knex('credit_ledger').where({ account_id: accountId });
    if (filter.class !== undefined) query.where({ class: filter.class });
    if (filter.operation !== undefined) query.where({ operation: filter.operation });
    if (filter.from !== undefined) query.where('created_at', '>=', filter.from);
    if (filter.to !== undefined) query.where('created_at', '<', filter.to);
    return fetchRows(query, 'entry_id', 'desc', place);
  }

  /** Sums by day of Asia/Tokyo and class, in order. @param from first day @param to last day */
  async sumByDay(accountId: string, from: string, to: string): Promise<DayOfCredits[]> {
    const { rows } = await this.knex.raw<{ rows: DayOfCredits[] }>(dailySql, [accountId, from, to]);
    return rows;
  }

  async findGrant(
    accountId: string,
    grant: Pick<LedgerRow, 'class' | 'idempotency_key'>,
    transaction: Transaction,
  ): Promise<LedgerRow | null> {
    return findEntryWhere({ account_id: accountId, kind: 'grant', ...grant }, transaction);
  }

  async hasExpired(accountId: string, grantId: string, transaction: Transaction): Promise<boolean> {
    const row = await transaction('credit_ledger')
      .where({ account_id: accountId, kind: 'expiry', subject_id: grantId })
      .andWhere('entry_id', '>', grantId)
      .first<object | undefined>('entry_id');
    return row !== undefined;
  }

  /** An entry of any account, for operators, who give only the id of the entry. */
  async findEntryOfAnyAccount(entryId: string): Promise<LedgerRow | null> {
    return findEntryWhere({ entry_id: entryId }, this.knex);
  }

  async findReversalOf(
    accountId: string,
    entryId: string,
    transaction: Transaction,
  ): Promise<LedgerRow | null> {
    return findEntryWhere({ account_id: accountId, reverses: entryId }, transaction);
  }

  /** Balances with credits that are due to expire: of one account, or of all. */
  async listDueBalances(
    of: { readonly account_id?: string },
    now: Date,
    limit: number,
  ): Promise<{ account_id: string; class: CreditClass }[]> {
    const due = this.knex('credit_lots').where(of).where('expires_at', '<=', now);
    return due.distinct('account_id', 'class').limit(limit);
  }

  /** Every balance that does not add up: none, unless someone switched off the rules of the database. */
  async findFaults(): Promise<BalanceFault[]> {
    return (await this.knex.raw<{ rows: BalanceFault[] }>(faultsSql)).rows;
  }

  async countBalances(): Promise<number> {
    const counted = this.knex('credit_balances').count<{ count: number }[]>('* as count');
    return Number((await requireRow(counted)).count);
  }
}

async function findEntryWhere(values: Partial<LedgerRow>, knex: Knex): Promise<LedgerRow | null> {
  return (await knex('credit_ledger').where(values).first<LedgerRow | undefined>('*')) ?? null;
}
