import { parseCorporateNumber } from '../../../text/identifiers/identifiers.ts';
import { foldCase, normalizeText } from '../../../text/letters/normalize.ts';
import { toNameKeys } from '../../../text/names/names.ts';
import { prefectures } from '../../../text/places/prefectures.ts';

/** What the words of a cell say about its line: header, data, units, total or note. */

const numeric =
  /^[¥￥$€△▲+\-−]?\s*\(?[¥￥$€△▲+\-−]?\d[\d,]*(\.\d+)?(e\+?\d+)?\)?\s*(%|円|千円|百万円|億円|万円|社|件|名|人|個|株|台|本|回|点)?$/i;
const placeholder = /^[-‐–—―−ー*]$/;
const date =
  /^(\d{2,4}[-/.年]\d{1,2}([-/.月]\d{1,2}日?)?|(令和|平成|昭和|大正|明治|[rhstm])\.?\s?(\d{1,2}|元)[-/.年]\d{1,2}([-/.月]\d{1,2}日?)?|\d{1,2}月\d{1,2}日|\d{8})([ t]\d{1,2}:\d{2}(:\d{2})?)?( ?現在)?$/;
const contact =
  /^(https?:\/\/\S+|www\.\S+|[^\s@]+@[^\s@]+\.[a-z]{2,}|〒?\d{3}-\d{4}|(\+81|0)[\d-]{8,14}|\(0\d{1,4}\)\s?[\d-]{5,}|[a-z0-9-]+(\.[a-z0-9-]+)*\.(jp|com|net|org))$/;
const place = new RegExp(
  `^(〒?\\s?\\d{3}-\\d{4}\\s?)?(${prefectures.map(({ name }) => name).join('|')})(?!名$|コード$|番号$|別$)|^[一-鿋]{1,4}(市|区)[一-鿋]{1,6}(町|丁目|\\d)`,
);
const invoice = /^t[\d-]{13,}$/;

function folded(cell: string): string {
  return foldCase(normalizeText(cell.slice(0, 300)));
}

/** A number as tables write amounts, or a mark that stands for none. */
export function isNumeric(cell: string): boolean {
  const text = folded(cell);
  return numeric.test(text) || placeholder.test(text);
}

/** Whether a cell is a value of a company rather than the name of a column: a number, a date, an address, a company. */
export function isValue(cell: string): boolean {
  const text = folded(cell);
  return (
    numeric.test(text) ||
    placeholder.test(text) ||
    date.test(text) ||
    contact.test(text) ||
    place.test(text) ||
    invoice.test(text) ||
    parseCorporateNumber(text).ok ||
    hasLegalForm(cell)
  );
}

/** A URL, e-mail address, telephone number or postal code. */
export function isContact(cell: string): boolean {
  return contact.test(folded(cell));
}

export function isDate(cell: string): boolean {
  return date.test(folded(cell));
}

export function hasLegalForm(cell: string): boolean {
  const text = cell.slice(0, 200);
  return toNameKeys(text).legalForm !== null && !/^(株式会社|有限会社|合同会社|法人)?(名|番号|等)/.test(text);
}

const headerEnds =
  /(名|名称|商号|屋号|氏名|番号|コード|no\.?|id|日|日付|年月日|日時|年度|額|金額|残高|価格|単価|数|数量|率|割合|先|元|者|主|別|区分|種別|種類|分類|業種|属性|備考|摘要|内容|メモ|コメント|欄|項目|住所|所在地|電話|電話番号|tel|fax|携帯|メール|メールアドレス|e-?mail|アドレス|url|hp|ホームページ|webサイト|サイト|ドメイン|担当|部署|部門|役職|支店|合計|税|税額|税率|状況|状態|ステータス|カナ|かな|フリガナ|ふりがな|読み|資本金|売上|売上高|利益|件数|順位|方法|条件|有無|可否|フラグ|郵便|〒|都道府県|市区町村|地域|エリア|ランク|評価|口座|市場|銘柄|決算|決算期|設立|従業員|科目|品目|品名|商品|案件|契約|請求|支払|入金|期限|期間)$/;
