import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Command } from 'commander';
import { factTables } from '../../../indexers/facts/index.ts';
import { withSession } from '../../../indexers/operator/database-session.ts';
import { OperatorError } from '../../../indexers/operator/operator-error.ts';
import { type SuiteDatabase, suiteDatabase } from '../../../test/support/database.ts';
import { size } from '../../../test/support/size.ts';
import { generateCompanies } from '../../fictional/companies.ts';
import { addGenerateCommand } from '../../fictional/generate-command.ts';
import { generate, unfinishedSeries } from '../../fictional/writing.ts';

const today = '2026-11-21';
/** Chunks have 2,000: two are written at once, and one remains when these are cut off. */
const several = size(4100, 50_000);
/** More than a chunk. */
const few = size(2100, 10_000);
const tables = factTables.map(({ name }) => name);

type Options = Partial<Parameters<typeof generate>[0]>;

const generateInto = ({ url }: SuiteDatabase, companies: number, options: Options = {}) =>
  generate({ databaseUrl: url, companies, seed: 11, today, ...options });

async function count({ knex }: SuiteDatabase, table: string): Promise<number> {
  const { rows } = await knex.raw(`SELECT count(*) AS rows FROM ${table}`);
  return rows[0].rows;
}

/** A hash of all rows of each table; times of writing do not count. */
async function contents({ knex }: SuiteDatabase): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const table of [...tables, 'company_source_enrichment']) {
    const { rows } = await knex.raw(
      `SELECT md5(coalesce(string_agg(line, E'\\n' ORDER BY line COLLATE "C"), '')) AS hash FROM (
         SELECT (to_jsonb(t) - 'created_at' - 'updated_at')::text AS line FROM ${table} t) lines`,
    );
    hashes[table] = rows[0].hash;
  }
  return hashes;
}

