import words from './placeholder-words.json' with { type: 'json' };

/**
 * What people write into a cell that has no value. Source: docs/decisions/0001-identity.md. `inAnyCell` is for cells of
 * any kind, also of registers; the rest only for names and identifiers.
 */

const inAnyCell: ReadonlySet<string> = new Set(words.inAnyCell);

const LONGEST_WORD = Math.max(...[...inAnyCell].map(({ length }) => length));

const STEP = `(?:${words.steps.join('|')})`;
const THING = words.things.join('|');
const WHO = '(?:事業者|業者|事業主|企業|会社|法人|先|者)';
const NOTHING =
  '(?:[をはがの]|のため)?(?:なし|無し|無い|ない|ナシ|無|不要|不明|未定|未|ありません|ございません|して(?:いない|いません|ない|ません))';
/**
 * 未登録, 非上場, 登録番号なし, 申請中, 免税事業者, 個人事業主, 海外法人 … in names and identifiers. A bare word such as NA or 0
 * is the name of a company only with a legal form: 株式会社NA.
 */
const NO_VALUE = new RegExp(
  `^(?:${[
    `(?:未|非|無|不)(?:(?:${STEP})(?:${WHO}|番号|済み?)?|番号)`,
    `(?:${STEP}|${THING}){0,4}(?:${NOTHING}|${STEP}(?:中|待ち?|外|廃止|予定))`,
    `(?:消費税)?(?:免税|非課税|簡易課税|個人|海外|国外|外国)${WHO}?(?:のため)?(?:${NOTHING})?`,
    '保留|別途(?:連絡|確認)?|後日(?:連絡|確認)?|未開示|非開示|不要|任意|廃業|閉鎖|ミトウロク|メンゼイ',
    words.english.join('|'),
  ].join('|')})(?:です)?$`,
);
/** Words that say of a registration only that it is there, or begin an address. */
const NO_CODE =
  /^(?:空|blank|申請済み?|登録済み?|済み?|有り?|あり|[○◯〇●レ✓✔]+|x{2,}|https?:\/\/|www\.|t?0[0 .,-]*(?:e[+-]?0+)?)$/;

const LONGEST_PLACEHOLDER = 24;

const otherRow: ReadonlySet<string> = new Set(words.otherRow);

const LONGEST_REFERENCE = Math.max(...[...otherRow].map(({ length }) => length));

