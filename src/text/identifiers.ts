import { registrableDomain } from './domains.ts';
import { nfkc } from './nfkc.ts';
import { normalizeText } from './normalize.ts';

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
 * - `empty`: no text
 * - `malformed`: not in the form of this identifier
 * - `check_digit`: in the right form, but a digit is wrong
 * - `not_identifying`: well formed, but belongs to many companies (free mail, hosting) or to none
 */
export type IdentifierFault = 'empty' | 'malformed' | 'check_digit' | 'not_identifying';

export interface GoodIdentifier {
  readonly ok: true;
  readonly type: IdentifierType;
  /** The canonical form, in which the identifier is stored and compared. */
  readonly value: string;
}

export interface BadIdentifier {
  readonly ok: false;
  readonly type: IdentifierType;
  readonly reason: IdentifierFault;
  /** One sentence for the caller. */
  readonly message: string;
}

export type ParsedIdentifier = GoodIdentifier | BadIdentifier;

function good(type: IdentifierType, value: string): GoodIdentifier {
  return { ok: true, type, value };
}

function bad(type: IdentifierType, reason: IdentifierFault, message: string): BadIdentifier {
  return { ok: false, type, reason, message };
}

function empty(type: IdentifierType): BadIdentifier {
  return bad(type, 'empty', `The ${type} is empty.`);
}

/** People group long numbers: 1180-3010-18771, 1180 3010 18771. Dashes and spaces between digits are ignored. */
const GROUP_MARKS = /(?<=[\dT])[\s\-‐‑–—―−ー](?=\d)/g;

/** No code is longer, even with spaces; longer text is not read. */
const MAX_CODE_LENGTH = 100;
const INVALID_CODE = '?';

function readCode(input: string): string {
  return input.length > MAX_CODE_LENGTH ? INVALID_CODE : normalizeText(input);
}

function compact(input: string): string {
  return readCode(input).toUpperCase().replace(GROUP_MARKS, '');
}

/**
 * The check digit in front of the last 12 digits of a corporate number:
 * `9 - (sum(P_n * Q_n) mod 9)`, n counted from the right, Q = 1 for odd n and 2 for even n.
 * Source: National Tax Agency, ordinance on the designation of corporate numbers.
 * @param last12 exactly 12 digits
 */
export function corporateNumberCheckDigit(last12: string): number {
  let sum = 0;
  for (let n = 1; n <= last12.length; n++) {
    sum += Number(last12.charAt(last12.length - n)) * (n % 2 === 1 ? 1 : 2);
  }
  return 9 - (sum % 9);
}

function hasRightCheckDigit(number: string): boolean {
  return Number(number.charAt(0)) === corporateNumberCheckDigit(number.slice(1));
}

function checkDigitFault(type: IdentifierType, number: string): BadIdentifier {
  return bad(
    type,
    'check_digit',
    `The check digit of ${number} is wrong: check its 13 digits for a typing error.`,
  );
}

/** 13 digits with a correct check digit; spaces and hyphens between digits are ignored. */
export function parseCorporateNumber(input: string): ParsedIdentifier {
  const text = compact(input);
  if (text === '') return empty('corporate_number');
  if (!/^\d{13}$/.test(text)) return bad('corporate_number', 'malformed', corporateNumberHint(text));
  return hasRightCheckDigit(text)
    ? good('corporate_number', text)
    : checkDigitFault('corporate_number', text);
}

function corporateNumberHint(text: string): string {
  if (/^\d\.\d+E\+?\d+$/.test(text)) {
    return 'A spreadsheet has rounded this corporate number. Format the column as text and export it again.';
  }
  if (/^\d{12}$/.test(text)) {
    return 'This number has 12 digits, like a commercial register number. A corporate number has 13.';
  }
  return 'A corporate number has 13 digits.';
}

/** `T` and the 13 digits of a corporate number, as on an invoice. */
export function parseInvoiceNumber(input: string): ParsedIdentifier {
  const text = compact(input);
  if (text === '') return empty('invoice_number');
  if (!/^T\d{13}$/.test(text))
    return bad('invoice_number', 'malformed', 'An invoice number is T followed by 13 digits.');
  return hasRightCheckDigit(text.slice(1))
    ? good('invoice_number', text)
    : checkDigitFault('invoice_number', text);
}

