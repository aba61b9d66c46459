import type { DetectedColumn, DetectedField } from '../../../contract/sources/answers.ts';
import { isCandidateColumn } from '../../../contract/sources/result-columns.ts';
import { mappingFields } from '../../../contract/sources/sources.ts';
import { foldCase, isEmptyCell, normalizeText } from '../../../text/letters/normalize.ts';
import { isEmptyCode } from '../../../text/letters/placeholders.ts';
import { toNameKeys } from '../../../text/names/names.ts';
import { contradicted } from './column-comparing.ts';
import { type ColumnField, fits, maxCellMeasured } from './column-fit.ts';
import { isKindOfCompany, isPartner, namesParty, namesThing, roleOf } from './column-roles.ts';
import { addedNameOf, earlierExport } from './earlier-export.ts';
import { isCompanyOfAKind, isListTitle, isNumeric } from './table-words.ts';

/**
 * Guesses which columns identify companies, and which say where they are (docs/decisions/0027-sources.md). The caller
 * confirms them with a mapping.
 */

const samplesShown = 3;
const minConfidence = 0.3;
const fewCompanies = 3;
/** The confidence of a clear header alone. Valid values add the rest. */
const headerShare = 0.6;

interface FieldSigns {
  readonly field: ColumnField;
  /** Headers that can only mean this field. */
  readonly surely: RegExp;
  /** Headers that may also mean other things. */
  readonly possible: RegExp;
  readonly never: RegExp;
  /** The maximum confidence from values alone: years look like securities codes, but check digits are unmistakable. */
  readonly maxFromValues: number;
  /** The share of valid values with which a possible header is suggested. */
  readonly enoughOfPossible?: number;
  /** Values that were meant for this field, although they are wrong. */
  readonly meant?: RegExp;
  /** What other headers of the table are about if a possible header means this field; otherwise it is not suggested. */
  readonly among?: RegExp;
}

/** What offices call the other side of a business. */
const partners =
  '取引先|得意先|客先|お客さま|売掛先|買掛先|見込先|見込み客|営業先|訪問先|架電先|商談先|監査先|派遣先|派遣元|納入業者|仕入先|仕入れ先|支払先|支払い先|発注先|受注先|請求先|納入先|納品先|販売先|購入先|相手先|相手方|契約先|委託先|外注先|振込先|送金先|融資先|投資先|出資先|保有先|関係先|顧客|お客様|債務者|債権者|受取人|荷主|元請|下請|協力会社|提携先|導入先|紹介先|入居者|テナント|施主|発注者|受注者|契約者|申込者|寄付者|スポンサー';

/** Columns about a part of the company, or about the people and things around it. */
const notTheCompany =
  'カナ|かな|フリガナ|ふりがな|ヨミ|よみ|読み|kana|被保険者|担当|(?<!又は|または|・|\\/|,)氏名(?!又は|または|・|\\/|,)|代表(?!企業|会社|法人|事業者|構成|団体|幹事|提案者|申請者|応募者|受注者|機関|者\\)$)|役職|部署|部門|(?<!金融)商品|製品|品名|件名|案件|市区町村|都道府県|番号|コード|code|no\\.?$|id$|number|住所|所在|address|郵便|〒|電話|tel|phone|fax|携帯|メール|mail|url|\\bhp\\b|web|サイト|ホームページ|区分|種別|種類|分類|区別|業種|業態|(?<!大)規模|日$|日付|年月|金額|残高|金$|口座(?!名義)|銀行|支店|条件|方法|ランク|評価|状況|ステータス|status|type|rank|備考|メモ|(?:追加|変更|修正|削除|更新|改訂|確認)$';

