import type { Knex } from 'knex';
import type { RecurringTask } from '../../background.ts';
import type { creditsEndpoints } from '../../contract/credits/endpoints.ts';
import type { Handlers } from '../../http/route.ts';
import { Charging } from './charge-once.ts';
import { CreditsService } from './credits-service.ts';
import { IdempotencyStore } from './idempotency-store.ts';
import { LedgerStore } from './ledger-store.ts';

export interface CreditsNeeds {
  readonly knex: Knex;
  readonly cursorKeys: readonly string[];
  now(): Date;
}

const housekeepingMs = 60 * 60 * 1_000;

/** Balances, the ledger, and the one way to charge. */
export function createCredits({ knex, cursorKeys, now }: CreditsNeeds) {
  const ledger = new LedgerStore(knex);
  const charging = new Charging({ keys: new IdempotencyStore(knex), ledger, now });
  const service = new CreditsService({ ledger, cursorKeys, now });
  const tasks: RecurringTask[] = [
    {
      everyMs: housekeepingMs,
      run: async () => {
        await charging.pruneKeys();
        await service.expireGrants();
      },
      failure: 'old keys or credits could not be cleared',
    },
  ];
  const handlers: Handlers<typeof creditsEndpoints> = {
    getCreditBalance: async ({ account }) => ({ body: await service.balance(account.accountId) }),
    listLedger: async ({ account, query }) => ({ body: await service.entries(account.accountId, query) }),
  };
  return { handlers, charging, tasks };
}
