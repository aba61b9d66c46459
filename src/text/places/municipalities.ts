import { foldKanjiVariants } from '../letters/kanji-variants.ts';
import { municipalityTable } from './municipality-table.ts';
import { prefectures } from './prefectures.ts';

export interface Municipality {
  /** JIS X 0401, two digits. */
  readonly prefectureCode: string;
  /** 東京都 */
  readonly prefecture: string;
  /** JIS X 0402 without check digit, three digits. */
  readonly cityCode: string;
  /** As the register writes it: 札幌市中央区, 三戸郡南部町 */
  readonly city: string;
}

/** Every municipality, ordered by code. */
export const municipalities: readonly Municipality[] = municipalityTable
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [prefectureCode = '', ...places] = line.split(' ');
    const prefecture = prefectures.find(({ code }) => code === prefectureCode)?.name ?? '';
    return places.map((place) => ({
      prefectureCode,
      prefecture,
      cityCode: place.slice(0, 3),
      city: place.slice(3),
    }));
  });

/** The parts of an address in Japan, as far as its text shows them. */
export type JapaneseAddress = Record<
  'prefecture_code' | 'prefecture' | 'city_code' | 'city' | 'street',
  string | null
>;

/** 龍ケ崎市, 龍ヶ崎市 and 竜ケ崎市 are one city. */
const foldName = (name: string): string => foldKanjiVariants(name).replaceAll('ヶ', 'ケ');

const byName = new Map<string, Municipality[]>();
for (const municipality of municipalities) {
  const { city } = municipality;
  for (const name of new Set([foldName(city), removeCounty(city), removeWard(city)])) {
    byName.set(name, [...(byName.get(name) ?? []), municipality]);
  }
}
const maxNameLength = Math.max(...[...byName.keys()].map((name) => name.length));

/**
 * The cities of Japan and the wards of Tokyo, without 市 and 区, as people write them before 店, 工場 or オフィス, with the prefectures
 * that have one of that name. Those of one letter are left out.
 */
export const cityNames: ReadonlyMap<string, readonly string[]> = listCityNames();

function listCityNames(): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  for (const { city, prefecture } of municipalities) {
    const [, name] = /^(.{2,})市(?:[^市]+区)?$/.exec(city) ?? /^([^市]{2,})区$/.exec(city) ?? [];
    if (name === undefined || all.get(name)?.includes(prefecture)) continue;
    all.set(name, [...(all.get(name) ?? []), prefecture]);
  }
  return all;
}

/** 三戸郡南部町 is also written 南部町; 大和郡山市 has no county. */
function removeCounty(city: string): string {
  return foldName(city).replace(/^.{1,4}?郡(?=.+[町村]$)/, '');
}

/** 新潟市中央区 is also written 新潟市, which is enough to know the prefecture. */
function removeWard(city: string): string {
  return foldName(city).replace(/(?<=市).+区$/, '');
}

/**
 * Splits an address into its parts. The prefecture comes from the start of the text, or else from the name of the city.
 * If several prefectures have a city of that name (府中市, 伊達市), prefecture and city code are null.
 * @param text an address in Japan, with or without its prefecture
 */
export function readAddress(text: string): JapaneseAddress {
  const address = text.trim();
  const prefecture = prefectures.find(({ name }) => address.startsWith(name));
  // 横浜市　中区　長者町
  const written = address.slice(prefecture?.name.length ?? 0).replace(/(?<=^\S{1,10}[市郡])\s+/, '');
  const { name, rest, choices } = findMunicipalityAtStart(written, prefecture?.code);
  const [first, ...others] = choices;
  const city = others.length === 0 ? first : undefined;
  const isOnePrefecture = others.every(({ prefectureCode }) => prefectureCode === first?.prefectureCode);
  const ofCity = isOnePrefecture ? first : undefined;
  return {
    prefecture_code: prefecture?.code ?? ofCity?.prefectureCode ?? null,
    prefecture: prefecture?.name ?? ofCity?.prefecture ?? null,
    city_code: city?.cityCode ?? null,
    city: city?.city ?? name,
    street: rest.trim() || null,
  };
}

/** The text behind the municipality that it begins with; null if it begins with none. */
export function findStreetOfMunicipality(text: string): string | null {
  const { name, rest } = findMunicipalityAtStart(text, undefined);
  return name === null ? null : rest;
}

/** The longest municipality name that the text begins with: 大阪市北区 before 大阪市. If there is none, the text is the rest. */
function findMunicipalityAtStart(
  text: string,
  prefectureCode: string | undefined,
): { name: string | null; rest: string; choices: readonly Municipality[] } {
  for (let length = Math.min(maxNameLength, text.length); length > 1; length -= 1) {
    const name = text.slice(0, length);
    const choices = (byName.get(foldName(name)) ?? []).filter(
      (each) => prefectureCode === undefined || each.prefectureCode === prefectureCode,
    );
    if (choices.length > 0) return { name, rest: text.slice(length), choices };
  }
  return { name: null, rest: text, choices: [] };
}