const fields: readonly FieldSigns[] = [
  {
    field: 'corporate_number',
    surely:
      /法人番号|法人no|法人№|法人マイナンバー|インボイス|適格請求書|適格事業者|適格登録|適格番号|課税事業者番号|事業者登録番号|^[(]?t番号|t\+13|(corporate|houjin|hojin)[ _-]?(number|num|no|id|bango|bangou)\b|(invoice|tax)[ _-]?(registration[ _-]?)?(number|no|id)\b/,
    possible: /法人コード|法人id|企業番号|会社番号|登録番号|登録no|^(corporate|houjin|hojin)/,
    never:
      /電話|tel|fax|口座|郵便|車両|商標|特許|許可|(?<!適格)請求書番号|invoice[ _-]?(number|no)\b.*(請求|bill)|年月日|日付|登録日/,
    maxFromValues: 0.95,
    meant: /^t?\d(?:[\d-]{10,16}|\.\d+e\+?12)$/,
  },
  {
    field: 'ticker',
    surely:
      /証券(コード|番号|code|cd|no)|東証(コード|code)|\btse[ _-]?code|銘柄(コード|番号|code|cd)|上場コード|ティッカー|ticker|(securities|stock)[ _-]?(code|number|no)|株式コード|^銘柄$/,
    possible: /銘柄|^(コード|code|symbol|local[ _-]?code)$/,
    never:
      /郵便|市区町村|都道府県|業種|規模|取引先|得意先|仕入先|支払先|顧客|年|year|月|日付|date|金額|人数|商品|品目|社員|部門|勘定|科目|店|銀行|機関|管理|電話|内線|銘柄名/,
    maxFromValues: 0.35,
    among: /銘柄|証券|上場|市場|株価|株数|持株|出来高|時価総額|ticker|stock|shares/,
  },
  {
    field: 'domain',
    surely:
      /ドメイン|ホームページ|ウェブサイト|web ?サイト|webページ|\b(url|domain|website|homepage|hp|web)\b|^(url|hp|web|ｈｐ)|url$|hp$|サイトurl/,
    possible: /サイト|メール|e-?mail|^mail|アドレス|リンク|link/,
    never: /画像|image|logo|ロゴ|sns|twitter|facebook|linkedin|instagram|youtube|住所|配信|有無|可否|許可/,
    maxFromValues: 0.7,
    // Free mail is among the addresses of companies.
    enoughOfPossible: 0.5,
  },
  {
    field: 'name',
    surely: new RegExp(
      `会社名|企業名|法人名|商号|屋号|社名|団体名|氏名(又は|または|・)名称|事業者名|業者名|事業所名|提出者名|組織名|機関名|勤務先名|宛名|^銘柄名$|^(${partners})(名|名称|様|会社|企業|社|先|様名)?$|(${partners})(会社|企業|法人|正式|先)?(名|名称)$|^(会社|企業|法人|取引先|正式)?名称$|(company|corporate|corporation|corp|organi[sz]ation|account|client|customer|vendor|supplier|payee|business|legal|trade|issuer|employer|partner|entity|billing|manufacturer|contractor|kaisha)[ _-]?(name|mei)\\b|^(company|corporation|organi[sz]ation|vendor|supplier|payee)$`,
    ),
    possible: new RegExp(
      `名称|勤務先|所属|宛先|${partners}|^(name|名前|名|会社|企業|法人|事業者|業者|店名|店舗名|略称|銘柄|競合|製造元|発売元|販売元|送り先|届け先|発行体|発行者|届出者|購入者|出展者|落札者|入札者|受託者|請負者|設置者|開設者|施工者|保証人|アカウント)(名|名称)?$|(会社|取引先|得意先|正式|企業)略称|^(client|customer|account|partner|issuer|employer|firm|merchant|entity|manufacturer|distributor|dealer|reseller|lessee|lessor|tenant|seller|buyer|contractor|subsidiary|corp|kaisha|brand owner|bill[ _-]?to|sold[ _-]?to|ship[ _-]?to)([ _-]?name)?$`,
    ),
    never: new RegExp(`${notTheCompany}|(first|last|person|contact|user|file|product)[ _-]?name`),
    maxFromValues: 0.75,
  },
  {
    field: 'prefecture',
    surely: /都道府県|県名|^県$|^府県|prefecture/,
    possible: /^(地域|エリア|state|region|所在地|本社所在地)$/,
    never: /コード|code|番号/,
    maxFromValues: 0.8,
  },
  {
    field: 'city',
    surely: /市区町村|市町村|区市町村|^市$|^city$|city[ _-]?name/,
    possible: /^(市区|住所1|住所２|住所2|地区)$/,
    never: /コード|code|番号/,
    maxFromValues: 0.6,
  },
  {
    field: 'address',
    surely: /住所|所在地|^address|[ _](address)$|street/,
    possible: /^(所在|場所|location|本社|本店|アドレス)$/,
    never: /メール|mail|url|web|\bip\b|コード|code|カナ|フリガナ|郵便|〒|都道府県|市区町村/,
    maxFromValues: 0.8,
  },
  {
    field: 'postal_code',
    surely: /郵便番号|郵便no|郵便№|〒|postal|\bzip/,
    possible: /^郵便|^post/,
    never: /貯金|口座|住所$/,
    maxFromValues: 0.6,
  },
];

/** Another place than the head office, an older value, a translation, or perhaps a person. */
const less =
  /英語|英文|英名|english|[者人](名|様)?$|送付|発送|配送|納品|納入|請求|出荷|工場|倉庫|勤務|支店|支社|営業所|旧|変更前|代表者|担当|個人|自宅|[2-9２-９]$/;

/**
 * Columns of an earlier export are left out: they name the company of a row without a mapping, and its candidates are
 * not yet that. Facts about companies count only where no other column identifies one.
 * @param headers in order
 * @param rows a sample of rows, with cells in the order of the headers
 * @returns the likely columns of each identifier and each hint, the most certain first
 */
export function detectColumns(
  headers: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): DetectedField[] {
  const columns = headers.map((header, place) => {
    const cells = rows
      .map((row) => row[place] ?? '')
      .filter((cell) => !isEmptyCell(cell.length > maxCellMeasured ? cell.slice(0, maxCellMeasured) : cell));
    return {
      header,
      title: titleOf(header),
      isTitled: headers.length > 1 && isListTitle(header),
      isLess: less.test(foldCase(normalizeText(header.slice(0, 200)))),
      cells,
      codes: cells.filter((cell) => !isEmptyCode(normalizeText(cell))),
    };
  });
  const isAmong = (signs: FieldSigns, at: number) =>
    signs.among === undefined ||
    columns.some(({ title }, place) => place !== at && signs.among?.test(title) === true);
  const earlier = earlierExport(headers, (place) => rows.map((row) => row[place] ?? null));
  const found = fields.flatMap((signs) =>
    columns.flatMap((column, at) =>
      isCandidateColumn(column.header) ? [] : judge(signs, column, isAmong(signs, at)),
    ),
  );
  const given = withoutTranslations(
    found.filter(({ header }) => addedNameOf(earlier, header) === null),
    columns,
  );
  const isEnough = (column: DetectedField) => isIdentifier(column) && column.confidence >= minSuggested;
  const shown = (given.some(isEnough) ? given : found).sort((a, b) => b.confidence - a.confidence);
  const isNamed = ({ field, header }: DetectedField) => headerMeaning(field, header) !== 'unknown';
  const isSure = ({ field, header }: DetectedField) => headerMeaning(field, header) === 'sure';
  const out = contradicted(shown, headers, rows, { isAttribute, isNamed, isSure, isEnough });
  return shown
    .map((column) => (out.has(column) ? { ...column, confidence: notSuggested } : column))
    .sort((a, b) => b.confidence - a.confidence);
}

/**
 * If names stand beside the same names in Latin letters, those in Japanese come first: the registers have these.
 * Both must be clearly names, so that a few dealers do not hide a column of foreign companies.
 */
function withoutTranslations(
  found: readonly DetectedField[],
  columns: readonly SampledColumn[],
): DetectedField[] {
  const cellsOf = ({ header }: DetectedField) =>
    columns.find((column) => column.header === header)?.cells ?? [];
  const names = found.filter(({ field, confidence }) => field === 'name' && confidence > headerShare);
  const japanese = names.filter((column) => isMostlyJapanese(cellsOf(column)));
  const mayTakePlace = (one: DetectedField, of: DetectedField) =>
    roleOf(one.header).rank <= roleOf(of.header).rank && cellsOf(one).length * 2 >= cellsOf(of).length;
  return found.map((column) => {
    if (!names.includes(column)) return column;
    const originals = japanese.includes(column)
      ? names.filter(
          (other) => !japanese.includes(other) && mayTakePlace(other, column) && !mayTakePlace(column, other),
        )
      : japanese.filter((other) => mayTakePlace(other, column));
    if (originals.length === 0) return column;
    return { ...column, confidence: notSuggested };
  });
}

function isMostlyJapanese(cells: readonly string[]): boolean {
  const japanese = cells.filter((cell) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(cell),
  );
  return japanese.length * 2 > cells.length;
}

/** Without the marks before it, and without what is added in brackets if that is no word for a field: 企業（漢字）, ★会社名. */
function titleOf(header: string): string {
  const title = foldCase(normalizeText(header.slice(0, 200))).replace(/^[*※●■◎○★☆◆▼①-⑳]+\s*/u, '');
  return title.replace(
    /\s*[(［[【<](漢字|代表者|和文|和名|日本語|英語|英文|英名|正式(名称)?|必須|任意|全角|半角|jp|ja|en|japanese|english|required|\d+(桁|文字)?(以内)?)[)］\]】>]$/u,
    '',
  );
}

/** Guesses below this are shown but not suggested. */
export const minSuggested = 0.5;
const notSuggested = 0.45;

export function isIdentifier(column: DetectedField): column is DetectedColumn {
  return mappingFields.some((field) => field === column.field);
}

const ofParty =
  /番号|コード|code|電話|tel|phone|fax|メール|mail|カナ|かな|フリガナ|ふりがな|ヨミ|読み|住所|所在|郵便|〒|担当|代表|役職|部署|氏名/;

/** Whether the header is a number, site, place or person, which belongs to a party that another column names. */
export function isAttribute(header: string): boolean {
  const title = titleOf(header);
  const means = (field: ColumnField) => meaningOf(signsOf(field), title) === 'sure';
  if (means('name') || namesThing(title)) return false;
  return ofParty.test(title) || fields.some(({ field }) => means(field));
}

interface SampledColumn {
  readonly header: string;
  readonly title: string;
  /** Whether another column of the same field is preferred. */
  readonly isLess: boolean;
  /** Whether its header is rather the title of a list. */
  readonly isTitled: boolean;
  readonly cells: readonly string[];
  /** Those that may be values of another field than a name. */
  readonly codes: readonly string[];
}

function judge(
  signs: FieldSigns,
  { header, title, isLess, isTitled, cells: texts, codes }: SampledColumn,
  among: boolean,
): DetectedField[] {
  const meaning = meaningOf(signs, title);
  if (meaning === 'other') return [];
  const cells = signs.field === 'name' ? texts : codes;
  // 取引先一覧 above one or two companies is a cover.
  if (signs.field === 'name' && isTitled && cells.length < fewCompanies) return [];
  // Most columns are about something else, which half of their cells show.
  if (meaning === 'unknown' && !areEvident(signs.field, cells)) return [];
  const valid = cells.filter((cell) => cell.length <= maxCellMeasured && fits[signs.field](cell));
  const ratio = cells.length === 0 ? 0 : valid.length / cells.length;
  const certain = confidenceOf(signs, meaning, ratio, cells) * (isLess ? 0.9 : 1);
  // Codes of one's own customers look like securities codes.
  const confidence = among || meaning === 'sure' ? certain : Math.min(certain, notSuggested);
  if (confidence < minConfidence) return [];
  return [
    {
      field: signs.field,
      header,
      confidence: rounded(confidence),
      valid_ratio: rounded(ratio),
      sample_values: [...new Set(valid.length > 0 ? valid : cells)].slice(0, samplesShown),
    } as DetectedField,
  ];
}

/** What a header says about a field. */
type Meaning = 'sure' | 'possible' | 'unknown' | 'other';

/** How surely the words of a header name a field. */
export function headerMeaning(field: ColumnField, header: string): Meaning {
  return meaningOf(signsOf(field), titleOf(header));
}

function signsOf(field: ColumnField): FieldSigns {
  return fields.find((signs) => signs.field === field) as FieldSigns;
}

function meaningOf(signs: FieldSigns, given: string): Meaning {
  const title = signs.field === 'name' ? companyPart(given, signs) : given;
  // 氏名 and 契約者氏名 can have persons and companies, which their cells must show.
  if (signs.field === 'name' && /^(?!.*(?:代表|担当)).*?(?:^|者の?)氏名$/.test(title)) return 'unknown';
  if (signs.never.test(title) || (signs.field === 'name' && namesThing(title))) return 'other';
  // 取引先一覧 names a table, so its cells must show that it has companies.
  if (signs.field === 'name' && isListTitle(title)) return 'unknown';
  const isParty = signs.field === 'name' && namesParty(title);
  if (signs.surely.test(title) || (isParty && isClearPartner(title))) return 'sure';
  const isCompany =
    isParty || (signs.field === 'name' && (isCompanyOfAKind(title) || isKindOfCompany(title)));
  const isPossible = isCompany || signs.possible.test(title);
  if (isPossible) return 'possible';
  return 'unknown';
}

/** 設置主体 is often 公立 or 民間, and 利用先 may be anything. */
function isClearPartner(title: string): boolean {
  const role = roleOf(title);
  return isPartner(role) && role.kind !== 'toward' && !/主体(名|名称)?$/.test(title);
}

function confidenceOf(
  signs: FieldSigns,
  meaning: Exclude<Meaning, 'other'>,
  ratio: number,
  cells: readonly string[],
): number {
  if (meaning === 'sure') {
    // A clear header above cells that are all something else is an error of the table.
    if (cells.length > 0 && ratio < 0.05 && !cells.some((cell) => isMeant(signs, cell))) return minConfidence;
    return headerShare + (1 - headerShare) * ratio;
  }
  if (meaning === 'possible') {
    if (cells.length === 0) return minConfidence;
    const fromValues = headerShare * ratio;
    if (ratio >= (signs.enoughOfPossible ?? 1)) return Math.max(minSuggested, fromValues);
    return fromValues;
  }
  return signs.maxFromValues * (cells.filter(evidentOf(signs.field)).length / cells.length);
}

function isMeant({ meant }: FieldSigns, cell: string): boolean {
  return meant?.test(foldCase(normalizeText(cell.slice(0, 40)))) === true;
}

/** Whether at least half of the cells are evident; stops at the cell that decides. */
function areEvident(field: ColumnField, cells: readonly string[]): boolean {
  const isEvident = evidentOf(field);
  let others = 0;
  for (const cell of cells) {
    if (isEvident(cell)) continue;
    others += 1;
    if (others * 2 > cells.length) return false;
  }
  return cells.length > 0;
}

/** 会社名・部署: names with what is set aside behind them. 担当者・会社名 begins with something else. */
function companyPart(title: string, signs: FieldSigns): string {
  const [first = '', ...others] = title.split(/\s*(?:[・/／、,，+＋&＆|｜]|及び|および|並びに|ならびに)\s*/u);
  if (others.length > 0 && signs.surely.test(first) && !signs.never.test(first)) return first;
  return title;
}

/** What a cell must be if the header does not say which field it is. */
function evidentOf(field: ColumnField): (cell: string) => boolean {
  // Any text can be a name, but only companies have a legal form.
  if (field === 'name') return (cell) => toNameKeys(cell.slice(0, 200)).legalForm !== null;
  const fitting = (cell: string) => cell.length <= maxCellMeasured && fits[field](cell);
  // Amounts and customer numbers can have seven digits, too.
  if (field === 'postal_code') return (cell) => fitting(cell) && !isNumeric(cell);
  return fitting;
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
