import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { companiesIndex } from '../../../indexers/indexing/companies-index.ts';
import { rebuildIndex } from '../../../indexers/indexing/reindex.ts';
import type { LoadReport } from '../../../indexers/loading/load.ts';
import { type LoadKind, loadFile } from '../../../indexers/registers/index.ts';
import { type SuiteIndexing, suiteIndexing } from '../../../test/support/indexing.ts';
import {
  files,
  folder,
  type Listed,
  listedCompanies,
  withFiles,
  writeSample,
} from '../../../test/support/real-files.ts';
import { size } from '../../../test/support/size.ts';
import floors from '../../relevance/floors.json' with { type: 'json' };
import { belowFloors } from '../../relevance/scoring.ts';
import { openServices, runRelevance, type Services, searchFor } from '../../relevance/suite.ts';

/**
 * Real companies from official files next to the project; the files are never copied into it. `npm test` takes a tenth
 * of the listed companies, with those that the tests name; `npm run prove` takes the files as they are.
 */

/** Thousands of searches, on a machine that may be busy. */
const patience = 180_000;
const step = size(10, 1);
/** Classes of queries that these companies have too few of. */
const fewQueries = ['former_names', 'shared_names', ...(step > 1 ? ['subsidiaries_and_parents'] : [])];
const namedByTests = new Set(['7203', '8233', '130A', '7751', '3434', '4760']);

interface Loaded extends Services {
  readonly suite: SuiteIndexing;
  /** Loads files and brings the index up to date. */
  load(...loads: readonly Load[]): Promise<LoadReport[]>;
  remove(): Promise<void>;
}

type Load = readonly [LoadKind, file: string, { flags?: string[] }?];

async function openData(): Promise<Loaded> {
  const suite = await suiteIndexing();
  const services = openServices(suite.context);
  const stateFolder = mkdtempSync(path.join(tmpdir(), 'cds-relevance-'));
  return {
    ...services,
    suite,
    async load(...loads) {
      const reports: LoadReport[] = [];
      for (const [kind, file, options] of loads)
        reports.push(
          await loadFile(kind, { databaseUrl: suite.database.url, stateFolder, file, ...options }),
        );
      await rebuildIndex(suite.context, companiesIndex, { shards: 1, replicas: 0 });
      await suite.elasticsearch.indices.refresh({ index: `${suite.context.indexPrefix}companies` });
      return reports;
    },
    async remove() {
      rmSync(stateFolder, { recursive: true, force: true });
      await services.close();
      await suite.remove();
    },
  };
}

/** The companies that do not come first in a search by the exchange's name. */
async function notFirst({ search }: Services, companies: readonly Listed[]): Promise<Listed[]> {
  const missed: Listed[] = [];
  const waiting = [...companies];
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const found = await searchFor(search, next.name, 1);
      if (found.companies[0]?.company.company_id !== next.companyId) missed.push(next);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return missed;
}

/** What the list calls 信金中央金庫　優先出資証券 is a security of the organisation, not its name. */
const namesASecurity = ({ name }: Listed) => /出資証券$/.test(name);

