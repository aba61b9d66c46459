import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { companiesIndex } from '../../../indexers/indexing/companies-index.ts';
import { rebuildIndex } from '../../../indexers/indexing/reindex.ts';
import { companyFacts, identifierOf, insertFacts } from '../../../test/support/companies.ts';
import { type SuiteIndexing, suiteIndexing } from '../../../test/support/indexing.ts';
import { size } from '../../../test/support/size.ts';
import { generate } from '../../fictional/writing.ts';
import { listCaseFaults } from '../../relevance/cases/case-command.ts';
import { caseRules } from '../../relevance/cases/case-rules.ts';
import { runCases } from '../../relevance/cases/case-suite.ts';
import { listDayFaults } from '../../relevance/days/day-command.ts';
import { runDays } from '../../relevance/days/day-suite.ts';
import { listDictionaryFaults } from '../../relevance/dictionary/dictionary-command.ts';
import { runDictionary } from '../../relevance/dictionary/dictionary-suite.ts';
import floors from '../../relevance/floors.json' with { type: 'json' };
import { noiseRules } from '../../relevance/written/noise.ts';
import { runPeers } from '../../relevance/written/peers.ts';
import { belowWrittenFloors } from '../../relevance/written/written-scoring.ts';
import { runWritten, type WrittenRun } from '../../relevance/written/written-suite.ts';

/** Names as people write them, made from fictional companies: the same names in every run. */

const perForm = size(15, 40);
/** The machine may be busy. */
const patience = 180_000;
let suite: SuiteIndexing;
let run: WrittenRun;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cds-written-'));
  suite = await suiteIndexing();
  await generate({ databaseUrl: suite.database.url, companies: 5000, seed: 1, today: '2026-11-21' });
  await rebuildIndex(suite.context, companiesIndex, { shards: 1, replicas: 0 });
  await suite.elasticsearch.indices.refresh({ index: `${suite.context.indexPrefix}companies` });
  run = await runWritten(suite.context, { names: null, everyday: null, perForm, seed: 1 });
}, patience);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await suite.remove();
});

/** A file of the folder, by its name. */
const write = (name: string, content: string | Uint8Array) => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};
const measure = (names: string | null, everyday: string | null = null) =>
  runWritten(suite.context, { names, everyday, perForm: 1, seed: 1 });

describe('names as people write them, of generated companies', () => {
  it('have enough names of every form and floors for each', () => {
    const { forms, not_loaded } = run.report;
    expect(forms.map(({ form }) => form).sort()).toEqual(noiseRules.map(({ form }) => form).sort());
    expect(forms.filter(({ rows }) => rows < 8).map(({ form }) => form)).toEqual([]);
    expect(not_loaded.rows).toBeGreaterThan(perForm * 4);
    expect(Object.keys(floors.written.fictional.forms).sort()).toEqual(forms.map(({ form }) => form).sort());
  });

  it('are found at least as well as the floors say', () => {
    expect(belowWrittenFloors(run.report, floors.written.fictional)).toEqual([]);
  });

  it('never settle on another company', () => {
    const wrong = run.report.misses.filter(({ settled_on }) => settled_on !== null);
    expect(wrong).toEqual([]);
    expect(run.report.total.settled_on_another).toBe(0);
    expect(run.report.not_loaded.settled_on_namesake).toBe(0);
  });

  it(
    'are the same for the same seed, and others for another',
    async () => {
      const textsOf = async (seed: number) => {
        const { written } = await runWritten(suite.context, {
          names: null,
          everyday: null,
          perForm: 2,
          seed,
        });
        return written.map(({ name }) => name.text);
      };
      const texts = await textsOf(1);
      expect(await textsOf(1)).toEqual(texts);
      expect(await textsOf(2)).not.toEqual(texts);
    },
    patience,
  );
});

