import { normalizeText } from '../../src/text/letters/normalize.ts';
import { isLocalGovernment, isNameOfOrganisation, removeRemarks } from './organisation-names.ts';

/** The parent of a company, as a source states it: a value of `parent_company` or `majority_holder` in `profile_values`. */
export interface StatedParent {
  readonly name: string;
  /** Null unless the source states it. */
  readonly corporate_number: string | null;
  /** Of the shares without those of the company itself: 0.5012 is 50.12 %. */
  readonly share: number | null;
}

/** A line of a list of major shareholders. It may be a person's. */
export interface Holder {
  readonly name: string;
  readonly share: number | null;
}

/** They hold shares for others: custodians, nominees, trustees, employees, the company itself. Governments are no companies. */
const holdersForOthers = [
  /信託(?:口|財産|勘定)|退職給付信託|受託者|マスタートラスト|トラスティ|カストディ|資産管理サービス|持株会|自己株式/,
  // The account of a trust: （投信口）, （年金特金口 ９）.
  /信託.*口[ \d]*$|口[ \d]*\)$/,
  // The number of an account: … TRUST COMPANY 505001.
  /[a-z.)] ?\d{4,}$/i,
  /\b(?:custod|nominee|omnibus|depositary|treaty|trustee|government|(?:clients?|clts?|customers?|accounts?|acct|a\/c|agent|agt|for|family)\b)|\btrust$/i,
  // The usual names of banks that keep shares.
  /\b(?:state street|ssbtc|northern trust|bank of new york|bny|mellon bank|j\.? ?p\.? ?morgan|chase (?:bank|manhattan)|citi ?bank|citigroup|cgml|brown brothers)/i,
  /\b(?:bbh|euroclear|clearstream|caceis|six sis|securities services|investor services|interactive brokers)\b/i,
  /\b(?:goldman sachs international|morgan stanley & co|msco|hsbc|ubs|credit suisse|deutsche bank|bnp paribas|standard chartered|royal bank of canada|rbc)\b/i,
  /ステート.?ストリート|ノーザン.?トラスト|バンク.?オブ.?ニューヨーク|メロン.?バンク|モルガン.?チェース|チェース.?マンハッタン|シティ.?バンク/,
  /ブラウン.?ブラザーズ|ユーロクリア|クリアストリーム|ビーエヌワイエム|ビービーエイチ/,
];

/**
 * The holder of more than half (会社法2条4号, 会社法施行規則3条3項1号) if it is a company; null if the list has none. Undefined
 * if the list does not say it: without shares, or with shares that cannot be right.
 */
export function findMajorityHolder(holders: readonly Holder[]): StatedParent | null | undefined {
  const stated = holders.filter(({ share }) => share !== null);
  const majority = stated.filter(({ share }) => share !== null && share > 0.5);
  if (stated.length === 0 || majority.length > 1 || stated.some(({ share }) => share !== null && share > 1))
    return undefined;
  const [holder] = majority;
  const name = removeRemarks(holder?.name ?? '');
  if (!holder || !isNameOfCompany(name)) return null;
  return { name: name.slice(0, 1000), corporate_number: null, share: holder.share };
}

/** Whether a name is certainly that of a company, or the like, that holds shares for itself. */
export function isNameOfCompany(name: string): boolean {
  if (!isNameOfOrganisation(name) || isLocalGovernment(name)) return false;
  const text = normalizeText(name);
  return !holdersForOthers.some((names) => names.test(text));
}
