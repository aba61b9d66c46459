import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { ChargingBody, CreditClass } from '../../src/contract/credits/billing.ts';
import type { Charge } from '../../src/contract/endpoint.ts';
import type { Transaction } from '../../src/database/transaction.ts';
import { type ChargedWork, Charging } from '../../src/features/credits/charging-service.ts';
import { CreditsService } from '../../src/features/credits/credits-service.ts';
import { LedgerStore } from '../../src/features/credits/ledger-store.ts';
import { Idempotency, type KeyedAnswer } from '../../src/idempotency/idempotency.ts';
import { IdempotencyStore } from '../../src/idempotency/idempotency-store.ts';
import { Paging } from '../../src/paging/paging.ts';

/** A clock that stands still until it is moved. */
export class SetClock {
  constructor(private moment: Date) {}

  readonly now = (): Date => this.moment;

  set(moment: Date | string): void {
    this.moment = new Date(moment);
  }

  forward(milliseconds: number): void {
    this.moment = new Date(this.moment.getTime() + milliseconds);
  }
}

export interface CreditParts {
  readonly idempotency: Idempotency;
  readonly paging: Paging;
  readonly charging: Charging;
  readonly credits: CreditsService;
  readonly ledger: LedgerStore;
}

/** The ledger's services over a database, without HTTP. */
export function creditParts(knex: Knex, now: () => Date = () => new Date()): CreditParts {
  const ledger = new LedgerStore(knex);
  const paging = new Paging(['a key for cursors of 32 characters'], now);
  const idempotency = new Idempotency({ store: new IdempotencyStore(knex) });
  return {
    paging,
    idempotency,
    ledger,
    charging: new Charging({ idempotency, ledger, now }),
    credits: new CreditsService({ ledger, paging, now }),
  };
}

/** The account_id of a new account. */
export async function newAccount(knex: Knex): Promise<string> {
  const [row] = await knex('accounts')
    .insert({ name: `account ${randomBytes(8).toString('hex')}` })
    .returning<{ account_id: string }[]>('account_id');
  if (!row) throw new Error('no account was made');
  return row.account_id;
}

export const guarded: Charge = {
  operation: 'test.spend',
  creditClass: 'basic',
  requires: { execute: true, idempotencyKey: true, maxCredits: true },
};

export interface Spending {
  readonly accountId: string;
  readonly cost: number;
  readonly key?: string | undefined;
  readonly body?: ChargingBody & Readonly<Record<string, unknown>>;
  readonly operation?: Charge;
  /** The API key that pays. */
  readonly keyId?: string;
  readonly creditClass?: CreditClass;
  readonly path?: string;
  readonly method?: string;
  /** Runs inside the transaction, before the cost is known. */
  readonly work?: (transaction: Transaction) => Promise<void>;
}

/** Charges through `chargeOnce`, with an answer that shows billing and entry. */
export function spend(charging: Charging, spending: Spending): Promise<KeyedAnswer<number, object>> {
  const { accountId, cost, key, body, operation = guarded, path = '/api/service/things/1/spend' } = spending;
  const { method = 'POST', creditClass = operation.creditClass } = spending;
  return charging.chargeOnce(
    { ...operation, creditClass },
    {
      accountId,
      method,
      path,
      idempotencyKey: key,
      keyId: spending.keyId ?? null,
      body: body ?? { execute: true, maxCredits: 1_000_000 },
    },
    {
      async work(transaction): Promise<ChargedWork> {
        await spending.work?.(transaction);
        return {
          cost,
          subject: { type: 'thing', id: '1' },
          answer: (billing, entry) => ({ ok: true, billing, credit_event: entry }),
        };
      },
    },
  );
}