describe('rows as the world writes them', () => {
  const measureCases = (caseFolder: string | null, perClass = 1) =>
    runCases(suite.context, { folder: caseFolder, perClass, seed: 1 });

  it('are made of generated companies in every class, and answered at least as well as the floors say', async () => {
    const { classes: all, office, tables, misses } = await measureCases(null, perForm);
    const namesOf = (rules: typeof caseRules) => [...new Set(rules.map((rule) => rule.class))].sort();
    const named = namesOf(caseRules.filter(({ onlyReal }) => !onlyReal));
    const classes = all.filter((scores) => named.includes(scores.class));
    expect(classes.map((scores) => scores.class).sort()).toEqual(named);
    expect(classes.filter(({ rows }) => rows < 5).map((scores) => scores.class)).toEqual([]);
    expect(Object.keys(floors.cases.fictional).sort()).toEqual(named);
    expect(Object.keys(floors.cases.any).sort()).toEqual(namesOf(caseRules));
    expect(tables).toEqual([]);
    expect(office.length).toBe(6);
    const fictional = { classes: floors.cases.fictional, tables: floors.cases.tables };
    expect(listCaseFaults({ classes, office, tables }, fictional)).toEqual([]);
    expect(misses.filter(({ settled_on }) => settled_on !== null)).toEqual([]);
  });

  it('of a folder are measured by table, in the columns that an import recognises', async () => {
    const { rows } = await suite.database.knex.raw(
      `SELECT n.name, c.corporate_number, a.prefecture, a.city, a.street FROM company_names n
       JOIN companies c USING (company_id) JOIN company_addresses a USING (company_id)
       WHERE n.kind = 'legal' AND c.status = 'active' AND n.name LIKE '株式会社%' AND a.street IS NOT NULL
         AND (SELECT count(*) FROM company_names other WHERE other.name = n.name) = 1 ORDER BY n.name LIMIT 2`,
    );
    const [one, two] = rows;
    const tables = mkdtempSync(path.join(folder, 'cases-'));
    writeFileSync(
      path.join(tables, 'address.csv'),
      [
        '会社名,住所,期待(参考),正しい法人番号(参考)',
        `${one.name},${one.prefecture}${one.city}${one.street},,${one.corporate_number}`,
        `${two.name},,自動で確定してはいけない,${two.corporate_number}`,
        `${two.name},,,9999999999999`,
      ].join('\n'),
    );
    const report = await measureCases(tables);
    expect(report).toMatchObject({
      not_loaded: 1,
      tables: [{ class: 'address', rows: 2, settled_right: 1, settled_on_another: 1 }],
    });
    expect(report.misses.find((miss) => miss.class === 'address')).toMatchObject({
      cells: { name: two.name },
      settled_on: `cn_${two.corporate_number}`,
    });
  });

  it('are refused if a table says nobody who is right', async () => {
    const tables = mkdtempSync(path.join(folder, 'cases-'));
    await expect(measureCases(tables)).rejects.toThrow('has no rows of cases');
    writeFileSync(path.join(tables, 'bad.csv'), '会社名\n株式会社架空\n');
    await expect(measureCases(tables)).rejects.toThrow('has no column 正しい法人番号(参考)');
  });
});

describe('names of a dictionary', () => {
  it('are measured for groups whose first name is that of one company alone', async () => {
    const { rows } = await suite.database.knex.raw(
      `SELECT replace(name, '株式会社', '') AS bare, company_id FROM company_names n JOIN companies c USING (company_id)
       WHERE n.kind = 'legal' AND c.status = 'active' AND NOT c.hidden AND name LIKE '株式会社%'
         AND (SELECT count(*) FROM company_names other WHERE other.name LIKE '%' || replace(n.name, '株式会社', '') || '%') = 1
       ORDER BY name LIMIT 1`,
    );
    const [{ bare, company_id }] = rows;
    const line = (group: string, text: string, short: string) =>
      `${group},1,0,1,0,${short},0,(企業名),${text},,`;
    const file = write(
      'synonyms.txt',
      [
        line('000001', bare, '0'),
        line('000001', `株式会社${bare}`, '0'),
        line('000001', 'QZXWV', '1'),
        '',
        line('000002', '架空で登記されていない商会', '0'),
        line('000002', '架登商', '2'),
      ].join('\n'),
    );
    const report = await runDictionary(suite.context, { file });
    // The name with its form is no other name.
    expect(report).toMatchObject({
      loaded: false,
      classes: [
        { class: 'all', rows: 1, found_in_five: 0 },
        { class: 'initials', rows: 1 },
      ],
      misses: [{ class: 'initials', text: 'QZXWV', settled_on: null }],
    });
    await suite.database.knex('name_aliases').insert({
      company_id,
      alias: 'QZXWV',
      alias_kind: 'initials',
      exclusive: false,
      source: 'synonym_dictionary',
    });
    const { loaded, classes } = await runDictionary(suite.context, { file });
    expect(loaded).toBe(true);
    expect(listDictionaryFaults({ loaded, classes: classes.map((each) => ({ ...each, rows: 10 })) })).toEqual(
      [{ of: 'all', measure: 'found_in_five', is: 0, floor: 0.96 }],
    );
  });

  it('have a class of names that a parent and its bank share, for which both must be found', async () => {
    const filers = ['株式会社カクウソラ銀行', '株式会社カクウソラフィナンシャルグループ'].map((name, at) => ({
      ...companyFacts({ number: 990_001 + at, name }),
      company_identifiers: [identifierOf(990_001 + at, 'edinet_code', `E${99_990 + at}`)],
    }));
    await insertFacts(suite.database.knex, ...filers);
    await rebuildIndex(suite.context, companiesIndex, { shards: 1, replicas: 0 });
    await suite.elasticsearch.indices.refresh({ index: `${suite.context.indexPrefix}companies` });
    const line = (text: string, short: string) => `000001,1,0,1,0,${short},0,(企業名),${text},,`;
    const file = write('groups.txt', [line('カクウソラ銀行', '0'), line('カクウソラ', '2')].join('\n'));
    const { classes } = await runDictionary(suite.context, { file });
    expect(classes).toMatchObject([
      { class: 'all', rows: 1 },
      { class: 'abbreviation', rows: 1 },
      { class: 'group', rows: 1, found_in_five: 1 },
    ]);
  });
});

