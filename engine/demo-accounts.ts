import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../src/database/database.ts';
import { AccountsService } from '../src/features/accounts/accounts-service.ts';
import { AccountsStore } from '../src/features/accounts/accounts-store.ts';
import { hashApiKey } from '../src/features/accounts/api-key.ts';

/** The keys of the demo accounts. The database holds only their hashes, so they are kept beside it. */
interface DemoKeys {
  /** Account `demo`: no search quota. */
  readonly demo: string;
  /** Account `demo-other`: for trying access to what belongs to somebody else. */
  readonly other: string;
}

const keysName = 'demo-keys.json';

/** Makes the demo accounts on the first start; later starts find their keys in the state folder again. */
export async function demoKeys(databaseUrl: string, stateFolder: string): Promise<DemoKeys> {
  const file = path.join(stateFolder, keysName);
  const knex = openDatabase({ url: databaseUrl });
  try {
    const store = new AccountsStore(knex);
    const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoKeys) : null;
    // The database may be another one than last time.
    if (kept && (await store.findKeyOwner(hashApiKey(kept.demo)))) return kept;
    const accounts = new AccountsService(store);
    const keys = {
      demo: await newKey(accounts, 'demo'),
      other: await newKey(accounts, 'demo-other'),
    };
    writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
    return keys;
  } finally {
    await knex.destroy();
  }
}

/** The account may be there without its key when a start was cut off between the two. */
async function newKey(accounts: AccountsService, name: string): Promise<string> {
  const account = await accounts.findAccount(name);
  if (!account) await accounts.createAccount({ name, plan: 'demo' });
  return (await accounts.createKey(name, 'npm start')).api_key;
}
