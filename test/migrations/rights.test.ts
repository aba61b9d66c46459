import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { openDatabase } from '../../src/database/database.ts';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { makeRoles } from '../../src/database/rights/make-roles.ts';
import { type Group, groups, queueRights, tableRights } from '../../src/database/rights/table-rights.ts';
import { companyFacts, idOf, insertFacts } from '../support/companies.ts';
import { creditParts, newAccount } from '../support/credits.ts';
import { suiteDatabase } from '../support/database.ts';

/** What each group may not do, whatever its program does. What it needs is shown by the suites, which run with its rights. */

const database = await suiteDatabase();
await insertFacts(database.knex, companyFacts({ number: 1, name: '株式会社一', kana: 'イチ' }));
const accountId = await newAccount(database.knex);
await creditParts(database.knex).credits.grantCredits(accountId, { creditClass: 'basic', amount: 10 });
const as = Object.fromEntries(
  Object.entries(database.urls).map(([group, url]) => [group, openDatabase({ url, poolSize: 2 })]),
) as Record<Group, Knex>;
/** Users that this suite makes, which belong to the server. */
const user = (name: string) => `cds_test_${process.env.TEST_RUN ?? process.pid}_${name}`;

afterAll(async () => {
  await Promise.all(Object.values(as).map((knex) => knex.destroy()));
  for (const name of ['one', 'mighty', 'member'])
    await database.knex.raw(`DROP OWNED BY ${user(name)}; DROP ROLE ${user(name)}`).catch(() => undefined);
  await database.drop();
});

/** The SQLSTATE of a refused statement; null if it was done. */
async function refusal(group: Group, statement: string): Promise<string | null> {
  try {
    await as[group].transaction(async (transaction) => {
      await transaction.raw(statement);
      await transaction.rollback();
    });
    return null;
  } catch (error) {
    const { code, message } = Object(error);
    return message === 'Transaction rejected with non-error: undefined' ? null : (code ?? message);
  }
}

const insufficientPrivilege = '42501';
const everybody = ['serving', 'operating', 'reading'] as const;
const cases = (refused: readonly Group[], statements: readonly string[]) =>
  refused.flatMap((group) => statements.map((statement) => ({ group, statement })));

describe('the table of rights', () => {
  it('names every table', async () => {
    const tables = (schema: string) =>
      database
        .knex('pg_class')
        .whereRaw('relnamespace = ?::regnamespace', [schema])
        .whereIn('relkind', ['r', 'v', 'm', 'p'])
        .orderBy('relname')
        .pluck('relname');
    expect(Object.keys(tableRights).sort()).toEqual((await tables('public')).sort());
    expect(Object.keys(queueRights).sort()).toEqual((await tables('graphile_worker')).sort());
  });
});