const SECURITIES_CODE = /^([1-9][0-9ACDFGHJKLMNPRSTUWXY][0-9][0-9ACDFGHJKLMNPRSTUWXY])(\d?)$/;

/**
 * Four characters; the second and fourth may be letters (130A). The five-character form with a final 0 equals the
 * four-character one; with another final digit it is another security of the company (25935), and is kept.
 */
export function parseSecuritiesCode(input: string): ParsedIdentifier {
  const text = readCode(input).toUpperCase();
  if (text === '') return empty('securities_code');
  const [, code, extra] = SECURITIES_CODE.exec(text) ?? [];
  if (code === undefined) {
    return bad(
      'securities_code',
      'malformed',
      'A securities code has 4 characters, such as 7203 or 130A, or 5 digits.',
    );
  }
  return good('securities_code', extra === '0' ? code : text);
}

/** `E` and five digits. */
export function parseEdinetCode(input: string): ParsedIdentifier {
  const text = readCode(input).toUpperCase();
  if (text === '') return empty('edinet_code');
  if (!/^E\d{5}$/.test(text))
    return bad('edinet_code', 'malformed', 'An EDINET code is E followed by 5 digits.');
  return good('edinet_code', text);
}

/** A domain, URL or email address, as its registrable domain; free mail and hosting never identify a company. */
export function parseDomain(input: string): ParsedIdentifier {
  const parsed = registrableDomain(input);
  if (parsed.ok) return good('domain', parsed.domain);
  const reason =
    parsed.reason === 'empty' || parsed.reason === 'malformed' ? parsed.reason : 'not_identifying';
  return bad('domain', reason, parsed.message);
}

const COMPANY_ID = /^(cn|tse|nse|sse|fse)_([0-9a-z]+)$/i;
const COMPANY_ID_HINT =
  'A company_id is cn_ followed by 13 digits, or tse_, nse_, sse_ or fse_ followed by a securities code.';

/** `cn_<13 digits>` or `<exchange>_<code>`; the prefix is lower case, the code upper case (`tse_130A`). */
export function parseCompanyId(input: string): ParsedIdentifier {
  const text = readCode(input);
  if (text === '') return empty('company_id');
  const [, prefix = '', code = ''] = COMPANY_ID.exec(text) ?? [];
  const inner = prefix.toLowerCase() === 'cn' ? parseCorporateNumber(code) : parseSecuritiesCode(code);
  if (inner.ok) return good('company_id', `${prefix.toLowerCase()}_${inner.value}`);
  if (inner.reason === 'check_digit') return checkDigitFault('company_id', text);
  return bad('company_id', 'malformed', COMPANY_ID_HINT);
}

/** Any text that is not blank; its value is the normalized text, from which the name keys are made. */
export function parseName(input: string): ParsedIdentifier {
  const text = normalizeText(input);
  return text === '' ? empty('name') : good('name', text);
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

/** Reads an identifier of a known type. Never throws. */
export function parseIdentifier(type: IdentifierType, input: string): ParsedIdentifier {
  return PARSERS[type](input);
}

const IN_FREE_TEXT = [
  parseCorporateNumber,
  parseInvoiceNumber,
  parseSecuritiesCode,
  parseEdinetCode,
  parseDomain,
  parseCompanyId,
] as const;

/**
 * Every reading of the whole query as an identifier: exact identifiers first, then a company_id. A query in the form of
 * an identifier that is invalid (check digit, free mail) is returned too; one without the form is left out.
 */
export function identifiersIn(query: string): ParsedIdentifier[] {
  return IN_FREE_TEXT.map((parse) => parse(query)).filter((parsed) => {
    if (!parsed.ok && parsed.reason !== 'check_digit' && parsed.reason !== 'not_identifying') return false;
    // Yahoo, Canon and Tokyo are top-level domains, but names if typed alone.
    return parsed.type !== 'domain' || nfkc(query).includes('.');
  });
}
