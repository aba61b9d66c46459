import type {
  DetectedColumn,
  DetectedField,
  SuggestedColumn,
  SuggestedHint,
} from '../../contract/sources/answers.ts';
import { type MappingField, mappingFields } from '../../contract/sources/sources.ts';
import { parseCorporateNumber, parseDomain, parseSecuritiesCode } from '../../text/identifiers.ts';
import { nameKeys } from '../../text/names.ts';
import { foldCase, isEmptyCell, normalizeText } from '../../text/normalize.ts';
import { isEmptyCode } from '../../text/placeholders.ts';

/**
 * Guesses which columns identify companies (docs/decisions/0027-sources.md). The caller confirms them with a mapping.
 */

const samplesShown = 3;
const minConfidence = 0.3;
/** The confidence of a clear header alone. Valid values add the rest. */
const headerShare = 0.6;

interface FieldSigns {
  readonly field: MappingField;
  /** Headers that can only mean this field. */
  readonly surely: RegExp;
  /** Headers that may also mean other things. */
  readonly possible: RegExp;
  readonly never: RegExp;
  /** The maximum confidence from values alone: years look like securities codes, but check digits are unmistakable. */
  readonly maxFromValues: number;
  isValid(cell: string): boolean;
}

const fields: readonly FieldSigns[] = [
  {
    field: 'corporate_number',
    surely:
      /法人番号|法人no|法人マイナンバー|(corporate|houjin|hojin)[ _-]?(number|num|no|id|bango|bangou)\b/,
    possible: /法人コード|法人id|企業番号|会社番号|^(corporate|houjin|hojin)/,
    never: /電話|tel|fax|口座/,
    maxFromValues: 0.95,
    isValid: (cell) => parseCorporateNumber(cell).ok,
  },
  {
    field: 'ticker',
    surely:
      /証券(コード|番号|code)|銘柄(コード|番号|code)|ticker|(securities|stock)[ _-]?(code|number|no)|株式コード/,
    possible: /銘柄|上場コード|^(コード|code|symbol)$/,
    never: /郵便|市区町村|都道府県|業種|取引先|得意先|年|year|月|日付|date|金額|人数/,
    maxFromValues: 0.35,
    isValid: (cell) => parseSecuritiesCode(cell).ok,
  },
  {
    field: 'domain',
    surely:
      /ドメイン|ホームページ|ウェブサイト|webサイト|\b(url|domain|website|homepage|hp)\b|^(url|hp|web)|url$/,
    possible: /サイト|web|メール|e-?mail|リンク|link/,
    never: /画像|image|logo|ロゴ|sns|twitter|facebook|linkedin/,
    maxFromValues: 0.7,
    isValid: (cell) => parseDomain(cell).ok,
  },
  {
    field: 'name',
    surely:
      /会社名|企業名|法人名|商号|社名|団体名|事業者名|提出者名|取引先名|得意先名|仕入先名|顧客名|^銘柄名$|(company|corporate|corporation|organi[sz]ation|account|client|customer|vendor|supplier)[ _-]?name|^(company|corporation|organi[sz]ation)$/,
    possible:
      /名称|勤務先|所属|取引先|得意先|仕入先|^(name|名前|会社|企業|法人|client|customer|vendor|supplier|account)$/,
    never:
      /カナ|かな|フリガナ|ふりがな|ヨミ|よみ|読み|kana|担当|氏名|代表|部署|商品|製品|市区町村|都道府県|番号|コード|住所|(first|last|person|contact|user|file|product)[ _-]?name/,
    maxFromValues: 0.75,
    isValid: (cell) => /\p{L}/u.test(cell) && [...cell].length <= 200,
  },
];

/**
 * @param headers in order
 * @param rows a sample of rows, with cells in the order of the headers
 * @returns the likely columns of each field, the most certain first
 */
export function detectIdentifierColumns(
  headers: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): DetectedColumn[] {
  const columns = headers.map((header, place) => ({
    header,
    title: foldCase(normalizeText(header)),
    cells: rows.map((row) => row[place] ?? '').filter((cell) => !isEmptyCell(cell)),
  }));
  const found = fields.flatMap((signs) => columns.flatMap((column) => judge(signs, column)));
  return found.sort((a, b) => b.confidence - a.confidence);
}

/** @returns the likely columns of each identifier and each hint, the most certain first */
export function detectColumns(
  headers: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): DetectedField[] {
  return detectIdentifierColumns(headers, rows);
}

/** Guesses below this are shown but not suggested, because customer numbers look like securities codes. */
const minSuggested = 0.5;

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

function judge(signs: FieldSigns, { header, title, cells: texts }: SampledColumn): DetectedColumn[] {
  const cells = signs.field === 'name' ? texts : texts.filter((cell) => !isEmptyCode(normalizeText(cell)));
  const valid = cells.filter((cell) => signs.isValid(cell));
  const ratio = cells.length === 0 ? 0 : valid.length / cells.length;
  const confidence = confidenceOf(signs, title, ratio, cells);
  if (confidence < minConfidence) return [];
  return [
    {
      field: signs.field,
      header,
      confidence: rounded(confidence),
      valid_ratio: rounded(ratio),
      sample_values: [...new Set(valid.length > 0 ? valid : cells)].slice(0, samplesShown),
    },
  ];
}

function confidenceOf(signs: FieldSigns, title: string, ratio: number, cells: readonly string[]): number {
  if (signs.never.test(title)) return 0;
  if (signs.surely.test(title)) return headerShare + (1 - headerShare) * ratio;
  if (signs.possible.test(title)) return cells.length === 0 ? minConfidence : headerShare * ratio;
  // Any text can be a name, but only companies have a legal form.
  const evident = signs.field === 'name' ? shareWithLegalForm(cells) : ratio;
  return evident < 0.5 ? 0 : signs.maxFromValues * evident;
}

function shareWithLegalForm(cells: readonly string[]): number {
  if (cells.length === 0) return 0;
  return cells.filter((cell) => nameKeys(cell).legalForm !== null).length / cells.length;
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
