import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { noCompanyId } from '../../src/features/sources/records/decision.ts';
import { companyFacts, corporateNumber, insertFacts } from '../support/companies.ts';
import { type SuiteDatabase, suiteDatabase } from '../support/database.ts';

const toyota = `cn_${corporateNumber(1)}`;
const other = `cn_${corporateNumber(2)}`;
const free = corporateNumber(900);

let database: SuiteDatabase;
let knex: Knex;

beforeAll(async () => {
  database = await suiteDatabase();
  knex = database.knex;
  await insertFacts(
    knex,
    companyFacts({ number: 1, name: 'トヨタ自動車株式会社', code: '7203' }),
    companyFacts({ number: 2, name: '株式会社二' }),
  );
  await knex('company_aliases').insert({ alias_id: 'tse_7203', company_id: toyota, reason: 'listing' });
  await knex('company_identifiers').insert(identifier({ value: '7203' }));
});
afterAll(() => database.drop());

/** The constraint or error code that refuses a row; null if it is accepted. Nothing is stored. */
async function refusalOf(table: string, row: object): Promise<string | null> {
  const attempt = await knex.transaction();
  try {
    await attempt(table).insert(row);
    return null;
  } catch (error) {
    const { constraint, code } = Object(error);
    return String(constraint ?? code);
  } finally {
    await attempt.rollback();
  }
}

const company = (row: object) => ({ company_id: `cn_${free}`, corporate_number: free, ...row });
const name = (row: object) => ({
  company_id: toyota,
  kind: 'trade',
  name: 'トヨタ',
  source: 'exchange',
  ...row,
});
const identifier = (row: object) => ({
  company_id: toyota,
  identifier_type: 'securities_code',
  value: '7203',
  source: 'exchange',
  ...row,
});
const address = (row: object) => ({
  company_id: toyota,
  kind: 'head_office',
  prefecture_code: '23',
  prefecture: '愛知県',
  source: 'corporate_registry',
  ...row,
});
const listing = (row: object) => ({
  company_id: other,
  exchange: 'tse',
  code: '130A',
  security_kind: 'common',
  as_of: '2026-01-01',
  ...row,
});
const profile = (field: string, value: unknown, row: object = {}) => ({
  company_id: toyota,
  field,
  value: JSON.stringify(value),
  source: 'edinet',
  ...row,
});
const observation = (row: object) => ({
  observation_id: 'o1',
  company_id: toyota,
  type: 'corporate_profile',
  source: 'edinet',
  summary: 's',
  observed_at: '2026-01-01T00:00:00Z',
  ...row,
});
const job = (row: object) => ({
  job_id: 'j1',
  company_id: toyota,
  title: 't',
  ai_related: false,
  opened_at: '2026-01-02',
  source: 'job_posting',
  ...row,
});
const permit = (row: object) => ({
  license_number: 'l1',
  company_id: toyota,
  license_types: ['building'],
  valid_from: '2026-01-01',
  valid_until: '2030-12-31',
  source: 'construction_permit',
  ...row,
});
const financial = (row: object) => ({
  company_id: toyota,
  fiscal_year: 2025,
  metric: 'revenue',
  value: 1,
  source: 'edinet',
  ...row,
});
const technology = (row: object) => ({
  company_id: toyota,
  technology: 'react',
  source: 'company_website',
  ...row,
});
const statement = (row: object) => ({
  corporate_number: free,
  updated_on: '2023-04-03',
  process: '01',
  registered_on: '2023-10-01',
  ...row,
});
const account = (row: object) => ({ name: 'a', ...row });
const generation = (row: object) => ({
  index_name: 'i1',
  kind: 'companies',
  alias: 'companies',
  mapping_version: 1,
  status: 'current',
  ...row,
});

