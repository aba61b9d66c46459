import type { Migration } from '../migration.ts';

/**
 * What the service knows about companies. Every rule that Postgres can hold is a constraint here, so that no loader,
 * operator or later feature can write what the specification forbids.
 *
 * Ids are compared bytewise (collation "C"): the index, the cursors and the digests all depend on one order.
 */
export const companies: Migration = {
  name: '0001_companies',

  async up(knex) {
    await knex.raw(`
      -- Check digit of a corporate number (Order on the Corporate Number, art. 2): 9 - (sum(P_n * Q_n) mod 9), n counted
      -- from the right of the last 12 digits, Q_n = 1 for odd n and 2 for even n. Not declared STRICT: that would
      -- prevent inlining into the domain's check (without it, COPY of companies takes a third less time). NULL stays
      -- NULL. A regex with counted repeats would cost twice as much as checking the length and trimming.
      CREATE FUNCTION corporate_number_is_valid(number text) RETURNS boolean
      LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT length(number) = 13 AND ltrim(number, '0123456789') = '' AND ascii(number) - 48 = 9 - (
          (ascii(substr(number, 13, 1)) + ascii(substr(number, 11, 1)) + ascii(substr(number, 9, 1))
            + ascii(substr(number, 7, 1)) + ascii(substr(number, 5, 1)) + ascii(substr(number, 3, 1)) - 288)
          + 2 * (ascii(substr(number, 12, 1)) + ascii(substr(number, 10, 1)) + ascii(substr(number, 8, 1))
            + ascii(substr(number, 6, 1)) + ascii(substr(number, 4, 1)) + ascii(substr(number, 2, 1)) - 288)
        ) % 9
      $$;

      CREATE DOMAIN company_id AS text COLLATE "C"
        CHECK (CASE WHEN starts_with(VALUE, 'cn_')
          THEN length(VALUE) = 16 AND ltrim(substr(VALUE, 4), '0123456789') = ''
          ELSE VALUE ~ '^(tse|nse|sse|fse)_[0-9A-Z]{4,5}$' END);
      CREATE DOMAIN corporate_number AS text COLLATE "C" CHECK (corporate_number_is_valid(VALUE));
      -- The source of a fact. The names are those of docs/decisions/0032-observations.md.
      CREATE DOMAIN source_name AS text CHECK (VALUE IN (
        'corporate_registry', 'edinet', 'gbizinfo', 'company_website', 'job_posting', 'construction_permit', 'exchange'));

      CREATE TABLE companies (
        company_id company_id PRIMARY KEY,
        corporate_number corporate_number UNIQUE,
        kind text CHECK (kind IN ('state', 'local_government', 'kabushiki', 'yugen', 'gomei', 'goshi', 'godo',
          'other_established', 'foreign', 'other')),
        status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'closed', 'merged', 'removed')),
        closed_on date,
        close_cause text CHECK (close_cause IN ('liquidated', 'merger', 'closed_by_registrar', 'other')),
        -- The register asks not to show this company in searches (hihyoji).
        hidden boolean NOT NULL DEFAULT false,
        -- The name has a glyph that text cannot hold; the register shows it as an image with this number.
        name_image_id text,
        assigned_on date,
        -- Date of the newest register row applied: an older file never overwrites a newer one.
        register_updated_on date,
        -- Grows by one with every change to this company or to anything its index document is made from.
        version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT id_carries_its_corporate_number
          CHECK (company_id NOT LIKE 'cn\\_%' OR corporate_number IS NOT DISTINCT FROM substr(company_id, 4)),
        CONSTRAINT active_has_no_end CHECK (status <> 'active' OR (closed_on IS NULL AND close_cause IS NULL)),
        CONSTRAINT merged_is_by_merger CHECK (status <> 'merged' OR close_cause IS NOT DISTINCT FROM 'merger')
      );

      CREATE TABLE company_aliases (
        alias_id company_id PRIMARY KEY,
        company_id company_id NOT NULL REFERENCES companies,
        reason text NOT NULL CHECK (reason IN ('listing', 'corporate_number', 'merged_record')),
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT alias_is_another_id CHECK (alias_id <> company_id)
      );
      CREATE INDEX company_aliases_company ON company_aliases (company_id);

      -- An id is either a company's own or an alias, never both: ids are assigned once and never reused.
      CREATE FUNCTION refuse_id_that_is_alias() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM added JOIN company_aliases ON alias_id = added.company_id) THEN
          RAISE EXCEPTION 'company_id is already an alias' USING ERRCODE = 'unique_violation',
            CONSTRAINT = 'company_id_is_not_an_alias';
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER company_id_is_not_an_alias AFTER INSERT ON companies
        REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_id_that_is_alias();
      CREATE FUNCTION refuse_alias_that_is_id() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM added JOIN companies ON companies.company_id = added.alias_id) THEN
          RAISE EXCEPTION 'alias_id is already a company' USING ERRCODE = 'unique_violation',
            CONSTRAINT = 'alias_is_not_a_company_id';
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER alias_is_not_a_company_id AFTER INSERT ON company_aliases
        REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_alias_that_is_id();

      CREATE TABLE company_names (
        company_id company_id NOT NULL REFERENCES companies,
        kind text NOT NULL CHECK (kind IN ('legal', 'trade', 'english', 'kana', 'former')),
        name text NOT NULL CHECK (name <> '' AND length(name) <= 1000),
        valid_from date,
        valid_to date,
        source source_name NOT NULL,
        CONSTRAINT only_former_names_have_ended CHECK (kind = 'former' OR valid_to IS NULL),
        CONSTRAINT validity_runs_forward CHECK (valid_to >= valid_from),
        UNIQUE NULLS NOT DISTINCT (company_id, kind, name, valid_from)
      );
      CREATE UNIQUE INDEX company_names_one_legal_name ON company_names (company_id) WHERE kind = 'legal';

      -- Identifiers other than the corporate number (companies.corporate_number; the invoice number is T + that) and the
      -- codes of listings.
      CREATE TABLE company_identifiers (
        company_id company_id NOT NULL REFERENCES companies,
        identifier_type text NOT NULL CHECK (identifier_type IN ('securities_code', 'edinet_code', 'domain')),
        value text COLLATE "C" NOT NULL,
        valid_from date,
        valid_to date,
        source source_name NOT NULL,
        PRIMARY KEY (company_id, identifier_type, value),
        CONSTRAINT validity_runs_forward CHECK (valid_to >= valid_from),
        CONSTRAINT value_has_its_form CHECK (CASE identifier_type
          WHEN 'securities_code' THEN value ~ '^[1-9][0-9A-Z][0-9][0-9A-Z][0-9]{0,1}$'
          WHEN 'edinet_code' THEN value ~ '^E[0-9]{5}$'
          ELSE value ~ '^[a-z0-9-]+(\\.[a-z0-9-]+)+$' END)
      );
      CREATE UNIQUE INDEX company_identifiers_one_owner ON company_identifiers (identifier_type, value)
        WHERE identifier_type IN ('securities_code', 'edinet_code') AND valid_to IS NULL;
      CREATE INDEX company_identifiers_value ON company_identifiers (value);

      -- The successor is named by its corporate number, because it may be loaded later than the company it took over.
      CREATE TABLE company_successors (
        company_id company_id PRIMARY KEY REFERENCES companies,
        successor_corporate_number corporate_number NOT NULL,
        effective_on date,
        source source_name NOT NULL,
        CONSTRAINT not_its_own_successor CHECK (company_id <> 'cn_' || successor_corporate_number)
      );
      CREATE INDEX company_successors_successor ON company_successors (successor_corporate_number);

      CREATE TABLE company_addresses (
        company_id company_id NOT NULL REFERENCES companies,
        kind text NOT NULL CHECK (kind IN ('head_office', 'outside_japan')),
        prefecture_code text CHECK (prefecture_code ~ '^(0[1-9]|[1-3][0-9]|4[0-7])$'),
        prefecture text,
        city_code text CHECK (city_code ~ '^[0-9]{3}$'),
        city text,
        street text,
        postal_code text CHECK (postal_code ~ '^[0-9]{7}$'),
        source source_name NOT NULL,
        valid_from date,
        PRIMARY KEY (company_id, kind),
        CONSTRAINT prefecture_and_code_together CHECK ((prefecture IS NULL) = (prefecture_code IS NULL))
      );

      CREATE TABLE listings (
        company_id company_id NOT NULL REFERENCES companies,
        exchange text NOT NULL CHECK (exchange IN ('tse', 'nse', 'sse', 'fse')),
        code text COLLATE "C" NOT NULL CHECK (code ~ '^[1-9][0-9A-Z][0-9][0-9A-Z][0-9]{0,1}$'),
        security_kind text NOT NULL CHECK (security_kind IN ('common', 'preferred', 'investment')),
        short_name text,
        market_segment text CHECK (market_segment IN ('prime', 'standard', 'growth', 'pro_market', 'main', 'next',
          'ambitious', 'q_board', 'other')),
        industry_33_code text CHECK (industry_33_code ~ '^[0-9]{4}$'),
        size_class text,
        listed_from date,
        listed_to date,
        -- Date of the exchange's last list that includes this security.
        as_of date NOT NULL,
        CONSTRAINT validity_runs_forward CHECK (listed_to >= listed_from),
        UNIQUE NULLS NOT DISTINCT (exchange, code, listed_to)
      );
      CREATE INDEX listings_company ON listings (company_id);

      -- One value per field and source, each with its time; readers prefer the newest.
      CREATE TABLE profile_values (
        company_id company_id NOT NULL REFERENCES companies,
        field text NOT NULL CHECK (field IN ('website_url', 'employees', 'insured_persons', 'capital_yen',
          'business_summary', 'business_items', 'founded_on', 'founding_year', 'fiscal_year_end', 'industry',
          'listing_statement', 'consolidated', 'qualification_grade')),
        value jsonb NOT NULL,
        source source_name NOT NULL,
        observed_at timestamptz,
        PRIMARY KEY (company_id, field, source),
        CONSTRAINT head_counts_are_bounded CHECK (field NOT IN ('employees', 'insured_persons')
          OR (jsonb_typeof(value) = 'number' AND value::text ~ '^[0-9]{1,8}$' AND value::text::int <= 10000000)),
        CONSTRAINT website_is_http CHECK (field <> 'website_url' OR value #>> '{}' ~ '^https{0,1}://')
      );

      CREATE TABLE company_technologies (
        company_id company_id NOT NULL REFERENCES companies,
        technology text COLLATE "C" NOT NULL CHECK (technology ~ '^[a-z0-9][a-z0-9._+#-]{0,63}$'),
        source source_name NOT NULL,
        observed_at timestamptz,
        PRIMARY KEY (company_id, technology, source)
      );
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP TABLE company_technologies, profile_values, listings, company_addresses, company_successors,
        company_identifiers, company_names, company_aliases, companies;
      DROP FUNCTION refuse_alias_that_is_id(), refuse_id_that_is_alias();
      DROP DOMAIN source_name, corporate_number, company_id;
      DROP FUNCTION corporate_number_is_valid(text);
    `);
  },
};