/** Dashes of any kind and question marks; in a code also other marks. */
const MARKS = /^(?:[-‐-―−─━ー_ ]+|\?+)$/;
const MARKS_IN_CODE = /^[-‐-―−─━ー_?*/\\|~〜・.。 ]*$/;
const ONLY_MARKS = /^[^\p{L}\p{N}]+$/u;
const MAX_LENGTH = 60;
const BRACKETED = /^[([{<【〔「『](.*)[)\]}>】〕」』]$/;
/** なし（個人事業主）, 免税(2026年まで), but not a note with a code or an address; not in a name, because 未定(株) is a company. */
const WITH_NOTE =
  /^([^([【〔「]+?) ?[([【〔「](?!.*(?:\d(?:\d{4}|\d{3}(?![\d年/.-]))|@|\.\p{L})).*[)\]】〕」]$/u;

/**
 * 9999999999999, 0000000000000, 1234567890123: what programs and people write into a column of numbers that must not be empty.
 * The first has a right check digit. No corporate number is one digit repeated or digits in order.
 */
export function isPlaceholderNumber(digits: string): boolean {
  const isInOrder = '01234567890123456789'.includes(digits) || '98765432109876543210'.includes(digits);
  return digits.length >= 8 && (/^(\d)\1*$/.test(digits) || (digits.length >= 10 && isInOrder));
}

/** 000-0000, 999-9999, 123-4567: no area of the post has such a code. */
export function isPlaceholderPostalCode(digits: string): boolean {
  return /^(?:(\d)\1{6}|1234567)$/.test(digits);
}

/**
 * 1111, 1234 and 99999 as a securities code. The codes begin at 1300, and the fifth digit counts kinds of shares from 1. 9999 could be
 * given to a company.
 */
export function isPlaceholderCode(code: string): boolean {
  return /^(?:1111|1234)\d?$|^99999$/.test(code);
}

/** A run of each digit, and the digits in order, as a number of 13 digits has them. */
const placeholderNumbers = [...'123456789'].map((digit) => Number(digit.repeat(13)));
placeholderNumbers.push(1_234_567_890_123, 9_876_543_210_987);

/** 9.99999999999E+12, 1E+13: 9999999999999 as spreadsheets round it. No corporate number has such digits behind its first five. */
function isRoundedPlaceholder(number: string): boolean {
  const [, decimals = '', exponent] = /^\d(?:[.,](\d{0,15}))?e\+?(1[23])$/i.exec(number) ?? [];
  if (exponent === undefined) return false;
  const value = Number(number.replace(',', '.'));
  if (decimals.length < minDecimals) return value === 1e13;
  const unit = 10 ** (Number(exponent) - decimals.length);
  return placeholderNumbers.some((each) => Math.abs(value - each) <= unit);
}

const minDecimals = 5;

/**
 * The placeholder that a text is, in any of the ways in which numbers are written: T9999999999999, 9999-99-9999999,
 * 9999999999999.0, 9.99999999999E+12. Null for any other text.
 */
export function findPlaceholder(text: string): string | null {
  const number = text.replace(/^t(?=\W*\d)/i, '').replaceAll(/[\s‐-―−ー'_-]|,(?=\d{3})/g, '');
  const digits = number.replace(/[.,]0*$/, '');
  if (isPlaceholderNumber(digits)) return digits;
  if (isRoundedPlaceholder(number)) return number;
  return null;
}

/**
 * #N/A, #REF!, #WERT!, #N/A Invalid Security, Err:502, Error 2042: what a formula without a result leaves behind, by the names that errors
 * have in the languages of Excel, LibreOffice and Access. Any word between # and ! or ? is one: no registered name begins with #.
 */
const SPREADSHEET_ERROR = new RegExp(
  `^(?:#(?:${words.spreadsheetErrors.join('|')})[!?]?|#[\\p{L}/_]{1,20} ?[!?]|#n/a [a-z/ .]{1,40}|(?:err|fehler|erreur|エラー):\\d{3}|(?:error|エラー) ?2\\d{3})$`,
  'iu',
);

const MAY_BE_ERROR = /^[([]?(?:#|[a-z]{3,6}:|エラー[: ]|error ).{0,50}$/iu;

/** Of any cell. @param normalized by `normalizeText` */
export function isEmptyText(normalized: string): boolean {
  if (normalized === '' || MARKS.test(normalized)) return true;
  if (normalized.length > LONGEST_WORD + 3 && !MAY_BE_ERROR.test(normalized)) return false;
  return listForms(normalized).some(
    (text) => MARKS.test(text) || inAnyCell.has(text) || SPREADSHEET_ERROR.test(text),
  );
}

/** Of a cell with a name. @param normalized by `normalizeText` */
export function isEmptyName(normalized: string): boolean {
  if (isEmptyText(normalized)) return true;
  // Marks can stand around it.
  if (normalized.length > LONGEST_PLACEHOLDER + 4) return false;
  return ONLY_MARKS.test(normalized) || listForms(normalized).some(isNoValue);
}

/** Of a cell with an identifier other than a name. @param normalized by `normalizeText` */
export function isEmptyCode(normalized: string): boolean {
  if (MARKS_IN_CODE.test(normalized)) return true;
  if (normalized.length > MAX_LENGTH) return false;
  if (findPlaceholder(normalized) !== null) return true;
  const [, beforeNote = ''] = WITH_NOTE.exec(normalized.toLowerCase()) ?? [];
  return [...listForms(normalized), beforeNote]
    .filter((text) => text !== '')
    .some(
      (text) =>
        MARKS_IN_CODE.test(text) ||
        inAnyCell.has(text) ||
        SPREADSHEET_ERROR.test(text) ||
        isNoValue(text) ||
        NO_CODE.test(text),
    );
}

/** People space out short words: な し, 免 税. @param text in lower case */
function isNoValue(text: string): boolean {
  if (text.length > LONGEST_PLACEHOLDER) return false;
  const joined = text.replaceAll(' ', '');
  return NO_VALUE.test(joined) || inAnyCell.has(joined);
}

/** The text in lower case, as it is, without marks around it (※なし, 不明？), and without brackets. */
function listForms(normalized: string): string[] {
  const text = normalized.toLowerCase();
  const plain = text.replace(/^[※*●■◆・]+(?=.)/, '').replace(/(?<=.)[-‐-―−ー。.、!?※*]+$/, '');
  return [...new Set([text, plain, BRACKETED.exec(plain)?.[1] ?? plain])];
}

/** Why a text has no value of its own and cannot be read; null for any other text. @param normalized by `normalizeText` */
export function explainUnreadable(normalized: string): string | null {
  if (normalized.length > LONGEST_REFERENCE + 2 && !normalized.startsWith('#')) return null;
  const text = BRACKETED.exec(normalized)?.[1] ?? normalized;
  if (otherRow.has(text)) return `"${text}" refers to another cell. Write the value itself.`;
  if (/^#{2,100}$/.test(text))
    return `"${text}" is what a spreadsheet shows in a column that is too narrow. Export the value itself.`;
  return null;
}
