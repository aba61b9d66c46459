import { buildAlternatives } from '../../text/letters/word-patterns.ts';
import codes from './bank-codes.json' with { type: 'json' };
import words from './bank-words.json' with { type: 'json' };
import { matchSignRules, type Sign, type SignRule } from './content-signs.ts';
import { dividedBankDetails, end, inTwoGroups, otherNumber } from './divided-bank-details.ts';

/**
 * Finds bank accounts and payment codes by the words or check digits that distinguish them from other numbers. The fact
 * that a company has an account at a bank is not a bank detail, and neither is the balance.
 * @param about what the text is about, for example its title, which may name the bank
 */
export function findBankSigns(shown: string, about = ''): Sign[] {
  const text = shown.replace(kanjiNumber, (digits) =>
    [...digits].map((digit) => kanjiDigits.indexOf(digit) % 10).join(''),
  );
  return matchSignRules(
    'customer_secret',
    [...labelled, ...buildUnlabelledRules(about), dividedBankDetails],
    text,
  );
}

const kanjiDigits = '〇一二三四五六七八九零';
const kanjiNumber = /[〇零一二三四五六七八九]{6,}/g;

/** Between a label and its number: a few characters, possibly a line break. */
const gap = String.raw`[^\d\n]{0,10}(?:\n[^\d\n]{0,6})?`;

function createRule(rule: string, source: string, flags = 'g'): SignRule {
  return [rule, new RegExp(source + end, flags)];
}

/** SWIFT or BIC, perhaps both, and the code of a country behind four letters. */
const identifierOfBank = new RegExp(
  [
    `(?<![A-Za-z])(?:[Ss][Ww][Ii][Ff][Tt]|[Bb][Ii][Cc]|スイフト)`,
    String.raw`(?:[\s/・-]{0,3}(?:[Ss][Ww][Ii][Ff][Tt]|[Bb][Ii][Cc]))?\s{0,2}(?:[Cc][Oo][Dd][Ee]|コード|番号)?`,
    String.raw`[^A-Za-z0-9\n]{0,8}(?:\n[^A-Za-z0-9\n]{0,6})?`,
    '(?<value>[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?)(?![A-Za-z0-9])',
  ].join(''),
  'g',
);

/** What stands before the number of an account in English; behind bank account no date and no round amount. */
const accountHeads = [
  String.raw`(?:account|acct|a\/c)\.?\s{0,2}(?:no\.?|number|num\.?|#)${gap}`,
  String.raw`(?:acct|a\/c)\.?[\s:#]{0,3}`,
  String.raw`bank\s(?:account|acct)(?:\s(?:is|no\.?))?[\s:#]{1,3}(?!(?:19|20)\d\d(?:0\d|1[0-2])[0-3]\d(?!\d))(?!\d{1,3}0{5})`,
];

