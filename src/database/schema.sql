-- The schema after all migrations, to read: tables with their constraints, indices and triggers, then functions.
-- Nothing runs this file. After a new migration, write it with
--   RECORD_SCHEMA=1 npm test -- test/migrations/schema.test.ts
-- Who may do what with a table: src/database/rights/table-rights.ts.

CREATE DOMAIN company_id AS text
  CONSTRAINT company_id_check CHECK (
CASE
    WHEN starts_with(VALUE, 'cn_'::text) THEN length(VALUE) = 16 AND ltrim(substr(VALUE, 4), '0123456789'::text) = ''::text
    ELSE VALUE ~ '^(tse|nse|sse|fse)_[0-9A-Z]{4,5}$'::text
END);

CREATE DOMAIN corporate_number AS text
  CONSTRAINT corporate_number_check CHECK (corporate_number_is_valid(VALUE));

CREATE DOMAIN credit_class AS text
  CONSTRAINT credit_class_check CHECK (VALUE = ANY (ARRAY['basic'::text, 'enrichment'::text]));

CREATE DOMAIN list_definition_kind AS text
  CONSTRAINT list_definition_kind_check CHECK (VALUE = ANY (ARRAY['empty'::text, 'source'::text, 'company_ids'::text, 'query'::text, 'company_query'::text]));

CREATE DOMAIN source_name AS text
  CONSTRAINT source_name_check CHECK (ascii(VALUE) >= ascii('a'::text) AND ascii(VALUE) <= ascii('z'::text)) NOT VALID;

CREATE TABLE account_suspensions (
  suspension_id uuid DEFAULT uuidv7() NOT NULL,
  account_id uuid NOT NULL,
  reason text NOT NULL,
  suspended_by text NOT NULL,
  suspended_at timestamp with time zone DEFAULT now() NOT NULL,
  resumed_by text,
  resumed_at timestamp with time zone,
  CONSTRAINT account_suspensions_pkey PRIMARY KEY (suspension_id),
  CONSTRAINT account_suspensions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  CONSTRAINT account_suspensions_reason_check CHECK (reason <> ''::text AND length(reason) <= 1000),
  CONSTRAINT account_suspensions_resumed_by_check CHECK (resumed_by <> ''::text AND length(resumed_by) <= 200),
  CONSTRAINT account_suspensions_suspended_by_check CHECK (suspended_by <> ''::text AND length(suspended_by) <= 200),
  CONSTRAINT resumed_by_somebody CHECK ((resumed_at IS NULL) = (resumed_by IS NULL))
);
CREATE INDEX account_suspensions_newest_first ON account_suspensions USING btree (account_id, suspension_id);
CREATE UNIQUE INDEX account_suspensions_one_in_force ON account_suspensions USING btree (account_id) WHERE resumed_at IS NULL;
CREATE TRIGGER account_suspension_changed AFTER INSERT OR UPDATE ON account_suspensions FOR EACH ROW EXECUTE FUNCTION announce_account_change();
CREATE TRIGGER audit_changed AFTER INSERT OR UPDATE OF resumed_at ON account_suspensions FOR EACH ROW EXECUTE FUNCTION audit_suspension();

CREATE TABLE accounts (
  account_id uuid DEFAULT uuidv7() NOT NULL,
  name text NOT NULL,
  plan_id text DEFAULT 'standard'::text NOT NULL,
  limit_overrides jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT accounts_pkey PRIMARY KEY (account_id),
  CONSTRAINT accounts_name_key UNIQUE (name),
  CONSTRAINT accounts_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(plan_id),
  CONSTRAINT accounts_limit_overrides_check CHECK (jsonb_typeof(limit_overrides) = 'object'::text),
  CONSTRAINT accounts_name_check CHECK (name <> ''::text AND length(name) <= 200)
);
CREATE TRIGGER account_changed AFTER UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION announce_account_change();
CREATE TRIGGER audit_changed AFTER UPDATE OF plan_id, limit_overrides ON accounts FOR EACH ROW WHEN (old.plan_id IS DISTINCT FROM new.plan_id OR old.limit_overrides IS DISTINCT FROM new.limit_overrides) EXECUTE FUNCTION audit_account();
CREATE TRIGGER audit_created AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION audit_account();

CREATE TABLE api_keys (
  key_id uuid DEFAULT uuidv7() NOT NULL,
  account_id uuid NOT NULL,
  key_hash bytea NOT NULL,
  key_start text NOT NULL,
  label text DEFAULT ''::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  revoked_at timestamp with time zone,
  read_only boolean DEFAULT false NOT NULL,
  source_id uuid,
  last_used_at timestamp with time zone,
  purpose text,
  max_credits bigint,
  credits_spent bigint DEFAULT 0 NOT NULL,
  created_by uuid,
  CONSTRAINT api_keys_pkey PRIMARY KEY (key_id),
  CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash),
  CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES api_keys(key_id),
  CONSTRAINT api_keys_credits_spent_check CHECK (credits_spent >= 0),
  CONSTRAINT api_keys_key_hash_check CHECK (octet_length(key_hash) = 32),
  CONSTRAINT api_keys_max_credits_check CHECK (max_credits >= 0),
  CONSTRAINT api_keys_never_above_max_credits CHECK (credits_spent <= max_credits),
  CONSTRAINT api_keys_purpose_check CHECK (purpose = 'reconciliation'::text),
  CONSTRAINT api_keys_reconciliation_has_a_limit CHECK (purpose IS DISTINCT FROM 'reconciliation'::text OR max_credits IS NOT NULL)
);
CREATE INDEX api_keys_account ON api_keys USING btree (account_id);
CREATE INDEX api_keys_newest_first ON api_keys USING btree (account_id, key_id);
CREATE TRIGGER api_key_changed AFTER UPDATE OF revoked_at, read_only, source_id ON api_keys FOR EACH ROW EXECUTE FUNCTION announce_key_change();
CREATE TRIGGER audit_created AFTER INSERT ON api_keys FOR EACH ROW EXECUTE FUNCTION audit_key();
CREATE TRIGGER audit_revoked AFTER UPDATE OF revoked_at ON api_keys FOR EACH ROW WHEN (old.revoked_at IS NULL AND new.revoked_at IS NOT NULL) EXECUTE FUNCTION audit_key();
CREATE TRIGGER spent_by_entry_only BEFORE UPDATE OF credits_spent ON api_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_without_entry();
CREATE TRIGGER stays_revoked BEFORE UPDATE OF revoked_at ON api_keys FOR EACH ROW WHEN (old.revoked_at IS NOT NULL AND new.revoked_at IS DISTINCT FROM old.revoked_at) EXECUTE FUNCTION refuse_renewed_key();

CREATE TABLE audit_entries (
  entry_id uuid DEFAULT uuidv7() NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  event text NOT NULL,
  command_id uuid,
  actor text NOT NULL,
  action text NOT NULL,
  account_id uuid,
  arguments jsonb,
  outcome text,
  duration_ms bigint,
  result jsonb,
  before jsonb,
  after jsonb,
  database_role text DEFAULT SESSION_USER,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (entry_id),
  CONSTRAINT audit_entries_action_check CHECK (action <> ''::text AND length(action) <= 200),
  CONSTRAINT audit_entries_actor_check CHECK (actor <> ''::text AND length(actor) <= 500),
  CONSTRAINT audit_entries_command_has_its_id CHECK (event = 'changed'::text OR command_id IS NOT NULL),
  CONSTRAINT audit_entries_duration_ms_check CHECK (duration_ms >= 0),
  CONSTRAINT audit_entries_end_has_its_outcome CHECK ((event = 'ended'::text) = (outcome IS NOT NULL)),
  CONSTRAINT audit_entries_event_check CHECK (event = ANY (ARRAY['begun'::text, 'ended'::text, 'changed'::text])),
  CONSTRAINT audit_entries_outcome_check CHECK (outcome = ANY (ARRAY['done'::text, 'failed'::text]))
);
CREATE INDEX audit_entries_of_account ON audit_entries USING btree (account_id, entry_id) WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX audit_entries_of_command ON audit_entries USING btree (command_id, event) WHERE event <> 'changed'::text;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TABLE change_feed (
  feed_id text DEFAULT "left"(replace(gen_random_uuid()::text, '-'::text, ''::text), 12) NOT NULL,
  CONSTRAINT change_feed_pkey PRIMARY KEY (feed_id)
);
CREATE UNIQUE INDEX change_feed_one_row ON change_feed USING btree ((true));

CREATE TABLE companies (
  company_id company_id NOT NULL,
  corporate_number corporate_number,
  kind text,
  status text DEFAULT 'active'::text NOT NULL,
  closed_on date,
  close_cause text,
  hidden boolean DEFAULT false NOT NULL,
  name_image_id text,
  assigned_on date,
  register_updated_on date,
  version bigint DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  stated_by source_name,
  stated_on date,
  register_process text,
  CONSTRAINT companies_pkey PRIMARY KEY (company_id),
  CONSTRAINT companies_corporate_number_key UNIQUE (corporate_number),
  CONSTRAINT active_has_no_end CHECK (status <> 'active'::text OR closed_on IS NULL AND close_cause IS NULL),
  CONSTRAINT companies_close_cause_check CHECK (close_cause = ANY (ARRAY['liquidated'::text, 'merger'::text, 'closed_by_registrar'::text, 'other'::text])),
  CONSTRAINT companies_kind_check CHECK (kind = ANY (ARRAY['state'::text, 'local_government'::text, 'kabushiki'::text, 'yugen'::text, 'gomei'::text, 'goshi'::text, 'godo'::text, 'other_established'::text, 'foreign'::text, 'other'::text])),
  CONSTRAINT companies_register_process_check CHECK (register_process ~ '^[0-9]{2}$'::text),
  CONSTRAINT companies_status_check CHECK (status = ANY (ARRAY['active'::text, 'closed'::text, 'merged'::text, 'removed'::text])),
  CONSTRAINT companies_version_check CHECK (version > 0),
  CONSTRAINT id_carries_its_corporate_number CHECK (company_id::text !~~ 'cn\_%'::text OR NOT corporate_number::text IS DISTINCT FROM substr(company_id::text, 4)),
  CONSTRAINT merged_is_by_merger CHECK (status <> 'merged'::text OR NOT close_cause IS DISTINCT FROM 'merger'::text)
);
CREATE TRIGGER company_id_is_not_an_alias AFTER INSERT ON companies REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_id_that_is_alias();

CREATE TABLE company_addresses (
  company_id company_id NOT NULL,
  kind text NOT NULL,
  prefecture_code text,
  prefecture text,
  city_code text,
  city text,
  street text,
  postal_code text,
  source source_name NOT NULL,
  valid_from date,
  stated_on date,
  CONSTRAINT company_addresses_pkey PRIMARY KEY (company_id, kind),
  CONSTRAINT company_addresses_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT company_addresses_city_code_check CHECK (city_code ~ '^[0-9]{3}$'::text),
  CONSTRAINT company_addresses_kind_check CHECK (kind = ANY (ARRAY['head_office'::text, 'outside_japan'::text])),
  CONSTRAINT company_addresses_postal_code_check CHECK (postal_code ~ '^[0-9]{7}$'::text),
  CONSTRAINT company_addresses_prefecture_code_check CHECK (prefecture_code ~ '^(0[1-9]|[1-3][0-9]|4[0-7])$'::text),
  CONSTRAINT prefecture_and_code_together CHECK ((prefecture IS NULL) = (prefecture_code IS NULL))
);
CREATE INDEX company_addresses_street ON company_addresses USING hash (street) WHERE kind = 'head_office'::text;

CREATE TABLE company_aliases (
  alias_id company_id NOT NULL,
  company_id company_id NOT NULL,
  reason text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT company_aliases_pkey PRIMARY KEY (alias_id),
  CONSTRAINT company_aliases_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT alias_is_another_id CHECK (alias_id::text <> company_id::text),
  CONSTRAINT company_aliases_reason_check CHECK (reason = ANY (ARRAY['listing'::text, 'corporate_number'::text, 'merged_record'::text]))
);
CREATE INDEX company_aliases_company ON company_aliases USING btree (company_id);
CREATE TRIGGER alias_is_not_a_company_id AFTER INSERT ON company_aliases REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_alias_that_is_id();
CREATE TRIGGER move_list_company AFTER INSERT ON company_aliases FOR EACH ROW WHEN (new.reason = 'merged_record'::text) EXECUTE FUNCTION move_list_company();

CREATE TABLE company_changes (
  xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  change_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  company_id company_id NOT NULL,
  version bigint NOT NULL,
  change text NOT NULL,
  fields text[] DEFAULT '{}'::text[] NOT NULL,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  load_id uuid DEFAULT NULLIF(current_setting('company_data.load_id'::text, true), ''::text)::uuid,
  CONSTRAINT company_changes_pkey PRIMARY KEY (xid, change_id),
  CONSTRAINT company_changes_change_check CHECK (change = ANY (ARRAY['added'::text, 'changed'::text, 'closed'::text, 'merged'::text, 'removed'::text, 'renumbered'::text]))
);

