import type { Knex } from 'knex';
import type { keysEndpoints } from '../../contract/keys/endpoints.ts';
import { listenToChannel } from '../../database/listen.ts';
import type { Logger } from '../../http/request-log.ts';
import { type Handlers, respond } from '../../http/route.ts';
import type { Idempotency } from '../../idempotency/idempotency.ts';
import { buildKeyedCall } from '../../idempotency/idempotency-key.ts';
import type { Paging } from '../../paging/paging.ts';
import type { RecurringTask } from '../../running/recurring.ts';
import type { Account } from './account.ts';
import { AccountsStore } from './accounts-store.ts';
import { Authenticator } from './authenticator-service.ts';
import { KeyUses } from './key-uses-service.ts';
import { KeysService } from './keys-service.ts';

export interface AccountsNeeds {
  readonly knex: Knex;
  readonly databaseUrl: string;
  readonly log: Logger;
  readonly idempotency: Idempotency;
  readonly paging: Paging;
}

const writeUsesMs = 60_000;

/** Accounts by their API keys, and the keys. What any process changes about a key or its account takes effect here at once. */
export function createAccounts({ knex, databaseUrl, log, ...needs }: AccountsNeeds) {
  const store = new AccountsStore(knex);
  const authenticator: Authenticator = new Authenticator({
    findKeyOwners: (keyHashes) => store.keys.findKeyOwners(keyHashes),
    receivesChanges: () => listener.connected,
  });
  const listener = listenToChannel({
    url: databaseUrl,
    channel: 'api_key_changed',
    onMessage: (keyHash) => authenticator.forgetKey(keyHash),
    onGap: () => authenticator.forgetAll(),
  });
  const uses = new KeyUses(store.keys);
  const failure = 'the last use of keys could not be written';
  const tasks: RecurringTask[] = [{ everyMs: writeUsesMs, run: () => uses.flush(), failure }];
  const keys = new KeysService({ ...needs, store });
  const handlers: Handlers<typeof keysEndpoints> = {
    listKeys: respond(({ account, query }) => keys.listKeys(account.accountId, query)),
    getCurrentKey: respond(({ account }) => keys.getCurrentKey(account)),
    createKey: (context) => keys.createKey(context.account, buildKeyedCall(context), context.body),
    async revokeKey({ account, params }) {
      const body = await keys.revokeKey(account, params.keyId);
      // The announcement may come after the answer.
      authenticator.forgetAll();
      return { body };
    },
  };
  return {
    handlers,
    tasks,
    async authenticate(apiKey: string, address: string): Promise<Account> {
      const account = await authenticator.authenticate(apiKey, address);
      uses.noteUse(account.keyId);
      return account;
    },
    isSuspended: (accountId: string) => store.isSuspended(accountId),
    async close(): Promise<void> {
      await listener.stop();
      await uses.flush().catch((err: unknown) => log.warn({ err }, failure));
    },
  };
}