/** After a label. */
const labelled: readonly SignRule[] = [
  createRule(
    'bank_account',
    String.raw`口\s?座\s?(?:番\s?号|no\.?|#)(?:${gap}\d(?:[ -]?\d){5,9}|[^\S\n]?[:は]?[^\S\n]?\d{4,5})`,
    'gi',
  ),
  createRule('bank_account', String.raw`(?<!証券|信用|NISA)口座[^\S\n]?[:は]?[^\S\n]?(?!\d{3}0{4})\d{7}`),
  [
    'bank_account',
    new RegExp(
      String.raw`(?:振込先?口座|(?:振込|入金|送金)(?:先|口座)|引落口座|銀行口座)(?![数件])[^\d\n]{0,40}(?<![株債])\d{7}${end}`,
      'g',
    ),
    ([text]) => !otherNumber.test(text.slice(0, -7)),
  ],
  createRule(
    'bank_account',
    String.raw`(?:金融機関|銀行|支店)(?:コード|番号)[^\d\n]{0,4}\d{3,4}(?!\d)[^\d\n]{0,20}(?:\d{3}(?!\d)[^\d\n]{0,12})?\d{7}`,
  ),
  createRule('bank_account', String.raw`(?<![a-z])(?:${accountHeads.join('|')})\d(?:[ -]?\d){5,16}`, 'gi'),
  createRule(
    'postal_account',
    String.raw`記号[^\d\n]{0,10}[01]\d{4}(?:-\d)?(?:[^\d\n]{0,6}番号[^\d\n]{0,6}|-)\d{2,8}`,
  ),
  createRule(
    'postal_account',
    String.raw`(?:郵便振替|振替口座|振替番号|郵便口座|払込先|ゆうちょ)[^\d\n]{0,20}0\d{4}-\d-\d{1,6}`,
  ),
  createRule(
    'postal_account',
    String.raw`(?:ゆうちょ|郵便貯金)[^\d\n]{0,20}1\d{4}(?:-\d)?[ \t-]{1,3}\d{5,8}`,
  ),
  ['postal_account', /(?<![\d-])0\d{4}-\d-\d{1,6}(?![\d-])[^\d\n]{0,12}(?:加入者|口座名)/g],
  [
    'routing_number',
    /(?<![a-z])(?:routing(?:\s(?:transit|no\.?|number|code))*|aba(?:\s(?:rtn|no\.?|number))?|rtn)[^\d\n]{0,10}(?<value>\d{9})(?!\d|[.,-]\d)/gi,
    ({ groups }) => isRoutingNumber(groups?.value ?? ''),
  ],
  ['sort_code', /(?<![a-z])sort[\s:]{1,3}\d\d-\d\d-\d\d(?![\d-])/gi],
  ['routing_number', /(?<![a-z])IFSC[^\d\n]{0,12}(?<![A-Z0-9])[A-Z]{4}0[A-Z0-9]{6}(?![A-Z0-9])/gi],
  ['bank_account', /(?<![a-z])CLABE[^\d\n]{0,12}\d{18}(?!\d)/gi],
  ['sort_code', /(?<![a-z])sort\s?code[^\d\n]{0,6}\d{2}([ -]?)\d{2}\1\d{2}(?!\d|[.,-]\d)/gi],
  ['sort_code', /(?<![A-Za-z])BSB(?:\s(?:no\.?|number|code))?[^\d\n]{0,6}\d{3}[ -]?\d{3}(?!\d|[.,-]\d)/g],
  ['bank_identifier_code', identifierOfBank, ({ groups }) => countries.has(groups?.value?.slice(4, 6) ?? '')],
];

/** Between an account type and its number: any marks. Other nouns would mean that the word is not an account type. */
const kindGap = String.raw`(?:[^\p{L}\p{N}\n]|口座|番号|預金|貯金|科目|種別|第|は|の|で|が|\d桁|number|bank|account|value|no|type){0,12}`;
const accountKind = String.raw`(?:普通|当座|貯蓄|別段|通知|定期|納税準備|フツウ|トウザ|ふつう|とうざ|(?<![a-z])(?:futsu|futsuu|toza|touza)(?![a-z]))(?<deposit>預金|貯金|yokin)?|(?<![\p{L}\p{N}])[普当貯](?![\p{L}\p{N}])`;
const kindAndNumber = new RegExp(
  String.raw`(?:${accountKind})${kindGap}(?:\n[^\S\n]{0,3}${kindGap})?(?:\d{7}|${inTwoGroups}|\d(?: \d){6})${end}`,
  'giu',
);
/** The number before the kind: 1234567（普通）. A number behind a kind is that one's. */
const numberAndKind =
  /(?<!\d|\d[.,-]|(?:普通|当座|貯蓄|定期)(?:預金|口座)?[ \t:]{0,3})\d{7}[ \t(/・、,|]{1,3}(?:普通|当座|貯蓄)(?:預金|口座)?(?=[)\s/・、,|]|$)/gm;
