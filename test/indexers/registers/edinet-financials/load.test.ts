import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listFilesOfKind, selectOfficialFiles } from '../../../../indexers/registers/folder.ts';
import { idOf } from '../../../support/companies.ts';
import { reasons, type SuiteLoading, storedFacts, suiteLoading } from '../../../support/loading.ts';
import { archive } from '../../../support/workbooks.ts';
import { edinetFile, kakuu } from '../edinet/samples.ts';
import { type Fact, type ReportCells, reportArchive, reportCsv, reportName } from './samples.ts';

let suite: SuiteLoading;
beforeAll(async () => {
  suite = await suiteLoading();
});
afterAll(() => suite.remove());
beforeEach(async () => {
  await suite.clear();
  await suite.load('edinet', edinetFile('2025年12月24日', kakuu));
});

const load = (name: string, content: Uint8Array) =>
  suite.load('edinet-financials', '', { file: suite.write(name, content) });
const loadReport = (report: ReportCells) => load('S100AAAA.zip', reportArchive(report));
const { profile } = storedFacts({ rows: (...query) => suite.rows(...query) });
const figures = async () =>
  (
    await suite.rows<{ fiscal_year: number; metric: string; value: number }>(
      'SELECT fiscal_year, metric, value::float8 AS value FROM financials ORDER BY fiscal_year DESC, metric',
    )
  ).map(({ fiscal_year, metric, value }) => [fiscal_year, metric, value]);

const summary = (name: string, contexts: string, ...values: readonly string[]): Fact[] =>
  values.map((value, before) => [
    `jpcrp_cor:${name}SummaryOfBusinessResults`,
    `${before === 0 ? 'Current' : `Prior${before}`}Year${contexts}`,
    value,
  ]);
const ratio = (value: string, context: string): Fact => [
  'jpcrp_cor:EquityToAssetRatioSummaryOfBusinessResults',
  context,
  value,
  'pure',
  '',
];
const employees = (value: string, context: string): Fact => [
  'jpcrp_cor:NumberOfEmployees',
  context,
  value,
  'pure',
  '人',
];

const single = '_NonConsolidatedMember';
const group: readonly Fact[] = [
  ...summary('NetSales', 'Duration', '5000', '4000', '3000', '2000', '1000'),
  ...summary('OrdinaryIncomeLoss', 'Duration', '-50', '40'),
  ...summary('ProfitLossAttributableToOwnersOfParent', 'Duration', '30', '－'),
  ...summary('TotalAssets', 'Instant', '9000'),
  ...summary('NetAssets', 'Instant', '4000'),
  ratio('0.412', 'CurrentYearInstant'),
  employees('1200', 'CurrentYearInstant'),
  ...summary('NetSales', `Duration${single}`, '700', '600', '500'),
  ...summary('CapitalStock', `Instant${single}`, '100', '100'),
  employees('300', `CurrentYearInstant${single}`),
  // Of a segment, of the statements themselves, and of a year that the summary does not have.
  [
    'jpcrp_cor:NetSalesSummaryOfBusinessResults',
    'CurrentYearDuration_jpcrp030000-asr_E90001-000SegmentMember',
    '1',
  ],
  ['jppfs_cor:NetSales', 'CurrentYearDuration', '2'],
  ['jpcrp_cor:NetSalesSummaryOfBusinessResults', 'Prior5YearDuration', '3'],
];

