import {
  type HintField,
  type Hints,
  hintFields,
  type IdentifierHintField,
  identifierHintFields,
} from '../../../contract/company-resolve/hints.ts';
import { parseIdentifier } from '../../../text/identifiers/identifiers.ts';
import {
  hasCityAtStart,
  isSameStreet,
  isSameTown,
  listCityHintKeys,
  listCityKeys,
  listCityStarts,
  type ParsedAddress,
  parseAddress,
  parsePostalCode,
  parseStreet,
} from '../../../text/places/addresses.ts';
import { parsePrefecture } from '../../../text/places/prefectures.ts';
import type { HeadOffice } from '../../companies/company-record.ts';
import { identifierTerm } from './match-clauses.ts';

/**
 * What hints say about a company. `agrees` lists the hints that fit. A single hint that does not fit
 * contradicts the company. Hints that cannot be compared say nothing.
 */
export interface HintVerdict {
  readonly agrees: readonly { readonly field: HintField; readonly value: string }[];
  readonly contradicted: boolean;
  /**
   * Whether the street fits too, or without one the whole postal code, to distinguish namesakes in one city. Null when
   * neither can be compared.
   */
  readonly sameStreet: boolean | null;
}

/** By company, what the hints say about it. */
export type HintVerdicts = ReadonlyMap<string, HintVerdict>;

/** By key of `identifierHints`, the ids of the companies that have it. */
export type HintHolders = ReadonlyMap<string, ReadonlySet<string>>;

/** The identifiers among the hints as the index has them. Malformed ones say nothing. */
export function identifierHints(
  hints: Hints,
): { readonly field: IdentifierHintField; readonly key: string }[] {
  return identifierHintFields.flatMap((field) => {
    const value = hints[field];
    const parsed = value === undefined ? null : parseIdentifier(field, value);
    if (parsed?.ok) return [{ field, key: identifierTerm(parsed) }];
    return [];
  });
}

/** The address among the hints. Beside a column of cities, it can begin with its town. */
export function hintedAddress({ city = '', address = '' }: Hints): ParsedAddress {
  const read = parseAddress(address);
  if (read.rest === '' || read.prefecture !== null || hasCityAtStart(read.rest)) return read;
  return parseAddress(`${city}${address}`);
}

/** Hints that cannot be compared with anything. */
export function unreadableHints(hints: Hints): HintField[] {
  const { prefecture = '', city = '', postal_code = '' } = hints;
  const known = new Set<HintField>(identifierHints(hints).map(({ field }) => field));
  const address = hintedAddress(hints);
  const isRead: Partial<Record<HintField, boolean>> = {
    prefecture: parsePrefecture(prefecture) !== undefined,
    city: listCityHintKeys(parseAddress(city).rest).length > 0,
    address: address.prefecture !== null || hasCityAtStart(address.rest),
    postal_code: parsePostalCode(postal_code) !== null,
  };
  return hintFields.filter((field) => hints[field] !== undefined && !(isRead[field] ?? known.has(field)));
}

/** What the hints say about each of these companies. Companies whose place was not read are left out. */
export function hintVerdictsOf(
  hints: Hints,
  companies: readonly { readonly card: { readonly company: { readonly company_id: string } } }[],
  { places, holders }: { places: ReadonlyMap<string, HeadOffice>; holders: HintHolders },
): HintVerdicts {
  if (Object.keys(hints).length === 0) return new Map();
  const judge = hintJudge(hints, holders);
  return new Map(
    companies.flatMap(({ card }) => {
      const { company_id } = card.company;
      const place = places.get(company_id);
      if (place) return [[company_id, judge(place, company_id)]];
      return [];
    }),
  );
}

type Comparison = boolean | null;

/** Reads the hints once, to judge any number of companies. */
export function hintJudge(
  hints: Hints,
  holders: HintHolders = new Map(),
): (place: HeadOffice, companyId?: string) => HintVerdict {
  const prefecture = hints.prefecture === undefined ? undefined : parsePrefecture(hints.prefecture);
  const city = hints.city === undefined ? null : parseAddress(hints.city);
  const address = hints.address === undefined ? null : hintedAddress(hints);
  const postalCode = hints.postal_code === undefined ? null : parsePostalCode(hints.postal_code);
  const identifiers = identifierHints(hints);
  return (place, companyId = '') => {
    const comparisons: readonly [HintField, string | undefined, Comparison][] = [
      ['prefecture', hints.prefecture, compareValues(prefecture?.name, place.prefecture)],
      ['city', hints.city, city && compareCity(city, place)],
      ['address', hints.address, address && compareAddress(address, place)],
      ['postal_code', hints.postal_code, comparePostalCode(postalCode, place)],
      // An identifier that no loaded company has says nothing: few sites are known.
      ...identifiers.map(({ field, key }): [HintField, string | undefined, Comparison] => [
        field,
        hints[field],
        holders.get(key)?.has(companyId) ?? null,
      ]),
    ];
    return {
      agrees: comparisons.flatMap(([field, value, same]) =>
        same && value !== undefined ? [{ field, value }] : [],
      ),
      contradicted: comparisons.some(([, , same]) => same === false),
      sameStreet: (address && compareStreet(address, place)) ?? compareValues(postalCode, place.postal_code),
    };
  };
}

function compareValues(wanted: string | null | undefined, own: string | null): Comparison {
  if (wanted === undefined || wanted === null || own === null) return null;
  return wanted === own;
}

function compareCity(
  { prefecture: written, rest }: ParsedAddress,
  { prefecture, city }: HeadOffice,
): Comparison {
  if (written !== null && prefecture !== null && written !== prefecture) return false;
  const named = listCityHintKeys(rest);
  if (city === null || named.length === 0) return null;
  const own = new Set(listCityKeys(city));
  return named.some((key) => own.has(key));
}

function compareAddress({ prefecture, rest }: ParsedAddress, place: HeadOffice): Comparison {
  if (prefecture !== null && place.prefecture !== null && prefecture !== place.prefecture) return false;
  if (place.city === null) return null;
  const given = afterCity(rest, place.city);
  // Without a prefecture or a city, the text may begin with a town.
  if (given === null) {
    const saysCity = rest !== '' && (prefecture !== null || hasCityAtStart(rest));
    if (saysCity) return false;
    return null;
  }
  const [one, other] = [parseStreet(given).town, parseStreet(place.street ?? '').town];
  // If one side has no town, they count as the same.
  return one === '' || other === '' || isSameTown(one, other);
}

/** The part of an address after the city; null when it does not begin with that city. */
function afterCity(rest: string, city: string): string | null {
  const own = new Set(listCityKeys(city));
  return listCityStarts(rest).find(({ key }) => own.has(key))?.street ?? null;
}

function compareStreet({ rest }: ParsedAddress, { city, street }: HeadOffice): Comparison {
  if (city === null || street === null || street === '') return null;
  const given = afterCity(rest, city);
  if (given === null) return null;
  const [one, other] = [parseStreet(given).key, parseStreet(street).key];
  if (one === '' || other === '') return null;
  return isSameStreet(one, other);
}

function comparePostalCode(code: string | null, { postal_code }: HeadOffice): Comparison {
  if (postal_code === null || code === null) return null;
  if (code === postal_code) return true;
  // A large building can have its own code. A different delivery area is a different place.
  if (code.slice(0, 3) === postal_code.slice(0, 3)) return null;
  return false;
}