withFiles('real companies', () => {
  const toyota = 'cn_1180301018771';
  let samples: string;
  let data: Loaded;
  /** Those of the sample, without the others that tests name. */
  let listed: Listed[];
  let idOf: (code: string) => string | undefined;
  const reports = new Map<string, LoadReport>();
  const load = async (...loads: readonly Load[]) => {
    for (const report of await data.load(...loads)) reports.set(report.kind, report);
  };
  beforeAll(async () => {
    samples = mkdtempSync(path.join(tmpdir(), 'cds-samples-'));
    const all = listedCompanies();
    listed = all.filter((_, at) => at % step === 0);
    idOf = (code) => all.find((company) => company.code === code)?.companyId;
    writeSample(samples, all, [...listed, ...all.filter(({ code }) => namedByTests.has(code))], step);
    data = await openData();
    await load(
      ['edinet', path.join(samples, files.edinet)],
      ['jpx', path.join(samples, files.jpx), { flags: ['without_names'] }],
      ['jsonl', path.join(samples, files.profiles)],
    );
  }, patience);
  afterAll(async () => {
    rmSync(samples, { recursive: true, force: true });
    await data.remove();
  });

  it(
    'come first by the exchange’s names in at least 99 of 100 cases without these, where another file names them',
    async () => {
      const named = listed.filter(({ namedElsewhere }) => namedElsewhere);
      const missed = await notFirst(data, named);
      expect(named.length).toBeGreaterThan(size(370, 3700));
      expect(1 - missed.length / named.length).toBeGreaterThanOrEqual(0.99);
    },
    patience,
  );

  describe('with the names of the exchange', () => {
    beforeAll(async () => load(['jpx', path.join(samples, files.jpx)]), patience);

    const first = async (query: string) => (await searchFor(data.search, query, 5)).companies[0];

    it.each([
      '7203',
      '72030',
      '７２０３',
      '1180301018771',
      '1180-3010-18771',
      'T1180301018771',
      'E02144',
      'tse_7203',
      toyota,
    ])('find Toyota first by its identifier %s', async (identifier) => {
      const best = await first(identifier);
      expect(best?.company.company_id).toBe(toyota);
      expect(best?.query_match).toMatchObject({ identifier_matched: true, relevance: expect.any(Number) });
    });

    it.each([
      'ﾄﾖﾀ自動車',
      'トヨタ自動車株式会社',
      '(株)トヨタ自動車',
      'トヨタ自動車',
      'TOYOTA MOTOR CORPORATION',
    ])('find Toyota first by its name as %s', async (name) => {
      const best = await first(name);
      expect(best?.company.company_id).toBe(toyota);
      expect(best?.query_match.identifier_matched).toBe(false);
    });

    it.each([
      'takashimaya.co.jp',
      'https://www.takashimaya.co.jp/x',
      'info@takashimaya.co.jp',
      '8233',
      '高島屋',
      '髙島屋',
    ])('find 髙島屋 first by %s', async (query) => {
      expect((await first(query))?.company.company_id).toBe(idOf('8233'));
    });

    it('find the company of a code with a letter in any spelling', async () => {
      for (const code of ['130A', '１３０ａ', '130a', '130A0']) {
        expect((await first(code))?.company).toMatchObject({
          company_id: idOf('130A'),
          securities_code: '130A',
        });
      }
    });

    it('find キヤノン by キャノン, and do not settle on it', async () => {
      expect((await first('キャノン'))?.company.company_id).toBe(idOf('7751'));
      const { data: resolution } = await data.resolver.resolve({
        identifier_type: 'name',
        identifier: 'キャノン',
      });
      expect(resolution).toMatchObject({ status: 'ambiguous', company_id: null });
      expect(resolution.candidates[0]?.company_id).toBe(idOf('7751'));
    });

    it('give every company of a shared name, and settle on none', async () => {
      const bearers = [idOf('3434'), idOf('4760')].sort();
      const found = await searchFor(data.search, '株式会社アルファ', 10);
      expect(
        found.companies
          .slice(0, 2)
          .map(({ company }) => company.company_id)
          .sort(),
      ).toEqual(bearers);
      const { data: resolution } = await data.resolver.resolve({
        identifier_type: 'name',
        identifier: '株式会社アルファ',
      });
      expect(resolution.status).toBe('ambiguous');
      expect(resolution.candidates.map(({ company_id }) => company_id)).toEqual(
        expect.arrayContaining(bearers),
      );
    });

    it('report a wrong check digit', async () => {
      const found = await searchFor(data.search, '2180301018771', 5);
      expect(found.companies).toEqual([]);
      expect(found.warnings.map(({ code }) => code)).toContain('identifier_check_digit_invalid');
      const outcome = await data.resolver.resolve({
        identifier_type: 'corporate_number',
        identifier: '2180301018771',
      });
      expect(outcome.data.status).toBe('not_found');
      expect(outcome.gaps).toEqual([
        expect.objectContaining({ code: 'identifier_check_digit_invalid', field: 'identifier' }),
      ]);
    });

    it('resolve all listed companies by their codes', async () => {
      const outcomes = await data.resolver.resolveMany(
        listed.map(({ code }) => ({ identifier_type: 'securities_code', identifier: code })),
      );
      const wrong = listed.filter(({ companyId }, at) => outcomes[at]?.data.company_id !== companyId);
      expect(listed.length).toBeGreaterThan(size(390, 3900));
      expect(wrong).toEqual([]);
    });

    it(
      'find all listed companies first by the exchange’s names',
      async () => {
        const named = listed.filter((company) => !namesASecurity(company));
        expect(await notFirst(data, named)).toEqual([]);
      },
      patience,
    );

    it(
      'keep every class of judged queries at its floor',
      async () => {
        const perClass = size(10, 50);
        const { classes } = await runRelevance(data.suite.context, { perClass, seed: 1 });
        expect(belowFloors(classes, floors.any)).toEqual([]);
        // These files have no former names, and few names that are shared.
        const few = classes.filter(({ queries }) => queries < perClass).map((scores) => scores.class);
        expect(few).toEqual(fewQueries);
      },
      patience,
    );
  });

  describe('after a day’s changes of the register', () => {
    beforeAll(async () => load(['nta-diff', path.join(folder, files.changes)]), patience);

    it('are loaded in full, and every listed company has its code, sector and name', async () => {
      const rowCounts = [...reports.values()].map(({ kind, rows_read, rejected }) => [
        kind,
        rows_read,
        rejected,
      ]);
      expect(rowCounts).toEqual([
        ['edinet', size(817, 8010), size(92, 869)],
        ['jpx', size(451, 4435), 0],
        ['jsonl', size(390, 3805), 0],
        ['nta-diff', 2181, 0],
      ]);
      const rows = async (sql: string) => (await data.suite.database.knex.raw(sql)).rows;
      expect(
        await rows(
          `SELECT count(*) AS listed, count(industry_33_code) AS with_sector, count(DISTINCT company_id) AS companies
           FROM listings WHERE listed_to IS NULL`,
        ),
      ).toEqual([{ listed: size(401, 3941), with_sector: size(400, 3939), companies: size(400, 3935) }]);
      expect(
        await rows(
          `SELECT kind, name, valid_from, valid_to FROM company_names
           WHERE company_id = 'cn_3011801024316' AND kind <> 'kana' ORDER BY valid_to`,
        ),
      ).toEqual([
        { kind: 'former', name: '株式会社日本百貨堂', valid_from: null, valid_to: '2019-03-19' },
        { kind: 'former', name: '株式会社現代良品', valid_from: '2019-03-19', valid_to: '2026-06-15' },
        { kind: 'legal', name: '仟佳ｓｅｎｃａｒ株式会社', valid_from: '2026-06-15', valid_to: null },
      ]);
      expect(
        await rows(
          `SELECT company_id, prefecture, city, industry_33_code
           FROM listings JOIN company_addresses USING (company_id) WHERE code = '7203'`,
        ),
      ).toEqual([{ company_id: toyota, prefecture: '愛知県', city: '豊田市', industry_33_code: '3700' }]);
    });

    it('are found by a former name, which the answer says', async () => {
      const found = await searchFor(data.search, '株式会社現代良品', 5);
      const [best] = found.companies;
      expect(best?.company.legal_name).toBe('仟佳ｓｅｎｃａｒ株式会社');
      expect(best?.query_match.matched_by[0]).toMatchObject({
        field: 'former_name',
        value: '株式会社現代良品',
        valid_to: expect.any(String),
      });
      expect(found.warnings).toEqual([expect.objectContaining({ code: 'matched_former_name' })]);
    });
  });
});
