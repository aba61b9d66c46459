import { foldKanjiVariants } from '../letters/kanji-variants.ts';
import { foldCase, normalizeText } from '../letters/normalize.ts';
import { isPlaceholderPostalCode } from '../letters/placeholders.ts';
import { parsePrefecture, prefectures } from './prefectures.ts';

/**
 * Japanese addresses as people write them. The index of companies and the judge of hints use the same keys, so that a
 * query finds the companies that the judge accepts.
 */

export interface ParsedAddress {
  /** 東京都; null when the text does not begin with one. */
  readonly prefecture: string | null;
  /** The text after the prefecture, in one spelling, without spaces. */
  readonly rest: string;
}

/** A city with which an address may begin. */
export interface CityStart {
  /** One of the `cityKeys` of that city. */
  readonly key: string;
  /** The text after the city. */
  readonly street: string;
}

export interface ParsedStreet {
  /** The text before the first number, at most 20 characters; empty when there is none. */
  readonly town: string;
  /** The town with its numbers: 丸の内2-7-3. Empty without numbers. */
  readonly key: string;
}

/** Longer texts are cut. No address of a register is half as long. */
const maxLength = 300;
const longestCity = 20;
const longestTown = 20;

const postalCodeInFront =
  /^(?:日本国?[、,\s]+|[(（]?(?:〒\s*)?\d{3}[-‐－―ー−]?\d{4}[)）]?(?!\d)[、,\s]*|〒\s*)+/;
