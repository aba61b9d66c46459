import type { SignRule } from './content-signs.ts';

/**
 * Bank details of which the parts stand apart, in any order: in lines, in cells of a table, in members of a payload. The
 * number must stand alone, and two of the other parts must be near to it: the kind of the account, the bank with its
 * branch, the holder.
 */

/** In characters, before and behind the number. */
const reach = 120;

/** What other numbers of seven digits are called, directly before them. */
const otherNumber =
  /(?:〒|郵便|電話|tel|fax|携帯|コード|code|登記|登録|特許|商標|書類|許可|免許|証券|社員|会員|顧客|製品|型|伝票|請求|注文|契約|受付|管理|整理|案件|文書|売上|資本|件数|株数|株式|人口|人数|世帯|面積|金額|価格|単価|合計|高|額|数|年|月|日|id|revenue|sales|total|amount|shares|customers|members)[^\p{L}\p{N}\n]{0,4}(?:番号|no\.?)?[^\p{L}\p{N}\n]{0,4}$/iu;
const numberAlone =
  /(?<=^|[\s:|,、"(「は])\d{7}(?=$|[\s|,、。")」でにへ]|です|まで|\s*[/／])(?![ \t]{0,2}(?:[株人円台名件口社通%]|m2|㎡|百万|千|万|shares|customers|members|people|yen))/gm;

const kindAlone =
  /(?<![\p{L}\p{N}])(?:普通|当座|貯蓄|フツウ|トウザ)(?:預金|貯金|口座)?(?=$|[^\p{L}\p{N}])|(?<![a-z])(?:ordinary(?! shares?)|savings|checking|futsuu?|toza)(?:[ _]?(?:account|deposit|yokin))?(?![a-z])/iu;
const bankName = '(?:銀行|信用金庫|信金|信用組合|信組|労働金庫|農協|ゆうちょ)';
const branchName = '(?:支店|本店|出張所|営業部|店番|支所)';
const branchOfBank = new RegExp(
  `${bankName}[^。]{0,30}?${branchName}|${branchName}[^。]{0,30}?${bankName}|(?<![a-z])bank(?![a-z])[^.。]{0,40}(?<![a-z])branch(?![a-z])`,
  'i',
);
/** A number of a branch is no amount, whatever amounts are near. */
const ofBranch = new RegExp(`(?:${branchOfBank.source})([^。\n]{0,30})$`, 'i');
const holder =
  /(?:口座|預金|受取)[^\S\n]?(?:名義|人名)|名義人|(?<![\p{L}\p{N}])名義(?=[^\p{L}\p{N}])|[カユド][)]|[(][カユド](?![ァ-ヶー])|(?<![a-z])account[ _]?(?:holder|name)(?![a-z])|(?<![a-z])beneficiary(?![a-z])/iu;
/** Lines of a balance sheet have all of these, and amounts. */
const balance = /貸借対照|資産|負債|残高|決算|単位|百万|千円|\d,\d{3}(?!\d)/;

export const dividedBankDetails: SignRule = [
  'bank_account',
  numberAlone,
  ({ 0: { length }, index, input }) => {
    const before = input.slice(Math.max(0, index - reach), index);
    if (otherNumber.test(before)) return false;
    const around = `${before} ${input.slice(index + length, index + length + reach)}`;
    const [, between = null] = ofBranch.exec(before) ?? [];
    if (balance.test(around) && (between === null || balance.test(between))) return false;
    return [kindAlone, branchOfBank, holder].filter((part) => part.test(around)).length >= 2;
  },
];
