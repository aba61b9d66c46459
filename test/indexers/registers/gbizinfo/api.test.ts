import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { selectOfficialFiles } from '../../../../indexers/registers/folder.ts';
import { corporateNumber, idOf } from '../../../support/companies.ts';
import { reasons, type SuiteLoading, storedFacts, suiteLoading } from '../../../support/loading.ts';
import { type GbizCells, gbizFile, type gbizHeaders } from './samples.ts';

let suite: SuiteLoading;
beforeAll(async () => {
  suite = await suiteLoading();
});
afterAll(() => suite.remove());
beforeEach(() => suite.clear());

const load = (name: string, content: string) =>
  suite.load('gbizinfo-api', '', { file: suite.write(name, content) });
const loadItems = (...items: readonly object[]) =>
  load('gbizinfo-20260821.jsonl', items.map((item) => `${JSON.stringify(item)}\n`).join(''));
const loadCsv = (file: keyof typeof gbizHeaders, cells: GbizCells) =>
  suite.load('gbizinfo', '', { file: suite.write(`${file}_UTF-8.csv`, gbizFile(file, cells)) });
const { names, profile } = storedFacts({ rows: (...query) => suite.rows(...query) });
const observations = () =>
  suite.rows(
    'SELECT observation_id, type, summary, evidence, observed_at FROM observations ORDER BY type, summary',
  );

const meta = { 'meta-data': { data_quality: '政府承認データ', last_update_date: '2026-08-01' } };
const company = {
  corporate_number: corporateNumber(1),
  name: '株式会社架空1',
  location: '東京都千代田区架空町1-1',
};
const address = { number: 1, 登記住所: '東京都千代田区架空町1-1', 最終更新日: '2026-08-01' };

/** Each with what the full file says, and what the API says. */
const samples: readonly (readonly [keyof typeof gbizHeaders, GbizCells, object])[] = [
  [
    'Chotatsujoho',
    {
      ...address,
      受注日: '2025-04-01',
      件名: '架空業務',
      落札価格: '1200000',
      組織名: '架空省',
      備考: '随意契約',
    },
    {
      procurement: [
        {
          date_of_order: '2025-04-01',
          title: '架空業務',
          amount: 1200000,
          government_departments: '架空省',
          note: '随意契約',
          joint_signatures: null,
          ...meta,
        },
      ],
    },
  ],
  [
    'Hojokinjoho',
    { ...address, 証明日: '2024-08-27', 名称: '架空補助金', 金額: '130000', 対象: '設備', 発行元: '架空省' },
    {
      subsidy: [
        {
          date_of_approval: '2024-08-27',
          title: '架空補助金',
          amount: '130000',
          target: '設備',
          government_departments: '架空省',
          ...meta,
        },
      ],
    },
  ],
  [
    'Hyoshojoho',
    {
      ...address,
      証明日: '2023-03-01',
      名称: '架空賞',
      対象: '製品',
      部門: '製造',
      発行元: '架空省',
      備考: '',
    },
    {
      commendation: [
        {
          date_of_commendation: '2023-03-01',
          title: '架空賞',
          target: '製品',
          category: '製造',
          government_departments: '架空省',
          ...meta,
        },
      ],
    },
  ],
  [
    'TodokedeNinteijoho',
    { ...address, 証明日: '2022-02-01', 名称: '架空認定', 対象: '', 部門: '', 発行元: '架空省' },
    {
      certification: [
        { date_of_approval: '2022-02-01', title: '架空認定', government_departments: '架空省', ...meta },
      ],
    },
  ],
  [
    'Tokkyojoho',
    {
      ...address,
      '特許/意匠/商標': '商標',
      登録番号: '6794830',
      出願年月日: '2023-05-01',
      商標_類_コード値: '42',
      '商標_類_コード値（日本語）': '科学技術',
      '発明の名称(等)/意匠に係る物品/表示用商標': 'カクウ',
      文献固定アドレス: '',
    },
    {
      patent: [
        {
          patent_type: '商標',
          registration_number: '6794830',
          application_date: '2023-05-01',
          title: 'カクウ',
          classifications: [{ コード値: '42', 日本語: '科学技術' }],
          ...meta,
        },
      ],
    },
  ],
  [
    'Zaimujoho',
    {
      ...address,
      会計基準: 'Japan GAAP',
      事業年度: '第26期（自　2025年４月１日　至　2026年３月31日）',
      回次: '0',
      売上高: '2000000000',
      '売上高（単位)': '円',
      資本金: '100000000',
      '資本金(単位)': '円',
      大株主1: '架空ホールディングス株式会社',
      発行済株式総数に対する所有株式数の割合1: '0.51',
      大株主2: '架空　太郎',
      発行済株式総数に対する所有株式数の割合2: '0.1',
    },
    {
      finance: {
        accounting_standards: 'Japan GAAP',
        fiscal_year_cover_page: '第26期（自　2025年４月１日　至　2026年３月31日）',
        management_index: [
          {
            period: '0',
            net_sales_summary_of_business_results: 2000000000,
            net_sales_summary_of_business_results_unit_ref: 'JPY',
            capital_stock_summary_of_business_results: '100000000',
            capital_stock_summary_of_business_results_unit_ref: '円',
          },
        ],
        major_shareholders: [
          { name_major_shareholders: '架空ホールディングス株式会社', shareholding_ratio: 0.51 },
          { name_major_shareholders: '架空　太郎', shareholding_ratio: 0.1 },
        ],
        ...meta,
      },
    },
  ],
  [
    'Shokubajoho',
    {
      ...address,
      '平均継続勤務年数-男性': '12.5',
      従業員の平均年齢: '41',
      女性管理職人数: '3',
      '育児休業取得者数（女性）': '4',
    },
    {
      workplace_info: {
        base_infos: { average_continuous_service_years_Male: 12.5, average_age: '41' },
        women_activity_infos: { female_share_of_manager: 3 },
        compatibility_of_childcare_and_work: { maternity_leave_acquisition_num: 4 },
        ...meta,
      },
    },
  ],
  [
    'Kihonjoho',
    {
      ...address,
      商号または名称: '株式会社架空1',
      資本金: '100000000',
      従業員数: '120',
      事業概要: '架空の製造',
      WebサイトURL: 'https://kakuu1.example/',
      創業年: '1950',
      事業種目: '100|200',
      設立年月日: '1960-04-01',
      組織種別: '301',
      更新年月日: '2026-07-01',
    },
    {
      ...meta,
      kind: '301',
      capital_stock: 100000000,
      employee_number: '120',
      business_summary: '架空の製造',
      company_url: 'https://kakuu1.example/',
      founding_year: 1950,
      business_items: ['100', '200'],
      date_of_establishment: '1960-04-01',
      update_date: '2026-07-01',
      representative_name: '架空　花子',
    },
  ],
];

