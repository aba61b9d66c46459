import { parseAddress } from '../places/addresses.ts';
import { cityNames, readAddress } from '../places/municipalities.ts';
import { parsePrefecture, prefectures } from '../places/prefectures.ts';

/** Where the branches are that a text names. */

const BRANCHES =
  /(?<![^\s():/・、]|支社|支店|本部)([^\s\d():/・、支]{2,8}?)(?:第?[一二三四五\d]{1,2})?(?:支[店社局所部]|本部|分店|営業所|出張所|事業所|事務所|研究所|製作所|営業部|事業部|オフィス|工場|センター|(?<!本)店)(?=$|[\s():/・、]|.{2,8}所$)/g;

/**
 * Regions by the first and the last of their prefectures, in the order of JIS X 0401. Those that companies delimit differently have the
 * widest usual extent.
 */
const regions: Readonly<Record<string, readonly [first: number, last: number]>> = {
  東北: [2, 7],
  関東: [8, 14],
  北関東: [8, 11],
  南関東: [11, 14],
  甲信越: [15, 20],
  信越: [15, 20],
  北信越: [15, 20],
  首都圏: [8, 14],
  北陸: [15, 18],
  中部: [15, 24],
  東海: [21, 24],
  中京: [21, 24],
  近畿: [24, 30],
  関西: [24, 30],
  京滋: [25, 26],
  阪神: [27, 28],
  中国: [31, 35],
  山陰: [31, 32],
  山陽: [33, 35],
  中四国: [31, 39],
  西日本: [24, 47],
  東日本: [1, 24],
  中日本: [15, 24],
  四国: [36, 39],
  九州: [40, 47],
};

/** The places after which branches in a text are called: 名古屋 in 名古屋支店, 東海 in 東海支社名古屋営業所. */
export function listBranchPlaces(text: string): string[] {
  return Array.from(text.matchAll(BRANCHES), ([, place = '']) => place);
}

/** The same of a cell in a column for branches, in which the place alone can stand: 名古屋, 愛知県, 名古屋 支店. */
export function listPlacesOfBranchCell(cell: string): string[] {
  const joined = cell.replaceAll(' ', '');
  const name = joined.replace(/(?<=.{2})[市区]$/, '');
  const isPlace = name in regions || cityNames.has(name) || parsePrefecture(joined) !== undefined;
  return isPlace ? [joined] : [...listBranchPlaces(cell), ...listBranchPlaces(joined)];
}

/** The text without the branches that it names. */
export const removeBranches = (text: string): string => text.replaceAll(BRANCHES, '');

/**
 * Whether an address can be that of a branch that is called after a place: 名古屋支店 or 中部支社 in Nagoya.
 * @param address with its prefecture, its municipality, or both
 */
export function isAtBranchPlace(address: string, place: string): boolean {
  const { prefecture, rest } = parseAddress(address);
  const stated = prefecture ?? readAddress(rest).prefecture;
  if (stated !== null && listPrefectures(place).includes(stated)) return true;
  const written = parseAddress(place);
  return written.rest !== '' && rest.includes(written.rest);
}

function listPrefectures(place: string): readonly string[] {
  const named = parsePrefecture(place);
  if (named) return [named.name];
  // 名古屋南, 大阪中央, 九州北
  for (let length = place.length; length > 1; length--) {
    const name = place.slice(0, length);
    const region = regions[name];
    if (region) return prefectures.slice(region[0] - 1, region[1]).map((each) => each.name);
    const found = cityNames.get(name) ?? parsePrefecture(name)?.name;
    if (found !== undefined) return [found].flat();
  }
  return [];
}
