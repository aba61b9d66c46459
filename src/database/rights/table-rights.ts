/**
 * Who may do what in the database (docs/data-protection.md#database-roles). The owner of the tables, who migrates, may do
 * everything. Every other right is here, as Postgres writes it in GRANT; what is not here is refused.
 */

/** The groups that have rights. People and programs log in as members of them. */
export const groups = {
  /** Answers requests and runs jobs: `DATABASE_URL`. */
  serving: 'company_data_serving',
  /** The operator's command line: `DATABASE_OPERATE_URL`. */
  operating: 'company_data_operating',
  /** Published facts and figures: `DATABASE_READ_URL`, and analysts. */
  reading: 'company_data_reading',
} as const;

export type Group = keyof typeof groups;

export type TableRights = Readonly<Partial<Record<Group, string>>>;

const all = 'SELECT, INSERT, UPDATE, DELETE';

/** Facts of the registers: the operator loads them, the service only reads them. MAINTAIN is for ANALYZE after a load. */
const facts: TableRights = { serving: 'SELECT', operating: `${all}, MAINTAIN`, reading: 'SELECT' };
/** Facts that no answer contains. */
const loading: TableRights = { operating: `${all}, MAINTAIN`, reading: 'SELECT' };
/** What an account keeps. */
const ofAccounts: TableRights = { serving: all };
/** What is written once and ends with its List or source. */
const writtenOnce: TableRights = { serving: 'SELECT, INSERT, DELETE' };

/** The operator removes what is too old, without reading it. */
const makeRemovalRight = (column: string) => `SELECT (ctid, ${column}), DELETE`;

