import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from '../../src/database/database.ts';
import { Charging } from '../../src/features/credits/charging-service.ts';
import { LedgerStore } from '../../src/features/credits/ledger-store.ts';
import { Idempotency } from '../../src/idempotency/idempotency.ts';
import { IdempotencyStore } from '../../src/idempotency/idempotency-store.ts';
import { account } from './bench-service.ts';
import { repeat } from './load.ts';
import { type Comparison, compare, interleaved } from './measure.ts';

const operation = {
  operation: 'bench.charge',
  creditClass: 'basic',
  requires: { execute: false, idempotencyKey: true, maxCredits: false },
} as const;

/** The simplest tables that do the work: a key, a balance, an entry; no triggers, no lots, no stored answer. */
const plainTables = `
  CREATE TABLE IF NOT EXISTS bench_balances (account_id uuid PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0));
  CREATE TABLE IF NOT EXISTS bench_keys (account_id uuid, key text, PRIMARY KEY (account_id, key));
  CREATE TABLE IF NOT EXISTS bench_entries (entry_id uuid PRIMARY KEY DEFAULT uuidv7(), account_id uuid NOT NULL,
    amount bigint NOT NULL, balance_after bigint NOT NULL, key text NOT NULL, created_at timestamptz DEFAULT now())`;

/** Debits of one hot account: `chargeOnce` against bare SQL that claims a key, debits and appends in one transaction. */
export async function benchLedger(
  databaseUrl: string,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Comparison> {
  const connections = 8;
  const knex = openDatabase({ url: databaseUrl, poolSize: connections });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  try {
    const { accountId } = await account(databaseUrl);
    await pool.query(plainTables);
    await pool.query('INSERT INTO bench_balances VALUES ($1, 1000000000)', [accountId]);
    const charging = new Charging({
      idempotency: new Idempotency({ store: new IdempotencyStore(knex) }),
      ledger: new LedgerStore(knex),
      now: () => new Date(),
    });
    const rate = (debit: (key: string) => Promise<unknown>) => async () =>
      (await repeat(connections, seconds, () => debit(randomBytes(12).toString('hex')))).perSecond;
    const ours = rate((key) =>
      charging.chargeOnce(
        operation,
        { accountId, method: 'POST', path: '/bench', idempotencyKey: key, keyId: null, body: {} },
        {
          work: async () => ({
            cost: 1,
            subject: { type: 'bench', id: key },
            answer: (billing) => ({ ok: true, billing }),
          }),
        },
      ),
    );
    const theirs = rate((key) => plainDebit(pool, accountId, key));
    return compare('ledger: debits of one hot account', 'debits/s', await interleaved(rounds, ours, theirs), {
      atLeast: 0.55,
    });
  } finally {
    await pool.end();
    await knex.destroy();
  }
}

async function plainDebit(pool: pg.Pool, accountId: string, key: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('INSERT INTO bench_keys VALUES ($1, $2)', [accountId, key]);
    const { rows } = await client.query<{ balance: string }>(
      'UPDATE bench_balances SET balance = balance - 1 WHERE account_id = $1 RETURNING balance',
      [accountId],
    );
    await client.query(
      'INSERT INTO bench_entries (account_id, amount, balance_after, key) VALUES ($1, -1, $2, $3)',
      [accountId, rows[0]?.balance, key],
    );
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
