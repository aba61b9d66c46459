import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openAccountServices } from '../indexers/operator/account-services.ts';
import { withPool } from '../indexers/operator/database-session.ts';
import { creditClasses } from '../src/contract/credits/billing.ts';
import { AccountsStore } from '../src/features/accounts/accounts-store.ts';
import { hashApiKey } from '../src/features/accounts/api-key.ts';
import { closePrivateFile, privateFile } from '../src/process/private-files.ts';
import { readJsonIfWhole } from './processes/read-if-there.ts';

/** The keys of the demo accounts. The database has only their hashes, so they are stored in the state folder. */
interface DemoKeys {
  /** Account `demo`, on the plan of the same name. */
  readonly demo: string;
  /** Account `demo-other`, to try access to another account's data. */
  readonly other: string;
}

const keysName = 'demo-keys.json';
const demoAccounts = ['demo', 'demo-other'] as const;
const demoCredits = 100_000;

/**
 * Creates the demo accounts on the first start, with credits of each class. Later starts read their keys from the state
 * folder. If a start was interrupted, the next one completes it.
 */
export async function ensureDemoKeys(databaseUrl: string, stateFolder: string): Promise<DemoKeys> {
  const file = path.join(stateFolder, keysName);
  closePrivateFile(file);
  return await withPool({ url: databaseUrl }, async (knex) => {
    const { accounts, credits } = openAccountServices(knex);
    for (const name of demoAccounts) {
      const { account_id } =
        (await accounts.findAccount(name)) ?? (await accounts.createAccount({ name, plan: 'demo' }));
      // Safe to repeat: a grant is made only once for its key.
      for (const creditClass of creditClasses)
        await credits.grantCredits(account_id, { creditClass, amount: demoCredits, key: 'npm start' });
    }
    const kept = readJsonIfWhole<DemoKeys>(file);
    // The database may be a different one than last time.
    const owners = kept && (await new AccountsStore(knex).keys.findKeyOwners([hashApiKey(kept.demo)]));
    if (kept && owners?.size) return kept;
    const [demo, other] = await Promise.all(
      demoAccounts.map((name) => accounts.createKey(name, { label: 'npm start' })),
    );
    if (!demo || !other) throw new Error('a demo account got no key');
    const keys = { demo: demo.api_key, other: other.api_key };
    writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: privateFile });
    return keys;
  });
}