describe('valid rows', () => {
  it.each([
    ['companies', company({})],
    ['companies', { company_id: 'tse_130A' }],
    ['companies', company({ status: 'merged', close_cause: 'merger', closed_on: '2024-04-01' })],
    ['company_names', name({})],
    ['company_names', name({ kind: 'former', valid_from: '2000-01-01', valid_to: '2000-01-01' })],
    [
      'company_identifiers',
      identifier({ company_id: other, valid_from: '1990-01-01', valid_to: '1999-12-31' }),
    ],
    ['company_identifiers', identifier({ value: '130A' })],
    ['company_identifiers', identifier({ value: '25935' })],
    ['company_identifiers', identifier({ identifier_type: 'edinet_code', value: 'E02144' })],
    ['company_identifiers', identifier({ identifier_type: 'domain', value: 'xn--wgv71a.jp' })],
    ['company_addresses', address({})],
    ['listings', listing({})],
    ['listings', listing({ code: '7203', listed_to: '2020-01-01' })],
    ['profile_values', profile('employees', 0)],
    ['profile_values', profile('insured_persons', 10_000_000)],
    ['profile_values', profile('website_url', 'https://toyota.jp')],
    ['profile_values', profile('majority_holder', null)],
    [
      'profile_values',
      profile('parent_company', { name: '架空', corporate_number: corporateNumber(1), share: null }),
    ],
    ['company_technologies', technology({})],
    ['observations', observation({})],
    ['job_postings', job({ closed_at: '2026-01-02' })],
    ['construction_permits', permit({ license_types: ['building', 'well_drilling'] })],
    ['financials', financial({ metric: 'equity_ratio', value: 0.412 })],
    ['invoice_statements', statement({ cancelled_on: '2025-01-31', name: '株式会社一' })],
    ['invoice_statements', statement({ process: '99', registered_on: null })],
    ['accounts', account({})],
    ['index_generations', generation({})],
  ])('are accepted: %s %j', async (table, row) => {
    expect(await refusalOf(table, row)).toBeNull();
  });
});

