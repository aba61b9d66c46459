import type { Knex } from 'knex';
import type { creditsEndpoints } from '../../contract/credits/endpoints.ts';
import { type Handlers, respond } from '../../http/route.ts';
import { Idempotency } from '../../idempotency/idempotency.ts';
import { IdempotencyStore } from '../../idempotency/idempotency-store.ts';
import type { Paging } from '../../paging/paging.ts';
import type { InSpan } from '../../running/request-context.ts';
import { Charging, makeFreeHeaders } from './charging-service.ts';
import { CreditsService } from './credits-service.ts';
import { LedgerCheckService } from './ledger-check-service.ts';
import { LedgerStore } from './ledger-store.ts';

export interface CreditsNeeds {
  readonly knex: Knex;
  readonly paging: Paging;
  now(): Date;
  readonly log: { error(fields: object, message: string): void };
  /** Null if there are no traces. */
  readonly inSpan: InSpan | null;
  onCharged(creditClass: string, credits: number): void;
}

/** Balances, the ledger and charging. */
export function createCredits({ knex, paging, now, log, inSpan, onCharged }: CreditsNeeds) {
  const ledger = new LedgerStore(knex);
  const idempotency = new Idempotency({
    store: new IdempotencyStore(knex),
    headersOf: makeFreeHeaders(ledger),
  });
  const charging = new Charging({ idempotency, ledger, now, onCharged, inSpan });
  const service = new CreditsService({ ledger, paging, now });
  const ledgerCheck = new LedgerCheckService({ credits: service, log, now });
  const handlers: Handlers<typeof creditsEndpoints> = {
    getCreditBalance: respond(({ account }) => service.getBalance(account.accountId)),
    listLedger: respond(({ account, query }) => service.listEntries(account.accountId, query)),
    listDailyCredits: respond(({ account, query }) => service.getDailyCredits(account.accountId, query)),
  };
  return { handlers, credits: service, idempotency, charging, ledgerCheck };
}