CREATE TABLE company_identifiers (
  company_id company_id NOT NULL,
  identifier_type text NOT NULL,
  value text COLLATE "C" NOT NULL,
  valid_from date,
  valid_to date,
  source source_name NOT NULL,
  stated_on date,
  CONSTRAINT company_identifiers_pkey PRIMARY KEY (company_id, identifier_type, value),
  CONSTRAINT company_identifiers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT company_identifiers_identifier_type_check CHECK (identifier_type = ANY (ARRAY['securities_code'::text, 'edinet_code'::text, 'domain'::text])),
  CONSTRAINT validity_runs_forward CHECK (valid_to >= valid_from),
  CONSTRAINT value_has_its_form CHECK (
CASE identifier_type
    WHEN 'securities_code'::text THEN value ~ '^[1-9][0-9A-Z][0-9][0-9A-Z][0-9]{0,1}$'::text
    WHEN 'edinet_code'::text THEN value ~ '^E[0-9]{5}$'::text
    ELSE value ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$'::text
END)
);
CREATE UNIQUE INDEX company_identifiers_one_owner ON company_identifiers USING btree (identifier_type, value) WHERE (identifier_type = ANY (ARRAY['securities_code'::text, 'edinet_code'::text])) AND valid_to IS NULL;
CREATE INDEX company_identifiers_value ON company_identifiers USING btree (value);

CREATE TABLE company_names (
  company_id company_id NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  valid_from date,
  valid_to date,
  source source_name NOT NULL,
  stated_on date,
  filed_from date,
  filed_to date,
  CONSTRAINT company_names_company_id_kind_name_valid_from_key UNIQUE NULLS NOT DISTINCT (company_id, kind, name, valid_from),
  CONSTRAINT company_names_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT company_names_kind_check CHECK (kind = ANY (ARRAY['legal'::text, 'trade'::text, 'english'::text, 'kana'::text, 'former'::text])),
  CONSTRAINT company_names_name_check CHECK (name <> ''::text AND length(name) <= 1000),
  CONSTRAINT only_former_names_have_ended CHECK (kind = 'former'::text OR valid_to IS NULL),
  CONSTRAINT validity_runs_forward CHECK (valid_to >= valid_from)
);
CREATE UNIQUE INDEX company_names_one_legal_name ON company_names USING btree (company_id) WHERE kind = 'legal'::text;
CREATE INDEX company_names_registered ON company_names USING hash (name) WHERE kind = ANY (ARRAY['legal'::text, 'former'::text]);

CREATE TABLE company_source_enrichment (
  company_id company_id NOT NULL,
  employees integer,
  insured_persons integer,
  job_openings daterange[] NOT NULL,
  ai_job_openings daterange[] NOT NULL,
  latest_job_opened_at date,
  permits jsonb NOT NULL,
  observation_counts jsonb NOT NULL,
  latest_observed_at timestamp with time zone,
  CONSTRAINT company_source_enrichment_pkey PRIMARY KEY (company_id),
  CONSTRAINT company_source_enrichment_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id)
);

CREATE TABLE company_successors (
  company_id company_id NOT NULL,
  successor_corporate_number corporate_number NOT NULL,
  effective_on date,
  source source_name NOT NULL,
  CONSTRAINT company_successors_pkey PRIMARY KEY (company_id),
  CONSTRAINT company_successors_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT not_its_own_successor CHECK (company_id::text <> ('cn_'::text || successor_corporate_number::text))
);
CREATE INDEX company_successors_successor ON company_successors USING btree (successor_corporate_number);

CREATE TABLE company_technologies (
  company_id company_id NOT NULL,
  technology text COLLATE "C" NOT NULL,
  source source_name NOT NULL,
  observed_at timestamp with time zone,
  CONSTRAINT company_technologies_pkey PRIMARY KEY (company_id, technology, source),
  CONSTRAINT company_technologies_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT company_technologies_technology_check CHECK (technology ~ '^[a-z0-9][a-z0-9._+#-]{0,63}$'::text)
);

CREATE TABLE construction_permits (
  license_number text NOT NULL,
  company_id company_id NOT NULL,
  license_types text[] NOT NULL,
  valid_from date NOT NULL,
  valid_until date NOT NULL,
  source source_name NOT NULL,
  CONSTRAINT construction_permits_pkey PRIMARY KEY (license_number, valid_from),
  CONSTRAINT construction_permits_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT construction_permits_license_number_check CHECK (license_number <> ''::text AND length(license_number) <= 100),
  CONSTRAINT construction_permits_license_types_check CHECK (cardinality(license_types) > 0 AND license_types <@ ARRAY['civil_engineering'::text, 'building'::text, 'carpentry'::text, 'plastering'::text, 'scaffolding_earthwork'::text, 'stone'::text, 'roofing'::text, 'electrical'::text, 'plumbing'::text, 'tile_brick_block'::text, 'steel_structure'::text, 'rebar'::text, 'paving'::text, 'dredging'::text, 'sheet_metal'::text, 'glazing'::text, 'painting'::text, 'waterproofing'::text, 'interior_finishing'::text, 'machine_installation'::text, 'heat_insulation'::text, 'telecommunications'::text, 'landscaping'::text, 'well_drilling'::text, 'fittings'::text, 'water_facilities'::text, 'fire_protection_facilities'::text, 'sanitation_facilities'::text, 'demolition'::text]),
  CONSTRAINT validity_runs_forward CHECK (valid_until >= valid_from)
);
CREATE INDEX construction_permits_company ON construction_permits USING btree (company_id);
CREATE INDEX construction_permits_number ON construction_permits USING btree (lower(NORMALIZE(license_number, NFKC)));

CREATE TABLE credit_balances (
  account_id uuid NOT NULL,
  class credit_class NOT NULL,
  balance bigint NOT NULL,
  CONSTRAINT credit_balances_pkey PRIMARY KEY (account_id, class),
  CONSTRAINT credit_balances_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  CONSTRAINT credit_balances_never_negative CHECK (balance >= 0)
) WITH (fillfactor=50);
CREATE TRIGGER by_entry_only BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON credit_balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_without_entry();

