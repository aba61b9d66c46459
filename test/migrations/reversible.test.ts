import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { openDatabase } from '../../src/database/database.ts';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { migrations } from '../../src/database/migrations/index.ts';
import { companyFacts, insertFacts } from '../support/companies.ts';
import { emptyDatabase, type SuiteDatabase } from '../support/database.ts';

/** Everything a migration can leave behind: relations, columns, constraints, indexes, functions, types, triggers. */
const schemaSql = `
  SELECT format('relation %s %s', relkind, relname) AS part FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm', 'S', 'p')
  UNION ALL SELECT format('column %s.%s %s %s', table_name, column_name, coalesce(domain_name, udt_name), is_nullable)
    FROM information_schema.columns WHERE table_schema = 'public'
  UNION ALL SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
  UNION ALL SELECT format('index %s', indexdef) FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT format('function %s %s', oid::regprocedure, md5(prosrc))
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL SELECT format('type %s', typname) FROM pg_type
    WHERE typnamespace = 'public'::regnamespace AND typtype IN ('d', 'e')
  UNION ALL SELECT format('trigger %s %s', tgrelid::regclass, tgname) FROM pg_trigger WHERE NOT tgisinternal
  ORDER BY part`;

/** Includes the plans, which also come from migrations. */
async function schemaOf(knex: Knex): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { part: string }[] }>(schemaSql);
  const plans = (await knex.schema.hasTable('plans')) ? await knex('plans').orderBy('plan_id') : [];
  return [
    ...rows.map(({ part }) => part).filter((part) => !part.includes('schema_migrations')),
    ...plans.map((plan) => `plan ${JSON.stringify(plan)}`),
  ];
}

