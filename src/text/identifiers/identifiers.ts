import { FORMS } from '../cells/written-name-words.ts';
import { normalizeText } from '../letters/normalize.ts';
import {
  explainUnreadable,
  findPlaceholder,
  isEmptyCode,
  isEmptyName,
  isPlaceholderNumber,
} from '../letters/placeholders.ts';
import { isLegalFormOnly } from '../names/names.ts';
import { findDomainInCell, isOnlyAddresses, normalizeBeginning } from './domains.ts';

/** The values of `identifier_type`. Source: docs/decisions/0001-identity.md. */
export const identifierTypes = [
  'company_id',
  'securities_code',
  'corporate_number',
  'domain',
  'edinet_code',
  'invoice_number',
  'name',
] as const;
export type IdentifierType = (typeof identifierTypes)[number];

/**
 * - `empty`: no text, or one that says that there is none
 * - `malformed`: not in the form of this identifier
 * - `check_digit`: in the right form, but a digit is wrong
 * - `not_identifying`: well formed, but belongs to many companies (free mail, hosting) or to none
 */
export type IdentifierFault = 'empty' | 'malformed' | 'check_digit' | 'not_identifying';

interface Fault {
  readonly reason: IdentifierFault;
  /** One sentence for the caller. */
  readonly message: string;
  /** Whether an empty text looks like a value, so that people should know: 9999999999999, or a legal form alone as a name. */
  readonly placeholder?: true;
}

/** `value` is the canonical form, in which the identifier is stored and compared. */
export type ParsedIdentifier =
  | { readonly ok: true; readonly type: IdentifierType; readonly value: string }
  | ({ readonly ok: false; readonly type: IdentifierType } & Fault);

/** The code of a fault in gaps and warnings, with its message. */
export function toIdentifierFault({ reason, message }: Fault): { code: string; message: string } {
  const code = reason === 'check_digit' ? 'identifier_check_digit_invalid' : `identifier_${reason}`;
  return { code, message };
}

/** @returns the canonical form, or what is wrong with the text */
type Read = (text: string) => string | Fault;

function toParsedIdentifier(type: IdentifierType, found: string | Fault): ParsedIdentifier {
  if (typeof found === 'string') return { ok: true, type, value: found };
  return { ok: false, type, ...found };
}

const plainNames: Readonly<Record<IdentifierType, string>> = {
  company_id: 'company_id',
  securities_code: 'securities code',
  corporate_number: 'corporate number',
  domain: 'domain',
  edinet_code: 'EDINET code',
  invoice_number: 'invoice number',
  name: 'name',
};

function makeEmptyFault(type: IdentifierType, text: string): Fault {
  const what = plainNames[type];
  const message = text === '' ? `The ${what} is empty.` : `"${text}" means that there is no ${what}.`;
  return { reason: 'empty', message };
}

function makePlaceholderFault(type: IdentifierType, text: string): Fault {
  const message = `${text} is not a real ${plainNames[type]}. People and programs write it where there is none.`;
  return { reason: 'empty', message, placeholder: true };
}

function makeMalformedFault(message: string): Fault {
  return { reason: 'malformed', message };
}

/** No code is longer, even with a label and spaces; longer text is not read. */
const MAX_CODE_LENGTH = 100;

/**
 * @param clean most values are like this and are not read further
 * @param accept reads a clean value
 * @param label what people write before the value, in upper case
 * @param read reads any other text, in upper case and without what is written around it
 */
