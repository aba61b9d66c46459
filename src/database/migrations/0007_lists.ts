import type { Migration } from '../migration.ts';

/**
 * Saved Lists and everything that belongs to them (docs/decisions/0028-lists.md). Every table has the account and the
 * List, and its foreign key has both: a row can never belong to a List of another account.
 */
export const lists: Migration = {
  name: '0007_lists',

  async up(knex) {
    await knex.raw(`
      CREATE DOMAIN list_definition_kind AS text
        CHECK (VALUE IN ('empty', 'source', 'company_ids', 'query', 'company_query'));

      -- A definition with its members, frozen for 24 hours. If a search finds more than 10,000, only the first are
      -- stored: the estimate is answered, but cannot be saved.
      CREATE TABLE list_estimates (
        estimate_id uuid PRIMARY KEY DEFAULT uuidv7(),
        account_id uuid NOT NULL REFERENCES accounts,
        definition_kind list_definition_kind NOT NULL CHECK (definition_kind <> 'empty'),
        -- The definition that a refresh evaluates again.
        definition jsonb NOT NULL CHECK (jsonb_typeof(definition) = 'object'),
        -- The definition as the service understood it, for the caller to check.
        resolved_definition jsonb NOT NULL CHECK (jsonb_typeof(resolved_definition) = 'object'),
        row_count bigint NOT NULL CHECK (row_count >= 0),
        total_kind text NOT NULL CHECK (total_kind IN ('exact', 'lower_bound')),
        unsupported_conditions jsonb NOT NULL CHECK (jsonb_typeof(unsupported_conditions) = 'array'),
        weak_conditions jsonb NOT NULL CHECK (jsonb_typeof(weak_conditions) = 'array'),
        member_ids text[] NOT NULL CHECK (cardinality(member_ids) <= 50000),
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        CONSTRAINT list_estimates_counts_its_members
          CHECK (cardinality(member_ids) = row_count OR (row_count > 10000 AND cardinality(member_ids) <= row_count))
      );
      CREATE INDEX list_estimates_expiry ON list_estimates (expires_at);

      CREATE TABLE lists (
        list_id uuid PRIMARY KEY DEFAULT uuidv7(),
        account_id uuid NOT NULL REFERENCES accounts,
        name text NOT NULL CHECK (name <> '' AND length(name) <= 200),
        status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'archived')),
        schedule text NOT NULL DEFAULT 'manual' CHECK (schedule IN ('manual', 'daily', 'weekly')),
        -- When the schedule was set, or the List became active again. It runs at its first time after this.
        schedule_since timestamptz NOT NULL DEFAULT now(),
        -- The last scheduled time that was run. It prevents a period from running twice.
        scheduled_for timestamptz,
        definition_kind list_definition_kind NOT NULL,
        -- The source or estimate that it was made from.
        origin_id uuid,
        definition jsonb CHECK (jsonb_typeof(definition) = 'object'),
        row_count integer NOT NULL DEFAULT 0 CHECK (row_count >= 0),
        published_version integer CHECK (published_version > 0),
        workspace_preferences jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(workspace_preferences) = 'object'
          AND octet_length(workspace_preferences::text) <= 32768),
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (account_id, list_id),
        CONSTRAINT lists_only_an_empty_one_has_no_definition
          CHECK ((definition_kind = 'empty') = (definition IS NULL))
      );
      CREATE INDEX lists_scheduled ON lists (schedule) WHERE schedule <> 'manual' AND status = 'active';

      -- Rows are paid for. They can be suppressed or excluded, but never removed.
      CREATE TABLE list_rows (
        row_id uuid PRIMARY KEY DEFAULT uuidv7(),
        account_id uuid NOT NULL,
        list_id uuid NOT NULL,
        -- Deferred: two records of a company are joined in a single transaction, which moves these rows (below).
        company_id company_id NOT NULL REFERENCES companies DEFERRABLE INITIALLY DEFERRED,
        added_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT list_rows_once UNIQUE (list_id, company_id),
        FOREIGN KEY (account_id, list_id) REFERENCES lists (account_id, list_id)
      );
      CREATE INDEX list_rows_in_order ON list_rows (list_id, row_id);
      CREATE INDEX list_rows_company ON list_rows (company_id);

      CREATE FUNCTION count_list_rows() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          UPDATE lists SET row_count = row_count + n
            FROM (SELECT list_id, count(*) AS n FROM touched GROUP BY list_id) t WHERE lists.list_id = t.list_id;
        ELSE
          UPDATE lists SET row_count = row_count - n
            FROM (SELECT list_id, count(*) AS n FROM touched GROUP BY list_id) t WHERE lists.list_id = t.list_id;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER count_added AFTER INSERT ON list_rows
        REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION count_list_rows();
      CREATE TRIGGER count_removed AFTER DELETE ON list_rows
        REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION count_list_rows();

      -- A company that this List never shows in exports and deliveries, whether or not it has a row.
      CREATE TABLE list_suppressions (
        account_id uuid NOT NULL,
        list_id uuid NOT NULL,
        company_id company_id NOT NULL,
        reason text CHECK (length(reason) <= 500),
        suppressed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (list_id, company_id),
        FOREIGN KEY (account_id, list_id) REFERENCES lists (account_id, list_id)
      );

      CREATE TABLE list_enrichment_runs (
        run_id uuid PRIMARY KEY DEFAULT uuidv7(),
        account_id uuid NOT NULL,
        list_id uuid NOT NULL,
        fields text[] NOT NULL CHECK (cardinality(fields) > 0),
        status text NOT NULL CHECK (status IN ('completed')),
        found_count integer NOT NULL CHECK (found_count >= 0),
        not_found_count integer NOT NULL CHECK (not_found_count >= 0),
        unchanged_count integer NOT NULL CHECK (unchanged_count >= 0),
        per_field jsonb NOT NULL CHECK (jsonb_typeof(per_field) = 'array'),
        created_at timestamptz NOT NULL DEFAULT now(),
        FOREIGN KEY (account_id, list_id) REFERENCES lists (account_id, list_id)
      );
      CREATE INDEX list_enrichment_runs_list ON list_enrichment_runs (list_id, run_id);

      CREATE TABLE list_row_enrichments (
        row_id uuid NOT NULL REFERENCES list_rows ON DELETE CASCADE,
        field text NOT NULL CHECK (field IN ('website', 'employees', 'insured_persons', 'jobs',
          'construction_permits', 'technologies', 'financials', 'observations')),
        account_id uuid NOT NULL,
        list_id uuid NOT NULL,
        value jsonb NOT NULL,
        source source_name NOT NULL,
        observed_at timestamptz,
        run_id uuid NOT NULL REFERENCES list_enrichment_runs,
        PRIMARY KEY (row_id, field),
        FOREIGN KEY (account_id, list_id) REFERENCES lists (account_id, list_id)
      );

      -- Exported files, by their content.
      CREATE TABLE list_exports (
        account_id uuid NOT NULL,
        list_id uuid NOT NULL,
        sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
        row_count integer NOT NULL CHECK (row_count >= 0),
        bytes bigint NOT NULL CHECK (bytes >= 0),
        columns text[] NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (list_id, sha256),
        FOREIGN KEY (account_id, list_id) REFERENCES lists (account_id, list_id)
      );

      -- Numbered states of a List: published, or found by a later refresh.
      CREATE TABLE list_snapshots (
        account_id uuid NOT NULL,
        list_id uuid NOT NULL,
        version integer NOT NULL CHECK (version > 0),
        kind text NOT NULL CHECK (kind IN ('published', 'refreshed')),
        definition jsonb,
        row_count integer NOT NULL CHECK (row_count >= 0),
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (list_id, version),
        FOREIGN KEY (account_id, list_id) REFERENCES lists (account_id, list_id)
      );
      CREATE TABLE list_snapshot_rows (
        list_id uuid NOT NULL,
        version integer NOT NULL,
        company_id company_id NOT NULL,
        facts jsonb NOT NULL CHECK (jsonb_typeof(facts) = 'object'),
        PRIMARY KEY (list_id, version, company_id),
        FOREIGN KEY (list_id, version) REFERENCES list_snapshots
      );
      ALTER TABLE lists ADD CONSTRAINT lists_published_version_exists
        FOREIGN KEY (list_id, published_version) REFERENCES list_snapshots (list_id, version);

      CREATE FUNCTION refuse_snapshot_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% of % is refused: snapshots are immutable', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'restrict_violation';
      END $$;
      CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON list_snapshots
        EXECUTE FUNCTION refuse_snapshot_change();
      CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON list_snapshot_rows
        EXECUTE FUNCTION refuse_snapshot_change();

      CREATE TABLE list_diffs (
        diff_id uuid PRIMARY KEY DEFAULT uuidv7(),
        account_id uuid NOT NULL,
        list_id uuid NOT NULL,
        from_version integer NOT NULL,
        to_version integer NOT NULL CHECK (to_version >= from_version),
        added integer NOT NULL CHECK (added >= 0),
        removed integer NOT NULL CHECK (removed >= 0),
        changed integer NOT NULL CHECK (changed >= 0),
        -- The scheduled time; NULL if a caller requested the refresh.
        scheduled_for timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT list_diffs_once_a_period UNIQUE (list_id, scheduled_for),
        FOREIGN KEY (account_id, list_id) REFERENCES lists (account_id, list_id),
        FOREIGN KEY (list_id, from_version) REFERENCES list_snapshots (list_id, version),
        FOREIGN KEY (list_id, to_version) REFERENCES list_snapshots (list_id, version)
      );
      CREATE INDEX list_diffs_newest_first ON list_diffs (list_id, diff_id);

      CREATE TABLE list_diff_rows (
        diff_row_id uuid PRIMARY KEY DEFAULT uuidv7(),
        diff_id uuid NOT NULL REFERENCES list_diffs,
        account_id uuid NOT NULL,
        list_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('added', 'removed', 'changed')),
        company_id company_id NOT NULL,
        display_name text NOT NULL,
        changes jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(changes) = 'array'),
        review_outcome text CHECK (review_outcome IN ('accepted', 'rejected', 'needs_review')),
        review_note text CHECK (length(review_note) <= 2000),
        reviewed_at timestamptz,
        excluded boolean,
        exclusion_reason text CHECK (length(exclusion_reason) <= 500),
        excluded_at timestamptz,
        UNIQUE (diff_id, company_id),
        FOREIGN KEY (account_id, list_id) REFERENCES lists (account_id, list_id),
        CONSTRAINT list_diff_rows_review_has_its_time CHECK ((review_outcome IS NULL) = (reviewed_at IS NULL)),
        CONSTRAINT list_diff_rows_exclusion_has_its_time CHECK ((excluded IS NULL) = (excluded_at IS NULL))
      );
      CREATE INDEX list_diff_rows_in_order ON list_diff_rows (diff_id, diff_row_id);

      -- Companies that a person excluded in a diff row: left out of exports and deliveries until this is reverted.
      CREATE TABLE list_exclusions (
        account_id uuid NOT NULL,
        list_id uuid NOT NULL,
        company_id company_id NOT NULL,
        diff_row_id uuid NOT NULL REFERENCES list_diff_rows,
        PRIMARY KEY (list_id, company_id),
        FOREIGN KEY (account_id, list_id) REFERENCES lists (account_id, list_id)
      );

      CREATE TABLE list_delivery_targets (
        list_id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        type text NOT NULL CHECK (type IN ('webhook', 'chat')),
        url text NOT NULL CHECK (length(url) <= 2000),
        -- Signs webhook messages. Chat tools check no signature: their address is the secret.
        secret text,
        enabled boolean NOT NULL,
        payload text NOT NULL CHECK (payload IN ('summary', 'diff', 'rows')),
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        FOREIGN KEY (account_id, list_id) REFERENCES lists (account_id, list_id),
        CONSTRAINT list_delivery_targets_webhooks_are_signed CHECK ((type = 'webhook') = (secret IS NOT NULL))
      );

      CREATE TABLE list_deliveries (
        delivery_id uuid PRIMARY KEY DEFAULT uuidv7(),
        account_id uuid NOT NULL,
        list_id uuid NOT NULL,
        type text NOT NULL CHECK (type IN ('webhook', 'chat')),
        payload text NOT NULL CHECK (payload IN ('summary', 'diff', 'rows')),
        -- The bytes to send, the same in every attempt.
        body text NOT NULL,
        diff_id uuid REFERENCES list_diffs,
        status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        FOREIGN KEY (account_id, list_id) REFERENCES lists (account_id, list_id),
        CONSTRAINT list_deliveries_end_has_its_time CHECK ((status = 'pending') = (finished_at IS NULL))
      );
      CREATE INDEX list_deliveries_newest_first ON list_deliveries (list_id, delivery_id);

      CREATE TABLE list_delivery_attempts (
        delivery_id uuid NOT NULL REFERENCES list_deliveries,
        attempt integer NOT NULL CHECK (attempt > 0),
        account_id uuid NOT NULL REFERENCES accounts,
        attempted_at timestamptz NOT NULL,
        duration_ms integer NOT NULL CHECK (duration_ms >= 0),
        outcome text NOT NULL CHECK (outcome IN ('accepted', 'refused', 'unreachable', 'target_rejected')),
        status_code integer,
        message text NOT NULL CHECK (length(message) <= 500),
        PRIMARY KEY (delivery_id, attempt)
      );

      -- When an id becomes an alias, everything that accounts store under it moves along (two records are joined).
      CREATE FUNCTION move_list_company() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM list_rows gone WHERE company_id = NEW.alias_id AND EXISTS (
          SELECT FROM list_rows kept WHERE kept.list_id = gone.list_id AND kept.company_id = NEW.company_id);
        UPDATE list_rows SET company_id = NEW.company_id WHERE company_id = NEW.alias_id;
        INSERT INTO list_suppressions
          SELECT account_id, list_id, NEW.company_id, reason, suppressed_at FROM list_suppressions
          WHERE company_id = NEW.alias_id ON CONFLICT DO NOTHING;
        DELETE FROM list_suppressions WHERE company_id = NEW.alias_id;
        INSERT INTO list_exclusions
          SELECT account_id, list_id, NEW.company_id, diff_row_id FROM list_exclusions
          WHERE company_id = NEW.alias_id ON CONFLICT DO NOTHING;
        DELETE FROM list_exclusions WHERE company_id = NEW.alias_id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER move_list_company AFTER INSERT ON company_aliases
        FOR EACH ROW WHEN (NEW.reason = 'merged_record') EXECUTE FUNCTION move_list_company();
      CREATE INDEX list_suppressions_company ON list_suppressions (company_id);
      CREATE INDEX list_exclusions_company ON list_exclusions (company_id);

      -- Processes that run jobs. Jobs of a process without a heartbeat are made available to the others
      -- (docs/traps.md#locked-jobs).
      CREATE TABLE job_workers (
        pool_id text PRIMARY KEY,
        seen_at timestamptz NOT NULL DEFAULT now()
      );
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP TABLE job_workers;
      DROP TRIGGER move_list_company ON company_aliases;
      DROP FUNCTION move_list_company();
      ALTER TABLE lists DROP CONSTRAINT lists_published_version_exists;
      DROP TABLE list_delivery_attempts, list_deliveries, list_delivery_targets, list_exclusions, list_diff_rows,
        list_diffs, list_snapshot_rows, list_snapshots, list_exports, list_row_enrichments, list_enrichment_runs,
        list_suppressions, list_rows, lists, list_estimates;
      DROP FUNCTION refuse_snapshot_change(), count_list_rows();
      DROP DOMAIN list_definition_kind;
    `);
  },
};