/** 発行会社, 納入業者, 販売店, 対象企業 …: what kind of company a column has. 山田企業 is a company. */
const companyOfAKind =
  /^(発行|提出|対象|調査|相手|親|子|関連|関係|グループ|協力|加盟|所属|運営|管理|保証|保険|信販|リース|派遣|派遣先|建設|施工|工事|元請|下請|請負|委託|受託|契約|利用|導入|参加|出展|応募|申込|主催|競合|買収|投資|投資先|保有|上場|営業先|訪問先|登録|許可|認定|落札|入札|納入|納品|販売|製造|仕入|仕入先|取引|外注|外注先|運送|物流|印刷|パートナー|ターゲット|クライアント|スポンサー|リード|代理|特約|取扱|取次|加盟)?(会社|企業|業者|事業者|法人|代理店|販売店|特約店|取次店|取扱店|加盟店|店舗|メーカー|クライアント|カスタマー|サプライヤー|ベンダー|パートナー|バイヤー|ディーラー|テナント)(名|名称)?$/;

/** Whether a header says what kind of company its column has. */
export function isCompanyOfAKind(header: string): boolean {
  return companyOfAKind.test(header);
}

const headerAlone =
  /^(名前|((取引|振込|支払|引落|入金|主要?|主力|メイン)先?(取引)?)?銀行|会社|企業|法人|店舗?|銘柄|国|都道府県|県|市|年|月|日|期|№|順|区)$/;
