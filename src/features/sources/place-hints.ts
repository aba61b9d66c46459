import type { HintField } from '../../contract/sources/sources.ts';
import { foldCase, normalizeText } from '../../text/normalize.ts';
import { type Prefecture, parsePrefecture, prefectures } from '../../text/prefectures.ts';
import type { HeadOffice } from '../companies/company-record.ts';

/**
 * What a row's hints say about a company. `agrees` lists the hints that fit. A single hint that does not fit
 * contradicts the company. Hints that cannot be compared say nothing.
 */
export interface HintVerdict {
  readonly agrees: readonly { readonly field: HintField; readonly value: string }[];
  readonly contradicted: boolean;
  /** Whether the street fits too, to distinguish namesakes in one city. Null when it cannot be compared. */
  readonly sameStreet: boolean | null;
}

type Comparison = boolean | null;

type Hints = Readonly<Partial<Record<HintField, string>>>;

/** Reads the hints once, to judge any number of companies. */
export function hintJudge(hints: Hints): (place: HeadOffice) => HintVerdict {
  const prefecture = hints.prefecture === undefined ? undefined : parsePrefecture(hints.prefecture);
  const city = hints.city === undefined ? null : splitPrefecture(compact(hints.city));
  const address = hints.address === undefined ? null : readAddress(hints.address);
  return (place) => {
    const comparisons: readonly [HintField, string | undefined, Comparison][] = [
      ['prefecture', hints.prefecture, comparePrefecture(prefecture, place)],
      ['city', hints.city, city && compareCity(city, place)],
      ['address', hints.address, address && compareAddress(address, place)],
      ['postal_code', hints.postal_code, comparePostalCode(hints.postal_code, place)],
    ];
    return {
      agrees: comparisons.flatMap(([field, value, same]) =>
        same && value !== undefined ? [{ field, value }] : [],
      ),
      contradicted: comparisons.some(([, , same]) => same === false),
      sameStreet: address && compareStreet(address, place),
    };
  };
}

function comparePrefecture(wanted: Prefecture | undefined, { prefecture }: HeadOffice): Comparison {
  return wanted === undefined || prefecture === null ? null : wanted.name === prefecture;
}

function compareCity(
  { prefecture: named, rest }: AddressReading,
  { prefecture, city }: HeadOffice,
): Comparison {
  if (city === null) return null;
  if (named !== null && prefecture !== null && named !== prefecture) return false;
  return rest === '' ? null : sameCity(rest, compact(city));
}

/** 横浜市 for 横浜市西区, 瑞穂町 for 西多摩郡瑞穂町: people leave out parts at either end. */
function sameCity(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one) || (one.length > 1 && other.endsWith(one));
}

interface AddressReading {
  readonly prefecture: string | null;
  /** Without the prefecture, in the form of `compact`. */
  readonly rest: string;
}

function readAddress(text: string): AddressReading {
  return splitPrefecture(compact(text.replace(/^〒?\s*\d{3}-?\d{4}\s*/, '')));
}

function compareAddress({ prefecture, rest }: AddressReading, place: HeadOffice): Comparison {
  if (prefecture !== null && place.prefecture !== null && prefecture !== place.prefecture) return false;
  if (place.city === null) return null;
  const restAfterCity = afterCity(rest, place.city);
  // Only after a prefecture does an address certainly continue with its city.
  if (restAfterCity === null) return prefecture === null || rest === '' ? null : false;
  return sameTown(restAfterCity, place.street);
}

/** The part of an address after the city; null when it does not begin with that city. */
function afterCity(rest: string, city: string): string | null {
  const full = compact(city);
  const begin = [full, withoutDistrict(full)].find((start) => rest.startsWith(start));
  return begin === undefined ? null : rest.slice(begin.length);
}

/** Different towns in a city are different places. If one side has no town, they count as the same. */
function sameTown(given: string, street: string | null): boolean {
  const [one, other] = [townOf(given), townOf(compact(street ?? ''))];
  return one === '' || other === '' || one.includes(other) || other.includes(one);
}

/** The text before the first number, without the markers of former villages. */
function townOf(street: string): string {
  return /^[^\d]*/.exec(streetNumbers(street))?.[0].replaceAll(/大字|字/g, '') ?? '';
}

function compareStreet({ rest }: AddressReading, { city, street }: HeadOffice): Comparison {
  if (city === null || street === null || street === '') return null;
  const restAfterCity = afterCity(rest, city);
  if (restAfterCity === null) return null;
  const given = streetKey(restAfterCity);
  const known = streetKey(compact(street));
  if (given === '' || known === '') return null;
  return startsWithWhole(given, known) || startsWithWhole(known, given);
}

/** 瑞穂町 from 西多摩郡瑞穂町. A 郡 in the name of a city (郡山市) stays. */
function withoutDistrict(city: string): string {
  return city.replace(/^[^市]+郡(?=.+[町村]$)/, '');
}

function comparePostalCode(hint: string | undefined, { postal_code }: HeadOffice): Comparison {
  const digits = hint?.replace(/[〒\s-]/g, '') ?? '';
  if (postal_code === null || !/^\d{7}$/.test(digits)) return null;
  if (digits === postal_code) return true;
  // A large building can have its own code. A different delivery area is a different place.
  return digits.slice(0, 3) === postal_code.slice(0, 3) ? null : false;
}

function splitPrefecture(compacted: string): AddressReading {
  const found = prefectures.find(({ name }) => compacted.startsWith(name));
  return found
    ? { prefecture: found.name, rest: compacted.slice(found.name.length) }
    : { prefecture: null, rest: compacted };
}

/** Without spaces, and with variant spellings of place names unified. */
function compact(text: string): string {
  return foldCase(normalizeText(text))
    .replaceAll(' ', '')
    .replaceAll(/[ヶヵケｹ]/g, 'ケ');
}

const kanjiDigits = '〇一二三四五六七八九';

/** 丸の内二丁目7番3号 and 丸の内2-7-3 become 丸の内2-7-3. The building after the numbers is removed. */
function streetKey(street: string): string {
  return /^[^\d]*\d+(?:-\d+)*/.exec(streetNumbers(street))?.[0] ?? '';
}

function streetNumbers(street: string): string {
  return street
    .replaceAll(/([一二三四五六七八九]?)(十?)([一二三四五六七八九]?)(?=丁目)/g, (all, tens, ten, ones) =>
      all === '' ? '' : String(ten ? 10 * (digit(tens) || 1) + digit(ones) : digit(tens || ones)),
    )
    .replaceAll(/丁目|番地の?|番|号|[‐－―ー−]/g, '-')
    .replaceAll(/-+/g, '-');
}

/** 0 for no digit. */
function digit(kanji: string): number {
  return Math.max(0, kanjiDigits.indexOf(kanji));
}

/** Whether one street begins with the other and does not split a number. */
function startsWithWhole(long: string, short: string): boolean {
  return long.startsWith(short) && !/^\d/.test(long.slice(short.length));
}
