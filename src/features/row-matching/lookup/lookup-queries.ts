import type { Hints } from '../../../contract/company-resolve/hints.ts';
import { maxListedCandidates } from '../../../contract/limits.ts';
import {
  type Clause,
  combineAll,
  combineAny,
  matchAnyOf,
  matchAnyValue,
  matchMissing,
  matchValue,
} from '../../../search/clauses.ts';
import type { NameKeys } from '../../../text/names/names.ts';
import {
  type CityStart,
  hasCityAtStart,
  listCityHintKeys,
  listPostalKeys,
  listTownHintKeys,
  parseAddress,
  parseStreet,
} from '../../../text/places/addresses.ts';
import { parsePrefecture, prefectures } from '../../../text/places/prefectures.ts';
import {
  buildFormClauses,
  buildNameClauses,
  matchAnyName,
  prominenceClauses,
} from '../rules/match-clauses.ts';
import { activeBonus } from '../rules/match-scores.ts';
import { parseHints } from '../rules/place-hints.ts';

/**
 * Many identifiers and ids at once. An exact identifier finds its company whatever its status, even if the register
 * hides the company from searches.
 * @param keys ids, and identifiers as `<type>:<value>`
 */
export function buildIdentifierLookup(keys: readonly string[], size: number) {
  const identifiers = keys.filter((key) => key.includes(':'));
  const ids = keys.filter((key) => !key.includes(':'));
  const clauses = [...matchAnyOf('identifiers', identifiers), ...matchAnyOf('ids', ids)];
  return {
    query: combineAll([combineAny(clauses)]),
    size,
    sort: [{ company_id: 'asc' }],
    track_total_hits: false,
  };
}

/** The companies of one name, by the exact-name stage only: beginnings and words of names do not identify a company. */
export function buildNameLookup(name: NameKeys) {
  return {
    query: {
      bool: {
        must: [{ dis_max: { queries: buildNameClauses(name, 'resolve') } }],
        should: [
          ...buildFormClauses(name),
          { constant_score: { filter: matchValue('status', 'active'), boost: activeBonus } },
          ...prominenceClauses,
        ],
        filter: [matchValue('hidden', false)],
      },
    },
    size: maxListedCandidates,
    sort: [{ _score: 'desc' }, { company_id: 'asc' }],
    track_total_hits: false,
  };
}

/** The companies of many names, in no order. `Namesakes` says which company has which name. */
export function buildNamesLookup(names: readonly NameKeys[], size: number) {
  return {
    query: combineAll([...matchAnyName(names), matchValue('hidden', false)]),
    size,
    sort: ['_doc'],
    track_total_hits: false,
  };
}

/**
 * Which of these `loose` keys have more companies than are shown. With `map`, the engine counts only the companies
 * found. Otherwise it would build global ordinals of all names again after every change of the index.
 */
export function buildCrowdedNames(keys: readonly string[]) {
  const crowded = {
    field: 'name_keys.loose',
    include: keys,
    min_doc_count: maxListedCandidates + 1,
    size: keys.length,
    execution_hint: 'map',
  };
  return {
    query: combineAll([matchAnyValue('name_keys.loose', keys), matchValue('hidden', false)]),
    size: 0,
    track_total_hits: false,
    aggs: { crowded: { terms: crowded } },
  };
}

/** Above the score of every rule for names, so that companies of the street come first. */
const streetBoost = 100_000;

/**
 * The companies of a name that the hints do not contradict: also those whose place is unknown. `holders` counts the active
 * ones with exactly this name.
 * @returns null if the hints say nothing that can be asked
 */