describe('the parent in an annual report', () => {
  const holders = (...list: readonly (readonly [name: string, share: string])[]): Fact[] =>
    list.flatMap(([name, share], at) => {
      const context = `CurrentYearInstant_No${at + 1}MajorShareholdersMember`;
      return [
        ['jpcrp_cor:NameMajorShareholders', context, name, '－', '－'],
        ['jpcrp_cor:ShareholdingRatio', context, share, 'pure', ''],
      ] satisfies Fact[];
    });
  const custodian = ['日本架空信託銀行株式会社（信託口）', '0.05'] as const;
  const held = (share: string, name = '架空ホールディングス株式会社', more: Partial<ReportCells> = {}) => ({
    facts: [
      ...summary('NetSales', 'Duration', '1'),
      ...holders([name, share], custodian, ['架空　太郎', '0.03']),
    ],
    ...more,
  });
  const next = { began: '2025-04-01', ended: '2026-03-31', submitted: '2026-06-20' };
  const stated = async () => (await profile(idOf(1))).majority_holder;
  const parent = { name: '架空ホールディングス株式会社', corporate_number: null, share: 0.5012 };

  it('is the company with more than half of the shares, at the end of the period', async () => {
    await loadReport(held('0.5012'));
    expect(
      await suite.rows(
        `SELECT value, source, (observed_at AT TIME ZONE 'Asia/Tokyo')::date::text AS day FROM profile_values
         WHERE field = 'majority_holder'`,
      ),
    ).toEqual([{ value: parent, source: 'edinet', day: '2025-03-31' }]);
    expect(
      await suite.rows("SELECT FROM company_changes WHERE 'parent_company' = ANY (fields)"),
    ).toHaveLength(1);
  });

  it('is taken back by a newer report without one, but not by one without the list', async () => {
    await loadReport(held('0.5012'));
    await loadReport({
      ...held('0.5'),
      facts: summary('NetSales', 'Duration', '2'),
      submitted: '2025-07-01',
    });
    expect(await stated()).toEqual(parent);
    await loadReport(held('0.5', undefined, next));
    expect(await stated()).toBeNull();
    // A correction of the older report, which is submitted later, is of the older period.
    await loadReport(held('0.5012', undefined, { submission: '02', submitted: '2026-08-01' }));
    expect(await stated()).toBeNull();
  });

  it('is of the newest period, in whatever order reports are in an archive', async () => {
    await load(
      'S100BBBB.zip',
      reportArchive(
        held('0.7', '株式会社別架空', next),
        held('0.5012', undefined, { submission: '02', submitted: '2026-08-01' }),
      ),
    );
    expect(await stated()).toMatchObject({ name: '株式会社別架空', share: 0.7 });
  });

  it('is never a person, a custodian, or a holder of exactly half; that there is none changes nothing', async () => {
    for (const [share, name] of [
      ['0.6', '架空　太郎'],
      ['0.6', '株式会社日本カストディ銀行（信託口）'],
      ['0.5', '株式会社架空'],
    ] as const) {
      await suite.rows("DELETE FROM profile_values WHERE field = 'majority_holder'");
      await suite.rows('DELETE FROM loads');
      await loadReport(held(share, name));
      expect(await stated()).toBeNull();
    }
    expect(await suite.rows("SELECT FROM company_changes WHERE 'parent_company' = ANY (fields)")).toEqual([]);
    expect(JSON.stringify(await suite.rows('SELECT * FROM profile_values, observations'))).not.toContain(
      '太郎',
    );
  });
});

