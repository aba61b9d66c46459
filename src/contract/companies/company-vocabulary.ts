import { toNfkc } from '../../text/letters/nfkc.ts';
import type { TextPair } from '../texts.ts';

/** The fixed values in company answers and filters: keys for the API, labels for people. */

export const listingStatuses = ['listed', 'delisted', 'private', 'unknown'] as const;
export type ListingStatus = (typeof listingStatuses)[number];

export const companyStatuses = ['active', 'closed', 'merged', 'removed'] as const;
export type CompanyStatus = (typeof companyStatuses)[number];

export const companyStatusTexts = {
  active: ['Active', '存続'],
  closed: ['Closed', '閉鎖'],
  merged: ['Merged', '合併により消滅'],
  removed: ['Removed from the register', '登記から抹消'],
} as const satisfies Record<CompanyStatus, TextPair>;

/** Why the register closed a company. */
export const closeCauses = ['liquidated', 'merger', 'closed_by_registrar', 'other'] as const;

export const closeCauseTexts = {
  liquidated: ['liquidation', '清算の結了等'],
  merger: ['merger', '合併による解散等'],
  closed_by_registrar: ['closed by the registrar', '登記官による閉鎖'],
  other: ['other', 'その他'],
} as const satisfies Record<(typeof closeCauses)[number], TextPair>;

/** Tokyo, Nagoya, Sapporo and Fukuoka. */
export const exchanges = ['tse', 'nse', 'sse', 'fse'] as const;

export const securityKinds = ['common', 'preferred', 'investment'] as const;

/** Kinds of corporation of the National Tax Agency's register. */
export const companyKinds = [
  'state',
  'local_government',
  'kabushiki',
  'yugen',
  'gomei',
  'goshi',
  'godo',
  'other_established',
  'foreign',
  'other',
] as const;
export type CompanyKind = (typeof companyKinds)[number];

/** What an alias is: a name by which a company is known besides its registered ones. */
export const aliasKinds = [
  'brand',
  'abbreviation',
  'initials',
  'group',
  'former',
  'translation',
  'nickname',
  'misuse',
  'other',
] as const;
export type AliasKind = (typeof aliasKinds)[number];

/** The 29 kinds of construction licence, by their keys in `construction_permits.license_types`. */
export const constructionLicenseTypes = [
  'civil_engineering',
  'building',
  'carpentry',
  'plastering',
  'scaffolding_earthwork',
  'stone',
  'roofing',
  'electrical',
  'plumbing',
  'tile_brick_block',
  'steel_structure',
  'rebar',
  'paving',
  'dredging',
  'sheet_metal',
  'glazing',
  'painting',
  'waterproofing',
  'interior_finishing',
  'machine_installation',
  'heat_insulation',
  'telecommunications',
  'landscaping',
  'well_drilling',
  'fittings',
  'water_facilities',
  'fire_protection_facilities',
  'sanitation_facilities',
  'demolition',
] as const;

/** Metrics of `company_query.v1`, in yen, except `equity_ratio`, which is a ratio. */
export const financialMetrics = [
  'revenue',
  'ordinary_income',
  'net_income',
  'total_assets',
  'net_assets',
  'equity_ratio',
  'capital',
] as const;

/** Fiscal years that can be queried one by one. */
export const firstFiscalYear = 2000;
export const lastFiscalYear = 2049;

interface Term {
  readonly value: string;
  readonly label: string;
  /** Other spellings that a filter accepts, in lower case. */
  readonly aliases: readonly string[];
}