const bank = '(?:銀行|金庫|信金|信組|組合|農協)';
const branch = '(?:支店|出張所|営業部|本店|支所)';
/** Holders as banks write them: カ)サンプル, サンプル(カ. */
const holderForm = '(?:[カユド][)]|[(][カユド](?![ァ-ヶー]))';
/** The holder between the kind and the number, after a bank and its branch, perhaps each in its own line. */
const branchAndNumber = new RegExp(
  String.raw`${bank}[^\d。]{0,20}${branch}[^\d。]{0,20}(?:普通|当座)(?!株|社債)[^\d。]{0,24}(?:名義|株式会社|有限会社|合同会社|[(](?:株|有|同)[)]|${holderForm})[^\d。]{0,40}\d{7}${end}`,
  'g',
);
/** Without a kind: the holder follows the number. */
const branchNumberHolder = new RegExp(
  String.raw`${branch}[^\d\n。]{0,8}\d{7}(?!\d)[^\p{L}\p{N}]{0,4}(?:(?:口座)?名義(?!人?の?変更)|${holderForm})`,
  'gu',
);
/** Codes of the bank and the branch, perhaps the kind as a digit, and the number: 0001-210-1-1234567. */
const codesAndNumber =
  /(?<![\d.,-])\d{4}[-\s/]{1,2}\d{3}[-\s/]{1,2}(?:[1249][-\s/]{1,2})?\d{7}(?![\d]|[.,-]\d)/g;
/** Columns of a bank's own file: branch, kind as a digit, number. */
const bankFile =
  /(?:支店|出張所|営業部|本店)["\s]{0,2}[,\t|]["\s]{0,2}[1249]["\s]{0,2}[,\t|]["\s]{0,2}\d{7}["\s]{0,2}(?:[,\t|]|$)/gm;

const bankWord = new RegExp(
  [
    buildAlternatives([...words.bankNames, ...words.bankWords]),
    String.raw`(?<![A-Z])JA(?![A-Z])|[カユド][)]|\d店|[〇一二三四五六七八九]店`,
    '(?<![a-z])(?:bank|branch|ginkou?|shiten)(?![a-z])',
  ].join('|'),
  'i',
);
const bankWordReach = 60;
/** A bank and its branch in the same line, directly before the kind of the account, or directly behind the number. */
const branchBefore = new RegExp(String.raw`(?:${bank}[^\n。]{0,20}${branch}|店番)[^\n。、]{0,10}$`);
const branchBehind = new RegExp(String.raw`^[^\n。、\d]{0,4}${bank}[^\n。]{0,20}${branch}`);
/** Lines of a balance sheet also name deposits and banks. */
const balance = /貸借対照|科目|資産|負債|残高|決算|単位|百万|千円|\d,\d{3}(?!\d)|定期預金/;

const accountAndNumber = new RegExp(
  String.raw`(?<![a-z])account[\s:#]{1,3}(?!(?:19|20)\d\d(?:0\d|1[0-2])[0-3]\d(?!\d))(?!\d{1,3}0{5})\d(?:[ -]?\d){5,16}${end}`,
  'gi',
);
const paymentWord =
  /(?<![a-z])(?:bank|branch|sort|routing|iban|swift|bic|ifsc|bsb|beneficiary|wire|remittance|pay(?:ment)?|transfer|hsbc|chase|barclays|citibank)(?![a-z])|銀行|支店|振込|送金/i;

const accountHead = /(?:^|[|,\t])[ "]{0,3}(?:口座番号|account ?(?:number|no\.?))[ "]{0,3}(?=[|,\t\n]|$)/gim;
const numberCell = /(?:^|[|,\t])[ "]{0,3}\d{6,8}[ "]{0,3}(?:[|,\t]|$)/;

/** Country and length: https://www.swift.com/standards/data-standards/iban-international-bank-account-number */
const ibanLengths = new Map(Object.entries(codes.ibanLengths));

const ibanHead = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[\s./-]{0,2}[A-Za-z0-9])/g;

/** Whether the whole text is an IBAN. */
export function isIbanAlone(text: string): boolean {
  return ibanLengths.get(text.slice(0, 2).toUpperCase()) === text.length && isIban(text, 0);
}

