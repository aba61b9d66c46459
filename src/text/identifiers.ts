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
 * - `empty`: nothing was given
 * - `malformed`: not the form of this identifier
 * - `check_digit`: the right form, but the check digit says that a digit is wrong
 * - `not_identifying`: well formed, but shared by many companies (free mail, hosting) or by none
 */
export type IdentifierFault = 'empty' | 'malformed' | 'check_digit' | 'not_identifying';

export interface GoodIdentifier {
  readonly ok: true;
  readonly type: IdentifierType;
  /** The one form in which the identifier is stored and compared. */
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

/** People group long numbers: 1180-3010-18771, 1180 3010 18771. Any dash or space between digits is such a group mark. */
const GROUP_MARKS = /(?<=[\dT])[\s\-‐‑–—―−ー](?=\d)/g;

/** Characters that any code or number has at most, however it is spaced; what is longer is not worth reading. */
const LONGEST_CODE = 100;
const NO_CODE = '?';

function readCode(input: string): string {
  return input.length > LONGEST_CODE ? NO_CODE : normalizeText(input);
}

function compact(input: string): string {
  return readCode(input).toUpperCase().replace(GROUP_MARKS, '');
}

/**
 * The check digit that stands before the last 12 digits of a corporate number:
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
  return bad(type, 'check_digit', `The check digit of ${number} is wrong: one of its 13 digits is mistyped.`);
}

/** 13 digits with a right check digit; spaces and hyphens between digits are tolerated. */
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
    return 'A spreadsheet has rounded this corporate number; format the column as text and export it again.';
  }
  if (/^\d{12}$/.test(text)) {
    return 'This has 12 digits, like the number of the commercial register; a corporate number has 13.';
  }
  return 'A corporate number has 13 digits.';
}

/** `T` and the 13 digits of a corporate number, as on an invoice. */
export function parseInvoiceNumber(input: string): ParsedIdentifier {
  const text = compact(input);
  if (text === '') return empty('invoice_number');
  if (!/^T\d{13}$/.test(text))
    return bad('invoice_number', 'malformed', 'An invoice number is T and 13 digits.');
  return hasRightCheckDigit(text.slice(1))
    ? good('invoice_number', text)
    : checkDigitFault('invoice_number', text);
}

const SECURITIES_CODE = /^([1-9][0-9ACDFGHJKLMNPRSTUWXY][0-9][0-9ACDFGHJKLMNPRSTUWXY])(\d?)$/;

/**
 * Four characters, of which the second and fourth may be letters (130A). The five-character form with a final 0
 * equals the four-character one; with another final digit it names another security of the company (25935) and stays.
 */
export function parseSecuritiesCode(input: string): ParsedIdentifier {
  const text = readCode(input).toUpperCase();
  if (text === '') return empty('securities_code');
  const [, code, extra] = SECURITIES_CODE.exec(text) ?? [];
  if (code === undefined) {
    return bad(
      'securities_code',
      'malformed',
      'A securities code has 4 characters such as 7203 or 130A, or 5 digits.',
    );
  }
  return good('securities_code', extra === '0' ? code : text);
}

/** `E` and five digits. */
export function parseEdinetCode(input: string): ParsedIdentifier {
  const text = readCode(input).toUpperCase();
  if (text === '') return empty('edinet_code');
  if (!/^E\d{5}$/.test(text)) return bad('edinet_code', 'malformed', 'An EDINET code is E and 5 digits.');
  return good('edinet_code', text);
}

/** A domain, URL or e-mail address, as its registrable domain; free mail and hosting never identify a company. */
export function parseDomain(input: string): ParsedIdentifier {
  const parsed = registrableDomain(input);
  if (parsed.ok) return good('domain', parsed.domain);
  const reason =
    parsed.reason === 'empty' || parsed.reason === 'malformed' ? parsed.reason : 'not_identifying';
  return bad('domain', reason, parsed.message);
}

const COMPANY_ID = /^(cn|tse|nse|sse|fse)_([0-9a-z]+)$/i;
const COMPANY_ID_HINT =
  'A company_id is cn_ and 13 digits, or tse_, nse_, sse_ or fse_ and a securities code.';

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

/** Any text that is not blank; its value is the normalised text, from which the name keys are made. */
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
 * Everything that the whole of a free query is as an identifier: exact identifiers first, then a company_id. A query
 * that has the form of an identifier but fails (check digit, free mail) is told too; one without the form is left out.
 */
export function identifiersIn(query: string): ParsedIdentifier[] {
  return IN_FREE_TEXT.map((parse) => parse(query)).filter((parsed) => {
    if (!parsed.ok && parsed.reason !== 'check_digit' && parsed.reason !== 'not_identifying') return false;
    // Yahoo, Canon and Tokyo are top-level domains; typed alone they are names.
    return parsed.type !== 'domain' || nfkc(query).includes('.');
  });
}
