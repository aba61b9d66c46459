import type { Migration } from '../migration.ts';

/** External research items of accounts, separate from canonical observations (docs/specification.md#research-fields). */
export const research: Migration = {
  name: '0008_research',

  async up(knex) {
    await knex.raw(`
      CREATE TABLE research_items (
        research_item_id uuid PRIMARY KEY DEFAULT uuidv7(),
        account_id uuid NOT NULL REFERENCES accounts,
        -- No foreign key: an item keeps its id if companies are joined later and the id becomes an alias.
        company_id company_id NOT NULL,
        list_id uuid,
        source_type text NOT NULL
          CHECK (source_type IN ('crawler', 'web_search', 'deep_search', 'pdf_extract', 'manual')),
        promotion_status text NOT NULL DEFAULT 'session_only'
          CHECK (promotion_status IN ('session_only', 'reusable', 'canonical_candidate', 'promoted')),
        title text CHECK (length(title) <= 500),
        content_markdown text CHECK (length(content_markdown) <= 100000),
        source_url text CHECK (source_url ILIKE 'http%' AND length(source_url) <= 2000),
        dedupe_key text CHECK (dedupe_key <> '' AND length(dedupe_key) <= 500),
        confidence double precision CHECK (confidence BETWEEN 0 AND 1),
        evidence jsonb CHECK (jsonb_typeof(evidence) = 'object'),
        producer jsonb CHECK (jsonb_typeof(producer) = 'object'),
        structured_payload jsonb CHECK (jsonb_typeof(structured_payload) = 'object'),
        observed_at timestamptz,
        fetched_at timestamptz NOT NULL DEFAULT now(),
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT research_items_list_of_the_account FOREIGN KEY (account_id, list_id)
          REFERENCES lists (account_id, list_id),
        CONSTRAINT research_items_once UNIQUE (account_id, company_id, dedupe_key)
      );
      CREATE INDEX research_items_newest_first ON research_items (account_id, research_item_id DESC);
      CREATE INDEX research_items_of_company ON research_items (account_id, company_id, research_item_id DESC);
      CREATE INDEX research_items_of_list ON research_items (list_id) WHERE list_id IS NOT NULL;
    `);
  },

  async down(knex) {
    await knex.raw('DROP TABLE research_items');
  },
};
