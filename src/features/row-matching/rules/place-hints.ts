import {
  type HintField,
  type Hints,
  hintFields,
  type IdentifierHintField,
  identifierHintFields,
} from '../../../contract/company-resolve/hints.ts';
import { parseIdentifier } from '../../../text/identifiers/identifiers.ts';
import {
  type CityStart,
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
import { isInLatin, type LatinPlace, readPlaceInLatin } from '../../../text/places/latin-places.ts';
import { type Prefecture, parsePrefecture } from '../../../text/places/prefectures.ts';
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

export function saysMoreThanPrefecture(verdict: HintVerdict | undefined): boolean {
  return verdict?.agrees.some(({ field }) => field !== 'prefecture') ?? false;
}

/** By company, what the hints say about it. */
export type HintVerdicts = ReadonlyMap<string, HintVerdict>;

/** By key of `listIdentifierHints`, the ids of the companies that have it. */
export type HintHolders = ReadonlyMap<string, ReadonlySet<string>>;

/** The identifiers among the hints as the index has them. Malformed ones say nothing. */
export function listIdentifierHints(
  hints: Hints,
): { readonly field: IdentifierHintField; readonly key: string }[] {
  return identifierHintFields.flatMap((field) => {
    const value = hints[field];
    const parsed = value === undefined ? null : parseIdentifier(field, value);
    if (parsed?.ok) return [{ field, key: identifierTerm(parsed) }];
    return [];
  });
}

/** Hints, each cell of them parsed once. Text that nothing can be compared with is empty or null. */
export interface ParsedHints {
  readonly prefecture: Prefecture | undefined;
  readonly city: ParsedAddress;
  /** Of the address and the city, as far as they are in Latin letters. */
  readonly latin: LatinPlace | null;
  /** `listCityHintKeys` of the city. */
  readonly cityKeys: readonly string[];
  readonly address: ParsedAddress;
  /** `listCityStarts` of the address. */
  readonly starts: readonly CityStart[];
  readonly postalCode: string | null;
}

export function parseHints({
  prefecture = '',
  city: cityCell = '',
  address: addressCell = '',
  postal_code = '',
}: Hints): ParsedHints {
  const city = parseAddress(cityCell);
  // What an address in Latin letters says is in `latin`.
  const alone = parseAddress(isInLatin(addressCell) ? '' : addressCell);
  // Beside a column of cities, it can begin with its town.
  const needsCity = alone.rest !== '' && alone.prefecture === null && !hasCityAtStart(alone.rest);
  const address = needsCity ? parseAddress(`${cityCell}${addressCell}`) : alone;
  const latin = readPlaceInLatin([addressCell, cityCell].filter(isInLatin).join(', '));
  return {
    prefecture: parsePrefecture(prefecture) ?? latin?.prefecture,
    latin,
    city,
    cityKeys: listCityHintKeys(city.rest),
    address,
    starts: listCityStarts(address.rest),
    postalCode: parsePostalCode(postal_code),
  };
}

/** Hints that cannot be compared with anything. */
export function listUnreadableHints(hints: Hints): HintField[] {
  const { prefecture, cityKeys, address, postalCode } = parseHints(hints);
  const known = new Set<HintField>(listIdentifierHints(hints).map(({ field }) => field));
  const isRead: Partial<Record<HintField, boolean>> = {
    prefecture: prefecture !== undefined,
    city: cityKeys.length > 0 || readPlaceInLatin(hints.city ?? '') !== null,
    address:
      address.prefecture !== null ||
      hasCityAtStart(address.rest) ||
      readPlaceInLatin(hints.address ?? '') !== null,
    postal_code: postalCode !== null,
  };
  return hintFields.filter((field) => hints[field] !== undefined && !(isRead[field] ?? known.has(field)));
}

/** What the hints say about each of these companies. Companies whose place was not read are left out. */
export function judgeHints(
  hints: Hints,
  companies: readonly { readonly card: { readonly company: { readonly company_id: string } } }[],
  {
    places,
    holders,
    areOfBranch = false,
  }: { places: ReadonlyMap<string, HeadOffice>; holders: HintHolders; areOfBranch?: boolean },
): HintVerdicts {
  if (Object.keys(hints).length === 0) return new Map();
  const judge = createHintJudge(hints, holders, areOfBranch);
  return new Map(
    companies.flatMap(({ card }) => {
      const { company_id } = card.company;
      const place = places.get(company_id);
      if (place) return [[company_id, judge(place, company_id)]];
      return [];
    }),
  );
}

/** Null: it cannot be compared. */
export type Comparison = boolean | null;

/** What one hint says about a company. */
export interface ComparedHint {
  readonly field: HintField;
  /** As written; undefined if the row does not give it. */
  readonly value: string | undefined;
  readonly same: Comparison;
}

/** What the hints say about one head office. */
interface ComparedPlace extends Pick<HintVerdict, 'sameStreet'> {
  readonly compared: readonly ComparedHint[];
  /** Of the address alone. */
  readonly isInStreet: Comparison;
}

/**
 * Reads the hints once, to judge any number of companies.
 * @param areOfBranch whether their place is that of a branch, which says nothing against a head office elsewhere
 */
export function createHintJudge(
  hints: Hints,
  holders: HintHolders = new Map(),
  areOfBranch = false,
): (place: HeadOffice, companyId?: string) => HintVerdict {
  const comparePlace = createPlaceComparer(hints, areOfBranch);
  const identifiers = listIdentifierHints(hints);
  return (place, companyId = '') => {
    const { compared, sameStreet } = comparePlace(place);
    const all = [
      ...compared,
      // An identifier that no loaded company has says nothing: few sites are known.
      ...identifiers.map(
        ({ field, key }): ComparedHint => ({
          field,
          value: hints[field],
          same: holders.get(key)?.has(companyId) ?? null,
        }),
      ),
    ];
    return {
      agrees: all.flatMap(({ field, value, same }) =>
        same && value !== undefined ? [{ field, value }] : [],
      ),
      contradicted: all.some(({ same }) => same === false),
      sameStreet,
    };
  };
}

/** Compares the hints about a place with any number of head offices, each hint for itself. */
export function createPlaceComparer(hints: Hints, areOfBranch = false): (place: HeadOffice) => ComparedPlace {
  const parsed = parseHints(hints);
  const { prefecture, postalCode } = parsed;
  // Of an address in Latin letters, the prefecture and the city are compared.
  const ofPrefecture = hints.prefecture ?? (prefecture && (hints.address ?? hints.city));
  const ofCity = hints.city ?? (parsed.latin && hints.address) ?? undefined;
  const without = (same: Comparison) => (areOfBranch && same === false ? null : same);
  return (place) => {
    const { isInTown, isInStreet } = compareAddress(parsed, place);
    const sameStreet = isInStreet ?? compareValues(postalCode, place.postal_code);
    const compared: readonly ComparedHint[] = [
      { field: 'prefecture', value: ofPrefecture, same: compareValues(prefecture?.name, place.prefecture) },
      { field: 'city', value: ofCity, same: compareCity(parsed, place) ?? compareLatinCity(parsed, place) },
      { field: 'address', value: hints.address, same: isInTown },
      {
        field: 'postal_code',
        value: hints.postal_code,
        same: comparePostalCode(postalCode, place),
      },
    ];
    return {
      compared: compared.map((each) => ({ ...each, same: without(each.same) })),
      sameStreet: without(sameStreet),
      isInStreet,
    };
  };
}

function compareValues(wanted: string | null | undefined, own: string | null): Comparison {
  if (wanted === undefined || wanted === null || own === null) return null;
  return wanted === own;
}

function compareCity(
  { city: { prefecture: written }, cityKeys }: ParsedHints,
  { prefecture, city }: HeadOffice,
): Comparison {
  if (written !== null && prefecture !== null && written !== prefecture) return false;
  if (city === null || cityKeys.length === 0) return null;
  const own = new Set(listCityKeys(city));
  return cityKeys.some((key) => own.has(key));
}

/**
 * A city in Latin letters. Lists in other languages have the next large city or a branch, so that only another prefecture
 * contradicts.
 */
function compareLatinCity({ latin }: ParsedHints, { prefecture, city }: HeadOffice): Comparison {
  if (!latin || latin.cities.length === 0 || prefecture === null) return null;
  const near = latin.cities.filter((each) => each.prefecture === prefecture);
  if (near.length === 0) return false;
  const [own] = listCityKeys(city ?? '');
  return near.some((each) => listCityKeys(each.city)[0] === own) || null;
}

/** Whether a head office is in the town of an address, and in its street. */
function compareAddress(
  { address: { prefecture, rest }, starts }: ParsedHints,
  office: HeadOffice,
): { readonly isInTown: Comparison; readonly isInStreet: Comparison } {
  const { city, street } = office;
  const isElsewhere = prefecture !== null && office.prefecture !== null && prefecture !== office.prefecture;
  const given = city === null ? null : findStreet(starts, city);
  if (given === null) {
    // Without a prefecture or a city, the text may begin with a town.
    const saysCity = city !== null && rest !== '' && (prefecture !== null || hasCityAtStart(rest));
    return { isInTown: isElsewhere || saysCity ? false : null, isInStreet: null };
  }
  const [one, other] = [parseStreet(given), parseStreet(street ?? '')];
  // If one side has no town, they count as the same.
  const isTown = one.town === '' || other.town === '' || isSameTown(one.town, other.town);
  const knowsStreets = one.key !== '' && other.key !== '';
  return {
    isInTown: !isElsewhere && isTown,
    isInStreet: knowsStreets ? isSameStreet(one.key, other.key) : null,
  };
}

/** The part of an address after the city; null when it does not begin with that city. */
function findStreet(starts: readonly CityStart[], city: string): string | null {
  if (starts.length === 0) return null;
  const own = new Set(listCityKeys(city));
  return starts.find(({ key }) => own.has(key))?.street ?? null;
}

function comparePostalCode(code: string | null, { postal_code }: HeadOffice): Comparison {
  if (postal_code === null || code === null) return null;
  if (code === postal_code) return true;
  // A large building can have its own code. A different delivery area is a different place.
  if (code.slice(0, 3) === postal_code.slice(0, 3)) return null;
  return false;
}
