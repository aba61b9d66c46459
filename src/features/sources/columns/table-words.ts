import { parseCorporateNumber } from '../../../text/identifiers/corporate-number.ts';
import { foldCase, normalizeText } from '../../../text/letters/normalize.ts';
import { buildAlternatives } from '../../../text/letters/word-patterns.ts';
import { isLegalFormOnly, toNameKeys } from '../../../text/names/names.ts';
import { prefectures } from '../../../text/places/prefectures.ts';
import lineWords from './line-words.json' with { type: 'json' };

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

export function foldCell(cell: string): string {
  return foldCase(normalizeText(cell.slice(0, 300)));
}

/** A number as tables write amounts, or a mark that stands for none. */
export function isNumeric(cell: string): boolean {
  const text = foldCell(cell);
  return numeric.test(text) || placeholder.test(text);
}

/** Whether a cell is a value of a company rather than the name of a column: a number, a date, an address, a company. */
export function isValue(cell: string): boolean {
  const text = foldCell(cell);
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
  return contact.test(foldCell(cell));
}

export function isDate(cell: string): boolean {
  return date.test(foldCell(cell));
}

export function hasLegalForm(cell: string): boolean {
  const text = cell.slice(0, 200);
  return toNameKeys(text).legalForm !== null && !/^(株式会社|有限会社|合同会社|法人)?(名|番号|等)/.test(text);
}

const unit =
  /^(単位:?)?(十|百|千|万|十万|百万|千万|億|十億|百億)?(円|株|人|名|社|件|個|台|本|回|口|点|%|ドル|usd|jpy|yen|年|月|日|[ヶケか]月|時間|分|m2|坪|kg|t|トン|km|文字|桁|位)$/;

const tax = /^(消費税)?(税込|税抜|税別|税引|外税|内税)(み|き)?(価格|金額)?$/;

/** 千円, (円), [人], %, (税込), 単位: 千円・税抜 … */
export function isUnit(cell: string): boolean {
  const text = foldCell(cell);
  const inner = /^[([［【<](.{1,16})[)\]］】>]$/u.exec(text)?.[1] ?? text;
  if (inner === '-') return true;
  return inner.split(/[・,、/ ]/).every((part) => unit.test(part) || tax.test(part));
}

/** (年月), （西暦）, [半角]: what a column expects, in the line of units. */
export function isBracketed(cell: string): boolean {
  return /^[([［【<][^()[\]［］【】<>]{1,10}[)\]］】>]$/u.test(foldCell(cell)) && !hasLegalForm(cell);
}

/** 2024, 2024年度, FY24, 4月, 第3四半期, 前期 … */
export function isPeriod(cell: string): boolean {
  return /^((19|20)\d\d(年(度|\d{1,2}月期?)?|\/\d{1,2})?|fy\s?'?\d{2,4}|(令和|平成|[rh])\.?(\d{1,2}|元)年?度?|\d{1,2}月(度|期)?|第?[1-4]四半期|[1-4]q|q[1-4]|上期|下期|通期|前期|当期|今期|来期|前年|当年|実績|予算|予想|計画|増減)$/.test(
    foldCell(cell),
  );
}