CREATE TABLE credit_ledger (
  entry_id uuid NOT NULL,
  account_id uuid NOT NULL,
  class credit_class NOT NULL,
  kind text NOT NULL,
  amount bigint NOT NULL,
  balance_after bigint NOT NULL,
  operation text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  idempotency_key text,
  reverses uuid,
  expires_at timestamp with time zone,
  drawn_from uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  drawn_amounts bigint[] DEFAULT '{}'::bigint[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  key_id uuid,
  CONSTRAINT credit_ledger_pkey PRIMARY KEY (entry_id),
  CONSTRAINT credit_ledger_reversed_once UNIQUE (reverses),
  CONSTRAINT credit_ledger_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  CONSTRAINT credit_ledger_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(key_id),
  CONSTRAINT credit_ledger_reverses_fkey FOREIGN KEY (reverses) REFERENCES credit_ledger(entry_id),
  CONSTRAINT credit_ledger_amount_has_the_sign_of_its_kind CHECK (
CASE kind
    WHEN 'grant'::text THEN amount > 0
    WHEN 'reversal'::text THEN amount <> 0
    ELSE amount < 0
END),
  CONSTRAINT credit_ledger_balance_after_check CHECK (balance_after >= 0),
  CONSTRAINT credit_ledger_kind_check CHECK (kind = ANY (ARRAY['grant'::text, 'charge'::text, 'reversal'::text, 'expiry'::text])),
  CONSTRAINT credit_ledger_only_charges_name_a_key CHECK (kind = 'charge'::text OR key_id IS NULL),
  CONSTRAINT credit_ledger_only_grants_expire CHECK (kind = 'grant'::text OR expires_at IS NULL),
  CONSTRAINT credit_ledger_operation_check CHECK (operation <> ''::text),
  CONSTRAINT credit_ledger_reversal_names_an_entry CHECK ((kind = 'reversal'::text) = (reverses IS NOT NULL)),
  CONSTRAINT credit_ledger_subject_id_check CHECK (subject_id <> ''::text),
  CONSTRAINT credit_ledger_subject_type_check CHECK (subject_type <> ''::text)
);
CREATE INDEX credit_ledger_by_time ON credit_ledger USING btree (account_id, created_at);
CREATE UNIQUE INDEX credit_ledger_grant_once ON credit_ledger USING btree (account_id, class, idempotency_key) WHERE kind = 'grant'::text AND idempotency_key IS NOT NULL;
CREATE INDEX credit_ledger_newest_first ON credit_ledger USING btree (account_id, entry_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON credit_ledger FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_granted AFTER INSERT ON credit_ledger FOR EACH ROW WHEN (new.kind = ANY (ARRAY['grant'::text, 'reversal'::text])) EXECUTE FUNCTION audit_credits();
CREATE TRIGGER count_key_spending AFTER INSERT ON credit_ledger FOR EACH ROW WHEN (new.kind = ANY (ARRAY['charge'::text, 'reversal'::text])) EXECUTE FUNCTION count_key_spending();
CREATE TRIGGER only_charges BEFORE INSERT ON credit_ledger FOR EACH ROW WHEN (new.kind <> 'charge'::text) EXECUTE FUNCTION refuse_credits();
CREATE TRIGGER open_lot AFTER INSERT ON credit_ledger FOR EACH ROW WHEN (new.kind = 'grant'::text) EXECUTE FUNCTION open_lot();
CREATE TRIGGER settle_entry BEFORE INSERT ON credit_ledger FOR EACH ROW EXECUTE FUNCTION settle_entry();

CREATE TABLE credit_lots (
  grant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  class credit_class NOT NULL,
  remaining bigint NOT NULL,
  expires_at timestamp with time zone,
  CONSTRAINT credit_lots_pkey PRIMARY KEY (grant_id),
  CONSTRAINT credit_lots_account_id_class_fkey FOREIGN KEY (account_id, class) REFERENCES credit_balances(account_id, class),
  CONSTRAINT credit_lots_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES credit_ledger(entry_id),
  CONSTRAINT credit_lots_remaining_check CHECK (remaining > 0)
) WITH (fillfactor=50);
CREATE INDEX credit_lots_expiring ON credit_lots USING btree (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX credit_lots_in_order_of_expiry ON credit_lots USING btree (account_id, class, expires_at, grant_id);
CREATE TRIGGER by_entry_only BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON credit_lots FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_without_entry();

CREATE TABLE discoveries (
  discovery_id uuid DEFAULT uuidv7() NOT NULL,
  account_id uuid NOT NULL,
  parent_id uuid,
  name text NOT NULL,
  query text,
  filters jsonb NOT NULL,
  "order" text,
  revision integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT discoveries_pkey PRIMARY KEY (discovery_id),
  CONSTRAINT discoveries_account_id_discovery_id_key UNIQUE (account_id, discovery_id),
  CONSTRAINT discoveries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  CONSTRAINT discoveries_parent_of_the_account FOREIGN KEY (account_id, parent_id) REFERENCES discoveries(account_id, discovery_id),
  CONSTRAINT discoveries_ask_something CHECK (query IS NOT NULL OR filters <> '{}'::jsonb),
  CONSTRAINT discoveries_filters_check CHECK (jsonb_typeof(filters) = 'object'::text),
  CONSTRAINT discoveries_first_has_no_parent CHECK ((parent_id IS NULL) = (revision = 1)),
  CONSTRAINT discoveries_name_check CHECK (name <> ''::text AND length(name) <= 200),
  CONSTRAINT discoveries_order_check CHECK ("order" = ANY (ARRAY['name'::text, 'jobs'::text, 'ai'::text, 'construction'::text, 'employees'::text])),
  CONSTRAINT discoveries_query_check CHECK (query <> ''::text AND length(query) <= 1000),
  CONSTRAINT discoveries_revision_check CHECK (revision > 0)
);

CREATE TABLE earlier_loads (
  load_id uuid NOT NULL,
  kind text NOT NULL,
  file_name text NOT NULL,
  file_sha256 text NOT NULL,
  options jsonb NOT NULL,
  status text NOT NULL,
  rows_read bigint NOT NULL,
  added bigint NOT NULL,
  changed bigint NOT NULL,
  unchanged bigint NOT NULL,
  rejected bigint NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  register_day date,
  rejected_file text,
  run_started_at timestamp with time zone,
  busy_seconds double precision,
  CONSTRAINT loads_busy_seconds_check CHECK (busy_seconds >= 0::double precision),
  CONSTRAINT loads_file_sha256_check CHECK (file_sha256 ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT loads_kind_check CHECK (kind ~ '^[a-z][a-z0-9-]*$'::text AND length(kind) <= 64),
  CONSTRAINT loads_status_check CHECK (status = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text]))
);

CREATE TABLE enrichment_view_state (
  only_row boolean DEFAULT true NOT NULL,
  status text NOT NULL,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT enrichment_view_state_pkey PRIMARY KEY (only_row),
  CONSTRAINT enrichment_view_state_only_row_check CHECK (only_row),
  CONSTRAINT enrichment_view_state_status_check CHECK (status = ANY (ARRAY['ready'::text, 'rebuilding'::text]))
);

CREATE TABLE filer_names (
  company_id company_id NOT NULL,
  name text NOT NULL,
  listed boolean NOT NULL,
  stated_from date NOT NULL,
  stated_on date NOT NULL,
  CONSTRAINT filer_names_pkey PRIMARY KEY (company_id, name, listed),
  CONSTRAINT filer_names_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT filer_names_name_check CHECK (name <> ''::text AND length(name) <= 1000),
  CONSTRAINT statements_run_forward CHECK (stated_on >= stated_from)
);

CREATE TABLE financials (
  company_id company_id NOT NULL,
  fiscal_year smallint NOT NULL,
  metric text NOT NULL,
  value numeric NOT NULL,
  source source_name NOT NULL,
  observed_at timestamp with time zone,
  CONSTRAINT financials_pkey PRIMARY KEY (company_id, fiscal_year, metric, source),
  CONSTRAINT financials_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT financials_fiscal_year_check CHECK (fiscal_year >= 1900 AND fiscal_year <= 2200),
  CONSTRAINT financials_metric_check CHECK (metric = ANY (ARRAY['revenue'::text, 'ordinary_income'::text, 'net_income'::text, 'total_assets'::text, 'net_assets'::text, 'equity_ratio'::text, 'capital'::text]))
);

CREATE TABLE followed_days (
  register text NOT NULL,
  day date NOT NULL,
  requests integer NOT NULL,
  rows_read bigint NOT NULL,
  added bigint NOT NULL,
  changed bigint NOT NULL,
  rejected bigint NOT NULL,
  load_ids uuid[] NOT NULL,
  completed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT followed_days_pkey PRIMARY KEY (register, day),
  CONSTRAINT followed_days_register_fkey FOREIGN KEY (register) REFERENCES followed_registers(register),
  CONSTRAINT followed_days_added_check CHECK (added >= 0),
  CONSTRAINT followed_days_changed_check CHECK (changed >= 0),
  CONSTRAINT followed_days_rejected_check CHECK (rejected >= 0),
  CONSTRAINT followed_days_requests_check CHECK (requests >= 0),
  CONSTRAINT followed_days_rows_read_check CHECK (rows_read >= 0)
);

CREATE TABLE followed_documents (
  register text NOT NULL,
  document text NOT NULL,
  failures integer NOT NULL,
  failure text NOT NULL,
  CONSTRAINT followed_documents_pkey PRIMARY KEY (register, document),
  CONSTRAINT followed_documents_register_fkey FOREIGN KEY (register) REFERENCES followed_registers(register),
  CONSTRAINT followed_documents_document_check CHECK (length(document) <= 100),
  CONSTRAINT followed_documents_failure_check CHECK (length(failure) <= 500),
  CONSTRAINT followed_documents_failures_check CHECK (failures > 0)
);

CREATE TABLE followed_registers (
  register text NOT NULL,
  began_after date,
  complete_through date,
  published_through date,
  checked_at timestamp with time zone,
  open_day date,
  open_position integer,
  failures integer DEFAULT 0 NOT NULL,
  failure text,
  next_at timestamp with time zone,
  CONSTRAINT followed_registers_pkey PRIMARY KEY (register),
  CONSTRAINT begun_with_a_day CHECK ((began_after IS NULL) = (complete_through IS NULL)),
  CONSTRAINT followed_registers_check CHECK (complete_through >= began_after),
  CONSTRAINT followed_registers_failure_check CHECK (length(failure) <= 500),
  CONSTRAINT followed_registers_failures_check CHECK (failures >= 0),
  CONSTRAINT followed_registers_register_check CHECK (register ~ '^[a-z][a-z-]{0,39}$'::text),
  CONSTRAINT open_day_has_position CHECK ((open_day IS NULL) = (open_position IS NULL))
);

CREATE TABLE housekeeping_runs (
  task text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  removed bigint DEFAULT 0 NOT NULL,
  removed_in_all bigint DEFAULT 0 NOT NULL,
  succeeded_at timestamp with time zone,
  failure text,
  CONSTRAINT housekeeping_runs_pkey PRIMARY KEY (task),
  CONSTRAINT housekeeping_runs_removed_check CHECK (removed >= 0),
  CONSTRAINT housekeeping_runs_removed_in_all_check CHECK (removed_in_all >= 0)
);

CREATE TABLE idempotency_keys (
  account_id uuid NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  status smallint NOT NULL,
  body json NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (account_id, method, path, key),
  CONSTRAINT idempotency_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  CONSTRAINT idempotency_keys_fingerprint_check CHECK (octet_length(fingerprint) = 32),
  CONSTRAINT idempotency_keys_key_check CHECK (length(key) >= 1 AND length(key) <= 255),
  CONSTRAINT idempotency_keys_status_check CHECK (status >= 200 AND status <= 299)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys USING btree (created_at);

CREATE TABLE index_generations (
  index_name text NOT NULL,
  kind text NOT NULL,
  alias text NOT NULL,
  mapping_version integer NOT NULL,
  status text NOT NULL,
  synced_xid xid8,
  synced_change_id bigint DEFAULT 0 NOT NULL,
  document_count bigint,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  activated_at timestamp with time zone,
  CONSTRAINT index_generations_pkey PRIMARY KEY (index_name),
  CONSTRAINT index_generations_kind_check CHECK (kind = ANY (ARRAY['companies'::text, 'observations'::text])),
  CONSTRAINT index_generations_status_check CHECK (status = ANY (ARRAY['building'::text, 'current'::text, 'previous'::text, 'failed'::text]))
);
CREATE UNIQUE INDEX index_generations_one_current ON index_generations USING btree (alias) WHERE status = 'current'::text;

CREATE TABLE invoice_statements (
  corporate_number corporate_number NOT NULL,
  updated_on date NOT NULL,
  process text NOT NULL,
  registered_on date,
  cancelled_on date,
  expired_on date,
  name text,
  trade_name text,
  address text,
  CONSTRAINT invoice_statements_corporate_number_updated_on_registered_o_key UNIQUE NULLS NOT DISTINCT (corporate_number, updated_on, registered_on, process),
  CONSTRAINT invoice_statements_address_check CHECK (address <> ''::text AND length(address) <= 1000),
  CONSTRAINT invoice_statements_check CHECK (registered_on IS NOT NULL OR process = '99'::text),
  CONSTRAINT invoice_statements_name_check CHECK (name <> ''::text AND length(name) <= 1000),
  CONSTRAINT invoice_statements_process_check CHECK (process = ANY (ARRAY['01'::text, '02'::text, '03'::text, '04'::text, '99'::text])),
  CONSTRAINT invoice_statements_trade_name_check CHECK (trade_name <> ''::text AND length(trade_name) <= 1000)
);

CREATE TABLE job_postings (
  job_id text COLLATE "C" NOT NULL,
  company_id company_id NOT NULL,
  title text NOT NULL,
  ai_related boolean NOT NULL,
  location text,
  opened_at date NOT NULL,
  closed_at date,
  source source_name NOT NULL,
  CONSTRAINT job_postings_pkey PRIMARY KEY (job_id),
  CONSTRAINT job_postings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT closes_after_it_opens CHECK (closed_at >= opened_at),
  CONSTRAINT job_postings_job_id_check CHECK (length(job_id) >= 1 AND length(job_id) <= 200),
  CONSTRAINT job_postings_location_check CHECK (length(location) <= 500),
  CONSTRAINT job_postings_title_check CHECK (title <> ''::text AND length(title) <= 500)
);
CREATE INDEX job_postings_company ON job_postings USING btree (company_id);
CREATE INDEX job_postings_location_grams ON job_postings USING gin (letter_grams(location));
CREATE INDEX job_postings_title_grams ON job_postings USING gin (letter_grams(title));

CREATE TABLE job_workers (
  pool_id text NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT job_workers_pkey PRIMARY KEY (pool_id)
);

CREATE TABLE limit_leases (
  account_id uuid NOT NULL,
  policy text NOT NULL,
  window_start timestamp with time zone NOT NULL,
  window_end timestamp with time zone NOT NULL,
  leased bigint NOT NULL,
  CONSTRAINT limit_leases_pkey PRIMARY KEY (account_id, policy, window_start),
  CONSTRAINT limit_leases_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  CONSTRAINT limit_leases_check CHECK (window_end > window_start),
  CONSTRAINT limit_leases_leased_check CHECK (leased >= 0)
) WITH (fillfactor=50);
CREATE INDEX limit_leases_over ON limit_leases USING btree (window_end);

CREATE TABLE list_deliveries (
  delivery_id uuid DEFAULT uuidv7() NOT NULL,
  account_id uuid NOT NULL,
  list_id uuid NOT NULL,
  type text NOT NULL,
  payload text NOT NULL,
  body text,
  diff_id uuid,
  status text DEFAULT 'pending'::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT list_deliveries_pkey PRIMARY KEY (delivery_id),
  CONSTRAINT list_deliveries_account_id_list_id_fkey FOREIGN KEY (account_id, list_id) REFERENCES lists(account_id, list_id),
  CONSTRAINT list_deliveries_diff_id_fkey FOREIGN KEY (diff_id) REFERENCES list_diffs(diff_id),
  CONSTRAINT list_deliveries_end_has_its_time CHECK ((status = 'pending'::text) = (finished_at IS NULL)),
  CONSTRAINT list_deliveries_payload_check CHECK (payload = ANY (ARRAY['summary'::text, 'diff'::text, 'rows'::text])),
  CONSTRAINT list_deliveries_pending_has_its_body CHECK (body IS NOT NULL OR status <> 'pending'::text),
  CONSTRAINT list_deliveries_status_check CHECK (status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])),
  CONSTRAINT list_deliveries_type_check CHECK (type = ANY (ARRAY['webhook'::text, 'chat'::text]))
);
CREATE INDEX list_deliveries_diff ON list_deliveries USING btree (diff_id);
CREATE INDEX list_deliveries_finished_with_body ON list_deliveries USING btree (finished_at) WHERE body IS NOT NULL;
CREATE INDEX list_deliveries_newest_first ON list_deliveries USING btree (list_id, delivery_id);

CREATE TABLE list_delivery_attempts (
  delivery_id uuid NOT NULL,
  attempt integer NOT NULL,
  account_id uuid NOT NULL,
  attempted_at timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  outcome text NOT NULL,
  status_code integer,
  message text NOT NULL,
  CONSTRAINT list_delivery_attempts_pkey PRIMARY KEY (delivery_id, attempt),
  CONSTRAINT list_delivery_attempts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  CONSTRAINT list_delivery_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES list_deliveries(delivery_id),
  CONSTRAINT list_delivery_attempts_attempt_check CHECK (attempt > 0),
  CONSTRAINT list_delivery_attempts_duration_ms_check CHECK (duration_ms >= 0),
  CONSTRAINT list_delivery_attempts_message_check CHECK (length(message) <= 500),
  CONSTRAINT list_delivery_attempts_outcome_check CHECK (outcome = ANY (ARRAY['accepted'::text, 'refused'::text, 'unreachable'::text, 'target_rejected'::text, 'not_sent'::text]))
);

CREATE TABLE list_delivery_targets (
  list_id uuid NOT NULL,
  account_id uuid NOT NULL,
  type text NOT NULL,
  url text NOT NULL,
  secret text,
  enabled boolean NOT NULL,
  payload text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT list_delivery_targets_pkey PRIMARY KEY (list_id),
  CONSTRAINT list_delivery_targets_account_id_list_id_fkey FOREIGN KEY (account_id, list_id) REFERENCES lists(account_id, list_id),
  CONSTRAINT list_delivery_targets_payload_check CHECK (payload = ANY (ARRAY['summary'::text, 'diff'::text, 'rows'::text])),
  CONSTRAINT list_delivery_targets_type_check CHECK (type = ANY (ARRAY['webhook'::text, 'chat'::text])),
  CONSTRAINT list_delivery_targets_url_check CHECK (length(url) <= 8192),
  CONSTRAINT list_delivery_targets_webhooks_are_signed CHECK ((type = 'webhook'::text) = (secret IS NOT NULL))
);

CREATE TABLE list_diff_rows (
  diff_row_id uuid DEFAULT uuidv7() NOT NULL,
  diff_id uuid NOT NULL,
  account_id uuid NOT NULL,
  list_id uuid NOT NULL,
  kind text NOT NULL,
  company_id company_id NOT NULL,
  display_name text NOT NULL,
  changes jsonb DEFAULT '[]'::jsonb NOT NULL,
  review_outcome text,
  review_note text,
  reviewed_at timestamp with time zone,
  excluded boolean,
  exclusion_reason text,
  excluded_at timestamp with time zone,
  CONSTRAINT list_diff_rows_pkey PRIMARY KEY (diff_row_id),
  CONSTRAINT list_diff_rows_diff_id_company_id_key UNIQUE (diff_id, company_id),
  CONSTRAINT list_diff_rows_account_id_list_id_fkey FOREIGN KEY (account_id, list_id) REFERENCES lists(account_id, list_id),
  CONSTRAINT list_diff_rows_diff_id_fkey FOREIGN KEY (diff_id) REFERENCES list_diffs(diff_id),
  CONSTRAINT list_diff_rows_changes_check CHECK (jsonb_typeof(changes) = 'array'::text),
  CONSTRAINT list_diff_rows_exclusion_has_its_time CHECK ((excluded IS NULL) = (excluded_at IS NULL)),
  CONSTRAINT list_diff_rows_exclusion_reason_check CHECK (length(exclusion_reason) <= 500),
  CONSTRAINT list_diff_rows_kind_check CHECK (kind = ANY (ARRAY['added'::text, 'removed'::text, 'changed'::text])),
  CONSTRAINT list_diff_rows_review_has_its_time CHECK ((review_outcome IS NULL) = (reviewed_at IS NULL)),
  CONSTRAINT list_diff_rows_review_note_check CHECK (length(review_note) <= 2000),
  CONSTRAINT list_diff_rows_review_outcome_check CHECK (review_outcome = ANY (ARRAY['accepted'::text, 'rejected'::text, 'needs_review'::text]))
);
CREATE INDEX list_diff_rows_in_order ON list_diff_rows USING btree (diff_id, diff_row_id);
CREATE INDEX list_diff_rows_list ON list_diff_rows USING btree (list_id);

CREATE TABLE list_diffs (
  diff_id uuid DEFAULT uuidv7() NOT NULL,
  account_id uuid NOT NULL,
  list_id uuid NOT NULL,
  from_version integer NOT NULL,
  to_version integer NOT NULL,
  added integer NOT NULL,
  removed integer NOT NULL,
  changed integer NOT NULL,
  scheduled_for timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT list_diffs_pkey PRIMARY KEY (diff_id),
  CONSTRAINT list_diffs_once_a_period UNIQUE (list_id, scheduled_for),
  CONSTRAINT list_diffs_account_id_list_id_fkey FOREIGN KEY (account_id, list_id) REFERENCES lists(account_id, list_id),
  CONSTRAINT list_diffs_list_id_from_version_fkey FOREIGN KEY (list_id, from_version) REFERENCES list_snapshots(list_id, version),
  CONSTRAINT list_diffs_list_id_to_version_fkey FOREIGN KEY (list_id, to_version) REFERENCES list_snapshots(list_id, version),
  CONSTRAINT list_diffs_added_check CHECK (added >= 0),
  CONSTRAINT list_diffs_changed_check CHECK (changed >= 0),
  CONSTRAINT list_diffs_check CHECK (to_version >= from_version),
  CONSTRAINT list_diffs_removed_check CHECK (removed >= 0)
);
CREATE INDEX list_diffs_newest_first ON list_diffs USING btree (list_id, diff_id);

CREATE TABLE list_enrichment_runs (
  run_id uuid DEFAULT uuidv7() NOT NULL,
  account_id uuid NOT NULL,
  list_id uuid NOT NULL,
  fields text[] NOT NULL,
  status text NOT NULL,
  found_count integer NOT NULL,
  not_found_count integer NOT NULL,
  unchanged_count integer NOT NULL,
  per_field jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT list_enrichment_runs_pkey PRIMARY KEY (run_id),
  CONSTRAINT list_enrichment_runs_account_id_list_id_fkey FOREIGN KEY (account_id, list_id) REFERENCES lists(account_id, list_id),
  CONSTRAINT list_enrichment_runs_fields_check CHECK (cardinality(fields) > 0),
  CONSTRAINT list_enrichment_runs_found_count_check CHECK (found_count >= 0),
  CONSTRAINT list_enrichment_runs_not_found_count_check CHECK (not_found_count >= 0),
  CONSTRAINT list_enrichment_runs_per_field_check CHECK (jsonb_typeof(per_field) = 'array'::text),
  CONSTRAINT list_enrichment_runs_status_check CHECK (status = 'completed'::text),
  CONSTRAINT list_enrichment_runs_unchanged_count_check CHECK (unchanged_count >= 0)
);
CREATE INDEX list_enrichment_runs_list ON list_enrichment_runs USING btree (list_id, run_id);

CREATE TABLE list_estimates (
  estimate_id uuid DEFAULT uuidv7() NOT NULL,
  account_id uuid NOT NULL,
  definition_kind list_definition_kind NOT NULL,
  definition jsonb NOT NULL,
  resolved_definition jsonb NOT NULL,
  row_count bigint NOT NULL,
  total_kind text NOT NULL,
  unsupported_conditions jsonb NOT NULL,
  weak_conditions jsonb NOT NULL,
  member_ids text[] NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT list_estimates_pkey PRIMARY KEY (estimate_id),
  CONSTRAINT list_estimates_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  CONSTRAINT list_estimates_counts_its_members CHECK (cardinality(member_ids) = row_count OR row_count > 10000 AND cardinality(member_ids) <= row_count),
  CONSTRAINT list_estimates_definition_check CHECK (jsonb_typeof(definition) = 'object'::text),
  CONSTRAINT list_estimates_definition_kind_check CHECK (definition_kind::text <> 'empty'::text),
  CONSTRAINT list_estimates_resolved_definition_check CHECK (jsonb_typeof(resolved_definition) = 'object'::text),
  CONSTRAINT list_estimates_row_count_check CHECK (row_count >= 0),
  CONSTRAINT list_estimates_total_kind_check CHECK (total_kind = ANY (ARRAY['exact'::text, 'lower_bound'::text])),
  CONSTRAINT list_estimates_unsupported_conditions_check CHECK (jsonb_typeof(unsupported_conditions) = 'array'::text),
  CONSTRAINT list_estimates_weak_conditions_check CHECK (jsonb_typeof(weak_conditions) = 'array'::text)
);
CREATE INDEX list_estimates_expiry ON list_estimates USING btree (expires_at);

CREATE TABLE list_exclusions (
  account_id uuid NOT NULL,
  list_id uuid NOT NULL,
  company_id company_id NOT NULL,
  diff_row_id uuid NOT NULL,
  CONSTRAINT list_exclusions_pkey PRIMARY KEY (list_id, company_id),
  CONSTRAINT list_exclusions_account_id_list_id_fkey FOREIGN KEY (account_id, list_id) REFERENCES lists(account_id, list_id),
  CONSTRAINT list_exclusions_diff_row_id_fkey FOREIGN KEY (diff_row_id) REFERENCES list_diff_rows(diff_row_id)
);
CREATE INDEX list_exclusions_company ON list_exclusions USING btree (company_id);
CREATE INDEX list_exclusions_diff_row ON list_exclusions USING btree (diff_row_id);

CREATE TABLE list_exports (
  account_id uuid NOT NULL,
  list_id uuid NOT NULL,
  sha256 text NOT NULL,
  row_count integer NOT NULL,
  bytes bigint NOT NULL,
  columns text[] NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT list_exports_pkey PRIMARY KEY (list_id, sha256),
  CONSTRAINT list_exports_account_id_list_id_fkey FOREIGN KEY (account_id, list_id) REFERENCES lists(account_id, list_id),
  CONSTRAINT list_exports_bytes_check CHECK (bytes >= 0),
  CONSTRAINT list_exports_row_count_check CHECK (row_count >= 0),
  CONSTRAINT list_exports_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'::text)
);

CREATE TABLE list_row_enrichments (
  row_id uuid NOT NULL,
  field text NOT NULL,
  account_id uuid NOT NULL,
  list_id uuid NOT NULL,
  value jsonb NOT NULL,
  source source_name NOT NULL,
  observed_at timestamp with time zone,
  run_id uuid NOT NULL,
  CONSTRAINT list_row_enrichments_pkey PRIMARY KEY (row_id, field),
  CONSTRAINT list_row_enrichments_account_id_list_id_fkey FOREIGN KEY (account_id, list_id) REFERENCES lists(account_id, list_id),
  CONSTRAINT list_row_enrichments_row_id_fkey FOREIGN KEY (row_id) REFERENCES list_rows(row_id) ON DELETE CASCADE,
  CONSTRAINT list_row_enrichments_run_id_fkey FOREIGN KEY (run_id) REFERENCES list_enrichment_runs(run_id),
  CONSTRAINT list_row_enrichments_field_check CHECK (field = ANY (ARRAY['website'::text, 'employees'::text, 'insured_persons'::text, 'jobs'::text, 'construction_permits'::text, 'technologies'::text, 'financials'::text, 'observations'::text]))
);
CREATE INDEX list_row_enrichments_list ON list_row_enrichments USING btree (list_id);
CREATE INDEX list_row_enrichments_run ON list_row_enrichments USING btree (run_id);

CREATE TABLE list_rows (
  row_id uuid DEFAULT uuidv7() NOT NULL,
  account_id uuid NOT NULL,
  list_id uuid NOT NULL,
  company_id company_id NOT NULL,
  added_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT list_rows_pkey PRIMARY KEY (row_id),
  CONSTRAINT list_rows_once UNIQUE (list_id, company_id),
  CONSTRAINT list_rows_account_id_list_id_fkey FOREIGN KEY (account_id, list_id) REFERENCES lists(account_id, list_id),
  CONSTRAINT list_rows_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX list_rows_company ON list_rows USING btree (company_id);
CREATE INDEX list_rows_in_order ON list_rows USING btree (list_id, row_id);
CREATE TRIGGER count_added AFTER INSERT ON list_rows REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION count_list_rows();
CREATE TRIGGER count_removed AFTER DELETE ON list_rows REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION count_list_rows();

CREATE TABLE list_snapshot_rows (
  list_id uuid NOT NULL,
  version integer NOT NULL,
  company_id company_id NOT NULL,
  facts jsonb NOT NULL,
  CONSTRAINT list_snapshot_rows_pkey PRIMARY KEY (list_id, version, company_id),
  CONSTRAINT list_snapshot_rows_list_id_version_fkey FOREIGN KEY (list_id, version) REFERENCES list_snapshots(list_id, version),
  CONSTRAINT list_snapshot_rows_facts_check CHECK (jsonb_typeof(facts) = 'object'::text)
);
CREATE TRIGGER ends_with_its_list BEFORE DELETE ON list_snapshot_rows FOR EACH ROW EXECUTE FUNCTION refuse_snapshot_removal();
CREATE TRIGGER immutable BEFORE UPDATE OR TRUNCATE ON list_snapshot_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_snapshot_change();

CREATE TABLE list_snapshots (
  account_id uuid NOT NULL,
  list_id uuid NOT NULL,
  version integer NOT NULL,
  kind text NOT NULL,
  definition jsonb,
  row_count integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT list_snapshots_pkey PRIMARY KEY (list_id, version),
  CONSTRAINT list_snapshots_account_id_list_id_fkey FOREIGN KEY (account_id, list_id) REFERENCES lists(account_id, list_id),
  CONSTRAINT list_snapshots_kind_check CHECK (kind = ANY (ARRAY['published'::text, 'refreshed'::text])),
  CONSTRAINT list_snapshots_row_count_check CHECK (row_count >= 0),
  CONSTRAINT list_snapshots_version_check CHECK (version > 0)
);
CREATE TRIGGER ends_with_its_list BEFORE DELETE ON list_snapshots FOR EACH ROW EXECUTE FUNCTION refuse_snapshot_removal();
CREATE TRIGGER immutable BEFORE UPDATE OR TRUNCATE ON list_snapshots FOR EACH STATEMENT EXECUTE FUNCTION refuse_snapshot_change();

CREATE TABLE list_suppressions (
  account_id uuid NOT NULL,
  list_id uuid NOT NULL,
  company_id company_id NOT NULL,
  reason text,
  suppressed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT list_suppressions_pkey PRIMARY KEY (list_id, company_id),
  CONSTRAINT list_suppressions_account_id_list_id_fkey FOREIGN KEY (account_id, list_id) REFERENCES lists(account_id, list_id),
  CONSTRAINT list_suppressions_reason_check CHECK (length(reason) <= 500)
);
CREATE INDEX list_suppressions_company ON list_suppressions USING btree (company_id);

CREATE TABLE listed_funds (
  exchange text NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  category text NOT NULL,
  as_of date NOT NULL,
  CONSTRAINT listed_funds_pkey PRIMARY KEY (exchange, code),
  CONSTRAINT listed_funds_category_check CHECK (length(category) <= 200),
  CONSTRAINT listed_funds_code_check CHECK (code <> ''::text),
  CONSTRAINT listed_funds_name_check CHECK (name <> ''::text AND length(name) <= 1000)
);

CREATE TABLE listings (
  company_id company_id NOT NULL,
  exchange text NOT NULL,
  code text COLLATE "C" NOT NULL,
  security_kind text NOT NULL,
  short_name text,
  market_segment text,
  industry_33_code text,
  size_class text,
  listed_from date,
  listed_to date,
  as_of date NOT NULL,
  CONSTRAINT listings_exchange_code_listed_to_key UNIQUE NULLS NOT DISTINCT (exchange, code, listed_to),
  CONSTRAINT listings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT listings_code_check CHECK (code ~ '^[1-9][0-9A-Z][0-9][0-9A-Z][0-9]{0,1}$'::text),
  CONSTRAINT listings_exchange_check CHECK (exchange = ANY (ARRAY['tse'::text, 'nse'::text, 'sse'::text, 'fse'::text])),
  CONSTRAINT listings_industry_33_code_check CHECK (industry_33_code ~ '^[0-9]{4}$'::text),
  CONSTRAINT listings_market_segment_check CHECK (market_segment = ANY (ARRAY['prime'::text, 'standard'::text, 'growth'::text, 'pro_market'::text, 'main'::text, 'next'::text, 'ambitious'::text, 'q_board'::text, 'other'::text])),
  CONSTRAINT listings_security_kind_check CHECK (security_kind = ANY (ARRAY['common'::text, 'preferred'::text, 'investment'::text])),
  CONSTRAINT validity_runs_forward CHECK (listed_to >= listed_from)
);
CREATE INDEX listings_company ON listings USING btree (company_id);

CREATE TABLE lists (
  list_id uuid DEFAULT uuidv7() NOT NULL,
  account_id uuid NOT NULL,
  name text NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  schedule text DEFAULT 'manual'::text NOT NULL,
  schedule_since timestamp with time zone DEFAULT now() NOT NULL,
  scheduled_for timestamp with time zone,
  definition_kind list_definition_kind NOT NULL,
  origin_id uuid,
  definition jsonb,
  row_count integer DEFAULT 0 NOT NULL,
  published_version integer,
  workspace_preferences jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  CONSTRAINT lists_pkey PRIMARY KEY (list_id),
  CONSTRAINT lists_account_id_list_id_key UNIQUE (account_id, list_id),
  CONSTRAINT lists_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  CONSTRAINT lists_published_version_exists FOREIGN KEY (list_id, published_version) REFERENCES list_snapshots(list_id, version),
  CONSTRAINT lists_definition_check CHECK (jsonb_typeof(definition) = 'object'::text),
  CONSTRAINT lists_name_check CHECK (name <> ''::text AND length(name) <= 200),
  CONSTRAINT lists_only_an_empty_one_has_no_definition CHECK ((definition_kind::text = 'empty'::text) = (definition IS NULL)),
  CONSTRAINT lists_published_version_check CHECK (published_version > 0),
  CONSTRAINT lists_row_count_check CHECK (row_count >= 0),
  CONSTRAINT lists_schedule_check CHECK (schedule = ANY (ARRAY['manual'::text, 'daily'::text, 'weekly'::text])),
  CONSTRAINT lists_status_check CHECK (status = ANY (ARRAY['active'::text, 'paused'::text, 'archived'::text])),
  CONSTRAINT lists_workspace_preferences_check CHECK (jsonb_typeof(workspace_preferences) = 'object'::text AND octet_length(workspace_preferences::text) <= 32768)
);
CREATE INDEX lists_scheduled ON lists USING btree (schedule) WHERE schedule <> 'manual'::text AND status = 'active'::text;

CREATE TABLE loads (
  load_id uuid DEFAULT uuidv7() NOT NULL,
  kind text NOT NULL,
  file_name text NOT NULL,
  file_sha256 text NOT NULL,
  options jsonb DEFAULT '{}'::jsonb NOT NULL,
  status text NOT NULL,
  rows_read bigint DEFAULT 0 NOT NULL,
  added bigint DEFAULT 0 NOT NULL,
  changed bigint DEFAULT 0 NOT NULL,
  unchanged bigint DEFAULT 0 NOT NULL,
  rejected bigint DEFAULT 0 NOT NULL,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  finished_at timestamp with time zone,
  register_day date,
  rejected_file text,
  run_started_at timestamp with time zone,
  busy_seconds double precision,
  CONSTRAINT loads_pkey PRIMARY KEY (load_id),
  CONSTRAINT loads_kind_file_sha256_options_key UNIQUE (kind, file_sha256, options),
  CONSTRAINT loads_busy_seconds_check CHECK (busy_seconds >= 0::double precision),
  CONSTRAINT loads_file_sha256_check CHECK (file_sha256 ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT loads_kind_check CHECK (kind ~ '^[a-z][a-z0-9-]*$'::text AND length(kind) <= 64),
  CONSTRAINT loads_status_check CHECK (status = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text]))
);

CREATE TABLE name_aliases (
  company_id company_id NOT NULL,
  alias text NOT NULL,
  alias_kind text,
  exclusive boolean NOT NULL,
  language text,
  source source_name NOT NULL,
  source_url text,
  stated_on date,
  withdrawn boolean DEFAULT false NOT NULL,
  CONSTRAINT name_aliases_pkey PRIMARY KEY (company_id, alias, source),
  CONSTRAINT name_aliases_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT name_aliases_alias_check CHECK (alias <> ''::text AND length(alias) <= 200),
  CONSTRAINT name_aliases_alias_kind_check CHECK (alias_kind ~ '^[a-z_]{1,64}$'::text) NOT VALID,
  CONSTRAINT name_aliases_language_check CHECK (language ~ '^[a-z]{2,3}$'::text),
  CONSTRAINT name_aliases_source_url_check CHECK (length(source_url) <= 2000)
);

CREATE TABLE observations (
  observation_id text COLLATE "C" NOT NULL,
  company_id company_id NOT NULL,
  type text NOT NULL,
  subtype text,
  source source_name NOT NULL,
  summary text NOT NULL,
  evidence jsonb DEFAULT '{}'::jsonb NOT NULL,
  confidence numeric(4,3) DEFAULT 1 NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  version bigint DEFAULT 1 NOT NULL,
  CONSTRAINT observations_pkey PRIMARY KEY (observation_id),
  CONSTRAINT observations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT observations_confidence_check CHECK (confidence >= 0::numeric AND confidence <= 1::numeric),
  CONSTRAINT observations_evidence_check CHECK (jsonb_typeof(evidence) = 'object'::text),
  CONSTRAINT observations_observation_id_check CHECK (length(observation_id) >= 1 AND length(observation_id) <= 200),
  CONSTRAINT observations_subtype_check CHECK (length(subtype) <= 200),
  CONSTRAINT observations_summary_check CHECK (length(summary) <= 2000),
  CONSTRAINT observations_type_check CHECK (type ~ '^[a-z][a-z0-9_]{0,63}$'::text),
  CONSTRAINT observations_version_check CHECK (version > 0)
);
CREATE INDEX observations_company ON observations USING btree (company_id, observed_at DESC, observation_id);
CREATE TRIGGER moved_observation_is_newer BEFORE UPDATE OF company_id ON observations FOR EACH ROW WHEN (old.company_id::text <> new.company_id::text) EXECUTE FUNCTION raise_version_of_moved_observation();

CREATE TABLE plans (
  plan_id text NOT NULL,
  search_per_minute integer,
  heavy_per_minute integer,
  daily_search_quota integer,
  monthly_search_quota integer,
  CONSTRAINT plans_pkey PRIMARY KEY (plan_id),
  CONSTRAINT plans_daily_search_quota_check CHECK (daily_search_quota >= 0),
  CONSTRAINT plans_heavy_per_minute_check CHECK (heavy_per_minute > 0),
  CONSTRAINT plans_monthly_search_quota_check CHECK (monthly_search_quota >= 0),
  CONSTRAINT plans_search_per_minute_check CHECK (search_per_minute > 0)
);

CREATE TABLE profile_values (
  company_id company_id NOT NULL,
  field text NOT NULL,
  value jsonb NOT NULL,
  source source_name NOT NULL,
  observed_at timestamp with time zone,
  CONSTRAINT profile_values_pkey PRIMARY KEY (company_id, field, source),
  CONSTRAINT profile_values_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT head_counts_are_bounded CHECK ((field <> ALL (ARRAY['employees'::text, 'insured_persons'::text])) OR jsonb_typeof(value) = 'number'::text AND value::text ~ '^[0-9]{1,8}$'::text AND value::text::integer <= 10000000),
  CONSTRAINT parent_has_a_name CHECK ((field <> ALL (ARRAY['parent_company'::text, 'majority_holder'::text])) OR value = 'null'::jsonb OR jsonb_typeof(value) = 'object'::text AND COALESCE(value ->> 'name'::text, ''::text) <> ''::text AND ((value ->> 'corporate_number'::text) IS NULL OR corporate_number_is_valid(value ->> 'corporate_number'::text)) AND (jsonb_typeof(value -> 'share'::text) = ANY (ARRAY['number'::text, 'null'::text]))),
  CONSTRAINT profile_values_field_check CHECK (field = ANY (ARRAY['website_url'::text, 'employees'::text, 'insured_persons'::text, 'capital_yen'::text, 'business_summary'::text, 'business_items'::text, 'founded_on'::text, 'founding_year'::text, 'fiscal_year_end'::text, 'industry'::text, 'listing_statement'::text, 'consolidated'::text, 'qualification_grade'::text, 'parent_company'::text, 'majority_holder'::text])),
  CONSTRAINT website_is_http CHECK (field <> 'website_url'::text OR (value #>> '{}'::text[]) ~ '^https{0,1}://'::text)
);
CREATE INDEX profile_values_by_parent ON profile_values USING btree ((value ->> 'corporate_number'::text) COLLATE "C") WHERE field = ANY (ARRAY['parent_company'::text, 'majority_holder'::text]);

CREATE TABLE reconciled_questions (
  key_id uuid NOT NULL,
  question bytea NOT NULL,
  account_id uuid NOT NULL,
  company_id text NOT NULL,
  entry_id uuid NOT NULL,
  charged_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT reconciled_questions_pkey PRIMARY KEY (key_id, question),
  CONSTRAINT reconciled_questions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  CONSTRAINT reconciled_questions_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES credit_ledger(entry_id),
  CONSTRAINT reconciled_questions_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(key_id),
  CONSTRAINT reconciled_questions_question_check CHECK (octet_length(question) = 32)
);
CREATE INDEX reconciled_questions_charged ON reconciled_questions USING btree (charged_at);

CREATE TABLE register_statements (
  corporate_number corporate_number NOT NULL,
  updated_on date NOT NULL,
  sequence integer,
  process text,
  named_from date,
  name text,
  address text,
  moved_on date,
  CONSTRAINT register_statements_corporate_number_updated_on_sequence_key UNIQUE NULLS NOT DISTINCT (corporate_number, updated_on, sequence),
  CONSTRAINT register_statements_name_check CHECK (name <> ''::text AND length(name) <= 1000),
  CONSTRAINT register_statements_process_check CHECK (process ~ '^[0-9]{2}$'::text)
);

CREATE TABLE research_items (
  research_item_id uuid DEFAULT uuidv7() NOT NULL,
  account_id uuid NOT NULL,
  company_id company_id NOT NULL,
  list_id uuid,
  source_type text NOT NULL,
  promotion_status text DEFAULT 'session_only'::text NOT NULL,
  title text,
  content_markdown text,
  source_url text,
  dedupe_key text,
  confidence double precision,
  evidence jsonb,
  producer jsonb,
  structured_payload jsonb,
  observed_at timestamp with time zone,
  fetched_at timestamp with time zone DEFAULT now() NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT research_items_pkey PRIMARY KEY (research_item_id),
  CONSTRAINT research_items_once UNIQUE (account_id, company_id, dedupe_key),
  CONSTRAINT research_items_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  CONSTRAINT research_items_list_of_the_account FOREIGN KEY (account_id, list_id) REFERENCES lists(account_id, list_id) ON DELETE SET NULL (list_id),
  CONSTRAINT research_items_confidence_check CHECK (confidence >= 0::double precision AND confidence <= 1::double precision),
  CONSTRAINT research_items_content_markdown_check CHECK (length(content_markdown) <= 100000),
  CONSTRAINT research_items_dedupe_key_check CHECK (dedupe_key <> ''::text AND length(dedupe_key) <= 500),
  CONSTRAINT research_items_evidence_check CHECK (jsonb_typeof(evidence) = 'object'::text),
  CONSTRAINT research_items_producer_check CHECK (jsonb_typeof(producer) = 'object'::text),
  CONSTRAINT research_items_promotion_status_check CHECK (promotion_status = ANY (ARRAY['session_only'::text, 'reusable'::text, 'canonical_candidate'::text, 'promoted'::text])),
  CONSTRAINT research_items_source_type_check CHECK (source_type = ANY (ARRAY['crawler'::text, 'web_search'::text, 'deep_search'::text, 'pdf_extract'::text, 'manual'::text])),
  CONSTRAINT research_items_source_url_check CHECK (source_url ~~* 'http%'::text AND length(source_url) <= 2000),
  CONSTRAINT research_items_structured_payload_check CHECK (jsonb_typeof(structured_payload) = 'object'::text),
  CONSTRAINT research_items_title_check CHECK (length(title) <= 500)
);
CREATE INDEX research_items_newest_first ON research_items USING btree (account_id, research_item_id DESC);
CREATE INDEX research_items_of_company ON research_items USING btree (account_id, company_id, research_item_id DESC);
CREATE INDEX research_items_of_list ON research_items USING btree (list_id) WHERE list_id IS NOT NULL;

CREATE TABLE signal_coverage (
  signal text NOT NULL,
  companies_with_value bigint NOT NULL,
  companies_total bigint NOT NULL,
  measured_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT signal_coverage_pkey PRIMARY KEY (signal),
  CONSTRAINT signal_coverage_check CHECK (companies_total >= companies_with_value),
  CONSTRAINT signal_coverage_companies_with_value_check CHECK (companies_with_value >= 0)
);

CREATE TABLE signal_coverage_days (
  day date NOT NULL,
  signal text NOT NULL,
  companies_with_value bigint NOT NULL,
  companies_total bigint NOT NULL,
  CONSTRAINT signal_coverage_days_pkey PRIMARY KEY (signal, day),
  CONSTRAINT signal_coverage_days_check CHECK (companies_total >= companies_with_value),
  CONSTRAINT signal_coverage_days_companies_with_value_check CHECK (companies_with_value >= 0)
);

CREATE TABLE source_choices (
  account_id uuid NOT NULL,
  name_key bytea NOT NULL,
  company_id company_id NOT NULL,
  chosen_at timestamp with time zone DEFAULT now() NOT NULL,
  choice_id uuid DEFAULT uuidv7() NOT NULL,
  always boolean DEFAULT false NOT NULL,
  name text,
  note text,
  batch_id uuid,
  key_id uuid,
  source_id uuid,
  source_row_id uuid,
  replaced_in uuid,
  mark text,
  enabled boolean DEFAULT true NOT NULL,
  CONSTRAINT source_choices_pkey PRIMARY KEY (account_id, name_key, company_id),
  CONSTRAINT source_choices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  CONSTRAINT source_choices_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(key_id),
  CONSTRAINT source_choices_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(source_id) ON DELETE SET NULL,
  CONSTRAINT marks_have_no_company CHECK ((mark IS NOT NULL) = (company_id::text = 'cn_0000000000000'::text) AND (mark = ANY (ARRAY['none_of_these'::text, 'not_a_company'::text]))) NOT VALID,
  CONSTRAINT source_choices_name_check CHECK (length(name) <= 1000),
  CONSTRAINT source_choices_name_key_check CHECK (octet_length(name_key) = 32),
  CONSTRAINT source_choices_note_check CHECK (note <> ''::text AND length(note) <= 500)
);
CREATE INDEX source_choices_by_row ON source_choices USING btree (source_row_id) WHERE source_row_id IS NOT NULL;
CREATE UNIQUE INDEX source_choices_of_account ON source_choices USING btree (account_id, choice_id);
CREATE INDEX source_choices_of_source ON source_choices USING btree (source_id) WHERE source_id IS NOT NULL;
CREATE UNIQUE INDEX source_choices_one_always ON source_choices USING btree (account_id, name_key) WHERE always;

CREATE TABLE source_decisions (
  decision_id uuid DEFAULT uuidv7() NOT NULL,
  source_id uuid NOT NULL,
  source_row_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  made_by text NOT NULL,
  action text NOT NULL,
  key_id uuid,
  why text,
  before_status text NOT NULL,
  before_company_id company_id,
  before_decision text,
  after_status text NOT NULL,
  after_company_id company_id,
  after_decision text,
  charged boolean NOT NULL,
  name_key bytea,
  decided_at timestamp with time zone NOT NULL,
  seen jsonb,
  earlier_row_id uuid,
  CONSTRAINT source_decisions_pkey PRIMARY KEY (decision_id),
  CONSTRAINT source_decisions_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(key_id),
  CONSTRAINT source_decisions_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(source_id) ON DELETE CASCADE,
  CONSTRAINT charged_means_chosen CHECK (NOT charged OR action = 'choose'::text),
  CONSTRAINT remembered_means_chosen CHECK (name_key IS NULL OR action = 'choose'::text),
  CONSTRAINT source_decisions_action_check CHECK (action = ANY (ARRAY['choose'::text, 'none_of_these'::text, 'not_a_company'::text, 'reopen'::text, 'take_back'::text, 'skip'::text])),
  CONSTRAINT source_decisions_made_by_check CHECK (made_by = ANY (ARRAY['select'::text, 'decisions'::text, 'choices'::text, 'accept'::text, 'undo'::text, 'earlier_table'::text])) NOT VALID,
  CONSTRAINT source_decisions_name_key_check CHECK (octet_length(name_key) = 32),
  CONSTRAINT source_decisions_seen_check CHECK (jsonb_typeof(seen) = 'object'::text),
  CONSTRAINT source_decisions_why_check CHECK (why <> ''::text AND length(why) <= 500)
);
CREATE INDEX source_decisions_by_row ON source_decisions USING btree (source_row_id, decision_id);
CREATE INDEX source_decisions_of_batch ON source_decisions USING btree (source_id, batch_id, decision_id);
CREATE INDEX source_decisions_of_source ON source_decisions USING btree (source_id, decision_id);
CREATE TRIGGER source_decisions_kept AFTER DELETE ON source_decisions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_deletion();
CREATE TRIGGER source_decisions_unchanged BEFORE UPDATE ON source_decisions FOR EACH ROW EXECUTE FUNCTION refuse_history_change();

CREATE TABLE source_file_pieces (
  source_id uuid NOT NULL,
  "position" integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT source_file_pieces_pkey PRIMARY KEY (source_id, "position"),
  CONSTRAINT source_file_pieces_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(source_id) ON DELETE CASCADE
);

CREATE TABLE source_last_rows (
  source_id uuid NOT NULL,
  key_id uuid NOT NULL,
  source_row_id uuid NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT source_last_rows_pkey PRIMARY KEY (source_id, key_id),
  CONSTRAINT source_last_rows_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(key_id),
  CONSTRAINT source_last_rows_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(source_id) ON DELETE CASCADE
);

CREATE TABLE source_presence (
  source_id uuid NOT NULL,
  key_id uuid NOT NULL,
  session uuid NOT NULL,
  source_row_id uuid,
  since timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT source_presence_pkey PRIMARY KEY (source_id, key_id, session),
  CONSTRAINT source_presence_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(key_id),
  CONSTRAINT source_presence_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(source_id) ON DELETE CASCADE
);
CREATE INDEX source_presence_seen ON source_presence USING btree (seen_at);

CREATE TABLE source_rows (
  source_id uuid NOT NULL,
  source_row_id uuid NOT NULL,
  row_number integer NOT NULL,
  cells text[] NOT NULL,
  resolve_status text DEFAULT 'unresolved'::text NOT NULL,
  company_id company_id,
  settled_by text,
  candidates jsonb DEFAULT '[]'::jsonb NOT NULL,
  issues jsonb DEFAULT '[]'::jsonb NOT NULL,
  file_row integer,
  mapping_version integer DEFAULT 0 NOT NULL,
  paid boolean DEFAULT false NOT NULL,
  reason text,
  same_key bytea,
  decision text,
  decided_at timestamp with time zone,
  undecided_status text,
  undecided_reason text,
  rejected_company_ids company_id[] DEFAULT '{}'::company_id[] NOT NULL,
  suggestions jsonb DEFAULT '[]'::jsonb NOT NULL,
  written jsonb,
  assurance text,
  same_name_key bytea,
  skipped_at timestamp with time zone,
  skipped_by uuid,
  CONSTRAINT source_rows_pkey PRIMARY KEY (source_id, source_row_id),
  CONSTRAINT source_rows_skipped_by_fkey FOREIGN KEY (skipped_by) REFERENCES api_keys(key_id),
  CONSTRAINT source_rows_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(source_id) ON DELETE CASCADE,
  CONSTRAINT candidates_where_there_are_some CHECK (
CASE resolve_status
    WHEN 'matched'::text THEN candidates <> '[]'::jsonb
    WHEN 'multiple_candidates'::text THEN candidates <> '[]'::jsonb
    WHEN 'not_found'::text THEN candidates = '[]'::jsonb OR decision IS NOT NULL
    WHEN 'unresolved'::text THEN candidates = '[]'::jsonb
    ELSE true
END),
  CONSTRAINT company_is_a_candidate CHECK (company_id IS NULL OR candidates @> jsonb_build_array(jsonb_build_object('company_id', company_id::text))),
  CONSTRAINT decisions_can_be_undone CHECK ((decision IS NULL) = (undecided_status IS NULL)),
  CONSTRAINT decisions_fit_the_state CHECK (
CASE decision
    WHEN 'chosen'::text THEN resolve_status = 'matched'::text
    WHEN 'none_of_these'::text THEN resolve_status = 'not_found'::text
    WHEN 'not_a_company'::text THEN resolve_status = 'not_found'::text
    ELSE true
END),
  CONSTRAINT invalid_says_why CHECK (resolve_status <> 'invalid'::text OR issues <> '[]'::jsonb),
  CONSTRAINT matched_means_a_company CHECK ((resolve_status = 'matched'::text) = (company_id IS NOT NULL) AND (company_id IS NULL) = (settled_by IS NULL)),
  CONSTRAINT skipped_by_means_skipped CHECK (skipped_by IS NULL OR skipped_at IS NOT NULL),
  CONSTRAINT skipped_means_undecided CHECK (skipped_at IS NULL OR resolve_status <> 'matched'::text AND decision IS NULL),
  CONSTRAINT source_rows_assurance_check CHECK (length(assurance) <= 100),
  CONSTRAINT source_rows_candidates_check CHECK (jsonb_typeof(candidates) = 'array'::text),
  CONSTRAINT source_rows_decision_check CHECK (decision = ANY (ARRAY['chosen'::text, 'none_of_these'::text, 'not_a_company'::text])),
  CONSTRAINT source_rows_file_row_check CHECK (file_row > 0),
  CONSTRAINT source_rows_issues_check CHECK (jsonb_typeof(issues) = 'array'::text),
  CONSTRAINT source_rows_reason_check CHECK (length(reason) <= 100),
  CONSTRAINT source_rows_resolve_status_check CHECK (resolve_status = ANY (ARRAY['unresolved'::text, 'matched'::text, 'multiple_candidates'::text, 'not_found'::text, 'invalid'::text])),
  CONSTRAINT source_rows_row_number_check CHECK (row_number > 0),
  CONSTRAINT source_rows_same_key_check CHECK (octet_length(same_key) = 16),
  CONSTRAINT source_rows_same_name_key_check CHECK (octet_length(same_name_key) = 16),
  CONSTRAINT source_rows_settled_by_check CHECK (settled_by = ANY (ARRAY['resolve'::text, 'select'::text, 'person'::text])),
  CONSTRAINT source_rows_suggestions_check CHECK (jsonb_typeof(suggestions) = 'array'::text AND jsonb_array_length(suggestions) <= 3),
  CONSTRAINT source_rows_undecided_reason_check CHECK (length(undecided_reason) <= 100),
  CONSTRAINT source_rows_undecided_status_check CHECK (undecided_status = ANY (ARRAY['unresolved'::text, 'multiple_candidates'::text, 'not_found'::text, 'invalid'::text])),
  CONSTRAINT source_rows_written_check CHECK (jsonb_typeof(written) = 'object'::text AND octet_length(written::text) <= 65536)
);
CREATE INDEX source_rows_company ON source_rows USING btree (source_id, company_id, same_key) WHERE company_id IS NOT NULL;
CREATE INDEX source_rows_same ON source_rows USING btree (source_id, same_key) WHERE resolve_status <> 'matched'::text OR decision IS NOT NULL;
CREATE INDEX source_rows_same_name ON source_rows USING btree (source_id, same_name_key) WHERE same_name_key IS NOT NULL;
CREATE INDEX source_rows_work ON source_rows USING btree (source_id, COALESCE(skipped_at, '-infinity'::timestamp with time zone), source_row_id) WHERE resolve_status <> 'matched'::text AND decision IS NULL;
CREATE TRIGGER source_row_transition BEFORE UPDATE ON source_rows FOR EACH ROW WHEN (old.paid AND NOT new.paid OR NOT new.decided_at IS DISTINCT FROM old.decided_at AND (old.resolve_status = 'matched'::text OR old.decision IS NOT NULL OR (old.resolve_status = ANY (ARRAY['multiple_candidates'::text, 'invalid'::text])) AND new.mapping_version <= old.mapping_version)) EXECUTE FUNCTION refuse_row_transition();

CREATE TABLE source_runs (
  run_id uuid DEFAULT uuidv7() NOT NULL,
  source_id uuid NOT NULL,
  matched integer DEFAULT 0 NOT NULL,
  multiple_candidates integer DEFAULT 0 NOT NULL,
  not_found integer DEFAULT 0 NOT NULL,
  invalid integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  background boolean DEFAULT false NOT NULL,
  status text DEFAULT 'completed'::text NOT NULL,
  stop_reason text,
  mapping_version integer DEFAULT 0 NOT NULL,
  "position" uuid,
  rows_total integer DEFAULT 0 NOT NULL,
  rows_done integer DEFAULT 0 NOT NULL,
  credits_used bigint DEFAULT 0 NOT NULL,
  max_credits bigint,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  key_id uuid,
  CONSTRAINT source_runs_pkey PRIMARY KEY (run_id),
  CONSTRAINT source_runs_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(key_id),
  CONSTRAINT source_runs_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(source_id) ON DELETE CASCADE,
  CONSTRAINT ended_means_a_time CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text])) = (finished_at IS NULL)),
  CONSTRAINT never_above_max_credits CHECK (NOT background OR max_credits >= credits_used),
  CONSTRAINT rows_done_are_counted CHECK (rows_done = (matched + multiple_candidates + not_found + invalid) AND rows_done <= rows_total),
  CONSTRAINT source_runs_credits_used_check CHECK (credits_used >= 0),
  CONSTRAINT source_runs_invalid_check CHECK (invalid >= 0),
  CONSTRAINT source_runs_multiple_candidates_check CHECK (multiple_candidates >= 0),
  CONSTRAINT source_runs_not_found_check CHECK (not_found >= 0),
  CONSTRAINT source_runs_rows_done_check CHECK (rows_done >= 0),
  CONSTRAINT source_runs_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'cancelled'::text, 'stopped'::text, 'failed'::text])),
  CONSTRAINT source_runs_stop_reason_check CHECK (stop_reason = ANY (ARRAY['max_credits_reached'::text, 'credit_balance_insufficient'::text, 'key_spending_limit_reached'::text, 'mapping_changed'::text, 'search_unavailable'::text, 'internal_error'::text])),
  CONSTRAINT stopped_means_a_reason CHECK ((status = ANY (ARRAY['stopped'::text, 'failed'::text])) = (stop_reason IS NOT NULL))
);
CREATE INDEX source_runs_of_source ON source_runs USING btree (source_id, run_id);
CREATE UNIQUE INDEX source_runs_open ON source_runs USING btree (source_id) WHERE status = ANY (ARRAY['queued'::text, 'running'::text]);

