import type { Migration } from '../migration.ts';

/**
 * What a key may do and when it was last used; suspended accounts; and what each load says about its file
 * (docs/decisions/0013-accounts-and-keys.md, docs/loading.md).
 */
export const keyScopesAndLoadDays: Migration = {
  name: '0018_key_scopes_and_load_days',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE api_keys
        ADD COLUMN read_only boolean NOT NULL DEFAULT false,
        -- Not a foreign key: when the source is deleted, the key keeps its scope and can no longer do anything.
        ADD COLUMN source_id uuid,
        ADD COLUMN last_used_at timestamptz;

      -- Every suspension of an account; one that is not resumed is in force.
      CREATE TABLE account_suspensions (
        suspension_id uuid PRIMARY KEY DEFAULT uuidv7(),
        account_id uuid NOT NULL REFERENCES accounts,
        reason text NOT NULL CHECK (reason <> '' AND length(reason) <= 1000),
        suspended_by text NOT NULL CHECK (suspended_by <> '' AND length(suspended_by) <= 200),
        suspended_at timestamptz NOT NULL DEFAULT now(),
        resumed_by text CHECK (resumed_by <> '' AND length(resumed_by) <= 200),
        resumed_at timestamptz,
        CONSTRAINT resumed_by_somebody CHECK ((resumed_at IS NULL) = (resumed_by IS NULL))
      );
      CREATE UNIQUE INDEX account_suspensions_one_in_force ON account_suspensions (account_id)
        WHERE resumed_at IS NULL;
      CREATE INDEX account_suspensions_newest_first ON account_suspensions (account_id, suspension_id);

      -- Every process forgets what it knows of the account's keys (docs/traps.md#revocation-across-processes).
      CREATE FUNCTION announce_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('api_key_changed', encode(key_hash, 'hex')) FROM api_keys
          WHERE account_id = NEW.account_id AND revoked_at IS NULL;
        RETURN NEW;
      END $$;
      CREATE TRIGGER account_changed AFTER UPDATE ON accounts
        FOR EACH ROW EXECUTE FUNCTION announce_account_change();
      CREATE TRIGGER account_suspension_changed AFTER INSERT OR UPDATE ON account_suspensions
        FOR EACH ROW EXECUTE FUNCTION announce_account_change();
      -- The time of the last use is not announced: no process keeps it.
      DROP TRIGGER api_key_changed ON api_keys;
      CREATE TRIGGER api_key_changed AFTER UPDATE OF revoked_at, read_only, source_id ON api_keys
        FOR EACH ROW EXECUTE FUNCTION announce_key_change();

      ALTER TABLE loads
        -- The day that the file states; NULL if it states none.
        ADD COLUMN register_day date,
        ADD COLUMN rejected_file text,
        -- When the last run began, and how long all runs worked. An interrupted load has several runs.
        ADD COLUMN run_started_at timestamptz,
        ADD COLUMN busy_seconds double precision CHECK (busy_seconds >= 0);

      -- Loads that were finished before their file was loaded again, which resets the row in loads.
      CREATE TABLE earlier_loads (LIKE loads INCLUDING CONSTRAINTS);
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP TABLE earlier_loads;
      ALTER TABLE loads
        DROP COLUMN register_day, DROP COLUMN rejected_file, DROP COLUMN run_started_at, DROP COLUMN busy_seconds;
      -- The earlier version would let these keys do everything.
      UPDATE api_keys SET revoked_at = now() WHERE revoked_at IS NULL AND (read_only OR source_id IS NOT NULL);
      DROP TRIGGER api_key_changed ON api_keys;
      CREATE TRIGGER api_key_changed AFTER UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION announce_key_change();
      DROP TRIGGER account_changed ON accounts;
      DROP TABLE account_suspensions;
      DROP FUNCTION announce_account_change();
      ALTER TABLE api_keys DROP COLUMN read_only, DROP COLUMN source_id, DROP COLUMN last_used_at;
    `);
  },
};