const TAG = /<\/?[a-z][^<>]{0,40}>/gi;
const telephone = /[(（、,\s]*(?:電話|℡|(?<![a-z])(?:tel|fax)(?![a-z])).*$/i;

export const placeLabel = '(?:登記上?の?)?(?:本社|本店|本部|主たる事務所)?の?(?:所在地?|住所)';
export const headOffice = `(?:${placeLabel}|本社|本店)`;
/** What can be written before the place of a head office. */
export const addressLabel = `(?:[【[(〔](?:${headOffice}|本部)[】\\])〕]\\s*|${headOffice}[:;/|・\\s-]*|本部\\s?:\\s?)`;
const LABEL_IN_FRONT = new RegExp(`^${addressLabel}(?=\\S)`);

/** Reads a whole address, or a city. A label and a postal code in front, and a telephone number behind, are left out. */
export function parseAddress(text: string): ParsedAddress {
  const divided = foldKanjiVariants(normalizeText(text.slice(0, maxLength)).replaceAll(TAG, ' '))
    .replace(LABEL_IN_FRONT, '')
    .replaceAll(DIVIDERS, ' ')
    .trim()
    .replace(postalCodeInFront, '')
    .replace(telephone, '');
  const plain = removeCityInFront(MAY_BE_DIVIDED.test(divided) ? divideOtherwise(divided) : divided);
  const [first = '', ...others] = plain.split(/ +/);
  const named = others.length > 0 ? parsePrefecture(first) : undefined;
  const found = named ?? prefectures.find(({ name }) => plain.startsWith(name));
  const rest = normalizePlace(named ? others.join(' ') : plain.slice(found?.name.length ?? 0));
  return { prefecture: found?.name ?? null, rest: removeRepeated(rest, found?.name) };
}

/** 千代田区東京都千代田区丸の内: tables repeat the prefecture and the city in the column of the address. */
function removeRepeated(rest: string, prefecture: string | undefined): string {
  const again = prefecture === undefined ? -1 : rest.slice(0, longestBeginning).lastIndexOf(prefecture);
  const once = again < 0 ? rest : rest.slice(0, again) + rest.slice(again + (prefecture?.length ?? 0));
  return once
    .replace(TOWN_BEFORE_DISTRICT, '$2$1')
    .replace(REPEATED_CITY, '$1')
    .replace(REPEATED_WARD, '$1$2');
}

const divideOtherwise = (text: string): string => text.replaceAll(OTHER_DIVIDERS, ' ').trim();

/** 千代田区東京都千代田区丸の内: the column of the city stands before that of the whole address. */
function removeCityInFront(text: string): string {
  const beginning = text.slice(1, longestBeginning);
  if (!/[都道府県]/.test(beginning) || prefectures.some(({ name }) => text.startsWith(name))) return text;
  for (const { name } of prefectures) {
    const at = beginning.indexOf(name) + 1;
    const city = text.slice(0, at).replaceAll(' ', '');
    const behind = text.slice(at + name.length).replaceAll(' ', '');
    if (city !== '' && behind.startsWith(city)) return text.slice(at);
  }
  return text;
}

/** Of two cities and a prefecture. */
const longestBeginning = 40;
const REPEATED_CITY = /^((?:\D{1,12}?[市郡])?\D{1,12}?[市区町村郡])\1+/;
/** 瑞穂町西多摩郡瑞穂町 */
const TOWN_BEFORE_DISTRICT = /^(\D{1,12}?[町村])(\D{1,8}?郡)\1/;
const REPEATED_WARD = /^(\D{1,12}?[市郡])(\D{1,8}?[区町村])\2+/;

/**
 * Under which keys a company in this city is found. People leave out the 郡, the city of a ward, the ward, and at the end
 * 市, 区, 町 or 村. A key with a slash stands for less than the whole city.
 */
export function listCityKeys(city: string): string[] {
  const whole = normalizePlace(city);
  if (whole === '') return [];
  const short = removeDistrict(whole);
  const district = short === whole ? null : whole.slice(0, whole.length - short.length);
  const [, ofWard = null, ward = null] = /^(.{1,10}?市)(.{1,6}区)$/.exec(whole) ?? [];
  const names = [short, ofWard, ward, district].flatMap((each) => each ?? []);
  const parts = [ofWard, district].flatMap((each) => each ?? []);
  return [
    ...new Set([
      whole,
      short,
      ...(ward === null ? [] : [ward]),
      ...[...parts, ...names.map((name) => name.replace(/[市区町村郡]$/, ''))].map((part) => `${part}/`),
    ]),
  ];
}

const JAPANESE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** Which keys of cities the text of a city can mean. It can go on after the city. None for a text in Latin letters. */
export function listCityHintKeys(rest: string): string[] {
  if (!JAPANESE.test(rest)) return [];
  return [
    ...new Set([...listCityStarts(rest).map(({ key }) => key), rest, removeDistrict(rest), `${rest}/`]),
  ];
}

/** The cities with which an address without its prefecture can begin, the longest first. */
export function listCityStarts(rest: string): CityStart[] {
  const starts = [...rest.slice(0, longestCity).matchAll(/[市区町村]/g)]
    .map(({ index }) => index + 1)
    .filter((end) => end > 1)
    .reverse();
  return starts.flatMap((end) => {
    const city = rest.slice(0, end);
    const street = rest.slice(end);
    const short = removeDistrict(city);
    const withoutWard = city.endsWith('市') && !/^[^\d]{1,5}区/.test(street);
    return [
      { key: city, street },
      ...(short === city ? [] : [{ key: short, street }]),
      ...(withoutWard ? [{ key: `${city}/`, street }] : []),
    ];
  });
}

/** Whether the text certainly begins with a city or a ward, and not with a town. */
export function hasCityAtStart(rest: string): boolean {
  return /^市?[^\d市区]{1,6}[市区]|^[^\d郡]{1,4}郡[^\d]{1,6}[町村]/.test(rest);
}

const kanjiDigits = '〇一二三四五六七八九';
const digitForms: Readonly<Record<string, string>> = {
  零: '〇',
  壱: '一',
  弐: '二',
  参: '三',
};
const numerals = '〇零一壱二弐三参四五六七八九十拾廿';
const kanji = `[${numerals}]`;
const buildNumberPattern = (follows: string) => new RegExp(`${kanji}{1,5}(?=${follows})`, 'g');
/** Hyphens, commas and brackets with a note have their own rules. */
const MARK = "[^\\p{L}\\p{M}\\p{N}\\s,、，〒()（）'‐‑–—―−ー－-]";
/** Marks with which tables divide the parts of an address. Beside numbers, hyphens and slashes are its own. */
const DIVIDERS = new RegExp(
  `(?<!\\d)[/|_・:;>\\\\]|[/|_・:;>\\\\](?!\\d)|(?<![\\d${numerals}])[-‐‑–—―−]`,
  'g',
);
/** Most addresses have no other mark. */
const MAY_BE_DIVIDED = /[^一-鿿ぁ-ゖァ-ヺ々〇\da-z\s,、()'‐‑–—―−-]/i;
/** Any other mark that stands between the parts of an address, and ー between kanji: 架空県→架空市, 架空県ー架空市. */
const OTHER_DIVIDERS = new RegExp(
  `(?<!\\d)${MARK}|${MARK}(?!\\d)|(?<=\\p{sc=Han})(?<![\\d${numerals}])ー(?=\\p{sc=Han})`,
  'gu',
);
const beforeUnit = buildNumberPattern('丁目|番地|番(?![町丁])|号');
const besideHyphen = new RegExp(`${kanji}{1,5}(?=-)|(?<=-)${kanji}{1,5}`, 'g');
const hyphens = new RegExp(`(?<=[\\d${numerals}-])[-‐‑–—―ーｰ−－の](?=[\\d${numerals}])`, 'g');

const REPEATED_TOWN = /^(\D{2,10})\1/;

/** Reads the street of an address, as `readAddress` or the register has it. The building is left out. */
export function parseStreet(street: string): ParsedStreet {
  const plain = normalizePlace(street)
    .replace(/^.*(?:上る|下る|東入る?|西入る?)/, '')
    .replaceAll(/大字|小字|字/g, '')
    .replace(REPEATED_TOWN, '$1')
    // Numbers that belong to the name of a town: 北1条西, 3番町.
    .replaceAll(/\d{1,2}(?=条|線|番[町丁])/g, (digits) => toKanji(Number(digits)))
    .replaceAll(/(?<!\d)\d+(?:階|f(?![a-z])).*$/g, '')
    .replaceAll(beforeUnit, toDigits)
    .replaceAll(/(?<=\d)(?:丁目|丁|番地|番|号|地割)の?-?/g, '-')
    .replaceAll(hyphens, '-')
    .replaceAll(besideHyphen, toDigits)
    .replaceAll(/-{2,}/g, '-');
  return {
    town: /^[^\d]*/.exec(plain)?.[0].replace(/-$/, '').slice(0, longestTown) ?? '',
    key: /^[^\d]*\d+(?:-\d+)*/.exec(plain)?.[0] ?? '',
  };
}

/** Under which keys a town is found: its beginnings and, with a slash, the whole. */
export function listTownKeys(town: string): string[] {
  return [...listBeginnings(town), `${town}/`];
}

/** The keys of all towns for which `isSameTown` holds. */
export function listTownHintKeys(town: string): string[] {
  return [town, ...listBeginnings(town).map((each) => `${each}/`)];
}

function listBeginnings(town: string): string[] {
  return Array.from({ length: Math.min(town.length, longestTown) }, (_, at) => town.slice(0, at + 1));
}

/** Whether one town is the other, or its first part. */
export function isSameTown(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/** Whether one street begins with the other and does not split a number. */
export function isSameStreet(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].toSorted((left, right) => left.length - right.length);
  return long.startsWith(short) && !/^\d/.test(long.slice(short.length));
}

/**
 * Also what spreadsheets make of a code: without its zeros in front (600000, 60-0000, 10010), with decimals (600000.0), with a
 * separator of thousands (600,000), behind an apostrophe, or as the formula that keeps its zeros (="0600000").
 * @returns the seven digits, or null
 */
export function parsePostalCode(text: string): string | null {
  const plain = normalizeText(text.slice(0, maxLength))
    .replace(/^=?"(.*)"$/, '$1')
    .replace(/^['’]?(?:〒\s*)?/, '');
  const [, area = '', rest = ''] = AREA_AND_REST.exec(plain) ?? [];
  const [, number = ''] = NUMBER.exec(plain.replaceAll(',', '')) ?? [];
  const code = area === '' ? number.padStart(7, '0') : area.padStart(3, '0') + rest;
  return code.startsWith('000') || isPlaceholderPostalCode(code) ? null : code;
}

const AREA_AND_REST = /^(0\d\d|[1-9]\d{0,2})\s*[\s‐‑–—―ー−-]\s*(\d{4})$/;
/** The first code is 001-0010. */
const NUMBER = /^(\d{7}|[1-9]\d{4,5})(?:\.0*)?$/;

/** The whole code and its area: a large building can have a code of its own, but not an area. */
export function listPostalKeys(code: string): string[] {
  return [code, code.slice(0, 3)];
}

/** 瑞穂町 from 西多摩郡瑞穂町. A 郡 in the name of a city (郡山市) stays. */
function removeDistrict(city: string): string {
  return city.replace(/^[^市\d]{1,10}郡(?=.+[町村]$)/, '');
}

/** Without spaces, and with the variant spellings of place names unified: 五箇荘, 五個荘, 五ヶ庄. Numbers side by side stay apart. */
function normalizePlace(text: string): string {
  return foldCase(foldKanjiVariants(normalizeText(text)))
    .replaceAll(DIVIDERS, '')
    .replaceAll(/(?<=\d) (?=\d)/g, '/')
    .replaceAll(/[ 、,，]/g, '')
    .replaceAll(/[ヶヵケがガ箇個]/g, 'ケ')
    .replaceAll(/[ノ之]/g, 'の')
    .replaceAll('ル', 'る')
    .replaceAll('ッ', 'ツ');
}

/** 廿三 and 二十三 are 23, 二〇 is 20. */
function toDigits(text: string): string {
  const plain = [...text]
    .map((each) => digitForms[each] ?? each)
    .join('')
    .replaceAll('拾', '十')
    .replaceAll('廿', '二十');
  const [, tens, ones] = /^([^十]?)十([^十]?)$/.exec(plain) ?? [];
  // An empty text is at 0, as 〇 is.
  if (tens !== undefined && ones !== undefined)
    return String(10 * (kanjiDigits.indexOf(tens) || 1) + kanjiDigits.indexOf(ones));
  if (plain.includes('十')) return text;
  return plain.replaceAll(/./g, (digit) => String(kanjiDigits.indexOf(digit)));
}

function toKanji(number: number): string {
  const [tens, ones] = [Math.floor(number / 10), number % 10];
  const one = kanjiDigits.charAt(ones).replace('〇', '');
  if (tens === 0) return one;
  return `${kanjiDigits.charAt(tens).replace('一', '')}十${one}`;
}
