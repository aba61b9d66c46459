import { normalizeText } from '../letters/normalize.ts';
import { isPlaceholderNumber } from '../letters/placeholders.ts';
import { findTypingSlip, type TypingSlip } from '../names/typing-slips.ts';
import {
  buildLatinPattern,
  buildOnlyWordsPattern,
  MARK,
  MAX_CODE_LENGTH,
  makeCodeParser,
  QUANTITY,
  replaceNumero,
  unwrapCode,
} from './code-cells.ts';
import { EDINET_CODE, SECURITIES_CODE } from './code-forms.ts';
import words from './identifier-words.json' with { type: 'json' };
import { type Fault, makeMalformedFault, makePlaceholderFault } from './parsed-identifier.ts';

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

export function makeCheckDigitFault(number: string): Fault {
  const message = number.startsWith('0')
    ? `A corporate number never begins with 0, as ${number} does: check its 13 digits for a typing error.`
    : `The check digit of ${number} is wrong: check its 13 digits for a typing error.`;
  return { reason: 'check_digit', message };
}

/** @param number 13 digits */
export function hasRightCheckDigit(number: string): boolean {
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
const NUMBER_WORDS = [...words.number.words, buildLatinPattern(words.number.latin)].join('|');
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
  const numbers = found.map(([written]) => written.replace(DECIMALS, '$1$2').replaceAll(/\D/g, ''));
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

/** A number that may be wrong. @returns null for a text that is too long */
export function readNumber(input: string): WrittenNumber | null {
  if (input.length > MAX_CODE_LENGTH) return null;
  return parseWrittenNumber(unwrapCode(normalizeText(replaceNumero(input))));
}

export const CORPORATE_NUMBER = /^\d{13}$/;

/** 13 digits with a correct check digit, in any of the ways in which people write them, also as an invoice number. */
export const parseCorporateNumber = makeCodeParser(
  'corporate_number',
  /^[1-9]\d{12}$/,
  validateNumber,
  NUMBER_LABEL,
  (value) => parseCheckedNumber(value, corporateNumberForm),
);

/** `T` and the 13 digits of a corporate number, as on an invoice. The `T` may be missing. */
export const parseInvoiceNumber = makeCodeParser(
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
  if (/^\d+$/.test(digits)) return `This number has ${formatCount(digits.length, 'digit')}. ${form}`;
  if (SECURITIES_CODE.test(digits)) return `This looks like a securities code. ${form}`;
  if (EDINET_CODE.test(digits)) return `This looks like an EDINET code. ${form}`;
  if (/^[\dOIL]{13}$/.test(digits)) return `This has a letter (O, I or L) in place of a digit. ${form}`;
  if (/(?<!\d)\d{13}(?!\d)/.test(digits)) return `There is other text beside the number. ${form}`;
  return form;
}

function formatCount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/**
 * The one typing error between a written corporate number and the number of a company. It never identifies the company
 * by itself: among millions of numbers, a wrong one is often near to several.
 * @param written as people write it, with or without `T`; for example with a wrong check digit
 * @param number 13 digits
 * @returns null if they are equal, or differ by more than one error
 */
export function findNearMiss(written: string, number: string): TypingSlip | null {
  const digits = readNumber(written)?.digits ?? '';
  if (/^\d{12,14}$/.test(digits)) return findTypingSlip(digits, number);
  return null;
}

/** All valid corporate numbers that one typing error can make into the written one: about thirty. */
export function listNearNumbers(written: string): string[] {
  const digits = readNumber(written)?.digits ?? '';
  if (!/^\d{12,14}$/.test(digits)) return [];
  const places = Array.from({ length: digits.length + 1 }, (_, at) => at);
  const others = places.flatMap((at) => {
    const [before, after] = [digits.slice(0, at), digits.slice(at)];
    if (digits.length === 14) return [before + after.slice(1)];
    const rest = digits.length === 12 ? after : after.slice(1);
    const typed = [...'0123456789'].map((digit) => before + digit + rest);
    return [...typed, `${before}${after.charAt(1)}${after.charAt(0)}${after.slice(2)}`];
  });
  return [...new Set(others)].filter(
    (number) =>
      number.length === 13 && parseCorporateNumber(number).ok && findTypingSlip(digits, number) !== null,
  );
}