export function buildPlacedNameLookup(name: NameKeys, hints: Hints) {
  const { filter, streets } = buildPlaceClauses(hints);
  if (filter.length === 0) return null;
  const lookup = buildNameLookup(name);
  const { bool } = lookup.query;
  const inStreets = matchAnyOf('place.street', streets).map((ofStreet) => ({
    constant_score: { filter: ofStreet, boost: streetBoost },
  }));
  return {
    ...lookup,
    query: {
      bool: {
        ...bool,
        should: [...bool.should, ...inStreets],
        filter: [...bool.filter, ...filter],
      },
    },
    aggs: {
      holders: {
        filter: combineAll([matchValue('status', 'active'), matchValue('name_keys.legal_exact', name.exact)]),
      },
    },
  };
}

function buildPlaceClauses(hints: Hints): { readonly filter: Clause[]; readonly streets: string[] } {
  const { prefecture, latin, city, cityKeys, address, starts, postalCode } = parseHints(hints);
  const streets = starts.map(({ street }) => parseStreet(street));
  const named = [prefecture?.name, city.prefecture, address.prefecture];
  const codes = named.map((name) => parsePrefecture(name ?? '')?.code);
  const saysCity = starts.length > 0 && (address.prefecture !== null || hasCityAtStart(address.rest));
  return {
    filter: [
      ...codes.flatMap((code) => matchOrUnknown('prefecture_code', [code])),
      ...matchOrUnknown(
        'prefecture_code',
        (latin?.cities ?? []).map(({ prefectureCode }) => prefectureCode),
      ),
      ...matchOrUnknown('place.city_keys', cityKeys),
      // As for the judge, text that may begin with a town says nothing about the city.
      ...(saysCity ? [combineAny([matchMissing('place.city_keys'), ...starts.map(buildTownClause)])] : []),
      ...(postalCode === null ? [] : matchOrUnknown('place.postal_keys', listPostalKeys(postalCode))),
    ],
    streets: [...new Set(streets.flatMap(({ key }) => (key === '' ? [] : [key])))],
  };
}

function buildTownClause({ key, street }: CityStart): Clause {
  const city = matchValue('place.city_keys', key);
  const { town } = parseStreet(street);
  if (town === '') return city;
  return combineAll([city, ...matchOrUnknown('place.town_keys', listTownHintKeys(town))]);
}

/** Companies that have one of the keys, or none; no clause for no keys. */
function matchOrUnknown(field: string, keys: readonly (string | undefined)[]): Clause[] {
  return matchAnyOf(field, [...new Set(keys)]).map((known) => combineAny([known, matchMissing(field)]));
}

/** Companies in a prefecture or city, for a list that a person narrows. Companies whose place is unknown are left out. */
export function buildPlaceFilter({
  prefecture = '',
  city = '',
}: Pick<Hints, 'prefecture' | 'city'>): Clause[] {
  const named = parseAddress(city);
  const code = parsePrefecture(prefecture)?.code ?? parsePrefecture(named.prefecture ?? '')?.code;
  const cities = [named.rest, ...listCityHintKeys(named.rest)].filter((key) => key !== '');
  return [...matchAnyOf('prefecture_code', [code]), ...matchAnyOf('place.city_keys', cities)];
}

/** How many companies have a name, and in which prefectures. */
export function buildNamesakeCount(name: NameKeys, filter: readonly Clause[] = []) {
  return {
    query: combineAll([...matchAnyName([name]), matchValue('hidden', false), ...filter]),
    size: 0,
    track_total_hits: true,
    aggs: { prefectures: { terms: { field: 'prefecture_code', size: prefectures.length } } },
  };
}

export interface NamesakePageQuery {
  readonly size: number;
  /** The sort values of the last company of the previous page. */
  readonly after: readonly (string | number)[] | null;
}

/** A page of all companies of a name, in the order of `buildNameLookup`. */
export function buildNamesakePage(
  name: NameKeys,
  filter: readonly Clause[],
  { size, after }: NamesakePageQuery,
) {
  const { query, sort } = buildNameLookup(name);
  const { bool } = query;
  return {
    query: { bool: { ...bool, filter: [...bool.filter, ...filter] } },
    size,
    sort,
    ...(after && { search_after: after }),
    track_total_hits: false,
  };
}