describe('the figures of an annual report', () => {
  it('are those of the group in five years, and capital and employees of the company itself', async () => {
    expect(await loadReport({ facts: group })).toMatchObject({ rows_read: 1, changed: 1, rejected: 0 });
    expect(await figures()).toEqual([
      [2024, 'capital', 100],
      [2024, 'equity_ratio', 0.412],
      [2024, 'net_assets', 4000],
      [2024, 'net_income', 30],
      [2024, 'ordinary_income', -50],
      [2024, 'revenue', 5000],
      [2024, 'total_assets', 9000],
      [2023, 'capital', 100],
      [2023, 'ordinary_income', 40],
      [2023, 'revenue', 4000],
      [2022, 'revenue', 3000],
      [2021, 'revenue', 2000],
      [2020, 'revenue', 1000],
    ]);
    expect((await profile(idOf(1))).employees).toBe(300);
    expect(
      await suite.rows(
        "SELECT type, subtype, source, summary, evidence FROM observations WHERE type = 'financials'",
      ),
    ).toMatchObject([
      {
        subtype: 'annual_report',
        source: 'edinet',
        summary:
          '有価証券報告書（2025-03-31まで）：売上高等5,000円、経常利益-50円、当期純利益30円、総資産9,000円、純資産4,000円、資本金100円。',
        evidence: {
          edinet_code: 'E90001',
          document: `XBRL_TO_CSV/${reportName({})}`,
          years: { 2024: { consolidated: true, employees: 300 } },
        },
      },
    ]);
  });

  it('are those of the company if it has no group, and not in another currency', async () => {
    await loadReport({
      facts: [
        ...summary('OperatingRevenue1', `Duration${single}`, '10', '20'),
        ['jpcrp_cor:NetAssetsSummaryOfBusinessResults', `CurrentYearInstant${single}`, '1', 'USD', 'ドル'],
        ['jpcrp_cor:TotalAssetsSummaryOfBusinessResults', `CurrentYearInstant${single}`, '2', 'JPY', '千円'],
      ],
    });
    expect(await figures()).toEqual([
      [2024, 'revenue', 10],
      [2023, 'revenue', 20],
    ]);
  });

  it('do not mix those of the group, in IFRS, with those of the company alone', async () => {
    await loadReport({
      standard: 'IFRS',
      facts: [
        ['jpcrp030000-asr_E90001-000:OperatingRevenuesIFRSKeyFinancialData', 'CurrentYearDuration', '4800'],
        ...summary('ProfitLossAttributableToOwnersOfParentIFRS', 'Duration', '480'),
        ...summary('EquityAttributableToOwnersOfParentIFRS', 'Instant', '3000'),
        [
          'jpcrp_cor:RatioOfOwnersEquityToGrossAssetsIFRSSummaryOfBusinessResults',
          'CurrentYearInstant',
          '0.38',
          'pure',
          '',
        ],
        ...summary('OrdinaryIncomeLoss', `Duration${single}`, '100'),
      ],
    });
    expect(await figures()).toEqual([
      [2024, 'equity_ratio', 0.38],
      [2024, 'net_assets', 3000],
      [2024, 'net_income', 480],
      [2024, 'revenue', 4800],
    ]);
  });

  it('are in the standard of the report where a year is stated in two, and not mixed', async () => {
    const ifrs = (name: string, contexts: string, ...values: string[]) =>
      summary(`${name}IFRS`, contexts, ...values);
    await loadReport({
      standard: 'IFRS',
      facts: [
        ...ifrs('Revenue', 'Duration', '1000', '900'),
        ...ifrs('TotalAssets', 'Instant', '3000', '2800'),
        // Of one share, in yen, in spite of its name.
        [
          'jpcrp_cor:EquityToAssetRatioIFRSSummaryOfBusinessResults',
          'CurrentYearInstant',
          '2779.5',
          'JPYPerShares',
          '円',
        ],
        ...summary('NetSales', 'Duration', '1001', '901', '801'),
        ...summary('OrdinaryIncomeLoss', 'Duration', '－', '51', '52'),
        ...summary('TotalAssets', 'Instant', '3001', '2801', '2701'),
        ratio('0.4', 'Prior1YearInstant'),
      ],
    });
    expect(await figures()).toEqual([
      [2024, 'revenue', 1000],
      [2024, 'total_assets', 3000],
      [2023, 'revenue', 900],
      [2023, 'total_assets', 2800],
      [2022, 'ordinary_income', 52],
      [2022, 'revenue', 801],
      [2022, 'total_assets', 2701],
    ]);
  });

  it('are read in JMIS, of insurers, and where the revenue has no standard', async () => {
    await loadReport({
      standard: 'JMIS',
      facts: [
        ...summary('RevenueJMIS', 'Duration', '600'),
        ...summary('ProfitLossAttributableToOwnersOfParentJMIS', 'Duration', '60'),
        ...summary('TotalAssetsJMIS', 'Instant', '900'),
        ...summary('EquityAttributableToOwnersOfParentJMIS', 'Instant', '300'),
        [
          'jpcrp_cor:RatioOfOwnersEquityToGrossAssetsJMISSummaryOfBusinessResults',
          'CurrentYearInstant',
          '0.333',
          'pure',
          '',
        ],
      ],
    });
    expect(await figures()).toEqual([
      [2024, 'equity_ratio', 0.333],
      [2024, 'net_assets', 300],
      [2024, 'net_income', 60],
      [2024, 'revenue', 600],
      [2024, 'total_assets', 900],
    ]);
    await loadReport({
      submitted: '2025-07-01',
      facts: [
        ['jpcrp_cor:NetPremiumsWrittenSummaryOfBusinessResultsINS', 'CurrentYearDuration', '5000'],
        ...summary('TotalAssets', 'Instant', '901'),
      ],
    });
    expect(await figures()).toContainEqual([2024, 'revenue', 5000]);
    await loadReport({
      submitted: '2025-08-01',
      standard: 'IFRS',
      facts: [
        ['jpcrp_cor:RevenueKeyFinancialData', 'CurrentYearDuration', '7000'],
        ['jpcrp_cor:RevenueKeyFinancialData', 'CurrentYearDuration', '44', 'USD', 'USD'],
        ...summary('TotalAssetsIFRS', 'Instant', '902'),
      ],
    });
    expect(await figures()).toContainEqual([2024, 'revenue', 7000]);
  });

  it('stay those of the group when a correction has only the table of the company', async () => {
    await loadReport({ hasGroup: true, facts: group });
    await loadReport({
      hasGroup: true,
      submission: '02',
      submitted: '2025-08-01',
      facts: [
        ...summary('NetSales', `Duration${single}`, '701', '601'),
        ...summary('CapitalStock', `Instant${single}`, '101'),
      ],
    });
    expect(await figures()).toEqual(
      expect.arrayContaining([
        [2024, 'revenue', 5000],
        [2023, 'revenue', 4000],
        [2024, 'capital', 101],
        [2023, 'capital', 100],
      ]),
    );
    // A company that became a group in the year of the report had none before.
    await loadReport({
      hasGroup: true,
      began: '2025-04-01',
      submitted: '2026-06-20',
      ended: '2026-03-31',
      facts: [
        ...summary('NetSales', 'Duration', '9000'),
        ...summary('NetSales', `Duration${single}`, '8000', '7000'),
      ],
    });
    expect(await figures()).toEqual(
      expect.arrayContaining([
        [2025, 'revenue', 9000],
        [2024, 'revenue', 7000],
      ]),
    );
  });

  it('are those of the report that was submitted last, in whatever order they are loaded', async () => {
    const first: ReportCells = { facts: summary('NetSales', 'Duration', '5000', '4000') };
    const corrected: ReportCells = {
      submission: '02',
      submitted: '2025-08-01',
      facts: summary('NetSales', 'Duration', '5001', '4001'),
    };
    const next: ReportCells = {
      began: '2025-04-01',
      ended: '2026-03-31',
      submitted: '2026-06-20',
      facts: summary('NetSales', 'Duration', '6000', '5002', '4001'),
    };
    for (const order of [
      [first, corrected, next],
      [next, corrected, first],
    ]) {
      await suite.rows('DELETE FROM financials');
      for (const report of order) await loadReport(report);
      expect(await figures()).toEqual([
        [2025, 'revenue', 6000],
        [2024, 'revenue', 5002],
        [2023, 'revenue', 4001],
      ]);
    }
    await suite.rows('DELETE FROM financials');
    await load('S100BBBB.zip', reportArchive(next, first, corrected));
    expect(await figures()).toHaveLength(3);
    expect((await figures())[1]).toEqual([2024, 'revenue', 5002]);
  });

  it('have the years in which they began after a change of the business year', async () => {
    await loadReport({
      began: '2026-04-01',
      previousBegan: '2026-01-01',
      ended: '2027-03-31',
      submitted: '2027-06-20',
      facts: summary('NetSales', 'Duration', '1200', '300', '1100', '1000'),
    });
    expect(await figures()).toEqual([
      [2026, 'revenue', 1200],
      [2025, 'revenue', 1100],
      [2024, 'revenue', 1000],
    ]);
  });

  it('change nothing when they are loaded again, and are read from an unpacked file, too', async () => {
    const report: ReportCells = { facts: group };
    await loadReport(report);
    const before = await suite.rows('SELECT * FROM company_changes');
    expect(await loadReport(report)).toMatchObject({ changed: 0, unchanged: 1 });
    await suite.rows('DELETE FROM loads');
    await load(reportName(report), reportCsv(report));
    expect((await suite.rows('SELECT * FROM company_changes')).length).toBeLessThanOrEqual(before.length + 1);
    expect(await figures()).toHaveLength(13);
  });

  it('find their company by EDINET code, then by securities code, and create none', async () => {
    const facts = summary('NetSales', 'Duration', '1');
    await suite.load('edinet', edinetFile('2025年12月25日', kakuu));
    await suite.rows("UPDATE company_identifiers SET value = 'E90009' WHERE identifier_type = 'edinet_code'");
    expect(await loadReport({ facts })).toMatchObject({ changed: 1 });
    const unknown = await loadReport({ edinetCode: 'E91234', securitiesCode: '－', facts });
    expect(unknown).toMatchObject({ added: 0, rejected: 1 });
    expect(reasons(unknown.rejected_file)).toEqual(['company_not_found']);
  });

  it('are refused if there are none, with the reason', async () => {
    await expect(load('S100CCCC.zip', archive({ 'XBRL_TO_CSV/jpaud.csv': 'x' }))).rejects.toThrow(
      'S100CCCC.zip has no annual report',
    );
    await expect(loadReport({ facts: [] })).rejects.toThrow(/has no figures in yen/);
    await expect(loadReport({ began: '－', facts: group })).rejects.toThrow(
      /jpdei_cor:CurrentFiscalYearStartDateDEI is missing/,
    );
    const cut = reportArchive({ facts: group });
    await expect(load('S100DDDD.zip', cut.slice(0, cut.length - 40))).rejects.toThrow(
      /is cut off or damaged/,
    );
    const other = archive({ [`XBRL_TO_CSV/${reportName({})}`]: 'a\tb\r\n1\t2\r\n' });
    await expect(load('S100EEEE.zip', other)).rejects.toThrow(/has no column 要素ID/);
    expect(await figures()).toEqual([]);
  });

  it('are found in a folder, those of this kind in the order of their names', async () => {
    const folder = path.join(suite.folder, 'reports');
    mkdirSync(folder);
    for (const name of ['S100ZZZZ.zip', 'S100AAAA.zip', 'notes.txt'])
      writeFileSync(path.join(folder, name), '');
    expect(await listFilesOfKind('edinet-financials', folder)).toEqual(
      ['S100AAAA.zip', 'S100ZZZZ.zip'].map((name) => path.join(folder, name)),
    );
    expect(await listFilesOfKind('edinet-financials', '/nowhere.zip')).toEqual(['/nowhere.zip']);
    await expect(listFilesOfKind('jpx', folder)).rejects.toThrow(
      /contains no file with a name like data_j\*/,
    );
  });

  it('are recognised by the id of the document', () => {
    expect(
      selectOfficialFiles(['S100ABCD.zip', 'S100ABCD_csv.zip', reportName({}), 'S100ABCD.pdf']).map(
        ({ kind, name }) => `${kind} ${name}`,
      ),
    ).toEqual([
      'edinet-financials S100ABCD.zip',
      'edinet-financials S100ABCD_csv.zip',
      `edinet-financials ${reportName({})}`,
    ]);
  });
});
