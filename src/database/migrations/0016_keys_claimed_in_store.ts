import type { Migration } from '../migration.ts';

/** Statements of the store claim idempotency keys. The function that did so is no longer called. */
export const keysClaimedInStore: Migration = {
  name: '0016_keys_claimed_in_store',

  async up(knex) {
    await knex.raw('DROP FUNCTION claim_idempotency_key');
  },

  async down(knex) {
    await knex.raw(`
      CREATE FUNCTION claim_idempotency_key(of_account uuid, of_method text, of_path text, of_key text)
      RETURNS TABLE (in_use boolean, fingerprint bytea, status smallint, body json) LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        IF NOT pg_try_advisory_xact_lock(
          hashtextextended(concat_ws(' ', 'idempotency', of_account, of_method, of_path, of_key), 0)) THEN
          RETURN QUERY SELECT true, NULL::bytea, NULL::smallint, NULL::json;
        ELSE
          RETURN QUERY SELECT false, stored.fingerprint, stored.status, stored.body FROM idempotency_keys stored
            WHERE account_id = of_account AND method = of_method AND path = of_path AND key = of_key;
        END IF;
      END $$;
    `);
  },
};