/** Checks the length for the country and the check digits (ISO 7064, 97-10). Separators and line breaks are allowed. */
function isIban(text: string, start: number): boolean {
  const length = ibanLengths.get(text.slice(start, start + 2).toUpperCase());
  if (length === undefined) return false;
  let compact = '';
  let at = start;
  let gaps = 0;
  for (; compact.length < length; at += 1) {
    const sign = text.charAt(at);
    if (/[A-Za-z0-9]/.test(sign)) compact += sign.toUpperCase();
    else if (/[\s./–-]/.test(sign) && /[A-Za-z0-9\s]/.test(text.charAt(at + 1)) && gaps < length) gaps += 1;
    else return false;
  }
  if (/[A-Za-z0-9]/.test(text.charAt(at))) return false;
  // Words of a sentence are not a number.
  if (gaps > 0 && compact.replace(/\D/g, '').length * 2 < length) return false;
  const turned = compact.slice(4) + compact.slice(0, 4);
  const rest = [...turned].reduce((sum, sign) => {
    const value = Number.parseInt(sign, 36);
    return (sum * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);
  return rest === 1;
}

const code = '(?<value>[a-z]{4} ?[a-z]{2} ?[a-z2-9][a-np-z0-9](?: ?[a-z0-9]{3})?)(?![a-z0-9])';
const codeAfterWord = new RegExp(
  String.raw`(?<![a-z])(?:swift|bic|スイフト)(?:[\s/・-]{0,3}(?:swift|bic))?\s{0,2}(?:code|コード|番号)?(?:\s(?:is|no\.?))?[^a-z0-9\n]{0,8}(?:\n[^a-z0-9\n]{0,6})?${code}`,
  'gi',
);
const codeBeforeWord = new RegExp(
  String.raw`(?<![a-z0-9])${code}[\s(:,/-]{1,3}(?:swift|bic|スイフト)(?![a-z])`,
  'gi',
);

/** For codes in lower case, in groups or before the word SWIFT, the bank or country must also be known. */
function isKnownCode({ groups }: RegExpExecArray): boolean {
  const value = groups?.value?.replace(/ /g, '').toUpperCase() ?? '';
  return (
    (value.length === 8 || value.length === 11) &&
    countries.has(value.slice(4, 6)) &&
    (value.startsWith('JP', 4) || /\d|XXX$/.test(value) || knownBanks.has(value.slice(0, 4)))
  );
}

const knownBanks = new Set(codes.banks);

function isRoutingNumber(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0);
  return sum > 0 && sum % 10 === 0;
}

/** Countries (ISO 3166) of banks on the network. */
const countries = new Set(codes.countries);

/** Recognised by what is around them, or by their check digits. */
const buildUnlabelledRules = (about: string): readonly SignRule[] => [
  [
    // An account type and seven digits, near a bank, a branch or a holder.
    'bank_account',
    kindAndNumber,
    ({ 0: kind, groups, index, input }) => {
      const { length } = kind;
      const around = input.slice(Math.max(0, index - bankWordReach), index + length + bankWordReach / 2);
      const before = input.slice(Math.max(0, index - bankWordReach), index);
      const isOfBranch = branchBefore.test(before) || branchBehind.test(input.slice(index + length));
      // A time deposit is rather mentioned with its amount.
      if (/^(?:定期|納税)/.test(kind) && !isOfBranch) return false;
      return (
        bankWord.test(`${about} ${around}`) && (isOfBranch || !(groups?.deposit && balance.test(around)))
      );
    },
  ],
  [
    'bank_account',
    accountAndNumber,
    ({ 0: { length }, index, input }) => {
      const after = input.slice(index + length, index + length + bankWordReach);
      return paymentWord.test(`${input.slice(Math.max(0, index - bankWordReach), index)} ${after}`);
    },
  ],
  [
    // Rows below a table header that has a column of account numbers.
    'bank_account',
    accountHead,
    ({ 0: { length }, index, input }) => {
      const below = input.slice(index + length, index + length + 400).split('\n');
      return below.slice(1, 4).some((row) => numberCell.test(row));
    },
  ],
  [
    'bank_account',
    numberAndKind,
    ({ 0: { length }, index, input }) =>
      bankWord.test(input.slice(Math.max(0, index - bankWordReach), index + length + bankWordReach)),
  ],
  ['bank_account', branchAndNumber],
  ['bank_account', branchNumberHolder],
  [
    'bank_account',
    codesAndNumber,
    ({ 0: { length }, index, input }) =>
      bankWord.test(input.slice(Math.max(0, index - bankWordReach), index + length + bankWordReach)),
  ],
  ['bank_account', bankFile],
  ['iban', ibanHead, ({ index, input }) => isIban(input, index)],
  ['bank_identifier_code', codeAfterWord, isKnownCode],
  ['bank_identifier_code', codeBeforeWord, isKnownCode],
];