describe('a file of written names', () => {
  const header = 'written_name,corporate_number,registered_name';
  interface Row {
    readonly company_id: string;
    readonly corporate_number: string;
    readonly name: string;
    readonly successor: string | null;
  }
  /** Companies with a name that no other company has, open or merged into another. */
  const companies = async (status: string): Promise<Row[]> => {
    const { rows } = await suite.database.knex.raw(
      `SELECT c.company_id, c.corporate_number, n.name, successor.company_id AS successor
       FROM companies c JOIN company_names n ON n.company_id = c.company_id AND n.kind = 'legal'
       LEFT JOIN company_successors s ON s.company_id = c.company_id
       LEFT JOIN companies successor ON successor.corporate_number = s.successor_corporate_number
       WHERE c.status = ? AND NOT c.hidden AND c.corporate_number IS NOT NULL AND n.name LIKE '株式会社%'
         AND (SELECT count(*) FROM company_names other WHERE replace(other.name, '株式会社', '') = replace(n.name, '株式会社', '')) = 1
         AND (c.status = 'active' OR successor.status = 'active')
       ORDER BY c.company_id LIMIT 3`,
      [status],
    );
    return rows;
  };

  it('is scored by class, with successors, and apart for companies that are not loaded', async () => {
    const [one, two] = await companies('active');
    const [merged] = await companies('merged');
    const [successor] = (
      await suite.database.knex.raw(
        "SELECT name FROM company_names WHERE kind = 'legal' AND company_id = ?",
        [merged?.successor ?? ''],
      )
    ).rows;
    const content = [
      header,
      `${one?.name},${one?.corporate_number},${one?.name}`,
      `"${one?.name}　",${one?.corporate_number},${one?.name}`,
      // The clerk gave the number of another company.
      `${one?.name},${two?.corporate_number},${two?.name}`,
      // The clerk gave the number of the company that no longer exists.
      `${successor?.name},${merged?.corporate_number},${merged?.name}`,
      `${one?.name},9999999999999,株式会社未登録`,
    ].join('\r\n');
    for (const file of [write('names.csv', content), write('names.csv.gz', gzipSync(content))]) {
      const { report } = await measure(file);
      expect(report.total).toMatchObject({
        rows: 4,
        settled_right: 3,
        settled_on_another: 1,
        found_in_five: 3,
      });
      expect(report.classes.map(({ rows }) => rows)).toEqual([2, 0, 0, 0, 0, 2]);
      expect(report.forms).toEqual([]);
      expect(report.not_loaded).toMatchObject({ rows: 1, settled_on_namesake: 1 });
      expect(report.misses.map(({ class: of, settled_on }) => [of, settled_on])).toEqual([
        ['otherwise', one?.company_id],
        ['not_loaded', one?.company_id],
      ]);
    }
  });

  it.each([
    ['without a column', 'written_name,number\nA,1', 'has no column corporate_number, registered_name'],
    ['without a header', '', 'has no header'],
    ['without rows', header, 'has no rows after its header'],
    ['with a wrong number', `${header}\n架空,123,架空`, 'line 2: corporate_number must have 13 digits'],
    ['without a written name', `${header}\n,1234567890123,架空`, 'line 2: written_name is empty'],
    ['without a registered name', `${header}\n架空,1234567890123, `, 'line 2: registered_name is empty'],
    [
      'with a name that is too long',
      `${header}\n${'架'.repeat(1001)},1234567890123,架空`,
      'more than 1000 characters',
    ],
    ['with an open quote', `${header}\n"架空,1234567890123,架空`, 'line 2'],
  ])('%s is refused', async (_, content, message) => {
    await expect(measure(write('bad.csv', content))).rejects.toThrow(message);
  });

  it('that does not exist is refused', async () => {
    await expect(measure(path.join(folder, 'none.csv'))).rejects.toThrow(/none\.csv cannot be read/);
  });
});

