import { isPlaceholderCode } from '../letters/placeholders.ts';
import { buildLatinPattern, buildOnlyWordsPattern, MARK, makeCodeParser, QUANTITY } from './code-cells.ts';
import { CODE, EDINET_CODE, SECURITIES_CODE } from './code-forms.ts';
import words from './identifier-words.json' with { type: 'json' };
import { type Fault, makeMalformedFault, makePlaceholderFault } from './parsed-identifier.ts';

/**
 * How data vendors mark the exchange of a code. All exchanges in Japan share one set of codes, so the mark says nothing
 * more. Reuters and Yahoo: 7203.T, Bloomberg: 7203 JP or JT, Google: TYO:7203, TradingView: TSE:7203, ISO 10383: XTKS.
 * Some marks have other meanings abroad (.N is New York at Reuters, .F Frankfurt at Yahoo), but the codes there have
 * letters where a Japanese code has digits.
 */
const EXCHANGE_MARKS = words.exchangeMarks.join('|');
/** 東証, 東P, 東証プライム, 東1, 東証第一部, 名証メイン … */
const MARKETS = words.markets.join('|');
const CODE_WORDS = [
  ...words.code.words,
  MARKETS,
  buildLatinPattern([...words.exchangeMarks, ...words.code.latin]),
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

/**
 * Four characters; the second and fourth may be letters (130A). The five-character form with a final 0 equals the
 * four-character one; with another final digit it is another security of the company (25935), and is kept. An exchange
 * in Japan may be named before or after it.
 */
export const parseSecuritiesCode = makeCodeParser(
  'securities_code',
  SECURITIES_CODE,
  acceptCode,
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
    if (foreign === undefined) return acceptCode(code);
    return makeMalformedFault(getExchangeHint(extractMarket(foreign)));
  },
);

/** Without marks around it, and without the kind of security, which Bloomberg adds. */
function extractMarket(beside: string): string {
  return beside.replaceAll(/^[\s:.・/([【〔<-]+|(?<![\s:.・/([【〔<-])[\s:.・/([【〔<-]+$| EQUITY$/g, '');
}

function acceptCode(code: string): string | Fault {
  if (isPlaceholderCode(code)) return makePlaceholderFault('securities_code', code);
  return trimCode(code);
}

export function trimCode(code: string): string {
  if (code.length === 5 && code.endsWith('0')) return code.slice(0, 4);
  return code;
}

const securitiesCodeForm = 'A securities code has 4 characters, such as 7203 or 130A, or 5 digits.';

/** The exchanges abroad whose codes Japanese tables have most often. */
const abroad: ReadonlySet<string> = new Set(words.abroad);

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
