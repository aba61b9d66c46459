import {
  type CompanyKind,
  type CompanyStatus,
  type ConstructionLicenseType,
  type CreditClass,
  companyStatusTexts,
  type Exchange,
  type FinancialMetric,
  type IndustryCode,
  industryTexts,
  type ListingStatus,
  type MarketSegment,
  type ObservationType,
  type SecurityKind,
  type ValueSource,
  valueSourceTexts,
} from '../client/index.ts';
import { prefectures } from '../src/text/places/prefectures.ts';
import type { Language } from './language.ts';

/** Words for the codes of the API, which several pages show. The compiler misses a value of the contract that has none. */

type Words<Code extends string> = Readonly<Record<Code, readonly [en: string, ja: string]>>;

interface WordLists {
  readonly listing: Words<ListingStatus>;
  readonly status: Words<CompanyStatus>;
  readonly segment: Words<MarketSegment>;
  readonly exchange: Words<Exchange>;
  readonly security: Words<SecurityKind>;
  readonly sector: Words<IndustryCode>;
  readonly kind: Words<CompanyKind>;
  readonly source: Words<ValueSource>;
  readonly observation: Words<ObservationType>;
  readonly license: Words<ConstructionLicenseType>;
  readonly metric: Words<FinancialMetric>;
  readonly creditClass: Words<CreditClass>;
}

const wordLists: WordLists = {
  listing: {
    listed: ['Listed', '上場'],
    delisted: ['Delisted', '上場廃止'],
    private: ['Not listed', '非上場'],
    unknown: ['Listing unknown', '上場は不明'],
  },
  status: companyStatusTexts,
  segment: {
    prime: ['Prime', 'プライム'],
    standard: ['Standard', 'スタンダード'],
    growth: ['Growth', 'グロース'],
    pro_market: ['PRO Market', 'PRO Market'],
    main: ['Main', 'メイン'],
    next: ['Next', 'ネクスト'],
    ambitious: ['Ambitious', 'アンビシャス'],
    q_board: ['Q-Board', 'Q-Board'],
    other: ['Other', 'その他'],
  },
  exchange: {
    tse: ['Tokyo', '東京証券取引所'],
    nse: ['Nagoya', '名古屋証券取引所'],
    sse: ['Sapporo', '札幌証券取引所'],
    fse: ['Fukuoka', '福岡証券取引所'],
  },
  security: {
    common: ['Common stock', '普通株式'],
    preferred: ['Preferred stock', '優先株式'],
    investment: ['Investment certificates', '投資証券'],
  },
  sector: industryTexts,
  kind: {
    state: ['State body', '国の機関'],
    local_government: ['Local government', '地方公共団体'],
    kabushiki: ['Stock company (株式会社)', '株式会社'],
    yugen: ['Limited company (有限会社)', '有限会社'],
    gomei: ['General partnership (合名会社)', '合名会社'],
    goshi: ['Limited partnership (合資会社)', '合資会社'],
    godo: ['LLC (合同会社)', '合同会社'],
    other_established: ['Other registered corporation', 'その他の設立登記法人'],
    foreign: ['Foreign company', '外国会社等'],
    other: ['Other', 'その他'],
  },
  source: valueSourceTexts,
  observation: {
    corporate_profile: ['Company profile', '企業情報'],
    registry_change: ['Change in the register', '登記の変更'],
    listing_change: ['Change of listing', '上場の変更'],
    disclosure: ['Disclosure', '開示書類'],
    procurement: ['Procurement', '調達'],
    subsidy: ['Subsidy', '補助金'],
    commendation: ['Commendation', '表彰'],
    certification: ['Certification', '届出・認定'],
    patent: ['Patent, design or trademark', '特許・意匠・商標'],
    financials: ['Figures', '財務'],
    workplace: ['Workplace', '職場'],
    job_posting: ['Opening', '求人'],
  },
  license: {
    civil_engineering: ['Civil engineering', '土木一式工事'],
    building: ['Building', '建築一式工事'],
    carpentry: ['Carpentry', '大工工事'],
    plastering: ['Plastering', '左官工事'],
    scaffolding_earthwork: ['Scaffolding and earthwork', 'とび・土工・コンクリート工事'],
    stone: ['Stone', '石工事'],
    roofing: ['Roofing', '屋根工事'],
    electrical: ['Electrical', '電気工事'],
    plumbing: ['Plumbing', '管工事'],
    tile_brick_block: ['Tile, brick and block', 'タイル・れんが・ブロック工事'],
    steel_structure: ['Steel structures', '鋼構造物工事'],
    rebar: ['Reinforcement', '鉄筋工事'],
    paving: ['Paving', '舗装工事'],
    dredging: ['Dredging', 'しゅんせつ工事'],
    sheet_metal: ['Sheet metal', '板金工事'],
    glazing: ['Glazing', 'ガラス工事'],
    painting: ['Painting', '塗装工事'],
    waterproofing: ['Waterproofing', '防水工事'],
    interior_finishing: ['Interior finishing', '内装仕上工事'],
    machine_installation: ['Machine installation', '機械器具設置工事'],
    heat_insulation: ['Heat insulation', '熱絶縁工事'],
    telecommunications: ['Telecommunications', '電気通信工事'],
    landscaping: ['Landscaping', '造園工事'],
    well_drilling: ['Well drilling', 'さく井工事'],
    fittings: ['Fittings', '建具工事'],
    water_facilities: ['Water facilities', '水道施設工事'],
    fire_protection_facilities: ['Fire protection facilities', '消防施設工事'],
    sanitation_facilities: ['Sanitation facilities', '清掃施設工事'],
    demolition: ['Demolition', '解体工事'],
  },
  metric: {
    revenue: ['Revenue', '売上高'],
    ordinary_income: ['Ordinary income', '経常利益'],
    net_income: ['Net income', '当期純利益'],
    total_assets: ['Total assets', '総資産'],
    net_assets: ['Net assets', '純資産'],
    equity_ratio: ['Equity ratio', '自己資本比率'],
    capital: ['Capital', '資本金'],
  },
  creditClass: {
    basic: ['basic', '基本'],
    enrichment: ['enrichment', '付加情報'],
  },
};

export type WordList = keyof WordLists;

/** The word for a code in the reader's language. A code without a word is shown as it is. */
export function translateCode(list: WordList, code: string, language: Language): string {
  const words: Words<string> = wordLists[list];
  const word = Object.hasOwn(words, code) ? words[code] : undefined;
  return word?.[language === 'ja' ? 1 : 0] ?? code;
}

/** The codes of a list, in order. */
export function listCodes(list: WordList): string[] {
  const codes = Object.keys(wordLists[list]);
  // Sectors are digits: an object has those without a zero in front first.
  if (list === 'sector') codes.sort();
  return codes;
}

/** A prefecture by its Japanese name. English readers also see it in Latin letters. */
export function formatPrefecture(name: string, language: Language): string {
  const known = prefectures.find((one) => one.name === name);
  if (language === 'en' && known) return `${known.romaji} ${name}`;
  return name;
}