const headerBegins =
  /^(会社|企業|法人|取引先|得意先|仕入先|支払先|請求先|顧客|郵便番号|#|no\.?$|通し番号|項番|連番)/;
const englishHeader =
  /^((company|corporate|client|customer|vendor|supplier|account|legal|trade|first|last|full|contact|street|postal|zip|phone|e-?mail|stock|securities|invoice|tax|registration|website|home ?page|business|issuer|entity|partner|billing|ship[ _-]to)[ _-]?)?(name|names|company|organi[sz]ation|code|number|num|no\.?|id|date|address|phone|tel|fax|e-?mail|mail|url|website|site|domain|ticker|symbol|amount|price|status|type|category|notes?|remarks?|comments?|city|town|prefecture|state|zip|country|contact|person|qty|quantity|industry|sector|market|owner|department|currency|description|memo|rank|score|client|customer|vendor|supplier|account|employees|revenue|sales|capital|partner|issuer|employer|merchant|entity|manufacturer|distributor|contractor|payee)$/;

/** Whether a cell has the words of a column's header. */
export function isHeaderWord(cell: string): boolean {
  const text = folded(cell);
  if (text === '' || text.length > 40) return false;
  const bare = text
    .replace(/[(（[［【<＜].*$/u, '')
    .replace(/(?<![*※:：●■◎○必須])[*※:：●■◎○必須]+$/u, '')
    .replace(/^[*※●■◎○]+/u, '')
    .trim();
  if (bare === '' || isValue(bare)) return false;
  const words = bare.replaceAll('_', ' ');
  return (
    headerAlone.test(bare) ||
    companyOfAKind.test(bare) ||
    headerBegins.test(bare) ||
    (bare.length <= 20 && headerEnds.test(bare)) ||
    englishHeader.test(words)
  );
}

const unit =
  /^(単位:?)?(十|百|千|万|十万|百万|千万|億|十億|百億)?(円|株|人|名|社|件|個|台|本|回|口|点|%|ドル|usd|jpy|yen|年|月|日|[ヶケか]月|時間|分|m2|坪|kg|t|トン|km|文字|桁|位)$/;

const tax = /^(消費税)?(税込|税抜|税別|税引|外税|内税)(み|き)?(価格|金額)?$/;

/** 千円, (円), [人], %, (税込), 単位: 千円・税抜 … */
export function isUnit(cell: string): boolean {
  const text = folded(cell);
  const inner = /^[([［【<](.{1,16})[)\]］】>]$/u.exec(text)?.[1] ?? text;
  if (inner === '-') return true;
  return inner.split(/[・,、/ ]/).every((part) => unit.test(part) || tax.test(part));
}

/** (年月), （西暦）, [半角]: what a column expects, in the line of units. */
export function isBracketed(cell: string): boolean {
  return /^[([［【<][^()[\]［］【】<>]{1,10}[)\]］】>]$/u.test(folded(cell)) && !hasLegalForm(cell);
}

/** 2024, 2024年度, FY24, 4月, 第3四半期, 前期 … */
export function isPeriod(cell: string): boolean {
  return /^((19|20)\d\d(年(度|\d{1,2}月期?)?|\/\d{1,2})?|fy\s?'?\d{2,4}|(令和|平成|[rh])\.?(\d{1,2}|元)年?度?|\d{1,2}月(度|期)?|第?[1-4]四半期|[1-4]q|q[1-4]|上期|下期|通期|前期|当期|今期|来期|前年|当年|実績|予算|予想|計画|増減)$/.test(
    folded(cell),
  );
}

/** 1/3, which can be a value too, 1ページ, - 1 -, P.1, Page 1 of 3 */
export function isPageNumber(cell: string): boolean {
  return /^(\d+\s*\/\s*\d+\s*(ページ|頁)?|\d+\s*(ページ|頁)|(ページ|頁)[:\s]*\d+(\s*\/\s*\d+)?|[-‐–—―−ー]\s*\d+\s*[-‐–—―−ー]|p\.\s?\d+(\s*\/\s*\d+)?|page\s*:?\s*\d+(\s*(of|\/)\s*\d+)?)$/.test(
    folded(cell),
  );
}

/** 【関東】, 《得意先》, ■東京支店: the heading of the rows below it. */
export function isHeading(cell: string): boolean {
  const text = cell.trim();
  const [, inside] =
    /^(?:【([^】]+)】|《([^》]+)》|〈([^〉]+)〉|≪([^≫]+)≫|[■◆●▼▲◇□○▽△]([^■◆●]{1,30}))$/u
      .exec(text)
      ?.filter(Boolean) ?? [];
  return inside !== undefined && !hasLegalForm(inside);
}

/** 取引先一覧, 顧客名簿: rather the title of a table than the header of a column. */
export function isListTitle(cell: string): boolean {
  return /(一覧(表)?|名簿|リスト|台帳|名鑑|list)$/.test(folded(cell));
}

const totalWord =
  /^(合計|小計|総計|総合計|計|累計|中計|平均|合計金額|合計額|総額|月計|年計|消費税|消費税等|消費税額|消費税額等|値引|値引き|出精値引|端数調整|集計|差引|(頁|ページ)計|[前次翌]?(頁|ページ|月|期|年)?(へ|より|から)?の?繰越し?(金額?|額|残高?|高)?|前年比|前年対比|前年同期比|前年同月比|前期比|構成比|達成率|最大|最小|中央値|total|subtotal|sub-total|grandtotal|sum|average)$/;
const endsInTotal =
  /^.{1,15}(小計|合計|総計|累計|平均)$|^.{0,8}(\d月度?|年度?|四半期|上期|下期|[部課店県]|支店|地区)計$/;
/** 合計 40社 in one cell. */
const totalWithCount = /^(合計|総計|小計|計|total)[\d,.]+(社|件|名|人|円|千円|百万円|個|株)?$/;

/** A word for a sum, alone or with its group: 合　計, 【小計】, 合計（税込）, 4月度合計. */
export function totalKind(cell: string): 'exact' | 'group' | null {
  if (!/計|繰\s*越|平\s*均|総額|税|値引|調整|差引|比$|率$|最[大小]|中央値|total|sum|average/iu.test(cell))
    return null;
  const text = folded(cell)
    .replace(/^[([［【<＜《〔*■●]+|(?<![)\]］】>＞》〕*])[)\]］】>＞》〕*]+$/gu, '')
    .replace(/[([（].*$/u, '')
    .replaceAll(/[\s:：]/g, '');
  if (totalWord.test(text) || totalWithCount.test(text)) return 'exact';
  if (endsInTotal.test(text) && !hasLegalForm(cell)) return 'group';
  return null;
}

const noteBegins =
  /^(※|\*|注\d*[:：)）.\s]|[(（[〔]注|注記|注意|注釈|備考[:：]|以\s?上[。.]?$|以下\s?余白|-?以上-?$|出典|出所|資料[:：]|作成(者|日|元|部署)?[:：]|作成(者|日)|更新(日|者)?[:：]|印刷日|出力日|集計(日|期間)|担当(者)?[:：]|問い?合わせ|お問|連絡先[:：]|単位[:：]|凡例|件数[:：]|全\s?\d+\s?件|データ件数|source[:：]|notes?[:：]|note\b|as of\b|page\b|printed\b|created\b|-{3,}|={3,}|\d+\s*\/\s*\d+\s*(ページ|頁)?$|\d+\s*(ページ|頁)$)/;

/** Whether the text says that it is not a row: a mark, a word, or a sentence. */
export function isNoteText(cell: string, { rowsAreWide }: { readonly rowsAreWide: boolean }): boolean {
  const text = folded(cell);
  const isSentence = /[。]$|です$|ます$|ません$|こと$/.test(text);
  if (hasLegalForm(cell) && !isSentence) return /^(出典|出所|作成|資料|source)/.test(text);
  if (noteBegins.test(text) || isSentence) return true;
  return (
    rowsAreWide &&
    (/^([一-鿋々]{2,10}|tel|fax|e-?mail|url|date|author|updated?|version|ver\.?) ?[:：]/.test(text) ||
      isDate(cell) ||
      text.length > 60)
  );
}
