import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { LoadReport } from '../../../../indexers/loading/load.ts';
import { corporateNumber, idOf } from '../../../support/companies.ts';
import { type SuiteLoading, suiteLoading } from '../../../support/loading.ts';
import { edinetFile } from '../edinet/samples.ts';
import { registerFile } from '../nta/samples.ts';
import { type GbizCells, gbizFile, gbizHeaders } from './samples.ts';

type File = keyof typeof gbizHeaders;

let suite: SuiteLoading;
beforeAll(async () => {
  suite = await suiteLoading();
});
beforeEach(() => suite.clear());
afterAll(() => suite.remove());

/** Loads rows as a file of the publisher's name. */
function loadRows(
  file: File,
  rows: GbizCells | readonly GbizCells[],
  options: Parameters<typeof gbizFile>[2] = {},
): Promise<LoadReport> {
  const path = suite.write(`${file}_UTF-8.csv`, gbizFile(file, rows, options));
  return suite.load('gbizinfo', '', { file: path });
}

interface Stored {
  readonly observation_id: string;
  readonly type: string;
  readonly subtype: string | null;
  readonly summary: string;
  readonly evidence: Record<string, unknown>;
  readonly day: string;
}

const observations = () =>
  suite.rows<Stored>(
    `SELECT observation_id, type, subtype, summary, evidence,
       to_char(observed_at AT TIME ZONE 'Asia/Tokyo', 'YYYY-MM-DD') AS day
     FROM observations WHERE source = 'gbizinfo' ORDER BY observed_at, summary`,
  );

/** Everything that is stored anywhere, as one text. */
async function everything(): Promise<string> {
  const tables = [
    'companies',
    'company_names',
    'company_addresses',
    'profile_values',
    'observations',
    'financials',
    'loads',
  ];
  const rows = await Promise.all(tables.map((table) => suite.rows(`SELECT * FROM ${table}`)));
  return JSON.stringify(rows);
}

const known = () => suite.load('nta', registerFile({ number: 1, name: '株式会社登記' }));

describe('basic facts', () => {
  const facts: GbizCells = {
    number: 1,
    商号または名称: '株式会社別表記',
    登記住所: '大阪府大阪市北区架空１丁目',
    代表者名称: '山田　太郎',
    資本金: '10000000',
    従業員数: '120',
    事業概要: '橋梁の点検と補修',
    WebサイトURL: 'https://www.kakuu-kyoryo.co.jp/',
    創業年: '1950',
    事業種目: '100|200',
    設立年月日: '1951-04-01',
    '全省庁統一資格-資格等級': 'B',
    更新年月日: '2026-08-01',
    組織種別: '301',
  };

  it('become profile values, and name and address stay those of the register', async () => {
    await known();
    const report = await loadRows('Kihonjoho', facts);
    expect(report).toMatchObject({ rows_read: 1, changed: 1, rejected: 0 });
    const values = await suite.rows('SELECT field, value FROM profile_values ORDER BY field');
    expect(Object.fromEntries(values.map(({ field, value }) => [field, value]))).toEqual({
      business_items: ['100', '200'],
      business_summary: '橋梁の点検と補修',
      capital_yen: 10_000_000,
      employees: 120,
      founded_on: '1951-04-01',
      founding_year: 1950,
      qualification_grade: 'B',
      website_url: 'https://www.kakuu-kyoryo.co.jp/',
    });
    expect(await suite.rows('SELECT name FROM company_names')).toEqual([{ name: '株式会社登記' }]);
    expect(await suite.rows('SELECT prefecture FROM company_addresses')).toEqual([{ prefecture: '東京都' }]);
    expect(await suite.rows('SELECT value FROM company_identifiers')).toEqual([
      { value: 'kakuu-kyoryo.co.jp' },
    ]);
    expect(await observations()).toMatchObject([
      { type: 'corporate_profile', subtype: 'basic_facts', summary: '橋梁の点検と補修', day: '2026-08-01' },
    ]);
  });

  it('make the company with its name, kind and address if no source has it', async () => {
    expect(await loadRows('Kihonjoho', facts)).toMatchObject({ added: 1 });
    expect(await suite.rows('SELECT company_id, kind, status FROM companies')).toEqual([
      { company_id: idOf(1), kind: 'kabushiki', status: 'active' },
    ]);
    expect(await suite.rows('SELECT kind, name FROM company_names')).toEqual([
      { kind: 'legal', name: '株式会社別表記' },
    ]);
    expect(await suite.rows('SELECT prefecture, city FROM company_addresses')).toEqual([
      { prefecture: '大阪府', city: '大阪市北区' },
    ]);
    await suite.load('nta', registerFile({ number: 1, name: '株式会社登記' }));
    expect(await suite.rows("SELECT name FROM company_names WHERE kind = 'legal'")).toEqual([
      { name: '株式会社登記' },
    ]);
  });

  it('do not change a name that EDINET has given', async () => {
    await suite.load(
      'edinet',
      edinetFile('2025年12月24日', { edinet: 'E99001', name: '株式会社提出', number: 1 }),
    );
    await loadRows('Kihonjoho', facts);
    expect(await suite.rows("SELECT name FROM company_names WHERE kind = 'legal'")).toEqual([
      { name: '株式会社提出' },
    ]);
  });

  it('show that a company is closed', async () => {
    await loadRows('Kihonjoho', {
      ...facts,
      登記記録の閉鎖等年月日: '2025-03-31',
      登記記録の閉鎖等の事由: '11',
    });
    expect(await suite.rows('SELECT status, close_cause, closed_on::text FROM companies')).toEqual([
      { status: 'merged', close_cause: 'merger', closed_on: '2025-03-31' },
    ]);
  });

  it('that are not facts are left out', async () => {
    await known();
    await loadRows('Kihonjoho', {
      number: 1,
      資本金: '-',
      従業員数: '99999999',
      創業年: '昭和',
      WebサイトURL: 'なし',
      設立年月日: '2025-02-30',
    });
    expect(await suite.rows('SELECT * FROM profile_values')).toEqual([]);
  });
});

