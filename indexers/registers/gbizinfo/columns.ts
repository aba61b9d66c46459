import { toNfkc } from '../../../src/text/letters/nfkc.ts';

/**
 * The columns of the eight files of gBizINFO's full download. Names are compared after NFKC and without spaces, because
 * the publisher mixes widths of brackets. A column that is listed here and missing from a file is an error. A column that
 * is not listed is kept in `other`.
 */

/** The key of a cell, by the column of the file. */
type Columns = Readonly<Record<string, string>>;

export interface GbizFile {
  readonly columns: Columns;
  /** Columns about natural persons. The format requires them; they are never read. */
  readonly personal?: readonly string[];
}

const company = { 法人番号: 'corporate_number', 商号または名称: 'name', 登記住所: 'address' } as const;

const award = {
  証明日: 'on',
  名称: 'title',
  対象: 'target',
  部門: 'department',
  発行元: 'issuer',
} as const;

const amounts = {
  売上高: 'net_sales',
  営業収益: 'operating_revenue',
  営業収入: 'operating_income',
  営業総収入: 'gross_operating_revenue',
  経常収益: 'ordinary_revenue',
  正味収入保険料: 'net_insurance_premium',
  '経常利益又は経常損失(△)': 'recurring_profit',
  '当期純利益又は当期純損失(△)': 'net_income',
  資本金: 'capital',
  純資産額: 'net_assets',
  総資産額: 'total_assets',
  従業員数: 'employees',
} as const;
/** The amounts of a financial row, each with its unit. */
export const amountKeys = Object.values(amounts);
export type AmountKey = (typeof amountKeys)[number];

const withUnits: Columns = Object.fromEntries(
  Object.entries(amounts).flatMap(([header, key]) => [
    [header, key],
    [`${header}(単位)`, `${key}_unit`],
  ]),
);

/** A financial row names at most five shareholders. */
export const shareholderPlaces = [1, 2, 3, 4, 5] as const;
const shareholders: Columns = Object.fromEntries(
  shareholderPlaces.flatMap((place) => [
    [`大株主${place}`, `shareholder_${place}`],
    [`発行済株式総数に対する所有株式数の割合${place}`, `shareholder_ratio_${place}`],
  ]),
);

/** The figures of a workplace row, and the scope of two of them. */
const workplaceFigures = {
  '平均継続勤務年数-範囲': 'average_years_of_service_scope',
  '労働者に占める女性労働者の割合-範囲': 'female_workers_ratio_scope',
  '平均継続勤務年数-男性': 'average_years_of_service_male',
  '平均継続勤務年数-女性': 'average_years_of_service_female',
  正社員の平均継続勤務年数: 'average_years_of_service_regular',
  従業員の平均年齢: 'average_age',
  月平均所定外労働時間: 'monthly_overtime_hours',
  労働者に占める女性労働者の割合: 'female_workers_ratio',
  女性管理職人数: 'female_managers',
  '管理職全体人数(男女計)': 'managers',
  女性役員人数: 'female_officers',
  '役員全体人数(男女計)': 'officers',
  '育児休業対象者数(男性)': 'childcare_leave_eligible_male',
  '育児休業対象者数(女性)': 'childcare_leave_eligible_female',
  '育児休業取得者数(男性)': 'childcare_leave_taken_male',
  '育児休業取得者数(女性)': 'childcare_leave_taken_female',
} as const;
export const workplaceKeys = Object.values(workplaceFigures);

export const gbizFiles = {
  Kihonjoho: {
    columns: {
      ...company,
      '商号または名称(カナ)': 'kana',
      '商号または名称(英字)': 'english_name',
      登記記録の閉鎖等年月日: 'closed_on',
      登記記録の閉鎖等の事由: 'close_cause',
      郵便番号: 'postal_code',
      都道府県: 'prefecture',
      都道府県コード: 'prefecture_code',
      '市区町村(郡)': 'city',
      市区町村コード: 'city_code',
      番地以下: 'street',
      組織種別: 'kind',
      処理区分: 'process',
      訂正区分: 'correct',
      状態: 'state',
      資本金: 'capital',
      従業員数: 'employees',
      '企業規模詳細(男性)': 'employees_male',
      '企業規模詳細(女性)': 'employees_female',
      事業概要: 'business_summary',
      WebサイトURL: 'website',
      創業年: 'founding_year',
      事業種目: 'business_items',
      設立年月日: 'founded_on',
      '全省庁統一資格-資格等級': 'qualification_grade',
      '全省庁統一資格-営業品目': 'qualification_categories',
      更新年月日: 'updated_on',
    },
    personal: ['代表者名称'],
  },
  Chotatsujoho: {
    columns: {
      ...company,
      受注日: 'on',
      件名: 'title',
      落札価格: 'price',
      組織名: 'organisation',
      備考: 'remarks',
    },
  },
  Hojokinjoho: {
    columns: { ...company, 証明日: 'on', 名称: 'title', 金額: 'amount', 対象: 'target', 発行元: 'issuer' },
  },
  Hyoshojoho: { columns: { ...company, ...award, 備考: 'remarks' } },
  TodokedeNinteijoho: { columns: { ...company, ...award } },
  Tokkyojoho: {
    columns: {
      ...company,
      '特許/意匠/商標': 'right',
      登録番号: 'registration_number',
      出願年月日: 'on',
      特許_FI分類_コード値: 'fi_codes',
      '特許_FI分類_コード値(日本語)': 'fi_names',
      '特許_Fターム-テーマコード': 'f_term_themes',
      意匠_意匠新分類_コード値: 'design_codes',
      '意匠_意匠新分類_コード値(日本語)': 'design_names',
      商標_類_コード値: 'trademark_codes',
      '商標_類_コード値(日本語)': 'trademark_names',
      '発明の名称(等)/意匠に係る物品/表示用商標': 'title',
      文献固定アドレス: 'document_url',
    },
  },
  Zaimujoho: {
    columns: {
      ...company,
      会計基準: 'accounting_standard',
      事業年度: 'fiscal_period',
      回次: 'term',
      ...withUnits,
      ...shareholders,
    },
  },
  Shokubajoho: { columns: { ...company, ...workplaceFigures } },
} as const satisfies Record<string, GbizFile>;

export type GbizFileName = keyof typeof gbizFiles;
export const gbizFileNames = Object.keys(gbizFiles) as readonly GbizFileName[];

/** Columns about the row itself, in every file. Only origin and quality belong to the fact. */
export const metadataColumns: Columns = { データ品質: 'data_quality', 出典元: 'origin' };
/** When and how the publisher collected a row. A row without a date of its own has that of 最終更新日, else 最終取得日. */
export const bookkeepingColumns = ['キー情報', 'データ取込頻度', '最終取得日', '最終更新日'] as const;

/** The form in which headers are compared. */
export function normalizeHeader(header: string): string {
  return toNfkc(header).replace(/\s/g, '');
}