CREATE TABLE sources (
  source_id uuid DEFAULT uuidv7() NOT NULL,
  account_id uuid NOT NULL,
  name text NOT NULL,
  original_filename text,
  content_sha256 text,
  table_digest bytea NOT NULL,
  headers text[] NOT NULL,
  detected_identifier_columns json NOT NULL,
  misshapen_rows integer NOT NULL,
  status text DEFAULT 'imported'::text NOT NULL,
  mapping json,
  version integer DEFAULT 1 NOT NULL,
  row_count integer NOT NULL,
  unresolved integer NOT NULL,
  matched integer DEFAULT 0 NOT NULL,
  multiple_candidates integer DEFAULT 0 NOT NULL,
  not_found integer DEFAULT 0 NOT NULL,
  invalid integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  mapping_version integer DEFAULT 0 NOT NULL,
  reading json,
  dismissed integer DEFAULT 0 NOT NULL,
  CONSTRAINT sources_pkey PRIMARY KEY (source_id),
  CONSTRAINT sources_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  CONSTRAINT every_row_has_one_state CHECK ((unresolved + matched + multiple_candidates + not_found + invalid) = row_count),
  CONSTRAINT mapped_means_a_mapping CHECK ((status = 'imported'::text) = (mapping IS NULL)),
  CONSTRAINT resolved_leaves_no_row CHECK (status <> 'resolved'::text OR unresolved = 0),
  CONSTRAINT rows_wait_until_mapped CHECK (status <> 'imported'::text OR unresolved = row_count),
  CONSTRAINT sources_check CHECK (misshapen_rows >= 0 AND misshapen_rows <= row_count),
  CONSTRAINT sources_check1 CHECK (dismissed >= 0 AND dismissed <= not_found),
  CONSTRAINT sources_content_sha256_check CHECK (content_sha256 ~ '^sha256:[0-9a-f]+$'::text AND length(content_sha256) = 71),
  CONSTRAINT sources_detected_identifier_columns_check CHECK (json_typeof(detected_identifier_columns) = 'array'::text),
  CONSTRAINT sources_headers_check CHECK (cardinality(headers) >= 1) NOT VALID,
  CONSTRAINT sources_invalid_check CHECK (invalid >= 0),
  CONSTRAINT sources_mapping_check CHECK (json_typeof(mapping) = 'object'::text),
  CONSTRAINT sources_mapping_version_check CHECK (mapping_version >= 0),
  CONSTRAINT sources_matched_check CHECK (matched >= 0),
  CONSTRAINT sources_multiple_candidates_check CHECK (multiple_candidates >= 0),
  CONSTRAINT sources_name_check CHECK (name <> ''::text AND length(name) <= 500),
  CONSTRAINT sources_not_found_check CHECK (not_found >= 0),
  CONSTRAINT sources_original_filename_check CHECK (length(original_filename) <= 1000),
  CONSTRAINT sources_reading_check CHECK (json_typeof(reading) = 'object'::text),
  CONSTRAINT sources_status_check CHECK (status = ANY (ARRAY['imported'::text, 'mapped'::text, 'resolved'::text])),
  CONSTRAINT sources_table_digest_check CHECK (octet_length(table_digest) = 32),
  CONSTRAINT sources_unresolved_check CHECK (unresolved >= 0),
  CONSTRAINT sources_version_check CHECK (version > 0)
);
CREATE INDEX sources_of_account ON sources USING btree (account_id, source_id);
CREATE UNIQUE INDEX sources_same_content ON sources USING btree (account_id, content_sha256, table_digest);

