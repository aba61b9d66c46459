import { FORMS } from '../cells/written-name-words.ts';
import { normalizeText } from '../letters/normalize.ts';
import { explainUnreadable, findPlaceholder, isEmptyCode, isEmptyName } from '../letters/placeholders.ts';
import { isLegalFormOnly } from '../names/names.ts';
import { makeCodeParser, replaceNumero, unwrapCode } from './code-cells.ts';
import { CODE, EDINET_CODE } from './code-forms.ts';
import {
  CORPORATE_NUMBER,
  hasRightCheckDigit,
  makeCheckDigitFault,
  parseCorporateNumber,
  parseInvoiceNumber,
  readNumber,
} from './corporate-number.ts';
import { findDomainInCell, isOnlyAddresses, normalizeBeginning } from './domains.ts';
import {
  type Fault,
  type IdentifierType,
  makeEmptyFault,
  makeMalformedFault,
  makePlaceholderFault,
  type ParsedIdentifier,
  toParsedIdentifier,
} from './parsed-identifier.ts';
import { parseSecuritiesCode, trimCode } from './securities-code.ts';

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
const SPACED_OUT = /^\S(?: \S)+$/;

/** Also with marks, spaced out or twice: 「株式会社」, K K, 株式会社株式会社. */
function isFormAlone(text: string): boolean {
  if (text.length > longestForm) return false;
  const rest = text.replace(FORMS, '');
  const isForm =
    isLegalFormOnly(text) || (SPACED_OUT.test(text) && isLegalFormOnly(text.replaceAll(' ', '')));
  return isForm || (rest !== text && !/[\p{L}\p{N}]/u.test(rest));
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
  const isInvoice = hasDigit && readNumber(text)?.isInvoice === true;
  const parseNumber = isInvoice ? parseInvoiceNumber : parseCorporateNumber;
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

/**
 * Yahoo, Canon and Tokyo are top-level domains, but names if typed alone; so are 株式会社B.B.SHOP and Booking.com Japan.
 */
function mayBeDomain(text: string): boolean {
  if (!/[.。]/.test(text)) return false;
  if (/@|:\/\//.test(text)) return true;
  if (/会社|法人|\((?:株|有|同)\)/.test(text)) return false;
  return !/\s/.test(text) || isOnlyAddresses(text);
}
