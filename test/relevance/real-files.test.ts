import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { companiesIndex } from '../../indexers/indexing/companies-index.ts';
import { reindex } from '../../indexers/indexing/reindex.ts';
import { type LoadKind, loadFile } from '../../indexers/registers/index.ts';
import floors from '../../indexers/relevance/floors.json' with { type: 'json' };
import { belowFloors } from '../../indexers/relevance/floors.ts';
import { openServices, runRelevance, type Services, searchFor } from '../../indexers/relevance/suite.ts';
import { type SuiteIndexing, suiteIndexing } from '../support/indexing.ts';
import { size } from '../support/size.ts';

/** Real companies from official files next to the project; the files are never copied into it. */

const folder = path.resolve(import.meta.dirname, '../../../shared/data');
const files = {
  edinet: 'EdinetcodeDlInfo.csv',
  jpx: 'data_j.csv',
  profiles: 'listed_profiles.jsonl',
  changes: 'diff_20260821.csv',
};
const missing = Object.values(files).filter((name) => !existsSync(path.join(folder, name)));
const withFiles =
  missing.length === 0
    ? describe
    : (title: string, suite: () => void) =>
        describe.skip(`${title} (skipped: ../shared/data has no ${missing.join(', ')})`, suite);

interface Loaded extends Services {
  readonly suite: SuiteIndexing;
  /** Loads more files and brings the index up to date. */
  load(...loads: readonly Load[]): Promise<void>;
  remove(): Promise<void>;
}

type Load = readonly [LoadKind, string, { flags?: string[] }?];

async function loaded(loads: readonly Load[]): Promise<Loaded> {
  const suite = await suiteIndexing();
  const services = openServices(suite.context);
  const data = {
    ...services,
    suite,
    async load(...more: readonly Load[]) {
      const stateFolder = mkdtempSync(path.join(tmpdir(), 'cds-relevance-'));
      for (const [kind, name, options] of more) {
        const file = path.join(folder, name);
        await loadFile(kind, { databaseUrl: suite.database.url, stateFolder, file, ...options });
      }
      rmSync(stateFolder, { recursive: true, force: true });
      await reindex(suite.context, companiesIndex, { shards: 1, replicas: 0 });
      await suite.elasticsearch.indices.refresh({ index: `${suite.context.indexPrefix}companies` });
    },
    async remove() {
      await services.close();
      await suite.remove();
    },
  };
  await data.load(...loads);
  return data;
}

interface Listed {
  readonly code: string;
  /** The exchange's name of the security. */
  readonly name: string;
  readonly companyId: string;
  /** Whether another file than the exchange's list names the company. */
  readonly namedElsewhere: boolean;
}

/** Thousands of searches, on a machine that may be busy. */
const patience = 180_000;

/** Companies of the exchange's list with their ids, read here again so that the test does not depend on the loaders. */
function listedCompanies(): Listed[] {
  const read = (name: string, encoding: string, from: number): string[][] =>
    parse(new TextDecoder(encoding).decode(readFileSync(path.join(folder, name))), { from_line: from });
  const filers = read(files.edinet, 'shift_jis', 3);
  const numbers = new Map(filers.map((cells) => [(cells[11] ?? '').replace(/0$/, ''), cells[12] ?? '']));
  const filed = new Set(filers.map((cells) => (cells[11] ?? '').replace(/0$/, '')));
  return read(files.jpx, 'utf-8', 2).flatMap(([, code = '', name = '', segment = '']) => {
    const isCompany = !/ETF|REIT/.test(segment) && code.length === 4;
    const number = numbers.get(code) ?? '';
    return isCompany
      ? [
          {
            code,
            name,
            companyId: number === '' ? `tse_${code}` : `cn_${number}`,
            namedElsewhere: filed.has(code),
          },
        ]
      : [];
  });
}

/** Companies spread over the whole list, or all of them. */
function some(companies: readonly Listed[]): Listed[] {
  const step = size(10, 1);
  return companies.filter((_, at) => at % step === 0);
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
  let data: Loaded;
  let listed: Listed[];
  beforeAll(async () => {
    listed = listedCompanies();
    data = await loaded([
      ['edinet', files.edinet],
      ['jpx', files.jpx, { flags: ['without_names'] }],
      ['jsonl', files.profiles],
    ]);
  }, patience);
  afterAll(() => data.remove());

  it(
    'stand first by the exchange’s names in at least 99 of 100 cases without these, where another file names them',
    async () => {
      const named = listed.filter(({ namedElsewhere }) => namedElsewhere);
      const searched = some(named);
      const missed = await notFirst(data, searched);
      expect(named.length).toBeGreaterThan(3700);
      expect(1 - missed.length / searched.length).toBeGreaterThanOrEqual(0.99);
    },
    patience,
  );

  describe('with the names of the exchange', () => {
    beforeAll(() => data.load(['jpx', files.jpx]), patience);

    const first = async (query: string) => (await searchFor(data.search, query, 5)).companies[0];
    const idOf = (code: string) => listed.find((company) => company.code === code)?.companyId;

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

    it('find the company of a code with a letter in any writing', async () => {
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
      expect(listed.length).toBeGreaterThan(3900);
      expect(wrong).toEqual([]);
    });

    it('put all listed companies first by the exchange’s names', async () => {
      const named = listed.filter((company) => !namesASecurity(company));
      expect(await notFirst(data, some(named))).toEqual([]);
    });

    it(
      'keep every class of judged queries at its floor',
      async () => {
        const { classes } = await runRelevance(data.suite.context, { perClass: 50, seed: 1 });
        expect(belowFloors(classes, floors.any)).toEqual([]);
        // These files have no former names, and few names that are shared.
        const few = classes.filter(({ queries }) => queries < 50).map((scores) => scores.class);
        expect(few).toEqual(['former_names', 'shared_names']);
      },
      patience,
    );
  });
});

withFiles('real companies, after a day’s changes of the register', () => {
  let data: Loaded;
  beforeAll(async () => {
    data = await loaded([['nta-diff', files.changes]]);
  }, patience);
  afterAll(() => data.remove());

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