describe('generate', () => {
  let whole: SuiteDatabase;
  let report: Awaited<ReturnType<typeof generate>>;
  const progress: number[] = [];
  beforeAll(async () => {
    whole = await suiteDatabase();
    report = await generateInto(whole, several, { onProgress: (made) => progress.push(made) });
  });
  afterAll(() => whole.drop());

  it('writes every row of every table, so none breaks a rule of the database', async () => {
    expect(report).toMatchObject({ companies: several, added: several, unchanged: 0, seed: 11, today });
    const batch = generateCompanies({ seed: 11, from: 0, to: several, today });
    for (const table of tables)
      expect([table, await count(whole, table)]).toEqual([table, batch[table].length]);
    const { rows } = await whole.knex.raw(
      'SELECT change, version, count(*) AS companies FROM company_changes GROUP BY change, version',
    );
    expect(rows).toEqual([{ change: 'added', version: 1, companies: several }]);
    const [load] = await whole.knex('loads');
    expect(load).toMatchObject({
      kind: 'generate',
      file_name: `generate-11-${several}`,
      status: 'done',
      rows_read: several,
    });
  });

  it('reports its progress', () => {
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(-1)).toBe(several);
  });

  describe('in a database of its own', () => {
    let database: SuiteDatabase;
    beforeEach(async () => {
      database = await suiteDatabase();
    });
    afterEach(() => database.drop());
    const run = (companies: number, options?: Options) => generateInto(database, companies, options);

    it('adds nothing to companies that were not generated', async () => {
      await database
        .knex('companies')
        .insert({ company_id: 'cn_5010401067252', corporate_number: '5010401067252' });
      await expect(run(10)).rejects.toThrow('companies that were not generated');
      expect(await count(database, 'companies')).toBe(1);
      expect(await count(database, 'loads')).toBe(0);
    });

    it('writes the same without the right to skip the check that companies exist', async () => {
      const role = `generating_${process.pid}`;
      await database.knex.raw(`CREATE ROLE ${role} LOGIN PASSWORD 'generating'`);
      try {
        await database.knex.raw(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
        const url = new URL(database.url);
        url.username = role;
        url.password = 'generating';
        await run(several, { databaseUrl: url.href });
      } finally {
        await database.knex.raw(`DROP OWNED BY ${role}`);
        await database.knex.raw(`DROP ROLE ${role}`);
      }
      expect(await contents(database)).toEqual(await contents(whole));
    });

    it('refers only to companies that exist, and fills the enrichment view as a refresh does', async () => {
      await run(few);
      const { knex } = database;
      for (const table of ['company_source_enrichment', ...tables.slice(1)]) {
        const orphans = `SELECT company_id FROM ${table} WHERE company_id NOT IN (SELECT company_id FROM companies)`;
        expect((await knex.raw(orphans)).rows).toEqual([]);
      }
      const before = await contents(database);
      expect(await count(database, 'company_source_enrichment')).toBeGreaterThan(few / 5);
      await knex('company_source_enrichment').delete();
      await knex.raw('SELECT refresh_company_source_enrichment(array_agg(company_id::text)) FROM companies');
      await knex.raw(
        `DELETE FROM company_source_enrichment WHERE employees IS NULL AND insured_persons IS NULL
           AND job_openings = '{}' AND permits = '[]' AND observation_counts = '{}'`,
      );
      expect(await contents(database)).toEqual(before);
    });

    it('adds nothing when it is run again, on any day', async () => {
      await run(few);
      const before = await contents(database);
      expect(await run(few, { today: '2027-03-01' })).toMatchObject({ added: 0, unchanged: few, today });
      expect(await run(1000)).toMatchObject({ added: 0, unchanged: 1000 });
      expect(await contents(database)).toEqual(before);
      expect(await count(database, 'company_changes')).toBe(few);
    });

    it('resumes after its connections were cut, and ends with the same rows', async () => {
      const cut = async () => {
        await database.knex.raw(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'generate'
             AND datname = current_database()`,
        );
      };
      let cutting: Promise<void> | undefined;
      const onProgress = () => {
        cutting ??= cut();
      };
      await expect(run(several, { onProgress })).rejects.toThrow();
      await cutting;
      const [load] = await database.knex('loads');
      expect(load.status).toBe('running');
      expect(load.rows_read).toBe(await count(database, 'companies'));
      expect(load.rows_read).toBeGreaterThan(0);
      expect(load.rows_read).toBeLessThan(several);

      expect(await run(several)).toMatchObject({
        added: several - load.rows_read,
        unchanged: load.rows_read,
      });
      expect(await contents(database)).toEqual(await contents(whole));
    });

    it('stops between chunks on request; the next start finds it unfinished and completes it', async () => {
      const unfinished = () => withSession(database.url, unfinishedSeries);
      expect(await unfinished()).toBeNull();
      const stop = new AbortController();
      const stopped = run(several, { onProgress: () => stop.abort(), signal: stop.signal });
      await expect(stopped).rejects.toThrow('aborted');
      expect(await count(database, 'companies')).toBeGreaterThan(0);
      expect(await count(database, 'companies')).toBeLessThan(several);
      expect(await unfinished()).toEqual({ companies: several, seed: 11 });
      await run(several);
      expect(await unfinished()).toBeNull();
    });

    it('grows a series: the first companies of a larger one are those of the smaller', async () => {
      await run(1500);
      expect(await run(several)).toMatchObject({ added: several - 1500, unchanged: 1500 });
      expect(await contents(database)).toEqual(await contents(whole));
    });

    it('refuses a second series, a second run at the same time, and numbers out of range', async () => {
      let second: Promise<unknown> | undefined;
      const onProgress = () => {
        second ??= expect(run(10)).rejects.toThrow('Another load or generate is running');
      };
      await run(several, { onProgress });
      await second;
      await expect(run(10, { seed: 12 })).rejects.toThrow(OperatorError);
      await expect(run(10, { seed: 12 })).rejects.toThrow('contains the companies of seed 11');
      await expect(run(0)).rejects.toThrow('1 to 10000000');
      await expect(run(10, { seed: -1 })).rejects.toThrow('whole number');
      await expect(run(10, { today: '2026-02-30' })).rejects.toThrow('not a valid date');
    });
  });
});

describe('the command generate', () => {
  let database: SuiteDatabase;
  const printed = jest.spyOn(console, 'log').mockImplementation(() => {});

  beforeAll(async () => {
    database = await suiteDatabase();
  });
  afterEach(() => {
    printed.mockClear();
  });
  afterAll(async () => {
    printed.mockRestore();
    await database.drop();
  });

  async function run(...args: string[]): Promise<string> {
    const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
    addGenerateCommand(program, { databaseUrl: database.url });
    for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => {} });
    await program.parseAsync(['generate', ...args], { from: 'user' });
    return String(printed.mock.lastCall?.[0]);
  }

  it('fills the database and reports what it did, for people and for programs', async () => {
    expect(await run('--companies', '300', '--seed', '5', '--today', '2026-11-21')).toMatch(
      /^Generated 300 companies of seed 5 as of 2026-11-21 in \d+\.\d s; 0 already existed\.$/,
    );
    const report: unknown = JSON.parse(await run('--companies', '400', '--seed', '5', '--json'));
    expect(report).toMatchObject({
      companies: 400,
      added: 100,
      unchanged: 300,
      seed: 5,
      today: '2026-11-21',
    });
    expect(await database.knex('companies').count({ companies: '*' })).toEqual([{ companies: 400 }]);
  });

  it('refuses an invalid or missing number of companies', async () => {
    await expect(run('--companies', 'many')).rejects.toThrow('It must be a whole number.');
    await expect(run('--seed', '1')).rejects.toThrow("required option '--companies <number>'");
  });
});