/** Every table of the schema `public`; a test compares them with the database. */
export const tableRights: Readonly<Record<string, TableRights>> = {
  companies: facts,
  company_addresses: facts,
  company_aliases: facts,
  change_feed: { serving: 'SELECT', operating: 'SELECT, INSERT, DELETE', reading: 'SELECT' },
  company_changes: { ...facts, operating: 'SELECT, INSERT, UPDATE, MAINTAIN' },
  company_identifiers: facts,
  company_names: facts,
  company_source_enrichment: facts,
  company_successors: facts,
  company_technologies: facts,
  construction_permits: facts,
  filer_names: facts,
  financials: facts,
  job_postings: facts,
  listed_funds: facts,
  listings: facts,
  name_aliases: facts,
  observations: facts,
  profile_values: facts,
  register_statements: loading,
  invoice_statements: facts,

  earlier_loads: {
    serving: 'SELECT (kind, file_name, status, register_day)',
    operating: 'SELECT, INSERT',
    reading: 'SELECT',
  },
  followed_registers: { serving: 'SELECT', operating: 'SELECT, INSERT, UPDATE', reading: 'SELECT' },
  followed_documents: { operating: 'SELECT, INSERT, UPDATE', reading: 'SELECT' },
  followed_days: { serving: 'SELECT', operating: all, reading: 'SELECT' },
  enrichment_view_state: { serving: 'SELECT', operating: 'SELECT', reading: 'SELECT' },
  index_generations: { serving: 'SELECT', operating: all, reading: 'SELECT' },
  loads: {
    serving: 'SELECT (load_id, kind, file_name, status, register_day)',
    operating: 'SELECT, INSERT, UPDATE',
    reading: 'SELECT',
  },
  schema_migrations: { serving: 'SELECT', operating: 'SELECT', reading: 'SELECT' },
  schema_migrations_lock: {},
  signal_coverage_days: { serving: 'SELECT', operating: all, reading: 'SELECT' },
  signal_coverage: { serving: 'SELECT', operating: all, reading: 'SELECT' },

  // Triggers that run as the owner write what is changed. The database itself says which of its roles it was.
  audit_entries: {
    operating:
      'SELECT, INSERT (event, command_id, actor, action, arguments, outcome, duration_ms, result, at)',
  },
  accounts: {
    serving: 'SELECT',
    operating: 'SELECT, INSERT, UPDATE (plan_id, limit_overrides)',
    reading: 'SELECT (account_id, name, plan_id, created_at)',
  },
  account_suspensions: {
    serving: 'SELECT (suspension_id, account_id, resumed_at)',
    operating: 'SELECT, INSERT, UPDATE (resumed_by, resumed_at)',
  },
  // A key's scope, limit and hash never change.
  api_keys: {
    serving: 'SELECT, INSERT, UPDATE (revoked_at, last_used_at)',
    operating: 'SELECT, INSERT, UPDATE (revoked_at)',
  },
  plans: { serving: 'SELECT', operating: 'SELECT', reading: 'SELECT' },

  // Balances, lots and what keys spent follow from the entries, by triggers that run as the owner.
  credit_balances: { serving: 'SELECT', operating: 'SELECT' },
  credit_ledger: { serving: 'SELECT, INSERT', operating: 'SELECT, INSERT' },
  credit_lots: { serving: 'SELECT', operating: 'SELECT' },
  idempotency_keys: { serving: 'SELECT, INSERT, DELETE', operating: makeRemovalRight('created_at') },
  limit_leases: { ...ofAccounts, operating: makeRemovalRight('window_end') },
  reconciled_questions: { serving: 'SELECT, INSERT, DELETE', operating: makeRemovalRight('charged_at') },
  usage_days: { serving: 'SELECT, INSERT, UPDATE', operating: 'SELECT', reading: 'SELECT' },

  discoveries: { serving: 'SELECT, INSERT' },
  research_items: { serving: 'SELECT, INSERT' },

  lists: { serving: all, operating: 'SELECT (account_id, list_id, deleted_at)' },
  list_deliveries: ofAccounts,
  list_delivery_attempts: writtenOnce,
  // The operator encrypts them with another key.
  list_delivery_targets: {
    ...ofAccounts,
    operating: 'SELECT (list_id, url, secret), UPDATE (url, secret)',
  },
  list_diff_rows: ofAccounts,
  list_diffs: ofAccounts,
  list_enrichment_runs: ofAccounts,
  list_estimates: { serving: 'SELECT, INSERT, DELETE', operating: makeRemovalRight('expires_at') },
  list_exclusions: ofAccounts,
  list_exports: {
    ...ofAccounts,
    operating: 'SELECT (account_id, list_id, sha256, created_at), DELETE',
  },
  list_row_enrichments: ofAccounts,
  list_rows: ofAccounts,
  list_snapshot_rows: writtenOnce,
  list_snapshots: writtenOnce,
  list_suppressions: ofAccounts,

  sources: { serving: all, operating: 'SELECT (account_id, source_id)' },
  source_choices: ofAccounts,
  source_decisions: writtenOnce,
  source_file_pieces: writtenOnce,
  source_last_rows: ofAccounts,
  source_presence: { ...ofAccounts, operating: makeRemovalRight('seen_at') },
  source_rows: ofAccounts,
  source_runs: ofAccounts,

  job_workers: ofAccounts,
  housekeeping_runs: {
    serving: 'SELECT, INSERT, UPDATE',
    operating: 'SELECT, INSERT, UPDATE',
    reading: 'SELECT',
  },
};

/** The tables of the queue (graphile-worker), and what its functions need. They have row-level security. */
export const queueRights: Readonly<Record<string, TableRights>> = {
  _private_job_queues: { serving: all },
  _private_jobs: { serving: all },
  _private_known_crontabs: { serving: all },
  _private_tasks: { serving: all },
  jobs: { serving: 'SELECT' },
  migrations: { serving: 'SELECT' },
};

/** Functions that run as the owner, because they keep what nobody may change otherwise. */
export const ownersFunctions = [
  'settle_entry()',
  'open_lot()',
  'count_key_spending()',
  'lock_credit_balance(uuid, text, timestamptz)',
  'lock_spending(uuid, text, timestamptz, uuid)',
  // Joining two companies also moves the rows of Lists.
  'move_list_company()',
  'remove_delivery_messages(timestamptz, integer)',
  'note_change(text, uuid, jsonb, jsonb, uuid)',
  'audit_account()',
  'audit_suspension()',
  'audit_key()',
  'audit_credits()',
] as const;

/** Of these, the ones that can be called, and by whom. The others are triggers. */
export const functionRights: Readonly<Record<string, readonly Group[]>> = {
  'lock_credit_balance(uuid, text, timestamptz)': ['serving', 'operating'],
  'lock_spending(uuid, text, timestamptz, uuid)': ['serving'],
  'remove_delivery_messages(timestamptz, integer)': ['serving', 'operating'],
};
