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

/** They hold shares for others: custodians, nominees, employees, the company itself. */
const holdersForOthers =
  /信託口|信託財産|マスタートラスト|トラスティ|カストディ|資産管理サービス|持株会|自己株式|\b(?:custod|nominee|omnibus|depositary|treaty|clients?\b)/i;

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
  if (!holder || !isNameOfOrganisation(name) || isLocalGovernment(name) || holdersForOthers.test(name))
    return null;
  return { name: name.slice(0, 1000), corporate_number: null, share: holder.share };
}
