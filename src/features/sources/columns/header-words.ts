import type { DetectedField } from '../../../contract/sources/answers.ts';
import { foldCase, normalizeText } from '../../../text/letters/normalize.ts';
import { buildAlternatives } from '../../../text/letters/word-patterns.ts';
import type { ColumnField } from './column-fit.ts';
import { detectRole, isKindOfCompany, isPartner, namesParty, namesThing } from './column-roles.ts';
import headings from './header-words.json' with { type: 'json' };
import { foldCell, isValue, listTitle } from './table-words.ts';

/**
 * The words of headers, each once, with all that it says (header-words.json). Both questions about a header are answered from
 * this list: whether a line is one, and which field its column has. Words are patterns. Their marks:
 *
 * - `header-alone`, `header-begin`, `header-end`: a cell that is the word, begins or ends with it is a header
 * - `header-english`: an English word that is one, also behind a word marked `header-before`
 * - `kind`: a kind of company, which is one, also behind a word marked `before-kind`
 * - `address`, `address?`, `-address`, and so for each field: the column surely has it, may have it, or never has it
 * - `partner`: the other side of a business, so that the column may have companies
 * - `name-english`: the column surely has companies if `name` follows; `name-noun?`, `name-english?`: it may have them if the
 *   header has nothing else, or only a word for a name
 */
const words = Object.values(headings).flatMap((heading) => Object.entries<readonly string[]>(heading));

/** The words with this mark, as alternatives of an expression. */
function buildMarked(mark: string): string {
  const marked = words.filter(([, marks]) => marks.includes(mark)).map(([word]) => word);
  if (marked.length === 0) throw new Error(`No word of a header is marked ${mark}.`);
  return buildAlternatives(marked);
}

const headerAlone = new RegExp(`^(?:${buildMarked('header-alone')})$`);
const headerBegins = new RegExp(`^(?:${buildMarked('header-begin')})`);
const headerEnds = new RegExp(`(?:${buildMarked('header-end')})$`);
const englishHeader = new RegExp(
  `^(?:(?:${buildMarked('header-before')})[ _-]?)?(?:${buildMarked('header-english')})$`,
);
/** What kind of company a column has: 発行会社, 納入業者, 販売店. 山田企業 is a company. */
const companyOfAKind = new RegExp(
  `^(?:${buildMarked('before-kind')})?(?:${buildMarked('kind')})(?:名|名称)?$`,
);

const maxHeader = 40;
/** Longer texts that end like a header are sentences and names. */
const maxBeforeEnd = 20;

