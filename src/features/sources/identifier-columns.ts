import type {
  DetectedColumn,
  DetectedField,
  SuggestedColumn,
  SuggestedHint,
} from '../../contract/sources/answers.ts';
import { isCandidateColumn } from '../../contract/sources/result-columns.ts';
import { mappingFields } from '../../contract/sources/sources.ts';
import { nameKeys } from '../../text/names.ts';
import { foldCase, isEmptyCell, normalizeText } from '../../text/normalize.ts';
import { isEmptyCode } from '../../text/placeholders.ts';
import { type ColumnField, fits, maxCellMeasured } from './column-fit.ts';
import { addedNameOf, earlierExport } from './earlier-export.ts';

/**
 * Guesses which columns identify companies, and which say where they are (docs/decisions/0027-sources.md). The caller
 * confirms them with a mapping.
 */

const samplesShown = 3;
const minConfidence = 0.3;
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
  /** Values that were meant for this field, although they are wrong. */
  readonly meant?: RegExp;
  /** What other headers of the table are about if a possible header means this field; otherwise it is not suggested. */
  readonly among?: RegExp;
}

/** What offices call the other side of a business. */
const partners =
  '取引先|得意先|仕入先|仕入れ先|支払先|支払い先|発注先|受注先|請求先|納入先|納品先|販売先|購入先|相手先|相手方|契約先|委託先|外注先|振込先|送金先|融資先|投資先|出資先|保有先|関係先|顧客|お客様|債務者|債権者|受取人|荷主|元請|下請|協力会社|提携先|導入先|紹介先|入居者|テナント|施主|発注者|受注者|契約者|申込者|寄付者|スポンサー';

/** Columns about a part of the company, or about the people and things around it. */
const notTheCompany =
  'カナ|かな|フリガナ|ふりがな|ヨミ|よみ|読み|kana|担当|氏名|代表|役職|部署|部門|商品|製品|品名|件名|案件|市区町村|都道府県|番号|コード|code|no\\.?$|id$|number|住所|所在|address|郵便|〒|電話|tel|phone|fax|携帯|メール|mail|url|\\bhp\\b|web|サイト|ホームページ|区分|種別|種類|分類|区別|業種|業態|規模|日$|日付|年月|金額|残高|金$|口座|銀行|支店|条件|方法|ランク|評価|状況|ステータス|status|type|rank|備考|メモ';

