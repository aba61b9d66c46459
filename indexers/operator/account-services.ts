import { AccountRefusal, AccountsService } from '../../src/features/accounts/accounts-service.ts';
import { AccountsStore } from '../../src/features/accounts/accounts-store.ts';
import { CreditsService } from '../../src/features/credits/credits-service.ts';
import { LedgerStore } from '../../src/features/credits/ledger-store.ts';
import { LimitsStore } from '../../src/features/limits/limits-store.ts';
import { UsageService } from '../../src/features/limits/usage-service.ts';
import { Paging } from '../../src/paging/paging.ts';
import type { OperatorSession } from './session.ts';

export const accountHelp = 'name or account_id of the account';

interface Services {
  readonly accounts: AccountsService;
  readonly credits: CreditsService;
  readonly usage: UsageService;
}

/** Runs the work with the services of accounts on a connection of its own. */
export async function withAccounts<Result>(
  session: OperatorSession,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const now = () => new Date();
  return await session.withDatabase(2, (knex) =>
    work({
      accounts: new AccountsService(new AccountsStore(knex)),
      // No command uses pages, so there are no cursors to sign.
      credits: new CreditsService({ ledger: new LedgerStore(knex), paging: new Paging([], now), now }),
      usage: new UsageService({ store: new LimitsStore(knex), flush: async () => undefined, now }),
    }),
  );
}

/** @throws AccountRefusal */
export async function requireAccountId({ accounts }: Services, nameOrId: string): Promise<string> {
  const account = await accounts.findAccount(nameOrId);
  if (account) return account.account_id;
  throw new AccountRefusal(`There is no account ${nameOrId}.`);
}
