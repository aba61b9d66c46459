import type { Migration } from '../migration.ts';

/**
 * Secrets of delivery targets may be encrypted, which makes them longer, and an attempt may fail because they cannot be
 * read (docs/data-protection.md#secrets-in-the-database). Messages are removed some time after their delivery (docs/retention.md).
 * Migration 0045 checks the rows that are there.
 */
export const secretsAtRest: Migration = {
  name: '0040_secrets_at_rest',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE list_delivery_targets
        DROP CONSTRAINT list_delivery_targets_url_check,
        -- The service permits 2000 characters, of up to three bytes.
        ADD CONSTRAINT list_delivery_targets_url_check CHECK (length(url) <= 8192) NOT VALID;
      ALTER TABLE list_delivery_attempts
        DROP CONSTRAINT list_delivery_attempts_outcome_check,
        ADD CONSTRAINT list_delivery_attempts_outcome_check
          CHECK (outcome IN ('accepted', 'refused', 'unreachable', 'target_rejected', 'not_sent')) NOT VALID;
      ALTER TABLE list_deliveries
        ALTER COLUMN body DROP NOT NULL,
        ADD CONSTRAINT list_deliveries_pending_has_its_body CHECK (body IS NOT NULL OR status <> 'pending') NOT VALID;

      -- For those who may not read messages. Returns how many it removed.
      CREATE FUNCTION remove_delivery_messages(before timestamptz, most integer) RETURNS bigint LANGUAGE sql AS $$
        WITH old AS (
          SELECT delivery_id FROM list_deliveries
          WHERE body IS NOT NULL AND status <> 'pending' AND finished_at < before
          ORDER BY finished_at LIMIT most FOR UPDATE SKIP LOCKED),
        removed AS (
          UPDATE list_deliveries SET body = NULL FROM old WHERE list_deliveries.delivery_id = old.delivery_id
          RETURNING 1)
        SELECT count(*) FROM removed
      $$;
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP FUNCTION remove_delivery_messages;
      -- An earlier version sends what it finds, and a removed message cannot be sent again.
      DELETE FROM list_delivery_attempts WHERE delivery_id IN (SELECT delivery_id FROM list_deliveries WHERE body IS NULL);
      DELETE FROM list_deliveries WHERE body IS NULL;
      ALTER TABLE list_deliveries DROP CONSTRAINT list_deliveries_pending_has_its_body, ALTER COLUMN body SET NOT NULL;
      UPDATE list_delivery_attempts SET outcome = 'unreachable' WHERE outcome = 'not_sent';
      ALTER TABLE list_delivery_attempts
        DROP CONSTRAINT list_delivery_attempts_outcome_check,
        ADD CONSTRAINT list_delivery_attempts_outcome_check
          CHECK (outcome IN ('accepted', 'refused', 'unreachable', 'target_rejected'));
      -- An earlier version cannot read encrypted secrets, and would send to a wrong address.
      UPDATE list_delivery_targets SET enabled = false, url = 'https://encrypted.invalid/', secret =
        CASE type WHEN 'webhook' THEN 'whsec_' || encode(sha256(uuidv7()::text::bytea), 'base64') END
        WHERE url LIKE 'enc:%' OR secret LIKE 'enc:%';
      ALTER TABLE list_delivery_targets
        DROP CONSTRAINT list_delivery_targets_url_check,
        ADD CONSTRAINT list_delivery_targets_url_check CHECK (length(url) <= 2000);
    `);
  },
};