const fields: readonly FieldSigns[] = [
  {
    field: 'corporate_number',
    surely:
      /法人番号|法人no|法人№|法人マイナンバー|インボイス|適格請求書|適格事業者|事業者登録番号|^[(]?t番号|t\+13|(corporate|houjin|hojin)[ _-]?(number|num|no|id|bango|bangou)\b|(invoice|tax)[ _-]?(registration[ _-]?)?(number|no|id)\b/,
    possible: /法人コード|法人id|企業番号|会社番号|登録番号|登録no|^(corporate|houjin|hojin)/,
    never:
      /電話|tel|fax|口座|郵便|車両|商標|特許|許可|請求書番号|invoice[ _-]?(number|no)\b.*(請求|bill)|年月日|日付|登録日/,
    maxFromValues: 0.95,
    meant: /^t?\d(?:[\d-]{10,16}|\.\d+e\+?12)$/,
  },
  {
    field: 'ticker',
    surely:
      /証券(コード|番号|code|cd|no)|銘柄(コード|番号|code|cd)|上場コード|ティッカー|ticker|(securities|stock)[ _-]?(code|number|no)|株式コード/,
    possible: /銘柄|^(コード|code|symbol)$/,
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
  },
  {
    field: 'name',
    surely: new RegExp(
      `会社名|企業名|法人名|商号|屋号|社名|団体名|事業者名|事業所名|提出者名|組織名|機関名|勤務先名|宛名|^銘柄名$|^(${partners})(名|名称|様|会社|企業|社|先|様名)?$|(${partners})(会社|企業|法人|正式|先)?(名|名称)$|^(会社|企業|法人|取引先|正式)?名称$|(company|corporate|corporation|organi[sz]ation|account|client|customer|vendor|supplier|payee|business|legal|trade)[ _-]?name|^(company|corporation|organi[sz]ation|vendor|supplier|payee)$`,
    ),
    possible: new RegExp(
      `名称|勤務先|所属|宛先|${partners}|^(name|名前|名|会社|企業|法人|事業者|client|customer|account|発行体|発行者|届出者|購入者)$`,
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

/** Another place than the head office, or an older value. */
const less =
  /送付|発送|配送|納品|納入|請求|出荷|工場|倉庫|勤務|支店|支社|営業所|旧|変更前|代表者|担当|個人|自宅|[2-9２-９]$/;

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
  const columns = headers.map((header, place) => ({
    header,
    title: foldCase(normalizeText(header.slice(0, 200))),
    cells: rows
      .map((row) => row[place] ?? '')
      .filter((cell) => !isEmptyCell(cell.length > maxCellMeasured ? cell.slice(0, maxCellMeasured) : cell)),
  }));
  const isAmong = (signs: FieldSigns, at: number) =>
    signs.among === undefined ||
    columns.some(({ title }, place) => place !== at && signs.among?.test(title) === true);
  const earlier = earlierExport(headers, (place) => rows.map((row) => row[place] ?? null));
  const found = fields.flatMap((signs) =>
    columns.flatMap((column, at) =>
      isCandidateColumn(column.header) ? [] : judge(signs, column, isAmong(signs, at)),
    ),
  );
  const given = found.filter(({ header }) => addedNameOf(earlier, header) === null);
  const isEnough = given.some((column) => isIdentifier(column) && column.confidence >= minSuggested);
  return (isEnough ? given : found).sort((a, b) => b.confidence - a.confidence);
}

/** Guesses below this are shown but not suggested. */
const minSuggested = 0.5;
const notSuggested = 0.45;

/** @param detected the most certain first */
export function withSuggestions(detected: readonly DetectedField[]): {
  identifiers: SuggestedColumn[];
  hints: SuggestedHint[];
} {
  const taken = new Set<string>();
  const suggestion = ({ field, header, confidence }: DetectedField): boolean => {
    const keys = [`field ${field}`, `header ${header}`];
    const suggested = confidence >= minSuggested && !keys.some((key) => taken.has(key));
    if (suggested) for (const key of keys) taken.add(key);
    return suggested;
  };
  const identifiers: SuggestedColumn[] = [];
  const hints: SuggestedHint[] = [];
  // Identifiers first: a column that can be both is worth more as an identifier.
  for (const column of detected)
    if (isIdentifier(column)) identifiers.push({ ...column, suggested: suggestion(column) });
  for (const column of detected)
    if (!isIdentifier(column)) hints.push({ ...column, suggested: suggestion(column) });
  return { identifiers, hints };
}

function isIdentifier(column: DetectedField): column is DetectedColumn {
  return mappingFields.some((field) => field === column.field);
}

interface SampledColumn {
  readonly header: string;
  readonly title: string;
  readonly cells: readonly string[];
}

function judge(
  signs: FieldSigns,
  { header, title, cells: texts }: SampledColumn,
  among: boolean,
): DetectedField[] {
  const cells = signs.field === 'name' ? texts : texts.filter((cell) => !isEmptyCode(normalizeText(cell)));
  const valid = cells.filter((cell) => cell.length <= maxCellMeasured && fits[signs.field](cell));
  const ratio = cells.length === 0 ? 0 : valid.length / cells.length;
  const certain = confidenceOf(signs, title, ratio, cells) * (less.test(title) ? 0.9 : 1);
  // Codes of one's own customers look like securities codes.
  const confidence = among || signs.surely.test(title) ? certain : Math.min(certain, notSuggested);
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

function confidenceOf(signs: FieldSigns, title: string, ratio: number, cells: readonly string[]): number {
  if (signs.never.test(title)) return 0;
  if (signs.surely.test(title)) {
    const meant = cells.some((cell) => signs.meant?.test(foldCase(normalizeText(cell.slice(0, 40)))));
    // A clear header above cells that are all something else is an error of the table.
    if (cells.length > 0 && ratio < 0.05 && !meant) return minConfidence;
    return headerShare + (1 - headerShare) * ratio;
  }
  if (signs.possible.test(title)) return cells.length === 0 ? minConfidence : headerShare * ratio;
  // Any text can be a name, but only companies have a legal form.
  const evident = signs.field === 'name' ? shareWithLegalForm(cells) : ratio;
  return evident < 0.5 ? 0 : signs.maxFromValues * evident;
}

function shareWithLegalForm(cells: readonly string[]): number {
  if (cells.length === 0) return 0;
  return cells.filter((cell) => nameKeys(cell.slice(0, 200)).legalForm !== null).length / cells.length;
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
