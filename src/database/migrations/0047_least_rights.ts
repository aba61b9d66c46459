import type { Migration } from '../migration.ts';

/** What a stolen password of the service could still do (docs/decisions/0063-least-rights-again.md). */
export const leastRights: Migration = {
  name: '0047_least_rights',

  async up(knex) {
    await knex.raw(`
      -- Whoever may not change an account's plan may not give it credits either: the service only charges. Expiries are
      -- entered by a function of the owner. Charges do not call it.
      CREATE FUNCTION refuse_credits() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
      BEGIN
        IF NOT has_column_privilege('public.accounts', 'plan_id', 'UPDATE') THEN
          RAISE EXCEPTION '% may only add charges to %', current_user, TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER only_charges BEFORE INSERT ON credit_ledger FOR EACH ROW
        WHEN (NEW.kind <> 'charge') EXECUTE FUNCTION refuse_credits();

      CREATE FUNCTION refuse_renewed_key() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'a revoked key stays revoked' USING ERRCODE = 'restrict_violation';
      END $$;
      CREATE TRIGGER stays_revoked BEFORE UPDATE OF revoked_at ON api_keys FOR EACH ROW
        WHEN (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at)
        EXECUTE FUNCTION refuse_renewed_key();

      -- The actor is what the connection says. This is who it logged in as. NULL in older entries.
      ALTER TABLE audit_entries ADD COLUMN database_role text;
      ALTER TABLE audit_entries ALTER COLUMN database_role SET DEFAULT session_user;
    `);
  },

  async down(knex) {
    await knex.raw(`
      ALTER TABLE audit_entries DROP COLUMN database_role;
      DROP TRIGGER stays_revoked ON api_keys;
      DROP TRIGGER only_charges ON credit_ledger;
      DROP FUNCTION refuse_renewed_key, refuse_credits;
    `);
  },
};
