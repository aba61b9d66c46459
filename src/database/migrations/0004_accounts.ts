import type { Migration } from '../migration.ts';

/**
 * Accounts, their plans and their API keys. Only the SHA-256 of a key is stored
 * (docs/decisions/0013-accounts-and-keys.md).
 */
export const accounts: Migration = {
  name: '0004_accounts',

  async up(knex) {
    await knex.raw(`
      -- Limits of docs/decisions/0012-limits-and-quotas.md; NULL means unlimited.
      CREATE TABLE plans (
        plan_id text PRIMARY KEY,
        search_per_minute integer CHECK (search_per_minute > 0),
        heavy_per_minute integer CHECK (heavy_per_minute > 0),
        daily_search_quota integer CHECK (daily_search_quota >= 0),
        monthly_search_quota integer CHECK (monthly_search_quota >= 0)
      );
      INSERT INTO plans VALUES ('standard', 600, 60, 10000, 200000), ('demo', NULL, NULL, NULL, NULL);

      CREATE TABLE accounts (
        account_id uuid PRIMARY KEY DEFAULT uuidv7(),
        name text NOT NULL UNIQUE CHECK (name <> '' AND length(name) <= 200),
        plan_id text NOT NULL DEFAULT 'standard' REFERENCES plans,
        -- Limits of this account that override its plan's, by the plan's column names.
        limit_overrides jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(limit_overrides) = 'object'),
        created_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE api_keys (
        key_id uuid PRIMARY KEY DEFAULT uuidv7(),
        account_id uuid NOT NULL REFERENCES accounts,
        key_hash bytea NOT NULL UNIQUE CHECK (octet_length(key_hash) = 32),
        -- The first characters of the key, so that people can tell keys apart.
        key_start text NOT NULL,
        label text NOT NULL DEFAULT '',
        created_at timestamptz NOT NULL DEFAULT now(),
        revoked_at timestamptz
      );
      CREATE INDEX api_keys_account ON api_keys (account_id);

      -- Every process forgets a revoked key at once (docs/traps.md#revocation-across-processes).
      CREATE FUNCTION announce_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('api_key_changed', encode(NEW.key_hash, 'hex'));
        RETURN NEW;
      END $$;
      CREATE TRIGGER api_key_changed AFTER UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION announce_key_change();
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP TABLE api_keys, accounts, plans;
      DROP FUNCTION announce_key_change();
    `);
  },
};