CREATE TABLE usage_days (
  account_id uuid NOT NULL,
  day date NOT NULL,
  requests bigint NOT NULL,
  searches bigint NOT NULL,
  heavy bigint NOT NULL,
  CONSTRAINT usage_days_pkey PRIMARY KEY (account_id, day),
  CONSTRAINT usage_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  CONSTRAINT usage_days_heavy_check CHECK (heavy >= 0),
  CONSTRAINT usage_days_requests_check CHECK (requests >= 0),
  CONSTRAINT usage_days_searches_check CHECK (searches >= 0)
) WITH (fillfactor=50);

CREATE FUNCTION announce_account_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM pg_notify('api_key_changed', encode(key_hash, 'hex')) FROM api_keys
          WHERE account_id = NEW.account_id AND revoked_at IS NULL;
        RETURN NEW;
      END $function$;

CREATE FUNCTION announce_key_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM pg_notify('api_key_changed', encode(NEW.key_hash, 'hex'));
        RETURN NEW;
      END $function$;

CREATE FUNCTION audit_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
      BEGIN
        PERFORM note_change(CASE TG_OP WHEN 'INSERT' THEN 'account.created' ELSE 'account.limits_changed' END,
          NEW.account_id,
          CASE TG_OP WHEN 'UPDATE' THEN jsonb_build_object('plan', OLD.plan_id, 'overrides', OLD.limit_overrides) END,
          jsonb_build_object('name', NEW.name, 'plan', NEW.plan_id, 'overrides', NEW.limit_overrides));
        RETURN NULL;
      END $function$;