describe('invalid rows', () => {
  it.each([
    ['companies', company({ company_id: 'jp_1' }), 'company_id_check'],
    ['companies', { company_id: 'cn_123' }, 'company_id_check'],
    ['companies', { company_id: `cn_${free}` }, 'id_carries_its_corporate_number'],
    ['companies', company({ corporate_number: corporateNumber(901) }), 'id_carries_its_corporate_number'],
    ['companies', { company_id: 'tse_1301', corporate_number: '1180301018772' }, 'corporate_number_check'],
    [
      'companies',
      { company_id: 'tse_1301', corporate_number: corporateNumber(1) },
      'companies_corporate_number_key',
    ],
    ['companies', { company_id: toyota, corporate_number: corporateNumber(1) }, 'companies_pkey'],
    ['companies', { company_id: 'tse_7203' }, 'company_id_is_not_an_alias'],
    ['companies', company({ kind: 'shop' }), 'companies_kind_check'],
    ['companies', company({ status: 'asleep' }), 'companies_status_check'],
    ['companies', company({ closed_on: '2024-01-01' }), 'active_has_no_end'],
    ['companies', company({ status: 'merged', close_cause: 'liquidated' }), 'merged_is_by_merger'],
    ['companies', company({ status: 'closed', close_cause: 'lost' }), 'companies_close_cause_check'],
    ['companies', company({ version: 0 }), 'companies_version_check'],
    ['company_aliases', { alias_id: toyota, company_id: toyota, reason: 'listing' }, 'alias_is_another_id'],
    [
      'company_aliases',
      { alias_id: other, company_id: toyota, reason: 'listing' },
      'alias_is_not_a_company_id',
    ],
    [
      'company_aliases',
      { alias_id: 'tse_7203', company_id: other, reason: 'listing' },
      'company_aliases_pkey',
    ],
    [
      'company_aliases',
      { alias_id: 'tse_1301', company_id: toyota, reason: 'x' },
      'company_aliases_reason_check',
    ],
    ['company_names', name({ company_id: 'tse_9999' }), 'company_names_company_id_fkey'],
    ['company_names', name({ name: '' }), 'company_names_name_check'],
    ['company_names', name({ kind: 'nickname' }), 'company_names_kind_check'],
    ['company_names', name({ source: 'Rumour!' }), 'source_name_check'],
    ['company_names', name({ valid_to: '2020-01-01' }), 'only_former_names_have_ended'],
    [
      'company_names',
      name({ kind: 'former', valid_from: '2020-01-02', valid_to: '2020-01-01' }),
      'validity_runs_forward',
    ],
    ['company_names', name({ kind: 'legal', name: '二つ目' }), 'company_names_one_legal_name'],
    ['invoice_statements', statement({ process: '05' }), 'invoice_statements_process_check'],
    ['invoice_statements', statement({ registered_on: null }), 'invoice_statements_check'],
    ['invoice_statements', statement({ corporate_number: '1234567890123' }), 'corporate_number_check'],
    ['invoice_statements', statement({ name: '' }), 'invoice_statements_name_check'],
    ['company_identifiers', identifier({ company_id: other }), 'company_identifiers_one_owner'],
    ['company_identifiers', identifier({ value: '0123' }), 'value_has_its_form'],
    [
      'company_identifiers',
      identifier({ identifier_type: 'edinet_code', value: 'E123' }),
      'value_has_its_form',
    ],
    [
      'company_identifiers',
      identifier({ identifier_type: 'domain', value: 'Toyota.jp' }),
      'value_has_its_form',
    ],
    [
      'company_identifiers',
      identifier({ identifier_type: 'domain', value: 'localhost' }),
      'value_has_its_form',
    ],
    [
      'company_successors',
      { company_id: toyota, successor_corporate_number: corporateNumber(1), source: 'exchange' },
      'not_its_own_successor',
    ],
    ['company_addresses', address({ prefecture_code: '48' }), 'company_addresses_prefecture_code_check'],
    ['company_addresses', address({ prefecture: null }), 'prefecture_and_code_together'],
    ['company_addresses', address({ postal_code: '471-8571' }), 'company_addresses_postal_code_check'],
    ['listings', listing({ exchange: 'nyse' }), 'listings_exchange_check'],
    ['listings', listing({ code: '13' }), 'listings_code_check'],
    ['listings', listing({ code: '7203' }), 'listings_exchange_code_listed_to_key'],
    ['listings', listing({ market_segment: 'first' }), 'listings_market_segment_check'],
    ['listings', listing({ listed_from: '2020-01-02', listed_to: '2020-01-01' }), 'validity_runs_forward'],
    ['profile_values', profile('mood', 'good'), 'profile_values_field_check'],
    ['profile_values', profile('employees', -1), 'head_counts_are_bounded'],
    ['profile_values', profile('employees', 1.5), 'head_counts_are_bounded'],
    ['profile_values', profile('employees', '12'), 'head_counts_are_bounded'],
    ['profile_values', profile('insured_persons', 10_000_001), 'head_counts_are_bounded'],
    ['profile_values', profile('website_url', 'javascript:alert(1)'), 'website_is_http'],
    ['profile_values', profile('majority_holder', '架空'), 'parent_has_a_name'],
    ['profile_values', profile('majority_holder', { name: '', share: 0.6 }), 'parent_has_a_name'],
    [
      'profile_values',
      profile('parent_company', { name: '架空', corporate_number: '1234567890124', share: null }),
      'parent_has_a_name',
    ],
    ['company_technologies', technology({ technology: 'React' }), 'company_technologies_technology_check'],
    ['observations', observation({ type: 'Corporate Profile' }), 'observations_type_check'],
    ['observations', observation({ confidence: 1.1 }), 'observations_confidence_check'],
    ['observations', observation({ evidence: '[]' }), 'observations_evidence_check'],
    ['observations', observation({ summary: 'x'.repeat(2001) }), 'observations_summary_check'],
    ['job_postings', job({ closed_at: '2026-01-01' }), 'closes_after_it_opens'],
    ['job_postings', job({ title: '' }), 'job_postings_title_check'],
    ['construction_permits', permit({ license_types: [] }), 'construction_permits_license_types_check'],
    [
      'construction_permits',
      permit({ license_types: ['magic'] }),
      'construction_permits_license_types_check',
    ],
    ['construction_permits', permit({ valid_until: '2025-12-31' }), 'validity_runs_forward'],
    ['financials', financial({ fiscal_year: 1800 }), 'financials_fiscal_year_check'],
    ['financials', financial({ metric: 'mood' }), 'financials_metric_check'],
    ['enrichment_view_state', { status: 'ready' }, 'enrichment_view_state_pkey'],
    ['enrichment_view_state', { only_row: false, status: 'ready' }, 'enrichment_view_state_only_row_check'],
    ['accounts', account({ name: '' }), 'accounts_name_check'],
    ['accounts', account({ plan_id: 'gold' }), 'accounts_plan_id_fkey'],
    ['accounts', account({ limit_overrides: '[]' }), 'accounts_limit_overrides_check'],
    ['plans', { plan_id: 'p', search_per_minute: 0 }, 'plans_search_per_minute_check'],
    ['plans', { plan_id: 'p', daily_search_quota: -1 }, 'plans_daily_search_quota_check'],
    ['index_generations', generation({ status: 'old' }), 'index_generations_status_check'],
    [
      'signal_coverage',
      { signal: 's', companies_with_value: 2, companies_total: 1 },
      'signal_coverage_check',
    ],
    ['loads', { kind: 'nta', file_name: 'f', file_sha256: 'x', status: 'done' }, 'loads_file_sha256_check'],
    [
      'loads',
      { kind: 'No kind', file_name: 'f', file_sha256: 'a'.repeat(64), status: 'done' },
      'loads_kind_check',
    ],
    [
      'loads',
      { kind: 'nta', file_name: 'f', file_sha256: 'a'.repeat(64), status: 'done', busy_seconds: -1 },
      'loads_busy_seconds_check',
    ],
  ])('are refused: %s %j by %s', async (table, row, constraint) => {
    expect(await refusalOf(table, row)).toBe(constraint);
  });

  it('are refused: a key hash that is not SHA-256, and one that already exists', async () => {
    const [{ account_id }] = await knex('accounts').insert({ name: 'keys' }).returning('account_id');
    const key = (key_hash: Buffer) => ({ account_id, key_hash, key_start: 'cds_' });
    expect(await refusalOf('api_keys', key(Buffer.alloc(31)))).toBe('api_keys_key_hash_check');
    await knex('api_keys').insert(key(Buffer.alloc(32)));
    expect(await refusalOf('api_keys', key(Buffer.alloc(32)))).toBe('api_keys_key_hash_key');
  });

  it('are refused: skipped rows that are decided, and decisions and places of people that are not whole', async () => {
    const [{ account_id }] = await knex('accounts').insert({ name: 'review' }).returning('account_id');
    const keyRow = { account_id, key_hash: Buffer.alloc(32, 32), key_start: 'cds_' };
    const [{ key_id }] = await knex('api_keys').insert(keyRow).returning('key_id');
    const [{ source_id }] = await knex('sources')
      .insert({
        account_id,
        name: 'n',
        table_digest: Buffer.alloc(32),
        headers: ['name'],
        detected_identifier_columns: '[]',
        misshapen_rows: 0,
        row_count: 1,
        unresolved: 1,
      })
      .returning('source_id');
    const at = new Date();
    const row = { source_id, source_row_id: randomUUID(), row_number: 1, cells: ['x'] };
    const skipped = { ...row, skipped_at: at, skipped_by: key_id };
    expect(await refusalOf('source_rows', skipped)).toBeNull();
    expect(await refusalOf('source_rows', { ...row, skipped_by: key_id })).toBe('skipped_by_means_skipped');
    const dismissed = {
      resolve_status: 'not_found',
      undecided_status: 'not_found',
      decision: 'none_of_these',
    };
    expect(await refusalOf('source_rows', { ...row, ...dismissed })).toBeNull();
    expect(await refusalOf('source_rows', { ...skipped, ...dismissed })).toBe('skipped_means_undecided');
    const foreign = { ...skipped, skipped_by: randomUUID() };
    expect(await refusalOf('source_rows', foreign)).toBe('source_rows_skipped_by_fkey');
    const named = { ...row, same_name_key: Buffer.alloc(15) };
    expect(await refusalOf('source_rows', named)).toBe('source_rows_same_name_key_check');

    await knex('source_rows').insert(row);
    const decision = {
      source_id,
      source_row_id: row.source_row_id,
      batch_id: source_id,
      made_by: 'decisions',
      action: 'skip',
      before_status: 'unresolved',
      after_status: 'unresolved',
      charged: false,
      decided_at: at,
    };
    expect(await refusalOf('source_decisions', { ...decision, seen: '{}' })).toBeNull();
    expect(await refusalOf('source_decisions', { ...decision, seen: '[]' })).toBe(
      'source_decisions_seen_check',
    );
    expect(await refusalOf('source_decisions', { ...decision, action: 'guess' })).toBe(
      'source_decisions_action_check',
    );

    const presence = { source_id, key_id, session: randomUUID(), since: at, seen_at: at };
    await knex('source_presence').insert(presence);
    expect(await refusalOf('source_presence', presence)).toBe('source_presence_pkey');
    expect(await refusalOf('source_presence', { ...presence, key_id: randomUUID() })).toBe(
      'source_presence_key_id_fkey',
    );
    const last = { source_id, key_id, source_row_id: row.source_row_id, seen_at: at };
    await knex('source_last_rows').insert(last);
    expect(await refusalOf('source_last_rows', last)).toBe('source_last_rows_pkey');
    expect(await refusalOf('source_last_rows', { ...last, source_id: randomUUID() })).toBe(
      'source_last_rows_source_id_fkey',
    );
  });

  it('are refused: spending of a key beyond its limit, and any that does not follow from the ledger', async () => {
    const [{ account_id }] = await knex('accounts').insert({ name: 'spending' }).returning('account_id');
    const [{ account_id: other }] = await knex('accounts').insert({ name: 'other' }).returning('account_id');
    const key = (at: number, given: object) => ({
      account_id,
      key_hash: Buffer.alloc(32, at),
      key_start: 'cds_',
      ...given,
    });
    const refusals = [
      [{ purpose: 'all', max_credits: 1 }, 'api_keys_purpose_check'],
      [{ purpose: 'reconciliation' }, 'api_keys_reconciliation_has_a_limit'],
      [{ max_credits: -1 }, 'api_keys_max_credits_check'],
      [{ max_credits: 1, credits_spent: 2 }, 'api_keys_never_above_max_credits'],
    ] as const;
    for (const [given, constraint] of refusals)
      expect(await refusalOf('api_keys', key(200, given))).toBe(constraint);
    const [{ key_id }] = await knex('api_keys')
      .insert(key(201, { max_credits: 3 }))
      .returning('key_id');
    const entry = (kind: string, amount: number, more: object = {}) => ({
      account_id,
      class: 'basic',
      kind,
      amount,
      operation: 'o',
      subject_type: 's',
      subject_id: '1',
      ...more,
    });
    for (const each of [account_id, other])
      await knex('credit_ledger').insert(entry('grant', 9, { account_id: each }));
    expect(await refusalOf('credit_ledger', entry('grant', 1, { key_id }))).toBe(
      'credit_ledger_only_charges_name_a_key',
    );
    expect(await refusalOf('credit_ledger', entry('charge', -1, { account_id: other, key_id }))).toBe(
      'credit_ledger_key_of_the_account',
    );
    expect(await refusalOf('credit_ledger', entry('charge', -4, { key_id }))).toBe(
      'api_keys_never_above_max_credits',
    );
    const [{ entry_id }] = await knex('credit_ledger')
      .insert(entry('charge', -2, { key_id }))
      .returning('entry_id');
    expect(await refusalOf('credit_ledger', entry('charge', -2, { key_id }))).toBe(
      'api_keys_never_above_max_credits',
    );
    const spent = () => knex('api_keys').where({ key_id }).pluck('credits_spent');
    expect(await spent()).toEqual([2]);
    await expect(knex('api_keys').where({ key_id }).update({ credits_spent: 0 })).rejects.toThrow(
      'is refused',
    );
    await knex('credit_ledger').insert(entry('reversal', 2, { reverses: entry_id }));
    expect(await spent()).toEqual([0]);
  });

  it('are refused: a suspension without reason or name, resumed by nobody, and a second one in force', async () => {
    const [{ account_id }] = await knex('accounts').insert({ name: 'suspended' }).returning('account_id');
    const row = (given: object = {}) => ({ account_id, reason: 'r', suspended_by: 'kato', ...given });
    const refusals = [
      [{ reason: '' }, 'account_suspensions_reason_check'],
      [{ reason: 'x'.repeat(1001) }, 'account_suspensions_reason_check'],
      [{ suspended_by: '' }, 'account_suspensions_suspended_by_check'],
      [{ resumed_at: new Date() }, 'resumed_by_somebody'],
      [{ resumed_by: 'kato' }, 'resumed_by_somebody'],
      [{ resumed_at: new Date(), resumed_by: '' }, 'account_suspensions_resumed_by_check'],
    ] as const;
    for (const [given, constraint] of refusals)
      expect(await refusalOf('account_suspensions', row(given))).toBe(constraint);
    await knex('account_suspensions').insert(row({ resumed_at: new Date(), resumed_by: 'kato' }));
    await knex('account_suspensions').insert(row());
    expect(await refusalOf('account_suspensions', row())).toBe('account_suspensions_one_in_force');
  });

  it('are refused: a second current index for one alias', async () => {
    await knex('index_generations').insert(generation({ index_name: 'current' }));
    expect(await refusalOf('index_generations', generation({ index_name: 'second' }))).toBe(
      'index_generations_one_current',
    );
    expect(
      await refusalOf('index_generations', generation({ index_name: 'second', alias: 'other' })),
    ).toBeNull();
  });
});

