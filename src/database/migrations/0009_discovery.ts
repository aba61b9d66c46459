import type { Migration } from '../migration.ts';

/** Saved searches that are refined step by step (docs/decisions/0026-discoveries.md). */
export const discovery: Migration = {
  name: '0009_discovery',

  async up(knex) {
    await knex.raw(`
      -- Never changed: refining creates a child.
      CREATE TABLE discoveries (
        discovery_id uuid PRIMARY KEY DEFAULT uuidv7(),
        account_id uuid NOT NULL REFERENCES accounts,
        parent_id uuid,
        name text NOT NULL CHECK (name <> '' AND length(name) <= 200),
        query text CHECK (query <> '' AND length(query) <= 1000),
        filters jsonb NOT NULL CHECK (jsonb_typeof(filters) = 'object'),
        "order" text CHECK ("order" IN ('name', 'jobs', 'ai', 'construction', 'employees')),
        revision integer NOT NULL CHECK (revision > 0),
        created_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (account_id, discovery_id),
        CONSTRAINT discoveries_parent_of_the_account FOREIGN KEY (account_id, parent_id)
          REFERENCES discoveries (account_id, discovery_id),
        CONSTRAINT discoveries_first_has_no_parent CHECK ((parent_id IS NULL) = (revision = 1)),
        CONSTRAINT discoveries_ask_something CHECK (query IS NOT NULL OR filters <> '{}')
      );
    `);
  },

  async down(knex) {
    await knex.raw('DROP TABLE discoveries');
  },
};
