import type {
  CompanyKind,
  CompanyStatus,
  ConstructionLicenseType,
  CreditClass,
  Exchange,
  FinancialMetric,
  IndustryCode,
  ListingStatus,
  MarketSegment,
  ObservationType,
  SecurityKind,
  ValueSource,
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
  status: {
    active: ['Active', '存続'],
    closed: ['Closed', '閉鎖'],
    merged: ['Merged', '合併により消滅'],
    removed: ['Removed from the register', '公表サイトから除外'],
  },
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
  sector: {
    '0050': ['Fishery, agriculture and forestry', '水産・農林業'],
    1050: ['Mining', '鉱業'],
    2050: ['Construction', '建設業'],
    3050: ['Foods', '食料品'],
    3100: ['Textiles and apparel', '繊維製品'],
    3150: ['Pulp and paper', 'パルプ・紙'],
    3200: ['Chemicals', '化学'],
    3250: ['Pharmaceutical', '医薬品'],
    3300: ['Oil and coal products', '石油・石炭製品'],
    3350: ['Rubber products', 'ゴム製品'],
    3400: ['Glass and ceramics', 'ガラス・土石製品'],
    3450: ['Iron and steel', '鉄鋼'],
    3500: ['Nonferrous metals', '非鉄金属'],
    3550: ['Metal products', '金属製品'],
    3600: ['Machinery', '機械'],
    3650: ['Electric appliances', '電気機器'],
    3700: ['Transportation equipment', '輸送用機器'],
    3750: ['Precision instruments', '精密機器'],
    3800: ['Other products', 'その他製品'],
    4050: ['Electric power and gas', '電気・ガス業'],
    5050: ['Land transportation', '陸運業'],
    5100: ['Marine transportation', '海運業'],
    5150: ['Air transportation', '空運業'],
    5200: ['Warehousing and harbor transportation', '倉庫・運輸関連業'],
    5250: ['Information and communication', '情報・通信業'],
    6050: ['Wholesale trade', '卸売業'],
    6100: ['Retail trade', '小売業'],
    7050: ['Banks', '銀行業'],
    7100: ['Securities and commodities futures', '証券、商品先物取引業'],
    7150: ['Insurance', '保険業'],
    7200: ['Other financing business', 'その他金融業'],
    8050: ['Real estate', '不動産業'],
    9050: ['Services', 'サービス業'],
  },
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
  source: {
    corporate_registry: ['Register of corporate numbers', '法人番号公表サイト'],
    invoice_registry: ['Register of invoice issuers', '適格請求書発行事業者公表サイト'],
    edinet: ['EDINET', 'EDINET'],
    gbizinfo: ['gBizINFO', 'gBizINFO'],
    company_website: ['Company website', '企業ホームページ'],
    job_posting: ['Job postings', '求人'],
    construction_permit: ['Construction permits', '建設業許可'],
    exchange: ['Stock exchange', '証券取引所'],
    synonym_dictionary: ['SudachiDict synonyms', 'Sudachi 同義語辞書'],
  },
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
