import { nameKeys } from '../../text/names.ts';
import { foldCase, normalizeText } from '../../text/normalize.ts';

/**
 * Recognises names that go on after a company's name: 株式会社A 大阪支店, 株式会社A（経理部）, 株式会社A御中. Part of a name that is not
 * known could also belong to the name of another company, so the rules are narrower where nothing separates it.
 */

/** Longer names are not read. */
const maxLength = 200;
/** The longest text after the name, in characters. */
const maxBehind = 40;
/** A shorter name is too often the beginning of another one: 株式会社日本 and 株式会社日本経済社大阪支店. */
const minCore = 3;

const address = '(?:御中|様|殿|各位|宛|気付)';
const office = [
  '支店|支社|支局|支所|支部|分室|本店|本社|本部|総本部|営業所|出張所|事業所|工場|事業部|営業部|総務部|経理部|財務部|人事部',
  '購買部|管理部|業務部|技術部|製造部|開発部|企画部|販売部|法務部|広報部|調達部|情報システム部|品質保証部|物流センター|配送センター',
  'サービスセンター',
].join('|');
const anyPart =
  '店|店舗|支庁|事務所|研究所|製油所|発電所|営業本部|センター|オフィス|倉庫|ショールーム|部|課|室|係|局|チーム';
const english = '(?:branch|office|factory|plant|division|dept\\.?|department|store|shop)';

/** Anything that ends with a part of a company, after a space, a bracket or a legal form. */
const separated = new RegExp(`(?:${office}|${anyPart}|${address}|\\b${english})$`);
/** Words for shops that are names of companies too: 商店, 書店, 工務店. */
const shop = '(?<![商書酒茶米肉魚具貨務理器売屋品物局菓餅飯麺服鮮薬車食露名老])店';

/** A place of up to three characters and a part of a company that has one, with nothing else. */
const attached = new RegExp(`^[一-鿿ぁ-ゖ々ケ]{0,3}(?:${office}|${shop})(?:${address})?$`);
const onlyAddress = new RegExp(`^${address}$`);

/**
 * Whether a name is one of a company's names and then a branch, a department or a form of address.
 * @param name as in the row
 * @param companyNames all names of the company
 */
export function hasBranchBehind(name: string, companyNames: readonly string[]): boolean {
  const text = foldCase(normalizeText(name)).replace(/[)\]】〉」』]+$/, '');
  if (text.length > maxLength || !separated.test(text)) return false;
  const keys = new Set(companyNames.map((each) => nameKeys(each).loose));
  for (let cut = text.length - 1; cut >= Math.max(1, text.length - maxBehind); cut -= 1) {
    if (isBranchAfter(text.slice(0, cut), text.slice(cut), keys)) return true;
  }
  return false;
}

function isBranchAfter(before: string, behind: string, names: ReadonlySet<string>): boolean {
  const part = behind.replace(/^[\s([【〈「『・,、/／:-]+/, '');
  if (!separated.test(part)) return false;
  const { loose, legalForm } = nameKeys(before);
  if (!names.has(loose) || hasLegalForm(part)) return false;
  if (part.length < behind.length || legalForm?.position === 'back' || onlyAddress.test(part)) return true;
  return attached.test(part) && [...loose].length >= minCore;
}

/** Another company can follow too: 株式会社A 株式会社B大阪支店. */
function hasLegalForm(part: string): boolean {
  return /会社|法人|組合|\(株\)|\(有\)|\(同\)/.test(part);
}