/** Whether a cell has the words of a column's header. */
export function isHeaderWord(cell: string): boolean {
  const text = foldCell(cell);
  if (text === '' || text.length > maxHeader) return false;
  const bare = text
    .replace(/[(（[［【<＜].*$/u, '')
    .replace(/(?<![*※:：●■◎○必須])[*※:：●■◎○必須]+$/u, '')
    .replace(/^[*※●■◎○]+/u, '')
    .trim();
  if (bare === '' || isValue(bare)) return false;
  return (
    headerAlone.test(bare) ||
    companyOfAKind.test(bare) ||
    headerBegins.test(bare) ||
    (bare.length <= maxBeforeEnd && headerEnds.test(bare)) ||
    englishHeader.test(bare.replaceAll('_', ' '))
  );
}

/** How surely the words of a header name a field; `other` if they name something else. */
export type HeaderMeaning = 'sure' | 'possible' | 'unknown' | 'other';

/** The fields that a column can be detected to have, in the order in which they are looked for. */
export const detectedFields = [
  'corporate_number',
  'ticker',
  'domain',
  'name',
  'prefecture',
  'city',
  'address',
  'postal_code',
] as const satisfies readonly ColumnField[];
export type FieldOfColumn = (typeof detectedFields)[number];

interface HeaderSigns {
  readonly sure: RegExp;
  readonly possible: RegExp;
  readonly never: RegExp;
}

const partner = buildMarked('partner');

/** Beside the marked words: partners and nouns alone, or with words for a name. */
const moreOfNames = {
  sure: [
    `^(?:${partner})(?:名|名称|様|会社|企業|社|先|様名)?$`,
    `(?:${partner})(?:会社|企業|法人|正式|先)?(?:名|名称)$`,
    `(?:${buildMarked('name-english')})[ _-]?(?:name|mei)\\b`,
  ],
  possible: [
    partner,
    `^(?:${buildMarked('name-noun?')})(?:名|名称)?$`,
    `^(?:${buildMarked('name-english?')})(?:[ _-]?name)?$`,
  ],
};

function buildSigns(field: FieldOfColumn): HeaderSigns {
  const { sure, possible } = field === 'name' ? moreOfNames : { sure: [], possible: [] };
  return {
    sure: new RegExp([buildMarked(field), ...sure].join('|')),
    possible: new RegExp([buildMarked(`${field}?`), ...possible].join('|')),
    never: new RegExp(buildMarked(`-${field}`)),
  };
}

const signsByField = Object.fromEntries(
  detectedFields.map((field) => [field, buildSigns(field)]),
) as Readonly<Record<FieldOfColumn, HeaderSigns>>;

const inBracketsAtEnd = [
  '漢字',
  '代表者',
  '和文',
  '和名',
  '日本語',
  '英語',
  '英文',
  '英名',
  '正式(?:名称)?',
  '必須',
  '任意',
  '法人名',
  '法人の名称',
  '名称',
  '全角',
  '半角',
  'jp',
  'ja',
  'en',
  'japanese',
  'english',
  'required',
  '\\d+(?:桁|文字)?(?:以内)?',
].join('|');
const remark = new RegExp(`\\s*[(［[【<](?:${inBracketsAtEnd})[)］\\]】>]$`, 'u');
/** Longer headers say nothing more. */
const maxTitle = 200;

/** Without the marks before it, and without what is added in brackets if that is no word for a field: 企業（漢字）, ★会社名. */
export function toTitle(header: string): string {
  return foldCase(normalizeText(header.slice(0, maxTitle)))
    .replace(/^[*※●■◎○★☆◆▼①-⑳]+\s*/u, '')
    .replace(remark, '');
}

/** @param column as it was detected */
export function readHeader({ field, header }: Pick<DetectedField, 'field' | 'header'>): HeaderMeaning {
  const detected = detectedFields.find((each) => each === field);
  if (detected === undefined) return 'unknown';
  return readTitle(detected, toTitle(header));
}

/** @param title of the header, by `toTitle` */
export function readTitle(field: FieldOfColumn, title: string): HeaderMeaning {
  const { sure, possible, never } = signsByField[field];
  if (field === 'name') return readTitleOfNames(title);
  if (never.test(title)) return 'other';
  if (sure.test(title)) return 'sure';
  if (possible.test(title)) return 'possible';
  return 'unknown';
}

function readTitleOfNames(title: string): HeaderMeaning {
  const { sure, possible, never } = signsByField.name;
  const company = extractCompanyPart(title);
  if (company === '氏名') return 'unknown';
  if (mayNamePersons(company)) return 'possible';
  if (never.test(company) || namesThing(company)) return 'other';
  // 取引先一覧 names a table, so its cells must show that it has companies.
  if (listTitle.test(company)) return 'unknown';
  const isParty = namesParty(company);
  if (sure.test(company) || (isParty && isClearPartner(company))) return 'sure';
  if (isParty || companyOfAKind.test(company) || isKindOfCompany(company) || possible.test(company))
    return 'possible';
  return 'unknown';
}

/** 契約者氏名 and 開設者の氏名 can have persons and companies, which their cells must show. */
export function mayNamePersons(title: string): boolean {
  return /^(?!.*(?:代表|担当)).*者の?氏名$/.test(title);
}

/** 会社名・部署: names with what is set aside behind them. 担当者・会社名 begins with something else. */
function extractCompanyPart(title: string): string {
  const { sure, never } = signsByField.name;
  const [first = '', ...others] = title.split(/\s*(?:[・/／、,，+＋&＆|｜]|及び|および|並びに|ならびに)\s*/u);
  const isName = sure.test(first) || (namesParty(first) && isClearPartner(first));
  if (others.length > 0 && isName && !never.test(first)) return first;
  return title;
}

/** 設置主体 is often 公立 or 民間, and 利用先 may be anything. */
function isClearPartner(title: string): boolean {
  const role = detectRole(title);
  return isPartner(role) && role.kind !== 'toward' && !/主体(名|名称)?$/.test(title);
}

const ofParty =
  /番号|コード|code|電話|tel|phone|fax|メール|mail|カナ|かな|フリガナ|ふりがな|ヨミ|読み|住所|所在|郵便|〒|担当|代表|役職|部署|氏名|場所|[積卸揚]地|口座/;

/** Whether the header is a number, site, place or person, which belongs to a party that another column names. */
export function isAttribute(header: string): boolean {
  const title = toTitle(header);
  if (readTitle('name', title) === 'sure' || namesThing(title)) return false;
  return ofParty.test(title) || detectedFields.some((field) => readTitle(field, title) === 'sure');
}