CREATE FUNCTION audit_credits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
      BEGIN
        PERFORM note_change(CASE NEW.kind WHEN 'grant' THEN 'credits.granted' ELSE 'credits.reversed' END, NEW.account_id,
          jsonb_build_object('balance', NEW.balance_after - NEW.amount),
          jsonb_build_object('balance', NEW.balance_after, 'class', NEW.class, 'amount', NEW.amount, 'entry_id', NEW.entry_id,
            'reverses', NEW.reverses, 'expires_at', NEW.expires_at));
        RETURN NULL;
      END $function$;

CREATE FUNCTION audit_key()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
      BEGIN
        PERFORM note_change(CASE TG_OP WHEN 'INSERT' THEN 'key.created' ELSE 'key.revoked' END, NEW.account_id, NULL,
          jsonb_build_object('key_id', NEW.key_id, 'key_start', NEW.key_start, 'label', NEW.label, 'read_only', NEW.read_only,
            'source_id', NEW.source_id, 'purpose', NEW.purpose, 'max_credits', NEW.max_credits),
          CASE TG_OP WHEN 'INSERT' THEN NEW.created_by END);
        RETURN NULL;
      END $function$;

CREATE FUNCTION audit_suspension()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
      BEGIN
        PERFORM note_change(CASE TG_OP WHEN 'INSERT' THEN 'account.suspended' ELSE 'account.resumed' END, NEW.account_id,
          jsonb_build_object('status', CASE TG_OP WHEN 'INSERT' THEN 'active' ELSE 'suspended' END),
          CASE TG_OP WHEN 'INSERT' THEN jsonb_build_object('status', 'suspended', 'reason', NEW.reason, 'by', NEW.suspended_by)
            ELSE jsonb_build_object('status', 'active', 'by', NEW.resumed_by) END);
        RETURN NULL;
      END $function$;

