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

interface Fault {
  readonly reason: IdentifierFault;
  /** One sentence for the caller. */
  readonly message: string;
}

/** `value` is the canonical form, in which the identifier is stored and compared. */
export type ParsedIdentifier =
  | { readonly ok: true; readonly type: IdentifierType; readonly value: string }
  | ({ readonly ok: false; readonly type: IdentifierType } & Fault);

/** The code of a fault in gaps and warnings, with its message. */
export function identifierFault({ reason, message }: Fault): { code: string; message: string } {
  const code = reason === 'check_digit' ? 'identifier_check_digit_invalid' : `identifier_${reason}`;
  return { code, message };
}

/** @param read the canonical form of a text that is not empty, or what is wrong with it */
function parser(
  type: IdentifierType,
  normalize: (input: string) => string,
  read: (text: string) => string | Fault,
) {
  return (input: string): ParsedIdentifier => {
    const text = normalize(input);
    if (text === '') return { ok: false, type, reason: 'empty', message: `The ${type} is empty.` };
    const found = read(text);
    return typeof found === 'string' ? { ok: true, type, value: found } : { ok: false, type, ...found };
  };
}

function malformed(message: string): Fault {
  return { reason: 'malformed', message };
}

/** People group long numbers: 1180-3010-18771, 1180 3010 18771. Dashes and spaces between digits are ignored. */
const GROUP_MARKS = /(?<=[\dT])[\s\-‐‑–—―−ー](?=\d)/g;

/** No code is longer, even with spaces; longer text is not read. */
const MAX_CODE_LENGTH = 100;
const INVALID_CODE = '?';

function readCode(input: string): string {
  return input.length > MAX_CODE_LENGTH ? INVALID_CODE : normalizeText(input);
}

function upperCode(input: string): string {
  return readCode(input).toUpperCase();
}

function compact(input: string): string {
  return upperCode(input).replace(GROUP_MARKS, '');
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

function checkDigitFault(number: string): Fault {
  const message = `The check digit of ${number} is wrong: check its 13 digits for a typing error.`;
  return { reason: 'check_digit', message };
}

/** @returns the text, or what is wrong with the check digit of its number */
function withCheckDigit(text: string, number = text): string | Fault {
  const isRight = Number(number.charAt(0)) === corporateNumberCheckDigit(number.slice(1));
  return isRight ? text : checkDigitFault(number);
}

/** 13 digits with a correct check digit; spaces and hyphens between digits are ignored. */
export const parseCorporateNumber = parser('corporate_number', compact, (text) =>
  /^\d{13}$/.test(text) ? withCheckDigit(text) : malformed(corporateNumberHint(text)),
);

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
const parseInvoiceNumber = parser('invoice_number', compact, (text) =>
  /^T\d{13}$/.test(text)
    ? withCheckDigit(text, text.slice(1))
    : malformed('An invoice number is T followed by 13 digits.'),
);

const SECURITIES_CODE = /^([1-9][0-9ACDFGHJKLMNPRSTUWXY][0-9][0-9ACDFGHJKLMNPRSTUWXY])(\d?)$/;

/**
 * Four characters; the second and fourth may be letters (130A). The five-character form with a final 0 equals the
 * four-character one; with another final digit it is another security of the company (25935), and is kept.
 */
export const parseSecuritiesCode = parser('securities_code', upperCode, (text) => {
  const [, code, extra] = SECURITIES_CODE.exec(text) ?? [];
  if (code !== undefined) return extra === '0' ? code : text;
  return malformed('A securities code has 4 characters, such as 7203 or 130A, or 5 digits.');
});

/** `E` and five digits. */
export const parseEdinetCode = parser('edinet_code', upperCode, (text) =>
  /^E\d{5}$/.test(text) ? text : malformed('An EDINET code is E followed by 5 digits.'),
);

/** A domain, URL or email address, as its registrable domain; free mail and hosting never identify a company. */
export const parseDomain = parser('domain', String, (text) => {
  const parsed = registrableDomain(text);
  if (parsed.ok) return parsed.domain;
  const { reason, message } = parsed;
  return { reason: reason === 'empty' || reason === 'malformed' ? reason : 'not_identifying', message };
});

const COMPANY_ID = /^(cn|tse|nse|sse|fse)_([0-9a-z]+)$/i;
const COMPANY_ID_HINT =
  'A company_id is cn_ followed by 13 digits, or tse_, nse_, sse_ or fse_ followed by a securities code.';

/** `cn_<13 digits>` or `<exchange>_<code>`; the prefix is lower case, the code upper case (`tse_130A`). */
export const parseCompanyId = parser('company_id', readCode, (text) => {
  const [, prefix = '', code = ''] = COMPANY_ID.exec(text) ?? [];
  const inner = prefix.toLowerCase() === 'cn' ? parseCorporateNumber(code) : parseSecuritiesCode(code);
  if (inner.ok) return `${prefix.toLowerCase()}_${inner.value}`;
  return inner.reason === 'check_digit' ? checkDigitFault(text) : malformed(COMPANY_ID_HINT);
});

const PARSERS: Readonly<Record<IdentifierType, (input: string) => ParsedIdentifier>> = {
  company_id: parseCompanyId,
  securities_code: parseSecuritiesCode,
  corporate_number: parseCorporateNumber,
  domain: parseDomain,
  edinet_code: parseEdinetCode,
  invoice_number: parseInvoiceNumber,
  /** Any text that is not blank; its value is the normalized text, from which the name keys are made. */
  name: parser('name', normalizeText, (text) => text),
};

/** Reads an identifier of a known type. Never throws. */
export function parseIdentifier(type: IdentifierType, input: string): ParsedIdentifier {
  return PARSERS[type](input);
}

const inFreeText: readonly IdentifierType[] = [
  'corporate_number',
  'invoice_number',
  'securities_code',
  'edinet_code',
  'domain',
  'company_id',
];

/**
 * Every reading of the whole query as an identifier: exact identifiers first, then a company_id. A query in the form of
 * an identifier that is invalid (check digit, free mail) is returned too; one without the form is left out.
 */
export function identifiersIn(query: string): ParsedIdentifier[] {
  return inFreeText
    .map((type) => parseIdentifier(type, query))
    .filter((parsed) => {
      if (!parsed.ok && parsed.reason !== 'check_digit' && parsed.reason !== 'not_identifying') return false;
      // Yahoo, Canon and Tokyo are top-level domains, but names if typed alone.
      return parsed.type !== 'domain' || nfkc(query).includes('.');
    });
}
