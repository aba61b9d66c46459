import { corporateNumber } from '../../../support/companies.ts';

/** The headers of gBizINFO's full files, as the ministry writes them. */
export const gbizHeaders = {
  Kihonjoho:
    '法人番号,商号または名称,商号または名称（カナ）,商号または名称（英字）,登記記録の閉鎖等年月日,登記記録の閉鎖等の事由,登記住所,郵便番号,都道府県,都道府県コード,市区町村（郡）,市区町村コード,番地以下,組織種別,処理区分,訂正区分,状態,代表者名称,資本金,従業員数,企業規模詳細(男性),企業規模詳細(女性),事業概要,WebサイトURL,創業年,事業種目,設立年月日,全省庁統一資格-資格等級,全省庁統一資格-営業品目,更新年月日,キー情報',
  Chotatsujoho: '法人番号,商号または名称,登記住所,受注日,件名,落札価格,組織名,備考',
  Hojokinjoho: '法人番号,商号または名称,登記住所,証明日,名称,金額,対象,発行元',
  Hyoshojoho: '法人番号,商号または名称,登記住所,証明日,名称,対象,部門,発行元,備考',
  TodokedeNinteijoho: '法人番号,商号または名称,登記住所,証明日,名称,対象,部門,発行元',
  Tokkyojoho:
    '法人番号,商号または名称,登記住所,特許/意匠/商標,登録番号,出願年月日,特許_FI分類_コード値,特許_FI分類_コード値（日本語）,特許_Fターム-テーマコード,意匠_意匠新分類_コード値,意匠_意匠新分類_コード値（日本語）,商標_類_コード値,商標_類_コード値（日本語）,発明の名称(等)/意匠に係る物品/表示用商標,文献固定アドレス',
  Zaimujoho:
    '法人番号,商号または名称,登記住所,会計基準,事業年度,回次,売上高,売上高（単位),営業収益,営業収益（単位）,営業収入,営業収入（単位）,営業総収入,営業総収入（単位）,経常収益,経常収益（単位）,正味収入保険料,正味収入保険料（単位）,経常利益又は経常損失（△）,経常利益又は経常損失（△）(単位),当期純利益又は当期純損失（△）,当期純利益又は当期純損失（△）(単位),資本金,資本金(単位),純資産額,純資産額(単位),総資産額,総資産額(単位),従業員数,従業員数(単位),大株主1,発行済株式総数に対する所有株式数の割合1,大株主2,発行済株式総数に対する所有株式数の割合2,大株主3,発行済株式総数に対する所有株式数の割合3,大株主4,発行済株式総数に対する所有株式数の割合4,大株主5,発行済株式総数に対する所有株式数の割合5',
  Shokubajoho:
    '法人番号,商号または名称,登記住所,平均継続勤務年数-範囲,平均継続勤務年数-男性,平均継続勤務年数-女性,正社員の平均継続勤務年数,従業員の平均年齢,月平均所定外労働時間,労働者に占める女性労働者の割合-範囲,労働者に占める女性労働者の割合,女性管理職人数,管理職全体人数（男女計）,女性役員人数,役員全体人数（男女計）,育児休業対象者数（男性）,育児休業対象者数（女性）,育児休業取得者数（男性）,育児休業取得者数（女性）',
} as const;
const gbizMetadata = 'キー情報,データ品質,出典元,データ取込頻度,最終取得日,最終更新日';

/** Cells by their headers; the corporate number is made from `number`. */
export type GbizCells = Readonly<Record<string, string | number>> & { readonly number: number };

/** A full file of gBizINFO; `extra` are columns after those of the format. */
export function gbizFile(
  file: keyof typeof gbizHeaders,
  rows: GbizCells | readonly GbizCells[],
  { extra = [], without = [] }: { extra?: readonly string[]; without?: readonly string[] } = {},
): string {
  const headers = [...gbizHeaders[file].split(','), ...gbizMetadata.split(','), ...extra];
  const columns = [...new Set(headers)].filter((header) => !without.includes(header));
  const given = Array.isArray(rows) ? (rows as readonly GbizCells[]) : [rows as GbizCells];
  const lines = given.map((cells) => {
    const all: Readonly<Record<string, string | number>> = {
      商号または名称: `株式会社架空${cells.number}`,
      データ品質: '政府承認データ',
      ...cells,
      法人番号: corporateNumber(cells.number),
    };
    return columns.map((column) => `"${String(all[column] ?? '').replaceAll('"', '""')}"`).join(',');
  });
  return `\ufeff${[columns.map((column) => `"${column}"`).join(','), ...lines].join('\r\n')}\r\n`;
}
