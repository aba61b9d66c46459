import type { Knex } from 'knex';
import { listen } from '../../database/listen.ts';
import { AccountsStore } from './accounts-store.ts';
import { Authenticator } from './authenticator-service.ts';

/** Finds accounts by API key. A key that any process revokes is dropped here at once. */
export function createAccounts({ knex, databaseUrl }: { readonly knex: Knex; readonly databaseUrl: string }) {
  const store = new AccountsStore(knex);
  const authenticator: Authenticator = new Authenticator({
    findKeyOwners: (keyHashes) => store.findKeyOwners(keyHashes),
    receivesRevocations: () => listener.connected,
  });
  const listener = listen({
    url: databaseUrl,
    channel: 'api_key_changed',
    onMessage: (keyHash) => authenticator.forget(keyHash),
    onGap: () => authenticator.forgetAll(),
  });
  return { authenticator, close: () => listener.stop() };
}