describe('a group', () => {
  it.each(
    cases(everybody, [
      'DROP TABLE companies',
      'ALTER TABLE companies ADD extra text',
      'TRUNCATE companies CASCADE',
      'TRUNCATE credit_ledger CASCADE',
      'ALTER TABLE credit_ledger DISABLE TRIGGER ALL',
      'SET session_replication_role = replica',
      'CREATE TABLE mine (id int)',
      'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
      'CREATE SCHEMA mine',
      'CREATE ROLE mine',
      'UPDATE credit_ledger SET amount = 1',
      'DELETE FROM credit_ledger',
      'UPDATE credit_balances SET balance = 1000000',
      'DELETE FROM credit_lots',
      'UPDATE api_keys SET credits_spent = 0',
      "UPDATE api_keys SET key_hash = sha256('mine')",
      'UPDATE plans SET search_per_minute = NULL',
      'DELETE FROM accounts',
      'DELETE FROM company_changes',
      'DELETE FROM schema_migrations',
      'DROP TABLE graphile_worker._private_jobs',
      "COPY companies TO '/tmp/companies'",
      "COPY companies TO PROGRAM 'cat'",
      "SELECT pg_read_file('postgresql.conf')",
      'SELECT rolpassword FROM pg_authid',
    ]),
  )('$group is refused: $statement', async ({ group, statement }) => {
    expect(await refusal(group, statement)).toBe(insufficientPrivilege);
  });

  it.each(
    cases(
      ['serving', 'reading'],
      [
        'CREATE TEMPORARY TABLE mine (id int)',
        'UPDATE companies SET version = 2',
        'DELETE FROM companies',
        "INSERT INTO company_changes (company_id, version, change) VALUES ('x', 1, 'added')",
        "UPDATE accounts SET plan_id = 'unlimited'",
        'UPDATE account_suspensions SET resumed_at = now()',
        'UPDATE api_keys SET max_credits = NULL',
        'UPDATE api_keys SET account_id = account_id',
        "UPDATE index_generations SET status = 'failed'",
        'DELETE FROM loads',
      ],
    ),
  )('$group is refused: $statement', async ({ group, statement }) => {
    expect(await refusal(group, statement)).toBe(insufficientPrivilege);
  });

  it.each([
    ...cases(
      ['operating', 'reading'],
      [
        'SELECT body FROM idempotency_keys',
        'SELECT body FROM list_deliveries',
        'SELECT * FROM list_rows',
        'SELECT * FROM source_rows',
        'SELECT * FROM research_items',
        'SELECT name FROM lists',
        'SELECT * FROM graphile_worker._private_jobs',
      ],
    ),
    ...cases(
      ['serving'],
      ['SELECT * FROM loads', 'SELECT * FROM register_statements', 'SELECT reason FROM account_suspensions'],
    ),
    ...cases(
      ['reading'],
      [
        'SELECT key_hash FROM api_keys',
        'SELECT key_id FROM api_keys',
        'SELECT secret FROM list_delivery_targets',
        'SELECT url FROM list_delivery_targets',
        'SELECT limit_overrides FROM accounts',
        'SELECT * FROM credit_ledger',
        "SELECT lock_credit_balance(uuidv7(), 'basic', now())",
      ],
    ),
  ])('$group does not read: $statement', async ({ group, statement }) => {
    expect(await refusal(group, statement)).toBe(insufficientPrivilege);
  });

  it.each([
    { group: 'serving', statement: 'SELECT company_id FROM companies' },
    { group: 'operating', statement: 'UPDATE companies SET version = 2' },
    { group: 'operating', statement: 'ANALYZE companies' },
    { group: 'operating', statement: 'CREATE TEMPORARY TABLE mine (id int)' },
    { group: 'reading', statement: 'SELECT account_id, name FROM accounts' },
    { group: 'reading', statement: 'SELECT * FROM companies' },
    { group: 'reading', statement: 'SELECT * FROM usage_days' },
  ] as const)('$group may: $statement', async ({ group, statement }) => {
    expect(await refusal(group, statement)).toBeNull();
  });

  it('charges although it cannot change a balance', async () => {
    const parts = creditParts(as.serving);
    expect((await parts.credits.getBalance(accountId)).balances.basic.available).toBe(10);
    await as.serving('credit_ledger').insert({
      account_id: accountId,
      class: 'basic',
      kind: 'charge',
      amount: -4,
      operation: 'test',
      subject_type: 'thing',
      subject_id: '1',
    });
    expect((await parts.credits.getBalance(accountId)).balances.basic.available).toBe(6);
  });

  it('may only charge if it serves: credits come from the operator, whatever the connection says about itself', async () => {
    const entry = { account_id: accountId, operation: 'x', subject_type: 'x', subject_id: 'x' };
    const [charge] = await database.knex('credit_ledger').where({ account_id: accountId, kind: 'charge' });
    const forged = [
      { class: 'basic', kind: 'grant', amount: 1_000_000 },
      { class: charge.class, kind: 'reversal', amount: -charge.amount, reverses: charge.entry_id },
    ];
    for (const each of forged)
      await expect(as.serving('credit_ledger').insert({ ...entry, ...each })).rejects.toMatchObject({
        code: insufficientPrivilege,
        message: expect.stringContaining('may only add charges to credit_ledger'),
      });
    let entryId: string | undefined;
    await as.operating.transaction(async (transaction) => {
      await transaction.raw(`SET LOCAL audit.actor = 'somebody else'`);
      const rows = { ...entry, class: 'basic', kind: 'grant', amount: 1 };
      const added = await transaction('credit_ledger').insert(rows).returning('entry_id');
      entryId = added[0]?.entry_id;
    });
    const noted = await database
      .knex('audit_entries')
      .whereRaw(`after ->> 'entry_id' = ?`, [entryId ?? null])
      .first('actor', 'database_role');
    expect(noted).toEqual({
      actor: 'somebody else',
      database_role: new URL(database.urls.operating).username,
    });
    const claimed =
      "INSERT INTO audit_entries (event, actor, action, database_role) VALUES ('changed', 'a', 'b', 'c')";
    expect(await refusal('operating', claimed)).toBe(insufficientPrivilege);
  });

  it('expires credits although it may only charge', async () => {
    const parts = creditParts(database.knex);
    const soon = new Date(Date.now() + 1_000);
    await parts.credits.grantCredits(accountId, { creditClass: 'enrichment', amount: 3, expiresAt: soon });
    const { rows } = await as.serving.raw(`SELECT lock_credit_balance(?, 'enrichment', ?) AS balance`, [
      accountId,
      new Date(soon.getTime() + 1),
    ]);
    expect(rows).toEqual([{ balance: 0 }]);
  });

  it.each(['serving', 'operating'] as const)('%s cannot bring a revoked key back', async (group) => {
    const key = {
      account_id: accountId,
      key_hash: randomBytes(32),
      key_start: 'cds_AAAAAA',
      revoked_at: new Date(),
    };
    const [{ key_id }] = await database.knex('api_keys').insert(key).returning('key_id');
    for (const revoked_at of [null, new Date(Date.now() + 60_000)])
      await expect(as[group]('api_keys').where({ key_id }).update({ revoked_at })).rejects.toThrow(
        'a revoked key stays revoked',
      );
  });

  it('keeps the rows of a List together when the operator joins two companies', async () => {
    await insertFacts(database.knex, companyFacts({ number: 2, name: '株式会社二', kana: 'ニ' }));
    const [{ list_id }] = await database
      .knex('lists')
      .insert({ account_id: accountId, name: 'L', definition_kind: 'company_ids', definition: '{}' })
      .returning('list_id');
    await database.knex('list_rows').insert({ account_id: accountId, list_id, company_id: idOf(2) });
    await as.operating.transaction(async (transaction) => {
      for (const table of [
        'company_source_enrichment',
        'company_names',
        'company_identifiers',
        'company_addresses',
        'companies',
      ])
        await transaction(table)
          .where({ company_id: idOf(2) })
          .delete();
      const alias = { alias_id: idOf(2), company_id: idOf(1), reason: 'merged_record' };
      await transaction('company_aliases').insert(alias);
    });
    expect(await database.knex('list_rows').where({ list_id }).pluck('company_id')).toEqual([idOf(1)]);
  });
});