describe("answers of gBizINFO's API", () => {
  it.each(samples)('say the same as the full file %s', async (file, cells, item) => {
    await loadCsv(file, cells);
    const before = await observations();
    expect(before).toHaveLength(1);
    expect(await loadItems({ ...company, ...item })).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    expect(await observations()).toEqual(before);

    await suite.clear();
    expect(await loadItems({ ...company, ...item })).toMatchObject({ added: 1, rejected: 0 });
    expect(await observations()).toEqual(before);
    expect(await loadCsv(file, cells)).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
  });

  it('give names, facts and figures of a company, in one item or in several, and nothing of persons', async () => {
    const all = Object.assign({}, ...samples.map(([, , item]) => item));
    await loadItems({ ...company, ...all, name_en: 'Kakuu 1' });
    expect(await names(idOf(1))).toMatchObject([
      { kind: 'english', name: 'Kakuu 1' },
      { kind: 'legal', name: '株式会社架空1' },
    ]);
    expect(await profile(idOf(1))).toMatchObject({
      employees: 120,
      capital_yen: 100_000_000,
      founding_year: 1950,
    });
    expect(
      await suite.rows('SELECT fiscal_year, metric, value::float8 AS value FROM financials ORDER BY metric'),
    ).toEqual([
      { fiscal_year: 2025, metric: 'capital', value: 100_000_000 },
      { fiscal_year: 2025, metric: 'revenue', value: 2_000_000_000 },
    ]);
    expect(await observations()).toHaveLength(8);
    const stored = await suite.rows('SELECT * FROM observations');
    expect(JSON.stringify(stored)).not.toMatch(/太郎|花子/);
  });

  it('are read as a whole answer, too', async () => {
    const answer = {
      totalCount: '1',
      totalPage: '1',
      pageNumber: '1',
      'hojin-infos': [{ ...company, kind: '301' }],
    };
    expect(await load('hojin-infos.json', JSON.stringify(answer))).toMatchObject({ rows_read: 1, added: 1 });
  });

  it('need not repeat the name of a company', async () => {
    await loadItems({ ...company, kind: '301' });
    const item = { corporate_number: company.corporate_number, employee_number: 7, subsidy: [] };
    expect(await loadItems(item)).toMatchObject({ changed: 1, rejected: 0 });
    expect(await profile(idOf(1))).toMatchObject({ employees: 7 });
  });

  it('are rejected with the reason, without what could name a person', async () => {
    const report = await load(
      'gbizinfo.jsonl',
      `${JSON.stringify({ corporate_number: '123', representative_name: '架空　花子' })}\n{"name":"架空　花子"\n[]\n${JSON.stringify({ corporate_number: corporateNumber(5), name: null, subsidy: [{ title: '補助' }] })}\n${JSON.stringify({ corporate_number: corporateNumber(1), business_summary: '別の形', website_url: 'https://example.com' })}\n${JSON.stringify(company)}\n`,
    );
    expect(report).toMatchObject({ rows_read: 6, rejected: 5 });
    expect(reasons(report.rejected_file)).toEqual([
      expect.stringMatching(/^corporate_number: /),
      'not JSON',
      'not a JSON object',
      expect.stringMatching(/is empty, and the company does not exist/),
      'is no item of hojin-infos: it has website_url, and no name',
    ]);
    expect(readFileSync(report.rejected_file ?? '', 'utf8')).not.toMatch(/花子/);
  });

  it('are recognised by the names of their files', () => {
    expect(
      selectOfficialFiles(['gbizinfo-subsidy-20260821.jsonl', 'hojin-infos.json', 'profiles.jsonl']).map(
        ({ kind, name }) => `${kind} ${name}`,
      ),
    ).toEqual([
      'gbizinfo-api gbizinfo-subsidy-20260821.jsonl',
      'gbizinfo-api hojin-infos.json',
      'jsonl profiles.jsonl',
    ]);
  });
});
