import { buildAlternatives, combineExpressions } from '../../text/letters/word-patterns.ts';
import words from './bank-words.json' with { type: 'json' };
import type { SignRule } from './content-signs.ts';

/**
 * Bank details of which the parts stand apart, in any order: in lines, in cells of a table, in members of a payload. The
 * number must stand alone, and two of the other parts must be near to it: the kind of the account, the bank with its
 * branch, the holder, words that ask for a payment.
 */

/** In characters, before and behind the number. */
const reach = 200;

/**
 * The number must not be an amount or a part of a longer number. A unit ends there, or what follows says how much it is:
 * 口座名義, 株式会社, 千代田区 and 台東区 after an account number are no units.
 */
const unit = String.raw`(?:円|口座(?=[にをがはで、。])|百万|億|兆|千(?=[円株人台件名口社個万])|(?:株|台|人|名|件|口|社|通|年|月|桁)(?![)](?!\s))(?=[以未超前程余弱強増減規上]|(?![一-龠々ァ-ヶー])))`;
export const end = String.raw`(?!\d|[.,-]\d|[ \t]{0,2}(?:${unit}|%|m2|㎡|(?:shares|customers|users|followers|subscribers|members|holders|clients|accounts|people|companies|depositors)(?![a-z])|yen\b|JPY\b|thousand\b|million\b))`;
/** What numbers of seven digits are called that say how much or how many, or how somebody is reached. */
const quantity = `${buildAlternatives(words.quantities)}|(?<![a-z])(?:${buildAlternatives(words.englishQuantities)})`;
/** Other names of numbers: any 番号 that has a name of its own, but not that of an account. */
const identifier = `(?<=[一-龠々ァ-ヶせ])(?<!普通|当座|貯蓄|口座|預金|貯金|通帳|店)番号|${buildAlternatives(words.numberedThings)}`;
/** Directly before the number: its name, or the year of a line of a table. */
export const otherNumber = new RegExp(
  String.raw`(?:${quantity}|${identifier})[^\p{L}\p{N}\n]{0,4}(?:番号|no\.?)?[^\p{L}\p{N}\n]{0,4}$|(?<!\d)(?:19|20)\d\d(?:年度?)?[ |,\t]{1,4}$`,
  'iu',
);
const quantityName = new RegExp(`(?:${quantity})(?![a-z])`, 'i');

/** Whether the name of a member says that its number is none of an account. An `id` or `code` can be one. */
export function isNameOfQuantity(name: string): boolean {
  return quantityName.test(name);
}

/** A postal code before its address looks the same. */
export const inTwoGroups = String.raw`\d{3}(?: \d{4}|-\d{4}(?!\s{0,3}(?:東京都|北海道|京都府|大阪府|[一-龠]{2,3}県|[一-龠ぁ-んァ-ヶ]{1,6}[市区郡])))`;
/** Not a year and a number. */
const groups = String.raw`\d{7}|(?<!\d )(?:${inTwoGroups}|(?!(?:19|20)\d\d)\d{4}[ -]\d{3}|\d(?: \d){6})(?! \d)`;
const numberAlone = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}¥$€第〒]|[\p{N}][.,-])|(?<=は))(?:${groups})(?=$|[^\p{L}\p{N}]|[でにへ]|です|まで)${end}`,
  'gmu',
);

const kindAlone = combineExpressions(
  [
    /(?<![\p{L}\p{N}]|株式[ :])(?:(?:普通|当座|貯蓄|フツウ|トウザ|ふつう|とうざ)(?:預金|貯金|口座)?|[普当貯])(?=$|[^\p{L}\p{N}])/u,
    /(?<![a-z]|shares? )(?:ordinary(?! shares?)|savings|checking|futsuu?|toza)(?:[ _]?(?:account|deposit|yokin))?(?![a-z])/,
  ],
  'iu',
);
const bankName =
  '(?:銀行|みずほ|UFJ|三井住友|りそな|信用金庫|信金|信用組合|信組|労働金庫|農協|ゆうちょ|(?<![ァ-ヶー])バンク|(?<![a-z])bank(?![a-z]))';
const branchName = String.raw`(?:支店|本店|出張所|営業部|店番|支所|[\d〇一二三四五六七八九]{3}店)`;
const branchOfBank = new RegExp(
  `${bankName}[^。]{0,30}?${branchName}|${branchName}[^。]{0,30}?${bankName}|(?<![a-z])bank(?![a-z])[^.。]{0,40}(?<![a-z])branch(?![a-z])`,
  'i',
);
/** A number of a branch is no amount, whatever amounts are near. */
const ofBranch = new RegExp(`(?:${branchOfBank.source})([^。\n]{0,30})$`, 'i');
/** (カ)広告 is the sixth of a list, (カ)サンプル a company. */
const holder = combineExpressions(
  [
    /(?:口座|預金|受取)[^\S\n]?(?:名義|人名)(?!人?の?変更)|名義人|(?<![\p{L}\p{N}])名義(?=[^\p{L}\p{N}])/u,
    /(?<![(])[カユド][)]|[(][カユド](?![ァ-ヶー)])|[(][カユド][)](?=[ァ-ヶー])|(?<=[ァ-ヶー])[(][カユド][)]/,
    /(?<![a-z])account[ _]?(?:holder|name)(?![a-z])|(?<![a-z])beneficiary(?![a-z])/,
  ],
  'iu',
);
const payment =
  /(?:振込|入金|送金|返金|引落)(?:先|口座)|支払口座|口座(?:へ|に|まで)|振り?込み?(?:を?お願い|ください|下さい)/;
/** Characters before and after a number in which a balance sheet shows that it is one. */
const lineLength = 80;
/** Lines of a balance sheet have such a word and amounts. The word alone can stand in any sentence. */
const balance = /貸借対照|資産|負債|残高|決算|単位|百万|千円|\d,\d{3}(?!\d)/;
const amount = /\d,\d{3}(?!\d)|(?<!\d)\d{4,}(?![\d年])/;

export const dividedBankDetails: SignRule = [
  'bank_account',
  numberAlone,
  ({ 0: { length }, index, input }) => {
    const before = input.slice(Math.max(0, index - reach), index);
    if (otherNumber.test(before)) return false;
    const around = `${before} ${input.slice(index + length, index + length + reach)}`;
    const parts = [kindAlone, holder, payment].filter((part) => part.test(around)).length;
    // The slow one last.
    if (parts === 0 || (parts === 1 && !branchOfBank.test(around))) return false;
    const near = `${before.slice(-lineLength)} ${input.slice(index + length, index + length + lineLength)}`;
    if (!balance.test(near) || !amount.test(near)) return true;
    const [, between = null] = ofBranch.exec(before) ?? [];
    return between !== null && !balance.test(between);
  },
];
