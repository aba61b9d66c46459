import type { Migration } from '../migration.ts';

/**
 * What operators and keys change about accounts, and every command of an operator that may change something
 * (docs/decisions/0054-audit.md). Triggers write what changed, in the transaction of the change, whoever makes it.
 */
export const audit: Migration = {
  name: '0041_audit',

  async up(knex) {
    await knex.raw(`
      CREATE TABLE audit_entries (
        entry_id uuid PRIMARY KEY DEFAULT uuidv7(),
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        -- A command has an entry when it begins and one when it ends. If it was killed, the second is missing.
        event text NOT NULL CHECK (event IN ('begun', 'ended', 'changed')),
        -- The command: its own entries, and the changes that it made.
        command_id uuid,
        actor text NOT NULL CHECK (actor <> '' AND length(actor) <= 500),
        action text NOT NULL CHECK (action <> '' AND length(action) <= 200),
        -- No references: an entry stays, whatever it is about.
        account_id uuid,
        arguments jsonb,
        outcome text CHECK (outcome IN ('done', 'failed')),
        duration_ms bigint CHECK (duration_ms >= 0),
        -- What a command reported.
        result jsonb,
        before jsonb,
        after jsonb,
        CONSTRAINT audit_entries_command_has_its_id CHECK (event = 'changed' OR command_id IS NOT NULL),
        CONSTRAINT audit_entries_end_has_its_outcome CHECK ((event = 'ended') = (outcome IS NOT NULL))
      );
      CREATE UNIQUE INDEX audit_entries_of_command ON audit_entries (command_id, event) WHERE event <> 'changed';
      CREATE INDEX audit_entries_of_account ON audit_entries (account_id, entry_id) WHERE account_id IS NOT NULL;

      CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% of % is refused: entries are only added', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'restrict_violation';
      END $$;
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
        EXECUTE FUNCTION refuse_audit_change();

      -- The connections of a command are named after it. A request of the API says which key it has (audit.actor).
      CREATE FUNCTION note_change(of_action text, of_account uuid, was jsonb, becomes jsonb, by_key uuid DEFAULT NULL)
      RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        command uuid := substring(current_setting('application_name', true) FROM '^ops ([0-9a-f-]{36})$');
      BEGIN
        INSERT INTO audit_entries (event, command_id, actor, action, account_id, before, after)
        VALUES ('changed', command,
          coalesce(nullif(current_setting('audit.actor', true), ''), 'key ' || by_key,
            (SELECT actor FROM audit_entries WHERE command_id = command AND event = 'begun'),
            'database role ' || session_user),
          of_action, of_account, was, becomes);
      END $$;

      CREATE FUNCTION audit_account() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM note_change(CASE TG_OP WHEN 'INSERT' THEN 'account.created' ELSE 'account.limits_changed' END,
          NEW.account_id,
          CASE TG_OP WHEN 'UPDATE' THEN jsonb_build_object('plan', OLD.plan_id, 'overrides', OLD.limit_overrides) END,
          jsonb_build_object('name', NEW.name, 'plan', NEW.plan_id, 'overrides', NEW.limit_overrides));
        RETURN NULL;
      END $$;
      CREATE TRIGGER audit_created AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION audit_account();
      CREATE TRIGGER audit_changed AFTER UPDATE OF plan_id, limit_overrides ON accounts FOR EACH ROW
        WHEN (OLD.plan_id IS DISTINCT FROM NEW.plan_id OR OLD.limit_overrides IS DISTINCT FROM NEW.limit_overrides)
        EXECUTE FUNCTION audit_account();

      CREATE FUNCTION audit_suspension() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM note_change(CASE TG_OP WHEN 'INSERT' THEN 'account.suspended' ELSE 'account.resumed' END, NEW.account_id,
          jsonb_build_object('status', CASE TG_OP WHEN 'INSERT' THEN 'active' ELSE 'suspended' END),
          CASE TG_OP WHEN 'INSERT' THEN jsonb_build_object('status', 'suspended', 'reason', NEW.reason, 'by', NEW.suspended_by)
            ELSE jsonb_build_object('status', 'active', 'by', NEW.resumed_by) END);
        RETURN NULL;
      END $$;
      CREATE TRIGGER audit_changed AFTER INSERT OR UPDATE OF resumed_at ON account_suspensions
        FOR EACH ROW EXECUTE FUNCTION audit_suspension();

      CREATE FUNCTION audit_key() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM note_change(CASE TG_OP WHEN 'INSERT' THEN 'key.created' ELSE 'key.revoked' END, NEW.account_id, NULL,
          jsonb_build_object('key_id', NEW.key_id, 'key_start', NEW.key_start, 'label', NEW.label, 'read_only', NEW.read_only,
            'source_id', NEW.source_id, 'purpose', NEW.purpose, 'max_credits', NEW.max_credits),
          CASE TG_OP WHEN 'INSERT' THEN NEW.created_by END);
        RETURN NULL;
      END $$;
      CREATE TRIGGER audit_created AFTER INSERT ON api_keys FOR EACH ROW EXECUTE FUNCTION audit_key();
      CREATE TRIGGER audit_revoked AFTER UPDATE OF revoked_at ON api_keys FOR EACH ROW
        WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION audit_key();

      -- Charges are the accounts' own, and the ledger has them.
      CREATE FUNCTION audit_credits() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM note_change(CASE NEW.kind WHEN 'grant' THEN 'credits.granted' ELSE 'credits.reversed' END, NEW.account_id,
          jsonb_build_object('balance', NEW.balance_after - NEW.amount),
          jsonb_build_object('balance', NEW.balance_after, 'class', NEW.class, 'amount', NEW.amount, 'entry_id', NEW.entry_id,
            'reverses', NEW.reverses, 'expires_at', NEW.expires_at));
        RETURN NULL;
      END $$;
      CREATE TRIGGER audit_granted AFTER INSERT ON credit_ledger FOR EACH ROW
        WHEN (NEW.kind IN ('grant', 'reversal')) EXECUTE FUNCTION audit_credits();
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP TRIGGER audit_granted ON credit_ledger;
      DROP TRIGGER audit_created ON api_keys;
      DROP TRIGGER audit_revoked ON api_keys;
      DROP TRIGGER audit_changed ON account_suspensions;
      DROP TRIGGER audit_created ON accounts;
      DROP TRIGGER audit_changed ON accounts;
      DROP FUNCTION audit_credits, audit_key, audit_suspension, audit_account;
      DROP FUNCTION note_change(text, uuid, jsonb, jsonb, uuid);
      DROP TABLE audit_entries;
      DROP FUNCTION refuse_audit_change;
    `);
  },
};
