import type { Migration } from '../migration.ts';

/**
 * Keys made by other keys, spending limits of keys, and the questions that were paid when tables were reconciled
 * (docs/decisions/0013-accounts-and-keys.md, docs/decisions/0041-reconciliation.md).
 */
export const keyLimitsAndReconciliation: Migration = {
  name: '0033_key_limits_and_reconciliation',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE api_keys
        ADD COLUMN purpose text CHECK (purpose IN ('reconciliation')),
        ADD COLUMN max_credits bigint CHECK (max_credits >= 0),
        ADD COLUMN credits_spent bigint NOT NULL DEFAULT 0 CHECK (credits_spent >= 0),
        ADD COLUMN created_by uuid REFERENCES api_keys,
        ADD CONSTRAINT api_keys_never_above_max_credits CHECK (credits_spent <= max_credits),
        ADD CONSTRAINT api_keys_reconciliation_has_a_limit CHECK (
          purpose IS DISTINCT FROM 'reconciliation' OR max_credits IS NOT NULL);
      CREATE INDEX api_keys_newest_first ON api_keys (account_id, key_id);

      -- The key whose call made a charge; NULL for charges from before and for all other entries.
      ALTER TABLE credit_ledger ADD COLUMN key_id uuid REFERENCES api_keys,
        ADD CONSTRAINT credit_ledger_only_charges_name_a_key CHECK (kind = 'charge' OR key_id IS NULL);

      -- What a key has spent follows from the ledger: its charges without those that were reversed.
      CREATE FUNCTION count_key_spending() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        of_key uuid := NEW.key_id;
      BEGIN
        IF NEW.kind = 'reversal' THEN
          SELECT key_id INTO of_key FROM credit_ledger WHERE entry_id = NEW.reverses;
        END IF;
        IF of_key IS NOT NULL THEN
          UPDATE api_keys SET credits_spent = credits_spent - NEW.amount
            WHERE key_id = of_key AND account_id = NEW.account_id;
          IF NOT FOUND THEN
            RAISE EXCEPTION 'a charge names a key of its own account'
              USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_ledger_key_of_the_account';
          END IF;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER count_key_spending AFTER INSERT ON credit_ledger
        FOR EACH ROW WHEN (NEW.kind IN ('charge', 'reversal')) EXECUTE FUNCTION count_key_spending();
      CREATE TRIGGER spent_by_entry_only BEFORE UPDATE OF credits_spent ON api_keys
        EXECUTE FUNCTION refuse_change_without_entry();

      -- Locks the balance and then the key, and returns what remains under these locks.
      CREATE FUNCTION lock_spending(of_account uuid, of_class text, at timestamptz, by_key uuid,
        OUT available bigint, OUT key_max bigint, OUT key_spent bigint)
      LANGUAGE plpgsql AS $$
      BEGIN
        available := lock_credit_balance(of_account, of_class, at);
        SELECT max_credits, credits_spent INTO key_max, key_spent FROM api_keys
          WHERE account_id = of_account AND key_id = by_key FOR NO KEY UPDATE;
      END $$;

      -- The key whose spending limit holds for the run: that of the call that started it or resumed it last.
      ALTER TABLE source_runs ADD COLUMN key_id uuid REFERENCES api_keys,
        DROP CONSTRAINT source_runs_stop_reason_check,
        ADD CONSTRAINT source_runs_stop_reason_check CHECK (stop_reason IN ('max_credits_reached',
          'credit_balance_insufficient', 'key_spending_limit_reached', 'mapping_changed', 'search_unavailable',
          'internal_error'));

      -- Clients repeat requests, so each question of a key is paid once.
      CREATE TABLE reconciled_questions (
        key_id uuid NOT NULL REFERENCES api_keys,
        question bytea NOT NULL CHECK (octet_length(question) = 32),
        account_id uuid NOT NULL REFERENCES accounts,
        company_id text NOT NULL,
        entry_id uuid NOT NULL REFERENCES credit_ledger,
        charged_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (key_id, question)
      );
      CREATE INDEX reconciled_questions_charged ON reconciled_questions (charged_at);
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP TABLE reconciled_questions;
      UPDATE source_runs SET stop_reason = 'max_credits_reached' WHERE stop_reason = 'key_spending_limit_reached';
      ALTER TABLE source_runs DROP COLUMN key_id,
        DROP CONSTRAINT source_runs_stop_reason_check,
        ADD CONSTRAINT source_runs_stop_reason_check CHECK (stop_reason IN ('max_credits_reached',
          'credit_balance_insufficient', 'mapping_changed', 'search_unavailable', 'internal_error'));
      DROP FUNCTION lock_spending;
      DROP TRIGGER spent_by_entry_only ON api_keys;
      DROP TRIGGER count_key_spending ON credit_ledger;
      DROP FUNCTION count_key_spending;
      ALTER TABLE credit_ledger DROP COLUMN key_id;
      DROP INDEX api_keys_newest_first;
      -- The earlier version would let these keys do everything, or spend without a limit.
      UPDATE api_keys SET revoked_at = now()
        WHERE revoked_at IS NULL AND (purpose IS NOT NULL OR max_credits IS NOT NULL);
      ALTER TABLE api_keys DROP COLUMN purpose, DROP COLUMN max_credits, DROP COLUMN credits_spent,
        DROP COLUMN created_by;
    `);
  },
};
