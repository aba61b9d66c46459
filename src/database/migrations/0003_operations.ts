import type { Migration } from '../migration.ts';

/** What operating the service needs: the change feed, loads, index generations, measured coverage. */
export const operations: Migration = {
  name: '0003_operations',

  async up(knex) {
    await knex.raw(`
      -- Both the outbox of the index and the public change feed. Identity values are not in commit order: readers order by
      -- (xid, change_id) and stay below pg_snapshot_xmin (docs/traps.md#order-of-commit).
      CREATE TABLE company_changes (
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        change_id bigint GENERATED ALWAYS AS IDENTITY,
        company_id company_id NOT NULL,
        version bigint NOT NULL,
        change text NOT NULL CHECK (change IN ('added', 'changed', 'closed', 'merged', 'removed', 'renumbered')),
        fields text[] NOT NULL DEFAULT '{}',
        changed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (xid, change_id)
      );

      CREATE TABLE loads (
        load_id uuid PRIMARY KEY DEFAULT uuidv7(),
        kind text NOT NULL CHECK (kind IN ('nta', 'nta-diff', 'edinet', 'jpx', 'gbizinfo', 'jsonl', 'generate')),
        file_name text NOT NULL,
        file_sha256 text NOT NULL CHECK (file_sha256 ~ '^[0-9a-f]{64}$'),
        options jsonb NOT NULL DEFAULT '{}',
        status text NOT NULL CHECK (status IN ('running', 'done', 'failed')),
        -- Rows whose outcome is committed. An interrupted load resumes after them.
        rows_read bigint NOT NULL DEFAULT 0,
        added bigint NOT NULL DEFAULT 0,
        changed bigint NOT NULL DEFAULT 0,
        unchanged bigint NOT NULL DEFAULT 0,
        rejected bigint NOT NULL DEFAULT 0,
        started_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        UNIQUE (kind, file_sha256, options)
      );

      CREATE TABLE index_generations (
        index_name text PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('companies', 'observations')),
        -- The alias that the service queries. One database can serve several prefixes.
        alias text NOT NULL,
        mapping_version integer NOT NULL,
        status text NOT NULL CHECK (status IN ('building', 'current', 'previous', 'failed')),
        -- Everything that was committed before this transaction is in the index (the feed position of sync).
        synced_xid xid8,
        synced_change_id bigint NOT NULL DEFAULT 0,
        document_count bigint,
        created_at timestamptz NOT NULL DEFAULT now(),
        activated_at timestamptz
      );
      CREATE UNIQUE INDEX index_generations_one_current ON index_generations (alias) WHERE status = 'current';

      -- How many of the active companies have a value for each signal, measured when the index is made or synced.
      CREATE TABLE signal_coverage (
        signal text PRIMARY KEY,
        companies_with_value bigint NOT NULL CHECK (companies_with_value >= 0),
        companies_total bigint NOT NULL CHECK (companies_total >= companies_with_value),
        measured_at timestamptz NOT NULL DEFAULT now()
      );
    `);
  },

  async down(knex) {
    await knex.raw('DROP TABLE signal_coverage, index_generations, loads, company_changes');
  },
};
