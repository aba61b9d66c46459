import { listKanjiVariants } from '../letters/kanji-variants.ts';
import { buildEndPattern, buildRunPattern } from '../letters/word-patterns.ts';
import { addressLabel, headOffice, placeLabel } from '../places/addresses.ts';
import { findStreetOfMunicipality } from '../places/municipalities.ts';
import { parsePrefecture, prefectures } from '../places/prefectures.ts';

/** Places and addresses beside a name, and the words that say whose or of what they are. */

/** As an expression, each letter in all its forms: 広島県, 廣島縣. */
export const prefectureNames = prefectures
  .map(({ name }) => [...name].map((letter) => `[${letter}${listKanjiVariants(letter)}]`).join(''))
  .join('|');

/** What can be written before the place of a head office. */
const ADDRESS_LABEL = new RegExp(`^${addressLabel}(?=\\S)`);
/** 株式会社架空【本社】札幌市: the label and the place at the end of a text. */
export const LABELLED_PLACE = new RegExp(`(?<=.)[【[(〔](?:${headOffice}|本部)[】\\])〕]\\s*([^【[(〔]+)$`);
/** The label at the end of a text, behind a space or a mark: the place follows. */
export const LABEL_OF_PLACE = buildEndPattern(
  `(?<![\\s,、/(:;|-])([\\s,、/(:;|-]+(?:${placeLabel}[\\s:;/|-]*|(?:本社|本店|本部)\\s?:\\s?))`,
);
/** 本社:札幌市 架空株式会社: the label in front of a text. */
export const labelInFront = `(?:${headOffice}|本部)\\s*[:;/|]\\s*`;
/** 福岡県所在, 福岡県に本社 */
const WORDS_BEHIND_PLACE =
  /(?:に所在|所在|に?在|内|内?(?:に|の)(?:本社|本店)(?:を置く|がある)?|内(?:本社|本店))$/;
/** 福岡県・北九州市 */
const BETWEEN_PLACES = /(?<=[都道府県])[\s・/](?=\S)/;

/** The place itself, without words that say whose or of what it is. */
export function stripPlaceWords(text: string): string {
  return text
    .replace(/^[・+…●→~=]+/, '')
    .replace(ADDRESS_LABEL, '')
    .replace(WORDS_BEHIND_PLACE, '')
    .replace(BETWEEN_PLACES, '');
}

/** What can divide an address from the name before it. */
const marksBeforeAddress = `${buildRunPattern('\\s,、/(:;|@_※', '+')}|\\s-\\s+|[・+…●→~=](?=(?:${prefectureNames}))`;
/** Nothing needs to divide them if a prefecture, a municipality and a number follow: no registered name has them. */
const ownBeginning = `(?=〒|(?:${prefectureNames})[^\\s\\d]{1,12}?[市区町村郡]\\D{0,60}\\d)`;
/** An address after a name: a postal code, or a prefecture and a municipality, or a municipality and soon a digit. */
export const ADDRESS_BEHIND = new RegExp(
  `(?:${marksBeforeAddress}|${ownBeginning})(?:${placeLabel}[\\s:;/|-]*|(?:本社|本店|本部)\\s?:\\s?)?(?:${[
    '〒?\\s*\\d{3}-?\\d{4}(?!\\d|-)\\s*\\S.*',
    '〒\\s*\\d{3}-?\\d{4}',
    `(?:〒?\\s*\\d{3}-?\\d{4}\\s*)?(?:${prefectureNames})[^\\s]{1,12}?[市区町村郡].*`,
    '[^\\s]{1,7}?[市区町村][^\\s\\d]{0,60}\\d.*',
  ].join('|')})$`,
);

const PLACE = new RegExp(
  `^(?:${prefectureNames}|.{1,8}(?:(?<!(?<!京)都)市|[町村郡]|(?<!改良|財産|管)区)|東北|関東|北関東|南関東|甲信越|北陸|東海|中部|近畿|関西|中国|四国|九州|沖縄|首都圏|[東西北]日本|本店|本社|全国)(?:地区|地域|地方|エリア)?$`,
);

/** Whether a text is only a place: a prefecture in any spelling, a municipality, a region. */
export function isPlace(text: string): boolean {
  return PLACE.test(text) || (!/\d/.test(text) && parsePrefecture(text) !== undefined);
}

/** 東京都, and not 東京, which companies have as their names. */
export const WHOLE_PREFECTURE = new RegExp(`^(?:${prefectureNames})$`);

export const PREFECTURE_IN_FRONT = new RegExp(`^(?:${prefectureNames})`);

/** Only an address, or its postal code, or a floor of a building. */
export const ADDRESS = new RegExp(
  `^${addressLabel}?(?:〒?\\d{3}-?\\d{4}\\s*)?(?:(?:${prefectureNames})?[^\\s\\d()]{1,8}[市区町村郡].*\\d.*|(?:${prefectureNames})[^\\s\\d()]{1,8}?[市区町村郡].*)$|^〒?\\d{3}-\\d{4}$|^〒\\d{7}$|^\\S{1,20}(?:ビル|ビルディング|タワー|会館|館)\\s?\\d{1,3}(?:階|f)$`,
  'i',
);

const longestTown = 20;
const TOWN = /^[一-鿿々ぁ-ゖァ-ヺー]+$/;
/** 札幌市水道局, 川崎市立病院: a part of a municipality. */
const PART_OF_MUNICIPALITY =
  /^(?:[立営民長内外在]|役[所場]|議会|教育|消防)|(?:[局会所院校館園場署課部係庁店社室寺学団員]|組合|銀行)$/;

/** A municipality that there is, and a town without a number: 札幌市中央区北一条西, 練馬区小竹町. */
export function isTownOfMunicipality(text: string): boolean {
  const street = findStreetOfMunicipality(text) ?? '';
  return street.length <= longestTown && TOWN.test(street) && !PART_OF_MUNICIPALITY.test(street);
}
