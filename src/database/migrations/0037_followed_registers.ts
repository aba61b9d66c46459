import type { Migration } from '../migration.ts';

/** How far each register is followed, and which load brought a change (docs/following.md). */
export const followedRegisters: Migration = {
  name: '0037_followed_registers',

  async up(knex) {
    await knex.raw(`
      CREATE TABLE followed_registers (
        register text PRIMARY KEY CHECK (register ~ '^[a-z][a-z-]{0,39}$'),
        -- Following began after this day: what was published until then comes from files.
        began_after date,
        -- All that the publisher has published for this day and the days before it is loaded. NULL: not begun.
        complete_through date CHECK (complete_through >= began_after),
        -- The newest day that the publisher says it has published; NULL if it does not say.
        published_through date,
        -- The publisher's last complete answer.
        checked_at timestamptz,
        -- Of a day that is not over: the last entry of its list that is loaded.
        open_day date,
        open_position integer,
        -- Failures since the last complete answer.
        failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
        failure text CHECK (length(failure) <= 500),
        -- The publisher is not asked before this time.
        next_at timestamptz,
        CONSTRAINT open_day_has_position CHECK ((open_day IS NULL) = (open_position IS NULL)),
        CONSTRAINT begun_with_a_day CHECK ((began_after IS NULL) = (complete_through IS NULL))
      );

      -- What following did, one row for each day of a register.
      CREATE TABLE followed_days (
        register text NOT NULL REFERENCES followed_registers,
        day date NOT NULL,
        requests integer NOT NULL CHECK (requests >= 0),
        rows_read bigint NOT NULL CHECK (rows_read >= 0),
        added bigint NOT NULL CHECK (added >= 0),
        changed bigint NOT NULL CHECK (changed >= 0),
        rejected bigint NOT NULL CHECK (rejected >= 0),
        load_ids uuid[] NOT NULL,
        completed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (register, day)
      );

      -- Documents that could not be read.
      CREATE TABLE followed_documents (
        register text NOT NULL REFERENCES followed_registers,
        document text NOT NULL CHECK (length(document) <= 100),
        failures integer NOT NULL CHECK (failures > 0),
        failure text NOT NULL CHECK (length(failure) <= 500),
        PRIMARY KEY (register, document)
      );

      -- signal_coverage as it was at the end of each day in Tokyo.
      CREATE TABLE signal_coverage_days (
        day date NOT NULL,
        signal text NOT NULL,
        companies_with_value bigint NOT NULL CHECK (companies_with_value >= 0),
        companies_total bigint NOT NULL CHECK (companies_total >= companies_with_value),
        PRIMARY KEY (signal, day)
      );

      -- Set by each load for its session. The default is not volatile, so old rows are not rewritten.
      ALTER TABLE company_changes
        ADD COLUMN load_id uuid DEFAULT nullif(current_setting('company_data.load_id', true), '')::uuid;
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP TABLE followed_days, followed_documents, followed_registers, signal_coverage_days;
      ALTER TABLE company_changes DROP COLUMN load_id;
    `);
  },
};
