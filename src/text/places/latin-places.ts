import { normalizeText } from '../letters/normalize.ts';
import { toRomajiKey } from '../letters/romaji.ts';
import { type Municipality, municipalities } from './municipalities.ts';
import { municipalityReadings } from './municipality-readings.ts';
import { type Prefecture, parsePrefecture } from './prefectures.ts';

/** Places of Japan in Latin letters: 1-2-3 Meieki, Nakamura-ku, Nagoya 450-0002, Japan. */

export interface LatinPlace {
  readonly prefecture: Prefecture | undefined;
  /** All municipalities that can be meant; none if only the prefecture is known. */
  readonly cities: readonly Municipality[];
}

/** Longer texts are cut. No address is half as long. */
const maxLength = 300;
const JAPANESE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const COUNTRY = /[,\s]*\bjapan\b[.\s]*$/i;
const POSTAL_CODE = /(?:〒\s*)?(?<!\d)\d{3}-?\d{4}(?!\d)/;
const SUFFIX = /[\s-](?:shi|ku|cho|machi|mura|son|city|ward|town|village)$/i;

/** Whether a text has no Japanese letter. */
export function isInLatin(text: string): boolean {
  return !JAPANESE.test(text);
}

/** @returns null for a text in Japanese, and if no place in it is known */
export function readPlaceInLatin(text: string): LatinPlace | null {
  const plain = normalizeText(text.slice(0, maxLength));
  if (!isInLatin(plain)) return null;
  const pieces = listPieces(plain.replace(POSTAL_CODE, '').replace(COUNTRY, '').replace(POSTAL_CODE, ''));
  const at = [0, pieces.length - 1].find((place) => readPrefecture(pieces[place]));
  const prefecture = at === undefined ? undefined : readPrefecture(pieces[at]);
  const cities = narrowCities(
    pieces.filter((_, place) => place !== at),
    prefecture,
  );
  return prefecture === undefined && cities.length === 0 ? null : { prefecture, cities };
}

/** Not 13, which is a code beside other columns. */
const readPrefecture = (piece = ''): Prefecture | undefined =>
  /\d/.test(piece) ? undefined : parsePrefecture(piece);

/** From the largest place to the smallest, as addresses in Latin letters end with it; some begin so. Without commas, the words. */
function listPieces(text: string): string[] {
  const pieces = text.split(',').flatMap((piece) => piece.trim() || []);
  const [only = ''] = pieces;
  const divided = pieces.length === 1 && findByReading(only).length === 0 ? only.split(' ') : pieces;
  return divided.reverse();
}

/** Of the cities that a piece names, those that the next one names, too: Nakamura-ku of Nagoya. */
function narrowCities(
  pieces: readonly string[],
  prefecture: Prefecture | undefined,
): readonly Municipality[] {
  let found: readonly Municipality[] = [];
  for (const piece of pieces) {
    const named = findByReading(piece).filter(
      (each) => prefecture === undefined || each.prefectureCode === prefecture.code,
    );
    const narrowed: readonly Municipality[] =
      found.length === 0 ? named : named.filter((each) => found.includes(each));
    if (narrowed.length > 0) found = narrowed;
  }
  return found;
}

function findByReading(piece: string): readonly Municipality[] {
  return byReading.get(toRomajiKey(piece)) ?? byReading.get(toRomajiKey(piece.replace(SUFFIX, ''))) ?? [];
}

/** By the reading with and without 市, 区, 町 or 村. */
const byReading = new Map<string, Municipality[]>();
const readings = new Map(
  municipalityReadings
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [prefectureCode = '', ...cities] = line.split(' ');
      return cities.map((city) => [prefectureCode + city.slice(0, 3), city.slice(3).split('・')] as const);
    }),
);
for (const municipality of municipalities) {
  const parts = readings.get(municipality.prefectureCode + municipality.cityCode) ?? [];
  const keys = parts.flatMap((part) => [part, part.replace(/(?:し|く|ちょう|まち|むら|そん)$/, '')]);
  for (const key of new Set(keys.map(toRomajiKey)))
    byReading.set(key, [...(byReading.get(key) ?? []), municipality]);
}