describe('the check digit of a corporate number', () => {
  it.each([
    ['1180301018771', true],
    ['2180301018771', false],
    ['118030101877', false],
    ['11803010187710', false],
    ['118030101877a', false],
  ])('of %s is right: %s', async (number, right) => {
    const { rows } = await knex.raw('SELECT corporate_number_is_valid(?) AS valid', [number]);
    expect(rows).toEqual([{ valid: right }]);
  });

  it('agrees with the one of the text module on a thousand numbers', async () => {
    const numbers = Array.from({ length: 1000 }, (_, at) => corporateNumber(at * 7_919_191 + at));
    const { rows } = await knex.raw(
      'SELECT count(*) FILTER (WHERE corporate_number_is_valid(n)) FROM unnest(?::text[]) n',
      [numbers],
    );
    expect(rows).toEqual([{ count: 1000 }]);
  });
});

/** The payloads that the work announces on `api_key_changed`. */
async function announcedBy(work: () => Promise<void>): Promise<string[]> {
  const listener = await knex.client.acquireConnection();
  const heard: string[] = [];
  const hear = ({ payload }: { payload: string }) => heard.push(payload);
  listener.on('notification', hear);
  await listener.query('LISTEN api_key_changed');
  await work();
  await listener.query('UNLISTEN api_key_changed');
  listener.off('notification', hear);
  await knex.client.releaseConnection(listener);
  return heard;
}