describe('the migrations', () => {
  let database: SuiteDatabase;
  /** The schema after each number of migrations. */
  const schemas: string[][] = [];

  beforeAll(async () => {
    database = await emptyDatabase();
    schemas.push(await schemaOf(database.knex));
    for (const _ of migrations) {
      await database.knex.migrate.up();
      schemas.push(await schemaOf(database.knex));
    }
  });
  afterAll(() => database.drop());

  it('have names in order, each once', () => {
    const names = migrations.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)].sort());
  });

  it('each add something', () => {
    for (const [at, schema] of schemas.entries()) {
      if (at > 0) expect(schema).not.toEqual(schemas[at - 1]);
    }
  });

  it('each remove with down exactly what up added, even if there is data', async () => {
    const { knex } = database;
    await insertFacts(
      knex,
      companyFacts({ number: 1, name: '株式会社一', kana: 'イチ', code: '1301', employees: 5 }),
    );
    for (let applied = migrations.length; applied > 0; applied -= 1) {
      await knex.migrate.down();
      expect(await schemaOf(knex)).toEqual(schemas[applied - 1]);
    }
    await migrateDatabase(knex);
    expect(await schemaOf(knex)).toEqual(schemas.at(-1));
  });

  it('keep the data of earlier ones when later ones are reverted and applied again', async () => {
    const { knex } = database;
    await insertFacts(
      knex,
      companyFacts({ number: 2, name: '株式会社二', website: 'https://ni.example.jp' }),
    );
    for (const _ of migrations.slice(1)) await knex.migrate.down();
    expect(await knex('company_names').pluck('name')).toEqual(['株式会社二']);
    await migrateDatabase(knex);
    expect(await knex('company_names').pluck('name')).toEqual(['株式会社二']);
    expect(await knex('profile_values').pluck('value')).toEqual(['https://ni.example.jp']);
  });

  it('give limits only to the demo accounts, not to others on the plan that had none', async () => {
    const { knex } = database;
    const before = migrations.findIndex(({ name }) => name === '0012_plans');
    for (const _ of migrations.slice(before)) await knex.migrate.down();
    await knex('accounts').insert(
      ['demo', 'demo-other', 'partner'].map((name) => ({ name, plan_id: 'demo' })),
    );
    const planOf = () => knex('accounts').orderBy('name').pluck('plan_id');
    await migrateDatabase(knex);
    expect(await planOf()).toEqual(['demo', 'demo', 'unlimited']);
    for (const _ of migrations.slice(before)) await knex.migrate.down();
    expect(await planOf()).toEqual(['demo', 'demo', 'demo']);
    await migrateDatabase(knex);
  });

  it('revoke keys with a scope before a version that would ignore it', async () => {
    const { knex } = database;
    const before = migrations.findIndex(({ name }) => name === '0018_key_scopes_and_load_days');
    const [{ account_id }] = await knex('accounts').insert({ name: 'scoped' }).returning('account_id');
    const scopes = [{}, { read_only: true }, { source_id: '0198f7a0-0000-7000-8000-000000000001' }];
    for (const [at, scope] of scopes.entries())
      await knex('api_keys').insert({
        account_id,
        key_hash: Buffer.alloc(32, at),
        key_start: 'cds_',
        ...scope,
      });
    for (const _ of migrations.slice(before)) await knex.migrate.down();
    const keys = await knex('api_keys').where({ account_id }).orderBy('key_hash').pluck('revoked_at');
    expect(keys).toEqual([null, expect.any(Date), expect.any(Date)]);
    await migrateDatabase(knex);
  });

  it('revoke keys with a limit or a purpose before a version that would ignore it, and carry on with stopped runs', async () => {
    const { knex } = database;
    const before = migrations.findIndex(({ name }) => name === '0033_key_limits_and_reconciliation');
    const [{ account_id }] = await knex('accounts').insert({ name: 'limited' }).returning('account_id');
    const limits = [{}, { max_credits: 5 }, { max_credits: 5, purpose: 'reconciliation' }];
    const keys = limits.map((limit, at) => ({
      account_id,
      key_hash: Buffer.alloc(32, 100 + at),
      key_start: 'cds_',
      ...limit,
    }));
    const [, { key_id }] = await knex('api_keys').insert(keys).returning('key_id');
    const entry = { account_id, class: 'basic', operation: 'o', subject_type: 's', subject_id: '1' };
    await knex('credit_ledger').insert({ ...entry, kind: 'grant', amount: 9 });
    const [{ entry_id }] = await knex('credit_ledger')
      .insert({ ...entry, kind: 'charge', amount: -2, key_id })
      .returning('entry_id');
    expect(await knex('api_keys').where({ key_id }).pluck('credits_spent')).toEqual([2]);
    const question = { key_id, question: Buffer.alloc(32), account_id, company_id: 'cn_1', entry_id };
    await knex('reconciled_questions').insert(question);
    const table = { account_id, name: 'n', table_digest: Buffer.alloc(32), headers: ['a'], row_count: 1 };
    const [{ source_id }] = await knex('sources')
      .insert({ ...table, unresolved: 1, detected_identifier_columns: '[]', misshapen_rows: 0 })
      .returning('source_id');
    const stopped = { source_id, status: 'stopped', stop_reason: 'key_spending_limit_reached', key_id };
    await knex('source_runs').insert({ ...stopped, finished_at: new Date() });
    for (const _ of migrations.slice(before)) await knex.migrate.down();
    const revoked = await knex('api_keys').where({ account_id }).orderBy('key_hash').pluck('revoked_at');
    expect(revoked).toEqual([null, expect.any(Date), expect.any(Date)]);
    expect(await knex('source_runs').where({ source_id }).pluck('stop_reason')).toEqual([
      'max_credits_reached',
    ]);
    expect(await knex('credit_ledger').where({ account_id }).pluck('amount')).toEqual([9, -2]);
    await migrateDatabase(knex);
    expect(await knex('api_keys').where({ key_id }).pluck('max_credits')).toEqual([null]);
  });

  it('carry over the companies that people took back, and count the rows that they dismissed', async () => {
    const { knex } = database;
    const before = migrations.findIndex(({ name }) => name === '0025_rejected_companies');
    for (const _ of migrations.slice(before)) await knex.migrate.down();
    const [{ account_id }] = await knex('accounts').insert({ name: 'decided' }).returning('account_id');
    const [source] = await knex('sources')
      .insert({
        account_id,
        name: 'n',
        table_digest: Buffer.alloc(32),
        headers: ['name'],
        detected_identifier_columns: '[]',
        misshapen_rows: 0,
        row_count: 4,
        not_found: 4,
        unresolved: 0,
        status: 'resolved',
        mapping: JSON.stringify({ entity: 'company', columns: { name: 'name' } }),
      })
      .returning('source_id');
    const { source_id } = source;
    const row = (row_number: number) => ({
      source_id,
      source_row_id: randomUUID(),
      row_number,
      cells: ['x'],
      resolve_status: 'not_found',
    });
    const marked = { decision: 'not_a_company', undecided_status: 'not_found', decided_at: new Date() };
    const [first] = await knex('source_rows')
      .insert([
        { ...row(1), rejected_company_id: 'tse_1002' },
        { ...row(2), rejected_company_id: 'tse_1009' },
        { ...row(3), ...marked },
        { ...row(4) },
      ])
      .returning('source_row_id');
    const made = {
      source_id,
      made_by: 'decisions',
      batch_id: source_id,
      charged: false,
      decided_at: new Date(),
    };
    const states = { before_status: 'matched', after_status: 'matched' };
    const history = [
      ['reopen', 'tse_1001'],
      ['reopen', 'tse_1003'],
      ['choose', 'tse_1003'],
      ['reopen', 'tse_1002'],
    ] as const;
    for (const [action, company] of history)
      await knex('source_decisions').insert({
        ...made,
        ...states,
        source_row_id: first.source_row_id,
        action,
        [action === 'reopen' ? 'before_company_id' : 'after_company_id']: company,
      });
    await migrateDatabase(knex);
    const rejected = await knex('source_rows')
      .where({ source_id })
      .orderBy('row_number')
      .select(knex.raw('rejected_company_ids::text AS ids'));
    expect(rejected.map(({ ids }) => ids)).toEqual(['{tse_1001,tse_1002}', '{tse_1009}', '{}', '{}']);
    expect(await knex('sources').where({ source_id }).pluck('dismissed')).toEqual([1]);
    for (const _ of migrations.slice(before)) await knex.migrate.down();
    const last = await knex('source_rows')
      .where({ source_id })
      .orderBy('row_number')
      .pluck('rejected_company_id');
    expect(last).toEqual(['tse_1002', 'tse_1009', null, null]);
    await migrateDatabase(knex);
  });

  it('leave skips out for a version that does not know them', async () => {
    const { knex } = database;
    const before = migrations.findIndex(({ name }) => name === '0032_review_desk');
    const [{ account_id }] = await knex('accounts').insert({ name: 'skipped' }).returning('account_id');
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
    const source_row_id = randomUUID();
    const row = { source_id, source_row_id, row_number: 1, cells: ['x'], skipped_at: new Date() };
    await knex('source_rows').insert(row);
    for (const action of ['skip', 'take_back', 'not_a_company'])
      await knex('source_decisions').insert({
        source_id,
        source_row_id,
        batch_id: source_id,
        made_by: 'decisions',
        action,
        before_status: 'unresolved',
        after_status: 'unresolved',
        charged: false,
        decided_at: new Date(),
        seen: { name: 'x' },
      });
    for (const _ of migrations.slice(before)) await knex.migrate.down();
    expect(await knex('source_decisions').where({ source_id }).pluck('action')).toEqual(['not_a_company']);
    await migrateDatabase(knex);
    expect(await knex('source_rows').where({ source_id }).pluck('skipped_at')).toEqual([null]);
  });

  it('may be applied by several processes at once, and again', async () => {
    const fresh = await emptyDatabase();
    const pools = Array.from({ length: 4 }, () => openDatabase({ url: fresh.url, poolSize: 1 }));
    try {
      await Promise.all(pools.map((pool) => migrateDatabase(pool)));
      await migrateDatabase(fresh.knex);
      expect(await schemaOf(fresh.knex)).toEqual(schemas.at(-1));
    } finally {
      await Promise.all(pools.map((pool) => pool.destroy()));
      await fresh.drop();
    }
  });

  it('are applied completely or not at all', async () => {
    const fresh = await emptyDatabase();
    const quiet = openDatabase({ url: fresh.url, poolSize: 1, onTrouble: () => undefined });
    try {
      // Conflicts with the last migration that creates a table.
      const [last] = migrations.slice(-1);
      const added = schemas.flatMap((schema, at) =>
        schema.filter((part) => !schemas[at - 1]?.includes(part)),
      );
      const table =
        added.findLast((part) => part.startsWith('relation r '))?.slice('relation r '.length) ?? '';
      await fresh.knex.raw('CREATE TABLE ?? (in_the_way integer)', [table]);
      await expect(migrateDatabase(quiet)).rejects.toThrow(table);
      expect((await schemaOf(fresh.knex)).filter((part) => part.startsWith('relation'))).toEqual([
        `relation r ${table}`,
      ]);
      await fresh.knex.raw('DROP TABLE ??', [table]);
      await migrateDatabase(fresh.knex);
      expect(await fresh.knex('schema_migrations').pluck('name')).toContain(last?.name);
    } finally {
      await quiet.destroy();
      await fresh.drop();
    }
  });
});