describe('an activity', () => {
  beforeEach(known);

  it.each<[File, Omit<GbizCells, 'number'>, Partial<Stored>]>([
    [
      'Chotatsujoho',
      {
        受注日: '2024-04-01',
        件名: '橋梁点検業務',
        落札価格: '1,234,000',
        組織名: '架空省',
        備考: '一般競争',
      },
      {
        type: 'procurement',
        subtype: 'order',
        summary: '架空省から「橋梁点検業務」を1,234,000円で受注しました。',
        evidence: {
          title: '橋梁点検業務',
          organisation: '架空省',
          price: 1_234_000,
          remarks: '一般競争',
          on: '2024-04-01',
          data_quality: '政府承認データ',
        },
        day: '2024-04-01',
      },
    ],
    [
      'Hojokinjoho',
      { 証明日: '令和6年5月1日', 名称: 'ものづくり補助金', 金額: '5000000', 対象: '設備', 発行元: '架空省' },
      {
        type: 'subsidy',
        subtype: 'grant',
        summary: '架空省から「ものづくり補助金」（5,000,000円）の交付を受けました。',
        day: '2024-05-01',
      },
    ],
    [
      'Hyoshojoho',
      {
        証明日: '20230315',
        名称: '優良工事表彰',
        対象: '橋梁補修',
        部門: '土木',
        発行元: '架空県',
        備考: '初',
      },
      {
        type: 'commendation',
        summary: '架空県から「優良工事表彰」（橋梁補修）で表彰されました。',
        day: '2023-03-15',
      },
    ],
    [
      'TodokedeNinteijoho',
      { 証明日: '2022/1/5', 名称: '健康経営優良法人', 対象: '中小規模法人部門', 発行元: '架空会議' },
      { type: 'certification', day: '2022-01-05' },
    ],
    [
      'Tokkyojoho',
      {
        '特許/意匠/商標': '意匠',
        登録番号: '1234567',
        出願年月日: '2020-06-01',
        意匠_意匠新分類_コード値: 'B1',
        '発明の名称(等)/意匠に係る物品/表示用商標': '点検用ドローン',
      },
      {
        type: 'patent',
        subtype: 'design',
        summary: '意匠「点検用ドローン」（登録番号1234567）の権利を持っています。',
        day: '2020-06-01',
      },
    ],
    [
      'Shokubajoho',
      {
        従業員の平均年齢: '41.5',
        女性管理職人数: '3',
        '平均継続勤務年数-範囲': '正社員',
        最終更新日: '2026-01-10',
      },
      {
        type: 'workplace',
        summary: '職場情報：平均年齢41.5歳、女性管理職3人。',
        evidence: {
          average_age: 41.5,
          female_managers: 3,
          average_years_of_service_scope: '正社員',
          data_quality: '政府承認データ',
        },
        day: '2026-01-10',
      },
    ],
  ])(
    'of %s becomes an observation with its date, and loading it twice adds nothing',
    async (file, cells, expected) => {
      const row: GbizCells = { number: 1, ...cells };
      expect(await loadRows(file, row)).toMatchObject({ rows_read: 1, changed: 1, rejected: 0 });
      expect(await observations()).toMatchObject([expected]);
      expect(await loadRows(file, row)).toMatchObject({ rows_read: 1, unchanged: 1 });
      expect(await observations()).toHaveLength(1);
    },
  );

  it('is the same one when the publisher collects it again or the company has moved', async () => {
    const row: GbizCells = { number: 1, 受注日: '2024-04-01', 件名: '点検', 組織名: '架空省' };
    await loadRows('Chotatsujoho', row);
    const report = await loadRows('Chotatsujoho', {
      ...row,
      登記住所: '北海道札幌市',
      最終取得日: '2026-11-01',
      最終更新日: '2026-11-02',
      キー情報: 'k2',
    });
    expect(report).toMatchObject({ unchanged: 1 });
  });

  it('is distinguished from another of the same company', async () => {
    const row: GbizCells = { number: 1, 受注日: '2024-04-01', 件名: '点検', 組織名: '架空省' };
    await loadRows('Chotatsujoho', [row, { ...row, 落札価格: '5' }, row]);
    expect(await observations()).toHaveLength(2);
  });

  it('without a day has the day on which the publisher collected it, else that of the file', async () => {
    const path = suite.write(
      'Hyoshojoho_UTF-8_20251204.csv',
      gbizFile('Hyoshojoho', [
        { number: 1, 名称: '甲', 最終取得日: '2024-07-01' },
        { number: 1, 名称: '乙', 証明日: '不明' },
        { number: 1, 名称: '丙', 最終更新日: '2024-08-01', 最終取得日: '2024-09-01' },
      ]),
    );
    await suite.load('gbizinfo', '', { file: path });
    expect((await observations()).map(({ day }) => day)).toEqual(['2024-07-01', '2024-08-01', '2025-12-04']);
  });

  it('makes a company that is new', async () => {
    const report = await loadRows('Chotatsujoho', [
      {
        number: 7,
        商号または名称: '株式会社七',
        登記住所: '東京都千代田区架空',
        件名: '甲',
        受注日: '2024-01-01',
      },
      {
        number: 7,
        商号または名称: '株式会社七',
        登記住所: '東京都千代田区架空',
        件名: '乙',
        受注日: '2024-01-02',
      },
    ]);
    expect(report).toMatchObject({ added: 2 });
    expect(await suite.rows('SELECT count(*)::int AS n FROM observations')).toEqual([{ n: 2 }]);
    expect(await suite.rows(`SELECT name FROM company_names WHERE company_id = '${idOf(7)}'`)).toEqual([
      { name: '株式会社七' },
    ]);
  });
});