function makeCodeParser(type: IdentifierType, clean: RegExp, accept: Read, label: RegExp, read: Read) {
  const tooLong = makeMalformedFault(
    `The ${plainNames[type]} must have at most ${MAX_CODE_LENGTH} characters.`,
  );
  return (input: string): ParsedIdentifier => {
    if (clean.test(input)) return toParsedIdentifier(type, accept(input));
    if (input.length > MAX_CODE_LENGTH) return toParsedIdentifier(type, tooLong);
    const text = normalizeText(replaceNumero(input));
    const why = explainUnreadable(text);
    if (why !== null) return toParsedIdentifier(type, makeMalformedFault(why));
    const value = unwrapCode(text);
    const unlabelled = value.replace(label, '');
    const placeholder = findPlaceholder(value) ?? findPlaceholder(unlabelled);
    if (placeholder !== null) return toParsedIdentifier(type, makePlaceholderFault(type, placeholder));
    const isEmpty = isEmptyCode(text) || isEmptyCode(unlabelled);
    return toParsedIdentifier(type, isEmpty ? makeEmptyFault(type, text) : read(value));
  };
}

/** NFKC would join № with a letter after it: №T118… */
function replaceNumero(input: string): string {
  return input.replaceAll('№', 'No.');
}

const OPENING = /^[\s='"“”„‘’‚‛′`「『【〔〈《[(<{]+/;
// From the beginning of the run of marks: beginning at each of them would take the square of their number.
const CLOSING = /(?<![\s'"“”‘’′`」』】〕〉》\])>}。.,;、])[\s'"“”‘’′`」』】〕〉》\])>}。.,;、]+$/;

/** What NFKC makes of ´, which people use for an apostrophe. */
const ACUTE = '\u0301';

/** A code without what spreadsheets and people write around it: '7203, ="7203", [7203]. In upper case. */
function unwrapCode(normalized: string): string {
  return normalized.toUpperCase().replaceAll(ACUTE, "'").replace(OPENING, '').replace(CLOSING, '');
}

/** Anything that is neither letter nor digit. ー is a letter and 〇 a digit, but people write them as a hyphen and a circle. */
const MARK = '(?:[^\\p{L}\\p{N}]|[ー〇])';

/**
 * Whether a text has nothing but these words, with marks between them. Latin words count only as a whole.
 * @param words a pattern that matches a part of at least one letter in one way only, so that this takes linear time
 */
function buildOnlyWordsPattern(words: string): RegExp {
  return new RegExp(`^${MARK}*(?:(?:${words})${MARK}*)*$`, 'u');
}

function buildLatinPattern(words: string): string {
  return `(?<![A-Z])(?:${words})(?![A-Z])`;
}

/**
 * The check digit in front of the last 12 digits of a corporate number:
 * `9 - (sum(P_n * Q_n) mod 9)`, n counted from the right, Q = 1 for odd n and 2 for even n.
 * Source: National Tax Agency, ordinance on the designation of corporate numbers.
 * @param last12 exactly 12 digits
 */
export function computeCheckDigit(last12: string): number {
  let sum = 0;
  for (let n = 1; n <= last12.length; n++) {
    sum += Number(last12.charAt(last12.length - n)) * (n % 2 === 1 ? 1 : 2);
  }
  return 9 - (sum % 9);
}

function makeCheckDigitFault(number: string): Fault {
  const message = number.startsWith('0')
    ? `A corporate number never begins with 0, as ${number} does: check its 13 digits for a typing error.`
    : `The check digit of ${number} is wrong: check its 13 digits for a typing error.`;
  return { reason: 'check_digit', message };
}

/** @param number 13 digits */
function hasRightCheckDigit(number: string): boolean {
  return Number(number.charAt(0)) === computeCheckDigit(number.slice(1));
}

/** @param number 13 digits */
function validateNumber(number: string): string | Fault {
  if (isPlaceholderNumber(number)) return makePlaceholderFault('corporate_number', number);
  if (hasRightCheckDigit(number)) return number;
  return makeCheckDigitFault(number);
}

/**
 * What people write beside a number to say what it is: 法人番号：, 適格請求書発行事業者登録番号, T番号, Invoice No., 登録済.
 * Words that make it the number of another company are absent: 親会社, 旧.
 */
const NUMBER_WORDS = [
  '適格|請求書|発行|事業者|インボイス|課税|消費税|国税庁|国税|会社|企業|法人|登録|指定|税務|納税者|マイ|番号|ナンバー|コード|制度|国内',
  '本社|本店|貴社|御社|等|の|用|は|済み?|有り?|あり|有効|確認|取得|公表|年月日|日|付|13桁|半角|数字',
  buildLatinPattern(
    `(?:JP)?T{1,2}(?:NO)?|JPN?|JAPAN|CORPORATE|CORP|COMPANY|INVOICE|QUALIFIED|ISSUER|REGISTRATION|REGISTERED|REG|TAX
     |CONSUMPTION|VAT|JCT|NTA|HOU?JIN|BANGOU?|NUMBER|NO|NR|ID|CODE|OK`.replaceAll(/\s/g, ''),
  ),
].join('|');
const ONLY_NUMBER_WORDS = buildOnlyWordsPattern(NUMBER_WORDS);
const NUMBER_LABEL = new RegExp(`^(?:(?:${NUMBER_WORDS})${MARK}*)+`, 'u');
/** Of a list: 1), or ① after NFKC. */
const LIST_NUMBER = /^\d{1,2}(?:\)|(?=[^\d\P{L}]))/u;
/** A remark after the number: T1180301018771(登録済), (2023年10月1日登録). Not if it is the number of another company. */
const NUMBER_NOTE = /^\s*[([【〔「『<《≪](?!.*(?:親会社|子会社|グループ|旧|誤|\d{12})).*$/;
/** The day of the registration. */
const DATE = /(?:令和|平成|R|H)?\d{1,4}[年./-]\d{1,2}[月./-]\d{1,2}日?/;
/** People group long numbers: 1180-3010-18771, 1180 3010 18771, 1,180,301,018,771. Brackets begin a remark. */
const GROUPED_NUMBER = /\d(?:(?:[^\p{L}\p{N}\p{Ps}\p{Pe}<>≪≫]|ー){0,3}\d){11,}/gu;
const WHOLE_NUMBER = /(?<!\d)\d{13}(?!\d)/g;
/** A number of a spreadsheet: 1180301018771.0. If dots also group it, the last 0 is one of its digits. */
const DECIMALS = /^([^.]*\d)\.0+$|^([^,]*\d),0{1,2}$/;
const ALL_DIGITS_OF_A_FLOAT = /(?<!\d)(\d)[.,](\d{12})E\+?12(?!\d)/;
const INVOICE_MARK = new RegExp(
  `(?<![A-Z])(?:JP-?)?T{1,2}${MARK}*$|(?<=NO|NUMBER)T(?:ー|[^\\p{L}\\p{N}\\s]${MARK}*)?$`,
  'u',
);

interface WrittenNumber {
  /** Only digits if the text is one number in any of the written forms; otherwise as near to them as can be read. */
  readonly digits: string;
  /** Whether `T` says that it is an invoice number. */
  readonly isInvoice: boolean;
}

/** @param value in upper case */
function parseWrittenNumber(value: string): WrittenNumber {
  // Most names have no digit, and what follows costs more than the rest of reading a query.
  if (!/\d/.test(value))
    return { digits: value.replace(NUMBER_LABEL, ''), isInvoice: INVOICE_MARK.test(value) };
  const text = value.replace(ALL_DIGITS_OF_A_FLOAT, '$1$2');
  const whole = [...text.matchAll(WHOLE_NUMBER)];
  const found = whole.length > 0 ? whole : [...text.matchAll(GROUPED_NUMBER)];
  const numbers = found.map(([written]) => extractDigits(written));
  const [first, last] = [found[0], found.at(-1)];
  const before = text.slice(0, first?.index);
  const isInvoice = INVOICE_MARK.test(before);
  if (first && last && new Set(numbers).size === 1) {
    const after = text.slice(last.index + last[0].length);
    const between = text.slice(first.index, last.index).replaceAll(first[0], ' ');
    const label = before.replace(INVOICE_MARK, '').replace(LIST_NUMBER, '');
    const note = after
      .replace(/^[.,]0+(?!\d)/, '')
      .replace(NUMBER_NOTE, '')
      .replace(DATE, '');
    const beside = `${label} ${between} ${note}`;
    if (ONLY_NUMBER_WORDS.test(beside) && !QUANTITY.test(beside))
      return { digits: numbers[0] ?? '', isInvoice };
  }
  const rest = text.replace(NUMBER_LABEL, '');
  return { digits: rest.replaceAll(BETWEEN_DIGITS, '').replace(/^(\d{4,})\.0+$/, '$1'), isInvoice };
}

const BETWEEN_DIGITS = /(?<=\d)[\s‐-―−ー_,、・'’‘′`-]{1,3}(?=\d)/g;

function extractDigits(written: string): string {
  return written.replace(DECIMALS, '$1$2').replaceAll(/\D/g, '');
}

/** A number that may be wrong. @returns null for a text that is too long */
export function readNumber(input: string): WrittenNumber | null {
  if (input.length > MAX_CODE_LENGTH) return null;
  return parseWrittenNumber(unwrapCode(normalizeText(replaceNumero(input))));
}

const CORPORATE_NUMBER = /^\d{13}$/;

/** 13 digits with a correct check digit, in any of the ways in which people write them, also as an invoice number. */
export const parseCorporateNumber = makeCodeParser(
  'corporate_number',
  /^[1-9]\d{12}$/,
  validateNumber,
  NUMBER_LABEL,
  (value) => parseCheckedNumber(value, corporateNumberForm),
);

/** `T` and the 13 digits of a corporate number, as on an invoice. The `T` may be missing. */
const parseInvoiceNumber = makeCodeParser(
  'invoice_number',
  /^T[1-9]\d{12}$/,
  (text) => toInvoiceNumber(validateNumber(text.slice(1))),
  NUMBER_LABEL,
  (value) => toInvoiceNumber(parseCheckedNumber(value, invoiceNumberForm)),
);

function parseCheckedNumber(value: string, form: string): string | Fault {
  const { digits } = parseWrittenNumber(value);
  if (CORPORATE_NUMBER.test(digits)) return validateNumber(digits);
  return makeMalformedFault(getNumberHint(digits, form));
}

function toInvoiceNumber(number: string | Fault): string | Fault {
  if (typeof number === 'string') return `T${number}`;
  return number;
}

const corporateNumberForm = 'A corporate number has 13 digits.';
const invoiceNumberForm = 'An invoice number is T followed by 13 digits.';

/** What a text that is not a corporate number may be. @returns `form`, and what is known beyond it */
function getNumberHint(digits: string, form: string): string {
  if (/^\d(?:[.,]\d*)?E\+?\d+$/.test(digits)) {
    return 'A spreadsheet has rounded this corporate number. Format the column as text and export it again.';
  }
  if (/^\d{12}$/.test(digits)) {
    return 'This number has 12 digits, like a commercial register number. A corporate number has 13. It never begins with 0, so no leading zero was lost.';
  }
  if (/^(?:(?:TEL|FAX|電話)?\D{0,3}0\d{9,10}|\+81\d{9,10})$/.test(digits))
    return `This looks like a telephone number. ${form}`;
  if (/^〒?\d{7}$/.test(digits)) return `This number has 7 digits, like a postal code. ${form}`;
  if (/^\d{26}$|(?<!\d)\d{13}(?!\d).*(?<!\d)\d{13}(?!\d)/.test(digits))
    return `This cell has several numbers. ${form} Give one.`;
  if (/^\d+$/.test(digits)) return `This number has ${countOf(digits.length, 'digit')}. ${form}`;
  if (SECURITIES_CODE.test(digits)) return `This looks like a securities code. ${form}`;
  if (EDINET_CODE.test(digits)) return `This looks like an EDINET code. ${form}`;
  if (/^[\dOIL]{13}$/.test(digits)) return `This has a letter (O, I or L) in place of a digit. ${form}`;
  if (/(?<!\d)\d{13}(?!\d)/.test(digits)) return `There is other text beside the number. ${form}`;
  return form;
}

function countOf(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const CODE = '[1-9][0-9ACDFGHJKLMNPRSTUWXY][0-9][0-9ACDFGHJKLMNPRSTUWXY]';
const SECURITIES_CODE = new RegExp(`^(${CODE})(\\d?)$`);

/**
 * How data vendors mark the exchange of a code. All exchanges in Japan share one set of codes, so the mark says nothing
 * more. Reuters and Yahoo: 7203.T, Bloomberg: 7203 JP or JT, Google: TYO:7203, TradingView: TSE:7203, ISO 10383: XTKS.
 * Some marks have other meanings abroad (.N is New York at Reuters, .F Frankfurt at Yahoo), but the codes there have
 * letters where a Japanese code has digits.
 */
const EXCHANGE_MARKS =
  'TYO|TSE|TKS|TKO|JPX|JP|JPN|JT|XTKS|XJPX|TK|NG|NGO|NAG|NSE|JN|XNGO|SP|SAP|SSE|JS|XSAP|FU|FKA|FUK|FSE|JF|XFKA|OS|OSA|OSE|JE|JO|XOSE|JQ|JQS|JQG|OJ';
/** 東証, 東P, 東証プライム, 東1, 東証第一部, 名証メイン … */
const MARKETS =
  '(?:東京|東|名古屋|名|札幌|札|福岡|福|大阪|大)(?:証券取引所|証)?(?:[PSGMNJ](?![A-Z])|JQ|セ|第?[一二12]部?)?|(?<![東京名屋札幌福岡大阪証所])第?[一二12]部|プレミア|メイン|ネクスト|プライム|スタンダード|グロース|ジャスダック|マザーズ|アンビシャス|セントレックス|(?:内国|外国)株式|市場';
const CODE_WORDS = [
  '(?:証券|銘柄|株式|株価|上場|会社|企業|日経)*(?:コード|番号)|銘柄|4桁|の|は|上場(?:企業|会社|銘柄|済み?|あり|有)?',
  MARKETS,
  buildLatinPattern(
    `${EXCHANGE_MARKS}|JASDAQ|Q-?BOARD|PRIME|STANDARD|GROWTH|(?:TOKYO )?PRO(?: MARKET)?|TPM|J?-?REIT|ETF
     |(?:TOKYO|NAGOYA|SAPPORO|FUKUOKA)(?: STOCK EXCHANGE)?|JAPAN|EQUITY|(?:STOCK|SECURITIES|SECURITY|SEC\\.?|LOCAL|QUICK) (?:CODE|NO|NUMBER)
     |TICKER|SYMBOL|CODE|NO|BLOOMBERG|REUTERS|RIC|BBG`.replaceAll(/\n\s*/g, ''),
  ),
].join('|');
const ONLY_CODE_WORDS = buildOnlyWordsPattern(CODE_WORDS);
const CODE_LABEL = new RegExp(`^(?:(?:${CODE_WORDS})${MARK}*)+(?![0-9A-Z]{10}$)`, 'u');
/** A single letter is a mark only after the code, and attached to it: 7203.T, not 7203 T. */
const LETTER_AFTER = /^[.:/<(-]+[TNSFOJQ](?![A-Z0-9])/;
const WRITTEN_CODE = new RegExp(`(?<![0-9A-Z])(${CODE}\\d?)(?:[.,]0+)?(?![0-9A-Z])`, 'g');
const ATTACHED_BEFORE = new RegExp(`(?<![A-Z])(?:${EXCHANGE_MARKS}|TICKER|CODE|NO)(?=\\d)`);
const ATTACHED_AFTER = new RegExp(`(?<=^${CODE}\\d?)(?=(?:${EXCHANGE_MARKS})$)`);
/** 東1 and 7203, or 東 and 17203. */
const UNCLEAR_MARKET = /[東名大札福第][12]\d{4}/;
/** 7 2 0 3 */
const SPACED_OUT = /^[0-9A-Z](?: [0-9A-Z]){3,4}$/;
/** An amount, a share or a change, but no code: ¥7203, 7203%. */
const QUANTITY = /[\p{Sc}%‰±](?<!\$)/u;

/**
 * Four characters; the second and fourth may be letters (130A). The five-character form with a final 0 equals the
 * four-character one; with another final digit it is another security of the company (25935), and is kept. An exchange
 * in Japan may be named before or after it.
 */
export const parseSecuritiesCode = makeCodeParser(
  'securities_code',
  SECURITIES_CODE,
  trimCode,
  CODE_LABEL,
  (value) => {
    const text = (SPACED_OUT.test(value) ? value.replaceAll(' ', '') : value)
      .replace(/^(\d{1,2}),(\d{3})(?=$|\.0+$)/, '$1$2')
      .replace(ATTACHED_BEFORE, '$& ')
      .replace(ATTACHED_AFTER, ' ');
    const found = [...text.matchAll(WRITTEN_CODE)];
    const codes = new Set(found.map(([, code = '']) => trimCode(code)));
    const [code] = codes;
    if (code === undefined || codes.size > 1 || UNCLEAR_MARKET.test(text)) {
      return makeMalformedFault(getSecuritiesCodeHint(value.replace(CODE_LABEL, '')));
    }
    const beside = text.split(WRITTEN_CODE).filter((_, place) => place % 2 === 0);
    const unknown = beside.map((part, place) => (place === 0 ? part : part.replace(LETTER_AFTER, '')));
    const foreign = unknown.find((part) => !ONLY_CODE_WORDS.test(part) || QUANTITY.test(part));
    if (foreign === undefined) return code;
    return makeMalformedFault(getExchangeHint(extractMarket(foreign)));
  },
);

/** Without marks around it, and without the kind of security, which Bloomberg adds. */
function extractMarket(beside: string): string {
  return beside.replaceAll(/^[\s:.・/([【〔<-]+|(?<![\s:.・/([【〔<-])[\s:.・/([【〔<-]+$| EQUITY$/g, '');
}

function trimCode(code: string): string {
  if (code.length === 5 && code.endsWith('0')) return code.slice(0, 4);
  return code;
}

const securitiesCodeForm = 'A securities code has 4 characters, such as 7203 or 130A, or 5 digits.';

/** The exchanges abroad whose codes Japanese tables have most often. */
const abroad: ReadonlySet<string> = new Set(
  `US UN UW UQ NYSE NASDAQ AMEX OQ HK HKG HKEX TW TWO TT TPE KS KQ KRX SS SH SHA SZ SHE CH L LN LSE LON DE GR FRA
   PA FP SW AS TO TSX AX AU SI SGX KL BK`.split(/\s+/),
);

function getExchangeHint(mark: string): string {
  if (abroad.has(mark)) return `${mark} is an exchange outside Japan. ${securitiesCodeForm}`;
  return `"${mark}" beside the code is not an exchange in Japan. ${securitiesCodeForm}`;
}

function getSecuritiesCodeHint(text: string): string {
  const [, before, after] =
    /^(?:([A-Z]{2,6}):)?[0-9A-Z]{1,10}(?:[.: -]([A-Z]{1,4})(?: EQUITY)?)?$/.exec(text) ?? [];
  const foreign = [before, after].find((mark) => mark !== undefined && abroad.has(mark));
  if (foreign !== undefined) return getExchangeHint(foreign);
  if (/^[A-Z]{2}[0-9A-Z]{9}\d$/.test(text)) return `This looks like an ISIN. ${securitiesCodeForm}`;
  if (EDINET_CODE.test(text)) return `This looks like an EDINET code. ${securitiesCodeForm}`;
  if (/^T?\d{13}$/.test(text)) return `This looks like a corporate number. ${securitiesCodeForm}`;
  if (/^\d{6}$/.test(text)) return `This has 6 digits, like a code in China or Korea. ${securitiesCodeForm}`;
  if (/^0\d{3,4}$/.test(text)) return `A securities code never begins with 0. ${securitiesCodeForm}`;
  if (SEVERAL_CODES.test(text)) return `This cell has several codes. ${securitiesCodeForm} Give one.`;
  return securitiesCodeForm;
}

const SEVERAL_CODES = new RegExp(`^${CODE}(?:[\\s,/;、・]+${CODE})+$`);

const EDINET_CODE = /^E\d{5}$/;

const EDINET_LABEL = /^(?:EDINET)?(?:[\s-]*(?:コード|CODE))?[\s:=([-]*(?=E|$)/;

/** `E` and five digits. */
export const parseEdinetCode = makeCodeParser('edinet_code', EDINET_CODE, String, EDINET_LABEL, (value) => {
  const code = value.replace(EDINET_LABEL, '').replace(/^E[\s-](?=\d)/, 'E');
  if (EDINET_CODE.test(code)) return code;
  return makeMalformedFault('An EDINET code is E followed by 5 digits.');
});

/** '="x.co.jp" */
const OPENING_OF_DOMAIN = /^[\s='"“”‘’※*#・-]+/;
/** Most domains are like this and need no further reading. */
const CLEAN_DOMAIN = /^(?:[a-z0-9-]{1,63}\.){1,5}[a-z][a-z0-9-]{1,62}$/;

/**
 * A domain, or the domain of the URLs and e-mail addresses of one company, as its registrable domain; free mail and
 * hosting never identify a company.
 */
export function parseDomain(input: string): ParsedIdentifier {
  const text = normalizeBeginning(input);
  if (!CLEAN_DOMAIN.test(text)) {
    const why = explainUnreadable(text);
    if (why !== null) return toParsedIdentifier('domain', makeMalformedFault(why));
    if (isEmptyCode(text) || unwrapCode(text) === '')
      return toParsedIdentifier('domain', makeEmptyFault('domain', text));
  }
  const parsed = findDomainInCell(text.replace(OPENING_OF_DOMAIN, ''));
  if (parsed.ok) return toParsedIdentifier('domain', parsed.domain);
  const { reason, message } = parsed;
  const isShared = reason !== 'empty' && reason !== 'malformed';
  return toParsedIdentifier('domain', { reason: isShared ? 'not_identifying' : reason, message });
}

const longestForm = 40;

/** Also with marks or twice: 「株式会社」, 株式会社株式会社. */
function isFormAlone(text: string): boolean {
  if (text.length > longestForm) return false;
  const rest = text.replace(FORMS, '');
  return isLegalFormOnly(text) || (rest !== text && !/[\p{L}\p{N}]/u.test(rest));
}

function makeFormFault(text: string): Fault {
  return { reason: 'empty', placeholder: true, message: `"${text}" is only a legal form, not a name.` };
}

/** Any text that says a name; its value is the normalized text, from which the name keys are made. */
function parseName(input: string): ParsedIdentifier {
  const text = normalizeText(input);
  const why = explainUnreadable(text);
  if (why !== null) return toParsedIdentifier('name', makeMalformedFault(why));
  if (isEmptyName(text)) return toParsedIdentifier('name', makeEmptyFault('name', text));
  // Columns of numbers are mapped as names, too.
  if (findPlaceholder(text) !== null) return toParsedIdentifier('name', makePlaceholderFault('name', text));
  return toParsedIdentifier('name', isFormAlone(text) ? makeFormFault(text) : text);
}

const COMPANY_ID = new RegExp(`^(?:(CN)_(\\d{13})|(TSE|NSE|SSE|FSE)_(${CODE}\\d?))$`);
const COMPANY_ID_LABEL = /^COMPANY_ID[\s:=]*/;
const COMPANY_ID_HINT =
  'A company_id is cn_ followed by 13 digits, or tse_, nse_, sse_ or fse_ followed by a securities code.';

/** `cn_<13 digits>` or `<exchange>_<code>`; the prefix is lower case, the code upper case (`tse_130A`). */
export const parseCompanyId = makeCodeParser(
  'company_id',
  /^cn_\d{13}$/,
  extractCompanyId,
  COMPANY_ID_LABEL,
  (value) => extractCompanyId(value.replace(COMPANY_ID_LABEL, '')),
);

function extractCompanyId(text: string): string | Fault {
  const [, , number, exchange = '', code = ''] = COMPANY_ID.exec(text.toUpperCase()) ?? [];
  if (number === undefined) {
    if (exchange) return `${exchange.toLowerCase()}_${trimCode(code)}`;
    return makeMalformedFault(COMPANY_ID_HINT);
  }
  // Nobody writes an id in place of none: cn_9999999999999 is only unknown.
  if (hasRightCheckDigit(number)) return `cn_${number}`;
  return makeCheckDigitFault(`cn_${number}`);
}

const PARSERS: Readonly<Record<IdentifierType, (input: string) => ParsedIdentifier>> = {
  company_id: parseCompanyId,
  securities_code: parseSecuritiesCode,
  corporate_number: parseCorporateNumber,
  domain: parseDomain,
  edinet_code: parseEdinetCode,
  invoice_number: parseInvoiceNumber,
  name: parseName,
};

/** Reads an identifier of a known type, as people write it. Never throws. */
export function parseIdentifier(type: IdentifierType, input: string): ParsedIdentifier {
  return PARSERS[type](input);
}

/**
 * Every reading of the whole query as an identifier: exact identifiers first, then a company_id. A query in the form of
 * an identifier that is invalid (check digit, free mail) is returned too; one without the form is left out.
 */
export function parseIdentifiers(query: string): ParsedIdentifier[] {
  const text = normalizeText(replaceNumero(query));
  if (CORPORATE_NUMBER.test(text)) return [parseCorporateNumber(text)];
  const hasDigit = /\d/.test(text);
  const numbers = hasDigit ? [parseNumber(text)] : [];
  if (numbers.some((number) => !number.ok && number.placeholder)) return numbers;
  const domain = mayBeDomain(text) ? [parseDomain(text)] : [];
  // 7203.JP is a code, but sites with such names are written 4126.jp.
  const isWrittenAsDomain = domain.some(({ ok }) => ok) && /\.[a-z]+$/.test(text);
  const ids = hasDigit ? [parseCompanyId(text)] : [];
  // So is tse_7203 with an exchange, but as an id.
  const isWrittenAsId = ids.some(({ ok }) => ok);
  return [
    ...numbers,
    ...(hasDigit && !isWrittenAsDomain && !isWrittenAsId ? [parseSecuritiesCode(text)] : []),
    ...(hasDigit ? [parseEdinetCode(text)] : []),
    ...domain,
    ...ids,
  ].filter(
    (parsed) => parsed.ok || parsed.placeholder || ['check_digit', 'not_identifying'].includes(parsed.reason),
  );
}

/** A corporate number, or with its `T` an invoice number. */
function parseNumber(text: string): ParsedIdentifier {
  if (readNumber(text)?.isInvoice) return parseInvoiceNumber(text);
  return parseCorporateNumber(text);
}

/**
 * Yahoo, Canon and Tokyo are top-level domains, but names if typed alone; so are 株式会社B.B.SHOP and Booking.com Japan.
 */
function mayBeDomain(text: string): boolean {
  if (!/[.。]/.test(text)) return false;
  if (/@|:\/\//.test(text)) return true;
  if (/会社|法人|\((?:株|有|同)\)/.test(text)) return false;
  return !/\s/.test(text) || isOnlyAddresses(text);
}
