import type { HintField } from '../../contract/sources/sources.ts';
import {
  type AddressReading,
  beginsWithCity,
  cityHintKeys,
  cityKeys,
  cityStarts,
  readAddress,
  readPostalCode,
  readStreet,
  sameStreet,
  sameTown,
} from '../../text/addresses.ts';
import { type Prefecture, parsePrefecture } from '../../text/prefectures.ts';
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
  const city = hints.city === undefined ? null : readAddress(hints.city);
  const address = hints.address === undefined ? null : readAddress(hints.address);
  const postalCode = hints.postal_code === undefined ? null : readPostalCode(hints.postal_code);
  return (place) => {
    const comparisons: readonly [HintField, string | undefined, Comparison][] = [
      ['prefecture', hints.prefecture, comparePrefecture(prefecture, place)],
      ['city', hints.city, city && compareCity(city, place)],
      ['address', hints.address, address && compareAddress(address, place)],
      ['postal_code', hints.postal_code, comparePostalCode(postalCode, place)],
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
  if (named !== null && prefecture !== null && named !== prefecture) return false;
  if (city === null || rest === '') return null;
  const own = new Set(cityKeys(city));
  return cityHintKeys(rest).some((key) => own.has(key));
}

function compareAddress({ prefecture, rest }: AddressReading, place: HeadOffice): Comparison {
  if (prefecture !== null && place.prefecture !== null && prefecture !== place.prefecture) return false;
  if (place.city === null) return null;
  const given = afterCity(rest, place.city);
  // Without a prefecture or a city, the text may begin with a town.
  if (given === null) {
    const saysCity = rest !== '' && (prefecture !== null || beginsWithCity(rest));
    return saysCity ? false : null;
  }
  const [one, other] = [readStreet(given).town, readStreet(place.street ?? '').town];
  // If one side has no town, they count as the same.
  return one === '' || other === '' || sameTown(one, other);
}

/** The part of an address after the city; null when it does not begin with that city. */
function afterCity(rest: string, city: string): string | null {
  const own = new Set(cityKeys(city));
  return cityStarts(rest).find(({ key }) => own.has(key))?.street ?? null;
}

function compareStreet({ rest }: AddressReading, { city, street }: HeadOffice): Comparison {
  if (city === null || street === null || street === '') return null;
  const given = afterCity(rest, city);
  if (given === null) return null;
  const [one, other] = [readStreet(given).key, readStreet(street).key];
  return one === '' || other === '' ? null : sameStreet(one, other);
}

function comparePostalCode(code: string | null, { postal_code }: HeadOffice): Comparison {
  if (postal_code === null || code === null) return null;
  if (code === postal_code) return true;
  // A large building can have its own code. A different delivery area is a different place.
  return code.slice(0, 3) === postal_code.slice(0, 3) ? null : false;
}
