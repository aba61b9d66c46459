import type { Migration } from '../migration.ts';

/**
 * Lists can be deleted. A deleted List disappears for its account at once. A job then removes its parts in pieces,
 * because a List that was refreshed for years has millions of snapshot rows.
 */
export const listRemoval: Migration = {
  name: '0013_list_removal',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE lists ADD COLUMN deleted_at timestamptz;

      -- Snapshots stay immutable. They are removed only with their List.
      CREATE FUNCTION refuse_snapshot_removal() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM lists WHERE list_id = OLD.list_id AND deleted_at IS NOT NULL) THEN
          RETURN OLD;
        END IF;
        RAISE EXCEPTION '% of % is refused: snapshots are immutable', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'restrict_violation';
      END $$;
      DROP TRIGGER immutable ON list_snapshots;
      CREATE TRIGGER immutable BEFORE UPDATE OR TRUNCATE ON list_snapshots EXECUTE FUNCTION refuse_snapshot_change();
      CREATE TRIGGER ends_with_its_list BEFORE DELETE ON list_snapshots
        FOR EACH ROW EXECUTE FUNCTION refuse_snapshot_removal();
      DROP TRIGGER immutable ON list_snapshot_rows;
      CREATE TRIGGER immutable BEFORE UPDATE OR TRUNCATE ON list_snapshot_rows
        EXECUTE FUNCTION refuse_snapshot_change();
      CREATE TRIGGER ends_with_its_list BEFORE DELETE ON list_snapshot_rows
        FOR EACH ROW EXECUTE FUNCTION refuse_snapshot_removal();

      -- Without these, each removed row would need a scan of a whole table to check that nothing refers to it.
      CREATE INDEX list_row_enrichments_list ON list_row_enrichments (list_id);
      CREATE INDEX list_row_enrichments_run ON list_row_enrichments (run_id);
      CREATE INDEX list_diff_rows_list ON list_diff_rows (list_id);
      CREATE INDEX list_exclusions_diff_row ON list_exclusions (diff_row_id);
      CREATE INDEX list_deliveries_diff ON list_deliveries (diff_id);

      -- Research stays when its List is deleted.
      ALTER TABLE research_items DROP CONSTRAINT research_items_list_of_the_account,
        ADD CONSTRAINT research_items_list_of_the_account FOREIGN KEY (account_id, list_id)
          REFERENCES lists (account_id, list_id) ON DELETE SET NULL (list_id);
    `);
  },

  async down(knex) {
    await knex.raw(`
      ALTER TABLE research_items DROP CONSTRAINT research_items_list_of_the_account,
        ADD CONSTRAINT research_items_list_of_the_account FOREIGN KEY (account_id, list_id)
          REFERENCES lists (account_id, list_id);
      DROP INDEX list_row_enrichments_list, list_row_enrichments_run, list_diff_rows_list, list_exclusions_diff_row,
        list_deliveries_diff;
      DROP TRIGGER ends_with_its_list ON list_snapshots;
      DROP TRIGGER immutable ON list_snapshots;
      CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON list_snapshots
        EXECUTE FUNCTION refuse_snapshot_change();
      DROP TRIGGER ends_with_its_list ON list_snapshot_rows;
      DROP TRIGGER immutable ON list_snapshot_rows;
      CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON list_snapshot_rows
        EXECUTE FUNCTION refuse_snapshot_change();
      DROP FUNCTION refuse_snapshot_removal();
      ALTER TABLE lists DROP COLUMN deleted_at;
    `);
  },
};