describe('a financial row', () => {
  beforeEach(known);
  const period = '第75期（自　2024年4月1日　至　2025年3月31日）';
  const row: GbizCells = {
    number: 1,
    会計基準: '日本基準',
    事業年度: period,
    回次: '0',
    売上高: '1,000',
    '売上高（単位)': '百万円',
    '経常利益又は経常損失（△）': '△5000',
    '経常利益又は経常損失（△）(単位)': '千円',
    資本金: '100',
    '資本金(単位)': '米ドル',
    純資産額: '7',
    '純資産額(単位)': '円',
    従業員数: '12',
    '従業員数(単位)': '人',
    大株主1: '架空ホールディングス株式会社',
    発行済株式総数に対する所有株式数の割合1: '0.51',
    大株主2: '山田　太郎',
    発行済株式総数に対する所有株式数の割合2: '0.1',
    大株主3: 'STATE STREET BANK AND TRUST COMPANY',
    大株主4: '木村一郎',
  };

  it('becomes metrics in yen and an observation of the end of its year', async () => {
    await loadRows('Zaimujoho', row);
    expect(
      await suite.rows('SELECT fiscal_year, metric, value::float8 FROM financials ORDER BY metric'),
    ).toEqual([
      { fiscal_year: 2024, metric: 'net_assets', value: 7 },
      { fiscal_year: 2024, metric: 'ordinary_income', value: -5_000_000 },
      { fiscal_year: 2024, metric: 'revenue', value: 1_000_000_000 },
    ]);
    expect(await observations()).toMatchObject([
      {
        type: 'financials',
        subtype: '日本基準',
        day: '2025-03-31',
        summary: '2024年度の財務情報：売上高等1,000,000,000円、経常利益-5,000,000円、純資産7円。',
        evidence: {
          fiscal_year: 2024,
          amounts: { net_sales: { value: 1000, unit: '百万円' }, capital: { value: 100, unit: '米ドル' } },
        },
      },
    ]);
  });

  it('of an earlier term belongs to an earlier year, and corrected figures replace the previous ones', async () => {
    await loadRows('Zaimujoho', [row, { ...row, 回次: '2', 売上高: '800' }]);
    expect(
      await suite.rows("SELECT fiscal_year FROM financials WHERE metric = 'revenue' ORDER BY 1"),
    ).toEqual([{ fiscal_year: 2022 }, { fiscal_year: 2024 }]);
    expect(await loadRows('Zaimujoho', { ...row, 売上高: '1,100' })).toMatchObject({ changed: 1 });
    expect((await observations()).map(({ day }) => day)).toEqual(['2023-03-31', '2025-03-31']);
    expect((await observations())[1]?.summary).toContain('売上高等1,100,000,000円');
  });

  it('belongs to the year that its term gives', async () => {
    const terms = [
      ['2024年12月期', '', 2024],
      ['2025年3月期', '1', 2023],
      ['令和6年度', '0', 2024],
      ['第75期（自 令和6年4月1日 至 令和7年3月31日）', '第73期', 2022],
      ['第75期（自 2024年4月1日 至 2025年3月31日）', '74', 2023],
    ] as const;
    await loadRows(
      'Zaimujoho',
      terms.map(([事業年度, 回次], at) => ({ ...row, number: at + 1, 事業年度, 回次 })),
    );
    expect(
      await suite.rows(
        'SELECT DISTINCT right(company_id, 1)::int AS n, fiscal_year FROM financials ORDER BY 1',
      ),
    ).toEqual(terms.map(([, , fiscal_year], at) => ({ n: at + 1, fiscal_year })));
  });

  it('of an unknown year is an observation without metrics', async () => {
    await loadRows('Zaimujoho', { ...row, 事業年度: '第75期' });
    expect(await suite.rows('SELECT * FROM financials')).toEqual([]);
    expect(await observations()).toHaveLength(1);
  });

  it('states the parent: the company with more than half of the shares in its newest report', async () => {
    const parents = () =>
      suite.rows(
        `SELECT value, (observed_at AT TIME ZONE 'Asia/Tokyo')::date::text AS day FROM profile_values
         WHERE field = 'majority_holder'`,
      );
    const parent = { name: '架空ホールディングス株式会社', corporate_number: null, share: 0.51 };
    const ratio = '発行済株式総数に対する所有株式数の割合1';
    await loadRows('Zaimujoho', [row, { ...row, 回次: '1', 大株主1: '株式会社前の年' }]);
    expect(await parents()).toEqual([{ value: parent, day: '2025-03-31' }]);
    const next = { ...row, 事業年度: '第76期（自　2025年４月１日　至　2026年３月31日）', [ratio]: '0.5' };
    await loadRows('Zaimujoho', [next, row]);
    expect(await parents()).toEqual([{ value: null, day: '2026-03-31' }]);
  });

  it('keeps shareholders that are organisations', async () => {
    await loadRows('Zaimujoho', row);
    expect((await observations())[0]?.evidence.shareholders).toEqual([
      { name: '架空ホールディングス株式会社', ratio: 0.51 },
      { name: 'STATE STREET BANK AND TRUST COMPANY', ratio: null },
    ]);
  });
});