describe('making the roles', () => {
  const urlOf = (name: string, password: string) => {
    const url = new URL(database.url);
    url.username = user(name);
    url.password = encodeURIComponent(password);
    return url.href;
  };
  const logIn = async (url: string) => {
    const knex = openDatabase({ url });
    try {
      const { rows } = await knex.raw('SELECT current_user AS name');
      return rows[0].name as string;
    } finally {
      await knex.destroy();
    }
  };

  it('sets passwords without sending them, and changes them when it is repeated', async () => {
    const sent: string[] = [];
    database.knex.client.on('query', ({ sql, bindings }: { sql: string; bindings?: unknown[] }) =>
      sent.push(sql, ...(bindings ?? []).map(String)),
    );
    const passwords = ["first p@ss'/word %", 'second'];
    for (const password of passwords) {
      const made = await makeRoles(database.knex, { serving: urlOf('one', password) });
      expect(made).toEqual([{ group: 'serving', user: user('one') }]);
      expect(await logIn(urlOf('one', password))).toBe(user('one'));
    }
    await expect(logIn(urlOf('one', passwords[0] ?? ''))).rejects.toMatchObject({ code: '28P01' });
    expect(sent.length).toBeGreaterThan(10);
    expect(sent.filter((text) => passwords.some((password) => text.includes(password)))).toEqual([]);
  });

  it('moves a user to another group with its URL', async () => {
    await makeRoles(database.knex, { reading: urlOf('one', 'x') });
    const knex = openDatabase({ url: urlOf('one', 'x') });
    await expect(knex('api_keys').select('key_hash')).rejects.toMatchObject({ code: insufficientPrivilege });
    await knex.destroy();
  });

  it('refuses a user that may do more, one user for two groups, and passwords it cannot set', async () => {
    await database.knex.raw(`CREATE ROLE ${user('mighty')} CREATEROLE`);
    const refused = async (urls: Parameters<typeof makeRoles>[1]) =>
      expect(makeRoles(database.knex, urls)).rejects;
    await (await refused({ serving: urlOf('mighty', 'x') })).toThrow(
      /^The user of DATABASE_URL, .*_mighty, owns tables or may do what no group may/,
    );
    await (await refused({ operating: database.url })).toThrow(/^The user of DATABASE_OPERATE_URL/);
    await (await refused({ serving: urlOf('one', 'x'), reading: urlOf('one', 'x') })).toThrow(
      'Each database URL needs a user of its own',
    );
    await (await refused({ reading: urlOf('one', 'é') })).toThrow('printable ASCII');
    await (await refused({ serving: 'postgres://company_data_reading@h/d' })).toThrow('name of a group');
  });

  it('refuses a user that is a member of a role that may do more', async () => {
    await database.knex.raw(`CREATE ROLE ${user('member')}`);
    for (const role of ['pg_execute_server_program', 'pg_read_all_data', user('mighty')]) {
      await database.knex.raw(`GRANT ${role} TO ${user('member')}`);
      await expect(makeRoles(database.knex, { serving: urlOf('member', 'x') })).rejects.toThrow(
        `The user of DATABASE_URL, ${user('member')}, is a member of ${role}, which owns tables or may do`,
      );
      await database.knex.raw(`REVOKE ${role} FROM ${user('member')}`);
    }
  });

  it('takes what was given to everybody or to the user itself, but not on tables of your own', async () => {
    await database.knex.raw('CREATE TABLE yours (id int)');
    await database.knex.raw(`
      GRANT ALL ON credit_balances, yours TO PUBLIC; GRANT SELECT ON list_rows TO ${user('one')};
      GRANT SELECT (secret) ON list_delivery_targets TO ${user('one')};
      GRANT CREATE ON SCHEMA public TO ${user('one')}; GRANT USAGE ON SCHEMA graphile_worker TO ${user('one')}`);
    await database.knex.raw(`GRANT TEMPORARY, CREATE ON DATABASE ?? TO ??`, [
      new URL(database.url).pathname.slice(1),
      user('one'),
    ]);
    await makeRoles(database.knex, { reading: urlOf('one', 'x') });
    const knex = openDatabase({ url: urlOf('one', 'x') });
    const refused = [
      'DELETE FROM credit_balances',
      'SELECT * FROM list_rows',
      'SELECT secret FROM list_delivery_targets',
      'CREATE TABLE mine (id int)',
      'CREATE TEMPORARY TABLE mine (id int)',
      'CREATE SCHEMA mine',
      'SELECT * FROM graphile_worker._private_jobs',
    ];
    for (const statement of refused)
      await expect(knex.raw(statement)).rejects.toMatchObject({ code: insufficientPrivilege });
    expect(await knex('yours')).toEqual([]);
    await knex.destroy();
    await database.knex.raw('DROP TABLE yours');
  });

  it('leaves tables of other owners alone, and needs no superuser', async () => {
    const owner = user('owner');
    const name = `${new URL(database.url).pathname.slice(1)}_owned`;
    await database.knex.raw(`CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD 'x'`);
    await database.knex.raw(`CREATE DATABASE ${name} OWNER ${owner} TEMPLATE template0`);
    const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
    const [superuser, knex] = [at(database.url), at(urlOf('owner', 'x'))].map((url) => openDatabase({ url }));
    if (!superuser || !knex) throw new Error('no database');
    try {
      await superuser.raw('CREATE TABLE not_ours (id int)');
      await migrateDatabase(knex);
      // Others made the groups of this server.
      await expect(makeRoles(knex, { serving: urlOf('owned', 'y') })).rejects.toThrow(
        'ADMIN OPTION for those that another user made (company_data_serving,',
      );
      await superuser.raw(`GRANT ${Object.values(groups).join(', ')} TO ${owner} WITH ADMIN OPTION`);
      await makeRoles(knex, { serving: urlOf('owned', 'y') });
      const serving = openDatabase({ url: at(urlOf('owned', 'y')) });
      expect(await serving('companies')).toEqual([]);
      await expect(serving('not_ours')).rejects.toMatchObject({ code: insufficientPrivilege });
      await serving.destroy();
    } finally {
      await knex.destroy();
      await superuser.destroy();
      await database.knex.raw(`DROP DATABASE ${name} WITH (FORCE)`);
      await database.knex.raw(`DROP ROLE IF EXISTS ${user('owned')}`);
      await database.knex.raw(`DROP OWNED BY ${owner}; DROP ROLE ${owner}`);
    }
  });

  it('can be done by several processes at once', async () => {
    const all = Array.from({ length: 4 }, () => openDatabase({ url: database.url }));
    for (let round = 0; round < 3; round += 1)
      await Promise.all(
        all.map(async (knex) => {
          await migrateDatabase(knex);
          await makeRoles(knex, { reading: urlOf('one', 'x') });
        }),
      );
    await Promise.all(all.map((knex) => knex.destroy()));
  });

  it('may be made again while a load of the operator has temporary tables', async () => {
    const loading = openDatabase({ url: database.urls.operating, poolSize: 1 });
    await loading.raw('CREATE TEMPORARY TABLE staged (id int)');
    await expect(makeRoles(database.knex, database.urls)).resolves.toHaveLength(3);
    await loading.destroy();
  });

  it('needs the right to make roles, and says so', async () => {
    await expect(makeRoles(as.operating, { serving: urlOf('other', 'x') })).rejects.toThrow(
      'The user of DATABASE_MIGRATE_URL may not make or change these roles.',
    );
  });

  it('gives rights on the tables of a later migration, and none on tables that it does not name', async () => {
    while (await database.knex.schema.hasTable('housekeeping_runs')) await database.knex.migrate.down();
    expect(await refusal('serving', 'SELECT * FROM housekeeping_runs')).toBe('42P01');
    await database.knex.raw('CREATE TABLE unnamed (id int)');
    await migrateDatabase(database.knex);
    expect(await refusal('serving', 'SELECT * FROM housekeeping_runs')).toBeNull();
    for (const group of everybody)
      expect(await refusal(group, 'SELECT * FROM unnamed')).toBe(insufficientPrivilege);
  });
});