describe('names on days', () => {
  it('are those that the company had then, with former names and names of others', async () => {
    const { rows } = await suite.database.knex.raw(
      `SELECT c.corporate_number, n.name, n.valid_from::text AS first, (n.valid_to - 1)::text AS last
       FROM company_names n JOIN companies c USING (company_id)
       WHERE n.kind = 'former' AND n.valid_from < n.valid_to AND c.status = 'active' AND n.name LIKE '株式会社%'
         AND (SELECT count(*) FROM company_names other WHERE replace(other.name, '株式会社', '') = replace(n.name, '株式会社', '')) = 1
       ORDER BY n.name LIMIT 20`,
    );
    const lines = rows.map((row: Record<string, string>) =>
      [row.corporate_number, row.name, row.first, row.last].join(','),
    );
    const header = 'corporate_number,filer_name,first_day,last_day';
    const file = write(
      'days.csv',
      [header, ...lines, `9999999999999,株式会社無,2020-01-01,2020-01-01`].join('\n'),
    );
    const report = await runDays(suite.context, { names: file });
    expect(report.classes[0]?.rows).toBeGreaterThan(20);
    expect(report.classes[0]?.settled_right).toBe(report.classes[0]?.rows);
    expect(report).toMatchObject({ not_loaded: 1, misses: [] });
    expect(listDayFaults(report)).toEqual([]);

    const wrong = write('wrong.csv', `${header}\n${rows[0].corporate_number},架空,2020-02-30,2020-03-01\n`);
    await expect(runDays(suite.context, { names: wrong })).rejects.toThrow(
      'line 2: first_day and last_day must be YYYY-MM-DD.',
    );
  });
});

describe('everyday names', () => {
  it('are measured for companies that are listed here', async () => {
    const { rows } = await suite.database.knex.raw(
      'SELECT code, company_id FROM listings WHERE listed_to IS NULL ORDER BY code LIMIT 1',
    );
    const { rows: names } = await suite.database.knex.raw(
      "SELECT name FROM company_names WHERE kind = 'legal' AND company_id = ?",
      [rows[0].company_id],
    );
    const file = write('everyday.csv', `name,securities_code\n${names[0].name},${rows[0].code}\n架空,000A\n`);
    const { report } = await measure(null, file);
    expect(report.everyday).toMatchObject({ rows: 1, settled_right: 1 });
    expect(report.everyday_not_listed).toBe(1);
  });

  it('with a wrong code are refused', async () => {
    const file = write('everyday.csv', 'name,securities_code\n架空,72030\n');
    await expect(measure(null, file)).rejects.toThrow(
      'line 2: securities_code must be a code of four characters',
    );
  });
});

describe('other ways to search', () => {
  it(
    'find the same names, and leave nothing behind',
    async () => {
      const written = run.written.filter(
        ({ name }) => name.form === 'as registered' || name.form === 'branch',
      );
      const peers = await runPeers(suite.context, { written, everyday: [] }, () => undefined);
      expect(peers.map(({ name }) => name)).toEqual([
        'Postgres pg_trgm, similarity ≥ 0.3',
        'Elasticsearch, bigrams',
      ]);
      for (const peer of peers) {
        expect(peer).toMatchObject({ rows: written.length, everyday: null });
        if ('unavailable' in peer) throw new Error(peer.unavailable);
        expect(peer.found_in_five).toBeGreaterThan(written.length * 0.9);
        expect(peer.found_first + peer.first_is_wrong).toBe(written.length);
        expect(peer.behind_in_five).toBeGreaterThan(perForm * 0.8);
      }
      const { rows } = await suite.database.knex.raw(
        "SELECT datname FROM pg_database WHERE datname = current_database() || '_relevance_peers'",
      );
      expect(rows).toEqual([]);
      expect(
        await suite.elasticsearch.indices.exists({ index: `${suite.context.indexPrefix}relevance-peers` }),
      ).toBe(false);
    },
    patience,
  );

  it('are removed also if their search fails', async () => {
    const index = `${suite.context.indexPrefix}relevance-peers`;
    const { elasticsearch, ...context } = suite.context;
    const failing = new Proxy(elasticsearch, {
      get: (client, key) =>
        key === 'msearch' ? () => Promise.reject(new Error('no answer')) : Reflect.get(client, key),
    });
    const written = run.written.slice(0, 1);
    const work = runPeers({ ...context, elasticsearch: failing }, { written, everyday: [] }, () => undefined);
    await expect(work).rejects.toThrow('no answer');
    expect(await elasticsearch.indices.exists({ index })).toBe(false);
  });
});