CREATE FUNCTION check_reversal(entry credit_ledger)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
      DECLARE
        reversed credit_ledger;
      BEGIN
        SELECT * INTO reversed FROM credit_ledger WHERE entry_id = entry.reverses;
        IF reversed.account_id IS DISTINCT FROM entry.account_id OR reversed.class IS DISTINCT FROM entry.class
           OR reversed.amount IS DISTINCT FROM -entry.amount OR reversed.kind NOT IN ('grant', 'charge') THEN
          RAISE EXCEPTION 'a reversal undoes the whole of one grant or charge of the same account and class'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_ledger_reversal_fits';
        END IF;
      END $function$;

CREATE FUNCTION corporate_number_is_valid(number text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
        SELECT length(number) = 13 AND ltrim(number, '0123456789') = '' AND ascii(number) - 48 = 9 - (
          (ascii(substr(number, 13, 1)) + ascii(substr(number, 11, 1)) + ascii(substr(number, 9, 1))
            + ascii(substr(number, 7, 1)) + ascii(substr(number, 5, 1)) + ascii(substr(number, 3, 1)) - 288)
          + 2 * (ascii(substr(number, 12, 1)) + ascii(substr(number, 10, 1)) + ascii(substr(number, 8, 1))
            + ascii(substr(number, 6, 1)) + ascii(substr(number, 4, 1)) + ascii(substr(number, 2, 1)) - 288)
        ) % 9
      $function$;

CREATE FUNCTION count_key_spending()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
      DECLARE
        of_key uuid := NEW.key_id;
      BEGIN
        IF NEW.kind = 'reversal' THEN
          SELECT key_id INTO of_key FROM credit_ledger WHERE entry_id = NEW.reverses;
        END IF;
        IF of_key IS NOT NULL THEN
          UPDATE api_keys SET credits_spent = credits_spent - NEW.amount
            WHERE key_id = of_key AND account_id = NEW.account_id;
          IF NOT FOUND THEN
            RAISE EXCEPTION 'a charge names a key of its own account'
              USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_ledger_key_of_the_account';
          END IF;
        END IF;
        RETURN NULL;
      END $function$;

CREATE FUNCTION count_list_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          UPDATE lists SET row_count = row_count + n
            FROM (SELECT list_id, count(*) AS n FROM touched GROUP BY list_id) t WHERE lists.list_id = t.list_id;
        ELSE
          UPDATE lists SET row_count = row_count - n
            FROM (SELECT list_id, count(*) AS n FROM touched GROUP BY list_id) t WHERE lists.list_id = t.list_id;
        END IF;
        RETURN NULL;
      END $function$;

CREATE FUNCTION expire_lot(entry credit_ledger)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
      BEGIN
        DELETE FROM credit_lots
          WHERE grant_id = entry.subject_id::uuid AND account_id = entry.account_id AND class = entry.class
          AND remaining = -entry.amount AND expires_at IS NOT NULL;
        IF NOT FOUND THEN
          RAISE EXCEPTION 'an expiry takes all that is left of one grant that expires'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_ledger_expiry_fits';
        END IF;
      END $function$;

CREATE FUNCTION letter_grams(written text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT (letters.letters || ARRAY( SELECT (letters.letters[place.place] || letters.letters[(place.place + 1)])
            FROM generate_series(1, (cardinality(letters.letters) - 1)) place(place)))
    FROM string_to_array(lower(NORMALIZE(letter_grams.written, NFKC)), NULL::text) letters(letters);
END;

CREATE FUNCTION lock_credit_balance(of_account uuid, of_class text, at timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
      DECLARE
        lot credit_lots;
        found_balance bigint;
      BEGIN
        SELECT balance INTO found_balance FROM credit_balances
          WHERE account_id = of_account AND class = of_class FOR UPDATE;
        FOR lot IN
          SELECT * FROM credit_lots WHERE account_id = of_account AND class = of_class AND expires_at <= at
          ORDER BY expires_at, grant_id
        LOOP
          INSERT INTO credit_ledger (account_id, class, kind, amount, operation, subject_type, subject_id)
            VALUES (of_account, of_class, 'expiry', -lot.remaining, 'credits.expire', 'grant', lot.grant_id::text)
            RETURNING balance_after INTO found_balance;
        END LOOP;
        RETURN coalesce(found_balance, 0);
      END $function$;

CREATE FUNCTION lock_spending(of_account uuid, of_class text, at timestamp with time zone, by_key uuid, OUT available bigint, OUT key_max bigint, OUT key_spent bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
      BEGIN
        SELECT balance INTO available FROM credit_balances
          WHERE account_id = of_account AND class = of_class FOR UPDATE;
        IF EXISTS (
          SELECT FROM credit_lots WHERE account_id = of_account AND class = of_class AND expires_at <= at) THEN
          available := lock_credit_balance(of_account, of_class, at);
        END IF;
        available := coalesce(available, 0);
        IF by_key IS NOT NULL THEN
          SELECT max_credits, credits_spent INTO key_max, key_spent FROM api_keys
            WHERE account_id = of_account AND key_id = by_key FOR NO KEY UPDATE;
        END IF;
      END $function$;

CREATE FUNCTION move_list_company()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
      END $function$;

CREATE FUNCTION note_change(of_action text, of_account uuid, was jsonb, becomes jsonb, by_key uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
      DECLARE
        command uuid := substring(current_setting('application_name', true) FROM '^ops ([0-9a-f-]{36})$');
      BEGIN
        INSERT INTO audit_entries (event, command_id, actor, action, account_id, before, after)
        VALUES ('changed', command,
          coalesce(nullif(current_setting('audit.actor', true), ''), 'key ' || by_key,
            (SELECT actor FROM audit_entries WHERE command_id = command AND event = 'begun'),
            'database role ' || session_user),
          of_action, of_account, was, becomes);
      END $function$;

CREATE FUNCTION open_lot()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
      BEGIN
        INSERT INTO credit_lots VALUES (NEW.entry_id, NEW.account_id, NEW.class, NEW.amount, NEW.expires_at);
        RETURN NULL;
      END $function$;

CREATE FUNCTION raise_version_of_moved_observation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        NEW.version = greatest(NEW.version, OLD.version + 1)
          + (SELECT version FROM companies WHERE company_id = OLD.company_id);
        RETURN NEW;
      END $function$;

CREATE FUNCTION refresh_company_source_enrichment(ids text[])
 RETURNS void
 LANGUAGE sql
AS $function$
        INSERT INTO company_source_enrichment AS kept
        SELECT c.company_id, heads.employees, heads.insured_persons,
          coalesce(jobs.openings, '{}'), coalesce(jobs.ai_openings, '{}'), jobs.latest_opened_at,
          coalesce(permits.permits, '[]'), coalesce(seen.counts, '{}'), seen.latest_observed_at
        FROM unnest(ids) AS c (company_id)
        LEFT JOIN LATERAL (
          SELECT (array_agg(value::text::int ORDER BY observed_at DESC NULLS LAST, source)
                   FILTER (WHERE field = 'employees'))[1] AS employees,
                 (array_agg(value::text::int ORDER BY observed_at DESC NULLS LAST, source)
                   FILTER (WHERE field = 'insured_persons'))[1] AS insured_persons
          FROM profile_values p WHERE p.company_id = c.company_id AND field IN ('employees', 'insured_persons')
        ) heads ON true
        LEFT JOIN LATERAL (
          SELECT array_agg(daterange(opened_at, closed_at) ORDER BY opened_at, job_id) AS openings,
                 array_agg(daterange(opened_at, closed_at) ORDER BY opened_at, job_id) FILTER (WHERE ai_related)
                   AS ai_openings,
                 max(opened_at) AS latest_opened_at
          FROM job_postings j WHERE j.company_id = c.company_id
        ) jobs ON true
        LEFT JOIN LATERAL (
          SELECT jsonb_agg(jsonb_build_object('license_types', license_types, 'valid_from', valid_from,
                   'valid_until', valid_until) ORDER BY valid_from, license_number) AS permits
          FROM construction_permits p WHERE p.company_id = c.company_id
        ) permits ON true
        LEFT JOIN LATERAL (
          SELECT jsonb_object_agg(type, n) AS counts, max(latest) AS latest_observed_at
          FROM (SELECT type, count(*) AS n, max(observed_at) AS latest
                FROM observations o WHERE o.company_id = c.company_id GROUP BY type) by_type
        ) seen ON true
        ON CONFLICT (company_id) DO UPDATE SET
          employees = excluded.employees, insured_persons = excluded.insured_persons,
          job_openings = excluded.job_openings, ai_job_openings = excluded.ai_job_openings,
          latest_job_opened_at = excluded.latest_job_opened_at, permits = excluded.permits,
          observation_counts = excluded.observation_counts, latest_observed_at = excluded.latest_observed_at
        WHERE (kept.*) IS DISTINCT FROM (excluded.*)
      $function$;

CREATE FUNCTION refuse_alias_that_is_id()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF EXISTS (SELECT FROM added JOIN companies ON companies.company_id = added.alias_id) THEN
          RAISE EXCEPTION 'alias_id is already a company' USING ERRCODE = 'unique_violation',
            CONSTRAINT = 'alias_is_not_a_company_id';
        END IF;
        RETURN NULL;
      END $function$;

CREATE FUNCTION refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        RAISE EXCEPTION '% of % is refused: entries are only added', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'restrict_violation';
      END $function$;

CREATE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        RAISE EXCEPTION '% of % is refused: entries are never changed, only reversed', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'restrict_violation';
      END $function$;

CREATE FUNCTION refuse_change_without_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF pg_trigger_depth() < 2 THEN
          RAISE EXCEPTION '% of % is refused: it follows from the ledger alone', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NULL;
      END $function$;

CREATE FUNCTION refuse_credits()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
      BEGIN
        IF NOT has_column_privilege('public.accounts', 'plan_id', 'UPDATE') THEN
          RAISE EXCEPTION '% may only add charges to %', current_user, TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
        END IF;
        RETURN NEW;
      END $function$;

CREATE FUNCTION refuse_history_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        RAISE EXCEPTION 'the history of a source does not change'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'source_decisions_append_only';
      END $function$;

CREATE FUNCTION refuse_history_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF EXISTS (SELECT FROM gone JOIN sources USING (source_id)) THEN
          RAISE EXCEPTION 'the history of a source does not change'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'source_decisions_append_only';
        END IF;
        RETURN NULL;
      END $function$;

CREATE FUNCTION refuse_id_that_is_alias()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF EXISTS (SELECT FROM added JOIN company_aliases ON alias_id = added.company_id) THEN
          RAISE EXCEPTION 'company_id is already an alias' USING ERRCODE = 'unique_violation',
            CONSTRAINT = 'company_id_is_not_an_alias';
        END IF;
        RETURN NULL;
      END $function$;

CREATE FUNCTION refuse_renewed_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        RAISE EXCEPTION 'a revoked key stays revoked' USING ERRCODE = 'restrict_violation';
      END $function$;

CREATE FUNCTION refuse_row_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        RAISE EXCEPTION 'a source row in % does not become %', OLD.resolve_status, NEW.resolve_status
          USING ERRCODE = 'check_violation', CONSTRAINT = 'source_row_transition';
      END $function$;

CREATE FUNCTION refuse_snapshot_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        RAISE EXCEPTION '% of % is refused: snapshots are immutable', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'restrict_violation';
      END $function$;

CREATE FUNCTION refuse_snapshot_removal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF EXISTS (SELECT FROM lists WHERE list_id = OLD.list_id AND deleted_at IS NOT NULL) THEN
          RETURN OLD;
        END IF;
        RAISE EXCEPTION '% of % is refused: snapshots are immutable', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'restrict_violation';
      END $function$;

CREATE FUNCTION remove_delivery_messages(before timestamp with time zone, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
        WITH old AS (
          SELECT delivery_id FROM list_deliveries
          WHERE body IS NOT NULL AND status <> 'pending' AND finished_at < before
          ORDER BY finished_at LIMIT most FOR UPDATE SKIP LOCKED),
        removed AS (
          UPDATE list_deliveries SET body = NULL FROM old WHERE list_deliveries.delivery_id = old.delivery_id
          RETURNING 1)
        SELECT count(*) FROM removed
      $function$;

CREATE FUNCTION settle_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
      DECLARE
        lot record;
        taken bigint;
        missing bigint := -NEW.amount;
      BEGIN
        IF NEW.kind = 'reversal' THEN
          PERFORM check_reversal(NEW);
        END IF;
        LOOP
          UPDATE credit_balances SET balance = balance + NEW.amount
            WHERE account_id = NEW.account_id AND class = NEW.class
            RETURNING balance INTO NEW.balance_after;
          EXIT WHEN FOUND;
          INSERT INTO credit_balances VALUES (NEW.account_id, NEW.class, 0) ON CONFLICT DO NOTHING;
        END LOOP;
        NEW.entry_id := uuidv7();
        NEW.created_at := clock_timestamp();
        IF NEW.kind = 'charge' THEN
          -- Most charges take a part of the lot that expires first.
          UPDATE credit_lots SET remaining = remaining - missing
            WHERE remaining > missing AND grant_id = (
              SELECT grant_id FROM credit_lots WHERE account_id = NEW.account_id AND class = NEW.class
              ORDER BY expires_at, grant_id LIMIT 1)
            RETURNING ARRAY[grant_id], ARRAY[missing] INTO NEW.drawn_from, NEW.drawn_amounts;
          IF FOUND THEN
            RETURN NEW;
          END IF;
        END IF;
        NEW.drawn_from := '{}';
        NEW.drawn_amounts := '{}';
        IF NEW.kind = 'expiry' THEN
          PERFORM expire_lot(NEW);
        ELSIF NEW.amount < 0 THEN
          FOR lot IN
            SELECT grant_id, remaining FROM credit_lots WHERE account_id = NEW.account_id AND class = NEW.class
            ORDER BY grant_id = NEW.reverses DESC NULLS LAST, expires_at NULLS LAST, grant_id
          LOOP
            taken := least(missing, lot.remaining);
            IF taken = lot.remaining THEN
              DELETE FROM credit_lots WHERE grant_id = lot.grant_id;
            ELSE
              UPDATE credit_lots SET remaining = remaining - taken WHERE grant_id = lot.grant_id;
            END IF;
            NEW.drawn_from := NEW.drawn_from || lot.grant_id;
            NEW.drawn_amounts := NEW.drawn_amounts || taken;
            missing := missing - taken;
            EXIT WHEN missing = 0;
          END LOOP;
          IF missing > 0 AND NEW.balance_after >= 0 THEN
            RAISE EXCEPTION 'the lots hold less than the balance' USING ERRCODE = 'data_corrupted';
          END IF;
        ELSIF NEW.kind = 'reversal' THEN
          INSERT INTO credit_lots AS held
            SELECT draw.grant_id, NEW.account_id, NEW.class, draw.amount, granted.expires_at
            FROM credit_ledger reversed, unnest(reversed.drawn_from, reversed.drawn_amounts) AS draw (grant_id, amount)
            JOIN credit_ledger granted ON granted.entry_id = draw.grant_id
            WHERE reversed.entry_id = NEW.reverses
            ON CONFLICT (grant_id) DO UPDATE SET remaining = held.remaining + excluded.remaining;
        END IF;
        RETURN NEW;
      END $function$;