describe('natural persons', () => {
  it('are not stored, wherever a file names them', async () => {
    await loadRows('Kihonjoho', { number: 1, 代表者名称: '山田　太郎', 事業概要: '製造' });
    await loadRows('Zaimujoho', {
      number: 1,
      事業年度: '2024年度',
      売上高: '1',
      '売上高（単位)': '円',
      大株主1: '山田花子',
    });
    await loadRows('Hyoshojoho', {
      number: 1,
      証明日: '2024-01-01',
      名称: '技能者表彰',
      対象: '山田 次郎',
      備考: '山田三郎氏',
    });
    await loadRows(
      'Chotatsujoho',
      { number: 1, 受注日: '2024-01-01', 件名: '点検', 担当者氏名: '山田四郎', 窓口: '山田 五郎' },
      { extra: ['担当者氏名', '窓口'] },
    );
    expect(await observations()).toHaveLength(4);
    expect(await everything()).not.toContain('山田');
  });

  it('are not written to the file of rejected rows either', async () => {
    const report = await loadRows('Kihonjoho', { number: 1, 商号または名称: '', 代表者名称: '山田　太郎' });
    expect(report.rejected).toBe(1);
    const file = report.rejected_file ?? '';
    expect(readFileSync(file, 'utf8')).not.toContain('山田');
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(statSync(path.dirname(file)).mode & 0o077).toBe(0);
  });
});

