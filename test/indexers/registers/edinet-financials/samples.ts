import { archive } from '../../../support/workbooks.ts';

/** A fact: element, context, value; amounts are in yen unless a unit is given. */
export type Fact = readonly [element: string, context: string, value: string, unitId?: string, unit?: string];

const header = [
  ...[
    '要素ID',
    '項目名',
    'コンテキストID',
    '相対年度',
    '連結・個別',
    '期間・時点',
    'ユニットID',
    '単位',
    '値',
  ],
];

export interface ReportCells {
  readonly edinetCode?: string;
  readonly securitiesCode?: string;
  readonly began?: string;
  /** When the year before it began. */
  readonly previousBegan?: string;
  readonly ended?: string;
  readonly submitted?: string;
  /** 01 for the report itself, 02 for its first correction. */
  readonly submission?: string;
  readonly standard?: string;
  readonly hasGroup?: boolean;
  readonly facts: readonly Fact[];
}

export function reportName({
  edinetCode = 'E90001',
  ended = '2025-03-31',
  submission = '01',
  submitted = '2025-06-20',
}: Omit<ReportCells, 'facts'>): string {
  return `jpcrp030000-asr-001_${edinetCode}-000_${ended}_${submission}_${submitted}.csv`;
}

/** As the API gives it: UTF-16 with a byte order mark, cells in quotes, between tabs. */
export function reportCsv({
  edinetCode = 'E90001',
  securitiesCode = '90010',
  began = '2024-04-01',
  previousBegan = '－',
  submission = '01',
  standard = 'Japan GAAP',
  hasGroup = false,
  facts,
}: ReportCells): Buffer {
  const dei = (name: string, value: string): Fact => [
    `jpdei_cor:${name}DEI`,
    'FilingDateInstant',
    value,
    '－',
    '－',
  ];
  const rows = [
    dei('EDINETCode', edinetCode),
    dei('SecurityCode', securitiesCode),
    dei('CurrentFiscalYearStartDate', began),
    dei('PreviousFiscalYearStartDate', previousBegan),
    dei('AccountingStandards', standard),
    dei('WhetherConsolidatedFinancialStatementsArePrepared', String(hasGroup)),
    dei('AmendmentFlag', String(submission !== '01')),
    ...facts,
  ].map(([element, context, value, unitId = 'JPY', unit = '円']) => [
    element,
    '項目、"経営指標等"',
    context,
    '当期',
    'その他',
    '期間',
    unitId,
    unit,
    value,
  ]);
  const line = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('\t');
  return Buffer.from(`\uFEFF${[header, ...rows].map(line).join('\r\n')}\r\n`, 'utf16le');
}

export function reportArchive(...reports: readonly ReportCells[]): Uint8Array {
  const audit = Buffer.from('\uFEFF監査\t情報\r\n', 'utf16le');
  return archive({
    'XBRL_TO_CSV/jpaud-aai-cc-001_E90001-000_2025-03-31_01_2025-06-20.csv': audit,
    ...Object.fromEntries(reports.map((report) => [`XBRL_TO_CSV/${reportName(report)}`, reportCsv(report)])),
  });
}
