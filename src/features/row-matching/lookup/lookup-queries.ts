import { allOf, anyOf, equals, someOf } from '../../../search/clauses.ts';
import { anyExactName, exactNameClauses, formClauses, prominenceClauses } from '../rules/match-clauses.ts';
import { listedBonus } from '../rules/match-stages.ts';
import type { NameReading } from '../rules/query-reading.ts';

/** An active company ranks before an ended one that was found by the same rule. */
export const activeBonus = 2 * listedBonus + 1;

/** Enough to decide between one company and several, and to give a person a choice. */
export const namesakesShown = 50;

/**
 * Many identifiers and ids at once. An exact identifier finds its company whatever its status, even if the register
 * hides the company from searches.
 * @param keys ids, and identifiers as `<type>:<value>`
 */
export function buildIdentifierLookup(keys: readonly string[], size: number) {
  const fields = {
    identifiers: keys.filter((key) => key.includes(':')),
    ids: keys.filter((key) => !key.includes(':')),
  };
  const clauses = Object.entries(fields).flatMap(([field, values]) =>
    values.length > 0 ? [anyOf(field, values)] : [],
  );
  return { query: allOf([someOf(clauses)]), size, sort: [{ company_id: 'asc' }], track_total_hits: false };
}

/** The companies of one name, by the exact-name stage only: beginnings and words of names do not identify a company. */
export function buildNameLookup(name: NameReading) {
  return {
    query: {
      bool: {
        must: [{ dis_max: { queries: exactNameClauses(name) } }],
        should: [
          ...formClauses(name),
          { constant_score: { filter: equals('status', 'active'), boost: activeBonus } },
          ...prominenceClauses(),
        ],
        filter: [equals('hidden', false)],
      },
    },
    size: namesakesShown,
    sort: [{ _score: 'desc' }, { company_id: 'asc' }],
    track_total_hits: false,
  };
}

/** The companies of many names, in no order. `Namesakes` says which company has which name. */
export function buildNamesLookup(names: readonly NameReading[], size: number) {
  return {
    query: allOf([anyExactName(names), equals('hidden', false)]),
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
    min_doc_count: namesakesShown + 1,
    size: keys.length,
    execution_hint: 'map',
  };
  return {
    query: allOf([anyOf('name_keys.loose', keys), equals('hidden', false)]),
    size: 0,
    track_total_hits: false,
    aggs: { crowded: { terms: crowded } },
  };
}