export const marketSegments: readonly Term[] = [
  {
    value: 'prime',
    label: 'プライム',
    aliases: ['プライム（内国株式）', 'プライム（外国株式）', 'tse_prime'],
  },
  {
    value: 'standard',
    label: 'スタンダード',
    aliases: ['スタンダード（内国株式）', 'スタンダード（外国株式）', 'tse_standard'],
  },
  {
    value: 'growth',
    label: 'グロース',
    aliases: ['グロース（内国株式）', 'グロース（外国株式）', 'tse_growth'],
  },
  { value: 'pro_market', label: 'PRO Market', aliases: ['tokyo pro market', 'pro'] },
  { value: 'main', label: 'メイン', aliases: [] },
  { value: 'next', label: 'ネクスト', aliases: [] },
  { value: 'ambitious', label: 'アンビシャス', aliases: [] },
  { value: 'q_board', label: 'Q-Board', aliases: [] },
  { value: 'other', label: 'その他', aliases: ['出資証券'] },
];

/** The exchange's 33 sectors. */
const sectors = [
  ['0050', 'Fishery, agriculture and forestry', '水産・農林業'],
  ['1050', 'Mining', '鉱業'],
  ['2050', 'Construction', '建設業'],
  ['3050', 'Foods', '食料品'],
  ['3100', 'Textiles and apparel', '繊維製品'],
  ['3150', 'Pulp and paper', 'パルプ・紙'],
  ['3200', 'Chemicals', '化学'],
  ['3250', 'Pharmaceutical', '医薬品'],
  ['3300', 'Oil and coal products', '石油・石炭製品'],
  ['3350', 'Rubber products', 'ゴム製品'],
  ['3400', 'Glass and ceramics', 'ガラス・土石製品'],
  ['3450', 'Iron and steel', '鉄鋼'],
  ['3500', 'Nonferrous metals', '非鉄金属'],
  ['3550', 'Metal products', '金属製品'],
  ['3600', 'Machinery', '機械'],
  ['3650', 'Electric appliances', '電気機器'],
  ['3700', 'Transportation equipment', '輸送用機器'],
  ['3750', 'Precision instruments', '精密機器'],
  ['3800', 'Other products', 'その他製品'],
  ['4050', 'Electric power and gas', '電気・ガス業'],
  ['5050', 'Land transportation', '陸運業'],
  ['5100', 'Marine transportation', '海運業'],
  ['5150', 'Air transportation', '空運業'],
  ['5200', 'Warehousing and harbor transportation', '倉庫・運輸関連業'],
  ['5250', 'Information and communication', '情報・通信業'],
  ['6050', 'Wholesale trade', '卸売業'],
  ['6100', 'Retail trade', '小売業'],
  ['7050', 'Banks', '銀行業'],
  ['7100', 'Securities and commodities futures', '証券、商品先物取引業'],
  ['7150', 'Insurance', '保険業'],
  ['7200', 'Other financing business', 'その他金融業'],
  ['8050', 'Real estate', '不動産業'],
  ['9050', 'Services', 'サービス業'],
] as const;
type Sector = (typeof sectors)[number][0];

/** Sectors as EDINET writes them, where it differs. */
const filedLabels: Readonly<Record<string, string>> = { '5200': '倉庫・運輸関連' };

export const industryTexts = Object.fromEntries(
  sectors.map(([value, ...texts]) => [value, texts]),
) as unknown as Readonly<Record<Sector, TextPair>>;

export const industries: readonly Term[] = sectors.map(([value, , label]) => ({
  value,
  label,
  aliases: [
    ...(value.startsWith('0') ? [value.slice(1), value.slice(2)] : []),
    ...(filedLabels[value] === undefined ? [] : [filedLabels[value]]),
  ],
}));

const foldSpelling = (text: string): string => toNfkc(text).trim().toLowerCase();

/** @returns a function that finds a term's key by key, label or alias; undefined for anything else */
function makeTermFinder(terms: readonly Term[]): (given: string) => string | undefined {
  const bySpelling = new Map(
    terms.flatMap(({ value, label, aliases }) =>
      [value, label, ...aliases].map((text) => [foldSpelling(text), value] as const),
    ),
  );
  return (given) => bySpelling.get(foldSpelling(given));
}

export const marketSegmentOf = makeTermFinder(marketSegments);
export const industryOf = makeTermFinder(industries);

export function getTermLabel(terms: readonly Term[], value: string): string {
  return terms.find((term) => term.value === value)?.label ?? value;
}
