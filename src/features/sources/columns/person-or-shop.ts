import { canBeInName, hasSurePartAtEnd, isBusiness } from '../../../text/cells/written-name-words.ts';
import { normalizeText } from '../../../text/letters/normalize.ts';
import { familyNames } from '../../../text/names/family-names.ts';
import { hasLegalForm } from './table-words.ts';

/** 山田太郎, 佐藤 花子, 新宿店, 架空大阪支店: whether a cell has no company, but a person or a shop. 山田建設 and 鈴木商店 may be companies. */
export function isPersonOrShop(cell: string): boolean {
  return isPerson(cell) || (!hasLegalForm(cell) && hasSurePartAtEnd(normalizeText(cell.slice(0, 200))));
}

const longestFamilyName = 3;

export function isPerson(cell: string): boolean {
  const text = normalizeText(cell.slice(0, 200)).replace(/\s*[様殿]$/, '');
  const name = /^[一-鿿々]{1,4} ?[一-鿿々ぁ-ゖァ-ヺー]{1,4}$/.test(text) ? text.replace(' ', '') : '';
  for (let length = longestFamilyName; length > 1; length -= 1) {
    const given = name.slice(length);
    if (familyNames.has(name.slice(0, length)) && isGivenName(given)) return true;
  }
  return false;
}

function isGivenName(text: string): boolean {
  return (
    /^.{1,3}$/.test(text) && !/[社店所屋家園院会組]$/.test(text) && !canBeInName(text) && !isBusiness(text)
  );
}
