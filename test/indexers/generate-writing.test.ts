import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { factTables } from '../../indexers/facts/index.ts';
import { generateCompanies } from '../../indexers/generating/companies.ts';
import { generate, unfinishedSeries } from '../../indexers/generating/writing.ts';
import { withSession } from '../../indexers/operator/database-session.ts';
import { OperatorError } from '../../indexers/operator/operator-error.ts';
import { type SuiteDatabase, suiteDatabase } from '../support/database.ts';

import { size } from '../support/size.ts';

const today = '2026-11-21';
/** Four chunks: two are written at once, and there are some to go on with when these are cut off. */
const several = size(8000, 50_000);
/** More than a chunk. */
const few = size(2500, 10_000);
const tables = factTables.map(({ name }) => name);

describe('generate', () => {
  let database: SuiteDatabase;

  beforeEach(async () => {
    database = await suiteDatabase();
  });
  afterEach(() => database.drop());

  async function count(table: string): Promise<number> {
    const { rows } = await database.knex.raw(`SELECT count(*) AS rows FROM ${table}`);
    return rows[0].rows;
  }

  /** Every row of every table, as one hash of its own each; times of writing do not count. */
  async function contents(): Promise<Record<string, string>> {
    const hashes: Record<string, string> = {};
    for (const table of [...tables, 'company_source_enrichment']) {
      const { rows } = await database.knex.raw(
        `SELECT md5(coalesce(string_agg(line, E'\\n' ORDER BY line COLLATE "C"), '')) AS hash FROM (
           SELECT (to_jsonb(t) - 'created_at' - 'updated_at')::text AS line FROM ${table} t) lines`,
      );
      hashes[table] = rows[0].hash;
    }
    return hashes;
  }

  const run = (companies: number, more: Partial<Parameters<typeof generate>[0]> = {}) =>
    generate({ databaseUrl: database.url, companies, seed: 11, today, ...more });

  it('writes every row of every table, so none breaks a rule of the database', async () => {
    const report = await run(several);
    expect(report).toMatchObject({ companies: several, added: several, unchanged: 0, seed: 11, today });
    const batch = generateCompanies({ seed: 11, from: 0, to: several, today });
    for (const table of tables) expect([table, await count(table)]).toEqual([table, batch[table].length]);
    const { rows } = await database.knex.raw(
      'SELECT change, version, count(*) AS companies FROM company_changes GROUP BY change, version',
    );
    expect(rows).toEqual([{ change: 'added', version: 1, companies: several }]);
    const [load] = await database.knex('loads');
    expect(load).toMatchObject({
      kind: 'generate',
      file_name: `generate-11-${several}`,
      status: 'done',
      rows_read: several,
    });
  });

  it('adds nothing to companies that were not generated', async () => {
    await database
      .knex('companies')
      .insert({ company_id: 'cn_5010401067252', corporate_number: '5010401067252' });
    await expect(run(10)).rejects.toThrow('companies that were not generated');
    expect(await count('companies')).toBe(1);
    expect(await count('loads')).toBe(0);
  });

  it('refers only to companies that exist, with and without the right to skip the check', async () => {
    const orphans = async () => {
      const { rows } = await database.knex.raw(
        ['company_source_enrichment', ...tables.slice(1)]
          .map(
            (table) =>
              `SELECT company_id FROM ${table} WHERE company_id NOT IN (SELECT company_id FROM companies)`,
          )
          .join(' UNION ALL '),
      );
      return rows;
    };
    await run(few);
    expect(await orphans()).toEqual([]);
    const skipped = await contents();

    await database.drop();
    database = await suiteDatabase();
    const role = `generating_${process.pid}`;
    await database.knex.raw(`CREATE ROLE ${role} LOGIN PASSWORD 'generating'`);
    try {
      await database.knex.raw(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
      const url = new URL(database.url);
      url.username = role;
      url.password = 'generating';
      await run(few, { databaseUrl: url.href });
    } finally {
      await database.knex.raw(`DROP OWNED BY ${role}`);
      await database.knex.raw(`DROP ROLE ${role}`);
    }
    expect(await contents()).toEqual(skipped);
  });

  it('makes the enrichment view as refresh_company_source_enrichment() does', async () => {
    await run(few);
    const before = await contents();
    const { rows } = await database.knex.raw('SELECT count(*) AS rows FROM company_source_enrichment');
    expect(rows[0].rows).toBeGreaterThan(few / 5);
    await database.knex.raw('DELETE FROM company_source_enrichment');
    await database.knex.raw(
      'SELECT refresh_company_source_enrichment(array_agg(company_id::text)) FROM companies',
    );
    await database.knex.raw(
      `DELETE FROM company_source_enrichment WHERE employees IS NULL AND insured_persons IS NULL
         AND job_openings = '{}' AND permits = '[]' AND observation_counts = '{}'`,
    );
    expect(await contents()).toEqual(before);
  });

  it('adds nothing when it is run again, on any day', async () => {
    await run(3000);
    const before = await contents();
    expect(await run(3000, { today: '2027-03-01' })).toMatchObject({ added: 0, unchanged: 3000, today });
    expect(await run(1000)).toMatchObject({ added: 0, unchanged: 1000 });
    expect(await contents()).toEqual(before);
    expect(await count('company_changes')).toBe(3000);
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
    expect(load.rows_read).toBe(await count('companies'));
    expect(load.rows_read).toBeGreaterThan(0);
    expect(load.rows_read).toBeLessThan(several);

    expect(await run(several)).toMatchObject({ added: several - load.rows_read, unchanged: load.rows_read });
    const resumed = await contents();
    await database.drop();
    database = await suiteDatabase();
    await run(several);
    expect(await contents()).toEqual(resumed);
  });

  it('stops between chunks when asked to, keeping what is committed', async () => {
    const stop = new AbortController();
    const onProgress = () => stop.abort();
    await expect(run(several, { onProgress, signal: stop.signal })).rejects.toThrow('aborted');
    expect(await count('companies')).toBeGreaterThan(0);
    expect(await count('companies')).toBeLessThan(several);
  });

  it('is found unfinished by the next start, which finishes it', async () => {
    const unfinished = () => withSession(database.url, unfinishedSeries);
    expect(await unfinished()).toBeNull();
    const stop = new AbortController();
    const cutOff = run(several, { onProgress: () => stop.abort(), signal: stop.signal });
    await expect(cutOff).rejects.toThrow('aborted');
    expect(await unfinished()).toEqual({ companies: several, seed: 11 });
    await run(several);
    expect(await unfinished()).toBeNull();
  });

  it('grows a series: the first companies of a larger one are those of the smaller', async () => {
    await run(1500);
    expect(await run(2500)).toMatchObject({ added: 1000, unchanged: 1500 });
    const grown = await contents();
    await database.drop();
    database = await suiteDatabase();
    await run(2500);
    expect(await contents()).toEqual(grown);
  });

  it('reports its progress', async () => {
    const seen: number[] = [];
    await run(few, { onProgress: (made) => seen.push(made) });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(few);
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