/** 1/3, which can be a value too, 1ページ, - 1 -, P.1, Page 1 of 3 */
export function isPageNumber(cell: string): boolean {
  return /^(\d+\s*\/\s*\d+\s*(ページ|頁)?|\d+\s*(ページ|頁)|(ページ|頁)[:\s]*\d+(\s*\/\s*\d+)?|[-‐–—―−ー]\s*\d+\s*[-‐–—―−ー]|p\.\s?\d+(\s*\/\s*\d+)?|page\s*:?\s*\d+(\s*(of|\/)\s*\d+)?)$/.test(
    foldCell(cell),
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
export const listTitle = /(一覧(表)?|名簿|リスト|台帳|名鑑|list)$/;

export function isListTitle(cell: string): boolean {
  return listTitle.test(foldCell(cell));
}

const sumWord = new RegExp(`^(?:${buildAlternatives(lineWords.sums)})$`);
const totalWord = new RegExp(`^(?:${buildAlternatives([...lineWords.sums, ...lineWords.totals])})$`);
const endsInTotal =
  /^.{1,15}(小計|合計|総計|累計|平均)$|^.{0,8}(\d月度?|年度?|四半期|上期|下期|[部課店県行]|支店|地区)計$/;
/** 株式会社架空　計. The letters of 架 空 会 計 are apart, too. */
const sumOfOne = /(?<=\S\S)\s+(?:小計|合計|総計|累計|集計|計|(?:sub|grand )?total)$/;
/** Behind a text that other lines have: also what a spreadsheet writes for other subtotals, 架空 個数, and 架空小計 without a blank. */
const endsInSum =
  /\s*の?(?:小計|合計|総計|累計|集計)$|\s(?:計|(?:データの)?個数|平均|最[大小]値?|(?:sub|grand )?total|count|average)$/;
/** 合計 40社 and 以上40社 in one cell. */
const totalWithCount =
  /^(合計|総計|小計|計|以上|以上計|total)[\d,.]+(社|者|件|名|人|団体|円|千円|百万円|個|株)?$/;

const ofPrefecture = new RegExp(
  `^(?:${prefectures.flatMap(({ name, shortName }) => [name, shortName]).join('|')})(?:合|小)?計$`,
);
/** 件数, 登録件数, 取引先数, うち上場, うち大阪支店: what a number beside it counts. */
const countWord =
  /^(?:うち(?:上場|非上場|新規|継続|法人|個人|県内|県外|市内|市外|国内|海外|.{1,10}(?:支店|支社|営業所|事業所|本社|本店|工場|[都道府県市区部課]|分|計))|(?:総|全|有効|無効|登録|対象|該当|データ|レコード|取引先|得意先|仕入先|会社|企業|法人|顧客|契約|店舗){0,3}[件社行店人名点台]?数)$/u;

/** Whether a text says what a number beside it sums or counts. */
export function isSumLabel(cell: string): boolean {
  if (totalKind(cell) === 'exact') return true;
  // Most cells have neither, and folding each takes much longer.
  return /数|うち/.test(cell) && countWord.test(foldCell(cell).replaceAll(/[\s:：]/g, ''));
}

/** A word for a sum, alone or with its group: 合　計, 【小計】, 合計（税込）, 4月度合計. */
export function totalKind(cell: string): 'exact' | 'group' | null {
  if (
    !/計|以上|繰\s*越|平\s*均|総額|税|値引|調整|差引|比$|率$|差$|増減|最[大小]|中央値|total|sum|average/iu.test(
      cell,
    )
  )
    return null;
  const text = toSumText(cell);
  if (totalWord.test(text) || totalWithCount.test(text)) return 'exact';
  if ((endsInTotal.test(text) || ofPrefecture.test(text)) && !hasLegalForm(cell)) return 'group';
  return isSumOfOne(cell) ? 'group' : null;
}

function toSumText(cell: string): string {
  return foldCell(cell)
    .replace(/^[([［【<＜《〔*■●]+|(?<![)\]］】>＞》〕*])[)\]］】>＞》〕*]+$/gu, '')
    .replace(/[([（].*$/u, '')
    .replaceAll(/[\s:：]/g, '');
}

function isSumOfOne(cell: string): boolean {
  const text = foldCell(cell);
  const [end] = sumOfOne.exec(text) ?? [];
  return end !== undefined && !isLegalFormOnly(text.slice(0, -end.length));
}

/** What a text says to be the sum of: 株式会社架空 for 株式会社架空 集計. */
export function findSummed(cell: string): string | null {
  // Most cells have none, and folding each takes much longer.
  if (!/計|個\s*数|平\s*均|最[大小]|total|count|average/iu.test(cell)) return null;
  const text = foldCell(cell);
  const at = text.search(endsInSum);
  return at > 0 ? text.slice(0, at) : null;
}

const branch = /(?:支店|支社|営業所|事業所|出張所|工場|事業部|営業部|地区|エリア|ブロック|^本[社店])$/;

/** 関東支店, 第一営業部, 本社: a part of a company that sums are of. */
export function isBranch(cell: string): boolean {
  const text = foldCell(cell);
  return branch.test(text) && !hasLegalForm(cell);
}

/** 単位, 数量単位: the column whose values say what is counted, as 計 can. */
export function isUnitTitle(title: string): boolean {
  return /単位|unit/.test(foldCell(title));
}

/** Whether a text says that the whole line is a sum: 合　計, 小計（税込）, but not 消費税 or 平均, which are also values of rows. */
export function isSumWord(cell: string): boolean {
  if (!/計|総\s*額|total/iu.test(cell)) return false;
  const text = toSumText(cell);
  return sumWord.test(text) || totalWithCount.test(text);
}

const noteBegins = new RegExp(`^(?:${buildAlternatives(lineWords.notes)})`);

/** Whether the text says that it is not a row: a mark, a word, or a sentence. */
export function isNoteText(cell: string, { rowsAreWide }: { readonly rowsAreWide: boolean }): boolean {
  const text = foldCell(cell);
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