describe('the columns of a file', () => {
  beforeEach(known);

  it.each(Object.keys(gbizHeaders) as File[])(
    'of %s are found in any order, the file under any name',
    async (file) => {
      const [header = '', ...rows] = gbizFile(file, {
        number: 1,
        名称: '甲',
        件名: '甲',
        事業概要: '甲',
        登録番号: '1',
        売上高: '1',
        女性役員人数: '1',
      })
        .slice(1)
        .trim()
        .split('\r\n')
        .map((line) => line.split(',').reverse().join(','));
      const report = await suite.load('gbizinfo', [header, ...rows].join('\n'));
      expect(report).toMatchObject({ rows_read: 1, rejected: 0 });
      expect(await observations()).toHaveLength(1);
    },
  );

  it('that the format lacks are kept separately', async () => {
    await loadRows(
      'Chotatsujoho',
      { number: 1, 件名: '点検', 契約方式: '随意契約' },
      { extra: ['契約方式'] },
    );
    expect((await observations())[0]?.evidence.other).toEqual({ 契約方式: '随意契約' });
  });

  it('that are missing end the load and are named', async () => {
    await expect(
      loadRows('Hojokinjoho', { number: 1, 名称: '甲' }, { without: ['金額', '発行元'] }),
    ).rejects.toThrow('Hojokinjoho but has no column 金額, 発行元');
    await expect(loadRows('Kihonjoho', { number: 1 }, { without: ['代表者名称'] })).rejects.toThrow(
      '代表者名称',
    );
  });

  it('that no gBizINFO file has are reported', async () => {
    await expect(suite.load('gbizinfo', '法人番号,何か\n1,2\n')).rejects.toThrow(
      'Neither the name nor the columns of gbizinfo.txt are those of a gBizINFO file',
    );
  });

  it('must have a valid corporate number', async () => {
    const report = await loadRows('Chotatsujoho', { number: 1, 件名: '点検' });
    expect(report.rejected).toBe(0);
    const rows = [1, 2].map((number) => ({ number, 件名: '点検' }));
    const broken = gbizFile('Chotatsujoho', rows).replace(corporateNumber(2), '123');
    const path = suite.write('Chotatsujoho_UTF-8.csv', broken);
    expect(await suite.load('gbizinfo', '', { file: path })).toMatchObject({ rows_read: 2, rejected: 1 });
  });
});
