import { toNfkc } from '../../text/letters/nfkc.ts';
import { buildAlternatives } from '../../text/letters/word-patterns.ts';
import { findBankSigns } from './bank-details.ts';
import { matchSignRules, type Sign, type SignRule } from './content-signs.ts';

/** Finds customers' secrets: numbers of persons and accounts, and documents marked as confidential. */

const marks = [
  '社外秘',
  '部外秘',
  '関係者外秘',
  '極秘',
  '厳秘',
  'マル秘',
  '㊙',
  '機密(?:文書|情報|資料)?',
  '親展',
  '社内限り?',
  '取扱注意',
  '顧客機密',
  '(?:strictly |company |highly )?confidential(?: (?:information|document))?',
  '(?:for )?internal use only',
  'top secret',
  'trade secret',
  'do not distribute',
  'not for distribution',
  'under nda',
  String.raw`tlp:\s?(?:red|amber(?:\+strict)?)`,
];
const furtherMarks = [
  '社外秘',
  '極秘',
  'confidential',
  'do not distribute',
  'internal use only',
  '転載禁止',
  '複製禁止',
  '持出厳禁',
];
/** A line that is only a mark. A sentence about secrecy is not a mark. */
const mark = new RegExp(
  [
    String.raw`^[\s#>*_【[(「『<-]*(?:取扱注意[・\s]*)?(?:${buildAlternatives(marks)})`,
    String.raw`(?:[\s・/／,&-]+(?:${buildAlternatives(furtherMarks)}))*[\s!！.。*_】\])」』>-]*$`,
  ].join(''),
  'i',
);

const rules: readonly SignRule[] = [
  [
    'payment_card',
    /(?<![\dA-Za-z-]|\d[.,])\d(?:[ \-‐‑‒–−・/_]?\d){13,18}(?![.,]?\d|[A-Za-z]|-[\dA-Za-z])/g,
    isCardNumber,
  ],
  // In groups as on the card, also beside other figures: `4111 1111 1111 1111 12社`.
  [
    'payment_card',
    /(?<![\dA-Za-z-]|\d[.,])(?:\d{4}(?<sign>[ \-‐‑‒–−・])\d{4}\k<sign>\d{4}\k<sign>\d{4}|\d{4}(?<other>[ \-‐‑‒–−・])\d{6}\k<other>\d{4,5}|\d{14,19})(?![.,]?\d|[A-Za-z]|-[\dA-Za-z])/g,
    isCardNumber,
  ],
  [
    'payment_card',
    /(?<![\dA-Za-z-]|\d[.,])\d{4}(?:\.\d{4}){3}(?![.,]?\d|[A-Za-z]|-[\dA-Za-z])/g,
    isCardNumber,
  ],
  ['my_number', /(?:マイナンバー|個人番号|my\s?number)[^\d\n]{0,15}\d{4}[ -]?\d{4}[ -]?\d{4}(?!\d|-\d)/gi],
  // Below its label in a table, or behind a note.
  [
    'my_number',
    /(?:マイナンバー|個人番号|my\s?number)[^。]{0,80}?(?<![\d-])(?<value>\d{4}[ -]?\d{4}[ -]?\d{4})(?!\d|-\d)/gi,
    ({ groups }) => isMyNumber((groups?.value ?? '').replace(/\D/g, '')),
  ],
  [
    'identity_document',
    /(?:旅券|パスポート|passport)(?:番号|\s?(?:no\.?|number))?[^\w\n]{0,8}[A-Z]{2}\d{7}(?!\d)/gi,
  ],
  ['identity_document', /(?:(?:運転)?免許証?の?番号|運転免許証)[^\d\n]{0,8}\d{12}(?!\d)/g],
  ['identity_document', /在留カード[^\w\n]{0,8}[A-Z]{2}\d{8}[A-Z]{2}(?![A-Z\d])/gi],
  ['identity_document', /(?:年金番号|被保険者番号)[^\d\n]{0,8}\d{4}-?\d{4,6}(?!\d)/g],
  ['pin', /(?:暗証番号|セキュリティコード|\bPIN(?:コード| code)?|\bCVV2?)\s*(?:は|:|=)\s*\d{3,8}(?!\d)/g],
  ['pin', /(?:暗証番号|セキュリティコード|\bCVV2?)[\s|]{1,3}\d{3,8}(?!\d|[年桁件社円])/g],
];

/** Tags stand between the cells of a table: `<td>普通</td><td>1234567</td>`. */
const tag = /<\/?[a-z][^<>\n]{0,200}>/gi;

/** Words of Japanese in an address: `?bank=%E9%8A%80%E8%A1%8C%201234567`. */
function decodeWord(word: string): string {
  if (!/%[89a-f][0-9a-f]/i.test(word)) return word;
  const decoded = word.replace(/(?:%[0-9a-f]{2})+/gi, (signs) =>
    Buffer.from(signs.replaceAll('%', ''), 'hex').toString('utf8'),
  );
  return toNfkc(decoded).replace(/[\s&=+]/g, ' ');
}

/** @param about what the text is about, for example its title */
export function findCustomerSecretSigns(written: string, about = ''): Sign[] {
  const text = written
    .replace(/\S+/g, decodeWord)
    .replace(tag, (given) => (/^<\/?(?:b|i|u|em|strong|span|a|font|mark|code)\b/i.test(given) ? '' : ' '));
  const marks = text
    .split('\n')
    .flatMap((line, at): Sign[] =>
      mark.test(line) ? [{ reason: 'customer_secret', rule: 'confidential_mark', line: at + 1 }] : [],
    );
  return [...matchSignRules('customer_secret', rules, text), ...findBankSigns(text, about), ...marks];
}

/** The ranges of issuers. With the check digit (ISO/IEC 7812), they exclude other numbers of the same length. */
const issuers =
  /^(?:4\d{15}|4\d{18}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|35(?:2[89]|[3-8]\d)\d{12}|3(?:0[0-5]|[689]\d)\d{11}|6(?:011|5\d\d)\d{12}|62\d{14,17})$/;

function isCardNumber([number]: RegExpExecArray): boolean {
  const digits = number.replace(/\D/g, '');
  if (!issuers.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (1 + (at % 2));
    // The digits of a number of two digits are added up.
    return total + (value % 10) + Math.floor(value / 10);
  }, 0);
  return sum % 10 === 0;
}

/** The check digit of an individual number. */
function isMyNumber(digits: string): boolean {
  const sum = [...digits.slice(0, 11)].reduce(
    (total, digit, at) => total + Number(digit) * (at < 5 ? 6 - at : 12 - at),
    0,
  );
  const rest = sum % 11;
  return Number(digits.at(-1)) === (rest <= 1 ? 0 : 11 - rest);
}