describe('a change of an API key', () => {
  it('is announced with the hash of the key', async () => {
    const hash = Buffer.alloc(32, 7);
    const heard = await announcedBy(async () => {
      const [{ account_id }] = await knex('accounts').insert({ name: 'announced' }).returning('account_id');
      await knex('api_keys').insert({ account_id, key_hash: hash, key_start: 'cds_' });
      await knex('api_keys').where({ key_hash: hash }).update({ last_used_at: knex.fn.now() });
      await knex('api_keys').where({ key_hash: hash }).update({ revoked_at: knex.fn.now() });
    });
    expect(heard).toEqual([hash.toString('hex')]);
  });
});

describe('a remembered choice', () => {
  it('has a company or a mark', async () => {
    const [{ account_id }] = await knex('accounts').insert({ name: 'remembering' }).returning('account_id');
    const choice = { account_id, name_key: Buffer.alloc(32, 1), company_id: toyota };
    const none = { ...choice, company_id: noCompanyId };
    expect(await refusalOf('source_choices', choice)).toBeNull();
    expect(await refusalOf('source_choices', { ...none, mark: 'not_a_company' })).toBeNull();
    for (const row of [none, { ...choice, mark: 'not_a_company' }, { ...none, mark: 'chosen' }])
      expect(await refusalOf('source_choices', row)).toBe('marks_have_no_company');
  });
});

describe('a change of an account', () => {
  it('is announced for each key that is not revoked: plan, limits, suspension, resumption', async () => {
    const [{ account_id }] = await knex('accounts').insert({ name: 'changing' }).returning('account_id');
    const hashes = [11, 12, 13].map((byte) => Buffer.alloc(32, byte));
    for (const key_hash of hashes) await knex('api_keys').insert({ account_id, key_hash, key_start: 'cds_' });
    await knex('api_keys').where({ key_hash: hashes[2] }).update({ revoked_at: knex.fn.now() });
    const account = () => knex('accounts').where({ account_id });
    const suspensions = () => knex('account_suspensions').where({ account_id });
    const changes = [
      async () => void (await account().update({ plan_id: 'demo' })),
      async () => void (await account().update({ limit_overrides: '{"heavy_per_minute": 1}' })),
      async () =>
        void (await knex('account_suspensions').insert({ account_id, reason: 'r', suspended_by: 'kato' })),
      async () => void (await suspensions().update({ resumed_at: new Date(), resumed_by: 'kato' })),
    ];
    const expected = hashes.slice(0, 2).map((hash) => hash.toString('hex'));
    for (const change of changes) expect((await announcedBy(change)).sort()).toEqual(expected);
  });
});
